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
 * another kind and no title. Version 3.0 may have both kinds of states, each
 * judged by itself; its FENs are whole, with en passant and counters.
 * docs/formats/openings.md describes the rest.
 */
#include <stdarg.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "format/detect.h"
#include "format/formats.h"
#include "format/openings/openings_line.h"
#include "base/banned.h"

/* ---- the head -------------------------------------------------------- */

struct openings_version {
    const char *text;
    bool takes_old; // states of version 2.0; then a title is not required
    bool takes_fen;
    bool has_side; // third line
};

static const struct openings_version versions[] = {
    { "v4.0", .takes_fen = true },
    { "v5.0", .takes_fen = true, .has_side = true },
    { "v2.0", .takes_old = true },
    { "v3.0", .takes_old = true, .takes_fen = true },
};

static const struct openings_version *find_version(struct openings_span line)
{
    for (size_t i = 0; i < COUNT_OF(versions); i++)
        if (openings_span_is(line, versions[i].text))
            return &versions[i];
    return NULL;
}

static bool is_version_like(struct openings_span line)
{
    return openings_span_len(line) >= 2 &&
           (line.p[0] == 'v' || line.p[0] == 'V') && line.p[1] >= '0' &&
           line.p[1] <= '9';
}

/* Problems of the head are fatal: what follows cannot be understood. */
static bool fail_head(struct openings_reader *r, const char *at,
                      const char *msg)
{
    r->text.err = r->err;
    return text_fail(&r->text, at, TABIA_ERR_SYNTAX, "%s", msg);
}

static const struct openings_version *read_version(struct openings_reader *r)
{
    static const char missing[] =
        "Invalid file format. Missing version header.";
    if (!text_next_line(&r->text)) {
        fail_head(r, r->text.p, missing);
        return NULL;
    }
    const struct openings_span line =
        openings_span_trim(r->text.p, r->text.end);
    const struct openings_version *version = find_version(line);
    struct tabia_error text = { 0 };
    char buf[QUOTE_SIZE];
    if (version)
        return version;
    error_set(&text, TABIA_ERR_SYNTAX,
              "Unsupported version. Expected v4.0, but got %s",
              quote(line.p, openings_span_len(line), buf));
    fail_head(r, line.p, is_version_like(line) ? text.msg : missing);
    return NULL;
}

static bool store_text(struct openings_reader *r, const char *key,
                       struct openings_span text)
{
    bool goes_on;
    if (!openings_check_bytes(r, text, &goes_on))
        return goes_on;
    return tabia_builder_add_text(r->out, key, text.p, openings_span_len(text),
                                  r->err);
}

/* Reads the title, or leaves the line to read_line if it may be missing. */
static bool read_title(struct openings_reader *r, bool is_needed)
{
    static const char missing[] = "Invalid file format. Missing title line.";
    if (!text_next_line(&r->text))
        return is_needed ? fail_head(r, r->text.end, missing) : true;
    const struct openings_span line =
        openings_span_trim(r->text.p, r->text.end);
    if (line.p == line.end || *line.p != '=')
        return is_needed ? fail_head(r, line.p, missing)
                         : openings_read_line(r);
    if (line.end - line.p > 1 && line.p[1] != ' ' &&
        !openings_problem(r, TABIA_SEVERITY_WARNING, line.p + 1,
                          TABIA_ERR_SYNTAX, "expected a blank after '='"))
        return false;
    return store_text(r, "title", openings_span_trim(line.p + 1, line.end));
}

static bool read_side(struct openings_reader *r)
{
    static const char expected[] = "expected 'white' or 'black'";
    if (!text_next_line(&r->text))
        return fail_head(r, r->text.end, expected);
    const struct openings_span line =
        openings_span_trim(r->text.p, r->text.end);
    if (!openings_span_is(line, "white") && !openings_span_is(line, "black"))
        return fail_head(r, line.p, expected);
    return store_text(r, "side", line);
}

/* ---- the whole ------------------------------------------------------- */

/* True for a state without castling rights; the initial one has them. */
static bool lacks_rights(struct openings_span state)
{
    struct tabia_pos pos, start;
    if (openings_span_is(state, openings_start) ||
        !tabia_fen_parse(&pos, state.p, openings_span_len(state), 0, NULL))
        return true;
    tabia_pos_set_start(&start);
    return !pos.castling || tabia_pos_is_same(&pos, &start);
}

