/*
 * ct800_scan.c - reading the lines of CT800 text
 *
 * Lenient: lines of any length, and a lone CR ends a line. ct800_comment.c has
 * the comments.
 */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "book/builder_def.h"
#include "chess/move_code.h"
#include "format/ct800/ct800.h"
#include "format/ct800/ct800_key.h"
#include "format/format_io.h"
#include "base/banned.h"

enum { MOVE_LEN = 4 };

/* A position of the current line; the first is before its first move. */
struct scan_step {
    struct tabia_builder_cursor at;
    unsigned squares; // of the move that led here
};

struct ct800_scanner {
    struct ct800_scan *scan;
    struct text text;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct scan_step *path; // owned
    size_t path_room;
    size_t nknown; // steps of 'path' that the lines before have played
    struct ct800_comments comments;
};

/* ---- bytes ----------------------------------------------------------- */

/* What ends the moves of a line, beside its end. */
static bool is_stop(char c)
{
    return c == '(' || c == '\0';
}

static bool at_stop(const char *p, const char *end)
{
    return p == end || is_stop(*p);
}

static unsigned file_of(char c)
{
    return (unsigned)(unsigned char)(c | 0x20) - 'a';
}

static unsigned rank_of_digit(char c)
{
    return (unsigned)(unsigned char)c - '1';
}

static bool is_mark(char c)
{
    return c == '?' || c == 'x' || c == 'X';
}

/* How many of the next four bytes are right for a move. */
static int count_right(const char *p, const char *end)
{
    int n = 0;
    while (n < MOVE_LEN && p + n < end &&
           (n % 2 ? rank_of_digit(p[n]) : file_of(p[n])) < 8)
        n++;
    return n;
}

/* from << 6 | to, of four bytes that are right. */
static unsigned squares_of(const char *p)
{
    const unsigned from = 8 * rank_of_digit(p[1]) + file_of(p[0]);
    const unsigned to = 8 * rank_of_digit(p[3]) + file_of(p[2]);
    return from << 6 | to;
}

/* ---- findings -------------------------------------------------------- */

/*
 * Reports a finding: the 'len' bytes at 'start', the wrong one being at 'at'.
 * The rest of the line is skipped; false: the caller has had enough.
 */
static bool report_fault(struct ct800_scanner *r, enum ct800_fault fault,
                         const char *at, const char *start, size_t len)
{
    const struct text *t = &r->text;
    struct ct800_finding finding = {
        .fault = fault,
        .line = t->line ? t->line : 1,
        .col = (uint32_t)(at - t->line_start) + 1,
        .move_col = (uint32_t)(start - t->line_start) + 1,
        .offset = (uint64_t)(at - t->src),
    };
    memcpy(finding.token, start, len < MOVE_LEN ? len : MOVE_LEN);
    r->scan->errors++;
    return r->scan->on_finding(r->scan->ctx, &finding);
}

/* ---- lines ----------------------------------------------------------- */

/*
 * Plays a move from step 'n - 1' to step 'n'. Lines mostly begin like the one
 * before them, so what that has played is repeated, not played again.
 */
static bool scan_play(struct ct800_scanner *r, size_t n, unsigned squares,
                      bool *is_legal)
{
    struct scan_step *to = &r->path[n];
    *is_legal = true;
    if (n < r->nknown && to->squares == squares) {
        to->at.node = r->path[n - 1].at.node;
        return builder_repeat(r->out, &to->at, to->at.edge, &to->at.pos,
                              r->err);
    }
    r->nknown = n; // until this one is played
    to->at = r->path[n - 1].at;
    to->squares = squares;
    const tabia_move mv =
        move_make_plain(&to->at.pos, squares >> 6, squares & 63);
    struct tabia_error failure = { 0 };
    if (tabia_builder_play(r->out, &to->at, mv, &failure)) {
        r->nknown = n + 1;
        return true;
    }
    *is_legal = false;
    return failure.status == TABIA_ERR_ILLEGAL || error_pass(r->err, &failure);
}

/* Lines begin at the starting position, which is a root from then on. */
static bool scan_begin_line(struct ct800_scanner *r)
{
    struct tabia_builder_cursor *root = &r->path[0].at;
    if (r->nknown)
        return builder_restart(r->out, root, r->err);
    r->nknown = 1;
    return tabia_builder_start(r->out, NULL, root, r->err);
}

