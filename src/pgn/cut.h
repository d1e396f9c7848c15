/*
 * cut.h - where a text of games may be cut
 */
#ifndef PGN_CUT_H
#define PGN_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

/*
 * The first byte at or after 'from' where a game with tags begins: a line that
 * begins with a tag, behind one that does not. 'bytes.size' if there is none.
 * Parts of a file that are cut there can be read separately.
 */
size_t cut_next(struct tabia_bytes bytes, size_t from);

/*
 * Where to search on for a game's beginning, at or behind 'from', after none
 * was found in 'text' and more was added to it: its last line may become one.
 */
size_t cut_resume(struct tabia_bytes text, size_t from);

/* Where the last game of a text begins, or 0. */
size_t cut_last(struct tabia_bytes text);

/*
 * How much of a text that begins with a game, and was cut off anywhere, holds
 * whole games. The last one is whole only if its result stands at the end of
 * a line.
 */
size_t cut_whole(struct tabia_bytes text);

/* How many lines end in a text: by LF, CR LF or CR. */
uint32_t cut_count_lines(struct tabia_bytes text);

#endif
