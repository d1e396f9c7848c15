/*
 * openings.c - repertoires of the Chess Opening Practice Tool
 *
 *     v4.0
 *     = London System
 *     start : 50.8, 0.0
 *     rnbqkbnr/.../RNBQKBNR b KQkq - 0 1 : 50.8, 129.6, white +0.26
 *     start -> d4
 *     # Solid, if nothing else
 *     rnbqkbnr/.../RNBQKBNR b KQkq - 0 1 -> d5
 *
 *     file       = version title [ side ] { comment | position | transition }
 *     position   = state ":" x "," y [ "," evaluation ]
 *     transition = state "->" ( move | state [ ":" comment ] )
 *     state      = "start" | FEN, or what openings_old.c reads
 *
 * Version 5.0 has the side to practise in its third line; 2.0 has states of
 * another kind and no title. No file of version 3.0 is known, so its header
 * is taken with the states of 2.0. docs/formats/openings.md tells the rest.
 */
#include "base/plural.h"
#include "format/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "base/quote.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/formats.h"
#include "base/banned.h"

enum { LOOK_SIZE = 64 << 10 }; // bytes that detection reads

static const char arrow[] = "->";
static const char start_word[] = "start";

struct reader {
    struct text text;
    struct opening_graph graph;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct buf comment;     // of the lines since the last transition
    uint32_t comment_line;  // where it began
    bool is_old;            // states of version 2.0
    uint64_t nskipped;      // bad lines, when lenient
    uint64_t nraw;          // FENs that are not normalised
    struct tabia_error raw; // the place of the first
};

/* ---- parts of lines -------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static struct span trim(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    while (end > p && is_blank(end[-1]))
        end--;
    return (struct span){ p, end };
}

static bool span_is(struct span s, const char *text)
{
    return span_len(s) == strlen(text) && memcmp(s.p, text, span_len(s)) == 0;
}

/* The first place of 'word' in a span, or NULL. */
static const char *find(struct span s, const char *word)
{
    const size_t len = strlen(word);
    for (; span_len(s) >= len; s.p++)
        if (memcmp(s.p, word, len) == 0)
            return s.p;
    return NULL;
}

static bool is_fen_like(struct span s)
{
    return find(s, "/") || span_is(s, start_word);
}

/* ---- problems -------------------------------------------------------- */

/* Tells a problem at 'at'. Returns whether reading may go on. */
static bool problem(struct reader *r, enum tabia_problem kind, const char *at,
                    enum tabia_status status, const char *msg)
{
    struct tabia_error found = { 0 };
    r->text.err = &found;
    text_fail(&r->text, at, status, "%s", msg);
    r->text.err = NULL;
    r->nskipped += kind == TABIA_PROBLEM_ERROR;
    return format_problem(r->options, kind, &found, r->err);
}

static bool bad(struct reader *r, const char *at, const char *fmt,
                struct span found)
{
    struct tabia_error text = { 0 };
    char buf[QUOTE_SIZE];
    error_set(&text, TABIA_SYNTAX, "%s, found '%s'", fmt,
              quote(found.p, span_len(found), buf));
    return problem(r, TABIA_PROBLEM_ERROR, at, TABIA_SYNTAX, text.msg);
}

/* ---- states ---------------------------------------------------------- */

/* A square that a capture en passant needs is no flaw. */
static bool is_normal(const struct tabia_pos *pos)
{
    const bool has_idle_ep = pos->ep_file != TABIA_FILE_NONE &&
                             tabia_pos_ep_legal(pos) == TABIA_SQUARE_NONE;
    return !has_idle_ep && pos->halfmove == 0 && pos->fullmove == 1;
}

static void note_raw(struct reader *r, const struct tabia_pos *pos,
                     const char *at)
{
    if (is_normal(pos) || r->nraw++)
        return;
    r->text.err = &r->raw;
    text_fail(&r->text, at, TABIA_SYNTAX, "not normalised");
    r->text.err = NULL;
}

/*
 * Reads a state. Returns false if it is not one; *goes_on says whether
 * reading may nevertheless.
 */
