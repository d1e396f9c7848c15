/*
 * test_build.c - builds against the plain way to count
 */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/edges.h"
#include "build/spool.h"
#include "format/report.h"
#include "io/input.h"
#include "io/path.h"
#include "slow_build.h"
#include "store/store_internal.h"
#include "tabia/source.h"
#include "temp_folder.h"

static const struct tabia_write_options replacing = { .force = true };

static struct slow_games games;
static struct temp_folder folder;
static const char *pgn;

static void write_file(const char *path, const struct buf *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(buf_text(text), 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    struct buf text = { 0 };
    (void)state;
    temp_folder_make(&folder);
    pgn = temp_folder_path(&folder, "games.pgn");
    slow_games_make(&games, 600, 7);
    slow_games_print(&games, &text);
    write_file(pgn, &text);
    buf_clear(&text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    slow_games_clear(&games);
    temp_folder_remove(&folder);
    return 0;
}

/* ---- cases ----------------------------------------------------------- */

static bool strong(const struct slow_game *g)
{
    return g->elo[0] >= 1800 && g->elo[1] >= 1800;
}

static bool recent(const struct slow_game *g)
{
    return g->year >= 2015;
}

static bool close_match(const struct slow_game *g)
{
    return g->elo[0] && g->elo[1] &&
           abs((int)g->elo[0] - (int)g->elo[1]) <= 200;
}

static bool timed_three(const struct slow_game *g)
{
    return g->seconds && strcmp(g->white, "Player 3") == 0;
}

static const struct {
    const char *name;
    struct tabia_build_options options;
    slow_where_fn *where;
} cases[] = {
    { "all", { 0 }, NULL },
    { "min-games", { .min_games = 3 }, NULL },
    { "max-ply", { .max_ply = 12 }, NULL },
    { "min-ply", { .min_ply = 6, .max_ply = 20 }, NULL },
    { "white", { .side = TABIA_SIDE_WHITE, .max_ply = 30 }, NULL },
    { "black", { .side = TABIA_SIDE_BLACK, .max_ply = 30 }, NULL },
    { "chess960", { .variant = TABIA_BUILD_VARIANT_CHESS960 }, NULL },
    { "standard", { .variant = TABIA_BUILD_VARIANT_STANDARD }, NULL },
    { "player", { .player = "player3" }, NULL },
    { "player as Black",
      { .player = "PLAYER 3", .side = TABIA_SIDE_BLACK },
      NULL },
    { "drop-duplicates", { .drop_duplicates = true, .max_ply = 10 }, NULL },
    { "min-score", { .min_score = 55, .min_games = 2 }, NULL },
    { "min-rate", { .min_rate = { 20, 20 } }, NULL },
    { "min-rate of White",
      { .min_rate = { 30, 2 }, .min_rate_side = TABIA_SIDE_WHITE },
      NULL },
    { "min-rate of Black",
      { .min_rate = { 30, 2 }, .min_rate_side = TABIA_SIDE_BLACK },
      NULL },
    { "top", { .top = 2 }, NULL },
    { "uniform", { .weight = TABIA_BUILD_WEIGHT_UNIFORM }, NULL },
    { "weight games", { .weight = TABIA_BUILD_WEIGHT_GAMES }, NULL },
    { "weight wins", { .weight = TABIA_BUILD_WEIGHT_WINS }, NULL },
    { "half-life", { .half_life = 2 }, NULL },
    { "half-life of months", { .half_life = 0.25, .min_games = 2 }, NULL },
    { "compatible",
      { .polyglot_compatible = true, .variant = TABIA_BUILD_VARIANT_STANDARD },
      NULL },
    { "where ratings",
      { .where = "WhiteElo >= 1800 and BlackElo >= 1800" },
      strong },
    { "where date", { .where = "Date >= 2015" }, recent },
    { "where difference", { .where = "abs(EloDiff) <= 200" }, close_match },
    { "where tags",
      { .where = "TimeControl != \"\" and White = \"Player 3\"" },
      timed_three },
    { "much at once",
      { .where = "Date >= 2015",
        .max_ply = 40,
        .min_games = 2,
        .drop_duplicates = true,
        .top = 3,
        .side = TABIA_SIDE_BLACK },
      recent },
};

/* ---- PolyGlot books -------------------------------------------------- */

static bool is_book(const char *name, const char *path, const struct buf *want)
{
    struct tabia_error err = { 0 };
    struct input in;
    assert_true(input_open(&in, path, NULL, &err));
    const bool same =
        in.bytes.size == want->size &&
        (!want->size || memcmp(in.bytes.data, want->data, want->size) == 0);
    if (!same) {
        size_t at = 0;
        while (at < in.bytes.size && at < want->size &&
               in.bytes.data[at] == (uint8_t)want->data[at])
            at++;
        print_error("%s: %zu bytes, want %zu; they differ at %zu\n", name,
                    in.bytes.size, want->size, at);
    }
    input_close(&in);
    return same;
}

static bool build(const char *name, const struct tabia_build_options *options,
                  struct tabia_build_result *result)
{
    struct tabia_error err = { 0 };
    if (tabia_build(options, result, &err))
        return true;
    print_error("%s: %s\n", name, err.msg);
    return false;
}

static bool check_book(size_t i, unsigned threads)
{
    const char *name = cases[i].name;
    const char *path = temp_folder_path(&folder, "book.bin");
    static struct tabia_build_result result;
    struct tabia_build_options o = cases[i].options;
    struct slow_table table;
    struct buf want = { 0 };
    o.inputs = &pgn;
    o.ninputs = 1;
    o.output = path;
    o.format = tabia_format_find("polyglot", NULL);
    o.threads = threads;
    o.write_options = &replacing;
    slow_count(&games, &o, cases[i].where, false, &table);
    slow_book(&table, &o, &want);
    const bool same = build(name, &o, &result) && is_book(name, path, &want) &&
                      check_number(name, result.counted, table.games) &&
                      check_number(name, result.games, games.n);
    slow_table_clear(&table);
    buf_clear(&want);
    return same;
}

static void books(void **state)
{
    bool all = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        all &= check_book(i, 1) && check_book(i, 3);
    assert_true(all);
}

/* ---- stores ---------------------------------------------------------- */

static const struct tabia_store_move *find_move(
    const struct store_answer *answer, tabia_move mv)
{
    for (size_t i = 0; i < answer->nmoves; i++)
        if (answer->moves[i].move == mv)
            return &answer->moves[i];
    return NULL;
}

static bool check_row(const char *name, const struct slow_row *row,
                      const struct tabia_store_move *m)
{
    return check_number(name, m->results.white, row->results[0]) &&
           check_number(name, m->results.draws, row->results[1]) &&
           check_number(name, m->results.black, row->results[2]) &&
           check_number(name, m->own_rating_sum, row->own_rating_sum) &&
           check_number(name, m->own_rated_games, row->own_rated_games) &&
           check_number(name, m->first_date, row->first) &&
           check_number(name, m->last_date, row->last);
}

/* Every row is in the store, and nothing else is. */
static bool check_rows(const char *name, const struct slow_table *table,
                       const struct tabia_store *store)
{
    static struct store_answer answer;
    struct tabia_error err = { 0 };
    uint64_t npositions = 0;
    for (size_t i = 0; i < table->n; i++) {
        const struct slow_row *row = &table->rows[i];
        npositions += i == 0 || row[-1].key != row->key;
        if (!store_find(store, &row->pos, NULL, &answer, &err)) {
            print_error("%s: %s\n", name, err.msg);
            return false;
        }
        const struct tabia_store_move *m = find_move(&answer, row->move);
        if (!m || !check_row(name, row, m)) {
            print_error("%s: row %zu\n", name, i);
            return false;
        }
    }
    const struct tabia_store_info info = tabia_store_get_info(store);
    return check_number(name, info.games, table->games) &&
           check_number(name, info.moves, table->n) &&
           check_number(name, info.positions, npositions);
}

/* Only what stores have, too. */
static bool is_for_stores(const struct tabia_build_options *o)
{
    return !o->min_games && o->min_score <= 0 && o->min_rate[0] <= 0 &&
           !o->top && !o->weight && o->half_life <= 0 &&
           !o->polyglot_compatible;
}

static bool check_store(size_t i, unsigned by)
{
    const char *name = cases[i].name;
    const char *path = temp_folder_path(&folder, "games.tabia");
    static struct tabia_build_result result;
    struct tabia_error err = { 0 };
    struct tabia_build_options o = cases[i].options;
    struct slow_table table;
    o.inputs = &pgn;
    o.ninputs = 1;
    o.output = path;
    o.threads = 2;
    o.write_options = &replacing;
    o.dimensions = by;
    slow_count(&games, &o, cases[i].where, true, &table);
    bool same = build(name, &o, &result);
    struct tabia_store *store = store_open(path, &err);
    assert_non_null(store);
    same = same && check_rows(name, &table, store);
    store_close(store);
    slow_table_clear(&table);
    return same;
}

static void stores(void **state)
{
    bool all = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (is_for_stores(&cases[i].options))
            all &=
                check_store(i, 0) &&
                check_store(i, TABIA_DIMENSION_RATING | TABIA_DIMENSION_SPEED |
                                   TABIA_DIMENSION_MONTH);
    assert_true(all);
}

/* ---- what does not show ---------------------------------------------- */

static void read_all(const char *path, struct buf *bytes)
{
    struct tabia_error err = { 0 };
    struct input in;
    bytes->limit = SIZE_MAX / 2;
    buf_reset(bytes);
    assert_true(input_open(&in, path, NULL, &err));
    assert_true(buf_add(bytes, in.bytes.data, in.bytes.size));
    input_close(&in);
}

/* More games than fit into little memory give the same bytes. */
static void memory_and_threads(void **state)
{
    static const struct {
        const char *name;
        const char *format;
        struct tabia_build_options options;
    } kinds[] = {
        { "book", "polyglot", { .min_games = 2 } },
        { "compatible",
          "polyglot",
          { .polyglot_compatible = true,
            .variant = TABIA_BUILD_VARIANT_STANDARD } },
        { "half-life", "polyglot", { .half_life = 3 } },
        { "store", NULL, { .dimensions = TABIA_DIMENSION_SPEED } },
    };
    // With 64 threads there is little memory for each: all bins with a well
    // known position are sorted in files.
    static const unsigned threads[] = { 1, 2, 3, 8, 64 };
    static struct tabia_build_result result;
    const char *path = temp_folder_path(&folder, "out");
    const char *const inputs[] = { pgn, pgn, pgn, pgn, pgn, pgn, pgn, pgn,
                                   pgn, pgn, pgn, pgn, pgn, pgn, pgn, pgn };
    bool all = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct buf first = { 0 };
        for (size_t k = 0; k < COUNT_OF(threads); k++) {
            struct tabia_build_options o = kinds[i].options;
            o.inputs = inputs;
            o.ninputs = COUNT_OF(inputs);
            o.output = path;
            o.format = kinds[i].format
                           ? tabia_format_find(kinds[i].format, NULL)
                           : NULL;
            o.write_options = &replacing;
            o.threads = threads[k];
            o.memory_limit = k == 0 ? 0 : 1;
            assert_true(build(kinds[i].name, &o, &result));
            all &= check_number(kinds[i].name, result.runs > 0, k > 0);
            if (k == 0)
                read_all(path, &first);
            else
                all &= is_book(kinds[i].name, path, &first);
        }
        buf_clear(&first);
    }
    assert_true(all);
}

/* ---- any format ------------------------------------------------------ */

static bool has_row(const struct tabia_book *book, const struct slow_row *row)
{
    struct edges it = edges_find(book, &row->pos);
    struct tabia_book_move entry;
    while (edges_next(&it, &entry))
        if (entry.move == row->move && entry.data.white == row->results[0] &&
            entry.data.draws == row->results[1] &&
            entry.data.black == row->results[2])
            return true;
    return false;
}

/*
 * A book that is loaded again has all moves, but for the positions that the
 * report says no move leads to: those that a game left by another move when
 * it came there again.
 */
static void other_formats(void **state)
{
    static struct tabia_build_result result;
    struct tabia_report losses = { 0 };
    const char *path = temp_folder_path(&folder, "book.json");
    struct tabia_error err = { 0 };
    struct slow_table table;
    struct tabia_build_options o = {
        .inputs = &pgn,
        .ninputs = 1,
        .output = path,
        .format = tabia_format_find("json", NULL),
        .variant = TABIA_BUILD_VARIANT_STANDARD,
        .max_ply = 20,
        .write_options = &replacing,
        .report = &losses,
    };
    uint64_t nlost = 0;
    (void)state;
    slow_count(&games, &o, NULL, true, &table);
    assert_true(build("json", &o, &result));
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    assert_non_null(book);
    for (size_t i = 0; i < table.n; i++) {
        const bool is_first =
            i == 0 || table.rows[i - 1].key != table.rows[i].key;
        nlost += !has_row(book, &table.rows[i]) && is_first;
    }
    assert_int_equal(losses.n, 1);
    assert_int_equal(losses.list[0].count, nlost);
    assert_true(nlost < result.positions / 20);
    tabia_book_free(book);
    slow_table_clear(&table);
}

/* ---- where games begin ----------------------------------------------- */

/* A game that does not count leaves no root behind. */
static void roots(void **state)
{
    static const char text[] =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke2 1-0\n\n"
        "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n\n1. d4 *\n\n"
        "[White \"A\"]\n\n1. e4 e5 1-0\n\n"
        "[FEN \"4k3/8/8/8/8/8/2P5/4K3 w - - 0 1\"]\n\n1. c4 1-0\n\n"
        "[FEN \"4k3/8/8/8/8/8/2P5/4K3 w - - 0 1\"]\n\n1. c5 1-0\n";
    static struct tabia_build_result result;
    const char *input = temp_folder_path(&folder, "out");
    const struct tabia_build_options o = {
        .inputs = &input,
        .ninputs = 1,
        .output = temp_folder_path(&folder, "games.tabia"),
        .threads = 1,
        .write_options = &replacing,
    };
    struct buf buf = { .limit = sizeof(text) };
    struct tabia_error err = { 0 };
    (void)state;
    buf_add_text(&buf, text);
    write_file(input, &buf);
    buf_clear(&buf);
    assert_true(build("roots", &o, &result));
    assert_int_equal(result.counted, 2);
    struct tabia_store *store = store_open(o.output, &err);
    assert_non_null(store);
    assert_int_equal(tabia_store_get_info(store).roots, 2);
    store_close(store);
}

/* ---- problems -------------------------------------------------------- */

/* The lines on which problems are, and how often we were called. */
struct problems {
    size_t n;
    uint32_t lines[2 * TABIA_BUILD_PROBLEMS_MAX];
    struct tabia_error first;
};

static bool note_problem(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    struct problems *p = ctx;
    assert_int_equal(severity, TABIA_SEVERITY_ERROR);
    if (p->n == 0)
        p->first = *problem;
    if (p->n < 2 * TABIA_BUILD_PROBLEMS_MAX)
        p->lines[p->n] = problem->line;
    p->n++;
    return true;
}

/* The files of a part and their folder. */
static void remove_folder(const char *path)
{
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        (void)unlinkat(dirfd(dir), e->d_name, 0);
    closedir(dir);
    assert_int_equal(rmdir(path), 0);
}

/* The first ones, in order; the notes of a part keep them for later calls. */
static void problems(void **state)
{
    enum { NGAMES = 25 };
    static const char *const calls[] = { "made", "found again", "joined" };
    struct tabia_build_result result;
    struct tabia_error err = { 0 };
    struct buf buf = { .limit = 1 << 12 };
    const char *input = temp_folder_path(&folder, "out");
    const char *part = temp_folder_path(&folder, "part");
    struct problems found[3] = { 0 };
    (void)state;
    for (int i = 0; i < NGAMES; i++)
        buf_addf(&buf, "[White \"%d\"]\n\n1. e4 %s 1-0\n\n", i,
                 i % 2 ? "e5" : "e4");
    write_file(input, &buf);
    buf_clear(&buf);
    struct tabia_build_options o = {
        .inputs = &input,
        .ninputs = 1,
        .output = part,
        .nparts = 1,
        .on_problem = note_problem,
    };
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        struct problems *p = &found[i];
        o.ctx = p;
        if (i == 2) {
            o = (struct tabia_build_options){
                .output = temp_folder_path(&folder, "games.tabia"),
                .write_options = &replacing,
                .on_problem = note_problem,
                .ctx = p,
            };
        }
        if (!(i == 2 ? tabia_build_join(&part, 1, &o, &result, &err)
                     : tabia_build(&o, &result, &err)))
            fail_msg("%s: %s", calls[i], err.msg);
        assert_int_equal(result.broken, NGAMES / 2 + 1);
        assert_int_equal(p->n, TABIA_BUILD_PROBLEMS_MAX);
        for (uint32_t k = 0; k < TABIA_BUILD_PROBLEMS_MAX; k++)
            assert_int_equal(p->lines[k], 3 + 8 * k);
        assert_int_equal(p->first.status, TABIA_ERR_ILLEGAL);
        assert_int_equal(p->first.col, 7);
        assert_string_equal(p->first.file, input);
        assert_string_equal(p->first.msg, found[0].first.msg);
    }
    assert_non_null(strstr(found[0].first.msg, "e4"));
    remove_folder(part);
}

