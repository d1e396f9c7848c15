/*
 * openings_line.h - reading the lines of Chess Openings text into a graph
 */
#ifndef FORMAT_OPENINGS_LINE_H
#define FORMAT_OPENINGS_LINE_H

#include "base/text.h"
#include "format/openings/openings.h"

extern const char openings_arrow[], openings_start[]; // "->", "start"

struct openings_reader {
    struct text text;
    struct openings_graph graph;
    struct read_job *job;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct buf comment;       // of the lines since the last transition
    struct tabia_error begun; // where it began
    bool takes_old;           // states of version 2.0
    bool takes_fen;           // with both, each state is judged by itself
    uint64_t nskipped;        // bad lines, when lenient
    uint64_t nraw;            // FENs that are not normalised
    struct tabia_error raw;   // the place of the first
};

/* ---- parts of lines -------------------------------------------------- */

struct openings_span openings_span_trim(const char *p, const char *end);

bool openings_span_is(struct openings_span s, const char *text);

/* The first place of 'word' in a span, or NULL. */
const char *openings_span_find(struct openings_span s, const char *word);

/* True for what looks like a FEN or the start, not like a move. */
bool openings_is_state(struct openings_span s);

/* True for what has to be a state of version 2.0 in this file. */
bool openings_is_old_state(const struct openings_reader *r,
                           struct openings_span s);

/* What stands right of an arrow, without the comment after a colon. */
struct openings_span openings_target(const char *p, const char *end);

/* ---- lines ----------------------------------------------------------- */

/* An error without words at 'at', for what is reported later. */
struct tabia_error openings_location(struct openings_reader *r, const char *at);

/* Reports a problem at 'at'. True if reading may go on. */
bool openings_problem(struct openings_reader *r, enum tabia_severity severity,
                      const char *at, enum tabia_status status,
                      const char *msg);

/*
 * True for UTF-8 without a NUL; else reports it, and *goes_on is set if reading
 * may go on.
 */
bool openings_check_bytes(struct openings_reader *r, struct openings_span line,
                          bool *goes_on);

/* Adds the current line to the graph. False when reading has to end. */
bool openings_read_line(struct openings_reader *r);

/*
 * A capture en passant from a normalised FEN is legal if the file has the
 * double step before it, which may stand in a later line.
 */
enum openings_patience { OPENINGS_MAY_WAIT, OPENINGS_NOW };

/* Finds the transitions that have no move yet; reports those that are wrong. */
bool openings_resolve_rest(struct openings_reader *r,
                           enum openings_patience patience);

#endif