static bool read_state(struct reader *r, struct span s, struct tabia_pos *pos,
                       bool *goes_on)
{
    struct tabia_error why = { 0 }, text = { 0 };
    *goes_on = true;
    if (span_is(s, start_word)) {
        tabia_pos_start(pos);
        return true;
    }
    const bool is_read =
        r->is_old ? openings_old_state(s, pos, &why)
                  : tabia_pos_from_fen(pos, s.p, span_len(s), 0, &why);
    if (is_read) {
        note_raw(r, pos, s.p);
        return true;
    }
    const char *at = s.p + (why.col ? why.col - 1 : 0);
    error_set(&text, why.status, "Invalid FEN: %s", why.msg);
    *goes_on = problem(r, TABIA_PROBLEM_ERROR, at < s.end ? at : s.end,
                       why.status, text.msg);
    return false;
}

/* ---- comments -------------------------------------------------------- */

static bool read_comment(struct reader *r, struct span line)
{
    const struct span text = trim(line.p + 1, line.end);
    if (text.p == text.end)
        return true;
    if (!r->comment.size)
        r->comment_line = r->text.line;
    else
        buf_add_char(&r->comment, ' ');
    buf_add(&r->comment, text.p, span_len(text));
    return !r->comment.failed || buf_error(&r->comment, r->err);
}

/* Takes the comment that waits for a transition, joined with 'more'. */
static bool take_comment(struct reader *r, struct span more, uint32_t *text)
{
    *text = TABIA_NONE;
    if (span_len(more)) {
        if (r->comment.size)
            buf_add_char(&r->comment, ' ');
        buf_add(&r->comment, more.p, span_len(more));
    }
    if (r->comment.failed)
        return buf_error(&r->comment, r->err);
    if (!r->comment.size)
        return true;
    const char *all = buf_text(&r->comment);
    *text = openings_keep(&r->graph,
                          (struct span){ all, all + r->comment.size }, r->err);
    buf_reset(&r->comment);
    return *text != TABIA_NONE;
}

/* ---- positions ------------------------------------------------------- */

/* Cuts the part up to the next comma off 'rest'. */
static bool next_part(struct span *rest, struct span *part)
{
    const char *comma = find(*rest, ",");
    *part = trim(rest->p, comma ? comma : rest->end);
    rest->p = comma ? comma + 1 : rest->end;
    return comma;
}

static bool read_eval(struct reader *r, struct span text, uint32_t id)
{
    struct opening_node *node = &r->graph.nodes[id];
    struct tabia_pos pos;
    openings_node_pos(&r->graph, id, &pos);
    if (!openings_eval(text, (enum tabia_color)pos.turn, &node->eval))
        return bad(r, text.p,
                   "expected an evaluation such as 'white +0.35' or 'M5'",
                   text);
    node->eval_text = openings_keep(&r->graph, text, r->err);
    return node->eval_text != TABIA_NONE;
}

static bool note_repeated(struct reader *r, uint32_t first_line, const char *at)
{
    struct tabia_error text = { 0 };
    error_set(&text, TABIA_SYNTAX,
              "this position has a line already, line %u; the later counts",
              first_line);
    return problem(r, TABIA_PROBLEM_WARNING, at, TABIA_SYNTAX, text.msg);
}

static bool store_place(struct reader *r, uint32_t id, struct span x,
                        struct span y)
{
    struct opening_node *node = &r->graph.nodes[id];
    node->line = r->text.line;
    node->eval_text = TABIA_NONE;
    node->x_text = openings_keep(&r->graph, x, r->err);
    node->y_text = openings_keep(&r->graph, y, r->err);
    return node->x_text != TABIA_NONE && node->y_text != TABIA_NONE;
}

