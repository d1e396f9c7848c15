/*
 * store.h - statistics of many games, in a .tabia file
 *
 *     struct tabia_source *source = tabia_source_open("g.tabia", NULL, err);
 *     const struct tabia_store *store = tabia_source_store(source, err);
 *     struct tabia_store_query query = { .pos = &pos, .player = "Tal, M" };
 *     done = store &&
 *            tabia_store_list_games(store, &query, on_game, ctx, NULL, err);
 *
 * source.h opens a store and looks positions up; here is what only a store has:
 * its games, by position and by player. A store belongs to its source.
 *
 * A store holds the games themselves and what they add up to, sorted by the
 * positions' keys. It is mapped, and never changed once written. A look-up
 * reads one line of the index and one block. Where only one game has the
 * position, it reads that game instead of a block, and replays it. If there are
 * evaluations, it reads a line and a block of these too. Blocks carry
 * checksums; a block is checked the first time it is read. Functions on a store
 * are safe from several threads.
 */
#ifndef TABIA_STORE_H
#define TABIA_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/chess.h"
#include "tabia/error.h"
#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds + 40 * increment: below 30, 180, 480, 1500, 21600, or more. */
enum tabia_speed {
    TABIA_SPEED_NONE, // unknown
    TABIA_SPEED_ULTRABULLET,
    TABIA_SPEED_BULLET,
    TABIA_SPEED_BLITZ,
    TABIA_SPEED_RAPID,
    TABIA_SPEED_CLASSICAL,
    TABIA_SPEED_CORRESPONDENCE,
    TABIA_SPEED_COUNT,
};

/* "blitz", as the Lichess API spells it; "unknown" for NONE. */
TABIA_API const char *tabia_speed_name(enum tabia_speed speed);

/*
 * Groups of the mean rating by their lower bounds: 0, 1000, 1200, 1400, 1600,
 * 1800, 2000, 2200, 2500; and one for games without ratings.
 */
enum { TABIA_RATING_GROUPS = 10, TABIA_RATING_NONE = 9 };

/* The lower bound of a group; 0 for TABIA_RATING_NONE as well. */
static inline unsigned tabia_rating_group_bound(unsigned group)
{
    static const uint16_t bounds[TABIA_RATING_NONE] = { 0,    1000, 1200,
                                                        1400, 1600, 1800,
                                                        2000, 2200, 2500 };
    return group < TABIA_RATING_NONE ? bounds[group] : 0;
}

/* What a store can be filtered by, a mask. */
enum tabia_dimension_flags {
    TABIA_DIMENSION_RATING = 1,
    TABIA_DIMENSION_SPEED = 2,
    TABIA_DIMENSION_MONTH = 4
};

struct tabia_store;

struct tabia_store_info {
    uint64_t positions, moves, games;
    uint64_t blocks, roots;
    unsigned dimensions;            // TABIA_DIMENSION_ mask
    unsigned schema;                // version of the layout
    uint32_t first_date, last_date; // dates of the games, yyyymmdd
    const char *player;     // the player whose games these are; NULL: all games
    const char *provenance; // JSON text: inputs, options, version, counts
    uint64_t evaluations;   // positions that have one
    uint64_t reserved[3];
};

TABIA_API struct tabia_store_info tabia_store_get_info(
    const struct tabia_store *store);

/* ---- looking up ------------------------------------------------------ */

/* All-zero means everything. */
struct tabia_store_filter {
    unsigned ratings;      // mask of 1u << group; 0: all
    unsigned speeds;       // mask of 1u << enum tabia_speed; 0: all
    uint32_t since, until; // yyyymm, both included; 0: open
    uint64_t reserved[4];
};

/* Games by their results; those without a known result are not in it. */
struct tabia_tally {
    uint64_t white, draws, black;
};

/* The games with a known result; tabia_move_data_games counts all. */
static inline uint64_t tabia_tally_games(const struct tabia_tally *r)
{
    return r->white + r->draws + r->black;
}

static inline void tabia_tally_add(struct tabia_tally *sum,
                                   const struct tabia_tally *more)
{
    sum->white += more->white;
    sum->draws += more->draws;
    sum->black += more->black;
}

