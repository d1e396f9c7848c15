/*
 * test_source.c - sources of all kinds, opened and asked one way
 */
#include "format_check.h"

#include <unistd.h>

#include "abk_bytes.h"
#include "book_text.h"
#include "chess_table.h"
#include "fail_alloc.h"
#include "format/format_contract.h"
#include "obk_bytes.h"
#include "packer.h"
#include "source/source_internal.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "store_maker.h"
#include "temp_folder.h"

static const char sample[] = "e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)\n"
                             "e2e4 g7g6x d2d4 f8g7\n"
                             "d2d4 g7g6 e2e4 f8g7 b1c3\n"
                             "f2f4? d7d5\n";

static const char puzzles[] =
    "[D] Mate in one\n8/8/8/8/8/5k2/5p2/5K1R w - - 0 1\n";

static const struct tabia_library_options summed = {
    .mode = TABIA_LIBRARY_SUM,
};

static struct tabia_source *open_bytes(struct tabia_bytes bytes,
                                       const char *format,
                                       enum tabia_open_mode mode)
{
    const struct tabia_open_options options = {
        .mode = mode,
        .read.format = format ? tabia_format_find(format, NULL) : NULL,
        .read.name = "test",
    };
    struct tabia_error err = { 0 };
    struct tabia_source *source =
        tabia_source_open_bytes(bytes, &options, &err);
    if (!source)
        print_error("%s: %s\n", format ? format : "?", err.msg);
    assert_non_null(source);
    return source;
}

static struct tabia_source *open_text(const char *text,
                                      enum tabia_open_mode mode)
{
    return open_bytes(bytes_of(text), NULL, mode);
}

static struct tabia_pos after(const char *moves)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    while (*moves) {
        tabia_move mv;
        assert_true(tabia_uci_parse(&pos, moves, 4, &mv, NULL));
        tabia_pos_play(&pos, mv);
        moves += 4 + (moves[4] == ' ');
    }
    return pos;
}

static const char *find_text(const struct tabia_source *source,
                             const char *moves, char *buf, size_t size)
{
    struct tabia_answer answer = { 0 };
    struct tabia_error err = { 0 };
    const struct tabia_pos pos = after(moves);
    if (tabia_source_find(source, &pos, NULL, &answer, &err))
        entries_text(&pos, answer.moves, answer.nmoves, buf, size);
    else
        snprintf(buf, size, "%s", err.msg);
    tabia_answer_clear(&answer);
    return buf;
}

/* ---- kinds ----------------------------------------------------------- */

static void test_kinds(void **state)
{
    (void)state;
    struct buf store = { .limit = 1 << 24 };
    struct made made;
    made_games(&made, 7, 20, 12);
    made_store(&made, 0, 20, 0, &store);
    const struct {
        const char *name;
        struct tabia_bytes bytes;
        enum tabia_open_mode mode;
        enum tabia_source_kind kind;
        const char *format;
        bool is_searched;
    } cases[] = {
        { "text", bytes_of(sample), TABIA_OPEN_AUTO, TABIA_SOURCE_BOOK, "ct800",
          false },
        { "looked at", bytes_of(sample), TABIA_OPEN_RECOGNISE,
          TABIA_SOURCE_BOOK, "ct800", false },
        { "puzzles", bytes_of(puzzles), TABIA_OPEN_AUTO, TABIA_SOURCE_PUZZLES,
          "puzzles", false },
        { "store", buf_bytes(&store), TABIA_OPEN_AUTO, TABIA_SOURCE_STORE,
          "tabia", true },
        { "store as a book", buf_bytes(&store), TABIA_OPEN_LOAD,
          TABIA_SOURCE_STORE, "tabia", false },
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct tabia_source *source =
            open_bytes(cases[i].bytes, NULL, cases[i].mode);
        const struct tabia_source_info info = tabia_source_get_info(source);
        ok &= check_number(cases[i].name, info.kind, cases[i].kind);
        ok &=
            check_text(cases[i].name, tabia_format_get_info(info.format)->name,
                       cases[i].format);
        ok &= check_text(cases[i].name, info.name, "test");
        ok &=
            check_number(cases[i].name, info.is_searched, cases[i].is_searched);
        tabia_source_close(source);
    }
    assert_true(ok);
    made_free(&made);
    buf_clear(&store);
}

/*
 * A tree without names and comments is searched for a single look-up: an Arena
 * book along the game and, where the game leaves it, by position; a
 * Chessmaster book by position.
 */
static void test_once(void **state)
{
    (void)state;
    struct buf abk = abk_bytes("e2e4 p5 c902 n901; g1f3 p5 c904; e7e5 p1 c903; "
                               "g1f3 p2 c906; e7e5 p1; a2a3 p1; b8c6 p3");
    struct buf bare = obk_bytes("BOO! 4 0: 4cdc 74e4 46d5 f9aa");
    struct buf notes = obk_bytes("BOO! 1 7: ccdc 01000000 0181 'b");
    const struct {
        const char *name;
        struct tabia_bytes bytes;
        const char *game; // NULL: by position
        const char *moves;
        bool is_searched;
        const char *want;
    } cases[] = {
        { "abk, its line", buf_bytes(&abk), "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3",
          true, "b8c6=3" },
        { "abk, another order", buf_bytes(&abk), "g1f3 e7e5 e2e4",
          "g1f3 e7e5 e2e4", true, "b8c6=3" },
        { "abk, nowhere", buf_bytes(&abk), "a2a4", "a2a4", true, "" },
        { "abk, by position", buf_bytes(&abk), NULL, "e2e4", true, "e7e5=1" },
        { "obk", buf_bytes(&bare), "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3", true,
          "b8c6=50" },
        { "obk, another order", buf_bytes(&bare), "g1f3 e7e5 e2e4",
          "g1f3 e7e5 e2e4", true, "b8c6=50" },
        { "obk with notes", buf_bytes(&notes), "", "", false, "e2e4=100" },
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct tabia_open_options options = {
            .read.name = "test",
        };
        struct tabia_error err = { 0 };
        struct tabia_answer answer = { 0 };
        struct tabia_pos start, pos;
        tabia_move moves[8];
        char got[64];
        const size_t n = table_line(cases[i].moves, &pos, moves);
        const struct tabia_query query = {
            .start = cases[i].game ? &start : NULL,
            .line = moves,
            .nline = n,
        };
        tabia_pos_set_start(&start);
        struct tabia_source *source =
            source_recognise_bytes(cases[i].bytes, &options, &err);
        assert_non_null(source);
        source_set_lookup(source,
                          (struct table_lookup){ cases[i].game ? TABLE_USE_LINE
                                                               : TABLE_USE_ONCE,
                                                 &pos });
        assert_true(source_finish_open(source, &options, &err));
        ok &= check_number(cases[i].name,
                           tabia_source_get_info(source).is_searched,
                           cases[i].is_searched);
        assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
        entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
        ok &= check_text(cases[i].name, got, cases[i].want);
        tabia_answer_clear(&answer);
        tabia_source_close(source);

        // Without a look-up in view it is loaded.
        source = open_bytes(cases[i].bytes, NULL, TABIA_OPEN_AUTO);
        ok &= check_number(cases[i].name,
                           tabia_source_get_info(source).is_searched, false);
        tabia_source_close(source);
    }
    buf_clear(&abk);
    buf_clear(&bare);
    buf_clear(&notes);
    assert_true(ok);
}

