/*
 * reduced.c - lines without the moves that they share with the line above
 *
 *     e2e4e7e5g1f3b8c6f1b5a7a6
 *     *8f1c4
 *     *6g8f6
 *
 * Table 2 of J. F. White's article of 1990 (docs/formats/reduced.md): a line
 * may begin with '*' and the number of bytes, two per move, that it takes
 * over from its predecessor. Everything else is as in the format "lines".
 *
 *     line = [ '*' number ] { blank | move }
 *
 * A number need not be as large as it could be; a line that only repeats the
 * beginning of its predecessor is taken and adds nothing.
 */
#include "base/error_internal.h"
#include "base/text.h"
#include "book/builder_def.h"
#include "format/formats.h"
#include "format/shared/line_builder.h"
#include "format/shared/line_moves.h"
#include "format/shared/prefix_tree.h"
#include "base/banned.h"

enum { BYTES_PER_MOVE = 2 };

/* ---- detection ------------------------------------------------------- */

/* Without a token the text is one of "lines". */
static enum format_match reduced_detect(struct tabia_bytes bytes)
{
    struct text t;
    size_t ngood = 0, nbad = 0, ntokens = 0;
    bytes = format_first_lines(bytes);
    if (!format_looks_like_text(bytes) || !text_init(&t, bytes, NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t)) {
        if (!text_skip_blanks(&t))
            continue;
        if (text_accept(&t, '*')) {
            ntokens++;
            while (t.p < t.end && text_is_digit(*t.p))
                t.p++;
        }
        while (text_skip_blanks(&t) && line_skip_move(&t))
            ;
        ngood += text_is_at_end(&t);
        nbad += !text_is_at_end(&t);
    }
    return ngood && ntokens && nbad * 4 <= ngood ? FORMAT_SURE : FORMAT_NO;
}

/* ---- reading --------------------------------------------------------- */

struct reduced_reader {
    struct text text;
    struct line_builder lines;
    struct read_job *job;
};

/* Adds the move that stood at 'at'. */
static bool reduced_add_move(struct reduced_reader *r, tabia_move mv,
                             const char *at, struct tabia_error *err)
{
    const uint32_t nedges = builder_edge_count(r->lines.out);
    struct text *t = &r->text;
    if (!line_builder_play(&r->lines, mv, err))
        return false;
    if (r->lines.is_apart) {
        struct tabia_error problem = { 0 };
        error_set(&problem, TABIA_ERR_SYNTAX,
                  "a similar line is further above, not next to this one");
        if (!format_problem_in_text(r->job, TABIA_SEVERITY_WARNING, &problem, t,
                                    at, err))
            return false;
    }
    const struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .line = t->line,
        .col = (uint32_t)(at - t->line_start) + 1,
    };
    const bool is_new = builder_edge_count(r->lines.out) != nedges;
    return !is_new || !r->job->user->keep_location ||
           tabia_builder_set_move(r->lines.out, line_builder_edge(&r->lines),
                                  &data, err);
}

/*
 * Reads a line as far as it is good. A line that goes wrong keeps the moves
 * before the fault. The line below it may then ask for more moves than there
 * are, which is one more error.
 */
static bool reduced_read_line(struct reduced_reader *r,
                              struct tabia_error *problem,
                              struct tabia_error *err)
{
    struct text *t = &r->text;
    const char *start = t->p;
    const size_t most = line_builder_length(&r->lines) * BYTES_PER_MOVE;
    uint64_t nbytes = 0;
    if (text_accept(t, '*') && !text_read_number(t, UINT32_MAX, &nbytes))
        return false;
    if (nbytes % BYTES_PER_MOVE)
        return text_fail(t, start, TABIA_ERR_SYNTAX,
                         "expected an even number of bytes, found %llu",
                         (unsigned long long)nbytes);
    if (nbytes > most)
        return text_fail(t, start, TABIA_ERR_SYNTAX,
                         "expected at most the %zu bytes of the line before, "
                         "found %llu",
                         most, (unsigned long long)nbytes);
    line_builder_begin(&r->lines, (size_t)(nbytes / BYTES_PER_MOVE));
    while (text_skip_blanks(t)) {
        const char *at = t->p;
        tabia_move mv;
        if (!line_move_read(t, line_builder_pos(&r->lines), &mv) ||
            !reduced_add_move(r, mv, at, err))
            return false;
        t->err = problem;
    }
    return true;
}

static bool reduced_read(struct tabia_bytes bytes, struct read_job *job,
                         struct tabia_builder *out, struct tabia_error *err)
{
    struct reduced_reader r = { .job = job };
    if (!text_init(&r.text, bytes, job->name, err) ||
        !line_builder_init(&r.lines, out, err))
        return false;
    bool ok = true;
    while (ok && text_next_line(&r.text)) {
        struct tabia_error problem = { 0 };
        r.text.err = &problem;
        ok = !text_skip_blanks(&r.text) || reduced_read_line(&r, &problem, err);
        r.text.err = NULL;
        if (!ok && problem.status)
            ok = format_problem(job, TABIA_SEVERITY_ERROR, &problem, err);
    }
    line_builder_clear(&r.lines);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

struct reduced_settings {
    bool sort;
};

static const struct setting_row rows[] = {
    PREFIX_TREE_SORT(struct reduced_settings, sort),
    SETTING_END,
};

static bool reduced_write(const struct tabia_book *book,
                          const struct tabia_write_options *options,
                          struct sink *dst, struct tabia_report *report,
                          struct tabia_error *err)
{
    struct reduced_settings settings = { 0 };
    struct prefix_tree tree;
    struct prefix_tree_walk w;
    format_settings_get(rows, options, &settings);
    if (!prefix_tree_build(&tree, book,
                           settings.sort ? PREFIX_TREE_MERIT : PREFIX_TREE_KEEP,
                           report, err))
        return false;
    prefix_tree_report_apart(&tree, report);
    const bool ok = prefix_tree_walk_init(&w, &tree, err);
    while (ok && sink_ok(dst) && prefix_tree_walk_next(&w)) {
        const struct prefix_tree_node *node = &w.tree->nodes[w.node];
        if (w.starts_line && node->depth > 1)
            sink_printf(dst, "*%u", (node->depth - 1) * BYTES_PER_MOVE);
        line_move_print(dst, w.before, node->move);
        if (w.is_leaf)
            sink_put_char(dst, '\n');
    }
    if (ok)
        prefix_tree_walk_clear(&w);
    prefix_tree_clear(&tree);
    return ok && sink_ok(dst);
}

static const char *const suffixes[] = { ".txt", ".reduced", NULL };

const struct tabia_format format_reduced = {
    .info = {
        .name = "reduced",
        .title = "lines, prefix-compressed against the previous line",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .settings = rows,
    .detect = reduced_detect,
    .read = reduced_read,
    .write = reduced_write,
};
