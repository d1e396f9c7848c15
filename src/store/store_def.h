/*
 * store_def.h - what stands behind a struct tabia_store
 */
#ifndef STORE_STORE_DEF_H
#define STORE_STORE_DEF_H

#include <stdatomic.h>

#include "io/input.h"
#include "store/body.h"
#include "store/store_internal.h"
#include "store/store_layout.h"
#include "tabia/book.h"

/* ---- ranges of bytes ------------------------------------------------- */

/* Bytes that may have to be fetched; the zero value has none. */
struct store_fetched {
    void *owned;
};

/* A section of blocks, and which of them were found sound. */
struct store_section {
    struct store_directory_entry entry; // kind 0: the store has none
    uint64_t nblocks;
    unsigned width;           // of keyed blocks: bytes of a shared key
    _Atomic uint8_t *checked; // one bit a block; NULL: bytes are not kept
};

struct tabia_store {
    struct input in;            // closed when the caller owns the bytes
    const char *file;           // for messages
    const char *path;           // NULL: bytes in memory
    struct tabia_bytes bytes;   // all of it; no data: 'fetch' is called
    struct store_fetcher fetch; // of a store that is not in memory
    struct store_tail tail;
    struct store_section roots, games, positions, players, events;
    struct store_section evaluations; // kind 0: there are none
    struct store_directory_entry texts_entry;
    struct store_directory_entry *directory; // owned: all entries
    struct body_rule rule;
    uint64_t before_bodies, behind_bodies; // bytes of an average block
    struct tabia_pos root;                 // the first
    bool has_root;
    char *texts; // owned: all texts, each ended by NUL
    const char *player, *provenance;
    const char **files; // owned: of games
    uint64_t nfiles;
};

/*
 * 'size' bytes from 'at' on; NULL with an error. They are valid until
 * store_fetched_clear.
 */
const uint8_t *store_fetch(const struct tabia_store *store, uint64_t at,
                           uint64_t size, struct store_fetched *fetched,
                           struct tabia_error *err);

static ALWAYS_INLINE const uint8_t *store_range(const struct tabia_store *store,
                                                uint64_t at, uint64_t size,
                                                struct store_fetched *fetched,
                                                struct tabia_error *err)
{
    fetched->owned = NULL;
    if (LIKELY(store->bytes.data && at <= store->bytes.size &&
               size <= store->bytes.size - at))
        return store->bytes.data + at;
    return store_fetch(store, at, size, fetched, err);
}

void store_fetched_clear(struct store_fetched *fetched);

/* A block whose checksum is right. */
struct store_block {
    const uint8_t *data;
    uint64_t number, at;
    uint32_t size, more;
    bool is_new; // its content is not checked yet
    struct store_fetched fetched;
};

/* Reads a block; clear it in any case. 'what' names it in an error. */
bool store_fetch_block(const struct tabia_store *store,
                       const struct store_section *section, uint64_t number,
                       const char *what, struct store_block *block,
                       struct tabia_error *err);

static ALWAYS_INLINE void store_block_clear(struct store_block *block)
{
    if (UNLIKELY(block->fetched.owned))
        store_fetched_clear(&block->fetched);
}

static inline bool store_is_checked(const struct store_section *section,
                                    uint64_t number)
{
    return section->checked &&
           atomic_load_explicit(&section->checked[number / 8],
                                memory_order_relaxed) >>
                   number % 8 &
               1;
}

/* The block is sound, and need not be looked at again. */
void store_set_checked(const struct store_section *section, uint64_t number);

/* Is the checksum before a part of the file, both 'size' bytes, right? */
bool store_checksum_is_right(const uint8_t *part, uint64_t size, unsigned kind,
                             uint64_t number);

/* The error of a block, named by 'what'. Returns false. */
bool store_fail_block(const struct tabia_store *store, uint64_t at,
                      const char *what, uint64_t number,
                      struct tabia_error *err) COLD;

/* ---- positions ------------------------------------------------------- */

/* A block of positions or evaluations, taken apart. */
struct store_positions {
    const struct store_section *section;
    struct store_block block;
    uint32_t nshared, nlong, nsingles;
    const uint8_t *map, *keys, *sizes, *longs, *bodies;
    uint64_t map_size, bodies_size;
    const uint8_t *single_map, *records;
    uint64_t single_map_size, records_size;
};

