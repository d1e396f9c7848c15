/*
 * test_no_memory_games.c - every allocation fails once, from games to stores
 *
 * What test_no_memory.c does for books, done for what reads games, for builds
 * and for stores. A failed build leaves no file behind.
 */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/compiler.h"
#include "build/position_writer.h"
#include "fail_alloc.h"
#include "pgn/game_counts.h"
#include "pgn/game_text.h"
#include "slow_build.h"
#include "store/store_internal.h"
#include "tabia/build.h"
#include "temp_folder.h"

static const struct tabia_write_options replacing = { .force = true };

#define HEADER(white, black, date, result)                                     \
    "[White \"" white "\"]\n[Black \"" black "\"]\n[Date \"" date              \
    "\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n[Result \"" result "\"]\n"

/* Known openings, a start of its own, a broken game, and one that repeats. */
/* clang-format off */
static const char sample[] =
    HEADER("Ant", "Bee", "2019.01.02", "1-0")
    "\n1. e4 e5 2. Nf3 Nc6 1-0\n\n"
    HEADER("Cat", "Dog", "2020.??.??", "0-1")
    "\n1. e4 e5 2. Nf3 Nf6 0-1\n\n"
    HEADER("Ant", "Dog", "2021.03.04", "1/2-1/2")
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke7 1/2-1/2\n\n"
    HEADER("Elk", "Fox", "2021.03.05", "1-0")
    "\n1. e4 Ke4 1-0\n\n"
    HEADER("Gnu", "Ant", "2022.03.05", "0-1")
    "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 0-1\n\n"
    HEADER("Gnu", "Ant", "2022.03.05", "0-1")
    "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 0-1\n";
/* clang-format on */

static struct temp_folder folder;
static const char *pgn, *store_path;

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Works do not change what they are given. */
static long starve(const char *name, fail_alloc_work *work, const void *ctx)
{
    print_message("    %s\n", name); // a failure does not know it
    return fail_alloc_each(work, (void *)(uintptr_t)ctx);
}

static int set_up(void **state)
{
    (void)state;
    temp_folder_make(&folder);
    pgn = temp_folder_path(&folder, "games.pgn");
    store_path = temp_folder_path(&folder, "games.tabia");
    write_file(pgn, sample);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    temp_folder_remove(&folder);
    return 0;
}

/* Removes all files of a folder that is there; returns how many. */
static size_t empty(const char *path)
{
    size_t n = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        n += unlinkat(dirfd(dir), e->d_name, 0) == 0;
    closedir(dir);
    return n;
}

/* ---- games ----------------------------------------------------------- */

static bool run_count(void *ctx, struct tabia_error *err)
{
    const int *nthreads = ctx;
    const struct game_counts_options options = {
        .paths = &pgn,
        .npaths = 1,
        .nthreads = *nthreads,
        .max_problems = 10,
        .piece_size = 100,
    };
    struct game_counts games;
    if (!game_counts_read(&games, &options, err))
        return false;
    game_counts_clear(&games);
    return true;
}

static bool run_text(void *ctx, struct tabia_error *err)
{
    char *text = NULL;
    (void)ctx;
    if (!game_text_read(pgn, 0, 100, UINT64_MAX, &text, err))
        return false;
    free(text);
    return true;
}

static void reading_games(void **state)
{
    const int nthreads = 1;
    (void)state;
    assert_in_range(starve("count", run_count, &nthreads), 5, 1000);
    assert_in_range(starve("text", run_text, NULL), 2, 1000);
}

/* ---- builds ---------------------------------------------------------- */

/* Builds into a folder of its own, in which a failure leaves nothing. */
static bool run_build(void *ctx, struct tabia_error *err)
{
    static struct tabia_build_result result;
    struct tabia_build_options o = *(const struct tabia_build_options *)ctx;
    char out[TEMP_FOLDER_PATH + 8], path[sizeof(out) + 8];
    snprintf(out, sizeof(out), "%s/out", folder.name);
    snprintf(path, sizeof(path), "%s/book", out);
    o.inputs = &pgn;
    o.ninputs = 1;
    o.output = path;
    assert_int_equal(mkdir(out, 0700), 0);
    const bool ok = tabia_build(&o, &result, err);
    fail_alloc_off();
    assert_int_equal(empty(out), ok);
    assert_int_equal(rmdir(out), 0);
    return ok;
}