static bool read_position(struct reader *r, struct span line, const char *colon)
{
    const struct span state = trim(line.p, colon);
    struct span rest = { colon + 1, line.end }, x, y;
    struct tabia_pos pos;
    bool goes_on;
    if (!read_state(r, state, &pos, &goes_on))
        return goes_on;

    double x_value, y_value;
    const bool has_y = next_part(&rest, &x);
    if (!openings_number(x, &x_value))
        return bad(r, x.p, "expected the x coordinate, a number", x);
    if (!has_y)
        return problem(r, TABIA_PROBLEM_ERROR, line.end, TABIA_SYNTAX,
                       "expected a comma and the y coordinate");
    const bool has_eval = next_part(&rest, &y);
    if (!openings_number(y, &y_value))
        return bad(r, y.p, "expected the y coordinate, a number", y);

    const uint32_t id = openings_node(&r->graph, &pos, r->err);
    if (id == TABIA_NONE)
        return false;
    const uint32_t before = r->graph.nodes[id].line;
    if (before && !note_repeated(r, before, state.p))
        return false;
    if (!store_place(r, id, x, y))
        return false;
    r->graph.nodes[id].x = x_value;
    r->graph.nodes[id].y = y_value;
    return !has_eval || read_eval(r, trim(rest.p, rest.end), id);
}

/* ---- transitions ----------------------------------------------------- */

static bool bad_move(struct reader *r, const struct opening_move *mv)
{
    struct tabia_error text = { 0 };
    char quoted[QUOTE_SIZE];
    const size_t col = (size_t)(mv->move - mv->state) + mv->col;
    const uint64_t offset = (uint64_t)(mv->move - r->text.src);
    quote(mv->move, mv->move_len, quoted);
    error_at_place(&text, TABIA_ILLEGAL, mv->line, col, offset,
                   "Invalid move '%s' from state %.*s", quoted,
                   (int)mv->state_len, mv->state);
    r->nskipped++;
    return format_problem(r->options, TABIA_PROBLEM_ERROR, &text, r->err);
}

static bool resolve(struct reader *r, uint32_t move)
{
    bool is_fatal;
    if (openings_resolve(&r->graph, move, &is_fatal, r->err))
        return true;
    return !is_fatal && bad_move(r, &r->graph.moves[move]);
}

/* Reads what stands right of the arrow. False as with read_state. */
static bool read_target(struct reader *r, struct span right,
                        struct opening_move *mv, struct span *comment,
                        bool *goes_on)
{
    *goes_on = true;
    mv->is_state = r->is_old || is_fen_like(right);
    if (mv->is_state) {
        const char *colon = find(right, ":");
        if (colon) {
            *comment = trim(colon + 1, right.end);
            right = trim(right.p, colon);
        }
    }
    mv->move = right.p;
    mv->move_len = (uint32_t)span_len(right);
    if (!mv->is_state)
        return true;
    struct tabia_pos pos;
    if (!read_state(r, right, &pos, goes_on))
        return false;
    mv->target = openings_node(&r->graph, &pos, r->err);
    *goes_on = mv->target != TABIA_NONE;
    return *goes_on;
}

static bool read_transition(struct reader *r, struct span line, const char *at)
{
    const struct span left = trim(line.p, at);
    const struct span right = trim(at + strlen(arrow), line.end);
    struct span comment = { right.end, right.end };
    struct opening_move mv = { .target = TABIA_NONE };
    struct tabia_pos pos;
    bool goes_on;
    uint32_t ignored;
    const char *second = find(right, arrow);
    if (second)
        return take_comment(r, comment, &ignored) &&
               problem(r, TABIA_PROBLEM_ERROR, second, TABIA_SYNTAX,
                       "expected one '->' in a line, found two");
    if (!read_state(r, left, &pos, &goes_on) ||
        !read_target(r, right, &mv, &comment, &goes_on))
        return goes_on && take_comment(r, comment, &ignored);

    mv.from = openings_node(&r->graph, &pos, r->err);
    mv.ep_file = r->graph.is_bare ? TABIA_FILE_NONE : pos.ep_file;
    mv.line = r->text.line;
    mv.col = (uint32_t)(left.p - r->text.line_start) + 1;
    mv.state = left.p;
    mv.state_len = (uint32_t)span_len(left);
    if (mv.from == TABIA_NONE || !take_comment(r, comment, &mv.comment) ||
        !openings_add_move(&r->graph, &mv, r->err))
        return false;
    return r->graph.is_bare || resolve(r, (uint32_t)(r->graph.nmoves - 1));
}

