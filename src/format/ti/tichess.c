/*
 * tichess.c - the text of TI-Chess's opening book compiler
 *
 *     // KING'S GAMBIT
 *     1. e4 e5 2. f4 exf4
 *     [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"]
 *     1. e4 Kd7
 *
 * A dialect of PGN. A sequence begins with "1." first on a line, or with any
 * text at the beginning or after a tag, from the starting position or that of
 * the FEN tag before it. It ends with a result, a tag or the next "1.".
 * Comments are // and ; to the end of the line and {}. Where the original
 * compiler does something else than its user means, this reader follows the
 * user: see docs/formats/tichess.md.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "format/formats.h"
#include "format/shared/loose_fen.h"
#include "format/ti/tichess.h"
#include "format/ti/tichess_token.h"
#include "base/banned.h"

enum { TOKEN_MAX = 254 }; // bytes

enum tichess_state {
    OUTSIDE,  // any text begins a sequence
    INSIDE,   // moves are expected
    ENDED,    // the sequence had its result
    SKIPPING, // the rest of the sequence is not looked at
};

struct tichess_reader {
    struct text t; // its errors go to 'problem'
    struct tabia_error problem;
    struct read_job *job;
    struct tabia_builder *out;
    struct tabia_error *err;
    const char *letters;
    uint64_t max_ply; // 0: all

    enum tichess_state state;
    bool is_first; // nothing but blanks and comments so far on this line
    bool in_braces;
    uint32_t brace_line, brace_col;
    uint64_t brace_offset;

    bool has_fen; // for the next sequence
    bool bad_fen; // the next sequence cannot be read
    struct tabia_pos fen;
    struct tabia_builder_cursor at; // in the running sequence
    size_t nmoves;                  // of it; without any it is not in the book
};

/* ---- problems -------------------------------------------------------- */

/*
 * Reports an error in 'problem', and skips the rest of the sequence; what
 * stands before the error counts if the caller goes on.
 */
static bool report_error(struct tichess_reader *r)
{
    const bool goes_on =
        format_problem(r->job, TABIA_SEVERITY_ERROR, &r->problem, r->err);
    r->problem = (struct tabia_error){ 0 };
    r->state = SKIPPING;
    return goes_on;
}

/* Reports an error that has a message, but no place yet. */
static bool report_error_at(struct tichess_reader *r, const char *at,
                            const struct tabia_error *why)
{
    text_fail(&r->t, at, why->status, "%s", why->msg);
    return report_error(r);
}

static bool tichess_warn(struct tichess_reader *r, const char *at,
                         const char *msg)
{
    text_fail(&r->t, at, TABIA_ERR_SYNTAX, "%s", msg);
    const bool goes_on =
        format_problem(r->job, TABIA_SEVERITY_WARNING, &r->problem, r->err);
    r->problem = (struct tabia_error){ 0 };
    return goes_on;
}

/* ---- sequences ------------------------------------------------------- */

static void begin_sequence(struct tichess_reader *r)
{
    if (r->has_fen)
        r->at.pos = r->fen;
    else
        tabia_pos_set_start(&r->at.pos);
    r->nmoves = 0;
    r->state = r->bad_fen ? SKIPPING : INSIDE;
    r->has_fen = r->bad_fen = false;
}

static bool tichess_read_move(struct tichess_reader *r,
                              const struct tichess_token *token)
{
    struct tabia_error why = { 0 };
    tabia_move mv;
    if (r->max_ply && (2 * (uint64_t)r->at.pos.fullmove - 1 +
                       (r->at.pos.turn == TABIA_BLACK)) > r->max_ply) {
        r->state = SKIPPING;
        return true;
    }
    if (!tichess_move_parse(&r->at.pos, token->at, token->len, r->letters, &mv,
                            &why))
        return report_error_at(r, token->at, &why);
    const struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .line = r->t.line,
        .col = (uint32_t)(token->at - r->t.line_start) + 1,
    };
    const struct tabia_pos start = r->at.pos;
    if (!r->nmoves++ && !tabia_builder_start(r->out, &start, &r->at, r->err))
        return false;
    return tabia_builder_play(r->out, &r->at, mv, r->err) &&
           (!r->job->user->keep_location ||
            tabia_builder_set_move(r->out, r->at.edge, &data, r->err));
}

/* ---- tokens ---------------------------------------------------------- */