static void builds(void **state)
{
    static struct {
        const char *name, *format;
        struct tabia_build_options options;
    } cases[] = {
        { "store",
          NULL,
          { .dimensions = 7, .where = "White = \"Ant\" or Date > 2020" } },
        { "player's store",
          NULL,
          { .player = "ant", .drop_duplicates = true } },
        { "polyglot", "polyglot", { .min_games = 2 } },
        { "compatible", "polyglot", { .polyglot_compatible = true } },
        { "half-life", "polyglot", { .half_life = 3, .top = 2 } },
        { "json", "json", { .side = TABIA_SIDE_WHITE } },
        { "abk", "abk", { .variant = TABIA_BUILD_VARIANT_STANDARD } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_build_options *o = &cases[i].options;
        o->format =
            cases[i].format ? tabia_format_find(cases[i].format, NULL) : NULL;
        o->threads = 1;
        o->memory_limit = 1;
        assert_in_range(starve(cases[i].name, run_build, o), 20, 5000);
    }
}

/* More games than fit into the least memory, kept in a folder to work in. */
static void spilling_builds(void **state)
{
    static struct tabia_build_result result;
    struct slow_games games;
    struct buf text = { 0 };
    const char *many = temp_folder_path(&folder, "many.pgn");
    const char *out = temp_folder_path(&folder, "many.tabia");
    const char *const inputs[] = { many, many, many, many, many, many,
                                   many, many, many, many, many, many,
                                   many, many, many, many, many, many };
    char work[TEMP_FOLDER_PATH];
    struct tabia_build_options o = {
        .inputs = inputs,
        .ninputs = COUNT_OF(inputs),
        .output = out,
        .work_folder = work,
        .threads = 1,
        .memory_limit = 1,
        .write_options = &replacing,
    };
    (void)state;
    snprintf(work, sizeof(work), "%s/work", folder.name);
    slow_games_make(&games, 600, 3);
    slow_games_print(&games, &text);
    write_file(many, buf_text(&text));
    slow_games_clear(&games);
    buf_clear(&text);
    bool is_over = false;
    for (long n = 0; !is_over; n += 11) {
        struct tabia_error err = { 0 };
        fail_alloc_once(n);
        const bool ok = tabia_build(&o, &result, &err);
        is_over = !fail_alloc_off();
        if (!ok && err.status != TABIA_ERR_NOMEM)
            fail_msg("spilling, allocation %ld: %s", n, err.msg);
    }
    assert_true(result.runs > 0 && result.resumed > 0);
    assert_int_equal(access(work, F_OK), -1);
}

/* Bytes that found no memory on their way to the sink. */
static bool lose_bytes(struct position_writer *writer, struct merger_worker *w,
                       struct tabia_error *err)
{
    (void)writer;
    (void)err;
    fail_alloc_after(0);
    buf_add(&w->output.bytes, "lost", 4);
    fail_alloc_off();
    return true;
}

static void lost_bytes(void **state)
{
    static const uint32_t counts[BINS_COUNT] = { 1 };
    const struct move_event event = { .hi = 1 };
    const uint32_t value = 0;
    const struct move_counter_rule rule = { .count_mode = COUNT_MODE_RESULTS };
    const struct event_layout layout =
        event_layout_for(COUNT_MODE_RESULTS, false, false);
    struct position_writer writer = { .add = lose_bytes };
    struct sink nowhere = sink_to_nothing();
    struct tabia_error err = { 0 };
    (void)state;
    struct pool *pool = pool_new(1, &err);
    struct bins *bins = bins_new(1 << 16, 1, layout, &err);
    assert_true(bins_reserve(bins, 0, counts, 0, 0));
    bins_put(bins, 0, &event, 1, &value);
    const struct merger merger = { .bins = bins,
                                   .layout = layout,
                                   .rule = &rule };
    assert_false(merger_merge(&merger, pool, &writer, &nowhere, NULL, 0,
                              BINS_COUNT, &err));
    assert_int_equal(err.status, TABIA_ERR_NOMEM);
    bins_free(bins);
    pool_free(pool);
}

/* ---- parts ----------------------------------------------------------- */

struct step {
    const char *name;
    bool is_part, is_slice;
    uint32_t i, n;
};

static bool run_step(void *ctx, struct tabia_error *err)
{
    static struct tabia_build_result result;
    const struct step *step = ctx;
    char parts[TEMP_FOLDER_PATH];
    snprintf(parts, sizeof(parts), "%s/parts", folder.name);
    const char *const folders[] = { parts };
    const struct tabia_build_options o = {
        .inputs = step->is_part ? &pgn : NULL,
        .ninputs = step->is_part,
        .output = step->is_part || step->is_slice ? parts : store_path,
        .part = step->is_part ? step->i : 0,
        .nparts = step->is_part ? step->n : 0,
        .slice = step->is_slice ? step->i : 0,
        .nslices = step->is_slice ? step->n : 0,
        .dimensions = step->is_part ? TABIA_DIMENSION_MONTH : 0,
        .threads = 1,
        .memory_limit = 1,
        .write_options = &replacing,
    };
    if (step->is_part)
        return tabia_build(&o, &result, err);
    return tabia_build_join(folders, 1, &o, &result, err);
}

/* Every step is made before the next; the store at the end is for others. */
static void parts(void **state)
{
    static const struct step steps[] = {
        { "part 1", true, false, 0, 2 },  { "part 2", true, false, 1, 2 },
        { "join", false, false, 0, 0 },   { "slice 1", false, true, 0, 2 },
        { "slice 2", false, true, 1, 2 }, { "join slices", false, false, 0, 0 },
    };
    char parts[TEMP_FOLDER_PATH];
    (void)state;
    snprintf(parts, sizeof(parts), "%s/parts", folder.name);
    assert_int_equal(mkdir(parts, 0700), 0);
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        starve(steps[i].name, run_step, &steps[i]);
    empty(parts);
    assert_int_equal(rmdir(parts), 0);
}

/* ---- stores ---------------------------------------------------------- */

static bool add_month(void *ctx, uint32_t yyyymm,
                      const struct tabia_tally *results)
{
    uint64_t *n = ctx;
    (void)yyyymm;
    *n += tabia_tally_games(results);
    return true;
}

static bool ask(const struct tabia_store *store, struct tabia_error *err)
{
    static struct store_answer answer;
    static struct tabia_store_game game;
    struct tabia_pos pos;
    uint64_t n = 0;
    char *text = NULL;
    size_t size;
    if (!store_root_at(store, 0, &pos, err) ||
        !store_find(store, &pos, NULL, &answer, err) ||
        !tabia_store_list_months(store, &pos, NULL, add_month, &n, err) ||
        !tabia_store_get_game(store, 0, &game, err) ||
        !tabia_store_get_pgn(store, 0, store_path, &text, &size, err))
        return false;
    free(text);
    return true;
}

static bool run_store(void *ctx, struct tabia_error *err)
{
    (void)ctx;
    struct tabia_store *store = store_open(store_path, err);
    const bool ok =
        store && ask(store, err) && tabia_store_verify(store, NULL, err);
    store_close(store);
    return ok;
}

static bool run_merge(void *ctx, struct tabia_error *err)
{
    const char *path = ctx;
    const struct tabia_write_options write = { .force = true };
    const struct tabia_build_options o = { .output = path,
                                           .write_options = &write };
    static struct tabia_build_result result;
    struct tabia_store *const one = store_open(store_path, err);
    const struct tabia_store *const two[] = { one, one };
    const bool ok = one && tabia_build_merge(two, 2, &o, &result, err);
    store_close(one);
    return ok;
}

static void stores(void **state)
{
    (void)state;
    starve("store", run_store, NULL);
    starve("merge", run_merge, temp_folder_path(&folder, "both.tabia"));
}

/* ---- threads --------------------------------------------------------- */

/* A thread that cannot be started is no lack of memory to the system. */
static bool run_threads(void *ctx, struct tabia_error *err)
{
    static int nthreads = 2;
    const bool ok = ctx ? run_build(ctx, err) : run_count(&nthreads, err);
    if (!ok && strstr(err->msg, "cannot start a thread"))
        err->status = TABIA_ERR_NOMEM;
    return ok;
}

static void two_threads(void **state)
{
    const struct tabia_build_options store = { .threads = 2,
                                               .memory_limit = 1 };
    (void)state;
    starve("count, two threads", run_threads, NULL);
    starve("build, two threads", run_threads, &store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_games),   cmocka_unit_test(builds),
        cmocka_unit_test(spilling_builds), cmocka_unit_test(lost_bytes),
        cmocka_unit_test(parts),           cmocka_unit_test(stores),
        cmocka_unit_test(two_threads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