/*
 * States of version 2.0 have no castling rights. The first files of version
 * 4.0 name full states as targets, and none of them has rights. The rights
 * come from the moves then.
 */
static bool is_without_rights(const struct openings_reader *r)
{
    struct text t = r->text;
    bool has_target = false, has_rights = false;
    while (text_next_line(&t) && !(has_rights && !r->takes_old)) {
        const struct openings_span line = openings_span_trim(t.p, t.end);
        if (line.p == line.end || *line.p == '#')
            continue;
        const char *at = openings_span_find(line, openings_arrow);
        const char *end = at ? at : openings_span_find(line, ":");
        if (!end)
            continue;
        const struct openings_span left = openings_span_trim(line.p, end);
        const struct openings_span target =
            openings_target(at ? at + 2 : line.end, line.end);
        if (openings_is_old_state(r, left) ||
            (at && openings_is_old_state(r, target)))
            return true;
        has_target |= openings_is_state(target);
        has_rights = has_rights || !lacks_rights(left) ||
                     (openings_span_find(target, "/") && !lacks_rights(target));
    }
    return has_target && !has_rights;
}

/* Warns of something that was seen at 'location' when all has been read. */
static bool openings_warn_at(struct openings_reader *r,
                             const struct tabia_error *location,
                             const char *fmt, ...) PRINTF_LIKE(3, 4);

static bool openings_warn_at(struct openings_reader *r,
                             const struct tabia_error *location,
                             const char *fmt, ...)
{
    struct tabia_error text = { 0 };
    va_list ap;
    va_start(ap, fmt);
    error_at_location_v(&text, TABIA_ERR_SYNTAX, location->line, location->col,
                        location->offset, fmt, ap);
    va_end(ap);
    return format_problem(r->job, TABIA_SEVERITY_WARNING, &text, r->err);
}

/* What the original's page says to its user, too. */
static bool report_skipped(struct openings_reader *r)
{
    struct tabia_error text = { 0 };
    if (!r->job->user->lenient || !r->nskipped)
        return true;
    error_set(&text, TABIA_ERR_SYNTAX, "%llu invalid %s skipped",
              (unsigned long long)r->nskipped,
              plural(r->nskipped, "line", "lines"));
    return format_problem(r->job, TABIA_SEVERITY_WARNING, &text, r->err);
}

/* A transition that stands twice keeps one comment, the last. */
static bool report_replaced(struct openings_reader *r)
{
    const struct openings_graph *g = &r->graph;
    struct tabia_error text = { 0 };
    if (!g->nreplaced)
        return true;
    error_at_location(&text, TABIA_ERR_LOSS, g->replaced_line, g->replaced_col,
                      0,
                      "%s repeated with a comment that replaces earlier "
                      "ones; this is the first",
                      plural(g->nreplaced, "transition is", "transitions are"));
    return format_warn_count(r->job, g->nreplaced, &text, r->err);
}

/* Castling rights that are not as the file has them. */
static bool report_rights(struct openings_reader *r)
{
    const struct openings_graph *g = &r->graph;
    struct tabia_error loose = { 0 }, unreached = { 0 };
    if (g->nloose) {
        const struct openings_transition *mv = &g->transitions[g->loose_move];
        error_at_location(
            &loose, TABIA_ERR_SYNTAX, mv->line, mv->col, 0,
            "%llu %s castling rights that differ from those after "
            "the move, which are used; this is the first",
            (unsigned long long)g->nloose,
            plural(g->nloose, "target has", "targets have"));
        if (!format_problem(r->job, TABIA_SEVERITY_WARNING, &loose, r->err))
            return false;
    }
    if (!g->nunreached)
        return true;
    error_set(&unreached, TABIA_ERR_SYNTAX,
              "%llu unreachable %s no castling rights, because the file has "
              "none",
              (unsigned long long)g->nunreached,
              plural(g->nunreached, "position gets", "positions get"));
    return format_problem(r->job, TABIA_SEVERITY_WARNING, &unreached, r->err);
}

