/*
 * pgn_tags.h - the tags of a game that is written
 */
#ifndef FORMAT_PGN_TAGS_H
#define FORMAT_PGN_TAGS_H

#include "format/format_def.h"

struct pgn_game {
    const struct tabia_book *book;
    const struct tabia_write_options *options;
    const struct tabia_pos *start;
    const char *eco, *opening; // of the game's last position, or NULL
};

/*
 * Writes the tags and the empty line after them: the seven of the roster,
 * then the others in the order of their names. They come, the first that has
 * one, from the option "tag", the position, the book's texts, and '?'.
 * 'result' gets the value of the tag Result, if it is one, else "*"; it lives
 * as long as book and options. 'is_named' tells whether code and name are
 * among the tags: only without a result are they about the last position.
 */
bool pgn_tags_write(const struct pgn_game *game, struct sink *dst,
                    const char **result, bool *is_named,
                    struct tabia_error *err);

#endif