/* What the format loses is reported whether the book is built or joined. */
static void losses_of_parts(void **state)
{
    struct tabia_build_result result;
    struct tabia_error err = { 0 };
    const char *part = temp_folder_path(&folder, "part");
    struct tabia_report *reports[2];
    (void)state;
    struct tabia_build_options o = {
        .inputs = &pgn,
        .ninputs = 1,
        .max_ply = 4,
        .format = tabia_format_find("ct800", NULL),
        .write_options = &replacing,
    };
    for (size_t i = 0; i < COUNT_OF(reports); i++) {
        o.nparts = (uint32_t)i;
        o.output = temp_folder_path(&folder, i ? "part" : "out");
        o.report = reports[i] = tabia_report_new(&err);
        assert_non_null(o.report);
        assert_true(build("losses", &o, &result));
    }
    const struct tabia_build_options joining = {
        .output = temp_folder_path(&folder, "out"),
        .format = o.format,
        .write_options = &replacing,
        .report = reports[1],
    };
    assert_true(tabia_build_join(&part, 1, &joining, &result, &err));
    assert_non_null(tabia_report_at(reports[0], 0));
    for (size_t i = 0;; i++) {
        const struct tabia_loss *built = tabia_report_at(reports[0], i);
        const struct tabia_loss *joined = tabia_report_at(reports[1], i);
        assert_int_equal(built == NULL, joined == NULL);
        if (!built)
            break;
        assert_string_equal(joined->what, built->what);
        assert_int_equal(joined->count, built->count);
    }
    tabia_report_free(reports[0]);
    tabia_report_free(reports[1]);
    remove_folder(part);
}

