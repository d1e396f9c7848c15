/*
 * names.h - names of openings
 *
 *     struct tabia_names *names = tabia_names_load(NULL, err);
 *     struct tabia_name name;
 *     if (names && tabia_names_find_line(names, NULL, moves, n, &name, NULL))
 *         puts(name.name);
 *
 * Positions have names, not sequences of moves: 1.c4 d5 2.d4 is a Queen's
 * Gambit. A position without its own name has that of the last named position
 * on the way to it. Any number of threads may use a set of names.
 */
#ifndef TABIA_NAMES_H
#define TABIA_NAMES_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_names;

/* The texts belong to the set; NULL where it has none. */
struct tabia_name {
    const char *name;
    const char *eco;
};

/* All-zero means the defaults. */
struct tabia_names_options {
    /*
     * Files of any format, such as Lichess's table, which is five files, or
     * Scid's list; ended by NULL. NULL: the built-in names, which are those of
     * Lichess.
     */
    const char *const *paths;
    uint64_t reserved[4];
};

/*
 * Loads the names and ECO codes of positions; where a position has several, the
 * first. 'options' may be NULL.
 */
TABIA_API struct tabia_names *tabia_names_load(
    const struct tabia_names_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_names_free(struct tabia_names *names);

/* How many positions have a name. */
TABIA_API uint32_t tabia_names_count(const struct tabia_names *names);

/*
 * The position's own name. If it has none, returns false and leaves 'name' as
 * it is; so a call after every move of a game gives the name of the opening.
 */
TABIA_API bool tabia_names_find(const struct tabia_names *names,
                                const struct tabia_pos *pos,
                                struct tabia_name *name);

/*
 * The name of the position after 'n' legal moves from 'start' (NULL: the
 * starting position), which is the last name on the way. 'ply', if not NULL,
 * gets the number of moves before that name. False if no position on the way
 * has one.
 */
TABIA_API bool tabia_names_find_line(const struct tabia_names *names,
                                     const struct tabia_pos *start,
                                     const tabia_move *moves, size_t n,
                                     struct tabia_name *name, size_t *ply);

#ifdef __cplusplus
}
#endif

#endif
