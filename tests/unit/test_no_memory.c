/*
 * test_no_memory.c - every allocation of every operation fails once
 *
 * An operation is tried with its first allocation failing, then the second,
 * and so on until none is left; and again with all others failing after that
 * one. Each time it must say that there is no memory or get on without; that
 * nothing leaks or is used after its end is for the sanitizers to see. All
 * formats of the registry are tried, so a new one need not be named here.
 */
#include "format_check.h"

#include "base/compiler.h"
#include "book/walk_internal.h"
#include "fail_alloc.h"
#include "format/formats.h"
#include "format/report.h"
#include "format/table_io.h"
#include "tabia/transform.h"

static const char sample_text[] =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 (C70 Ruy Lopez)\n"
    "e2e4 g7g6x d2d4 f8g7 b1c3\n"
    "d2d4 g7g6 e2e4 f8g7 g1f3 (B06 Modern)\n"
    "f2f4? d7d5 g1f3\n";

/* One operation on one thing; frees what it makes. */
struct work {
    const char *name;
    bool (*run)(const struct work *w, struct tabia_error *err);
    const struct tabia_book *book;
    const struct tabia_format *format;
    struct tabia_bytes bytes;
};

static bool run(void *ctx, struct tabia_error *err)
{
    const struct work *w = ctx;
    return w->run(w, err);
}

static void starve(struct work w)
{
    print_message("    %s\n", w.name); // a failure does not know it
    fail_alloc_each(run, &w);
}

/* ---- formats --------------------------------------------------------- */

/* A PolyGlot book would read the built-in book each time, for its positions. */
static const struct tabia_setting walk_start = { "walk", "start" };

static bool run_decode(const struct work *w, struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = w->format,
        .settings = &walk_start,
        .nsettings = w->format == tabia_format_find("polyglot", NULL),
    };
    return fail_alloc_book(tabia_book_decode(w->bytes, &options, err));
}

static bool run_detect(const struct work *w, struct tabia_error *err)
{
    return fail_alloc_book(tabia_book_decode(w->bytes, NULL, err));
}

static bool run_encode(const struct work *w, struct tabia_error *err)
{
    struct tabia_report report = { 0 };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(w->book, w->format, NULL, &data, &size, &report,
                           err))
        return false;
    free(data);
    return true;
}

static bool run_table(const struct work *w, struct tabia_error *err)
{
    const struct tabia_read_options options = { .format = w->format };
    struct table *t = format_open_table(w->bytes, &options, err);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    if (!t)
        return false;
    tabia_pos_set_start(&pos);
    table_find(t, &pos, list);
    table_close(t);
    return true;
}

/* What 'format' makes of the book; no data when it cannot. */
static struct tabia_bytes encode(const struct tabia_book *book,
                                 const struct tabia_format *format)
{
    struct tabia_report report = { 0 };
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, format, NULL, &data, &size, &report, &err))
        return (struct tabia_bytes){ 0 };
    return (struct tabia_bytes){ data, size };
}

static size_t starve_format(const struct tabia_book *book,
                            const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    const struct tabia_bytes bytes = encode(book, format);
    if (!bytes.data)
        return 0;
    const struct work works[] = {
        { info->name, run_encode, book, format, bytes },
        { info->name, run_decode, book, format, bytes },
        { info->name, run_table, book, format, bytes },
    };
    const bool can[] = { true, info->can_read, info->can_find };
    for (size_t i = 0; i < COUNT_OF(works); i++) {
        if (can[i])
            starve(works[i]);
    }
    free((void *)(uintptr_t)bytes.data);
    return 1;
}

static struct tabia_book *sample(void)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", sample_text, &err);
    if (!book)
        fail_msg("sample: %s", err.msg);
    return book;
}

static void every_format_gets_on_without_memory(void **state)
{
    struct tabia_book *book = sample();
    size_t ntried = 0;
    (void)state;
    for (size_t i = 0; tabia_format_at(i); i++)
        if (tabia_format_get_info(tabia_format_at(i))->can_write)
            ntried += starve_format(book, tabia_format_at(i));
    ntried += starve_format(book, &format_edit);
    assert_in_range(ntried, 15, 100);
    tabia_book_free(book);
}

static void detection_gets_on_without_memory(void **state)
{
    const struct work w = { .name = "detect",
                            .run = run_detect,
                            .bytes = bytes_of(sample_text) };
    (void)state;
    starve(w);
}

/* ---- transforms ------------------------------------------------------ */

static bool run_fold(const struct work *w, struct tabia_error *err)
{
    return fail_alloc_book(
        tabia_book_fold(w->book, TABIA_MERGE_SUM, NULL, err));
}

static bool run_expand(const struct work *w, struct tabia_error *err)
{
    struct tabia_book *graph =
        tabia_book_fold(w->book, TABIA_MERGE_SUM, NULL, err);
    const bool ok =
        graph && fail_alloc_book(tabia_book_expand(graph, NULL, NULL, err));
    tabia_book_free(graph);
    return ok;
}

static bool run_filter(const struct work *w, struct tabia_error *err)
{
    const struct tabia_filter_options filter = { .max_ply = 4,
                                                 .side = TABIA_SIDE_WHITE,
                                                 .top = 1 };
    return fail_alloc_book(tabia_book_filter(w->book, &filter, NULL, err));
}

static bool run_merge(const struct work *w, struct tabia_error *err)
{
    const struct tabia_book *two[] = { w->book, w->book };
    return fail_alloc_book(
        tabia_book_merge(two, 2, TABIA_MERGE_SUM, NULL, err));
}

static bool run_walk(const struct work *w, struct tabia_error *err)
{
    struct tabia_walk *walk = tabia_walk_new(w->book, NULL, err);
    struct tabia_walk_step step;
    if (!walk)
        return false;
    while (tabia_walk_next(walk, &step, err))
        continue;
    const bool ok = walk_is_whole(walk, err);
    tabia_walk_free(walk);
    return ok;
}

/* All but the comparing of books, which takes no memory. */
static void every_transform_gets_on_without_memory(void **state)
{
    struct tabia_book *book = sample();
    const struct work works[] = {
        { .name = "fold", .run = run_fold, .book = book },
        { .name = "expand", .run = run_expand, .book = book },
        { .name = "filter", .run = run_filter, .book = book },
        { .name = "merge", .run = run_merge, .book = book },
        { .name = "walk", .run = run_walk, .book = book },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(works); i++)
        starve(works[i]);
    tabia_book_free(book);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_gets_on_without_memory),
        cmocka_unit_test(detection_gets_on_without_memory),
        cmocka_unit_test(every_transform_gets_on_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
