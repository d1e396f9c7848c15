/*
 * verb_diff.c - tabia diff
 */
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book/attrs.h"
#include "cli/files/source_files.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "cli/view/diff_view.h"
#include "cli/view/line_index.h"
#include "cli/view/verb_output.h"
#include "tabia/diff.h"

#include "base/banned.h"

enum { IGNORE };

/* The names of the attributes; a test compares. */
#define VALUES                                                                 \
    "weight, results, mark, nags, remark, learn, name, eco, comment, eval, "   \
    "coordinates, tags, texts"

static const struct option_spec options[] = {
    [IGNORE] = { .name = "ignore",
                 .kind = OPTION_TEXT,
                 .value = "LIST",
                 .help = "attributes to ignore, separated by commas: " VALUES },
};

struct diff_command {
    const struct args *args;
    struct source_file a, b;
    struct line_index lines_a, lines_b;
    struct verb_output out;
    struct buf text;
    struct tabia_pos pos; // of the last item, to name each position once
    bool has_pos;
    uint32_t owner; // of the last text: a game from 1, or 0 for the book
    bool has_owner;
    size_t nitems;
};

/* Names the game, or the line to the position, unless it was the last one. */
static void print_diff_location(struct diff_command *d,
                                const struct tabia_diff_item *item)
{
    if (item->key) {
        const bool is_tag = item->kind == TABIA_DIFF_TAG;
        const uint32_t owner = is_tag ? item->root + 1 : 0;
        if (d->has_owner && d->owner == owner)
            return;
        d->has_owner = true;
        d->owner = owner;
        if (is_tag)
            printf("game %u%s\n", owner, item->text_a ? "" : " of B");
        else
            printf("the book\n");
        return;
    }
    if (d->has_pos && tabia_pos_is_same(&d->pos, &item->pos))
        return;
    d->pos = item->pos;
    d->has_pos = true;
    const bool is_b = item->kind == TABIA_DIFF_POSITION_B;
    buf_reset(&d->text);
    line_index_print(is_b ? &d->lines_b : &d->lines_a,
                     is_b ? d->b.book : d->a.book, &item->pos, &d->text);
    printf("%s\n", buf_text(&d->text));
}

static bool on_diff_item(void *ctx, const struct tabia_diff_item *item)
{
    struct diff_command *d = ctx;
    d->nitems++;
    if (d->out.js) {
        diff_view_put_json(d->out.js, item);
    } else if (!d->args->quiet) {
        print_diff_location(d, item);
        buf_reset(&d->text);
        diff_view_add(&d->text, item);
        cli_print_line("%s", buf_text(&d->text));
    }
    return true;
}

/* The attributes that count: all but where things stood and --ignore's. */
static enum cli_status read_ignored(const struct args *args, unsigned *attrs)
{
    const char *p = args->values[IGNORE].text;
    *attrs = ATTRS_OF_BOOK | TABIA_DIFF_TEXTS;
    while (p && *p) {
        const size_t len = strcspn(p, ",");
        const char *name = "texts";
        unsigned i = 0, bit = TABIA_DIFF_TEXTS;
        while (name && (strlen(name) != len || memcmp(name, p, len) != 0)) {
            name = tabia_attr_name((enum tabia_attr)i);
            bit = 1u << i++;
        }
        if (!name)
            return cli_misuse(args->verb,
                              "--ignore: expected some of " VALUES
                              "; found '%.*s'",
                              (int)len, p);
        *attrs &= ~bit;
        p += len + (p[len] == ',');
    }
    return CLI_DONE;
}

static enum cli_status diff_books(struct diff_command *d, unsigned attrs)
{
    struct tabia_error err = { 0 };
    struct tabia_diff_result counts = { 0 };
    struct verb_output *out = &d->out;
    d->text.limit = 1 << 20;
    bool ok = line_index_init(&d->lines_a, d->a.book, &err) &&
              line_index_init(&d->lines_b, d->b.book, &err);
    if (ok) {
        verb_output_open(out, d->args->json);
        verb_output_object(out, NULL);
        verb_output_array(out, "differences");
        ok = tabia_book_diff(
            d->a.book, d->b.book,
            &(struct tabia_diff_options){
                .ignored = ~attrs, .on_item = on_diff_item, .ctx = d },
            &counts, &err);
        verb_output_end(out);
        if (out->js)
            diff_view_put_json_counts(out->js, &counts);
        verb_output_end(out);
        verb_output_close(out);
    }
    line_index_clear(&d->lines_a);
    line_index_clear(&d->lines_b);
    buf_clear(&d->text);
    if (!ok)
        return cli_print_error(&err);
    if (!out->js && d->nitems > 0 && !d->args->quiet) {
        putchar('\n');
        cli_print_line(
            "positions: %u only in %s, %u only in %s, %u in both, %u of them "
            "equal, %u with the same moves",
            counts.positions_a, d->a.name, counts.positions_b, d->b.name,
            counts.positions_both, counts.positions_equal,
            counts.positions_same_moves);
        cli_print_line(
            "moves: %u only in %s, %u only in %s, %u in both, %u of them "
            "changed",
            counts.moves_a, d->a.name, counts.moves_b, d->b.name,
            counts.moves_both, counts.moves_changed);
        if (counts.texts || counts.tags)
            cli_print_line("texts: %u of the book, %u tags of games differ",
                           counts.texts, counts.tags);
    }
    return d->nitems > 0 ? CLI_NO : CLI_DONE;
}

static enum cli_status run_diff(const struct args *args)
{
    struct diff_command d = { .args = args };
    unsigned attrs;
    enum cli_status status = source_files_check_stdin(args);
    if (status == CLI_DONE)
        status = read_ignored(args, &attrs);
    if (status == CLI_DONE)
        status = source_file_open(&d.a, args, args->operands[0], NULL);
    if (status != CLI_DONE)
        return status;
    status = source_file_open(&d.b, args, args->operands[1], NULL);
    if (status == CLI_DONE) {
        status = settings_check(
            args, (const struct tabia_format *[]){ d.a.format, d.b.format }, 2,
            NULL);
        if (status == CLI_DONE)
            status = diff_books(&d, attrs);
        source_file_close(&d.b);
    }
    source_file_close(&d.a);
    return status;
}

const struct verb verb_diff = {
    .name = "diff",
    .group = VERB_GROUP_BOOKS,
    .summary = "compare two books",
    .operands = "A B",
    .description =
        "Prints what is only in A (-), only in B (+) or different (~), "
        "then the totals. Books are compared by position; their formats "
        "and the order of their lines do not matter. The exit status is 1 "
        "if they differ; -q prints nothing else.",
    .example = "tabia diff old.txt new.txt\n"
               "tabia diff --ignore weight,name book.txt book.dat",
    .min_operands = 2,
    .max_operands = 2,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_diff,
};