/* ---- lines ----------------------------------------------------------- */

static bool check_bytes(struct reader *r, struct span line, bool *goes_on)
{
    const size_t len = span_len(line);
    const size_t good = utf8_valid_prefix(line.p, len);
    const char *nul = len ? memchr(line.p, '\0', len) : NULL;
    *goes_on = true;
    if (good == len && !nul)
        return true;
    *goes_on =
        problem(r, TABIA_PROBLEM_ERROR, nul ? nul : line.p + good, TABIA_SYNTAX,
                nul ? "a NUL byte in a text" : "not valid UTF-8");
    return false;
}

static bool read_line(struct reader *r)
{
    const struct span line = trim(r->text.p, r->text.end);
    bool goes_on;
    if (line.p == line.end)
        return true;
    if (!check_bytes(r, line, &goes_on))
        return goes_on;
    if (*line.p == '#')
        return read_comment(r, line);
    const char *at = find(line, arrow);
    if (at)
        return read_transition(r, line, at);
    const char *colon = find(line, ":");
    if (colon)
        return read_position(r, line, colon);
    return bad(r, line.p, "expected a position, a transition or a comment",
               line);
}

/* ---- the head -------------------------------------------------------- */

struct version {
    const char *text;
    bool is_old;   // states of version 2.0, a title is not required
    bool has_side; // third line
};

static const struct version versions[] = {
    { "v4.0", false, false },
    { "v5.0", false, true },
    { "v2.0", true, false },
    { "v3.0", true, false },
};

static const struct version *find_version(struct span line)
{
    for (size_t i = 0; i < COUNT_OF(versions); i++)
        if (span_is(line, versions[i].text))
            return &versions[i];
    return NULL;
}

static bool is_version_like(struct span line)
{
    return span_len(line) >= 2 && (line.p[0] == 'v' || line.p[0] == 'V') &&
           line.p[1] >= '0' && line.p[1] <= '9';
}

/* Problems of the head are fatal: what follows cannot be understood. */
static bool fail(struct reader *r, const char *at, const char *msg)
{
    r->text.err = r->err;
    return text_fail(&r->text, at, TABIA_SYNTAX, "%s", msg);
}

static const struct version *read_version(struct reader *r)
{
    static const char missing[] =
        "Invalid file format. Missing version header.";
    if (!text_next_line(&r->text)) {
        fail(r, r->text.p, missing);
        return NULL;
    }
    const struct span line = trim(r->text.p, r->text.end);
    const struct version *version = find_version(line);
    struct tabia_error text = { 0 };
    char buf[QUOTE_SIZE];
    if (version)
        return version;
    error_set(&text, TABIA_SYNTAX,
              "Unsupported version. Expected v4.0, but got %s",
              quote(line.p, span_len(line), buf));
    fail(r, line.p, is_version_like(line) ? text.msg : missing);
    return NULL;
}

static bool store_text(struct reader *r, const char *key, struct span text)
{
    bool goes_on;
    if (!check_bytes(r, text, &goes_on))
        return goes_on;
    return tabia_builder_add_text(r->out, key, text.p, span_len(text), r->err);
}

/* Reads the title, or leaves the line to read_line if it may be missing. */
static bool read_title(struct reader *r, bool is_needed)
{
    static const char missing[] = "Invalid file format. Missing title line.";
    if (!text_next_line(&r->text))
        return is_needed ? fail(r, r->text.end, missing) : true;
    const struct span line = trim(r->text.p, r->text.end);
    if (line.p == line.end || *line.p != '=')
        return is_needed ? fail(r, line.p, missing) : read_line(r);
    if (line.end - line.p > 1 && line.p[1] != ' ' &&
        !problem(r, TABIA_PROBLEM_WARNING, line.p + 1, TABIA_SYNTAX,
                 "expected a blank after '='"))
        return false;
    return store_text(r, "title", trim(line.p + 1, line.end));
}

