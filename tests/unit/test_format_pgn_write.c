/*
 * test_format_pgn_write.c - books written as PGN
 */
#include "format_check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "format/formats.h"
#include "format/report.h"
#include "tabia/transform.h"

#define ROSTER                                                                 \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"      \
    "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"

/* The book as PGN with these settings; the caller frees it. */
static char *write_with(const struct tabia_book *book,
                        const struct tabia_setting *settings, size_t n,
                        struct tabia_report *report, struct tabia_error *err)
{
    const struct tabia_write_options options = { .settings = settings,
                                                 .nsettings = n };
    return encode_with(book, tabia_format_find("pgn", NULL), &options, report,
                       err);
}

static const char tree[] =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
    "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[ECO \"C60\"]\n"
    "[Opening \"Ruy Lopez\"]\n\n"
    "{An introduction that is long enough to need more than one line of the "
    "file,\nsince lines end before column 80} 1. e4 $1 (1. d4 {[%eval 0.20] "
    "queen's pawn}\n1... d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5\n{[%eco "
    "C20] [%opening King's pawn]} 2. Nf3 Nc6 3. Bb5 *\n";

/* What is read is written again, to the byte. */
static void test_fixed_point(void **state)
{
    (void)state;
    struct tabia_report report = { .n = 0 };
    struct tabia_book *book = decode_text("pgn", tree, NULL);
    assert_non_null(book);
    char *text = encode_text(book, "pgn", &report);
    assert_string_equal(text, tree);
    assert_int_equal(report.n, 0);
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
        assert_true(strcspn(p, "\n") < 80);
    free(text);
    tabia_book_free(book);
}

static void test_lines(void **state)
{
    (void)state;
    static const struct tabia_setting lines = { "shape", "lines" };
    struct tabia_book *book = decode_text(
        "pgn",
        "[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\n{a} e4 {b} (d4 d5 $1 c4) e5 "
        "(c5 {c}) Nf3 *",
        NULL);
    char *text = write_with(book, &lines, 1, NULL, NULL);
    assert_string_equal(text,
                        ROSTER "[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\n"
                               "{a} 1. e4 {b} 1... e5 2. Nf3 *\n\n" ROSTER "\n"
                               "1. e4 c5 {c} *\n\n" ROSTER "\n"
                               "1. d4 d5 $1 2. c4 *\n");
    free(text);
    tabia_book_free(book);
}