/* ---- what is stopped -------------------------------------------------- */

/* Stops at the call of this number, from 1. */
struct stopper {
    unsigned at, calls;
};

static bool stop_there(void *ctx)
{
    struct stopper *stopper = ctx;
    return ++stopper->calls == stopper->at;
}

/* A build, a join or a merge, whichever; false with an error. */
static bool build_some_way(size_t way, const struct tabia_build_options *o,
                           struct tabia_error *err)
{
    const char *part = temp_folder_path(&folder, "part");
    const struct tabia_build_options other = {
        .output = o->output,
        .write_options = o->write_options,
        .threads = o->threads,
        .is_stopped = o->is_stopped,
        .ctx = o->ctx,
    };
    if (way == 0)
        return tabia_build(o, NULL, err);
    if (way == 1)
        return tabia_build_join(&part, 1, &other, NULL, err);
    struct tabia_source *source =
        tabia_source_open(temp_folder_path(&folder, "whole.tabia"), NULL, err);
    const struct tabia_store *store = tabia_source_store(source, err);
    const bool ok = tabia_build_merge(&store, 1, &other, NULL, err);
    tabia_source_close(source);
    return ok;
}

/*
 * Wherever it is stopped, there is no output, and the call that is not stopped
 * writes what an undisturbed one writes.
 */
