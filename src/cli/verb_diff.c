/*
 * verb_diff.c - tabia diff
 */
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "cli/books.h"
#include "cli/move_view.h"
#include "cli/paths.h"
#include "cli/verbs.h"
#include "tabia/transform.h"

#include "base/banned.h"

enum { IGNORE };

static const struct option_spec options[] = {
    [IGNORE] = { .name = "ignore",
                 .kind = OPTION_TEXT,
                 .value = "LIST",
                 .help = "values that do not count, with commas between "
                         "them: weight, results, mark, ..." },
};

struct diff {
    const struct args *args;
    struct book_file a, b;
    struct path_index lines_a, lines_b;
    struct json *js; // NULL: print text
    struct buf text;
    struct tabia_pos pos; // of the last item, to name each position once
    bool has_pos;
    size_t nitems;
};

/* ---- text ------------------------------------------------------------ */

/* Prints the line to a position, unless it was the last one's too. */
static void print_place(struct diff *d, const struct tabia_diff_item *item)
{
    if (d->has_pos && tabia_pos_is_same(&d->pos, &item->pos))
        return;
    d->pos = item->pos;
    d->has_pos = true;
    const bool is_b = item->kind == TABIA_DIFF_POSITION_B;
    buf_reset(&d->text);
    path_index_print(is_b ? &d->lines_b : &d->lines_a,
                     is_b ? d->b.book : d->a.book, &item->pos, &d->text);
    printf("%s\n", buf_text(&d->text));
}

/* Adds the value of a move as far as a line can show it. */
static void add_value(struct buf *text, const struct tabia_move_data *data,
                      enum tabia_attr attr)
{
    if (!(data->has >> attr & 1)) {
        buf_add_text(text, "none");
        return;
    }
    switch (attr) {
    case TABIA_ATTR_WEIGHT:
        buf_addf(text, "%u", data->weight);
        break;
    case TABIA_ATTR_RESULTS:
        buf_addf(text, "%u/%u/%u", data->white, data->draws, data->black);
        break;
    case TABIA_ATTR_MARK:
        buf_add_text(text, data->mark ? move_view_mark(data->mark) : "none");
        break;
    case TABIA_ATTR_NAGS:
        move_view_add_nags(text, data);
        break;
    case TABIA_ATTR_REMARK:
        buf_addf(text, "\"%s\"", data->remark ? data->remark : "");
        break;
    default:
        buf_add_text(text, "other");
        break;
    }
}

static void add_values(struct buf *text, const struct tabia_diff_item *item)
{
    const char *before = "  ";
    for (int i = 0; i < TABIA_NATTRS; i++) {
        if (!(item->attrs >> i & 1))
            continue;
        const enum tabia_attr attr = (enum tabia_attr)i;
        buf_addf(text, "%s%s", before, tabia_attr_name(attr));
        before = ", ";
        if (item->kind != TABIA_DIFF_DATA)
            continue;
        buf_add_char(text, ' ');
        add_value(text, &item->a.data, attr);
        buf_add_text(text, " -> ");
        add_value(text, &item->b.data, attr);
    }
}

/* How an item starts, by its kind; as in other diffs, + is what b adds. */
static const char signs[] = {
    [TABIA_DIFF_POSITION_A] = '-', [TABIA_DIFF_POSITION_B] = '+',
    [TABIA_DIFF_MOVE_A] = '-',     [TABIA_DIFF_MOVE_B] = '+',
    [TABIA_DIFF_DATA] = '~',       [TABIA_DIFF_NODE] = '~',
};

static void print_item(struct diff *d, const struct tabia_diff_item *item)
{
    print_place(d, item);
    buf_reset(&d->text);
    buf_addf(&d->text, "  %c ", signs[item->kind]);
    if (item->move != TABIA_MOVE_NONE) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&item->pos, item->move, san);
        buf_add_text(&d->text, san);
    } else {
        buf_add_text(&d->text, "the position");
    }
    add_values(&d->text, item);
    puts(buf_text(&d->text));
}

static void print_counts(const struct diff *d,
                         const struct tabia_diff_counts *counts)
{
    const struct args *args = d->args;
    fflush(stdout);
    cli_note(args,
             "positions: %u only in %s, %u only in %s, %u in both, %u of them "
             "equal",
             counts->positions_a, d->a.name, counts->positions_b, d->b.name,
             counts->positions_both, counts->positions_equal);
    cli_note(args,
             "moves: %u only in %s, %u only in %s, %u in both, %u of them "
             "changed",
             counts->moves_a, d->a.name, counts->moves_b, d->b.name,
             counts->moves_both, counts->moves_changed);
}

/* ---- JSON ------------------------------------------------------------ */

static const char *const kinds[] = {
    [TABIA_DIFF_POSITION_A] = "position_a",
    [TABIA_DIFF_POSITION_B] = "position_b",
    [TABIA_DIFF_MOVE_A] = "move_a",
    [TABIA_DIFF_MOVE_B] = "move_b",
    [TABIA_DIFF_DATA] = "values",
    [TABIA_DIFF_NODE] = "position_values",
};

static void put_side(struct json *js, const char *key,
                     const struct tabia_diff_item *item,
                     const struct tabia_entry *entry)
{
    struct move_view view;
    move_view_init(&view, &item->pos, entry, (struct tabia_node_data){ 0 });
    json_key(js, key);
    json_begin_object(js);
    move_view_json(js, &view);
    json_end(js);
}

