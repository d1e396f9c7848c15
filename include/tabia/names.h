/*
 * names.h - what openings are called
 *
 *     struct tabia_names *names = tabia_names_load(NULL, err);
 *     struct tabia_name name;
 *     if (tabia_names_line(names, NULL, moves, n, &name, NULL))
 *         puts(name.name);
 *
 * Positions have names, moves have not: 1.c4 d5 2.d4 is a Queen's Gambit. A
 * position without a name of its own is called by the last named position on
 * the way to it. A table of names is safe to use from any number of threads.
 */
#ifndef TABIA_NAMES_H
#define TABIA_NAMES_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_names;

/* The texts belong to the table; NULL where it has none. */
struct tabia_name {
    const char *name;
    const char *eco;
};

/*
 * The positions of a file that have a name or an ECO code; where a position has
 * several, the first. Any format will do, such as Lichess's table or Scid's
 * list. NULL: the built-in names, which are Lichess's.
 */
TABIA_API struct tabia_names *tabia_names_load(
    const char *path, struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_names_free(struct tabia_names *names);

/* How many positions have a name. */
TABIA_API uint32_t tabia_names_count(const struct tabia_names *names);

/*
 * The name of this very position. False, and 'name' stays as it is, if it has
 * none; so calling it after every move follows a game.
 */
TABIA_API bool tabia_names_find(const struct tabia_names *names,
                                const struct tabia_pos *pos,
                                struct tabia_name *name);

/*
 * The name of the position after 'n' legal moves from 'start' (NULL: the
 * initial position): the last one on the way. 'ply', if not NULL, gets after
 * how many moves it stood. False if no position on the way has a name.
 */
TABIA_API bool tabia_names_line(const struct tabia_names *names,
                                const struct tabia_pos *start,
                                const tabia_move *moves, size_t n,
                                struct tabia_name *name, size_t *ply);

#ifdef __cplusplus
}
#endif

#endif