static void stopping(void **state)
{
    static const char *const ways[] = { "build", "join", "merge" };
    struct buf want = { 0 }, got = { 0 };
    const char *part = temp_folder_path(&folder, "part");
    const char *work = temp_folder_path(&folder, "work");
    const char *whole = temp_folder_path(&folder, "whole.tabia");
    const char *path = temp_folder_path(&folder, "stopped.tabia");
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_build_options o = {
        .inputs = &pgn, .ninputs = 1, .max_ply = 6, .threads = 1
    };
    o.output = whole;
    o.write_options = &replacing;
    assert_true(tabia_build(&o, NULL, &err));
    o.output = part;
    o.nparts = 1;
    assert_true(tabia_build(&o, NULL, &err));
    o.nparts = 0;
    o.output = path;
    for (size_t way = 0; way < COUNT_OF(ways); way++) {
        struct stopper stopper = { .at = 0 };
        bool is_done = false;
        o.threads = way == 0 ? 3 : 1;
        assert_true(build_some_way(way, &o, &err));
        read_all(path, &want);
        assert_int_equal(unlink(path), 0);
        o.work_folder = way == 0 ? work : NULL;
        o.is_stopped = stop_there;
        o.ctx = &stopper;
        while (!is_done) {
            tabia_error_clear(&err);
            stopper.at = stopper.at ? 3 * stopper.at : 1;
            stopper.calls = 0;
            is_done = build_some_way(way, &o, &err);
            if (!is_done && err.status != TABIA_ERR_STOPPED)
                fail_msg("%s: %s", ways[way], err.msg);
            assert_int_equal(access(path, F_OK) == 0, is_done);
        }
        assert_true(stopper.at > 3); // it was asked while it worked
        read_all(path, &got);
        assert_int_equal(got.size, want.size);
        assert_memory_equal(got.data, want.data, want.size);
        assert_int_equal(unlink(path), 0);
        o.is_stopped = NULL;
    }
    buf_clear(&want);
    buf_clear(&got);
    remove_folder(part);
    unlink(whole);
}