/*
 * "1." first on a line begins a sequence. "1..." goes on where it can only
 * mean the answer to the first move.
 */
static bool is_beginning(const struct tichess_reader *r,
                         const struct tichess_token *token)
{
    if (!r->is_first || !tichess_token_is(token, "1") || !token->ndots)
        return false;
    const bool answers = r->state == INSIDE && r->nmoves == 1 &&
                         r->at.pos.turn == TABIA_BLACK && !r->has_fen;
    return token->ndots == 1 || !answers;
}

/* Only Black's numbers have more than one dot. */
static bool tichess_read_number(struct tichess_reader *r,
                                const struct tichess_token *token)
{
    char quoted[QUOTE_SIZE];
    size_t ndigits = 0;
    while (ndigits < token->len && text_is_digit(token->at[ndigits]))
        ndigits++;
    if (ndigits < token->len) {
        if (token->at[0] == '0')
            return tichess_read_move(r, token);
        text_fail(&r->t, token->at, TABIA_ERR_SYNTAX, "invalid token '%s'",
                  quote(token->at, token->len, quoted));
        return report_error(r);
    }
    if (r->at.pos.turn == TABIA_WHITE || token->ndots > 1)
        return true;
    text_fail(&r->t, token->at, TABIA_ERR_SYNTAX,
              "movecount %s parsed, but not WHITE to move",
              quote(token->at, token->len, quoted));
    return report_error(r);
}

static bool read_token(struct tichess_reader *r)
{
    const struct tichess_token token = tichess_token_next(&r->t);
    if (token.len == 0) // dots alone
        return true;
    if (is_beginning(r, &token)) {
        r->is_first = false;
        begin_sequence(r);
        return true;
    }
    r->is_first = false;
    if (r->state == OUTSIDE)
        begin_sequence(r);
    if (r->state == INSIDE) {
        char quoted[QUOTE_SIZE];
        if (token.len > TOKEN_MAX) {
            text_fail(&r->t, token.at, TABIA_ERR_SYNTAX,
                      "token too long (%zu bytes, the limit is %d)", token.len,
                      TOKEN_MAX);
            return report_error(r);
        }
        if (tichess_token_is_result(&token)) {
            r->state = ENDED;
            return true;
        }
        if (text_is_digit(token.at[0]))
            return tichess_read_number(r, &token);
        if (text_is_letter(token.at[0]))
            return tichess_read_move(r, &token);
        text_fail(&r->t, token.at, TABIA_ERR_SYNTAX,
                  "ambiguous token '%s' found",
                  quote(token.at, token.len, quoted));
        return report_error(r);
    }
    if (r->state == SKIPPING)
        return true;
    text_fail(&r->t, token.at, TABIA_ERR_SYNTAX,
              "text after the result (a sequence begins with 1. on a new "
              "line)");
    return report_error(r);
}

/* ---- tags ------------------------------------------------------------ */

/* The end of a tag: a ']' outside of quotes, else the first one; or NULL. */
static const char *tag_end(const char *p, const char *end)
{
    bool is_quoted = false;
    for (const char *q = p; q < end; q++) {
        if (*q == '"')
            is_quoted = !is_quoted;
        else if (*q == ']' && !is_quoted)
            return q;
    }
    return memchr(p, ']', (size_t)(end - p));
}

/* The text of a FEN tag; the closing quote may be missing. */
static bool tichess_read_fen(struct tichess_reader *r, const char *p,
                             const char *end)
{
    r->has_fen = false;
    r->bad_fen = true;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (p == end || *p != '"') {
        text_fail(&r->t, p, TABIA_ERR_SYNTAX, "invalid FEN: expected a quote");
        return report_error(r);
    }
    const char *text = p + 1;
    const char *quote_end = memchr(text, '"', (size_t)(end - text));
    const size_t len = (size_t)((quote_end ? quote_end : end) - text);
    struct tabia_error why = { 0 };
    size_t extra;
    if (!loose_fen_parse(text, len, &r->fen, &extra, &why))
        return report_error_at(r, text + why.col - 1, &why);
    r->has_fen = true;
    r->bad_fen = false;
    return !extra || tichess_warn(r, text + extra - 1, LOOSE_FEN_BLANKS);
}