static bool read_side(struct reader *r)
{
    static const char expected[] = "expected 'white' or 'black'";
    if (!text_next_line(&r->text))
        return fail(r, r->text.end, expected);
    const struct span line = trim(r->text.p, r->text.end);
    if (!span_is(line, "white") && !span_is(line, "black"))
        return fail(r, line.p, expected);
    return store_text(r, "side", line);
}

/* ---- the whole ------------------------------------------------------- */

/* Does a state without rights stand here? The initial one has them. */
static bool lacks_rights(struct span state)
{
    struct tabia_pos pos, start;
    if (span_is(state, start_word) ||
        !tabia_pos_from_fen(&pos, state.p, span_len(state), 0, NULL))
        return true;
    tabia_pos_start(&start);
    return !pos.castling || tabia_pos_is_same(&pos, &start);
}

/*
 * The first files of version 4.0 name full states as targets, and none of
 * them has castling rights: those come from the moves then.
 */
static bool is_without_rights(struct text t)
{
    bool has_target = false;
    while (text_next_line(&t)) {
        const struct span line = trim(t.p, t.end);
        if (line.p == line.end || *line.p == '#')
            continue;
        const char *at = find(line, arrow);
        const char *end = at ? at : find(line, ":");
        if (!end)
            continue;
        const struct span right = trim(at ? at + 2 : line.end, line.end);
        has_target |= is_fen_like(right);
        if (!lacks_rights(trim(line.p, end)) ||
            (find(right, "/") && !lacks_rights(right)))
            return false;
    }
    return has_target;
}

/* What can only be said when everything has been read. */
static bool finish(struct reader *r)
{
    struct tabia_error text = r->raw;
    if (r->nraw) {
        text.msg[0] = '\0';
        text.status = TABIA_OK;
        error_at_place(&text, TABIA_SYNTAX, r->raw.line, r->raw.col,
                       r->raw.offset,
                       "%llu %s not normalised (en passant '-', counters "
                       "'0 1'), this one first",
                       (unsigned long long)r->nraw,
                       plural(r->nraw, "FEN is", "FENs are"));
        if (!format_problem(r->options, TABIA_PROBLEM_WARNING, &text, r->err))
            return false;
    }
    if (r->comment.size &&
        !problem(r, TABIA_PROBLEM_WARNING, r->text.end, TABIA_SYNTAX,
                 "the last comment belongs to no transition"))
        return false;
    return r->graph.nmoves ||
           problem(r, TABIA_PROBLEM_ERROR, r->text.end, TABIA_SYNTAX,
                   "the file has no transition");
}

static bool read_lines(struct reader *r)
{
    while (text_next_line(&r->text))
        if (!read_line(r))
            return false;
    if (!finish(r))
        return false;
    if (!r->graph.is_bare)
        return true;
    if (!openings_restore_rights(&r->graph, r->err))
        return false;
    for (uint32_t i = 0; i < r->graph.nmoves; i++)
        if (!r->graph.moves[i].mv && !resolve(r, i))
            return false;
    return true;
}

/* What the original's page tells its user, too. */
static bool tell_skipped(struct reader *r)
{
    struct tabia_error text = { 0 };
    if (!r->options->lenient || !r->nskipped)
        return true;
    error_set(&text, TABIA_SYNTAX, "%llu invalid %s skipped",
              (unsigned long long)r->nskipped,
              plural(r->nskipped, "line", "lines"));
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &text, r->err);
}

/* A transition that stands twice keeps one comment, the last. */
static bool tell_replaced(struct reader *r)
{
    const struct opening_graph *g = &r->graph;
    struct tabia_error text = { 0 };
    if (!g->nreplaced)
        return true;
    error_at_place(&text, TABIA_SYNTAX, g->replaced_line, g->replaced_col, 0,
                   "%llu %s given again with a comment, which replaces any "
                   "earlier one, this one first",
                   (unsigned long long)g->nreplaced,
                   plural(g->nreplaced, "transition is", "transitions are"));
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &text, r->err);
}

