/*
 * test_pgn_files.c - the real files: games, plies, errors, keys
 *
 * The files stand outside of the project: without TABIA_SHARED there is
 * nothing to test. Where Debian's pgn-extract is installed it counts too.
 */
#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"
#include "game_maker.h"
#include "shared_file.h"
#include "tabia/format.h"
#include "tabia/pgn.h"
#include "temp_folder.h"

struct counts {
    unsigned games, plies, errors, variation_moves, comments;
    int depth;
    uint64_t keys;
};

static enum tabia_pgn_flow on_move(void *ctx, const struct tabia_pgn_move *move)
{
    struct counts *c = ctx;
    if (c->depth) {
        c->variation_moves++;
        return TABIA_PGN_GO;
    }
    c->plies++;
    c->keys ^= tabia_pos_key(move->pos);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_comment(void *ctx, struct tabia_pgn_text text)
{
    struct counts *c = ctx;
    (void)text;
    c->comments++;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_open(void *ctx)
{
    struct counts *c = ctx;
    c->depth++;
    return TABIA_PGN_GO;
}

static void on_close(void *ctx)
{
    struct counts *c = ctx;
    c->depth--;
}

static enum tabia_pgn_flow on_end(void *ctx, bool is_whole)
{
    struct counts *c = ctx;
    (void)is_whole;
    c->games++;
    c->depth = 0;
    return TABIA_PGN_GO;
}

static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *err)
{
    struct counts *c = ctx;
    print_message("%u:%u: %s\n", err->line, err->col, err->msg);
    c->errors += severity == TABIA_SEVERITY_ERROR;
    return true;
}

static const struct tabia_pgn_visitor everything = {
    .on_move = on_move,
    .on_comment = on_comment,
    .on_begin_variation = on_open,
    .on_end_variation = on_close,
    .on_end_game = on_end,
    .on_problem = on_problem,
};

/* Like it, but variations and comments are stepped over. */
static const struct tabia_pgn_visitor main_lines = {
    .on_move = on_move,
    .on_end_game = on_end,
    .on_problem = on_problem,
};

static struct counts count(struct tabia_bytes bytes,
                           const struct tabia_pgn_visitor *visitor)
{
    struct counts c = { 0 };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, NULL);
    assert_non_null(pgn);
    while (tabia_pgn_next(pgn, visitor, &c, NULL))
        ;
    tabia_pgn_close(pgn);
    return c;
}

#define PGN "data/pgn/"

static const struct {
    const char *name;
    unsigned games, plies, errors, variation_moves, comments;
    bool is_odd; // pgn-extract does not read it as we do
} files[] = {
    { PGN "chessbase-empty-line.pgn", 1, 134, 0, 0, 0, false },
    { PGN "cutechess-fischerrandom.pgn", 4, 396, 0, 0, 396, true },
    { PGN "kasparov-deep-blue-1997.pgn", 6, 519, 0, 0, 0, false },
    { PGN "lichess_db_1000k.pgn", 438, 28538, 0, 0, 28538, false },
    { PGN "lichess_db_10k.pgn", 5, 257, 0, 0, 257, false },
    { PGN "molinari-bordais-1979.pgn", 1, 10, 0, 0, 0, false },
    { PGN "nepomniachtchi-liren-game1.pgn", 1, 97, 0, 0, 0, false },
    { PGN "pgnextract_najdorf.pgn", 8, 608, 0, 0, 0, false },
    { PGN "pgnextract_nested-comment.pgn", 1, 1, 0, 0, 1, true },
    { PGN "pgnextract_test-allownullmoves.pgn", 2, 7, 0, 8, 0, true },
    { PGN "pgnextract_test-hash.pgn", 35, 3256, 0, 0, 0, false },
    { PGN "pgnextract_test-nagcomments.pgn", 1, 1, 0, 0, 3, false },
    { PGN "stockfish-learning.pgn", 1, 154, 0, 0, 154, false },
    { PGN "twic1599_100k.pgn", 110, 9810, 0, 0, 0, false },
    { PGN "uci-moves.pgn", 1, 113, 0, 0, 0, false },
    { PGN "utf8-bom.pgn", 2, 0, 0, 0, 0, true },
};

static void test_counts(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct input in;
        shared_open(files[i].name, &in);
        const struct counts all = count(in.bytes, &everything);
        const struct counts main = count(in.bytes, &main_lines);
        const char *name = files[i].name;
        nfailed += !check_number(name, all.games, files[i].games);
        nfailed += !check_number(name, all.plies, files[i].plies);
        nfailed += !check_number(name, all.errors, files[i].errors);
        nfailed +=
            !check_number(name, all.variation_moves, files[i].variation_moves);
        nfailed += !check_number(name, all.comments, files[i].comments);
        nfailed += !check_number(name, main.games, all.games);
        nfailed += !check_number(name, main.plies, all.plies);
        nfailed += !check_number(name, main.keys, all.keys);
        input_close(&in);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- beside pgn-extract ---------------------------------------------- */

static const char *find_program(void)
{
    static const char *const paths[] = { "/usr/bin/pgn-extract",
                                         "/usr/games/pgn-extract" };
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        if (access(paths[i], X_OK) == 0)
            return paths[i];
    return NULL;
}

/* Games and plies of the main lines, as pgn-extract writes them. */
static void ask_program(const char *program, const char *path, unsigned *games,
                        unsigned *plies)
{
    char command[1400], line[200];
    snprintf(command, sizeof(command), "%s -s -C -V -N --plycount '%s'",
             program, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof(line), pipe)) {
        unsigned n;
        *games += strncmp(line, "[Event ", 7) == 0;
        if (sscanf(line, "[PlyCount \"%u\"]", &n) == 1)
            *plies += n;
    }
    pclose(pipe);
}

