/*
 * pgn_tags.h - the tags of a game that is written
 */
#ifndef FORMAT_PGN_TAGS_H
#define FORMAT_PGN_TAGS_H

#include "book/game_tags.h"
#include "format/format_contract.h"

struct pgn_game {
    const struct tabia_book *book;
    const struct tabia_write_options *options;
    const struct game_tags_common *common; // of all games of the book
    uint32_t node;                         // the root, whose tags these are
    const struct tabia_pos *start;
    const char *eco, *opening; // of the game's last position, or NULL
    long long nplies;          // of its main line; -1: not known
};

/*
 * Writes the tags and the empty line after them. 'result' gets the value of
 * the tag Result, if it is one, else "*"; it lives as long as the program.
 * 'is_named' is set if code and name of the last position are among the
 * tags: only without a result are they about it.
 */
bool pgn_tags_write(const struct pgn_game *game, struct sink *dst,
                    const char **result, bool *is_named,
                    struct tabia_error *err);

#endif