static void test_tags(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        struct tabia_setting settings[3];
        size_t n;
        const char *want; // what differs from the roster, or the error
    } cases[] = {
        { "roster",
          "e4",
          { { "tag", "White=A \"b\" \\" } },
          1,
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
          "[White \"A \\\"b\\\" \\\\\"]\n[Black \"?\"]\n[Result \"*\"]\n\n"
          "1. e4 *\n" },
        { "others are sorted",
          "e4",
          { { "tag", "Zone=1" }, { "tag", "Annotator=N" }, { "tag", "Zo=" } },
          3,
          ROSTER "[Annotator \"N\"]\n[Zo \"\"]\n[Zone \"1\"]\n\n1. e4 *\n" },
        { "the last counts",
          "e4",
          { { "tag", "A=1" }, { "tag", "A=2" } },
          2,
          ROSTER "[A \"2\"]\n\n1. e4 *\n" },
        { "several in one",
          "e4",
          { { "tag", "A=1; 2;B=3;C=;D" } },
          1,
          ROSTER "[A \"1; 2\"]\n[B \"3\"]\n[C \";D\"]\n\n1. e4 *\n" },
        { "result",
          "e4",
          { { "tag", "Result=1-0" } },
          1,
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
          "[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n" },
        { "kept",
          "[Event \"E\"]\n[White \"W\"]\n[X \"a \\\"b\\\"\"]\n\ne4 0-1",
          { { NULL, NULL } },
          0,
          "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
          "[White \"W\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
          "[X \"a \\\"b\\\"\"]\n\n1. e4 0-1\n" },
        { "position",
          "[FEN \"7k/8/8/8/8/8/P7/K7 b - - 3 40\"]\n\nKg7 a4",
          { { NULL, NULL } },
          0,
          ROSTER "[FEN \"7k/8/8/8/8/8/P7/K7 b - - 3 40\"]\n[SetUp \"1\"]\n\n"
                 "40... Kg7 41. a4 *\n" },
        { "Chess960",
          "[FEN \"nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNRQ w KQkq - 0 "
          "1\"]\n",
          { { NULL, NULL } },
          0,
          ROSTER
          "[FEN \"nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNRQ w KQkq - 0 "
          "1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n*\n" },
        { "no value",
          "e4",
          { { "tag", "White" } },
          1,
          "expected a tag such as Name=Value, found 'White'" },
        { "no name",
          "e4",
          { { "tag", "=x" } },
          1,
          "expected a tag such as Name=Value, found '=x'" },
        { "blank in the name",
          "e4",
          { { "tag", "a b=x" } },
          1,
          "expected a tag such as Name=Value, found 'a b=x'" },
        { "FEN",
          "e4",
          { { "tag", "FEN=x" } },
          1,
          "the tag FEN is set from the book" },
        { "unknown way",
          "e4",
          { { "shape", "bush" } },
          1,
          "shape: expected tree or lines, found 'bush'" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_book *book = decode_text("pgn", cases[i].text, &err);
        assert_non_null(book);
        char *text =
            write_with(book, cases[i].settings, cases[i].n, NULL, &err);
        nfailed +=
            !check_text(cases[i].name, text ? text : err.msg, cases[i].want);
        free(text);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Every tag of a game is kept, in its order, up to a limit. */
static void test_many_tags(void **state)
{
    (void)state;
    enum { NTAGS = TABIA_TAGS_MAX + 3 };
    struct buf text = { .limit = 1 << 20 };
    struct tabia_report losses = { .n = 0 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("pgn", NULL),
        .report = &losses,
    };
    for (int i = 0; i < NTAGS; i++)
        buf_addf(&text, "[T%d \"%d\"]\n", i / 2, i);
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&text), &options, NULL);
    assert_non_null(book);
    assert_int_equal(losses.n, 1);
    assert_int_equal(losses.list[0].count, 3);
    char *got = write_with(book, NULL, 0, NULL, NULL);
    assert_non_null(
        strstr(got, "\n[T0 \"0\"]\n[T0 \"1\"]\n[T1 \"2\"]\n[T1 \"3\"]\n"));
    assert_non_null(strstr(got, "\n[T511 \"1023\"]\n\n*\n"));
    free(got);
    tabia_book_free(book);
    buf_clear(&text);
}

static const char study[] =
    "[Event \"Study: One\"]\n[Site \"s/1\"]\n[Date \"????.??.??\"]\n"
    "[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"
    "[Variant \"Standard\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n"
    "[Variation \"?\"]\n[Annotator \"me\"]\n[ChapterName \"One\"]\n"
    "[Orientation \"white\"]\n[Annotator \"again\"]\n\n"
    "{a} {b} 1. e4 {c} {d} 1... e5 *\n\n"
    "[Result \"1-0\"]\n[Event \"Study: Two\"]\n[Site \"s/2\"]\n"
    "[Date \"2024.??.??\"]\n[Round \"?\"]\n[White \"A  B\"]\n"
    "[Black \"\"]\n[Variant \"From Position\"]\n"
    "[FEN \"7k/8/8/8/8/8/P7/K7 w - - 0 1\"]\n[SetUp \"1\"]\n"
    "[ECO \"A00\"]\n[PlyCount \"2\"]\n[Annotator \"me\"]\n\n"
    "1. a4 Kg8 1-0\n\n"
    "[Event \"Study: Three\"]\n[Site \"s/3\"]\n[Date \"????.??.??\"]\n"
    "[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n"
    "[Orientation \"black\"]\n\n"
    "1. e4 c5 1/2-1/2\n";

/* Through 'format' and back; the caller frees it. */
static struct tabia_book *pass_through(const struct tabia_book *book,
                                       const struct tabia_format *format)
{
    struct tabia_report report = { .n = 0 };
    struct tabia_read_options read = { .format = format };
    uint8_t *data;
    size_t size;
    assert_true(
        tabia_book_encode(book, format, NULL, &data, &size, &report, NULL));
    assert_int_equal(report.n, 0);
    struct tabia_book *back =
        tabia_book_decode((struct tabia_bytes){ data, size }, &read, NULL);
    free(data);
    assert_non_null(back);
    return back;
}

