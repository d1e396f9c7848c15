/*
 * test_draw_layout.c - places: no overlaps, always the same, fast
 */
#include "book/builder_def.h"
#include "format_check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/sort.h"
#include "draw/layout.h"
#include "shared_file.h"
#include "tabia/builder.h"
#include "tabia/format.h"
#include "temp_folder.h"

/* ---- graphs ---------------------------------------------------------- */

/* A book of 'n' positions: every move of the first positions, in order. */
static struct tabia_book *grow_book(uint32_t n)
{
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor *open = calloc(n + 1, sizeof(*open));
    assert_non_null(b);
    assert_non_null(open);
    uint32_t nopen = 1;
    assert_true(tabia_builder_start(b, NULL, &open[0], NULL));
    for (uint32_t i = 0; builder_node_count(b) < n; i++) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t nmoves = tabia_pos_legal_moves(&open[i].pos, list);
        for (size_t k = 0; k < nmoves && builder_node_count(b) < n; k += 5) {
            const uint32_t before = builder_node_count(b);
            struct tabia_builder_cursor c = open[i];
            assert_true(tabia_builder_play_joined(b, &c, list[k], NULL));
            if (builder_node_count(b) > before)
                open[nopen++] = c;
        }
    }
    free(open);
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_non_null(book);
    return book;
}

static int compare_places(const void *a, const void *b, void *ctx)
{
    const struct tabia_coordinates *x = a, *y = b;
    (void)ctx;
    if (x->y != y->y)
        return x->y < y->y ? -1 : 1;
    return (x->x > y->x) - (x->x < y->x);
}

/* Neighbours of a layer are at least a node's width apart. */
static unsigned count_overlaps(const struct tabia_coordinates *places, size_t n)
{
    unsigned count = 0;
    struct tabia_coordinates *list = malloc(n * sizeof(*list));
    assert_non_null(list);
    memcpy(list, places, n * sizeof(*list));
    assert_true(
        sort_stable(list, n, sizeof(*list), compare_places, NULL, NULL, NULL));
    for (size_t i = 1; i < n; i++)
        count += list[i].y == list[i - 1].y &&
                 list[i].x - list[i - 1].x < 2 * LAYOUT_RADIUS;
    free(list);
    return count;
}

static void check_places(const struct layout_graph *g)
{
    for (uint32_t i = 0; i < g->nnodes; i++) {
        const double layer = g->coordinates[i].y / LAYOUT_RANK_STEP;
        const double rest = layer - (double)(int)(layer + 0.5);
        assert_true(rest < 1e-6 && rest > -1e-6);
        assert_true(g->coordinates[i].x >= LAYOUT_RADIUS - 1e-6);
    }
    assert_int_equal(count_overlaps(g->coordinates, g->nnodes), 0);
}

/* ---- tests ----------------------------------------------------------- */

static void test_tree(void **state)
{
    (void)state;
    static const uint32_t sizes[] = { 1, 2, 20, 500, 10000 };
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct tabia_book *book = grow_book(sizes[i]);
        struct layout_graph one, two;
        assert_true(layout_graph_init(&one, book, NULL));
        assert_true(layout_graph_init(&two, book, NULL));
        assert_true(layout_tree(&one, NULL));
        assert_true(layout_tree(&two, NULL));
        assert_int_equal(one.nnodes, tabia_book_position_count(book));
        check_places(&one);
        for (uint32_t k = 0; k < one.nnodes; k++) {
            assert_true(one.coordinates[k].x == two.coordinates[k].x);
            assert_true(one.coordinates[k].y == two.coordinates[k].y);
        }
        layout_graph_clear(&one);
        layout_graph_clear(&two);
        tabia_book_free(book);
    }
}

