/*
 * eco.h - lines with names, for the readers of both kinds of files
 */
#ifndef FORMAT_ECO_H
#define FORMAT_ECO_H

#include "base/buf.h"
#include "base/text.h"
#include "format/formats.h"

enum {
    ECO_MOVES_MAX = 1024, // plies of a line
    ECO_LEN = 3,          // of a code without what Scid adds
};

/* One line, collected before it goes into the book. */
struct eco_line {
    struct tabia_pos pos; // after its moves
    tabia_move moves[ECO_MOVES_MAX];
    uint32_t cols[ECO_MOVES_MAX], lines[ECO_MOVES_MAX];
    size_t nmoves;
    struct buf eco, name;
};

struct eco_reader {
    struct text text;
    struct tabia_builder *out;
    struct read_job *job;
    struct tabia_error *err;    // of the whole reading
    struct tabia_error problem; // of the line at hand
    struct eco_line line;
    struct buf header;
};

/* Empties the line and makes the text's errors those of a line. */
void eco_begin_line(struct eco_reader *r);

/*
 * Plays the move in the word from 'p' to 'end', a part of the current line of
 * text: SAN or UCI, with or without a number before it. A number alone, as in
 * "1. e4", is skipped.
 */
bool eco_play_word(struct eco_reader *r, const char *p, const char *end);

/* Adds the line to the book; a fault in it is reported instead. */
bool eco_end_line(struct eco_reader *r, bool is_good);

/* True for a code, A00 to E99, followed by Scid's letter and digit. */
bool eco_is_code(const char *text, size_t len);

/* Scid's list of names; see eco_scid.c. */
enum format_match eco_scid_detect(struct tabia_bytes bytes);
bool eco_scid_read(struct eco_reader *r);

/* Rows sorted by code and name; see eco_write.c. */
bool eco_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