/* The chapters of a study keep their tags and results, to the byte. */
static void test_study(void **state)
{
    (void)state;
    const struct tabia_format *const ways[] = { tabia_format_find("pgn", NULL),
                                                tabia_format_find("json", NULL),
                                                &format_edit };
    struct tabia_book *book = decode_text("pgn", study, NULL);
    assert_non_null(book);
    assert_string_equal(tabia_book_find_text(book, "title"), "Study");
    assert_string_equal(tabia_book_find_text(book, "author"), "me");
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        struct tabia_book *back = pass_through(book, ways[i]);
        struct tabia_report report = { .n = 0 };
        char *text = encode_text(back, "pgn", &report);
        assert_string_equal(text, study);
        assert_int_equal(report.n, 0);
        free(text);
        tabia_book_free(back);
    }
    tabia_book_free(book);
}

/* What a book says anew stands in place of what its games said. */
static void test_changed_texts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text; // for editing
        const char *want, *losses;
    } rows[] = {
        { "title of the only game",
          "text key \"title\" value \"New\"\n"
          "root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
          "  tag key \"Event\" value \"Old\"\n",
          "[Event \"New\"]\n", "" },
        { "title beside those of games",
          "text key \"title\" value \"New\"\n"
          "root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
          "  tag key \"Event\" value \"One\"\n"
          "root 7k/8/8/8/8/8/P7/K7 w - - 0 1\n"
          "  tag key \"Event\" value \"Two\"\n",
          "[Event \"Two\"]\n", "" },
        { "name of the last position",
          "root 7k/8/8/8/8/8/P7/K7 w - - 0 1 name \"New\"\n"
          "  tag key \"Opening\" value \"Old\"\n"
          "  tag key \"Variation\" value \"x\"\n",
          "[Result \"*\"]\n[FEN \"7k/8/8/8/8/8/P7/K7 w - - 0 1\"]\n"
          "[Opening \"New\"]\n[SetUp \"1\"]\n\n",
          "" },
        { "another position",
          "root 7k/8/8/8/8/8/P7/K7 w - - 0 1\n"
          "  tag key \"FEN\" value \"7k/8/8/8/8/8/P7/1K6 w - - 0 1\"\n"
          "  tag key \"Variant\" value \"Atomic\"\n",
          "[FEN \"7k/8/8/8/8/8/P7/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n", "" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct tabia_read_options read = { .format = &format_edit };
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            tabia_book_decode(bytes_of(rows[i].text), &read, &err);
        if (!book)
            fail_msg("%s: %s", rows[i].name, err.msg);
        struct tabia_report report = { .n = 0 };
        char *text = encode_text(book, "pgn", &report), got[300];
        if (!strstr(text, rows[i].want))
            fail_msg("%s: got %s", rows[i].name, text);
        assert_string_equal(report_text(&report, got, sizeof(got)),
                            rows[i].losses);
        free(text);
        tabia_book_free(book);
    }
}

/* Games of which each has these tags, written with a title of the book. */
static char *write_titled(const char *const tags[3], const char *title,
                          struct tabia_report *report)
{
    struct buf text = { .limit = 1 << 20 };
    if (title)
        buf_addf(&text, "text key \"title\" value \"%s\"\n", title);
    for (size_t i = 0; i < 3; i++)
        buf_addf(&text, "root 7k/8/8/8/8/8/P7/%zuK%zu w - - 0 1\n%s", i + 1,
                 6 - i, tags[i]);
    const struct tabia_read_options read = { .format = &format_edit };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(buf_bytes(&text), &read, &err);
    if (!book)
        fail_msg("%s: %s", buf_text(&text), err.msg);
    char *pgn = encode_text(book, "pgn", report);
    tabia_book_free(book);
    buf_clear(&text);
    return pgn;
}

/* The title of a book of several games is found again, whatever their events
 * are. */