static void put_item(struct json *js, const struct tabia_diff_item *item)
{
    char fen[TABIA_FEN_SIZE];
    tabia_pos_to_fen(&item->pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
    json_begin_object(js);
    json_key(js, "kind");
    json_put_text(js, kinds[item->kind]);
    json_key(js, "fen");
    json_put_text(js, fen);
    if (item->kind == TABIA_DIFF_MOVE_A || item->kind == TABIA_DIFF_DATA)
        put_side(js, "a", item, &item->a);
    if (item->kind == TABIA_DIFF_MOVE_B || item->kind == TABIA_DIFF_DATA)
        put_side(js, "b", item, &item->b);
    if (item->attrs) {
        json_key(js, "differs");
        json_begin_array(js);
        for (int i = 0; i < TABIA_NATTRS; i++)
            if (item->attrs >> i & 1)
                json_put_text(js, tabia_attr_name((enum tabia_attr)i));
        json_end(js);
    }
    json_end(js);
}

static void put_counts(struct json *js, const struct tabia_diff_counts *counts)
{
    const struct {
        const char *key;
        uint32_t n;
    } all[] = {
        { "positions_a", counts->positions_a },
        { "positions_b", counts->positions_b },
        { "positions_both", counts->positions_both },
        { "positions_equal", counts->positions_equal },
        { "moves_a", counts->moves_a },
        { "moves_b", counts->moves_b },
        { "moves_both", counts->moves_both },
        { "moves_changed", counts->moves_changed },
    };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        json_key(js, all[i].key);
        json_put_uint(js, all[i].n);
    }
}

/* ---- the verb -------------------------------------------------------- */

static bool take_item(void *ctx, const struct tabia_diff_item *item)
{
    struct diff *d = ctx;
    d->nitems++;
    if (d->js)
        put_item(d->js, item);
    else if (!d->args->quiet)
        print_item(d, item);
    return true;
}

/* The attributes that count: all but where things stood and --ignore's. */
static enum cli_status read_ignored(const struct args *args, unsigned *attrs)
{
    const char *p = args->values[IGNORE].text;
    *attrs = (1u << TABIA_NATTRS) - 1;
    *attrs &= ~(1u << TABIA_ATTR_SOURCE);
    while (p && *p) {
        const size_t len = strcspn(p, ",");
        int i = 0;
        while (i < TABIA_NATTRS) {
            const char *name = tabia_attr_name((enum tabia_attr)i);
            if (strlen(name) == len && memcmp(name, p, len) == 0)
                break;
            i++;
        }
        if (i == TABIA_NATTRS)
            return cli_misuse(args->verb, "--ignore: there is no value '%.*s'",
                              (int)len, p);
        *attrs &= ~(1u << i);
        p += len + (p[len] == ',');
    }
    return CLI_DONE;
}

static bool compare(struct diff *d, unsigned attrs,
                    struct tabia_diff_counts *counts, struct tabia_error *err)
{
    struct sink dst = cli_stdout(err);
    struct json js;
    if (!d->args->json)
        return tabia_book_diff(d->a.book, d->b.book, attrs, take_item, d,
                               counts, err);
    d->js = &js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_key(&js, "differences");
    json_begin_array(&js);
    bool done =
        tabia_book_diff(d->a.book, d->b.book, attrs, take_item, d, counts, err);
    json_end(&js);
    put_counts(&js, counts);
    json_end(&js);
    return done;
}

static enum cli_status diff(struct diff *d, unsigned attrs)
{
    struct tabia_error err = { 0 };
    struct tabia_diff_counts counts = { 0 };
    d->text.limit = 1 << 20;
    bool done = path_index_init(&d->lines_a, d->a.book, &err) &&
                path_index_init(&d->lines_b, d->b.book, &err) &&
                compare(d, attrs, &counts, &err);
    path_index_clear(&d->lines_a);
    path_index_clear(&d->lines_b);
    buf_clear(&d->text);
    if (!done)
        return cli_error_in(&err, "");
    if (!d->js && d->nitems > 0)
        print_counts(d, &counts);
    return d->nitems > 0 ? CLI_NO : CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    struct diff d = { .args = args };
    unsigned attrs;
    enum cli_status status = read_ignored(args, &attrs);
    if (status == CLI_DONE)
        status = books_open(&d.a, args, args->operands[0], NULL);
    if (status != CLI_DONE)
        return status;
    status = books_open(&d.b, args, args->operands[1], NULL);
    if (status == CLI_DONE) {
        status = diff(&d, attrs);
        books_close(&d.b);
    }
    books_close(&d.a);
    return status;
}

const struct verb verb_diff = {
    .name = "diff",
    .summary = "compare two books",
    .operands = "A B",
    .description =
        "Prints what only one of the books has, and what both have with "
        "other values: - is only in A, + only in B, ~ is changed. Books are "
        "compared by position, whatever their formats and the order of "
        "their lines. The status is 1 when they differ; with -q that is all.",
    .example = "tabia diff old.txt new.txt\n"
               "tabia diff --ignore weight,name book.txt book.dat",
    .min_operands = 2,
    .max_operands = 2,
    .common = WITH_JSON | WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
