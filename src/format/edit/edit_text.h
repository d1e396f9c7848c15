/*
 * edit_text.h - the words of a text for editing, for its reader and writer
 *
 *     text key "title" value "My book"
 *     root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *       e4 weight 3
 *       f3 passive remark "weakens e1-h4"
 *     position rnbqkbnr/... b KQkq - eco "B00" name "King's Pawn Game"
 *       e5
 *
 * One line per position and per move, with everything that the book says
 * about it; docs/edit.md has the grammar. Reading what was written gives the
 * same book, whatever format it came from, up to the numbers of its nodes.
 */
#ifndef FORMAT_EDIT_TEXT_H
#define FORMAT_EDIT_TEXT_H

#include "base/buf.h"
#include "base/text.h"
#include "format/format_def.h"

enum { EDIT_ROOT_FIELDS = 6, EDIT_POSITION_FIELDS = 4 };

enum { EDIT_TEXTS = 8 }; // more than a line can have

/* The line at hand, and the texts that were read in it. */
struct edit_line {
    struct text text;
    struct buf texts[EDIT_TEXTS];
    size_t ntexts;
};

struct edit_word {
    const char *p, *end;
};

/* The next word; false at the end of the line, and then it is empty. */
bool edit_next_word(struct text *t, struct edit_word *word);

bool edit_word_is(const struct edit_word *word, const char *text);

/* "expected ..., found ..." with the word at 'at'. Returns false. */
bool edit_fail_found(struct text *t, const char *at, const char *want);

/* A string in quotes, which lives as long as the line. */
bool edit_read_string(struct edit_line *line, const char **text);

/* The values up to the end of the line. */
bool edit_read_node(struct edit_line *line, struct tabia_node_data *data);
bool edit_read_move(struct edit_line *line, struct tabia_move_data *data);

bool edit_text_write(const struct tabia_book *book,
                     const struct tabia_write_options *options,
                     struct sink *dst, struct tabia_report *report,
                     struct tabia_error *err);

#endif
