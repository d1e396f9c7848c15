/*
 * test_pgn_games.c - games counted, beside what was written into the files
 */
#include "temp_folder.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "game_maker.h"
#include "packer.h"
#include "pgn/game_counts.h"
#include "pgn/game_text.h"
#include "reader_check.h"
#include "shared_file.h"

enum { THREADS_MAX = 4 };

static bool count(struct game_counts *games, const char *const *paths,
                  uint32_t npaths, int nthreads, size_t piece_size,
                  const struct game_counts_options *options,
                  struct tabia_error *err)
{
    struct game_counts_options how = *options;
    how.paths = paths;
    how.npaths = npaths;
    how.nthreads = nthreads;
    how.piece_size = piece_size;
    return game_counts_read(games, &how, err);
}

/* ---- sums ------------------------------------------------------------ */

static int check_sums(const char *name, const struct game_counts *games,
                      const struct game_maker *maker)
{
    int nfailed = !check_number(name, games->ngames, maker->ngames);
    nfailed += !check_number(name, games->nplies, maker->nplies);
    nfailed += !check_number(name, games->fingerprint, maker->fingerprint);
    nfailed +=
        !check_number(name, games->results[TABIA_RESULT_OPEN], maker->ngames);
    nfailed += !check_number(name, games->nbroken + games->nerrors, 0);
    return nfailed;
}

static void test_sums(void **state)
{
    const struct game_counts_options options = { .max_problems = 5 };
    struct temp_folder folder;
    struct game_maker maker = { .seed = 21, .has_comments = true };
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    game_maker_add(&maker, 300, 120);
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = { .limit = SIZE_MAX / 2 };
        packers[i].pack(&packed, buf_bytes(&maker.text));
        write_file(path, buf_bytes(&packed));
        for (int n = 1; n <= THREADS_MAX; n++) {
            char name[80];
            struct game_counts games;
            snprintf(name, sizeof(name), "%s, %d threads", packers[i].name, n);
            assert_true(count(&games, &path, 1, n, 5000, &options, NULL));
            nfailed += check_sums(name, &games, &maker);
            game_counts_clear(&games);
        }
        buf_clear(&packed);
    }
    game_maker_clear(&maker);
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* ---- problems -------------------------------------------------------- */

/* The key after 1. e4, as the description of PolyGlot's books gives it. */
#define AFTER_E4 UINT64_C(0x823c9b50fd114196)

static const struct {
    const char *name, *text;
    uint64_t ngames, nbroken, nplies, prefix_nplies;
    uint64_t fingerprint, prefix_fingerprint;
    const char *problem; // the first
} cases[] = {
    { "empty", "", 0, 0, 0, 0, 0, 0, "" },
    { "e4", "1. e4 *", 1, 0, 1, 1, AFTER_E4, AFTER_E4, "" },
    { "e4 twice", "1. e4 * 1. e4 *", 2, 0, 2, 2, 0, 0, "" },
    { "illegal", "[Event \"a\"]\n\n1. e4 Ke3 *", 1, 1, 0, 1, 0, AFTER_E4,
      "3:7: error: no black king can go to e3" },
    { "null move", "\n\n1. e4 -- 2. d4 *", 1, 1, 0, 1, 0, AFTER_E4,
      "3:7: error: a null move is not legal" },
    { "broken, then good", "1. e5 *\n\n[Event \"a\"]\n\n1. e4 *\n", 2, 1, 1, 1,
      AFTER_E4, AFTER_E4, "1:4: error: no white pawn can go to e5" },
    { "UTF-16", "\xFF\xFE[\0", 0, 0, 0, 0, 0, 0,
      "1:1: error: the text is UTF-16; save it as UTF-8 and try again" },
};

static void print_problem(const struct game_counts *games, char *text,
                          size_t size)
{
    const struct game_counts_problem *problem = games->problems;
    text[0] = '\0';
    if (games->nproblems)
        snprintf(
            text, size, "%u:%u: %s: %s", problem->err.line, problem->err.col,
            problem->severity == TABIA_SEVERITY_ERROR ? "error" : "warning",
            problem->err.msg);
}