static void test_titles(void **state)
{
    (void)state;
#define EVENT(value) "  tag key \"Event\" value \"" value "\"\n"
#define STUDY(value) "  tag key \"StudyName\" value \"" value "\"\n"
    static const struct {
        const char *name, *tags[3], *title;
        const char *want;   // in the text
        const char *reread; // the title, or NULL
        const char *losses;
    } rows[] = {
        { "study of Lichess, as it is",
          { EVENT("S: One") STUDY("S"), EVENT("S: Two") STUDY("S"),
            STUDY("S") },
          NULL,
          "[Event \"S: Two\"]\n",
          "S",
          "" },
        { "study of Lichess, renamed",
          { EVENT("S: One") STUDY("S"), EVENT("S: Two") STUDY("S"),
            STUDY("S") },
          "New: title",
          "[Event \"New: title: Two\"]\n",
          "New: title",
          "" },
        { "older study",
          { EVENT("A: B: One"), EVENT("A: B: Two"), EVENT("A: B: Two and a") },
          NULL,
          "[Event \"A: B: Two\"]\n",
          "A: B",
          "" },
        { "older study, renamed",
          { EVENT("A: B: One"), EVENT("A: B: Two"), EVENT("A: B: Three") },
          "New: title",
          "[Event \"New: title: Two\"]\n",
          "New: title",
          "" },
        { "events that differ",
          { EVENT("One"), EVENT("Two"), EVENT("?") },
          "New",
          "[StudyName \"New\"]\n",
          "New",
          "" },
        { "events that agree",
          { EVENT("One"), EVENT("One"), EVENT("One") },
          "New",
          "[Event \"New\"]\n",
          "New",
          "" },
        { "an event of some games",
          { EVENT("New: One"), EVENT("?"), "" },
          "New",
          "[Event \"New: One\"]\n",
          "New",
          "" },
        { "no events", { "", "", "" }, "New", "[Event \"New\"]\n", "New", "" },
        { "two studies",
          { STUDY("A"), STUDY("B"), "" },
          "New",
          "[StudyName \"B\"]\n",
          NULL,
          "1 text of the whole book dropped: title" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_report report = { .n = 0 };
        char *text = write_titled(rows[i].tags, rows[i].title, &report);
        char losses[300];
        if (!strstr(text, rows[i].want))
            fail_msg("%s: got %s", rows[i].name, text);
        struct tabia_book *back = decode_text("pgn", text, NULL);
        const char *title = tabia_book_find_text(back, "title");
        if (rows[i].reread ? !title || strcmp(title, rows[i].reread) != 0
                           : title != NULL)
            fail_msg("%s: title %s in %s", rows[i].name, title, text);
        report_text(&report, losses, sizeof(losses));
        if (strcmp(losses, rows[i].losses) != 0)
            fail_msg("%s: lost %s", rows[i].name, losses);
        char *again = encode_text(back, "pgn", NULL);
        assert_string_equal(again, text);
        free(again);
        free(text);
        tabia_book_free(back);
    }
#undef EVENT
#undef STUDY
}

/* ---- books from elsewhere -------------------------------------------- */

static void set_remark(struct tabia_builder *b, uint32_t edge, const char *text)
{
    const struct tabia_move_data data = { .has = TABIA_HAS_MOVE_COMMENT,
                                          .comment = text };
    assert_true(tabia_builder_set_move(b, edge, &data, NULL));
}

static void set_node(struct tabia_builder *b, uint32_t node,
                     enum tabia_attr attr, const char *text, int32_t eval)
{
    const struct tabia_node_data data = {
        .has = 1u << attr,
        .name = text,
        .comment = text,
        .eval = { .value = eval, .depth = 9 },
    };
    assert_true(tabia_builder_set_node(b, node, &data, NULL));
}

/* Evaluations are added, or replace what the comment said before. */
static void test_evals(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    set_node(b, c.node, TABIA_ATTR_EVAL, NULL, 25);
    play_moves(b, &c, "e2e4");
    set_node(b, c.node, TABIA_ATTR_EVAL, NULL, -105);
    play_moves(b, &c, "e7e5");
    set_node(b, c.node, TABIA_ATTR_EVAL, NULL, 7);
    set_remark(b, c.edge, "a [%eval 0.5] b");
    play_moves(b, &c, "g1f3");
    set_node(b, c.node, TABIA_ATTR_EVAL, NULL, 50);
    set_remark(b, c.edge, "[%eval 0.5,9]");
    struct tabia_book *book = freeze(b);
    char *text = encode_text(book, "pgn", NULL);
    assert_string_equal(text, ROSTER
                        "\n{[%eval 0.25,9]} 1. e4 {[%eval -1.05,9]} 1... e5 {a "
                        "[%eval 0.07,9] b} 2. Nf3\n{[%eval 0.5,9]} *\n");
    free(text);
    tabia_book_free(book);
}

/* What PGN cannot say is changed, and reported. */
static void test_losses(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, start;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    c = start;
    play_moves(b, &c, "e2e4");
    set_remark(b, c.edge, "a } b\n\nc");
    set_node(b, c.node, TABIA_ATTR_POSITION_COMMENT, "place", 0);
    set_node(b, c.node, TABIA_ATTR_NAME, "x [y]", 0);
    play_moves(b, &c, "e7e5");
    const struct tabia_move_data weight = { .has = TABIA_HAS_WEIGHT,
                                            .weight = 3 };
    assert_true(tabia_builder_set_move(b, c.edge, &weight, NULL));
    struct tabia_book *book = freeze(b);
    struct tabia_report report = { .n = 0 };
    char *text = encode_text(book, "pgn", &report), got[600];
    assert_string_equal(text, ROSTER "\n1. e4 {[%opening x [y)] a ) b} {c} "
                                     "{place} 1... e5 *\n");
    assert_string_equal(
        report_text(&report, got, sizeof(got)),
        "1 weight is dropped; 1 bracket in names becomes a parenthesis; "
        "1 comment with } has a parenthesis instead");
    free(text);
    tabia_book_free(book);
}

/*
 * Two lines that meet, and a circle: each position is continued once, in the
 * main line if that comes to it.
 */
static void test_graph(void **state)
{
    (void)state;
    struct tabia_book *lines =
        decode_text("pgn", "Nf3 Nf6 Nc3 Nc6 * Nc3 Nf6 Nf3 d5 Ng1 Ng8 *", NULL);
    struct tabia_book *book =
        tabia_book_fold(lines, TABIA_MERGE_DEFAULT, NULL, NULL);
    assert_non_null(book);
    struct tabia_report report = { .n = 0 };
    char *text = encode_text(book, "pgn", &report), got[600];
    assert_string_equal(text, ROSTER
                        "\n1. Nf3 (1. Nc3 Nf6 2. Nf3) 1... Nf6 2. Nc3 Nc6 "
                        "(2... d5 3. Ng1 Ng8) *\n");
    assert_string_equal(
        report_text(&report, got, sizeof(got)),
        "1 transposition is cut: the moves after it are in another line");
    free(text);
    tabia_book_free(book);
    tabia_book_free(lines);
}

/* The commands of comments never begin a line, and are not broken. */
static void test_wrapping(void **state)
{
    (void)state;
    char source[2000] = "e4 {";
    for (int i = 0; i < 40; i++)
        snprintf(source + strlen(source), 40, "%s [%%clk 0:%02d:00] ",
                 i % 3 ? "word" : "%", i);
    snprintf(source + strlen(source), 40, "} *");
    struct tabia_book *book = decode_text("pgn", source, NULL);
    assert_non_null(book);
    char *text = encode_text(book, "pgn", NULL);
    const char *moves = strstr(text, "\n\n") + 2;
    for (const char *p = moves; *p; p += strcspn(p, "\n") + 1) {
        assert_true(*p != '[' && *p != '%' && *p != '0');
        assert_true(strcspn(p, "\n") < 80);
    }
    struct tabia_book *back = decode_text("pgn", text, NULL);
    assert_non_null(back);
    assert_string_equal(tabia_book_edge_data(back, 0).comment,
                        tabia_book_edge_data(book, 0).comment);
    free(text);
    tabia_book_free(back);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_point),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_many_tags),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_evals),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_study),
        cmocka_unit_test(test_changed_texts),
        cmocka_unit_test(test_titles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
