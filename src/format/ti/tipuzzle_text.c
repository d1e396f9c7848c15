/*
 * tipuzzle_text.c - the text of TI-Chess's puzzle compiler
 *
 *     // a comment, or # a comment
 *     [D]Mate in 2
 *     [S]1: Qh7#
 *     8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - - 0 1
 *
 * Tags and comments begin in the first column. A puzzle has up to three
 * lines of description and up to four of solution, in any order, of up to 32
 * bytes; the position in FEN ends it. Text is taken byte by byte, blanks
 * included; whatever is not ASCII stays as it is, and a line that is cut
 * keeps whole UTF-8 characters.
 */
#include "format/ti/tipuzzle.h"

#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/formats.h"
#include "format/shared/loose_fen.h"
#include "base/banned.h"

struct puzzles_reader {
    struct text t; // its errors go to 'problem'
    struct tabia_error problem;
    struct read_job *job;
    struct puzzles *set;
    struct tabia_error *err;

    char lines[PUZZLE_LINES][PUZZLE_LINE_MAX + 1];
    struct puzzle_place place[PUZZLE_SOLUTIONS];
    size_t ndescriptions, nsolutions;
    uint32_t first; // line of the first text; 0: none
    bool is_bad;    // has an error, is to be dropped
};

static bool report_puzzle_problem(struct puzzles_reader *r,
                                  enum tabia_severity severity)
{
    const bool goes_on = format_problem(r->job, severity, &r->problem, r->err);
    r->problem = (struct tabia_error){ 0 };
    r->is_bad |= severity == TABIA_SEVERITY_ERROR;
    return goes_on;
}

/* ---- lines ----------------------------------------------------------- */

static bool read_puzzle_text(struct puzzles_reader *r, bool is_description)
{
    const size_t max = is_description ? PUZZLE_DESCRIPTIONS : PUZZLE_SOLUTIONS;
    size_t *n = is_description ? &r->ndescriptions : &r->nsolutions;
    if (!r->first)
        r->first = r->t.line;
    if (*n == max) {
        text_fail(&r->t, r->t.p, TABIA_ERR_SYNTAX,
                  "more than %zu lines of %s ([%c])", max,
                  is_description ? "description" : "solution", r->t.p[1]);
        return report_puzzle_problem(r, TABIA_SEVERITY_ERROR);
    }
    const size_t base = is_description ? 0 : PUZZLE_DESCRIPTIONS;
    if (!is_description)
        r->place[*n] = puzzle_place_at(&r->t, r->t.p + 3);
    // Copies the text behind the tag, cut if need be.
    char *dst = r->lines[base + (*n)++];
    const char *text = r->t.p + 3;
    size_t len = (size_t)(r->t.end - text);
    const char *nul = len ? memchr(text, '\0', len) : NULL;
    if (nul) {
        text_fail(&r->t, nul, TABIA_ERR_SYNTAX, "the text contains a NUL");
        return report_puzzle_problem(r, TABIA_SEVERITY_ERROR);
    }
    const size_t whole = len;
    len = utf8_cut(text, len, PUZZLE_LINE_MAX);
    memcpy(dst, text, len);
    dst[len] = '\0';
    if (len == whole)
        return true;
    text_fail(&r->t, text + len, TABIA_ERR_LIMIT,
              "the text has %zu bytes and is truncated to %zu", whole, len);
    return report_puzzle_problem(r, TABIA_SEVERITY_WARNING);
}

/* The position ends the puzzle. */
static bool read_puzzle_fen(struct puzzles_reader *r)
{
    struct puzzle puzzle = { .line = r->t.line };
    struct tabia_error why = { 0 };
    const char *text = r->t.p, *end = r->t.end;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    bool goes_on = true;
    size_t extra;
    if (!loose_fen_parse(text, (size_t)(end - text), &puzzle.pos, &extra,
                         &why)) {
        if (memchr(text, '/', (size_t)(end - text)))
            text_fail(&r->t, text + why.col - 1, why.status, "%s", why.msg);
        else
            text_fail(&r->t, text, TABIA_ERR_SYNTAX,
                      "expected a FEN, [D] or [S]");
        goes_on = report_puzzle_problem(r, TABIA_SEVERITY_ERROR);
    } else if (!r->is_bad) {
        memcpy(puzzle.place, r->place, sizeof(puzzle.place));
        for (size_t i = 0; i < PUZZLE_LINES; i++)
            puzzle_set_line(&puzzle, i, r->lines[i]);
        goes_on = puzzles_add(r->set, &puzzle, r->err);
        if (goes_on && extra) {
            text_fail(&r->t, text + extra - 1, TABIA_ERR_SYNTAX,
                      LOOSE_FEN_BLANKS);
            goes_on = report_puzzle_problem(r, TABIA_SEVERITY_WARNING);
        }
    }
    memset(r->lines, 0, sizeof(r->lines));
    memset(r->place, 0, sizeof(r->place));
    r->ndescriptions = r->nsolutions = 0;
    r->first = 0;
    r->is_bad = false;
    return goes_on;
}

