/*
 * test_book_attrs.c - every row of the table of attributes, wherever the
 * table is followed
 *
 * Nothing here names an attribute beside those with rules of their own: a new
 * row is tried by all of these.
 */
#include "format_check.h"

#include <stdlib.h>

#include "book/attrs.h"
#include "format/format_contract.h"
#include "format/formats.h"
#include "tabia/diff.h"
#include "tabia/transform.h"

/* Gives 'data' a value of the attribute; the second is another one. */
static void fill(const struct attr *a, void *data, bool is_second)
{
    static const struct tabia_tag tags[] = { { "Event", "one" },
                                             { "Event", "two" } };
    void *value = attr_get_mutable(a, data);
    *(unsigned *)data |= attr_bit(a);
    switch (a->kind) {
    case ATTR_KIND_NUMBERS:
        for (size_t i = 0; i < attr_number_count(a); i++)
            ((uint32_t *)value)[i] = (uint32_t)i + (is_second ? 70 : 20);
        break;
    case ATTR_KIND_HEX:
        *(uint64_t *)value = is_second ? UINT64_MAX : 1;
        break;
    case ATTR_KIND_MARK:
        *(enum tabia_mark *)value =
            is_second ? TABIA_MARK_PASSIVE : TABIA_MARK_AVOIDED;
        break;
    case ATTR_KIND_NAGS:
        memcpy(value, is_second ? "\1\2\3\4" : "\5\0\0\0", TABIA_NAGS_MAX);
        break;
    case ATTR_KIND_TEXT:
        *(const char **)value = is_second ? "D30" : "C\"20";
        break;
    case ATTR_KIND_EVAL:
        *(struct tabia_eval *)value = (struct tabia_eval){
            .kind = is_second ? TABIA_EVAL_MATE : TABIA_EVAL_CP,
            .value = -7,
            .depth = 12,
            .text = "-0.07",
        };
        break;
    case ATTR_KIND_COORDINATES:
        *(struct tabia_coordinates *)value = (struct tabia_coordinates){
            .x = is_second ? 0.1 : 2,
            .y = -3.5,
            .y_text = "-3.50",
        };
        break;
    case ATTR_KIND_TAGS:
        ((struct tabia_node_data *)data)->tags = &tags[is_second];
        ((struct tabia_node_data *)data)->ntags = 1;
        break;
    }
}

/* One move, which has the value, or whose position before it has it. */
static struct tabia_book *make_book(const struct attr *a, bool is_second)
{
    const struct tabia_builder_options options = { .keep_location = true };
    struct tabia_builder *b = tabia_builder_new(&options, NULL);
    struct tabia_move_data move = { .has = 0 };
    struct tabia_node_data node = { .has = 0 };
    struct tabia_builder_cursor c;
    assert_non_null(b);
    fill(a, a->owner == ATTR_OF_MOVE ? (void *)&move : &node, is_second);
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    assert_true(tabia_builder_set_node(b, c.node, &node, NULL));
    play_moves(b, &c, "e2e4");
    assert_true(tabia_builder_set_move(b, c.edge, &move, NULL));
    return freeze(b);
}

/* Does the book have exactly this value? */
static bool has_value(const struct tabia_book *book, const struct attr *a,
                      bool is_second)
{
    struct tabia_move_data move = { .has = 0 };
    struct tabia_node_data node = { .has = 0 };
    fill(a, a->owner == ATTR_OF_MOVE ? (void *)&move : &node, is_second);
    const struct tabia_move_data own = tabia_book_edge_data(book, 0);
    const struct tabia_node_data root = tabia_book_node_data(book, 0);
    return tabia_book_attrs(book) == attr_bit(a) &&
           !attrs_diff_moves(&own, &move) && !attrs_diff_nodes(&root, &node);
}

/* The names of the rows that fail. */
static int check_rows(bool (*check)(const struct attr *a))
{
    int nfailed = 0;
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++)
        if (!check(&attr_table[i])) {
            print_error("%s\n", attr_table[i].name);
            nfailed++;
        }
    return nfailed;
}

static bool is_described(const struct attr *a)
{
    return a->name && a->noun.one && a->noun.many &&
           strcmp(a->name,
                  tabia_attr_name((enum tabia_attr)(a - attr_table))) == 0;
}

static bool is_stored(const struct attr *a)
{
    struct tabia_book *first = make_book(a, false);
    struct tabia_book *second = make_book(a, true);
    const bool is_good = has_value(first, a, false) &&
                         has_value(second, a, true) &&
                         !has_value(first, a, true);
    tabia_book_free(first);
    tabia_book_free(second);
    return is_good;
}

static bool note_diff(void *ctx, const struct tabia_diff_item *item)
{
    *(unsigned *)ctx |=
        item->kind == TABIA_DIFF_TAG ? (unsigned)TABIA_HAS_TAGS : item->attrs;
    return true;
}

