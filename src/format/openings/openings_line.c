/*
 * openings_line.c - reading the lines of Chess Openings text into a graph
 *
 *     position   = state ":" x "," y [ "," evaluation ]
 *     transition = state "->" ( move | state [ ":" comment ] )
 *     comment    = "#" text
 *
 * Comments belong to the transition that follows them.
 */
#include "format/openings/openings_line.h"

#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "chess/pos.h"
#include "base/banned.h"

const char openings_arrow[] = "->";
const char openings_start[] = "start";

/* ---- parts of lines -------------------------------------------------- */

static bool is_line_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

struct openings_span openings_span_trim(const char *p, const char *end)
{
    while (p < end && is_line_blank(*p))
        p++;
    while (end > p && is_line_blank(end[-1]))
        end--;
    return (struct openings_span){ p, end };
}

bool openings_span_is(struct openings_span s, const char *text)
{
    return openings_span_len(s) == strlen(text) &&
           memcmp(s.p, text, openings_span_len(s)) == 0;
}

const char *openings_span_find(struct openings_span s, const char *word)
{
    const size_t len = strlen(word);
    for (; openings_span_len(s) >= len; s.p++)
        if (memcmp(s.p, word, len) == 0)
            return s.p;
    return NULL;
}

bool openings_is_state(struct openings_span s)
{
    return openings_span_find(s, "/") || openings_span_is(s, openings_start);
}

bool openings_is_old_state(const struct openings_reader *r,
                           struct openings_span s)
{
    return r->takes_old && (!r->takes_fen || (s.p < s.end && s.end[-1] == ']'));
}

struct openings_span openings_target(const char *p, const char *end)
{
    const char *colon =
        openings_span_find((struct openings_span){ p, end }, ":");
    return openings_span_trim(p, colon ? colon : end);
}

/* ---- problems -------------------------------------------------------- */

struct tabia_error openings_location(struct openings_reader *r, const char *at)
{
    struct tabia_error location = { 0 };
    r->text.err = &location;
    text_fail(&r->text, at, TABIA_ERR_SYNTAX, "%s", "");
    r->text.err = NULL;
    return location;
}

bool openings_problem(struct openings_reader *r, enum tabia_severity severity,
                      const char *at, enum tabia_status status, const char *msg)
{
    struct tabia_error found = { 0 };
    r->text.err = &found;
    text_fail(&r->text, at, status, "%s", msg);
    r->text.err = NULL;
    r->nskipped += severity == TABIA_SEVERITY_ERROR;
    return format_problem(r->job, severity, &found, r->err);
}

static bool report_bad_text(struct openings_reader *r, const char *at,
                            const char *fmt, struct openings_span found)
{
    struct tabia_error text = { 0 };
    char buf[QUOTE_SIZE];
    error_set(&text, TABIA_ERR_SYNTAX, "%s, found '%s'", fmt,
              quote(found.p, openings_span_len(found), buf));
    return openings_problem(r, TABIA_SEVERITY_ERROR, at, TABIA_ERR_SYNTAX,
                            text.msg);
}

/* ---- states ---------------------------------------------------------- */

/* Reads a FEN; castling is that of orthodox chess. */
static bool opening_read_fen(struct openings_span s, struct tabia_pos *pos,
                             struct tabia_error *err)
{
    if (!tabia_fen_parse(pos, s.p, openings_span_len(s), 0, err))
        return false;
    if (pos_usual_rights(pos) == pos->castling)
        return true;
    return error_set(err, TABIA_ERR_SYNTAX,
                     "castling rights need the king on the e-file and the "
                     "rook in the corner");
}

/*
 * Reads a state. Returns false if it is not one; *goes_on says whether
 * reading may nevertheless.
 */
static bool read_state(struct openings_reader *r, struct openings_span s,
                       struct tabia_pos *pos, bool *goes_on)
{
    struct tabia_error why = { 0 }, text = { 0 };
    *goes_on = true;
    if (openings_span_is(s, openings_start)) {
        tabia_pos_set_start(pos);
        return true;
    }
    const bool is_read = openings_is_old_state(r, s)
                             ? openings_parse_old_state(s, pos, &why)
                             : opening_read_fen(s, pos, &why);
    if (is_read) {
        // A square that a capture en passant needs is no flaw, and before
        // version 4.0 nothing is one.
        const bool has_idle_ep = pos->ep_file != TABIA_FILE_NONE &&
                                 pos_legal_ep_square(pos) == TABIA_SQUARE_NONE;
        const bool is_raw = has_idle_ep || pos->halfmove || pos->fullmove != 1;
        if (!r->takes_old && is_raw && !r->nraw++)
            r->raw = openings_location(r, s.p);
        return true;
    }
    const char *at = s.p + (why.col ? why.col - 1 : 0);
    error_set(&text, why.status, "Invalid FEN: %s", why.msg);
    *goes_on = openings_problem(r, TABIA_SEVERITY_ERROR,
                                at < s.end ? at : s.end, why.status, text.msg);
    return false;
}

