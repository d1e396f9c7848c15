/*
 * store_write.h - a store is written front to back, in the order of keys
 *
 *     struct store_writer *w = store_writer_new(dst, &config, err);
 *     for each game in order     store_writer_game(w, &row, &detail, err)
 *     for each unit by key       store_writer_append(w, unit, err)
 *     store_writer_end(w, err)
 *
 * Positions are coded in units, ranges of keys, each by a thread of its own:
 *
 *     store_unit_start(unit, bits)
 *     for each position by key   store_unit_add(unit, key, turn, ...)
 *     store_unit_end(unit, err)
 *
 * Only appending is in turn. The bytes are the same whatever the units are.
 *
 * Memory: the units, the first 4096 positions, 16 bytes a game until the first
 * position, and the indexes: 8 bytes for 128 games, and for a block of 80 to
 * 160 positions.
 */
#ifndef STORE_STORE_WRITE_H
#define STORE_STORE_WRITE_H

#include "base/sink.h"
#include "store/tally.h"

/* All of it is borrowed until the end and may still be filled before it. */
struct store_config {
    unsigned by;
    const char *player;         // NULL: anybody's
    const char *provenance;     // JSON
    const char *const *sources; // the inputs' names
    size_t nsources;
    const struct tabia_pos *roots; // positions that games began with
    size_t nroots;
    uint64_t positions_max; // no more will come; 0: not known
};

/*
 * Of a game, what is only shown. Texts are UTF-8; NULL is "". What is not, or
 * is longer than TABIA_STORE_NAME_SIZE allows, is cut there.
 */
struct store_detail {
    const char *name[2], *event;
    uint32_t source;         // index of the input
    uint64_t offset, length; // of the text, unpacked
};

struct store_writer;

struct store_writer *store_writer_new(struct sink *dst,
                                      const struct store_config *config,
                                      struct tabia_error *err) ATTR_MUST_CHECK;

/* Games before positions. */
bool store_writer_game(struct store_writer *w, const struct tally_game *row,
                       const struct store_detail *detail,
                       struct tabia_error *err);

/* ---- positions ------------------------------------------------------- */

/* A game and the move that it played in a position, which orders them. */
typedef uint64_t tally_played;

static inline tally_played tally_played_make(uint64_t game, tabia_move mv)
{
    return game << 16 | mv;
}

static inline uint64_t tally_played_game(tally_played played)
{
    return played >> 16;
}

static inline tabia_move tally_played_move(tally_played played)
{
    return (tabia_move)played;
}

struct store_unit;

/* Borrows both. 'rule' is complete when the first position is added. */
struct store_unit *store_unit_new(struct store_writer *w,
                                  const struct tally_rule *rule,
                                  struct tabia_error *err) ATTR_MUST_CHECK;

/* Accepts NULL. */
void store_unit_free(struct store_unit *unit);

/* Empties it. No other unit has keys with the same first 'bits' bits. */
void store_unit_start(struct store_unit *unit, unsigned bits);

/*
 * Adds a position with all games that played a move in it, ascending, each
 * once. Keys ascend.
 */
bool store_unit_add(struct store_unit *unit, struct tally_key key, uint8_t turn,
                    const tally_played *played, size_t n,
                    struct tabia_error *err);

/* The same, counted already. */
bool store_unit_tally(struct store_unit *unit, const struct tally *t,
                      struct tabia_error *err);

/* Bytes that it holds. */
size_t store_unit_size(const struct store_unit *unit);

/* Makes its blocks, as far as that can be done before it is in turn. */
bool store_unit_end(struct store_unit *unit, struct tabia_error *err);

/*
 * Appends a unit, all of whose keys are above those before; one thread at a
 * time. Fails with TABIA_ERR_CORRUPT for keys that are not spread.
 */
bool store_writer_append(struct store_writer *w, struct store_unit *unit,
                         struct tabia_error *err);

/* Appends a single position, without a unit. */
bool store_writer_tally(struct store_writer *w, const struct tally *t,
                        struct tabia_error *err);

/* Writes what is left. The writer is then only good for store_writer_free. */
bool store_writer_end(struct store_writer *w, struct tabia_error *err);

/* What is in it. */
uint64_t store_writer_positions(const struct store_writer *w);
uint64_t store_writer_moves(const struct store_writer *w);

/* Accepts NULL. */
void store_writer_free(struct store_writer *w);

#endif