static bool is_compared(const struct attr *a)
{
    struct tabia_book *first = make_book(a, false);
    struct tabia_book *second = make_book(a, true);
    unsigned same = 0, differ = 0;
    assert_true(tabia_book_diff(first, first,
                                &(struct tabia_diff_options){
                                    .on_item = note_diff, .ctx = &same },
                                NULL, NULL));
    assert_true(tabia_book_diff(first, second,
                                &(struct tabia_diff_options){
                                    .on_item = note_diff, .ctx = &differ },
                                NULL, NULL));
    tabia_book_free(first);
    tabia_book_free(second);
    return same == 0 && differ == attr_bit(a);
}

/* The last of two values replaces the first, the mildest mark aside. */
static bool is_merged(const struct attr *a)
{
    struct tabia_book *parts[] = { make_book(a, false), make_book(a, true) };
    struct tabia_transform_result report;
    struct tabia_book *whole =
        tabia_book_merge((const struct tabia_book *const *)parts, 2,
                         TABIA_MERGE_LAST, &report, NULL);
    assert_non_null(whole);
    const bool is_counted =
        a->merging != ATTR_MERGE_SILENT && a->kind != ATTR_KIND_TAGS;
    const bool is_good =
        has_value(whole, a, a->merging != ATTR_MERGE_MILDEST) &&
        report.conflicts_by_attr[a - attr_table] == is_counted;
    for (size_t i = 0; i < 2; i++)
        tabia_book_free(parts[i]);
    tabia_book_free(whole);
    return is_good;
}

static bool survives(const struct attr *a, const struct tabia_format *format,
                     bool is_second)
{
    const struct tabia_read_options options = {
        .format = format,
        .keep_location = format == &format_json, // which has them as values
    };
    struct tabia_book *book = make_book(a, is_second), *again;
    struct tabia_report report = { 0 };
    uint8_t *data;
    size_t size;
    assert_true(
        tabia_book_encode(book, format, NULL, &data, &size, &report, NULL));
    again =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, NULL);
    assert_non_null(again);
    const bool is_good = report.n == 0 && has_value(again, a, is_second);
    tabia_book_free(again);
    tabia_book_free(book);
    free(data);
    return is_good;
}

static bool survives_json(const struct attr *a)
{
    return survives(a, &format_json, false) && survives(a, &format_json, true);
}

/* The text has lines of its own: where moves stood is not in it. */
static bool survives_edit(const struct attr *a)
{
    return a == &attr_table[TABIA_ATTR_LOCATION] ||
           ((attr_bit(a) & ATTRS_OF_BOOK) && survives(a, &format_edit, false) &&
            survives(a, &format_edit, true));
}

/* A format that holds nothing drops it, by its noun. */
static bool is_reported(const struct attr *a)
{
    const struct tabia_format nothing = {
        .info = { .name = "nothing", .holds = TABIA_HOLDS_ALL },
    };
    struct tabia_book *book = make_book(a, false);
    struct tabia_report report = { 0 };
    char got[200], want[200] = "";
    tabia_report_add_losses(&report, &nothing, book);
    tabia_book_free(book);
    if (a->kind == ATTR_KIND_MARK)
        snprintf(want, sizeof(want), "1 avoided mark is dropped");
    else if (attr_bit(a) & ATTRS_OF_BOOK)
        snprintf(want, sizeof(want), "1 %s is dropped", a->noun.one);
    return check_text(a->name, report_text(&report, got, sizeof(got)), want);
}

static void test_rows(void **state)
{
    (void)state;
    assert_int_equal(check_rows(is_described), 0);
    assert_int_equal(check_rows(is_stored), 0);
    assert_int_equal(check_rows(is_compared), 0);
    assert_int_equal(check_rows(is_merged), 0);
    assert_int_equal(check_rows(survives_json), 0);
    assert_int_equal(check_rows(survives_edit), 0);
    assert_int_equal(check_rows(is_reported), 0);
}

/* Bits of the other owner, or of nobody, are not looked at. */
static void test_stray_bits(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c;
    const struct tabia_move_data move = { .has = ~(
                                              unsigned)TABIA_HAS_MOVE_COMMENT };
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "e2e4");
    assert_true(tabia_builder_set_move(b, c.edge, &move, NULL));
    struct tabia_book *book = freeze(b);
    assert_true(tabia_book_attrs(book) & TABIA_HAS_WEIGHT);
    assert_false(tabia_book_attrs(book) & TABIA_HAS_TAGS);
    assert_false(tabia_book_attrs(book) & TABIA_HAS_EVAL);
    tabia_book_free(book);

    unsigned left = ~0u;
    size_t n = 0;
    while (attr_next(&left, ATTR_OF_MOVE))
        n++;
    left = ~0u;
    while (attr_next(&left, ATTR_OF_NODE))
        n++;
    assert_int_equal(n, TABIA_ATTR_COUNT);
    assert_null(tabia_attr_name(TABIA_ATTR_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_stray_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