/* ---- comments -------------------------------------------------------- */

/* Takes the comment that waits for a transition, joined with 'more'. */
static bool finish_comment(struct openings_reader *r, struct openings_span more,
                           uint32_t *text)
{
    *text = TABIA_NUMBER_NONE;
    if (openings_span_len(more)) {
        if (r->comment.size)
            buf_add_char(&r->comment, ' ');
        buf_add(&r->comment, more.p, openings_span_len(more));
    }
    if (r->comment.failed)
        return buf_error(&r->comment, r->err);
    if (!r->comment.size)
        return true;
    const char *all = buf_text(&r->comment);
    *text =
        openings_keep_text(&r->graph,
                           (struct openings_span){ all, all + r->comment.size },
                           r->err);
    buf_reset(&r->comment);
    return *text != TABIA_NUMBER_NONE;
}

/* ---- positions ------------------------------------------------------- */

/* Cuts the part up to the next comma off 'rest'. */
static bool next_part(struct openings_span *rest, struct openings_span *part)
{
    const char *comma = openings_span_find(*rest, ",");
    *part = openings_span_trim(rest->p, comma ? comma : rest->end);
    rest->p = comma ? comma + 1 : rest->end;
    return comma;
}

static bool opening_read_eval(struct openings_reader *r,
                              struct openings_span text, uint32_t id)
{
    struct openings_state *node = &r->graph.states[id];
    struct tabia_pos pos;
    openings_state_pos(&r->graph, id, &pos);
    if (!openings_parse_eval(text, (enum tabia_color)pos.turn, &node->eval))
        return report_bad_text(
            r, text.p, "expected an evaluation such as 'white +0.35' or 'M5'",
            text);
    node->eval_text = openings_keep_text(&r->graph, text, r->err);
    return node->eval_text != TABIA_NUMBER_NONE;
}

static bool opening_read_position(struct openings_reader *r,
                                  struct openings_span line, const char *colon)
{
    const struct openings_span state = openings_span_trim(line.p, colon);
    struct openings_span rest = { colon + 1, line.end }, x, y;
    struct tabia_pos pos;
    bool goes_on;
    if (!read_state(r, state, &pos, &goes_on))
        return goes_on;

    double x_value, y_value;
    const bool has_y = next_part(&rest, &x);
    if (!openings_parse_number(x, &x_value))
        return report_bad_text(r, x.p, "expected the x coordinate, a number",
                               x);
    if (!has_y)
        return openings_problem(r, TABIA_SEVERITY_ERROR, line.end,
                                TABIA_ERR_SYNTAX,
                                "expected a comma and the y coordinate");
    const bool has_eval = next_part(&rest, &y);
    if (!openings_parse_number(y, &y_value))
        return report_bad_text(r, y.p, "expected the y coordinate, a number",
                               y);

    const uint32_t id = openings_add_state(&r->graph, &pos, r->err);
    if (id == TABIA_NUMBER_NONE)
        return false;
    const uint32_t before = r->graph.states[id].line;
    const bool keeps_eval =
        !has_eval && r->graph.states[id].eval_text != TABIA_NUMBER_NONE;
    if (before) {
        struct tabia_error text = { 0 };
        error_set(
            &text, TABIA_ERR_SYNTAX,
            "duplicate position, first in line %u; the later line is used%s",
            before, keeps_eval ? ", with the earlier evaluation" : "");
        if (!openings_problem(r, TABIA_SEVERITY_WARNING, state.p,
                              TABIA_ERR_SYNTAX, text.msg))
            return false;
    }
    struct openings_state *node = &r->graph.states[id];
    node->line = r->text.line;
    node->x = x_value;
    node->y = y_value;
    node->x_text = openings_keep_text(&r->graph, x, r->err);
    node->y_text = openings_keep_text(&r->graph, y, r->err);
    if (node->x_text == TABIA_NUMBER_NONE || node->y_text == TABIA_NUMBER_NONE)
        return false;
    return !has_eval ||
           opening_read_eval(r, openings_span_trim(rest.p, rest.end), id);
}

/* ---- transitions ----------------------------------------------------- */

/* Finds the move of a transition, or reports that it is wrong. */
static bool resolve_transition(struct openings_reader *r, uint32_t move,
                               enum openings_patience patience)
{
    bool is_fatal;
    if (openings_resolve(&r->graph, move, &is_fatal, r->err))
        return true;
    if (is_fatal)
        return false;
    if (patience == OPENINGS_MAY_WAIT && openings_may_be_ep(&r->graph, move))
        return true;
    r->graph.transitions[move].is_bad = true;
    const struct openings_transition *mv = &r->graph.transitions[move];
    struct tabia_error text = { 0 };
    char quoted[QUOTE_SIZE];
    const size_t col = (size_t)(mv->move_text - mv->state) + mv->col;
    const uint64_t offset = (uint64_t)(mv->move_text - r->text.src);
    error_at_location(&text, TABIA_ERR_ILLEGAL, mv->line, col, offset,
                      "Invalid move '%s' from state %.*s",
                      quote(mv->move_text, mv->move_text_len, quoted),
                      (int)mv->state_len, mv->state);
    r->nskipped++;
    return format_problem(r->job, TABIA_SEVERITY_ERROR, &text, r->err);
}

