/*
 * pgn_kept.h - what a book keeps of the tags of its games
 *
 *     pgn_kept_init(&kept);
 *     for each game:
 *         pgn_kept_begin(&kept);
 *         pgn_kept_add(&kept, name, value, err);   // for each tag
 *         ... kept.result, kept.eco, kept.opening ...
 *     pgn_kept_add_texts(&kept, out, err);
 *     pgn_kept_clear(&kept);
 *
 * Texts are UTF-8. The tags of the only game in a file are texts of the book;
 * those of several are not, but for the side at the bottom of the board, if
 * all agree on it: the book is for that side.
 */
#ifndef FORMAT_PGN_KEPT_H
#define FORMAT_PGN_KEPT_H

#include "base/buf.h"
#include "tabia/builder.h"
#include "tabia/pgn.h"

struct pgn_kept {
    struct buf tags, title, author; // of the first game
    struct buf eco, opening;        // of the current game
    enum tabia_pgn_result result;   // the same: of its tag
    struct buf value;               // just being read
    const char *side;               // "white", "black", or NULL
    bool has_sides;                 // games are for different ones
    size_t ngames;
};

void pgn_kept_init(struct pgn_kept *kept);

/* The next game begins. */
void pgn_kept_begin(struct pgn_kept *kept);

bool pgn_kept_add(struct pgn_kept *kept, struct tabia_pgn_text name,
                  struct tabia_pgn_text value, struct tabia_error *err);

/* Keeps the result of a game that was played to its end, as a tag. */
bool pgn_kept_result(struct pgn_kept *kept, enum tabia_pgn_result result,
                     struct tabia_error *err);

/* Drops the tags that have become the name of a position. */
void pgn_kept_drop_names(struct pgn_kept *kept);

bool pgn_kept_add_texts(const struct pgn_kept *kept, struct tabia_builder *out,
                        struct tabia_error *err);

void pgn_kept_clear(struct pgn_kept *kept);

#endif
