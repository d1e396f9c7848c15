/*
 * pgn_comment.h - the commands inside PGN comments
 *
 *     {[%eval 0.17,20] [%eco B90] [%opening Najdorf Variation] a text}
 *
 * %eval is known everywhere; %eco and %opening are ours, and name positions
 * that the tags of a game cannot. All others are text to us.
 */
#ifndef FORMAT_PGN_COMMENT_H
#define FORMAT_PGN_COMMENT_H

#include "base/buf.h"
#include "tabia/book.h"

enum { PGN_EVAL_SIZE = 32 };

/*
 * The first %eval of a comment that can be read. 'start' and 'end' get where
 * its argument stands.
 */
bool pgn_comment_find_eval(const char *text, struct tabia_eval *eval,
                           size_t *start, size_t *end);

/* Prints the argument of an %eval. Returns its length. */
size_t pgn_comment_print_eval(const struct tabia_eval *eval,
                              char buf[PGN_EVAL_SIZE]);

/* Same kind, value and depth? */
bool pgn_comment_is_same_eval(const struct tabia_eval *a,
                              const struct tabia_eval *b);

/*
 * Adds a text of the file to 'dst': as UTF-8, every run of blanks and line
 * ends as one blank, none at the ends, a line end between it and what is there.
 */
bool pgn_comment_add(struct buf *dst, size_t from, const char *text,
                     size_t len);

/* Forgets what stands behind the first 'size' bytes. */
void pgn_comment_cut(struct buf *text, size_t size);

/* Taking commands out of a comment. Set the first two members. */
struct pgn_commands {
    struct buf *text;
    const char *const *names; // of the commands, up to NULL
    size_t in, out;           // how far the text is read, and kept
};

/*
 * Moves the argument of the next command "[%name ...]" to 'value' and returns
 * its name; NULL at the end, when the text is what is left. A command that
 * comes about when others are gone is one too, so that nothing left is.
 */
const char *pgn_comment_next(struct pgn_commands *it, struct buf *value);

#endif