static void test_failures(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *format;
        enum tabia_open_mode mode;
        const char *want;
    } cases[] = {
        { "a text cannot be searched", sample, NULL, TABIA_OPEN_IN_PLACE,
          "format ct800 cannot be searched in the file" },
        { "a mistake", "e2e4 e2e4\n", "ct800", TABIA_OPEN_AUTO,
          "e2e4: no piece on the from square" },
        { "puzzles as a book", puzzles, NULL, TABIA_OPEN_LOAD,
          "format puzzles cannot be read as a book" },
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct tabia_open_options options = {
            .mode = cases[i].mode,
            .read.format = cases[i].format
                               ? tabia_format_find(cases[i].format, NULL)
                               : NULL,
            .read.name = "test",
        };
        struct tabia_error err = { 0 };
        assert_null(
            tabia_source_open_bytes(bytes_of(cases[i].text), &options, &err));
        ok &= check_text(cases[i].name, err.msg, cases[i].want);
        ok &= check_text(cases[i].name, err.file, "test");
        struct tabia_error older = { .status = TABIA_ERR_SYNTAX };
        assert_null(
            tabia_source_open_bytes(bytes_of(cases[i].text), &options, &older));
        ok &= check_text("an older error", older.file, "");
    }
    assert_true(ok);
}