/* A block of 'section', the positions or the evaluations of the store. */
bool store_fetch_positions(const struct tabia_store *store,
                           const struct store_section *section, uint64_t number,
                           struct store_positions *p, struct tabia_error *err);

/*
 * A cursor over the shared positions of a block, each step of which is as long
 * as the others:
 *
 *     struct store_cursor cur;
 *     for (store_cursor_first(&p, &cur); cur.i < p.nshared;
 *          store_cursor_next(&p, &cur))
 *         use(store_cursor_key(&p, &cur), store_cursor_body(&p, &cur));
 */
struct store_cursor {
    size_t i;     // the position's index
    size_t bit;   // of the map: its own
    size_t nlong; // long sizes before it
    uint64_t at;  // of its body
};

void store_cursor_first(const struct store_positions *p,
                        struct store_cursor *cur);
void store_cursor_next(const struct store_positions *p,
                       struct store_cursor *cur);
struct tally_key store_cursor_key(const struct store_positions *p,
                                  const struct store_cursor *cur);
struct tabia_bytes store_cursor_body(const struct store_positions *p,
                                     const struct store_cursor *cur);

/* The body of a shared position; no data when it is not there. */
struct tabia_bytes store_find_shared(const struct store_positions *p,
                                     struct tally_key key);

/* The positions of one game that may have a key: records [first, end). */
void store_find_singles(const struct store_positions *p, uint64_t hi,
                        size_t *first, size_t *end);

/* The game of a record, and the further bits of its position's key. */
static inline uint64_t store_get_single(const struct store_positions *p,
                                        size_t i, unsigned *check)
{
    const struct store_shape *shape = &p->section->entry.shape;
    const unsigned width = (unsigned)shape->check + shape->game_bits;
    struct bits_reader bits = { p->records, p->records_size, i * width, false };
    *check = (unsigned)bits_get(&bits, shape->check);
    return bits_get(&bits, shape->game_bits);
}

/* An error about the record of a position. Returns false. */
bool store_fail_body(const struct tabia_store *store,
                     const struct store_positions *p, struct tabia_bytes body,
                     struct tabia_error *err);

/*
 * The list of games of a shared position whose body is read to its end; no
 * data for a position that needs none. False with an error.
 */
bool store_fetch_list(const struct tabia_store *store,
                      const struct store_positions *p,
                      const struct body_reader *r,
                      struct store_fetched *fetched, struct tabia_bytes *list,
                      struct tabia_error *err);

/*
 * Calls 'on_game' for all games of a shared position, the body of which is read
 * to its end, move by move, while it returns true.
 */
bool store_list_body_games(const struct tabia_store *store,
                           const struct store_positions *p,
                           const struct body_reader *r,
                           bool (*on_game)(void *ctx, uint64_t game,
                                           tabia_move mv),
                           void *ctx, struct tabia_error *err);

/* What is known of a position: a body, or a game, or nothing. */
struct store_found {
    struct store_positions positions; // to be cleared: store_found_clear
    struct tabia_bytes body;          // of a shared position; or no data
    uint64_t game;                    // of one game; or TABIA_GAME_NONE
    tabia_move move;                  // that it played
    struct tally_game row;
};

bool store_find_position(const struct tabia_store *store,
                         const struct tabia_pos *pos, struct store_found *found,
                         struct tabia_error *err);

/*
 * Replays a game. If it had the position where it counts, game, move and row
 * of 'found' are set. False with an error.
 */
bool store_try_game(const struct tabia_store *store,
                    const struct tabia_pos *pos, uint64_t game,
                    struct store_found *found, struct tabia_error *err);

void store_found_clear(struct store_found *found);

/* ---- games ----------------------------------------------------------- */