bool openings_resolve_rest(struct openings_reader *r,
                           enum openings_patience patience)
{
    for (uint32_t i = 0; i < r->graph.ntransitions; i++)
        if (!r->graph.transitions[i].move && !r->graph.transitions[i].is_bad &&
            !resolve_transition(r, i, patience))
            return false;
    return true;
}

/* Reads what stands right of the arrow. False as with read_state. */
static bool read_target(struct openings_reader *r, struct openings_span right,
                        struct openings_transition *mv,
                        struct openings_span *comment, bool *goes_on)
{
    const struct openings_span state = openings_target(right.p, right.end);
    const char *colon = openings_span_find(right, ":");
    *goes_on = true;
    mv->is_state = openings_is_old_state(r, state) || openings_is_state(state);
    if (mv->is_state) {
        if (colon)
            *comment = openings_span_trim(colon + 1, right.end);
        right = state;
    }
    mv->move_text = right.p;
    mv->move_text_len = (uint32_t)openings_span_len(right);
    if (!mv->is_state)
        return true;
    struct tabia_pos pos;
    if (!read_state(r, right, &pos, goes_on))
        return false;
    mv->target = openings_add_state(&r->graph, &pos, r->err);
    *goes_on = mv->target != TABIA_NUMBER_NONE;
    return *goes_on;
}

static bool read_transition(struct openings_reader *r,
                            struct openings_span line, const char *at)
{
    const struct openings_span left = openings_span_trim(line.p, at);
    const struct openings_span right =
        openings_span_trim(at + strlen(openings_arrow), line.end);
    struct openings_span comment = { right.end, right.end };
    struct openings_transition mv = { .target = TABIA_NUMBER_NONE };
    struct tabia_pos pos;
    bool goes_on;
    uint32_t ignored;
    const char *second = openings_span_find(right, openings_arrow);
    if (second)
        return finish_comment(r, comment, &ignored) &&
               openings_problem(r, TABIA_SEVERITY_ERROR, second,
                                TABIA_ERR_SYNTAX,
                                "expected one '->' in a line, found two");
    if (!read_state(r, left, &pos, &goes_on) ||
        !read_target(r, right, &mv, &comment, &goes_on))
        return goes_on && finish_comment(r, comment, &ignored);

    mv.from = openings_add_state(&r->graph, &pos, r->err);
    mv.ep_file = r->graph.is_bare ? TABIA_FILE_NONE : pos.ep_file;
    mv.line = r->text.line;
    mv.col = (uint32_t)(left.p - r->text.line_start) + 1;
    mv.state = left.p;
    mv.state_len = (uint32_t)openings_span_len(left);
    if (mv.from == TABIA_NUMBER_NONE ||
        !finish_comment(r, comment, &mv.comment) ||
        !openings_add_transition(&r->graph, &mv, r->err))
        return false;
    return r->graph.is_bare ||
           resolve_transition(r, (uint32_t)(r->graph.ntransitions - 1),
                              OPENINGS_MAY_WAIT);
}

/* ---- lines ----------------------------------------------------------- */

bool openings_check_bytes(struct openings_reader *r, struct openings_span line,
                          bool *goes_on)
{
    const size_t len = openings_span_len(line);
    const size_t good = utf8_valid_prefix(line.p, len);
    const char *nul = len ? memchr(line.p, '\0', len) : NULL;
    *goes_on = true;
    if (good == len && !nul)
        return true;
    *goes_on =
        openings_problem(r, TABIA_SEVERITY_ERROR, nul ? nul : line.p + good,
                         TABIA_ERR_SYNTAX,
                         nul ? "a NUL byte in the text" : "not valid UTF-8");
    return false;
}

bool openings_read_line(struct openings_reader *r)
{
    const struct openings_span line =
        openings_span_trim(r->text.p, r->text.end);
    bool goes_on;
    if (line.p == line.end)
        return true;
    if (!openings_check_bytes(r, line, &goes_on))
        return goes_on;
    if (*line.p == '#') {
        const struct openings_span text =
            openings_span_trim(line.p + 1, line.end);
        if (text.p == text.end)
            return true;
        if (!r->comment.size)
            r->begun = openings_location(r, line.p);
        else
            buf_add_char(&r->comment, '\n');
        buf_add(&r->comment, text.p, openings_span_len(text));
        return !r->comment.failed || buf_error(&r->comment, r->err);
    }
    const char *at = openings_span_find(line, openings_arrow);
    if (at)
        return read_transition(r, line, at);
    const char *colon = openings_span_find(line, ":");
    if (colon)
        return opening_read_position(r, line, colon);
    return report_bad_text(
        r, line.p, "expected a position, a transition or a comment", line);
}