static void test_problems(void **state)
{
    struct temp_folder folder;
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *name = cases[i].name;
        char problem[300];
        struct game_counts games;
        write_file(path, (struct tabia_bytes){ (const uint8_t *)cases[i].text,
                                               strlen(cases[i].text) });
        struct game_counts_options options = { .max_problems = 1 };
        assert_true(count(&games, &path, 1, 1, 0, &options, NULL));
        print_problem(&games, problem, sizeof(problem));
        nfailed += !check_number(name, games.ngames, cases[i].ngames);
        nfailed += !check_number(name, games.nbroken, cases[i].nbroken);
        nfailed += !check_number(name, games.nplies, cases[i].nplies);
        nfailed += !check_number(name, games.fingerprint, cases[i].fingerprint);
        nfailed += !check_text(name, problem, cases[i].problem);
        game_counts_clear(&games);
        options.counts_broken = true;
        assert_true(count(&games, &path, 1, 1, 0, &options, NULL));
        nfailed += !check_number(name, games.nplies, cases[i].prefix_nplies);
        nfailed +=
            !check_number(name, games.fingerprint, cases[i].prefix_fingerprint);
        game_counts_clear(&games);
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* Two files in which every third game is broken, the place known. */
enum { ORDER_GAMES = 600, ORDER_LINES = 5, ORDER_KEPT = 50 };

static void write_broken(const char *path, unsigned first)
{
    struct buf text = { .limit = SIZE_MAX / 2 };
    for (unsigned i = 0; i < ORDER_GAMES; i++)
        buf_addf(&text, "[Event \"%u\"]\n\n1. e4 e5\n%s *\n\n", i,
                 i % 3 == first ? "2. Nf9" : "2. Nf3");
    write_file(path, buf_bytes(&text));
    buf_clear(&text);
}

static int check_order(const char *name, const struct game_counts *games,
                       const char *const paths[2])
{
    int nfailed = 0;
    for (size_t i = 0; i < games->nproblems; i++) {
        const struct tabia_error *err = &games->problems[i].err;
        const size_t file = i / (ORDER_GAMES / 3);
        const size_t game = i % (ORDER_GAMES / 3) * 3 + file;
        nfailed += !check_number(name, err->line, game * ORDER_LINES + 4);
        nfailed += !check_number(name, err->col, 6);
        nfailed += !check_text(name, err->file, paths[file]);
    }
    return nfailed;
}

/* The problems come in the order of the input, whatever the threads. */
static void test_order(void **state)
{
    static const size_t limits[] = { 0, 1, ORDER_KEPT, 300, 100000 };
    struct temp_folder folder;
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    const char *const paths[] = { temp_folder_path(&folder, "a"),
                                  temp_folder_path(&folder, "b") };
    write_broken(paths[0], 0);
    write_broken(paths[1], 1);
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        for (int n = 1; n <= THREADS_MAX; n++) {
            char name[80];
            struct game_counts games;
            const size_t all = 2 * ORDER_GAMES / 3;
            const struct game_counts_options options = { .max_problems =
                                                             limits[i] };
            snprintf(name, sizeof(name), "%zu kept, %d threads", limits[i], n);
            assert_true(count(&games, paths, 2, n, 700, &options, NULL));
            nfailed += !check_number(name, games.nerrors, all);
            nfailed += !check_number(name, games.nbroken, all);
            nfailed += !check_number(name, games.nproblems,
                                     limits[i] < all ? limits[i] : all);
            nfailed += check_order(name, &games, paths);
            game_counts_clear(&games);
        }
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

static bool count_one(void *ctx, struct tabia_error *err)
{
    const struct game_counts_options options = { .max_problems = 100 };
    const char *path = ctx;
    struct game_counts games;
    if (!count(&games, &path, 1, 1, 5000, &options, err))
        return false;
    game_counts_clear(&games);
    return true;
}

static void test_no_memory(void **state)
{
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "a");
    write_broken(path, 0);
    fail_alloc_each(count_one, (void *)(uintptr_t)path);
    temp_folder_remove(&folder);
}

/* ---- texts ----------------------------------------------------------- */

/* Each game's text, wherever it is in whatever file. */
static int check_texts(const char *path, const char *name,
                       struct tabia_bytes text)
{
    struct places games = find_games(text);
    int nfailed = 0;
    for (size_t i = 0; i + 1 < games.n; i += 7) {
        const size_t at = games.at[i], size = games.at[i + 1] - at;
        char *got = NULL;
        struct tabia_error err = { 0 };
        if (!game_text_read(path, at, size, UINT64_MAX, &got, &err))
            nfailed += !check_text(name, err.msg, "");
        else
            nfailed += !check_number(name, strlen(got), size) ||
                       memcmp(got, text.data + at, size) != 0;
        free(got);
    }
    free(games.at);
    return nfailed;
}

static void test_texts(void **state)
{
    static const struct {
        const char *name;
        uint64_t offset, limit;
        size_t size;
        enum tabia_status want;
    } rows[] = {
        { "beyond the limit", 7 << 20, 1, 10, TABIA_ERR_LIMIT },
        { "beyond the end", 1 << 30, UINT64_MAX, 10, TABIA_ERR_CORRUPT },
        { "more than there is", 0, UINT64_MAX, 1 << 30, TABIA_ERR_CORRUPT },
    };
    struct temp_folder folder;
    struct game_maker maker = { .seed = 22 };
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    game_maker_add(&maker, 100, 60);
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = { .limit = SIZE_MAX / 2 };
        packers[i].pack(&packed, buf_bytes(&maker.text));
        write_file(path, buf_bytes(&packed));
        nfailed += check_texts(path, packers[i].name, buf_bytes(&maker.text));
        buf_clear(&packed);
    }
    struct buf large = { .limit = SIZE_MAX / 2 }; // several pieces
    while (large.size < 8 << 20)
        assert_true(buf_add(&large, maker.text.data, maker.text.size));
    write_file(path, buf_bytes(&large));
    buf_clear(&large);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_error err = { 0 };
        char *got;
        assert_false(game_text_read(path, rows[i].offset, rows[i].size,
                                    rows[i].limit, &got, &err));
        assert_null(got);
        nfailed += !check_text(rows[i].name, tabia_status_name(err.status),
                               tabia_status_name(rows[i].want));
    }
    game_maker_clear(&maker);
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* ---- real files ------------------------------------------------------ */

