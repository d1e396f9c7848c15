/*
 * ct800.h - what the files of the CT800 text format share
 */
#ifndef FORMAT_CT800_H
#define FORMAT_CT800_H

#include "base/buf.h"
#include "format/ct800/ct800_fault.h"
#include "format/format_contract.h"

/* A fault and its place. */
struct ct800_finding {
    enum ct800_fault fault;
    uint32_t line;
    uint32_t col;      // of the very byte that is wrong
    uint32_t move_col; // of the move, or of the byte where there is none
    uint64_t offset;
    char token[5]; // the move or the byte, as it stands in the line
};

/* How a text is read, and what was counted. */
struct ct800_scan {
    /* Called for every finding; true: go on with the next line. */
    bool (*on_finding)(void *ctx, const struct ct800_finding *finding);
    void *ctx;
    struct read_job *job;
    uint32_t lines, plies, errors;
};

/*
 * Adds the lines of 'bytes' to 'out'. False for want of memory, or because
 * on_finding did not want to go on.
 */
bool ct800_scan_text(struct ct800_scan *scan, struct tabia_bytes bytes,
                     struct tabia_builder *out, struct tabia_error *err);

/* True if the line is well-formed, legal or not. Counts its moves. */
bool ct800_looks_right(const char *p, const char *end, size_t *nmoves);

/* ---- comments (ct800_comment.c) -------------------------------------- */

/* A comment has this form when it names an ECO code: "C84 Ruy Lopez". */
bool ct800_is_eco(const char *text, size_t len);

/* Gives a node what the text behind '(' says of it. */
bool ct800_comment_set(struct tabia_builder *out, uint32_t node,
                       const char *text, const char *end,
                       struct tabia_error *err);

/* The lines of comment. The zero value is before the first. */
struct ct800_comments {
    struct buf header; // the '#' lines before the first move; owned
    bool has_moves;    // the header is over
};

/* Keeps a line of comment, from its '#' or '(' on. */
bool ct800_comment_keep(struct ct800_comments *c, struct tabia_builder *out,
                        const char *text, const char *end,
                        struct tabia_error *err);

/* Ends the header: the first move comes, or the end of the text. */
bool ct800_comments_end(struct ct800_comments *c, struct tabia_builder *out,
                        struct tabia_error *err);

/* ---- writing (ct800_write.c) ----------------------------------------- */

bool ct800_write(const struct tabia_book *book,
                 const struct tabia_write_options *options, struct sink *dst,
                 struct tabia_report *report, struct tabia_error *err);

#endif