/* ---- work folders ------------------------------------------------------ */

static const char *lock_to_remove; // before the next lock; or NULL

int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);

/* A build ends between the open and the lock of another one. */
int __wrap_flock(int fd, int operation)
{
    if (lock_to_remove && unlink(lock_to_remove) == 0)
        lock_to_remove = NULL;
    return __real_flock(fd, operation);
}

/* A lock that was removed meanwhile keeps nobody out. */
static void lost_lock(void **state)
{
    const char *work = temp_folder_path(&folder, "work");
    char lock[TEMP_FOLDER_PATH];
    struct stopper stopper = { .at = 1 };
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_build_options o = {
        .inputs = &pgn,
        .ninputs = 1,
        .output = temp_folder_path(&folder, "stopped.tabia"),
        .work_folder = work,
        .threads = 1,
        .is_stopped = stop_there,
        .ctx = &stopper,
    };
    snprintf(lock, sizeof(lock), "%s/lock", work);
    lock_to_remove = lock;
    assert_false(tabia_build(&o, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_STOPPED);
    assert_null(lock_to_remove);
    assert_int_equal(access(lock, F_OK), 0); // it was made again
    remove_folder(work);
}

/* ---- slices ------------------------------------------------------------ */

/* Slices that are all there are used, whatever is left of other divisions. */
static void left_slices(void **state)
{
    static const struct {
        uint32_t slice, nslices;
        bool is_elsewhere;
        uint64_t runs; // of the join that follows: the part's, or slices
    } steps[] = {
        { 0, 2, false, 1 }, { 0, 3, true, 1 }, { 1, 3, false, 1 },
        { 2, 3, true, 3 },  { 0, 5, true, 3 }, { 1, 2, true, 2 },
    };
    const char *part = temp_folder_path(&folder, "part");
    const char *other = temp_folder_path(&folder, "work");
    const char *path = temp_folder_path(&folder, "stopped.tabia");
    const char *const folders[] = { part, other };
    struct tabia_build_result result;
    (void)state;
    struct tabia_build_options o = {
        .inputs = &pgn,
        .ninputs = 1,
        .output = part,
        .nparts = 1,
        .max_ply = 6,
        .threads = 1,
        .write_options = &replacing,
    };
    assert_true(tabia_build(&o, NULL, NULL));
    assert_int_equal(mkdir(other, 0700), 0);
    o = (struct tabia_build_options){ .threads = 1,
                                      .write_options = &replacing };
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        o.output = steps[i].is_elsewhere ? other : part;
        o.slice = steps[i].slice;
        o.nslices = steps[i].nslices;
        assert_true(tabia_build_join(&part, 1, &o, NULL, NULL));
        o.slice = o.nslices = 0;
        o.output = path;
        assert_true(tabia_build_join(folders, 2, &o, &result, NULL));
        assert_int_equal(result.runs, steps[i].runs);
    }
    remove_folder(part);
    remove_folder(other);
    unlink(path);
}

