/*
 * game_list.h - games of a position or a player, filtered and sorted
 *
 *     const struct game_selection selection = { .pos = &pos,
 *                                               .player = "Adler" };
 *     if (game_list_sum(store, &selection, &answer, err)) ...
 *
 * Every store can be filtered here, whatever it was built by, because the games
 * themselves are compared. A search looks at the games of the position or of
 * the player, whichever is less work. tabia_store_list_games lists them: of a
 * sorted list only the games of the page are kept, so memory does not grow with
 * the number of games, and 'max' limits the time.
 */
#ifndef STORE_GAME_LIST_H
#define STORE_GAME_LIST_H

#include "store/store_internal.h"

/* The colours that a player may have, as a mask of 1u << enum tabia_color. */
static inline unsigned game_list_colors(enum tabia_side side)
{
    return side ? 1u << (side - TABIA_SIDE_WHITE) : 0;
}

/* Which games; all-zero: every game. */
struct game_selection {
    const struct tabia_pos *pos; // that had this position where it counts
    tabia_move move;             // and played this; or TABIA_MOVE_NONE
    struct tabia_store_filter filter;
    unsigned modes;     // TABIA_GAME_MODE_ mask; 0: all
    const char *player; // case (of A to Z) and blanks do not matter; or NULL
    bool is_prefix;     // all whose names begin with it, in either case
    unsigned colors;    // of the player: 1u << enum tabia_color; 0: both
    uint64_t max;       // the most games to look at; 0: no limit
};

/* What the games of a selection with a position and a player add up to. */
bool game_list_sum(const struct tabia_store *store,
                   const struct game_selection *selection,
                   struct store_answer *answer, struct tabia_error *err);

struct store_ranked;

/*
 * Calls 'on_ranked' with every game of the walk and its row, until it returns
 * false.
 */
bool game_list_each(const struct tabia_store *store,
                    const struct game_selection *selection,
                    bool (*on_ranked)(void *ctx,
                                      const struct store_ranked *ranked),
                    void *ctx, struct tabia_error *err);

/* Whether a player has games with one of these colours; 0: with any. */
bool game_list_has_player(const struct tabia_store *store, const char *player,
                          unsigned colors, bool *is_there,
                          struct tabia_error *err);

/*
 * Calls 'on_game' for each game of a player, as store_list_player_games does.
 */
bool game_list_player_games(const struct tabia_store *store, const char *player,
                            bool (*on_game)(void *ctx, uint64_t game,
                                            enum tabia_color color),
                            void *ctx, struct tabia_error *err);

/* True if both names mean the same player, as for 'tabia build --player'. */
bool game_list_is_player(const char *name, const char *player);

#endif
