/*
 * test_source_evals.c - evaluations of Lichess's database, plain and compressed
 */
#include "format_check.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "fail_alloc.h"
#include "shared_file.h"
#include "source/evals.h"
#include "temp_folder.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

#define FEN(fen)      "{\"fen\":\"" fen "\",\"evals\":["
#define EVAL(pv, dep) "{\"pvs\":[{" pv "}],\"knodes\":1,\"depth\":" dep "}"
#define END           "]}\n"

static bool go_on(void *ctx, enum tabia_severity severity,
                  const struct tabia_error *problem)
{
    char *last = ctx;
    (void)severity;
    error_text(problem, last, 256);
    return true;
}

/* The book as EPD with the evaluations, and what the report says. */
static void describe(const char *epd, struct tabia_bytes bytes, bool replace,
                     char *got, size_t size)
{
    struct tabia_error err = { 0 };
    struct evals_result result;
    const struct evals_options options = {
        .policy = replace ? EVALS_REPLACE : EVALS_DEEPER,
    };
    struct tabia_book *book = decode_text("epd", epd, &err);
    assert_non_null(book);
    struct tabia_book *copy =
        evals_add_bytes(book, bytes, &options, &result, &err);
    char *text = copy ? encode_text(copy, "epd", NULL) : NULL;
    if (text)
        snprintf(got, size, "%s%u of %u, %u", text, (unsigned)result.found,
                 (unsigned)result.records, result.filled);
    else
        error_text(&err, got, size);
    free(text);
    tabia_book_free(copy);
    tabia_book_free(book);
}