static bool read_openings(struct openings_reader *r)
{
    const struct openings_version *version = read_version(r);
    if (!version)
        return false;
    r->takes_old = version->takes_old;
    r->takes_fen = version->takes_fen;
    r->graph.is_bare = is_without_rights(r);
    if (!read_title(r, !version->takes_old) ||
        (version->has_side && !read_side(r)))
        return false;
    while (text_next_line(&r->text))
        if (!openings_read_line(r))
            return false;
    if (r->nraw &&
        !openings_warn_at(r, &r->raw,
                          "%llu %s not normalised (en passant '-', counters "
                          "'0 1'); this is the first",
                          (unsigned long long)r->nraw,
                          plural(r->nraw, "FEN is", "FENs are")))
        return false;
    if (r->comment.size &&
        !openings_warn_at(r, &r->begun,
                          "the last comment does not belong to a transition"))
        return false;
    const uint64_t nskipped =
        r->nskipped; // no line is skipped for an empty one
    if (!r->graph.ntransitions &&
        !openings_problem(r, TABIA_SEVERITY_ERROR, r->text.end,
                          TABIA_ERR_SYNTAX, "the file has no transitions"))
        return false;
    r->nskipped = nskipped;
    if (r->graph.is_bare && !(openings_restore_rights(&r->graph, r->err) &&
                              openings_resolve_rest(r, OPENINGS_MAY_WAIT)))
        return false;
    return openings_resolve_rest(r, OPENINGS_NOW) && report_skipped(r) &&
           openings_build(&r->graph, r->out, r->err) && report_replaced(r) &&
           report_rights(r);
}

static bool openings_read(struct tabia_bytes bytes, struct read_job *job,
                          struct tabia_builder *out, struct tabia_error *err)
{
    struct openings_reader r = {
        .job = job,
        .out = out,
        .err = err,
        .comment = { .limit = UINT32_MAX / 4 },
        .graph = { .index = { .limit = UINT32_MAX / 2 },
                   .texts = { .limit = UINT32_MAX / 2 } },
    };
    const bool ok =
        text_init(&r.text, bytes, job->name, err) && read_openings(&r);
    buf_clear(&r.comment);
    openings_clear(&r.graph);
    return ok;
}

/* ---- detection ------------------------------------------------------- */

/* True if there is a line that only this format has. */
static bool has_transition(struct text t)
{
    while (text_next_line(&t)) {
        const struct openings_span line = openings_span_trim(t.p, t.end);
        const char *at = openings_span_find(line, openings_arrow);
        if (line.p == line.end || *line.p == '#' || !at)
            continue;
        const struct openings_span left = openings_span_trim(line.p, at);
        return openings_is_state(left) ||
               (openings_span_len(left) > 3 && left.end[-3] == '[');
    }
    return false;
}

static enum format_match openings_detect(struct tabia_bytes bytes)
{
    struct text t;
    if (bytes.size > FORMAT_DETECT_SIZE)
        bytes.size = FORMAT_DETECT_SIZE;
    if (!text_init(&t, bytes, NULL, NULL) || !text_next_line(&t))
        return FORMAT_NO;
    const struct openings_span line = openings_span_trim(t.p, t.end);
    if (find_version(line))
        return FORMAT_SURE;
    if (format_has_controls(bytes))
        return FORMAT_NO;
    if (has_transition(t))
        return FORMAT_LIKELY;
    return is_version_like(line) ? FORMAT_MAYBE : FORMAT_NO;
}

static const char *const suffixes[] = { ".txt", NULL };
static const char *const text_keys[] = { "title", "side", NULL };

const struct setting_row openings_settings_table[] = {
    SETTING_WORD(struct openings_settings, version, "version",
                 TABIA_WHEN_WRITING, "4|5", NULL,
                 "version 4, or 5 with the side (what the book needs)"),
    SETTING_END,
};

const struct tabia_format format_openings = {
    .info = {
        .name = "openings",
        .title = "Chess Openings text, versions 2.0 to 5.0",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .ignores_ep = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_MOVE_COMMENT | TABIA_HAS_POSITION_COMMENT |
                 TABIA_HAS_EVAL | TABIA_HAS_COORDINATES,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_MOVE_COMMENT] = { 0, "one line" },
        [TABIA_ATTR_POSITION_COMMENT] = { 0, "with the move before" },
        [TABIA_ATTR_EVAL] = { 0, "with coordinates" },
    },
    .settings = openings_settings_table,
    .detect = openings_detect,
    .read = openings_read,
    .write = openings_write,
};
