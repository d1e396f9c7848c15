/*
 * store_write.h - a store is written front to back, in the order of keys
 *
 *     struct store_writer *w = store_writer_new(dst, &config, err);
 *     store_writer_add_names(w, &detail, err);       // for each game
 *     store_writer_add_game(w, &row, &detail, err);  // for each game in order
 *     store_writer_append(w, unit, err);         // for each unit by key
 *     store_writer_end(w, err);
 *
 * Positions are coded in units, ranges of keys, each by a thread of its own:
 *
 *     store_unit_begin(unit, bits);
 *     ... store_unit_add(unit, key, turn, ...) for each position by key ...
 *     store_unit_end(unit, err);
 *
 * Only appending is in turn. The bytes are the same whatever the units are.
 *
 * Memory: the units, the first 4096 positions, the different names, 16 bytes a
 * game until the first position, and the indexes: 16 bytes for 32 games and
 * for a block of positions of 3 to 6 kB.
 */
#ifndef STORE_STORE_WRITE_H
#define STORE_STORE_WRITE_H

#include "base/compiler.h"
#include "base/sink.h"
#include "store/body.h"
#include "store/store_layout.h"
#include "store/tally.h"

/* All of it is borrowed until the end and may still be filled before it. */
struct store_config {
    struct store_rule rule;
    const char *player;       // NULL: anybody's
    const char *provenance;   // JSON
    const char *const *files; // the inputs' names
    size_t nfiles;
    const struct tabia_pos *roots; // positions that games began with
    size_t nroots;
    struct store_eval_merge *evaluations; // NULL: there are none
};

/*
 * Of a game, what is not counted. Texts are UTF-8; NULL is "". What is not, or
 * is longer than TABIA_STORE_NAME_SIZE allows, is cut there.
 */
struct store_game_detail {
    const char *players[2], *event;
    uint32_t file;            // index of the input
    uint64_t offset, length;  // of the text, decompressed
    uint32_t nplies;          // moves that may count
    struct tabia_bytes moves; // as game_moves_encode has them
};

struct store_eval_merge;
struct store_writer;

struct store_writer *store_writer_new(struct sink *dst,
                                      const struct store_config *config,
                                      struct tabia_error *err) MUST_CHECK;

/* The names of a game; those of all games come before the first game. */
bool store_writer_add_names(struct store_writer *w,
                            const struct store_game_detail *detail,
                            struct tabia_error *err);

/* Games before positions. */
bool store_writer_add_game(struct store_writer *w, const struct tally_game *row,
                           const struct store_game_detail *detail,
                           struct tabia_error *err);

/* ---- positions: store_unit.h codes them -------------------------------- */

struct store_unit;

/*
 * Appends a unit, all of whose keys are above those before; one thread at a
 * time.
 */
bool store_writer_append(struct store_writer *w, struct store_unit *unit,
                         struct tabia_error *err);

/* Writes what is left. The writer is then only good for store_writer_free. */
bool store_writer_end(struct store_writer *w, struct tabia_error *err);

/* How keys become blocks; NULL as long as that is not decided. */
const struct store_shape *store_writer_shape(const struct store_writer *w);

/* What all bodies of the store have in common. */
struct body_rule store_writer_rule(const struct store_writer *w);

/*
 * Writes a store again with these evaluations in place of its own; its other
 * sections stay as they are, to the byte.
 */
bool store_write_evaluated(const struct tabia_store *store,
                           struct store_eval_merge *evaluations,
                           struct sink *dst, struct tabia_error *err);

/* What is in it. */
uint64_t store_writer_position_count(const struct store_writer *w);
uint64_t store_writer_move_count(const struct store_writer *w);

/* Accepts NULL. */
void store_writer_free(struct store_writer *w);

#endif
