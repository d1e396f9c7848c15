/*
 * body.h - the statistics of a position that games share, as bytes
 *
 *     struct body_reader r;
 *     struct tally_cell cell;
 *     body_reader_init(&r, src, &rule);
 *     while (body_reader_move(&r))
 *         while (body_reader_cell(&r, &cell))
 *             ... a sum of games that played r.move ...
 *     body_reader_end(&r);
 *     if (r.src.failed) ...
 *
 * Sticky: after a fault everything reads as nothing. Nothing but the bytes is
 * needed to answer: sums are finished, samples are chosen. The games of a
 * position are listed in its body, or, beyond STORE_INLINE_MAX of them, in a
 * list of their own. docs/formats/tabia.md has every byte.
 */
#ifndef STORE_BODY_H
#define STORE_BODY_H

#include "base/buf.h"
#include "store/bits.h"
#include "store/store_layout.h"
#include "store/varint.h"

/* What all bodies of a store have in common. */
struct body_rule {
    unsigned dimensions; // TABIA_DIMENSION_ mask
    uint32_t first_date; // date of the first game, packed
};

/* ---- writing --------------------------------------------------------- */

/* What encoding works with. The zero value is ready; keep it and reuse it. */
struct body_encoder {
    struct body_move {
        tabia_move move;
        uint64_t count;
        size_t first; // of its games
    } moves[TABIA_MOVES_MAX];
    size_t nmoves;
    uint16_t *slots;     // by move: its index and 1
    tally_played *games; // move by move, each ascending
    size_t games_room;
    struct tally_cell *cells;
    size_t cells_room;
    struct buf samples;
};

void body_encoder_clear(struct body_encoder *encoder);

/*
 * Appends the body of a position to 'body', and its list of games, if it has
 * one, to 'list', with room for a checksum before it. The end of a body with a
 * list is where the list begins, 4 bytes for the caller to fill in.
 * 'played' is ascending, each game once, at least two.
 */
bool body_encode(struct body_encoder *encoder, const struct body_rule *rule,
                 const struct tally_games *games, uint8_t turn,
                 const tally_played *played, size_t n, struct buf *body,
                 struct buf *list, struct tabia_error *err);

/* Appends numbers in ascending order, none twice. */
void body_put_list(const uint64_t *numbers, size_t n, struct buf *out);

/* ---- reading --------------------------------------------------------- */

struct body_reader {
    struct varint_src src;
    const uint8_t *start;    // of all bytes
    const uint8_t *readable; // the end of what can be read: src.end, or more
    const struct body_rule *rule;
    uint8_t turn;
    bool is_listed; // games are in a list of their own
    size_t nmoves, nread;
    uint64_t total; // games of all moves so far
    struct {
        tabia_move move;
        bool is_one; // and 'game' is that game
        uint64_t game;
        uint64_t count;
        uint64_t size; // of its games in the list
    } moves[TABIA_MOVES_MAX];

    /* The last move read. */
    tabia_move move;
    uint64_t count; // games of the cells so far
    uint64_t ncells, cells_left;
    uint32_t group; // of the last cell
    bool is_begun;  // a move has been read, its games have not

    size_t ngames; // those of the body, in its order
    uint64_t games[STORE_INLINE_MAX];
    tabia_move played[STORE_INLINE_MAX];

    /* What body_reader_end finds. */
    size_t ntop, nrecent;
    struct tabia_store_game_ref top[STORE_TOP_MAX], recent[STORE_RECENT_MAX];
    uint32_t list_at;   // from the start of the block's lists
    uint64_t list_size; // with its checksum
};

/* Numbers that body_put_list wrote, one after the other. */
struct body_list_reader {
    struct bits_reader bits;
    unsigned width; // Rice parameter
    uint64_t next;  // the least that can follow
    uint64_t left;
};

void body_list_reader_init(struct body_list_reader *r, struct tabia_bytes bytes,
                           uint64_t count);

/* False at the end, and with 'bits.failed' set by a fault. */
bool body_list_reader_next(struct body_list_reader *r, uint64_t *number);

#endif