/* ---- damage ------------------------------------------------------------ */

/* Turns one bit of a file over. */
static void flip_bit(const char *path, long at, unsigned bit)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_true(byte != EOF);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_true(fputc(byte ^ 1 << bit, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

/*
 * A bit of any file of parts and slices is an error that names the file and
 * what to do, or makes no difference.
 */
static void damaged_parts(void **state)
{
    static const char *const names[] = {
        "part-0001-of-0001.run",     "part-0001-of-0001.rows",
        "part-0001-of-0001.details", "part-0001-of-0001.notes",
        "slice-0001-of-0001.run",    "slice-0001-of-0001.notes",
    };
    enum { ENDS = 24, BETWEEN = 40, FIRST_SLICE = 4 };
    struct buf want = { 0 }, got = { 0 }, file = { 0 };
    const char *part = temp_folder_path(&folder, "part");
    const char *path = temp_folder_path(&folder, "stopped.tabia");
    size_t nerrors = 0, nflips = 0;
    (void)state;
    struct tabia_build_options o = {
        .inputs = &pgn,
        .ninputs = 1,
        .output = part,
        .nparts = 1,
        .max_ply = 4,
        .threads = 1,
        .write_options = &replacing,
    };
    assert_true(tabia_build(&o, NULL, NULL));
    const struct tabia_build_options slice = { .output = part,
                                               .nslices = 1,
                                               .threads = 1 };
    const struct tabia_build_options join = { .output = path,
                                              .threads = 1,
                                              .write_options = &replacing };
    assert_true(tabia_build_join(&part, 1, &join, NULL, NULL));
    read_all(path, &want);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char name[PATH_SIZE_MAX];
        snprintf(name, sizeof(name), "%s/%s", part, names[i]);
        if (i == FIRST_SLICE) // from here on, in place of the part's own run
            assert_true(tabia_build_join(&part, 1, &slice, NULL, NULL));
        read_all(name, &file);
        const long size = (long)file.size;
        const long step = size / BETWEEN + 1;
        for (long at = 0; at < size;
             at += at < ENDS || at >= size - ENDS ? 1 : step) {
            const unsigned bit = (unsigned)at % 8;
            struct tabia_error err = { 0 };
            flip_bit(name, at, bit);
            nflips++;
            if (tabia_build_join(&part, 1, &join, NULL, &err)) {
                read_all(path, &got);
                if (got.size != want.size ||
                    memcmp(got.data, want.data, want.size) != 0)
                    fail_msg("%s: bit %u of byte %ld: another store", names[i],
                             bit, at);
            } else if (err.status != TABIA_ERR_CORRUPT ||
                       err.hint != TABIA_HINT_PART ||
                       !strstr(err.msg, names[i])) {
                fail_msg("%s: bit %u of byte %ld: %s", names[i], bit, at,
                         err.msg);
            } else {
                nerrors++;
            }
            flip_bit(name, at, bit);
        }
    }
    assert_int_equal(nerrors, nflips); // all bits count
    // What is damaged is made again.
    char name[PATH_SIZE_MAX];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(name, sizeof(name), "%s/%s", part, names[i]);
        flip_bit(name, 3, 3);
    }
    struct tabia_build_options again = slice;
    again.write_options = &replacing;
    assert_true(tabia_build(&o, NULL, NULL));
    assert_true(tabia_build_join(&part, 1, &again, NULL, NULL));
    assert_true(tabia_build_join(&part, 1, &join, NULL, NULL));
    assert_true(is_book("made again", path, &want));
    buf_clear(&want);
    buf_clear(&got);
    buf_clear(&file);
    remove_folder(part);
    unlink(path);
}