/* A large book gets its places; the time beside reading it is printed. */
static void test_large(void **state)
{
    (void)state;
    const struct tabia_format *format = tabia_format_find("openings", NULL);
    struct tabia_book *book = grow_book(10000);
    uint8_t *data;
    size_t size;
    assert_true(
        tabia_book_encode(book, format, NULL, &data, &size, NULL, NULL));
    tabia_book_free(book);

    const struct tabia_read_options options = { .format = format };
    const uint64_t start = clock_now_ns();
    book =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, NULL);
    const uint64_t middle = clock_now_ns();
    assert_non_null(book);
    struct tabia_book *more = tabia_book_layout(
        book, &(struct tabia_layout_options){ .layout = TABIA_LAYOUT_TREE },
        NULL, NULL);
    const uint64_t end = clock_now_ns();
    assert_non_null(more);
    print_message("reading %.1f ms, layout %.1f ms\n",
                  (double)(middle - start) / 1e6, (double)(end - middle) / 1e6);
    assert_int_equal(tabia_book_attr_count(more, TABIA_ATTR_COORDINATES),
                     tabia_book_node_count(more));
    tabia_book_free(book);
    tabia_book_free(more);
    free(data);
}

/* Positions without roots, and circles, have places too. */
static void test_odd_graphs(void **state)
{
    (void)state;
    static const char text[] =
        "v4.0\n= T\n8/8/8/8/8/4k3/8/4K3 w - - 0 1 : 1, 2\nstart -> Nf3\n"
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 -> Ke2\n"
        "4k3/8/8/8/8/8/4K3/8 b - - 0 1 -> Ke7\n"
        "8/4k3/8/8/8/8/4K3/8 w - - 0 1 -> Ke1\n"
        "8/4k3/8/8/8/8/8/4K3 b - - 0 1 -> Ke8\n";
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_book *book = tabia_book_decode(bytes, NULL, NULL);
    assert_non_null(book);
    struct layout_graph g;
    assert_true(layout_graph_init(&g, book, NULL));
    assert_true(layout_tree(&g, NULL));
    assert_int_equal(g.nnodes, 7);
    check_places(&g);
    layout_graph_clear(&g);
    tabia_book_free(book);
}

/* A root stands on top, though a position that is none leads to it. */
static void test_root_on_top(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c = { .edge = TABIA_NUMBER_NONE };
    struct tabia_pos e4;
    tabia_pos_set_start(&c.pos);
    assert_true(tabia_builder_add_node(b, &c.pos, &c.node, NULL));
    play_moves(b, &c, "e2e4");
    e4 = c.pos;
    assert_true(tabia_builder_start(b, &e4, &c, NULL));
    play_moves(b, &c, "e7e5");
    struct tabia_book *book = freeze(b);
    struct layout_graph g;
    assert_true(layout_graph_init(&g, book, NULL));
    assert_true(layout_tree(&g, NULL));
    assert_int_equal(g.nnodes, 3);
    check_places(&g);
    const double top = g.coordinates[tabia_book_find_position(book, &e4)].y;
    const double below =
        g.coordinates[tabia_book_find_position(book, &c.pos)].y;
    assert_true(top < 1e-6 && below > LAYOUT_RANK_STEP - 1e-6);
    layout_graph_clear(&g);
    tabia_book_free(book);
}

/* No layer is empty: from each to the next it is one step. */
static void check_layers(const struct layout_graph *g)
{
    bool is_used[256] = { false };
    size_t deepest = 0;
    for (uint32_t i = 0; i < g->nnodes; i++) {
        const double y = g->coordinates[i].y;
        const size_t layer = (size_t)(y / LAYOUT_RANK_STEP + 0.5);
        assert_true(y >= 0 && layer < COUNT_OF(is_used));
        is_used[layer] = true;
        deepest = layer > deepest ? layer : deepest;
    }
    assert_true(deepest > 0);
    for (size_t i = 0; i <= deepest; i++)
        assert_true(is_used[i]);
}

/* Lays a book out with dot and frees it; false if Graphviz is not here. */
static bool check_dot(struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    struct layout_graph g;
    assert_true(layout_graph_init(&g, book, NULL));
    const bool is_done = layout_graphviz(&g, "dot", 0, &err);
    if (is_done) {
        check_places(&g);
        check_layers(&g);
    } else {
        assert_true(
            check_text("no Graphviz", err.msg,
                       "cannot find the program 'dot': install Graphviz"));
    }
    layout_graph_clear(&g);
    tabia_book_free(book);
    return is_done;
}