/* The mark behind the move at 'start', and where it is. */
static bool scan_move_data(struct ct800_scanner *r, uint32_t edge,
                           const char *start)
{
    struct text *t = &r->text;
    struct tabia_move_data data = { 0 };
    if (t->p < t->end && is_mark(*t->p)) {
        data.has |= TABIA_HAS_MARK;
        data.mark = *t->p++ == '?' ? TABIA_MARK_PASSIVE : TABIA_MARK_AVOIDED;
    }
    if (r->scan->job->user->keep_location) {
        data.has |= TABIA_HAS_LOCATION;
        data.line = t->line;
        data.col = (uint32_t)(start - t->line_start) + 1;
    }
    return !data.has || tabia_builder_set_move(r->out, edge, &data, r->err);
}

/* Reads a line of moves up to its end, its comment or its first fault. */
static bool scan_moves(struct ct800_scanner *r)
{
    struct text *t = &r->text;
    size_t n = 0;
    do {
        const char *start = t->p;
        const int nright = count_right(start, t->end);
        if (nright < MOVE_LEN) { // too few bytes for a move, or wrong ones
            size_t len = 0;
            while (len < MOVE_LEN && !at_stop(start + len, t->end) &&
                   (unsigned char)start[len] > ' ')
                len++;
            return report_fault(
                r, len < MOVE_LEN ? CT800_FAULT_SHORT : CT800_FAULT_CHARACTER,
                start + nright, start, len);
        }

        n++;
        if (!FORMAT_RESERVE(r->scan->job, r->path, r->path_room, n + 1, r->err))
            return false;
        if (n == 1 && !scan_begin_line(r))
            return false;
        const unsigned squares = squares_of(start);
        bool is_legal;
        if (!scan_play(r, n, squares, &is_legal))
            return false;
        if (!is_legal) {
            const struct tabia_pos *pos = &r->path[n - 1].at.pos;
            const unsigned from = squares >> 6, to = squares & 63;
            const enum ct800_fault fault =
                ct800_fault_find(pos, from, to, move_find_plain(pos, from, to));
            return report_fault(r, fault ? fault : CT800_FAULT_UNKNOWN, start,
                                start, MOVE_LEN);
        }
        r->scan->plies++;
        t->p += MOVE_LEN;
        if (!scan_move_data(r, r->path[n].at.edge, start))
            return false;
        if (!at_stop(t->p, t->end) && !text_is_blank(*t->p))
            return report_fault(r, CT800_FAULT_BLANK, t->p, t->p, 1);
    } while (text_skip_blanks(t) && !is_stop(*t->p));

    return t->p == t->end || *t->p != '(' ||
           ct800_comment_set(r->out, r->path[n].at.node, t->p + 1, t->end,
                             r->err);
}

static bool scan_lines(struct ct800_scanner *r)
{
    struct text *t = &r->text;
    while (text_next_line(t)) {
        bool goes_on;
        r->scan->lines++;
        if (!text_skip_blanks(t) || *t->p == '\0')
            continue;
        if (*t->p == '#' || *t->p == '(')
            goes_on =
                ct800_comment_keep(&r->comments, r->out, t->p, t->end, r->err);
        else if (!ct800_comments_end(&r->comments, r->out, r->err))
            return false;
        else if (file_of(*t->p) >= 8)
            goes_on = report_fault(r, CT800_FAULT_START, t->p, t->p, 1);
        else
            goes_on = scan_moves(r);
        if (!goes_on)
            return false;
    }
    return ct800_comments_end(&r->comments, r->out, r->err);
}

bool ct800_scan_text(struct ct800_scan *scan, struct tabia_bytes bytes,
                     struct tabia_builder *out, struct tabia_error *err)
{
    struct ct800_scanner r = {
        .scan = scan,
        .out = out,
        .err = err,
    };
    bool ok;
    size_t mark_size;
    const enum text_encoding encoding = text_detect(bytes, &mark_size);
    if (encoding == TEXT_PLAIN || encoding == TEXT_UTF8_MARK) {
        ok = text_init(&r.text, bytes, NULL, err) && scan_lines(&r);
    } else {
        const struct ct800_finding finding = {
            .fault = mark_size == 4 ? CT800_FAULT_UTF32 : CT800_FAULT_UTF16,
            .line = 1,
            .col = 1,
        };
        scan->errors++;
        ok = scan->on_finding(scan->ctx, &finding);
    }
    buf_clear(&r.comments.header);
    free(r.path);
    return ok;
}

bool ct800_looks_right(const char *p, const char *end, size_t *nmoves)
{
    *nmoves = 0;
    while (!at_stop(p, end)) {
        if (count_right(p, end) < MOVE_LEN)
            return false;
        p += MOVE_LEN;
        ++*nmoves;
        if (p < end && is_mark(*p))
            p++;
        if (!at_stop(p, end) && !text_is_blank(*p))
            return false;
        while (p < end && text_is_blank(*p))
            p++;
    }
    return true;
}