/* ---- progress ---------------------------------------------------------- */

struct stages {
    char text[256]; // all, in order
    uint64_t total; // games
};

static void note_stage(void *ctx, const struct tabia_build_progress *progress)
{
    struct stages *stages = ctx;
    const size_t len = strlen(stages->text);
    const char *last = strrchr(stages->text, ' ');
    assert_true(progress->done <= progress->total);
    if (!last || strcmp(last + 1, progress->stage) != 0)
        snprintf(stages->text + len, sizeof(stages->text) - len, " %s",
                 progress->stage);
    if (strcmp(progress->stage, "replaying") == 0)
        stages->total = progress->total;
}

/* All that takes long is seen, from its beginning. */
static void progress(void **state)
{
    const char *path = temp_folder_path(&folder, "whole.tabia");
    const char *both = temp_folder_path(&folder, "stopped.tabia");
    struct tabia_build_result result;
    struct stages stages = { .total = 0 };
    (void)state;
    struct tabia_build_options o = {
        .output = path,
        .inputs = &pgn,
        .ninputs = 1,
        .max_ply = 6,
        .threads = 1,
        .write_options = &replacing,
        .on_progress = note_stage,
        .ctx = &stages,
    };
    assert_true(tabia_build(&o, &result, NULL));
    assert_string_equal(stages.text, " reading merging");
    struct tabia_source *source = tabia_source_open(path, NULL, NULL);
    const struct tabia_store *store = tabia_source_store(source, NULL);
    const struct tabia_store *const two[] = { store, store };
    struct tabia_build_options merge = {
        .output = both,
        .threads = 1,
        .write_options = &replacing,
        .on_progress = note_stage,
        .ctx = &stages,
    };
    stages.text[0] = '\0';
    assert_true(tabia_build_merge(two, 2, &merge, NULL, NULL));
    assert_string_equal(stages.text, " replaying merging");
    assert_int_equal(stages.total, 2 * result.counted);
    tabia_source_close(source);
    unlink(path);
    unlink(both);
}

/* ---- what is refused ------------------------------------------------- */

static void note_call(void *ctx, const struct tabia_build_progress *progress)
{
    (void)progress;
    *(bool *)ctx = true;
}

/* An output that is there is told of before any game is read. */
static void existing_output(void **state)
{
    static struct tabia_build_result result;
    static const char *const formats[] = { "tabia", "polyglot", "json" };
    const char *path = temp_folder_path(&folder, "out");
    const struct buf nothing = { 0 };
    bool has_begun = false;
    (void)state;
    write_file(path, &nothing);
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct tabia_error err = { 0 };
        struct tabia_build_options o = {
            .inputs = &pgn,
            .ninputs = 1,
            .output = path,
            .format = tabia_format_find(formats[i], NULL),
            .max_ply = 4,
            .threads = 1,
            .on_progress = note_call,
            .ctx = &has_begun,
        };
        assert_false(tabia_build(&o, &result, &err));
        assert_string_equal(err.msg, "already exists");
        assert_false(has_begun);
        o.write_options = &replacing;
        o.on_progress = NULL;
        assert_true(build(formats[i], &o, &result));
    }
}