static void test_dot(void **state)
{
    (void)state;
    if (!check_dot(own_book("examples/tichess-openings.txt")))
        skip(); // no Graphviz
}

static bool check_dot_file(const char *path, const char *name)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    if (!book)
        fail_msg("%s: %s", name, err.msg);
    return check_dot(book);
}

/* All London files, of every version; the first one tells of Graphviz. */
static void test_dot_real(void **state)
{
    (void)state;
    const unsigned n =
        shared_folder("data/openings-text", "london", check_dot_file);
    if (n == 1)
        skip(); // no Graphviz
    assert_true(n >= 5);
}

static double nearest(const struct layout_graph *g)
{
    double least = DBL_MAX;
    for (uint32_t i = 0; i < g->nnodes; i++)
        for (uint32_t k = 0; k < i; k++) {
            const double distance =
                hypot(g->coordinates[i].x - g->coordinates[k].x,
                      g->coordinates[i].y - g->coordinates[k].y);
            least = distance < least ? distance : least;
        }
    return least;
}

/* The points that every program has to leave between any two nodes. */
static const struct {
    const char *program;
    double london, grown;
} distances[] = {
    { "dot", 79, 79 },   { "twopi", 107.5, 60 }, { "circo", 92, 60 },
    { "neato", 90, 90 }, { "fdp", 90, 90 },      { "sfdp", 90, 90 },
};

/* False if a program of Graphviz is missing. */
static bool check_distances(const struct tabia_book *book, bool is_london)
{
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(distances); i++) {
        const char *program = distances[i].program;
        struct layout_graph g;
        struct tabia_error err = { 0 };
        assert_true(layout_graph_init(&g, book, NULL));
        const bool is_done = layout_graphviz(&g, program, 0, &err);
        const double least = is_done ? nearest(&g) : 0;
        const double want =
            is_london ? distances[i].london : distances[i].grown;
        layout_graph_clear(&g);
        if (!is_done)
            return false;
        if (least < want)
            print_error("%s: nodes are %.1f apart, wanted %.0f\n", program,
                        least, want);
        ok &= least >= want;
    }
    assert_true(ok);
    return true;
}

/* No circles touch, and there is room for labels. */
static void test_distances(void **state)
{
    (void)state;
    struct tabia_book *book = grow_book(150);
    const bool is_done = check_distances(book, false);
    tabia_book_free(book);
    if (!is_done)
        skip(); // no Graphviz
}

static bool check_london(const char *path, const char *name)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    if (!book)
        fail_msg("%s: %s", name, err.msg);
    const bool is_done = check_distances(book, true);
    tabia_book_free(book);
    return is_done;
}

/* As far apart as the original has them. */
static void test_distances_of_london(void **state)
{
    (void)state;
    (void)shared_folder("data/openings-text", "v4_london-23", check_london);
}

/* A program that says 'text', whatever it is given, which it keeps. */
static const char *make_program(struct temp_folder *folder, const char *text)
{
    const char *path = temp_folder_path(folder, "program");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\ncat >%s\ncat <<'END'\n%s\nEND\n",
            temp_folder_path(folder, "input"), text);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
    return path;
}

static const struct {
    const char *name, *pos;
    double x; // to the right of 0; below 0: the answer is refused
} numbers[] = {
    { "whole", "80,0", 80 },
    { "decimals", "80.25,0.5", 80.25 },
    { "large", "1.0001e+05,11", 100010 },
    { "small", "2.5e-01,11", 0.25 },
    { "no number", "x,0", -1 },
    { "too large", "1e99,0", -1 },
    { "far too large", "1e999999999999,0", -1 },
};