struct tabia_store_move {
    tabia_move move;
    uint32_t source_index; // in a library's sum: the source of 'game'; else 0
    struct tabia_tally results;
    // ratings of the side to move and of the other: sum, and number of games
    uint64_t own_rating_sum, own_rated_games;
    uint64_t other_rating_sum, other_rated_games;
    uint32_t first_date,
        last_date; // dates yyyymmdd, unknown parts 0; 0: none known
    uint64_t game; // the only game; TABIA_GAME_NONE if there are more
};

/* A mean rating, rounded down as Lichess's explorer does; 0 without games. */
static inline uint64_t tabia_rating_mean(uint64_t sum, uint64_t rated_games)
{
    return rated_games ? sum / rated_games : 0;
}

#define TABIA_GAME_NONE UINT64_MAX

/* A game that is listed, and the move that it played in the position. */
struct tabia_store_game_ref {
    uint64_t game; // number for tabia_store_get_game
    tabia_move move;
    uint32_t source_index; // in a library's sum: the source of the game; else 0
};

/* Which games; all-zero: all of the position. */
struct tabia_store_months_options {
    const struct tabia_store_filter *filter; // or NULL
    const char *player;   // only games of this player, as in tabia_store_query;
                          // then any store can be filtered. Or NULL
    enum tabia_side side; // of the player: the pieces that he or she had
    uint64_t reserved[4];
};

/*
 * Calls 'on_month' with the results of a position in every month that has
 * games, oldest first, until it returns false. The month is 00 where only the
 * year is known, and 'yyyymm' is 0 without a date. 'options' may be NULL. False
 * with an error as for tabia_source_find, and if the store was not built by
 * month, unless a player is named.
 */
