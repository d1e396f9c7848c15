/*
 * tally_code.h - a coded tally, read piece by piece from untrusted bytes
 *
 *     struct tally_reader r;
 *     tally_reader_init(&r, src, by);
 *     while (tally_reader_move(&r))
 *         if (r.ncells)
 *             for (size_t i = r.ncells; i-- > 0;)
 *                 tally_reader_cell(&r, &cell);
 *         else
 *             ... r.games[0 .. r.ngames - 1] ...
 *     tally_reader_samples(&r, &samples);
 *     if (!tally_reader_ok(&r)) ...
 *
 * Sticky: after a fault everything reads as nothing. The layout is told in
 * docs/formats/tabia.md.
 */
#ifndef STORE_TALLY_CODE_H
#define STORE_TALLY_CODE_H

#include "store/tally.h"
#include "store/varint.h"

struct tally_reader {
    struct varint_src src;
    const uint8_t *start;
    unsigned by;
    uint8_t turn;
    bool is_solo;   // of one game
    bool has_cells; // by the head
    bool saw_cells;
    size_t nmoves, nread;              // moves in all, and those read
    uint64_t total;                    // games of all moves read so far
    tabia_move moves[TABIA_MOVES_MAX]; // those read

    /* The last move read. */
    tabia_move move;
    size_t ngames;
    uint64_t games[TALLY_LIST_MAX];
    uint64_t ncells;
    uint64_t summed; // games in its cells so far
    uint64_t cells_left;
    uint32_t group; // of its last cell
};

struct tally_samples {
    size_t ntop, nrecent;
    struct tally_played top[STORE_TOP];
    struct tally_played recent[STORE_RECENT];
};

void tally_reader_init(struct tally_reader *r, struct tabia_bytes src,
                       unsigned by);

/* The next move. False after the last one and after a fault. */
bool tally_reader_move(struct tally_reader *r);

/* The next cell of that move; all of them must be read. */
void tally_reader_cell(struct tally_reader *r, struct tally_cell *cell);

/* After the last move: what follows, nothing if all games are listed. */
void tally_reader_samples(struct tally_reader *r,
                          struct tally_samples *samples);

static inline bool tally_reader_ok(const struct tally_reader *r)
{
    return !r->src.failed;
}

/* Bytes read so far. */
static inline size_t tally_reader_used(const struct tally_reader *r)
{
    return (size_t)(r->src.p - r->start);
}

/* yyyymmdd and a number that is smaller and in the same order. */
uint32_t tally_date_pack(uint32_t date);
uint32_t tally_date_unpack(uint32_t packed);

/* Parts of tally.c that only decoding uses. */
bool tally_add_cell(struct tally *t, const struct tally_rule *rule,
                    tabia_move mv, const struct tally_cell *more,
                    struct tabia_error *err);
void tally_add_sample(struct tally *t, const struct tally_rule *rule,
                      uint64_t game, tabia_move mv);

#endif