static void test_pgn_extract(void **state)
{
    (void)state;
    const char *program = find_program();
    int nfailed = 0;
    if (!program)
        skip(); // no pgn-extract
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[SHARED_PATH_SIZE];
        if (files[i].is_odd)
            continue;
        shared_path(files[i].name, path);
        unsigned games = 0, plies = 0;
        ask_program(program, path, &games, &plies);
        nfailed += !check_number(files[i].name, files[i].games, games);
        nfailed += !check_number(files[i].name, files[i].plies, plies);
    }
    assert_int_equal(nfailed, 0);
}

/* Whole random games, counted as they are made. */
static void test_pgn_extract_made(void **state)
{
    (void)state;
    const char *program = find_program();
    struct game_maker maker = { .seed = 3, .is_rated = true };
    struct temp_folder folder;
    unsigned games = 0, plies = 0;
    if (!program)
        skip(); // no pgn-extract
    game_maker_add(&maker, 200, 160);
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games.pgn");
    temp_folder_write(path, buf_text(&maker.text));
    ask_program(program, path, &games, &plies);
    assert_int_equal(games, maker.ngames);
    assert_int_equal(plies, maker.nplies);
    const struct counts ours = count(buf_bytes(&maker.text), &everything);
    assert_int_equal(ours.games, games);
    assert_int_equal(ours.plies, plies);
    assert_true(ours.keys == maker.fingerprint);
    temp_folder_remove(&folder);
    game_maker_clear(&maker);
}

/* ---- the packed ones ------------------------------------------------- */

/* Reads the output of zstd. */
static uint8_t *unpack(const char *name, size_t *size)
{
    char path[SHARED_PATH_SIZE], command[SHARED_PATH_SIZE + 100];
    shared_path(name, path);
    snprintf(command, sizeof(command), "zstd -dc '%s' 2>/dev/null", path);
    FILE *pipe = popen(command, "r");
    const size_t room = (size_t)80 << 20;
    uint8_t *data = pipe ? malloc(room) : NULL;
    *size = data ? fread(data, 1, room, pipe) : 0;
    if (pipe && pclose(pipe) == 0 && *size)
        return data;
    free(data);
    skip(); // no zstd
    return NULL;
}

static void test_packed(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned games, plies;
        uint64_t keys;
    } packed[] = {
        { PGN "twic_60mb.pgn.zst", 69328, 5882171,
          UINT64_C(0x747fd12708e85193) },
        { PGN "tcec_20mb.pgn.zst", 522, 72295, UINT64_C(0x3aadb85732002d2b) },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(packed); i++) {
        size_t size;
        uint8_t *data = unpack(packed[i].name, &size);
        const struct tabia_bytes bytes = { data, size };
        const struct counts c = count(bytes, &everything);
        const char *name = packed[i].name;
        nfailed += !check_number(name, c.errors, 0);
        nfailed += !check_number(name, c.games, packed[i].games);
        nfailed += !check_number(name, c.plies, packed[i].plies);
        nfailed += !check_number(name, c.keys, packed[i].keys);
        free(data);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- as books -------------------------------------------------------- */

static struct tabia_bytes write_pgn(const struct tabia_book *book,
                                    const char *how)
{
    const struct tabia_setting setting = { "shape", how };
    const struct tabia_write_options options = { .settings = &setting,
                                                 .nsettings = 1 };
    uint8_t *data = NULL;
    size_t size = 0;
    assert_true(tabia_book_encode(book, tabia_format_find("pgn", NULL),
                                  &options, &data, &size, NULL, NULL));
    return (struct tabia_bytes){ data, size };
}

static struct tabia_book *read_pgn(struct tabia_bytes bytes)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("pgn", NULL),
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    if (!book)
        print_error("%u:%u: %s\n", err.line, err.col, err.msg);
    return book;
}

/* What is written reads as the same book and is written the same again. */
static bool is_fixed(const char *name, const struct tabia_book *book,
                     const char *how)
{
    const struct tabia_bytes once = write_pgn(book, how);
    struct tabia_book *back = read_pgn(once);
    assert_non_null(back);
    const struct tabia_bytes twice = write_pgn(back, how);
    const bool same = once.size == twice.size &&
                      memcmp(once.data, twice.data, once.size) == 0;
    if (!same)
        print_error("%s: %s differs when written again\n", name, how);
    free((void *)once.data);
    free((void *)twice.data);
    tabia_book_free(back);
    return same;
}

static void test_fixed(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct input in;
        shared_open(files[i].name, &in);
        struct tabia_book *book = read_pgn(in.bytes);
        nfailed += !book;
        if (book)
            nfailed += !is_fixed(files[i].name, book, "tree") +
                       !is_fixed(files[i].name, book, "lines");
        tabia_book_free(book);
        input_close(&in);
    }
    assert_int_equal(nfailed, 0);
}

static void test_default_fixed(void **state)
{
    (void)state;
    struct tabia_book *book = tabia_book_load(NULL, NULL, NULL);
    assert_non_null(book);
    assert_true(is_fixed("default", book, "tree"));
    assert_true(is_fixed("default", book, "lines"));
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_pgn_extract),
        cmocka_unit_test(test_pgn_extract_made),
        cmocka_unit_test(test_packed),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_default_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
