/*
 * key_walk.h - from a file that knows positions by their keys to a book
 *
 * Such a file has no positions, so they have to be met on the board: along
 * its own moves from the initial position, then from every other position that
 * may be in it, in the order of how likely that is. What is never met stays
 * unknown, and is counted.
 *
 * A book for one side has none of the other side's moves. A bridge is a legal
 * move that the file does not have, and that leads to a position which it has
 * and which was not met before; it joins the book as a passive one: known, not
 * to be played.
 */
#ifndef FORMAT_KEY_WALK_H
#define FORMAT_KEY_WALK_H

#include "format/format_def.h"

/* How far to look for positions; each does what those before it do. */
enum key_walk_reach {
    KEY_WALK_START = 1, // from the initial position and those given
    KEY_WALK_KNOWN,     // from all starts of Chess960 and the default book
    KEY_WALK_NEAR,      // one move away from those that are known
    KEY_WALK_BRIDGE,    // the same, and that move joins the book
};

struct key_walk_settings {
    enum key_walk_reach reach;
    const char *positions; // the path of a file, or NULL
};

/*
 * The rows of a format whose struct of settings begins with the one above;
 * 'usual' is a text.
 */
#define KEY_WALK_SETTINGS(usual)                                               \
    SETTING_FILE(struct key_walk_settings, positions, "positions",             \
                 TABIA_WHEN_READING,                                           \
                 "look for these positions too: FEN, EPD or PGN"),             \
        SETTING_WORD(struct key_walk_settings, reach, "walk",                  \
                     TABIA_WHEN_READING, "start|known|near|bridge", usual,     \
                     "how far to look for the positions behind the keys")

/* What the file has for a position. */
enum key_walk_look {
    KEY_WALK_NOTHING,
    KEY_WALK_MET,     // entries that were visited
    KEY_WALK_UNMET,   // legal moves that were not
    KEY_WALK_ILLEGAL, // entries that were not, without a legal move
};

/* How the walk asks a file. */
struct key_walk_file {
    enum key_walk_look (*look)(void *ctx, const struct tabia_pos *pos);
    /*
     * The moves of a position, which are visited then. Reports what is wrong
     * with them; false ends the walk.
     */
    bool (*visit)(void *ctx, const struct tabia_pos *pos,
                  struct tabia_entry list[TABIA_MOVES_MAX], size_t *n);
    /* Entries that stand for moves, and of these the ones visited. */
    void (*count)(void *ctx, size_t *nall, size_t *nvisited);
    void *ctx;
};

/*
 * Adds all that is met to 'out'. Warnings count the bridges, and the entries
 * that were not met.
 */
bool key_walk(const struct key_walk_file *file,
              const struct key_walk_settings *settings,
              const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err);

/* ---- positions from a file (key_walk_places.c) ----------------------- */

/* False to stop; the error is then set where key_walk_places was given one. */
typedef bool key_walk_place_fn(void *ctx, const struct tabia_pos *pos);

/*
 * Calls 'each' for the positions of a file: FEN or EPD lines, or PGN. What is
 * wrong with a game is a warning, with a line an error.
 */
bool key_walk_places(const char *path, const struct tabia_read_options *options,
                     key_walk_place_fn *each, void *ctx,
                     struct tabia_error *err);

#endif