static void test_lines(void **state)
{
    (void)state;
    static const struct {
        const char *name, *epd, *lines;
        bool replace;
        const char *want;
    } cases[] = {
        { "nothing", START "\n", "", false, START "\n0 of 0, 0" },
        { "centipawns", START "\n", FEN(START) EVAL("\"cp\":20", "30") END,
          false, START " ce 20; acd 30;\n1 of 1, 1" },
        { "White's view", E4 "\n", FEN(E4) EVAL("\"cp\":20", "30") END, false,
          E4 " ce -20; acd 30;\n1 of 1, 1" },
        { "mate", E4 "\n", FEN(E4) EVAL("\"mate\":-2", "9") END, false,
          E4 " ce 32764; acd 9;\n1 of 1, 1" },
        { "the deepest", START "\n",
          FEN(START) EVAL("\"cp\":1", "3") "," EVAL("\"cp\":2", "5") "," EVAL(
              "\"cp\":3", "5") END,
          false, START " ce 2; acd 5;\n1 of 1, 1" },
        { "the first line of play", START "\n",
          FEN(START) EVAL("\"cp\":1},{\"cp\":2", "3") END, false,
          START " ce 1; acd 3;\n1 of 1, 1" },
        { "two lines", START "\n",
          FEN(START) EVAL("\"cp\":1", "3") END FEN(START) EVAL("\"cp\":2", "5")
              END FEN(START) EVAL("\"cp\":3", "4") END,
          false, START " ce 2; acd 5;\n3 of 3, 1" },
        { "another position", START "\n", FEN(E4) "whatever\n", false,
          START "\n0 of 1, 0" },
        { "no line end, empty lines", START "\n",
          "\n\r\n" FEN(START) EVAL("\"cp\":1", "3") "]}", false,
          START " ce 1; acd 3;\n1 of 1, 1" },
        { "the book's own is deeper", START " ce 9; acd 50;\n",
          FEN(START) EVAL("\"cp\":1", "3") END, false,
          START " ce 9; acd 50;\n1 of 1, 0" },
        { "the book's own is not as deep", START " ce 9; acd 2;\n",
          FEN(START) EVAL("\"cp\":1", "3") END, false,
          START " ce 1; acd 3;\n1 of 1, 1" },
        { "replaced", START " ce 9; acd 50;\n",
          FEN(START) EVAL("\"cp\":1", "3") END, true,
          START " ce 1; acd 3;\n1 of 1, 1" },
        { "all occurrences", START "\n" START " bm e4;\n",
          FEN(START) EVAL("\"cp\":1", "3") END, false,
          START " ce 1; acd 3;\n" START " bm e4; ce 1; acd 3;\n1 of 1, 1" },
        { "no object", START "\n", "[]\n", false,
          "1:1: expected {\"fen\":\"...\" and more" },
        { "no position", START "\n", "{\"fen\":\"x\"}\n", false,
          "1:9: expected a piece, a digit or '/', found 'x'" },
        { "no JSON", START "\n", FEN(START) "\n", false,
          "1:71: ']' expected near end of file" },
        { "no evals", START "\n", "{\"fen\":\"" START "\"}\n", false,
          "1:1: expected \"evals\" with \"depth\" and \"pvs\" of \"cp\" or "
          "\"mate\"" },
        { "no number", START "\n", FEN(START) EVAL("\"cp\":\"1\"", "3") END,
          false,
          "1:1: expected \"evals\" with \"depth\" and \"pvs\" of \"cp\" or "
          "\"mate\"" },
        { "a number too large", START "\n",
          "\n" FEN(START) EVAL("\"cp\":99999999999", "3") END, false,
          "2:1: expected \"evals\" with \"depth\" and \"pvs\" of \"cp\" or "
          "\"mate\"" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[512];
        describe(cases[i].epd, bytes_of(cases[i].lines), cases[i].replace, got,
                 sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* With EVALS_KEEP what the book has stays, however deep the new value is. */
static void test_keep(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    const struct evals_options options = { .policy = EVALS_KEEP };
    struct tabia_book *book =
        decode_text("epd", START " ce 9; acd 2;\n" E4 "\n", &err);
    assert_non_null(book);
    struct tabia_book *copy =
        evals_add_bytes(book,
                        bytes_of(FEN(START) EVAL("\"cp\":1", "30") END FEN(E4)
                                     EVAL("\"cp\":20", "30") END),
                        &options, NULL, &err);
    assert_non_null(copy);
    char *text = encode_text(copy, "epd", NULL);
    assert_string_equal(text, START " ce 9; acd 2;\n" E4 " ce -20; acd 30;\n");
    free(text);
    tabia_book_free(copy);
    tabia_book_free(book);
}

/* A line that cannot be read is skipped when the caller wants it. */
static void test_go_on(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct evals_result result;
    char last[256] = "";
    const struct evals_options options = { .on_problem = go_on, .ctx = last };
    struct tabia_book *book = decode_text("epd", START, &err);
    struct tabia_book *copy = evals_add_bytes(
        book, bytes_of("x\n" FEN(START) EVAL("\"cp\":1", "3") END "y\n"),
        &options, &result, &err);
    assert_non_null(copy);
    assert_int_equal(result.bad, 2);
    assert_int_equal(result.filled, 1);
    assert_string_equal(last, "3:1: expected {\"fen\":\"...\" and more");
    tabia_book_free(copy);
    tabia_book_free(book);
}

/* ---- compressed ------------------------------------------------------ */

/* Many lines, of which the last counts, so that chunks end anywhere. */
static void fill(struct buf *text)
{
    for (unsigned i = 0; i < 20000; i++)
        buf_addf(text, FEN(START) EVAL("\"cp\":%u", "%u") END, i, i + 1);
    assert_false(text->failed);
}

static void test_compressed(void **state)
{
    (void)state;
    struct buf text = { .limit = 64 << 20 };
    char got[512];
    fill(&text);
    const size_t room = ZSTD_compressBound(text.size) + 100;
    uint8_t *data = malloc(room);
    assert_non_null(data);
    const size_t cuts[] = { 0, 1, text.size / 2, text.size };
    size_t size = 0, first = 0;
    for (size_t i = 0; i + 1 < COUNT_OF(cuts); i++) { // frames in a row
        const size_t n =
            ZSTD_compress(data + size, room - size, text.data + cuts[i],
                          cuts[i + 1] - cuts[i], 1);
        assert_false(ZSTD_isError(n));
        size += n;
        first = i == 1 ? size : first; // behind the first of two large ones
    }
    const struct tabia_bytes bytes = { data, size };
    describe(START, bytes, false, got, sizeof(got));
    assert_string_equal(got, START " ce 19999; acd 20000;\n20000 of 20000, 1");

    const size_t empty =
        ZSTD_compress(data + bytes.size, room - bytes.size, NULL, 0, 1);
    assert_false(ZSTD_isError(empty)); // as some programs end a file
    const struct tabia_bytes longer = { data, bytes.size + empty };
    describe(START, longer, false, got, sizeof(got));
    assert_string_equal(got, START " ce 19999; acd 20000;\n20000 of 20000, 1");

    const struct tabia_bytes cut = { data, size - 9 };
    describe(START, cut, false, got, sizeof(got));
    assert_string_equal(got, "the zst data is truncated");

    data[first / 2] ^= 0x55;
    describe(START, bytes, false, got, sizeof(got));
    assert_non_null(strstr(got, "cannot decompress"));
    free(data);
    buf_clear(&text);
}

static void test_files(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct evals_result result;
    struct temp_folder folder;
    struct tabia_book *book = decode_text("epd", START, &err);
    assert_null(evals_add(book, "no such file", NULL, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);

    struct tabia_error why = { 0 };
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "evals.jsonl");
    temp_folder_write(path, FEN(START) EVAL("\"cp\":1", "3") END FEN(E4)
                                EVAL("\"mate\":2", "9") END);
    struct tabia_book *copy = evals_add(book, path, NULL, &result, &why);
    if (!copy)
        fail_msg("%s", why.msg);
    assert_int_equal(result.records, 2);
    assert_int_equal(result.filled, 1);
    tabia_book_free(copy);
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

/* The first lines of Lichess's database. */
static void test_real(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct evals_result result;
    char path[SHARED_PATH_SIZE];
    shared_path("data/jsonl/lichess_eval_sample.jsonl", path);
    struct tabia_book *book = decode_text("epd", START, &err);
    struct tabia_book *copy = evals_add(book, path, NULL, &result, &err);
    if (!copy)
        fail_msg("%s", err.msg);
    assert_int_equal(result.records, 3);
    tabia_book_free(copy);
    tabia_book_free(book);
}

static bool add_evals(void *ctx, struct tabia_error *err)
{
    struct tabia_book *copy =
        evals_add_bytes(ctx, bytes_of(FEN(START) EVAL("\"cp\":1", "3") END),
                        NULL, NULL, err);
    assert_true(!copy ||
                tabia_book_edge_count(copy) == tabia_book_edge_count(ctx));
    return fail_alloc_book(copy);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_error none = { 0 };
    char line[64 * 16 + 1];
    for (size_t i = 0; i < 64; i++)
        memcpy(line + 16 * i, "g1f3g8f6f3g1f6g8", 17);
    // So many moves that memory is wanted for some of them.
    struct tabia_book *book = decode_text("lines", line, &none);
    fail_alloc_each(add_evals, book);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),     cmocka_unit_test(test_keep),
        cmocka_unit_test(test_go_on),     cmocka_unit_test(test_compressed),
        cmocka_unit_test(test_files),     cmocka_unit_test(test_real),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
