/*
 * openings_line.h - reading the lines of Chess Openings text into a graph
 */
#ifndef FORMAT_OPENINGS_LINE_H
#define FORMAT_OPENINGS_LINE_H

#include "base/text.h"
#include "format/openings.h"

extern const char openings_arrow[], openings_start[]; // "->", "start"

struct opening_reader {
    struct text text;
    struct opening_graph graph;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct buf comment;       // of the lines since the last transition
    struct tabia_error begun; // where it began
    bool is_old;              // states of version 2.0
    uint64_t nskipped;        // bad lines, when lenient
    uint64_t nraw;            // FENs that are not normalised
    struct tabia_error raw;   // the place of the first
};

/* ---- parts of lines -------------------------------------------------- */

struct span span_trim(const char *p, const char *end);

bool span_is(struct span s, const char *text);

/* The first place of 'word' in a span, or NULL. */
const char *span_find(struct span s, const char *word);

/* Does it look like a state, not like a move? */
bool openings_is_state(struct span s);

/* ---- lines ----------------------------------------------------------- */

/* An error without words at 'at', for what is told later. */
struct tabia_error openings_place(struct opening_reader *r, const char *at);

/* Tells a problem at 'at'. Returns whether reading may go on. */
bool openings_problem(struct opening_reader *r, enum tabia_problem kind,
                      const char *at, enum tabia_status status,
                      const char *msg);

/*
 * Is it UTF-8 without a NUL? If not, tells so; *goes_on says whether reading
 * may nevertheless.
 */
bool openings_check_bytes(struct opening_reader *r, struct span line,
                          bool *goes_on);

/* Adds the current line to the graph. False when reading has to end. */
bool openings_read_line(struct opening_reader *r);

/* Like openings_resolve, but tells of a move that there is not. */
bool openings_resolve_or_tell(struct opening_reader *r, uint32_t move);

#endif