static bool read_puzzle_line(struct puzzles_reader *r)
{
    if (text_follows(&r->t, "//") || text_follows(&r->t, "#"))
        return true;
    if (text_follows(&r->t, "[D]"))
        return read_puzzle_text(r, true);
    if (text_follows(&r->t, "[S]"))
        return read_puzzle_text(r, false);
    return !text_skip_blanks(&r->t) || read_puzzle_fen(r);
}

bool tipuzzle_read_text(struct tabia_bytes bytes, struct read_job *job,
                        struct puzzles *set, struct tabia_error *err)
{
    struct puzzles_reader r = { .job = job, .set = set, .err = err };
    if (!text_init(&r.t, bytes, job->name, err))
        return false;
    r.t.err = &r.problem;
    while (text_next_line(&r.t))
        if (!read_puzzle_line(&r))
            return false;
    if (!r.first || r.is_bad)
        return true;
    error_at_location(&r.problem, TABIA_ERR_SYNTAX, r.first, 1, 0,
                      "this puzzle has no FEN");
    return report_puzzle_problem(&r, TABIA_SEVERITY_ERROR);
}

/*
 * A text with a description or a solution before anything but positions.
 * Positions alone are an EPD file.
 */
bool tipuzzle_is_text(struct tabia_bytes bytes)
{
    enum { LOOK_LINES = 256 };
    struct text t;
    struct tabia_pos pos;
    const struct tabia_bytes front = format_first_bytes(bytes);
    if (front.size && memchr(front.data, '\0', front.size))
        return false;
    if (!text_init(&t, format_first_lines(bytes), NULL, NULL))
        return false;
    while (text_next_line(&t) && t.line <= LOOK_LINES) {
        if (text_follows(&t, "//") || text_follows(&t, "#"))
            continue;
        if (text_follows(&t, "[D]") || text_follows(&t, "[S]"))
            return true;
        if (text_skip_blanks(&t) &&
            !loose_fen_parse(t.p, (size_t)(t.end - t.p), &pos, NULL, NULL))
            return false;
    }
    return false;
}

/* ---- writing --------------------------------------------------------- */

/* Empty lines are written only where another one follows. */
static void write_puzzle_lines(struct sink *dst, char tag,
                               const char *const *lines, size_t n)
{
    while (n && !*lines[n - 1])
        n--;
    for (size_t i = 0; i < n; i++)
        sink_printf(dst, "[%c]%s\n", tag, lines[i]);
}

bool tipuzzle_write_text(const struct puzzles *set, struct sink *dst,
                         struct tabia_report *report, struct tabia_error *err)
{
    (void)report;
    (void)err;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&puzzle->pos, 0, fen);
        if (i)
            sink_put_char(dst, '\n');
        write_puzzle_lines(dst, 'D', puzzle->description, PUZZLE_DESCRIPTIONS);
        write_puzzle_lines(dst, 'S', puzzle->solution, PUZZLE_SOLUTIONS);
        sink_printf(dst, "%s\n", fen);
    }
    return sink_ok(dst);
}

/* ---- the table ------------------------------------------------------- */

static enum format_match puzzles_format_detect(struct tabia_bytes bytes)
{
    return tipuzzle_is_text(bytes) ? FORMAT_CERTAIN : FORMAT_NO;
}

/* In the list for the user's sake; puzzles are no book, so read is NULL. */
const struct tabia_format format_puzzles = {
    .info = {
        .name = "puzzles",
        .title = "TI-Chess puzzle text: convert, info, check, cpc",
        .suffixes = (const char *const[]){ ".txt", NULL },
        .is_puzzles = true,
    },
    .detect = puzzles_format_detect,
};