enum store_field {
    STORE_FIELD_DATE, // packed
    STORE_FIELD_WHITE_RATING,
    STORE_FIELD_BLACK_RATING,
    STORE_FIELD_RESULT,
    STORE_FIELD_SPEED,
    STORE_FIELD_FLAGS,
    STORE_FIELD_ROOT,
    STORE_FIELD_PLIES,
    STORE_FIELD_MOVES, // where they begin, behind the rows
    STORE_FIELD_WHITE, // numbers of names
    STORE_FIELD_BLACK,
    STORE_FIELD_EVENT,
    STORE_FIELD_FILE,
    STORE_FIELD_OFFSET,
    STORE_FIELD_LENGTH,
    STORE_NFIELDS,
};

/* A block of games: what its rows look like. */
struct store_games {
    struct store_block block;
    unsigned n; // games
    struct {
        uint64_t base;
        unsigned width, before; // bits: of the field, of those before it
    } fields[STORE_NFIELDS];
    unsigned row_bits;
    const uint8_t *rows, *moves;
    uint64_t rows_size, moves_size;
};

bool store_fetch_games(const struct tabia_store *store, uint64_t number,
                       struct store_games *games, struct tabia_error *err);

uint64_t store_games_field(const struct store_games *games, unsigned i,
                           enum store_field field);

void store_games_row(const struct store_games *games, unsigned i,
                     struct tally_game *row);

struct tabia_bytes store_games_moves(const struct store_games *games,
                                     unsigned i);

/* The row of a game. */
bool store_get_game_row(const struct tabia_store *store, uint64_t game,
                        struct tally_game *row, struct tabia_error *err);

/* The number of the file that a game was read from. */
bool store_get_game_file(const struct tabia_store *store, uint64_t game,
                         uint32_t *file_index, struct tabia_error *err);

/* ---- names ----------------------------------------------------------- */

/* A name by its number. */
bool store_get_name(const struct tabia_store *store,
                    const struct store_section *names, uint64_t number,
                    char name[TABIA_STORE_NAME_SIZE], struct tabia_error *err);

/* Below, at or above 0: without case first, then as they are. */
int store_name_compare(const char *a, size_t a_len, const char *b,
                       size_t b_len);

/* The games of 32 players, taken apart; clear the piece. */
bool store_fetch_played(const struct tabia_store *store, uint64_t player,
                        struct store_fetched *fetched, struct tabia_bytes *list,
                        uint64_t *count, struct tabia_error *err);

/* ---- filters --------------------------------------------------------- */

/* Is the store built by all that the filter asks for? */
bool store_filter_is_allowed(const struct tabia_store *store,
                             const struct tabia_store_filter *filter,
                             struct tabia_error *err);

/* Does it let everything pass? Games of this group? */
bool store_filter_is_open(const struct tabia_store_filter *filter);
bool store_filter_passes(const struct tabia_store_filter *filter,
                         uint32_t group);

/* ---- answers --------------------------------------------------------- */

/* A game among those that stand for others. */
struct store_ranked {
    struct tally_game row;
    struct tabia_store_game_ref sample;
};

typedef bool store_goes_before_fn(const struct tally_game *a, uint64_t a_game,
                                  const struct tally_game *b, uint64_t b_game);

/* Puts a game where it belongs among the first 'max' of a list. */
void store_rank(struct store_ranked *list, size_t *n, size_t max,
                store_goes_before_fn *before,
                const struct store_ranked *ranked);

/*
 * Adds the sum of a move's games: most games first, then the lower number.
 * 'game' is named if it is the only one.
 */
void store_answer_add(struct store_answer *answer, tabia_move mv,
                      const struct tally_cell *sum, uint64_t game);
void store_answer_clear(struct store_answer *answer);

/*
 * Calls 'on_game' for the games of a position, as TABIA_STORE_ORDER_STORED
 * lists them, or of the whole store if it is NULL, while it returns true.
 */
bool store_list_position_games(
    const struct tabia_store *store, const struct tabia_pos *pos,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *game),
    void *ctx, struct tabia_error *err);

/* How many games of a position the store counted. */
bool store_count_games(const struct tabia_store *store,
                       const struct tabia_pos *pos, uint64_t *games,
                       struct tabia_error *err);

/* The moves of an answer as those of a book: games are weights. How many. */
size_t store_answer_list_moves(const struct store_answer *answer,
                               struct tabia_book_move list[TABIA_MOVES_MAX]);
struct tabia_move_data store_move_data(const struct tabia_store_move *move);

#endif