static void misuse(void **state)
{
    static struct tabia_build_result result;
    static const struct {
        const char *name, *format;
        struct tabia_build_options options;
    } wrong[] = {
        { "part behind the last", NULL, { .part = 2, .nparts = 2 } },
        { "too many parts", NULL, { .nparts = TABIA_BUILD_PARTS_MAX + 1 } },
        { "drop duplicates in parts",
          NULL,
          { .nparts = 2, .drop_duplicates = true } },
        { "compatible store", NULL, { .polyglot_compatible = true } },
        { "compatible by wins",
          "polyglot",
          { .polyglot_compatible = true, .weight = TABIA_BUILD_WEIGHT_WINS } },
        { "compatible by age",
          "polyglot",
          { .polyglot_compatible = true, .half_life = 1 } },
        { "no plies", NULL, { .min_ply = 5, .max_ply = 4 } },
        { "plies behind the last",
          NULL,
          { .min_ply = TABIA_BUILD_PLIES_MAX + 1 } },
        { "rates of nobody", "polyglot", { .min_rate = { 1, 2 } } },
        { "unknown weight", "polyglot", { .weight = 4 } },
        { "unknown variant", NULL, { .variant = 7 } },
        { "unknown side", NULL, { .side = 3 } },
        { "unknown own side", "polyglot", { .min_rate_side = 3 } },
        { "unknown dimension", NULL, { .dimensions = 1u << 20 } },
        { "and a known one", NULL, { .dimensions = 1 | 8 } },
        { "read only", "crafty", { .max_ply = 4 } },
        { "more than all points", "polyglot", { .min_score = 500 } },
        { "less than no points", "polyglot", { .min_score = -1 } },
        { "a rate below none", "polyglot", { .min_rate = { -1, -1 } } },
        { "one above all",
          "polyglot",
          { .min_rate = { 1, 101 }, .min_rate_side = TABIA_SIDE_WHITE } },
        { "no number of years", "polyglot", { .half_life = NAN } },
        { "no time at all", "polyglot", { .half_life = 1e-9 } },
        { "what only a book uses", NULL, { .top = 3 } },
        { "what only a store uses", "polyglot", { .dimensions = 1 } },
        { "no output", NULL, { .output = "" } },
        { "a book's name, no format", NULL, { .work_folder = "book.bin" } },
        { "the name of many formats", NULL, { .work_folder = "book.txt" } },
        { "a slice of games", NULL, { .slice = 1, .nslices = 2 } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct tabia_error err = { 0 };
        struct tabia_build_options o = wrong[i].options;
        o.inputs = &pgn;
        o.ninputs = 1;
        o.output = o.output
                       ? NULL
                       : temp_folder_path(&folder, o.work_folder ? o.work_folder
                                                                 : "none");
        o.format =
            wrong[i].format ? tabia_format_find(wrong[i].format, NULL) : NULL;
        if (tabia_build(&o, &result, &err) || err.status != TABIA_ERR_MISUSE)
            fail_msg("%s: %s", wrong[i].name, err.msg);
    }
    // No output comes before what they do not use.
    struct tabia_error errors[3] = { 0 };
    const struct tabia_build_options no_output = { .max_ply = 4 };
    assert_false(tabia_build_join(&pgn, 1, &no_output, &result, &errors[0]));
    assert_false(tabia_build_merge(NULL, 0, &no_output, &result, &errors[1]));
    assert_false(tabia_build(&(struct tabia_build_options){ .slice = 1 },
                             &result, &errors[2]));
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        assert_int_equal(errors[i].status, TABIA_ERR_MISUSE);
        assert_string_equal(errors[i].msg, "the output has no path");
        tabia_error_clear(&errors[i]);
    }
    // What they do not use is refused, not ignored.
    const struct tabia_build_options unused = { .output = "x", .max_ply = 4 };
    assert_false(tabia_build_join(&pgn, 1, &unused, &result, &errors[0]));
    assert_false(tabia_build_merge(NULL, 0, &unused, &result, &errors[1]));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(errors[i].status, TABIA_ERR_MISUSE);
        assert_non_null(strstr(errors[i].msg, "max_ply"));
    }
}

/* ---- files on the way ------------------------------------------------ */

/* What is missing is missed each time, and never made up of zeros. */
static void lost_files(void **state)
{
    const char *name = "lost";
    struct spool spool;
    (void)state;
    temp_folder_path(&folder, name);
    for (int i = 0; i < 2; i++) {
        struct tabia_error err = { 0 };
        assert_false(spool_open(&spool, folder.name, name, 100, &err));
        assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books),
        cmocka_unit_test(stores),
        cmocka_unit_test(memory_and_threads),
        cmocka_unit_test(other_formats),
        cmocka_unit_test(roots),
        cmocka_unit_test(problems),
        cmocka_unit_test(losses_of_parts),
        cmocka_unit_test(stopping),
        cmocka_unit_test(lost_lock),
        cmocka_unit_test(progress),
        cmocka_unit_test(left_slices),
        cmocka_unit_test(damaged_parts),
        cmocka_unit_test(existing_output),
        cmocka_unit_test(misuse),
        cmocka_unit_test(lost_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