/* Castling rights that are not as the file has them. */
static bool tell_rights(struct reader *r)
{
    const struct opening_graph *g = &r->graph;
    struct tabia_error loose = { 0 }, unreached = { 0 };
    if (g->nloose) {
        const struct opening_move *mv = &g->moves[g->loose_move];
        error_at_place(&loose, TABIA_SYNTAX, mv->line, mv->col, 0,
                       "%llu %s other castling rights than the move leaves, "
                       "which count, this one first",
                       (unsigned long long)g->nloose,
                       plural(g->nloose, "target has", "targets have"));
        if (!format_problem(r->options, TABIA_PROBLEM_WARNING, &loose, r->err))
            return false;
    }
    if (!g->nunreached)
        return true;
    error_set(&unreached, TABIA_SYNTAX,
              "the file tells no castling rights, and no line from the start "
              "leads to %llu %s: without rights there",
              (unsigned long long)g->nunreached,
              plural(g->nunreached, "position", "positions"));
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &unreached,
                          r->err);
}

static bool read_all(struct reader *r)
{
    const struct version *version = read_version(r);
    if (!version)
        return false;
    r->is_old = version->is_old;
    r->graph.is_bare = version->is_old || is_without_rights(r->text);
    return read_title(r, !version->is_old) &&
           (!version->has_side || read_side(r)) && read_lines(r) &&
           tell_skipped(r) && openings_build(&r->graph, r->out, r->err) &&
           tell_replaced(r) && tell_rights(r);
}

static bool read(struct tabia_bytes src,
                 const struct tabia_read_options *options,
                 struct tabia_builder *out, struct tabia_error *err)
{
    struct reader r = {
        .options = options,
        .out = out,
        .err = err,
        .comment = { .limit = UINT32_MAX / 4 },
        .graph = { .index = { .limit = UINT32_MAX / 2 },
                   .texts = { .limit = UINT32_MAX / 2 } },
    };
    const bool is_done =
        text_init(&r.text, src, options->name, err) && read_all(&r);
    buf_clear(&r.comment);
    openings_clear(&r.graph);
    return is_done;
}

/* ---- detection ------------------------------------------------------- */

/* Is there a line that only this format has? */
static bool has_transition(struct text t)
{
    while (text_next_line(&t)) {
        const struct span line = trim(t.p, t.end);
        const char *at = find(line, arrow);
        if (line.p == line.end || *line.p == '#' || !at)
            continue;
        const struct span left = trim(line.p, at);
        return is_fen_like(left) || (span_len(left) > 3 && left.end[-3] == '[');
    }
    return false;
}

static enum format_match detect(struct tabia_bytes src)
{
    struct text t;
    if (src.size > LOOK_SIZE)
        src.size = LOOK_SIZE;
    if (!text_init(&t, src, NULL, NULL) || !text_next_line(&t))
        return FORMAT_NO;
    const struct span line = trim(t.p, t.end);
    if (find_version(line))
        return FORMAT_SURE;
    if (has_transition(t))
        return FORMAT_LIKELY;
    return is_version_like(line) ? FORMAT_MAYBE : FORMAT_NO;
}

static const char *const suffixes[] = { ".txt", NULL };
static const char *const text_keys[] = { "title", "side", NULL };

static const struct tabia_format_option options[] = {
    { "openings-version", "N",
      "write version 4, or 5 which holds the side (as the book needs)" },
    FORMAT_LENIENT,
    { NULL, NULL, NULL },
};

const struct tabia_format format_openings = {
    .info = {
        .name = "openings",
        .title = "Chess Openings text, versions 2.0 to 5.0",
        .suffixes = suffixes,
        .options = options,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_LEAF_DATA,
        .carries = {
            [TABIA_ATTR_REMARK] = { .is_held = true, .note = "one line" },
            [TABIA_ATTR_EVAL] = { .is_held = true, .note = "with a place" },
            [TABIA_ATTR_PLACE] = { .is_held = true },
        },
        .text_keys = text_keys,
    },
    .detect = detect,
    .read = read,
    .write = openings_write,
};