TABIA_API bool tabia_store_list_months(
    const struct tabia_store *store, const struct tabia_pos *pos,
    const struct tabia_store_months_options *options,
    bool (*on_month)(void *ctx, uint32_t yyyymm,
                     const struct tabia_tally *results),
    void *ctx, struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- finding games --------------------------------------------------- */

/* Casual and rated games, a mask. */
enum tabia_game_mode_flags {
    TABIA_GAME_MODE_CASUAL = 1,
    TABIA_GAME_MODE_RATED = 2
};

enum tabia_store_order {
    /*
     * As the store has them: those of a position move by move, most games
     * first; those of players name by name; each list ascending. For a position
     * and a player in one of the two ways, whichever is less work.
     */
    TABIA_STORE_ORDER_STORED,
    TABIA_STORE_ORDER_BEST,   // by mean rating, equal ones as stored
    TABIA_STORE_ORDER_NEWEST, // by date, equal ones in the reverse order
};

enum { TABIA_STORE_PAGE_MAX = 10000 }; // skip + max of a sorted list

/* Which games, and which of them; all-zero means all of the store. */
struct tabia_store_query {
    const struct tabia_pos *pos; // games that had this position; or NULL
    tabia_move move;             // and played this in it; or TABIA_MOVE_NONE
    const char *player; // case of A to Z and blanks do not matter; or NULL
    bool is_prefix;     // all players whose names begin with it, in either case
    enum tabia_side side; // of the player: the pieces that he or she had
    const struct tabia_store_filter *filter; // works for any store; or NULL
    unsigned modes;                          // TABIA_GAME_MODE_ mask; 0: all
    enum tabia_store_order order;
    uint64_t skip; // the number of games to skip first
    uint64_t max;  // the most games to list; 0: all, or what a page can hold

    /*
     * In a sorted list: only games behind this one, the last of the page
     * before; it must be a game of the store. So a page far down costs no more
     * than the first.
     */
    bool has_after;
    uint64_t after;

    /*
     * The most games to look at; 0: no limit. Those of a player are replayed
     * to see whether they had the position, and all that are replayed count.
     */
    uint64_t max_read;
    uint64_t reserved[4];
};

/* What tabia_store_list_games found beside the games that it listed. */
struct tabia_store_list_result {
    uint64_t total; // the games of the query, of those that were looked at
    bool is_cut;    // 'max_read' ended the search
    uint64_t reserved[4];
};

/*
 * Calls 'on_game' for the games of a query, each once, until it returns false.
 * In each, 'game' is the number for the functions below, and 'move' what was
 * played in the position, if there is one. A position is found whatever moves
 * led to it. 'query' may be NULL. 'result' may be NULL; else all games of the
 * query are counted, even after 'on_game' returned false.
 *
 * Every store can be filtered here, for the games themselves are compared. A
 * search looks at the games of the position or of the player; memory does not
 * grow with their number.
 *
 * Fails with TABIA_ERR_MISUSE for a move without a position, a side or a prefix
 * without a player, and an 'after' that is not a game of the store or in a list
 * that is not sorted; with TABIA_ERR_LIMIT for a sorted page beyond
 * TABIA_STORE_PAGE_MAX; and as tabia_source_find for a damaged file.
 */
TABIA_API bool tabia_store_list_games(
    const struct tabia_store *store, const struct tabia_store_query *query,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *game),
    void *ctx, struct tabia_store_list_result *result,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Calls 'on_player' with the players whose names begin with 'prefix' (NULL:
 * all), in either case, and how many games each has, in the order of their
 * names, until it returns false. The name is valid during the call. 'total'
 * gets how many such players there are; it may be NULL.
 */
TABIA_API bool tabia_store_list_players(
    const struct tabia_store *store, const char *prefix,
    bool (*on_player)(void *ctx, const char *name, uint64_t games), void *ctx,
    uint64_t *total, struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- games ----------------------------------------------------------- */

enum { TABIA_STORE_NAME_SIZE = 256, TABIA_GAME_ID_SIZE = 9 };

/* A game. Its texts are in it, as the file has them compressed. */
struct tabia_store_game {
    uint32_t date;       // yyyymmdd, unknown parts 0
    uint16_t ratings[2]; // by colour; 0: none
    enum tabia_speed speed;
    enum tabia_result result;    // WHITE, BLACK or DRAW
    bool is_rated;               // not a casual game, as far as the tags say
    const char *file;            // the name of the file it was read from
    uint64_t offset, length;     // of its text in the decompressed file
    char id[TABIA_GAME_ID_SIZE]; // 8 characters, base 62
    char players[2][TABIA_STORE_NAME_SIZE]; // UTF-8
    char event[TABIA_STORE_NAME_SIZE];
    uint64_t reserved[4];
};

/*
 * A game by its number, below tabia_store_info.games; another one fails with
 * TABIA_ERR_MISUSE, here and below.
 */
TABIA_API bool tabia_store_get_game(const struct tabia_store *store,
                                    uint64_t game, struct tabia_store_game *out,
                                    struct tabia_error *err) TABIA_MUST_CHECK;

enum { TABIA_STORE_PLIES_MAX = 1024 }; // most moves of a game in a store

/*
 * The moves of a game as far as the store counts them, from 'start' on. 'n' is
 * how many there are, at most TABIA_STORE_PLIES_MAX, of which the first 'max'
 * are set. All are legal. 'moves' may be NULL if 'max' is 0.
 */
TABIA_API bool tabia_store_get_moves(const struct tabia_store *store,
                                     uint64_t game, struct tabia_pos *start,
                                     tabia_move *moves, size_t max, size_t *n,
                                     struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The number of the game with an id. Fails with TABIA_ERR_NOT_FOUND if the
 * store has none; the file is not read.
 */
TABIA_API bool tabia_store_find_game(const struct tabia_store *store,
                                     const char *id, uint64_t *game,
                                     struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The PGN of a game, read from its 'file' in the current folder or in the
 * folder of 'path', the path of the store; NULL: where it was opened. Ends with
 * one line end, and a NUL; the caller frees it by tabia_free. Fails with
 * TABIA_ERR_IO when the file is not there, with TABIA_ERR_CORRUPT when other
 * players are named in that place.
 */
TABIA_API bool tabia_store_get_pgn(const struct tabia_store *store,
                                   uint64_t game, const char *path, char **text,
                                   size_t *size,
                                   struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- the whole ------------------------------------------------------- */

/* All-zero means the defaults. */
struct tabia_store_verify_options {
    tabia_problem_fn *on_problem;   // or NULL
    tabia_progress_fn *on_progress; // in blocks; or NULL
    tabia_stop_fn *is_stopped;      // or NULL
    void *ctx;                      // of all three
    uint64_t reserved[4];
};

/*
 * Checks the whole file: every checksum, the order of keys, every record. Calls
 * 'on_problem' for each fault. True if there was none; else the error is the
 * first of them, or that it was stopped. 'options' may be NULL.
 */
TABIA_API bool tabia_store_verify(
    const struct tabia_store *store,
    const struct tabia_store_verify_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