/* Numbers as the programs of Graphviz print them, and others. */
static void test_numbers(void **state)
{
    struct tabia_book *book = grow_book(2);
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct temp_folder folder;
        struct layout_graph g;
        char text[128], want[32], got[32] = "refused";
        temp_folder_make(&folder);
        snprintf(text, sizeof(text),
                 "digraph {\nn0 [pos=\"0,0\"];\nn1 [pos=\"%s\"];\n}",
                 numbers[i].pos);
        snprintf(want, sizeof(want), "%.3f", numbers[i].x);
        assert_true(layout_graph_init(&g, book, NULL));
        if (layout_graphviz(&g, make_program(&folder, text), 0, NULL))
            snprintf(got, sizeof(got), "%.3f",
                     g.coordinates[1].x - g.coordinates[0].x);
        ok &= check_text(numbers[i].name, got,
                         numbers[i].x < 0 ? "refused" : want);
        layout_graph_clear(&g);
        temp_folder_remove(&folder);
    }
    tabia_book_free(book);
    assert_true(ok);
}

/* Every position is named, as one without moves has no other mention. */
static void test_input(void **state)
{
    struct tabia_book *book = grow_book(3);
    struct temp_folder folder;
    struct layout_graph g;
    char text[1000];
    (void)state;
    temp_folder_make(&folder);
    assert_true(layout_graph_init(&g, book, NULL));
    const char *program =
        make_program(&folder, "n0 [pos=\"0,2\"];\n"
                              "n1 [pos=\"1,1\"];\nn2 [pos=\"2,1\"];\n");
    assert_true(layout_graphviz(&g, program, 0, NULL));
    temp_folder_read(temp_folder_path(&folder, "input"), text, sizeof(text));
    const char *nodes = strstr(text, "n0\n");
    assert_true(check_text("nodes and moves", nodes ? nodes : text,
                           "n0\nn1\nn2\nn0 -> n1\nn0 -> n2\n}\n"));
    layout_graph_clear(&g);
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

static void test_no_program(void **state)
{
    (void)state;
    struct tabia_book *book = grow_book(3);
    struct layout_graph g;
    struct tabia_error err = { 0 };
    assert_true(layout_graph_init(&g, book, NULL));
    assert_false(layout_graphviz(&g, "no-such-program", 0, &err));
    assert_true(check_text("missing", err.msg,
                           "cannot find the program 'no-such-program': install "
                           "Graphviz"));
    layout_graph_clear(&g);
    tabia_book_free(book);
}

/* A program may be newer than the library, and know more pictures. */
static void test_unknown_picture(void **state)
{
    (void)state;
    const struct tabia_draw_options newer = { .picture =
                                                  (enum tabia_picture)99 };
    struct tabia_error err = { 0 };
    struct tabia_book *book = grow_book(3);
    struct tabia_book *placed = tabia_book_layout(
        book, &(struct tabia_layout_options){ .layout = TABIA_LAYOUT_TREE },
        NULL, NULL);
    uint8_t *data;
    size_t size;
    assert_non_null(placed);
    assert_false(tabia_book_draw(placed, &newer, &data, &size, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    assert_null(data);
    tabia_book_free(placed);
    tabia_book_free(book);
}

/* The default runs no program, whatever is installed. */
static void test_default(void **state)
{
    (void)state;
    static const struct tabia_layout_options zero;
    struct tabia_book *book = grow_book(3);
    enum tabia_layout used = TABIA_LAYOUT_AUTO;
    struct tabia_book *placed = tabia_book_layout(book, NULL, &used, NULL);
    assert_non_null(placed);
    assert_int_equal(used, TABIA_LAYOUT_TREE);
    assert_int_equal(zero.layout, TABIA_LAYOUT_TREE);
    tabia_book_free(placed);
    tabia_book_free(book);
}

/* Likewise layouts: nothing of such a name is looked for and run. */
static void test_unknown_layout(void **state)
{
    (void)state;
    const struct tabia_layout_options newer = { .layout =
                                                    (enum tabia_layout)99 };
    struct tabia_error err = { 0 };
    struct tabia_book *book = grow_book(3);
    assert_null(tabia_book_layout(book, &newer, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    assert_true(check_text("layout", err.msg, "no such layout"));
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_odd_graphs),
        cmocka_unit_test(test_dot),
        cmocka_unit_test(test_dot_real),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_no_program),
        cmocka_unit_test(test_root_on_top),
        cmocka_unit_test(test_input),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_distances_of_london),
        cmocka_unit_test(test_unknown_picture),
        cmocka_unit_test(test_unknown_layout),
        cmocka_unit_test(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