static bool tichess_read_tag(struct tichess_reader *r)
{
    const char *begin = r->t.p;
    const char *end = tag_end(begin, r->t.end);
    static const char fen[] = "[FEN";
    const size_t n = sizeof(fen) - 1;
    const bool is_fen = (size_t)(r->t.end - begin) > n &&
                        memcmp(begin, fen, n) == 0 && !text_is_letter(begin[n]);
    r->is_first = false;
    if (!end) {
        r->bad_fen |= is_fen;
        r->t.p = r->t.end;
        text_fail(&r->t, begin, TABIA_ERR_SYNTAX,
                  "expected a ']' after the tag");
        return report_error(r);
    }
    r->t.p = end + 1;
    const bool goes_on = !is_fen || tichess_read_fen(r, begin + n, end);
    r->state = OUTSIDE; // a bad FEN has its effect on the next sequence
    return goes_on;
}

/* ---- lines ----------------------------------------------------------- */

/* Skips blanks and comments; true if anything is left on the line. */
static bool skip_gaps(struct tichess_reader *r)
{
    struct text *t = &r->t;
    while (true) {
        if (r->in_braces) {
            const char *end = memchr(t->p, '}', (size_t)(t->end - t->p));
            t->p = end ? end + 1 : t->end;
            r->in_braces = !end;
        }
        if (!text_skip_blanks(t))
            return false;
        if (!tichess_is_comment(t->p, t->end))
            return true;
        if (*t->p != '{')
            return false;
        r->in_braces = true;
        r->brace_line = r->t.line;
        r->brace_col = (uint32_t)(r->t.p - r->t.line_start) + 1;
        r->brace_offset = (uint64_t)(r->t.p - r->t.src);
    }
}

static bool tichess_read_line(struct tichess_reader *r)
{
    r->is_first = true;
    while (skip_gaps(r))
        if (*r->t.p == '[' ? !tichess_read_tag(r) : !read_token(r))
            return false;
    return true;
}

static bool tichess_read(struct tabia_bytes bytes, struct read_job *job,
                         struct tabia_builder *out, struct tabia_error *err)
{
    struct tichess_reader r = { .job = job, .out = out, .err = err };
    struct tichess_settings settings = { 0 };
    format_settings_get(tichess_settings_table, job->user, &settings);
    r.letters = settings.is_german ? tichess_german : tichess_english;
    r.max_ply = settings.max_ply;
    if (!text_init(&r.t, bytes, job->name, err))
        return false;
    r.t.err = &r.problem;
    while (text_next_line(&r.t))
        if (!tichess_read_line(&r))
            return false;
    if (r.in_braces) {
        error_at_location(&r.problem, TABIA_ERR_SYNTAX, r.brace_line,
                          r.brace_col, r.brace_offset,
                          "the comment has no '}'");
        return report_error(&r);
    }
    return true;
}

/* ---- detection ------------------------------------------------------- */

/* The first line that is no comment decides. */
static enum format_match tichess_detect(struct tabia_bytes bytes)
{
    struct text t;
    if (!format_looks_like_text(bytes) ||
        !text_init(&t, format_first_lines(bytes), NULL, NULL))
        return FORMAT_NO;
    bool has_slashes = false;
    while (text_next_line(&t)) {
        if (!text_skip_blanks(&t) || *t.p == ';')
            continue;
        if (text_follows(&t, "//")) {
            has_slashes = true;
            continue;
        }
        if (text_follows(&t, "1.") || text_follows(&t, "[FEN \""))
            return has_slashes ? FORMAT_SURE : FORMAT_LIKELY;
        return FORMAT_NO;
    }
    return FORMAT_NO;
}

const struct setting_row tichess_settings_table[] = {
    SETTING_FLAG(struct tichess_settings, is_german, "german",
                 TABIA_WHEN_READING | TABIA_WHEN_WRITING,
                 "pieces K D T L S, pawns B (German letters)"),
    SETTING_NUMBER(struct tichess_settings, max_ply, "ply", TABIA_WHEN_READING,
                   1, 65535, NULL, "drop moves after ply N"),
    SETTING_END,
};

const struct tabia_format format_tichess = {
    .info = {
        .name = "tichess",
        .title = "TI-Chess book text",
        .suffixes = (const char *const[]){ ".txt", NULL },
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_EN_PASSANT,
    },
    .settings = tichess_settings_table,
    .detect = tichess_detect,
    .read = tichess_read,
    .write = tichess_write,
};