static void test_on_demand(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    char buf[256];
    struct tabia_source *source = open_text(sample, TABIA_OPEN_RECOGNISE);
    assert_string_equal(find_text(source, "", buf, sizeof(buf)),
                        "the source was recognised, but not opened");
    assert_null(tabia_source_store(source, &err));
    assert_string_equal(err.msg, "not a store of games");
    err = (struct tabia_error){ 0 };
    assert_null(source_table(source, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    const struct tabia_book *book = tabia_source_book(source, NULL);
    assert_non_null(book);
    assert_ptr_equal(book, tabia_source_book(source, NULL));
    assert_string_equal(find_text(source, "", buf, sizeof(buf)),
                        "e2e4 d2d4 f2f4");
    tabia_source_close(source);

    source = open_text(puzzles, TABIA_OPEN_AUTO);
    const struct puzzles *set = source_puzzles(source, NULL, NULL);
    assert_int_equal(puzzles_count(set), 1);
    assert_string_equal(find_text(source, "", buf, sizeof(buf)),
                        "puzzles have no moves to look up");
    tabia_source_close(source);
}

static void test_files(void **state)
{
    (void)state;
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.txt");
    temp_folder_write(path, sample);
    struct tabia_source *source = tabia_source_open(path, NULL, &err);
    assert_non_null(source);
    assert_string_equal(tabia_source_get_info(source).name, path);
    assert_true(tabia_source_check_file(source, &err));
    tabia_source_close(source);
    char missing[TEMP_FOLDER_PATH];
    snprintf(missing, sizeof(missing), "%s/none", folder.name);
    assert_null(tabia_source_open(missing, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    assert_string_equal(err.file, missing);
    temp_folder_remove(&folder);

    source = tabia_source_open(NULL, NULL, &err);
    assert_non_null(source);
    assert_string_equal(tabia_source_get_info(source).name, "built-in book");
    tabia_source_close(source);
}

/* A file that was read into memory may go; a mapped one is noticed. */
static void test_truncated(void **state)
{
    struct tabia_open_options options = { .mode = TABIA_OPEN_IN_PLACE };
    const struct tabia_write_options force = { .force = true };
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.bin");
    struct tabia_book *book = tabia_book_load(NULL, NULL, NULL);
    const struct tabia_pos pos = after("e2e4");
    for (int in_memory = 0; in_memory < 2; in_memory++) {
        struct tabia_answer answer = { 0 };
        options.read.in_memory = in_memory;
        assert_true(tabia_book_save(book, path,
                                    tabia_format_find("polyglot", NULL), &force,
                                    NULL, NULL));
        struct tabia_source *source = tabia_source_open(path, &options, NULL);
        assert_non_null(source);
        assert_true(tabia_source_get_info(source).bytes.size > 64 << 10);
        assert_int_equal(truncate(path, 0), 0);
        assert_int_equal(tabia_source_check_file(source, NULL), in_memory);
        if (in_memory)
            assert_true(tabia_source_find(source, &pos, NULL, &answer, NULL));
        assert_int_equal(answer.nmoves > 0, in_memory);
        tabia_answer_clear(&answer);
        tabia_source_close(source);
    }
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

/* True if the system was told that mapped bytes are read here and there. */
static bool is_random(struct tabia_bytes bytes)
{
    char line[512], start[32];
    bool is_here = false, found = false;
    FILE *maps = fopen("/proc/self/smaps", "r");
    if (!maps)
        skip();
    snprintf(start, sizeof(start), "%lx-", (unsigned long)bytes.data);
    while (fgets(line, sizeof(line), maps)) {
        is_here |= strncmp(line, start, strlen(start)) == 0;
        if (is_here && strncmp(line, "VmFlags:", 8) == 0) {
            found = strstr(line, " rr ") != NULL;
            break;
        }
    }
    fclose(maps);
    assert_true(is_here);
    return found;
}

/* Where a few pages are read, no more are read ahead; else they are. */
static void test_expectation(void **state)
{
    static const char *const formats[] = { "polyglot", "abk" };
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    struct tabia_book *book = tabia_book_load(NULL, NULL, NULL);
    const char *out = temp_folder_path(&folder, "out.bin");
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        const char *path = temp_folder_path(&folder, formats[i]);
        const struct tabia_format *format = tabia_format_find(formats[i], NULL);
        assert_true(tabia_book_save(book, path, format, NULL, NULL, NULL));
        for (int rows = 0; rows < 2; rows++) {
            const struct tabia_write_options force = { .force = true };
            struct tabia_source *source = tabia_source_open(path, NULL, NULL);
            const struct tabia_bytes bytes =
                tabia_source_get_info(source).bytes;
            assert_int_equal(is_random(bytes), i == 0);
            if (rows)
                assert_true(
                    tabia_source_save(source, out, format, &force, NULL, NULL));
            else
                assert_non_null(tabia_source_book(source, NULL));
            assert_false(is_random(bytes));
            tabia_source_close(source);
        }
    }
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

/* ---- evaluations ----------------------------------------------------- */

static const char evals[] =
    "{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\","
    "\"evals\":[{\"pvs\":[{\"cp\":18,\"line\":\"e2e4\"}],\"depth\":30}]}\n"
    "not a line\n"
    "{\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\","
    "\"evals\":[{\"pvs\":[{\"cp\":33,\"line\":\"e7e5\"}],\"depth\":40}]}\n";

static void check_evals(const char *name, struct tabia_bytes bytes)
{
    static const struct {
        const char *moves;
        bool is_known;
        int value;
    } cases[] = { { "", true, 18 },
                  { "e2e4", true, 33 },
                  { "d2d4", false, 0 } };
    struct tabia_source *source = open_bytes(bytes, NULL, TABIA_OPEN_AUTO);
    struct tabia_answer answer = { 0 };
    struct tabia_error err = { 0 };
    bool ok = check_number(name, tabia_source_get_info(source).kind,
                           TABIA_SOURCE_EVALS);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct tabia_pos pos = after(cases[i].moves);
        assert_true(tabia_source_find(source, &pos, NULL, &answer, &err));
        ok &= check_number(name, answer.is_known, cases[i].is_known);
        ok &= check_number(name, answer.nmoves, 0);
        if (cases[i].is_known)
            ok &= check_number(
                name, (unsigned long long)answer.position_data.eval.value,
                (unsigned long long)cases[i].value);
    }
    assert_null(tabia_source_book(source, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_answer_clear(&answer);
    tabia_source_close(source);
    assert_true(ok);
}

static void test_evals(void **state)
{
    (void)state;
    check_evals("plain", bytes_of(evals));
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = { .limit = 1 << 20 };
        packers[i].pack(&packed, bytes_of(evals));
        check_evals(packers[i].name, buf_bytes(&packed));
        buf_clear(&packed);
    }
}

/* What tabia_open recognises, tabia_book_load does, in the same words. */
static void test_one_recogniser(void **state)
{
    (void)state;
    // A text of puzzles may also be read as EPD, whatever its name.
    static const struct {
        const char *name, *file, *text;
    } cases[] = {
        { "evaluations", "evals.jsonl", evals },
        { "puzzles", "set.epd",
          "8/8/8/8/8/5k2/6q1/7K w - - 0 1\n[D]Who wins?\n[S]Black.\n" },
        { "lines", "lines.txt", "e2e4 e7e5\n" },
        { "nothing known", "x.dat", "\001\002\003" },
    };
    struct temp_folder folder;
    temp_folder_make(&folder);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_open_options options = { .mode = TABIA_OPEN_LOAD };
        const char *path = temp_folder_path(&folder, cases[i].file);
        struct tabia_error opened = { 0 }, loaded = { 0 };
        temp_folder_write(path, cases[i].text);
        struct tabia_source *source =
            tabia_source_open(path, &options, &opened);
        struct tabia_book *book = tabia_book_load(path, NULL, &loaded);
        assert_true(check_text(cases[i].name, loaded.msg, opened.msg));
        assert_int_equal(book != NULL, source != NULL);
        if (source) // the book outlives the source
            assert_ptr_equal(source_take_puzzles(source), NULL);
        struct tabia_book *own = source ? source_take_book(source) : NULL;
        assert_true(!source || !source_take_book(source));
        tabia_source_close(source);
        assert_true(!own ||
                    tabia_book_edge_count(own) == tabia_book_edge_count(book));
        tabia_book_free(own);
        tabia_book_free(book);
    }
    temp_folder_remove(&folder);
}

/* ---- loaded and searched --------------------------------------------- */

/* Moves that the reader guessed, to reach positions, are not in the file. */
static const char *playable_text(const struct tabia_source *source,
                                 const struct tabia_pos *pos, char *buf,
                                 size_t size)
{
    struct tabia_answer answer = { 0 };
    size_t n = 0;
    assert_true(tabia_source_find(source, pos, NULL, &answer, NULL));
    for (size_t i = 0; i < answer.nmoves; i++)
        if (answer.moves[i].data.mark != TABIA_MARK_PASSIVE)
            answer.moves[n++] = answer.moves[i];
    entries_text(pos, answer.moves, n, buf, size);
    tabia_answer_clear(&answer);
    return buf;
}

static bool compare_ways(const char *format, const struct tabia_book *book,
                         struct tabia_source *loaded,
                         struct tabia_source *searched, unsigned least)
{
    bool ok =
        check_number(format, tabia_source_get_info(loaded).is_searched, 0);
    ok &= check_number(format, tabia_source_get_info(searched).is_searched, 1);
    unsigned nknown = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        char got[1024], want[1024];
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        playable_text(loaded, &pos, want, sizeof(want));
        nknown += *want != '\0';
        ok &= check_text(format,
                         playable_text(searched, &pos, got, sizeof(got)), want);
    }
    return check_number(format, nknown >= least, true) && ok;
}

static bool compare_bytes(const char *format, const struct tabia_book *book,
                          struct tabia_bytes bytes, unsigned least)
{
    struct tabia_source *loaded = open_bytes(bytes, format, TABIA_OPEN_LOAD);
    struct tabia_source *searched = open_bytes(bytes, format, TABIA_OPEN_AUTO);
    const bool ok = compare_ways(format, book, loaded, searched, least);
    tabia_source_close(loaded);
    tabia_source_close(searched);
    return ok;
}

/* Every keyed format that can be written to memory. */
static void test_same_answers(void **state)
{
    (void)state;
    // An experience file has nothing but what an engine learnt.
    static const char exp[] = "# Revolution experience format v1\n"
                              "10344488880583956987 796 33 7 20 2\n"
                              "12997426211289158427 3364 -1 0 5 1\n";
    int nformats = 0;
    struct tabia_book *book = decode_text("ct800", sample, NULL);
    bool ok = compare_bytes("exp", book, bytes_of(exp), 2);
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        uint8_t *data;
        size_t size;
        if (!info->is_keyed || !info->can_write || format->unpack_learn ||
            !tabia_book_encode(book, format, NULL, &data, &size, NULL, NULL))
            continue;
        ok &= compare_bytes(info->name, book,
                            (struct tabia_bytes){ data, size }, 4);
        free(data);
        nformats++;
    }
    tabia_book_free(book);
    assert_true(ok);
    assert_true(nformats >= 4);
}

static void test_ctg(void **state)
{
    (void)state;
    const struct tabia_open_options load = { .mode = TABIA_OPEN_LOAD };
    const struct tabia_format *ctg = tabia_format_find("ctg", NULL);
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", sample, NULL);
    temp_folder_make(&folder);
    temp_folder_path(&folder, "book.cto");
    temp_folder_path(&folder, "book.ctb");
    const char *path = temp_folder_path(&folder, "book.ctg");
    assert_true(tabia_book_save(book, path, ctg, NULL, NULL, &err));
    struct tabia_source *loaded = tabia_source_open(path, &load, &err);
    struct tabia_source *searched = tabia_source_open(path, NULL, &err);
    assert_non_null(loaded);
    assert_non_null(searched);
    assert_true(compare_ways("ctg", book, loaded, searched, 4));
    tabia_source_close(loaded);
    tabia_source_close(searched);
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

/* ---- answers --------------------------------------------------------- */

static void test_answer(void **state)
{
    (void)state;
    struct tabia_answer answer = { 0 };
    struct tabia_error err = { 0 };
    struct tabia_names *names = tabia_names_load(NULL, &err);
    struct tabia_query query = { .wants_after = true };
    struct tabia_source *source = open_text(sample, TABIA_OPEN_AUTO);
    struct tabia_pos pos = after("e2e4 e7e5 g1f3 b8c6");
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_true(answer.is_known);
    assert_int_equal(answer.nmoves, 1);
    assert_null(answer.position_data.name);
    assert_string_equal(answer.after_data[0].name, "Ruy Lopez");
    assert_null(answer.move_stats);

    query.names = names;
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_string_equal(answer.position_data.name,
                        "King's Knight Opening: Normal Variation");

    pos = after("e2e4");
    assert_true(tabia_source_find(source, &pos, NULL, &answer, &err));
    assert_true(answer.has & TABIA_HAS_MARK);
    assert_null(answer.after_data);

    pos = after("a2a3");
    assert_true(tabia_source_find(source, &pos, NULL, &answer, &err));
    assert_false(answer.is_known);
    assert_int_equal(answer.nmoves, 0);

    const struct tabia_store_filter filter = { .ratings = 1 };
    query.filter = &filter;
    assert_false(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_string_equal(err.msg, "only stores can be filtered by games");
    assert_string_equal(err.file, "test");
    query.drop_filters = true;
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_int_equal(answer.dropped_filters, TABIA_DIMENSION_RATING);
    tabia_answer_clear(&answer);
    tabia_source_close(source);
    tabia_names_free(names);
}

/* A tree that is searched gives the moves of the line, if there is one. */
static void test_line(void **state)
{
    (void)state;
    static const uint8_t obk[] = "BOO!\11\0\0\0\0\0\0\0"
                                 "\14\334\164\344\106\325\371\152"
                                 "\106\325\164\344\114\334\271\352\363\153";
    const struct tabia_bytes bytes = { obk, sizeof(obk) - 1 };
    struct tabia_source *source = open_bytes(bytes, "obk", TABIA_OPEN_IN_PLACE);
    struct tabia_pos start = after(""), pos = after("e2e4 e7e5 g1f3");
    struct tabia_answer answer = { 0 };
    tabia_move line[3];
    struct tabia_pos at = start;
    assert_true(tabia_uci_parse(&at, "e2e4", 4, &line[0], NULL));
    tabia_pos_play(&at, line[0]);
    assert_true(tabia_uci_parse(&at, "e7e5", 4, &line[1], NULL));
    tabia_pos_play(&at, line[1]);
    assert_true(tabia_uci_parse(&at, "g1f3", 4, &line[2], NULL));
    const struct tabia_query query = { .start = &start,
                                       .line = line,
                                       .nline = 3 };
    assert_true(tabia_source_find(source, &pos, &query, &answer, NULL));
    assert_int_equal(answer.nmoves, 1);
    assert_true(tabia_source_find(source, &pos, NULL, &answer, NULL));
    assert_int_equal(answer.nmoves, 2);
    tabia_answer_clear(&answer);
    tabia_source_close(source);
}

/* ---- libraries ------------------------------------------------------- */

static struct tabia_library *library_of(const char *const *texts, size_t n)
{
    struct tabia_library *lib = tabia_library_new(NULL);
    for (size_t i = 0; i < n; i++)
        assert_true(tabia_library_add(lib, i ? "second" : "first",
                                      open_text(texts[i], TABIA_OPEN_AUTO),
                                      NULL));
    return lib;
}

static const char *const two_texts[] = {
    "e2e4 e7e5 (King's Pawn)\nf2f4? d7d5\n",
    "d2d4 d7d5\ne2e4 c7c5\nf2f4 d7d5 g1f3\n",
};

static void test_compare(void **state)
{
    (void)state;
    struct tabia_library *lib = library_of(two_texts, 2);
    struct tabia_comparison comparison = { 0 };
    struct tabia_error err = { 0 };
    char got[128] = "";
    const struct tabia_pos pos = after("");
    assert_true(tabia_library_compare(lib, &pos, NULL, &comparison, &err));
    for (size_t i = 0; i < comparison.nmoves; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, comparison.moves[i], false, uci);
        strncat(got, uci, sizeof(got) - strlen(got) - 1);
        for (size_t k = 0; k < comparison.nsources; k++)
            strncat(got, tabia_comparison_at(&comparison, i, k) ? "+" : "-",
                    sizeof(got) - strlen(got) - 1);
        strncat(got, " ", sizeof(got) - strlen(got) - 1);
    }
    assert_string_equal(got, "e2e4++ f2f4++ d2d4-+ ");
    assert_int_equal(tabia_comparison_at(&comparison, 1, 0)->data.mark,
                     TABIA_MARK_PASSIVE);
    assert_null(tabia_comparison_at(&comparison, comparison.nmoves, 0));
    assert_null(tabia_comparison_at(&comparison, 0, comparison.nsources));
    const char *name;
    assert_non_null(tabia_library_at(lib, 1, &name));
    assert_string_equal(name, "second");
    assert_non_null(tabia_library_at(lib, 1, NULL));
    assert_null(tabia_library_at(lib, 2, NULL));
    assert_int_equal(tabia_library_count(lib), 2);
    tabia_comparison_clear(&comparison);
    tabia_library_free(lib);
}

static void test_first(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *want;
        size_t source;
    } cases[] = {
        { "", "e2e4 f2f4", 0 }, { "e2e4", "e7e5", 0 },
        { "d2d4", "d7d5", 1 },  { "f2f4 d7d5", "g1f3", 1 },
        { "a2a3", "", 0 },
    };
    struct tabia_library *lib = library_of(two_texts, 2);
    bool ok = true;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct tabia_answer answer = { 0 };
        char got[128];
        const struct tabia_pos pos = after(cases[i].moves);
        assert_true(tabia_library_find(lib, &pos, NULL, NULL, &answer, NULL));
        entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
        ok &= check_text(cases[i].moves, got, cases[i].want);
        ok &=
            check_number(cases[i].moves, answer.source_index, cases[i].source);
        tabia_answer_clear(&answer);
    }
    assert_true(ok);
    tabia_library_free(lib);
}

/* A program's own rules: no source but one, and no move to f4. */
struct refused {
    size_t source;
    tabia_move move;
};

static bool accept_source(void *ctx, size_t source)
{
    const struct refused *refused = ctx;
    return source != refused->source;
}

static bool accept_move(void *ctx, size_t source,
                        const struct tabia_book_move *entry)
{
    const struct refused *refused = ctx;
    assert_int_not_equal(source, refused->source);
    return entry->move != refused->move;
}

static void test_first_by_rules(void **state)
{
    (void)state;
    static const struct {
        const char *name, *refused;
        size_t refused_source;
        bool wide;
        const char *want;
        size_t source;
    } cases[] = {
        { "a move", "f2f4", 9, false, "e2e4 g2g4", 0 },
        { "a source", "a2a3", 0, false, "e2e4=1 f2f4=1 d2d4=1", 1 },
        { "nothing to play left", "e2e4", 9, false, "f2f4=1 d2d4=1", 1 },
        { "avoided moves", "e2e4", 9, true, "f2f4 g2g4", 0 },
    };
    static const char *const texts[] = { "e2e4 | f2f4x | g2g4?",
                                         "e2e4=1 | f2f4=1 | d2d4=1" };
    struct tabia_library *lib = tabia_library_new(NULL);
    const struct tabia_pos pos = after("");
    bool ok = true;
    for (size_t i = 0; i < 2; i++)
        assert_true(tabia_library_add(
            lib, NULL,
            source_of_book(book_text_make(texts[i], BOOK_TEXT_TREE), NULL),
            NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct tabia_answer answer = { 0 };
        struct refused refused = { .source = cases[i].refused_source };
        char got[128];
        assert_true(
            tabia_uci_parse(&pos, cases[i].refused, 4, &refused.move, NULL));
        const struct tabia_query query = { .wants_after = true };
        const struct tabia_library_options rules = {
            .allow_avoided = cases[i].wide,
            .accepts_source = accept_source,
            .accepts_move = accept_move,
            .ctx = &refused,
        };
        assert_true(
            tabia_library_find(lib, &pos, &query, &rules, &answer, NULL));
        entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
        ok &= check_text(cases[i].name, got, cases[i].want);
        ok &= check_number(cases[i].name, answer.source_index, cases[i].source);
        tabia_answer_clear(&answer);
    }
    assert_true(ok);
    const char *name;
    tabia_library_at(lib, 0, &name);
    assert_string_equal(name, "book"); // that of the source
    tabia_library_free(lib);
}

/* The games of a refused move are refused, too. */
static void test_refused_games(void **state)
{
    (void)state;
    struct made made;
    struct buf store = { .limit = 1 << 24 };
    struct tabia_answer answer = { 0 };
    const struct tabia_pos pos = after("");
    made_games(&made, 3, 40, 8);
    made_store(&made, 0, 40, 0, &store);
    struct tabia_library *lib = tabia_library_new(NULL);
    assert_true(tabia_library_add(
        lib, NULL, tabia_source_open_bytes(buf_bytes(&store), NULL, NULL),
        NULL));
    assert_true(tabia_library_find(lib, &pos, NULL, NULL, &answer, NULL));
    const size_t before = answer.ntop_games;
    assert_true(answer.nmoves > 1 && before > 0);
    struct refused refused = { .source = 9, .move = answer.top_games[0].move };
    const struct tabia_library_options rules = {
        .accepts_source = accept_source,
        .accepts_move = accept_move,
        .ctx = &refused,
    };
    assert_true(tabia_library_find(lib, &pos, NULL, &rules, &answer, NULL));
    assert_true(answer.nmoves > 0 && answer.ntop_games < before);
    for (size_t i = 0; i < answer.ntop_games; i++)
        assert_int_not_equal(answer.top_games[i].move, refused.move);
    for (size_t i = 0; i < answer.nrecent_games; i++)
        assert_int_not_equal(answer.recent_games[i].move, refused.move);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
    buf_clear(&store);
    made_free(&made);
}

/* ---- what is stopped -------------------------------------------------- */

static bool is_always_stopped(void *ctx)
{
    ++*(unsigned *)ctx;
    return true;
}

/* Also where no position of the file is found, so that no move is added. */
static void test_stopped(void **state)
{
    (void)state;
    static const uint8_t nowhere[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 0, 1 };
    static const char moves[] = "e2e4 e7e5\n";
    const struct tabia_bytes files[] = {
        { nowhere, sizeof(nowhere) },
        { (const uint8_t *)moves, sizeof(moves) - 1 },
    };
    for (size_t i = 0; i < 2; i++) {
        struct tabia_error err = { 0 };
        unsigned ncalls = 0;
        const struct tabia_read_options how = {
            .format = tabia_format_find(i ? "ct800" : "polyglot", NULL),
            .is_stopped = is_always_stopped,
            .ctx = &ncalls,
        };
        assert_null(tabia_book_decode(files[i], &how, &err));
        assert_int_equal(err.status, TABIA_ERR_STOPPED);
        assert_int_equal(ncalls, 1);
    }
}

static bool want_no_more(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    (void)problem;
    assert_int_equal(severity, TABIA_SEVERITY_WARNING);
    ++*(unsigned *)ctx;
    return false;
}

/* Reading ends where the caller has enough, even of warnings. */
static void test_enough_warnings(void **state)
{
    (void)state;
    static const char moves[] = "e2e5\nd2d5\nc2c5\ne2e4\nb2b5\n";
    const struct tabia_bytes bytes = { (const uint8_t *)moves,
                                       sizeof(moves) - 1 };
    struct tabia_error err = { 0 };
    unsigned ncalls = 0;
    struct tabia_report *report = tabia_report_new(NULL);
    const struct tabia_read_options how = {
        .format = tabia_format_find("ct800", NULL),
        .lenient = true,
        .report = report,
        .on_problem = want_no_more,
        .ctx = &ncalls,
    };
    assert_null(tabia_book_decode(bytes, &how, &err));
    assert_int_equal(err.status, TABIA_ERR_LOSS);
    assert_int_equal(err.line, 1);
    assert_int_equal(ncalls, 1);
    assert_non_null(tabia_report_at(report, 0));
    assert_null(tabia_report_at(report, 1));
    tabia_report_free(report);
}

/* A source that could not be opened fails with the reason that there was. */
static void test_no_source(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_source *source = tabia_source_open("/nowhere", NULL, &err);
    assert_null(tabia_source_get_info(source).format);
    assert_null(tabia_library_at(NULL, 0, NULL));
    assert_int_equal(tabia_library_count(NULL), 0);
    assert_int_equal(tabia_report_count(NULL), 0);
    assert_null(tabia_source_book(source, &err));
    assert_null(tabia_source_store(source, &err));
    assert_false(tabia_source_save(
        source, "x", tabia_format_find("polyglot", NULL), NULL, NULL, &err));
    struct tabia_answer answer = { 0 };
    struct tabia_comparison comparison = { 0 };
    const struct tabia_pos pos = after("");
    assert_false(tabia_source_find(source, &pos, NULL, &answer, &err));
    assert_int_equal(answer.nmoves, 0);
    assert_null(answer.moves); // nothing to be freed
    assert_false(tabia_source_check_file(source, &err));
    assert_false(tabia_source_merge(&source, 1, TABIA_MERGE_DEFAULT, "x", NULL,
                                    NULL, &err));
    assert_false(tabia_library_find(NULL, &pos, NULL, NULL, &answer, &err));
    assert_false(tabia_library_compare(NULL, &pos, NULL, &comparison, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    tabia_error_clear(&err);
    assert_null(tabia_source_book(NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_answer_clear(&answer);
    tabia_error_clear(&err);
    assert_null(tabia_builder_freeze(NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
}

static bool stop_later(void *ctx)
{
    int *left = ctx;
    return (*left)-- == 0;
}

/* Saving and merging ask while they write, and leave the old file. */
static void test_stopped_writing(void **state)
{
    (void)state;
    enum { CALLS_MAX = 20 };
    const struct tabia_format *polyglot = tabia_format_find("polyglot", NULL);
    const struct tabia_open_options how = { .mode = TABIA_OPEN_RECOGNISE };
    struct temp_folder folder;
    int left = -1; // never
    struct tabia_write_options writing = { .force = true,
                                           .is_stopped = stop_later,
                                           .ctx = &left };
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.bin");
    struct tabia_source *source = tabia_source_open(NULL, NULL, NULL);
    assert_true(
        tabia_source_save(source, path, polyglot, &writing, NULL, NULL));
    tabia_source_close(source);
    source = tabia_source_open(path, &how, NULL);
    const struct tabia_book *book = tabia_source_book(source, NULL);
    for (int way = 0; way < 2; way++) {
        int nstopped = 0;
        bool ok = false;
        for (; !ok && nstopped < CALLS_MAX; nstopped += !ok) {
            struct tabia_error err = { 0 };
            left = nstopped;
            ok = way ? tabia_book_save(book, path, polyglot, &writing, NULL,
                                       &err)
                     : tabia_source_merge(&source, 1, TABIA_MERGE_SUM, path,
                                          &writing, NULL, &err);
            assert_int_equal(err.status, ok ? TABIA_OK : TABIA_ERR_STOPPED);
            assert_true(tabia_source_check_file(source, NULL));
        }
        assert_true(ok && nstopped > 1);
    }
    tabia_source_close(source);
    temp_folder_remove(&folder);
}

/* Converting: by key where the format stays, and losses of both directions. */
static void test_save(void **state)
{
    (void)state;
    static const uint8_t rows[32] = {
        1,    2,    3,    4,    5,    6,    7,    8,
        0,    1,    0,    1,    0,    0,    0,    0,    // nowhere
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, // the start: e2e4
        0x03, 0x1c, 0,    1,    0,    0,    0,    0
    };
    const struct tabia_bytes bytes = { rows, sizeof(rows) };
    const struct tabia_format *polyglot = tabia_format_find("polyglot", NULL);
    const struct tabia_open_options how = { .mode = TABIA_OPEN_RECOGNISE,
                                            .read.format = polyglot };
    const struct tabia_write_options strict = { .strict = true };
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    temp_folder_make(&folder);
    struct tabia_source *source = tabia_source_open_bytes(bytes, &how, &err);
    struct tabia_report *report = tabia_report_new(&err);
    const char *path = temp_folder_path(&folder, "copy.bin");
    assert_true(
        tabia_source_save(source, path, polyglot, &strict, report, &err));
    assert_null(tabia_report_at(report, 0));
    char copy[64];
    temp_folder_read(path, copy, sizeof(copy));
    assert_memory_equal(copy, rows, sizeof(rows));

    path = temp_folder_path(&folder, "book.json");
    const struct tabia_format *json = tabia_format_find("json", NULL);
    struct tabia_source *by_name = tabia_source_open_bytes(bytes, &how, &err);
    assert_true(tabia_source_save(by_name, path, NULL, NULL, NULL, &err));
    tabia_source_close(by_name);
    temp_folder_read(path, copy, sizeof(copy));
    assert_int_equal(copy[0], '{'); // by the name of the file
    assert_int_equal(remove(path), 0);
    assert_false(
        tabia_source_save(source, "/nowhere/x", NULL, NULL, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_error_clear(&err);
    assert_false(tabia_source_save(source, path, json, &strict, report, &err));
    assert_int_equal(err.status, TABIA_ERR_LOSS);
    assert_int_equal(tabia_report_at(report, 0)->count, 1);
    tabia_error_clear(&err);
    // Also if reading was to report elsewhere.
    struct tabia_report *elsewhere = tabia_report_new(&err);
    struct tabia_report *again = tabia_report_new(&err);
    struct tabia_open_options reporting = how;
    reporting.read.report = elsewhere;
    struct tabia_source *other =
        tabia_source_open_bytes(bytes, &reporting, &err);
    assert_false(tabia_source_save(other, path, json, &strict, again, &err));
    assert_int_equal(err.status, TABIA_ERR_LOSS);
    assert_null(tabia_report_at(elsewhere, 0));
    tabia_error_clear(&err);
    tabia_source_close(other);
    tabia_report_free(elsewhere);
    tabia_report_free(again);
    tabia_report_free(report);
    assert_true(tabia_source_save(source, path, json, NULL, NULL, &err));
    tabia_source_close(source);
    temp_folder_remove(&folder);
}

/* What could not be opened cannot be added, and there is always a reason. */
static void test_nothing_to_add(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_library *lib = tabia_library_new(NULL);
    assert_false(tabia_library_add(lib, "none", NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_error_clear(&err);
    assert_false(tabia_library_add(
        lib, "none", tabia_source_open("/nowhere", NULL, &err), &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    tabia_error_clear(&err);
    assert_false(tabia_library_add(NULL, "text",
                                   open_text(sample, TABIA_OPEN_AUTO), &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_library_free(lib);
}

/* A program may be newer than the library, and know more modes. */
static void test_unknown_modes(void **state)
{
    (void)state;
    struct tabia_error errors[2] = { 0 };
    struct tabia_answer answer = { 0 };
    const struct tabia_pos pos = after("");
    const struct tabia_library_options how = {
        .mode = (enum tabia_library_mode)99
    };
    const struct tabia_open_options opening = { .mode =
                                                    (enum tabia_open_mode)99 };
    struct tabia_library *lib = library_of(two_texts, 2);
    assert_false(
        tabia_library_find(lib, &pos, NULL, &how, &answer, &errors[0]));
    assert_null(tabia_source_open(NULL, &opening, &errors[1]));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(errors[i].status, TABIA_ERR_MISUSE);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
}

/* Damage is an error, however a library is asked, and not an empty answer. */
static void test_damaged_store(void **state)
{
    (void)state;
    struct made made;
    struct buf store = { .limit = 1 << 24 };
    struct tabia_answer answer = { 0 };
    struct tabia_comparison comparison = { 0 };
    struct tabia_error errors[3] = { 0 };
    const struct tabia_pos pos = after("");
    made_games(&made, 3, 20, 8);
    made_store(&made, 0, 20, 0, &store);
    made_damage(&store);
    struct tabia_library *lib = tabia_library_new(NULL);
    assert_true(tabia_library_add(
        lib, "damaged", tabia_source_open_bytes(buf_bytes(&store), NULL, NULL),
        NULL));
    assert_true(tabia_library_add(lib, "text",
                                  open_text(sample, TABIA_OPEN_AUTO), NULL));
    assert_false(tabia_source_find(tabia_library_at(lib, 0, NULL), &pos, NULL,
                                   &answer, &errors[0]));
    assert_false(
        tabia_library_find(lib, &pos, NULL, NULL, &answer, &errors[1]));
    assert_false(
        tabia_library_find(lib, &pos, NULL, &summed, &answer, &errors[2]));
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(errors[i].status, TABIA_ERR_CORRUPT);
    tabia_library_free(lib);

    // Side by side the others are there, and after removing it no error.
    lib = tabia_library_new(NULL);
    assert_true(tabia_library_add(
        lib, "damaged", tabia_source_open_bytes(buf_bytes(&store), NULL, NULL),
        NULL));
    assert_true(tabia_library_add(lib, "text",
                                  open_text(sample, TABIA_OPEN_AUTO), NULL));
    struct tabia_error none = { 0 };
    assert_true(tabia_library_compare(lib, &pos, NULL, &comparison, &none));
    assert_int_equal(none.status, TABIA_OK);
    assert_int_equal(comparison.nsources, 2);
    assert_int_equal(comparison.errors[0].status, TABIA_ERR_CORRUPT);
    assert_int_equal(comparison.errors[1].status, TABIA_OK);
    assert_int_equal(comparison.answers[0].nmoves, 0);
    assert_true(comparison.nmoves > 0);
    assert_null(tabia_comparison_at(&comparison, 0, 0));
    assert_non_null(tabia_comparison_at(&comparison, 0, 1));
    const char *name;
    tabia_library_remove(lib, 2); // beyond the last
    tabia_library_remove(NULL, 0);
    tabia_library_remove(lib, 0);
    assert_non_null(tabia_library_at(lib, 0, &name));
    assert_string_equal(name, "text");
    assert_null(tabia_library_at(lib, 1, NULL));
    assert_true(tabia_library_find(lib, &pos, NULL, NULL, &answer, &none));
    assert_true(answer.nmoves > 0);
    tabia_library_free(lib);

    // What was found before the damage is not in the answer either.
    struct tabia_error err = { 0 };
    lib = tabia_library_new(NULL);
    assert_true(tabia_library_add(lib, "text",
                                  open_text(sample, TABIA_OPEN_AUTO), NULL));
    assert_true(tabia_library_add(
        lib, "damaged", tabia_source_open_bytes(buf_bytes(&store), NULL, NULL),
        NULL));
    assert_true(tabia_library_compare(lib, &pos, NULL, &comparison, &none));
    assert_int_equal(comparison.errors[1].status, TABIA_ERR_CORRUPT);
    assert_int_equal(comparison.answers[1].source_index, 1);
    assert_false(tabia_library_find(lib, &pos, NULL, &summed, &answer, &err));
    assert_int_equal(answer.nmoves, 0);
    assert_false(answer.is_known);
    tabia_comparison_clear(&comparison);
    tabia_comparison_clear(NULL);
    tabia_answer_clear(&answer);
    tabia_answer_clear(NULL);
    tabia_library_free(lib);
    buf_clear(&store);
    made_free(&made);
}

/* Other threads may be asking a store that is open: it is not written to. */
static void test_open_store(void **state)
{
    (void)state;
    static const char mark[] = "set by the test";
    struct made made;
    struct buf bytes = { .limit = 1 << 24 };
    made_games(&made, 3, 20, 8);
    made_store(&made, 0, 20, 0, &bytes);
    struct tabia_source *source =
        tabia_source_open_bytes(buf_bytes(&bytes), NULL, NULL);
    struct tabia_store *store =
        (struct tabia_store *)tabia_source_store(source, NULL);
    assert_non_null(store);
    store->path = mark;
    assert_ptr_equal(tabia_source_store(source, NULL), store);
    assert_ptr_equal(store->path, mark);
    tabia_source_close(source);
    buf_clear(&bytes);
    made_free(&made);
}

/* What the games of one player add up to, also where nothing is filtered by. */
static void test_player(void **state)
{
    (void)state;
    struct made made;
    struct buf bytes = { .limit = 1 << 24 };
    struct tabia_answer answer = { 0 };
    struct tabia_error err = { 0 };
    const struct tabia_pos pos = after("");
    const struct tabia_store_filter filter = { .speeds = 1u
                                                         << TABIA_SPEED_BLITZ };
    struct tabia_query query = { .player = "black3" };
    made_games(&made, 5, 200, 6);
    made_store(&made, 0, 200, 0, &bytes);
    struct tabia_source *source =
        tabia_source_open_bytes(buf_bytes(&bytes), NULL, NULL);
    struct tabia_source *book = open_text(sample, TABIA_OPEN_AUTO);
    uint64_t games = 0, blitz = 0;
    for (size_t i = 0; i < made.ngames; i++) {
        char white[32], black[32], event[32];
        made_names(i, white, black, event);
        if (strcmp(black, "Black 3") != 0)
            continue;
        games++;
        blitz += made.rows[i].speed == TABIA_SPEED_BLITZ;
    }
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_int_equal(tabia_tally_games(&answer.total), games);
    assert_true(games > 10 && answer.nmoves > 1 && answer.nrecent_games > 0);
    query.filter = &filter;
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_int_equal(tabia_tally_games(&answer.total), blitz);
    query.side = TABIA_SIDE_WHITE;
    assert_true(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_int_equal(answer.nmoves, 0);
    assert_false(tabia_source_find(book, &pos, &query, &answer, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    query.player = NULL;
    tabia_error_clear(&err);
    assert_false(tabia_source_find(source, &pos, &query, &answer, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_answer_clear(&answer);
    tabia_source_close(source);
    tabia_source_close(book);
    buf_clear(&bytes);
    made_free(&made);
}

static void test_sum_of_books(void **state)
{
    (void)state;
    struct tabia_library *lib = library_of(two_texts, 2);
    struct tabia_answer answer = { 0 };
    char got[128];
    const struct tabia_query query = { .wants_after = true };
    const struct tabia_pos pos = after(""), reply = after("e2e4");
    assert_true(tabia_library_find(lib, &pos, &query, &summed, &answer, NULL));
    entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
    assert_string_equal(got, "e2e4=2 f2f4=2 d2d4=1");
    assert_null(answer.move_stats);
    assert_true(
        tabia_library_find(lib, &reply, &query, &summed, &answer, NULL));
    assert_string_equal(answer.after_data[0].name, "King's Pawn");
    assert_int_equal(answer.nmoves, 2);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
}

/* Evaluations above two books; the first has nothing that one would play. */
static void test_join_what_sources_know(void **state)
{
    (void)state;
    struct tabia_library *lib = tabia_library_new(NULL);
    struct tabia_answer answer = { 0 };
    char got[128];
    const struct tabia_pos pos = after(""), reply = after("e2e4");
    assert_true(tabia_library_add(lib, "evals",
                                  open_text(evals, TABIA_OPEN_AUTO), NULL));
    static const char *const texts[] = { "e2e4x e7e5",
                                         "d2d4=3 | c2c4=7 | e2e4 'King" };
    for (size_t i = 0; i < 2; i++)
        assert_true(tabia_library_add(
            lib, "book",
            source_of_book(book_text_make(texts[i], BOOK_TEXT_TREE), NULL),
            NULL));
    assert_true(tabia_library_find(lib, &pos, NULL, NULL, &answer, NULL));
    entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
    assert_string_equal(got, "d2d4=3 c2c4=7 e2e4");
    assert_int_equal(answer.source_index, 2);
    assert_true(answer.position_data.has & TABIA_HAS_EVAL);

    assert_true(tabia_library_find(lib, &pos, NULL, &summed, &answer, NULL));
    entries_text(&pos, answer.moves, answer.nmoves, got, sizeof(got));
    assert_string_equal(got, "c2c4=7 d2d4=3 e2e4=2");
    assert_true(answer.position_data.has & TABIA_HAS_EVAL);
    assert_true(tabia_library_find(lib, &reply, NULL, &summed, &answer, NULL));
    assert_string_equal(answer.position_data.name, "King");

    // Nothing to play, but the position is known.
    const struct tabia_pos end = after("e2e4 e7e5");
    assert_true(tabia_library_find(lib, &end, NULL, NULL, &answer, NULL));
    assert_int_equal(answer.nmoves, 0);
    assert_true(answer.is_known);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
}

/* The games of a sample as the store of all games numbers them. */
static void check_samples(const struct tabia_store_game_ref *got,
                          const struct tabia_store_game_ref *want, size_t n,
                          uint64_t ngames)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(got[i].game + got[i].source_index * ngames,
                         want[i].game);
        assert_int_equal(got[i].move, want[i].move);
    }
}

/* Two stores answer together what the store of all games answers. */
static void test_sum_of_stores(void **state)
{
    (void)state;
    enum { GAMES = 200, HALF = 90 };
    struct made made;
    struct buf all = { .limit = 1 << 26 }, parts[2] = { all, all };
    const unsigned by = TABIA_DIMENSION_RATING | TABIA_DIMENSION_MONTH;
    const struct tabia_store_filter filter = { .ratings = 0x3f };
    made_games(&made, 11, GAMES, 10);
    made_store(&made, 0, GAMES, by, &all);
    made_store(&made, 0, HALF, by, &parts[0]);
    made_store(&made, HALF, GAMES, by, &parts[1]);
    struct tabia_store *whole = made_open(&all);
    struct tabia_library *lib = tabia_library_new(NULL);
    for (size_t i = 0; i < 2; i++)
        assert_true(tabia_library_add(
            lib, "part",
            open_bytes(buf_bytes(&parts[i]), NULL, TABIA_OPEN_AUTO), NULL));
    struct tabia_answer answer = { 0 };
    struct store_answer *want = malloc(sizeof(*want));
    for (size_t i = 0; i < 2 * made.nevents; i++) {
        const struct tabia_pos *pos = &made.events[i / 2].pos;
        const struct tabia_query query = { .filter = i % 2 ? &filter : NULL };
        assert_true(store_find(whole, pos, query.filter, want, NULL));
        assert_true(
            tabia_library_find(lib, pos, &query, &summed, &answer, NULL));
        assert_int_equal(answer.nmoves, want->nmoves);
        assert_memory_equal(&answer.total, &want->total, sizeof(want->total));
        for (size_t k = 0; k < want->nmoves; k++) {
            struct tabia_store_move move = answer.move_stats[k];
            if (move.game != TABIA_GAME_NONE)
                move.game += move.source_index * HALF;
            assert_int_equal(move.move, want->moves[k].move);
            assert_int_equal(move.move, answer.moves[k].move);
            const size_t at = offsetof(struct tabia_store_move, results);
            assert_memory_equal((char *)&move + at,
                                (char *)&want->moves[k] + at,
                                sizeof(move) - at);
        }
        if (query.filter)
            continue; // a store's own samples may be others than its parts'
        assert_int_equal(answer.ntop_games, want->ntop);
        assert_int_equal(answer.nrecent_games, want->nrecent);
        check_samples(answer.top_games, want->top, want->ntop, HALF);
        check_samples(answer.recent_games, want->recent, want->nrecent, HALF);
    }
    free(want);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
    store_close(whole);
    buf_clear(&all);
    buf_clear(&parts[0]);
    buf_clear(&parts[1]);
    made_free(&made);
}

/* ---- without memory -------------------------------------------------- */

static bool ask_all_ways(void *ctx, struct tabia_error *err)
{
    const struct tabia_bytes *store = ctx;
    const struct tabia_pos pos = after("e2e4");
    const struct tabia_query query = { .wants_after = true };
    struct tabia_answer answer = { 0 };
    struct tabia_comparison comparison = { 0 };
    struct tabia_library *lib = tabia_library_new(err);
    const bool is_done =
        lib &&
        tabia_library_add(lib, "text",
                          tabia_source_open_bytes(bytes_of(sample), NULL, err),
                          err) &&
        tabia_library_add(lib, "store",
                          tabia_source_open_bytes(*store, NULL, err), err) &&
        tabia_library_find(lib, &pos, NULL, NULL, &answer, err) &&
        tabia_library_find(lib, &pos, &query, &summed, &answer, err) &&
        tabia_library_compare(lib, &pos, &query, &comparison, err);
    tabia_comparison_clear(&comparison);
    tabia_answer_clear(&answer);
    tabia_library_free(lib);
    return is_done;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct made made;
    struct buf store = { .limit = 1 << 24 };
    made_games(&made, 3, 20, 8);
    made_store(&made, 0, 20, 0, &store);
    struct tabia_bytes bytes = buf_bytes(&store);
    fail_alloc_each(ask_all_ways, &bytes);
    buf_clear(&store);
    made_free(&made);
}

/* What a caller may forget to name is an error or has a name. */
static void test_nameless(void **state)
{
    struct tabia_error err = { 0 };
    const char *name = NULL;
    (void)state;
    struct tabia_library *lib = tabia_library_new(&err);
    assert_non_null(lib);
    assert_true(tabia_library_add(
        lib, NULL, tabia_source_open_bytes(bytes_of("e2e4 e7e5\n"), NULL, &err),
        &err));
    struct tabia_source *source = tabia_library_at(lib, 0, &name);
    assert_string_equal(name, "<memory>");
    const struct tabia_book *book = tabia_source_book(source, &err);
    assert_non_null(book);
    assert_false(tabia_book_save(book, "/nowhere/x", NULL, NULL, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_library_free(lib);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_once),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_on_demand),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_expectation),
        cmocka_unit_test(test_evals),
        cmocka_unit_test(test_one_recogniser),
        cmocka_unit_test(test_same_answers),
        cmocka_unit_test(test_ctg),
        cmocka_unit_test(test_answer),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_first_by_rules),
        cmocka_unit_test(test_refused_games),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_enough_warnings),
        cmocka_unit_test(test_no_source),
        cmocka_unit_test(test_save),
        cmocka_unit_test(test_stopped_writing),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_nothing_to_add),
        cmocka_unit_test(test_unknown_modes),
        cmocka_unit_test(test_open_store),
        cmocka_unit_test(test_damaged_store),
        cmocka_unit_test(test_player),
        cmocka_unit_test(test_sum_of_books),
        cmocka_unit_test(test_join_what_sources_know),
        cmocka_unit_test(test_sum_of_stores),
        cmocka_unit_test(test_nameless),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