/*
 * Games and plies of TWIC are those that pgn-extract -s --plycount finds.
 * Polyglot says one game more, as it does of every file: its counter begins
 * at 1. The fingerprints were taken before there was a reader.
 */
static const struct {
    const char *name;
    uint64_t ngames, nplies, fingerprint;
} files[] = {
    { "data/pgn/twic_60mb.pgn.zst", 69328, 5882171,
      UINT64_C(0x747fd12708e85193) },
    { "data/pgn/tcec_20mb.pgn.zst", 522, 72295, UINT64_C(0x3aadb85732002d2b) },
};

static void test_files(void **state)
{
    const struct game_counts_options options = { .max_problems = 5 };
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[SHARED_PATH_SIZE];
        const char *paths[] = { path };
        shared_path(files[i].name, path);
        for (int n = 1; n <= 2; n++) {
            struct game_counts games;
            assert_true(count(&games, paths, 1, n, 0, &options, NULL));
            nfailed += !check_number(path, games.ngames, files[i].ngames);
            nfailed += !check_number(path, games.nplies, files[i].nplies);
            nfailed +=
                !check_number(path, games.fingerprint, files[i].fingerprint);
            nfailed += !check_number(path, games.nerrors, 0);
            game_counts_clear(&games);
        }
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),  cmocka_unit_test(test_problems),
        cmocka_unit_test(test_order), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_texts), cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
