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
#include "base/error.h"
#include "base/text.h"
#include "book/builder_def.h"
#include "format/formats.h"
#include "format/lines/line_builder.h"
#include "format/lines/line_moves.h"
#include "format/movetree.h"
#include "base/banned.h"

enum { BYTES_PER_MOVE = 2 };

/* ---- detection ------------------------------------------------------- */

struct look {
    size_t ngood, nbad; // lines
    size_t ntokens;
};

static bool skip_token(struct text *t)
{
    if (!text_accept(t, '*'))
        return false;
    while (t->p < t->end && *t->p >= '0' && *t->p <= '9')
        t->p++;
    return true;
}

static void look_at_line(struct text *t, struct look *look)
{
    if (!text_skip_blanks(t))
        return;
    look->ntokens += skip_token(t);
    while (text_skip_blanks(t)) {
        if (!line_skip_move(t)) {
            look->nbad++;
            return;
        }
    }
    look->ngood++;
}

/* Without a token the text is one of "lines". */
static enum format_match reduced_detect(struct tabia_bytes src)
{
    struct text t;
    struct look look = { 0 };
    src = format_head(src);
    if (!format_looks_like_text(src) || !text_init(&t, src, NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t))
        look_at_line(&t, &look);
    if (!look.ngood || !look.ntokens || look.nbad * 4 > look.ngood)
        return FORMAT_NO;
    return FORMAT_SURE;
}

/* ---- reading --------------------------------------------------------- */

struct reader {
    struct text text;
    struct line_builder lines;
    const struct tabia_read_options *options;
};

/* Reads '*n', if it is there, and starts the line. */
static bool read_token(struct reader *r)
{
    struct text *t = &r->text;
    const char *start = t->p;
    const size_t most = line_builder_length(&r->lines) * BYTES_PER_MOVE;
    uint64_t nbytes = 0;
    if (text_accept(t, '*') && !text_read_number(t, UINT32_MAX, &nbytes))
        return false;
    if (nbytes % BYTES_PER_MOVE)
        return text_fail(t, start, TABIA_SYNTAX,
                         "expected an even number of bytes, found %llu",
                         (unsigned long long)nbytes);
    if (nbytes > most)
        return text_fail(t, start, TABIA_SYNTAX,
                         "%llu bytes of a line that has only %zu",
                         (unsigned long long)nbytes, most);
    line_builder_start(&r->lines, (size_t)(nbytes / BYTES_PER_MOVE));
    return true;
}

static bool warn_apart(struct reader *r, const char *at,
                       struct tabia_error *err)
{
    struct tabia_error problem = { 0 };
    struct text *t = &r->text;
    t->err = &problem;
    text_fail(t, at, TABIA_SYNTAX,
              "a similar line stands further above, not next to this one");
    t->err = NULL;
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &problem, err);
}

static bool keep_source(struct reader *r, const char *at,
                        struct tabia_error *err)
{
    const struct tabia_move_data data = {
        .has = TABIA_HAS_SOURCE,
        .line = r->text.line,
        .col = (uint32_t)(at - r->text.line_start) + 1,
    };
    return !r->options->keep_source ||
           tabia_builder_set_move(r->lines.out, line_builder_edge(&r->lines),
                                  &data, err);
}

/* Adds the move that stood at 'at'. */
static bool add_move(struct reader *r, tabia_move mv, const char *at,
                     struct tabia_error *err)
{
    const uint32_t nedges = builder_edge_count(r->lines.out);
    if (!line_builder_play(&r->lines, mv, err))
        return false;
    if (r->lines.is_apart && !warn_apart(r, at, err))
        return false;
    const bool is_new = builder_edge_count(r->lines.out) != nedges;
    return !is_new || keep_source(r, at, err);
}

/*
 * A line that goes wrong keeps the moves before the fault. The line below it
 * may then ask for more moves than there are, which is one more error.
 */
static bool read_line(struct reader *r, struct tabia_error *err)
{
    struct text *t = &r->text;
    struct tabia_error problem = { 0 };
    if (!text_skip_blanks(t))
        return true;

    t->err = &problem;
    bool is_good = read_token(r);
    while (is_good && text_skip_blanks(t)) {
        const char *at = t->p;
        tabia_move mv;
        is_good = line_move_read(t, line_builder_pos(&r->lines), &mv);
        if (is_good && !add_move(r, mv, at, err))
            return false;
        t->err = &problem;
    }
    t->err = NULL;
    return is_good ||
           format_problem(r->options, TABIA_PROBLEM_ERROR, &problem, err);
}

static bool reduced_read(struct tabia_bytes src,
                         const struct tabia_read_options *options,
                         struct tabia_builder *out, struct tabia_error *err)
{
    struct reader r = { .options = options };
    if (!text_init(&r.text, src, options->name, err) ||
        !line_builder_init(&r.lines, out, err))
        return false;
    bool ok = true;
    while (ok && text_next_line(&r.text))
        ok = read_line(&r, err);
    line_builder_clear(&r.lines);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

struct settings {
    bool sort;
};

static const struct tabia_setting_info rows[] = {
    MOVETREE_SORT(struct settings, sort),
    SETTING_END,
};

static void write_move(const struct movetree_walk *w, struct sink *dst)
{
    const struct movetree_node *node = &w->tree->nodes[w->node];
    if (w->starts_line && node->depth > 1)
        sink_printf(dst, "*%u", (node->depth - 1) * BYTES_PER_MOVE);
    line_move_print(dst, w->before, node->mv);
    if (w->is_leaf)
        sink_char(dst, '\n');
}

static bool reduced_write(const struct tabia_book *book,
                          const struct tabia_write_options *options,
                          struct sink *dst, struct tabia_report *report,
                          struct tabia_error *err)
{
    struct settings settings = { 0 };
    struct movetree tree;
    struct movetree_walk w;
    format_settings_get(rows, options, &settings);
    if (!movetree_build(&tree, book,
                        settings.sort ? MOVETREE_MERIT : MOVETREE_KEEP, report,
                        err))
        return false;
    movetree_report_apart(&tree, report);
    const bool ok = movetree_walk_open(&w, &tree, err);
    while (ok && sink_ok(dst) && movetree_walk_next(&w))
        write_move(&w, dst);
    if (ok)
        movetree_walk_close(&w);
    movetree_clear(&tree);
    return ok && sink_ok(dst);
}

static const char *const suffixes[] = { ".txt", ".reduced", NULL };

const struct tabia_format format_reduced = {
    .info = {
        .name = "reduced",
        .title = "lines less what they share with the line above",
        .suffixes = suffixes,
        .settings = rows,
        .can_skip = true,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .detect = reduced_detect,
    .read = reduced_read,
    .write = reduced_write,
};
