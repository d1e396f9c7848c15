/*
 * test_embed_amateur_probe.c - the probing routine and each of its enhancements
 *
 * Every enhancement of the article's section 6 is tested with and without.
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "fail_alloc.h"
#include "format/amateur/amateur_ask.h"
#include "recode.h"
#include "sanitizer.h"
#include "shared_file.h"

enum { GAME_MAX = 64, TEXT_SIZE = 256 };

/* The state and a generous stack are below 1 KiB. */
_Static_assert(sizeof(struct tabia_amateur_state) <= 768,
               "the state of the small prober is too large");

/* The moves of a game; returns how many. */
static size_t game_of(const char *text, tabia_move *game)
{
    struct tabia_pos pos;
    size_t n = 0;
    tabia_pos_set_start(&pos);
    for (const char *p = text; *p; p += 4) {
        assert_true(tabia_uci_parse(&pos, p, 4, &game[n], NULL));
        tabia_pos_play(&pos, game[n++]);
    }
    return n;
}

/* Asks after a game and prints "move hint", "move" or "-". */
static const char *ask(struct amateur *a, const char *text,
                       struct amateur_choice *choice, char *buf)
{
    tabia_move game[GAME_MAX];
    struct tabia_pos pos;
    char uci[TABIA_UCI_SIZE];
    const size_t n = game_of(text, game);
    snprintf(buf, TEXT_SIZE, "-");
    if (!amateur_ask(a, game, n, choice))
        return buf;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n; i++)
        tabia_pos_play(&pos, game[i]);
    tabia_uci_print(&pos, choice->move, false, uci);
    snprintf(buf, TEXT_SIZE, "%s", uci);
    if (!choice->expected_reply)
        return buf;
    tabia_pos_play(&pos, choice->move);
    tabia_uci_print(&pos, choice->expected_reply, false, uci);
    snprintf(buf + strlen(buf), TEXT_SIZE - strlen(buf), " %s", uci);
    return buf;
}

static struct amateur *open_book(const struct recoded *r,
                                 const struct amateur_options *o)
{
    struct tabia_error err = { 0 };
    const struct tabia_bytes bytes = { r->data, r->size };
    struct amateur *a = amateur_new(bytes, o, &err);
    if (!a)
        fail_msg("open: %s", err.msg);
    return a;
}

/* Opens, asks once and closes. */
static void ask_once(const struct recoded *r, const struct amateur_options *o,
                     const char *game, struct amateur_choice *choice, char *buf)
{
    struct amateur *a = open_book(r, o);
    ask(a, game, choice, buf);
    amateur_free(a);
}

static struct recoded book_of(const char *lines, const char *settings)
{
    return recode("lines", lines, strlen(lines), "amateur", settings);
}

/* ---- section 5: reply and hint --------------------------------------- */

static const struct {
    const char *game, *want;
} replies[] = {
    { "e2e4e7e5g1f3b8c6f1b5", "a7a6" },
    { "e2e4e7e5g1f3b8c6f1c4", "-" },
    { "e2e4e7e5g1f3g8f6", "-" },
    { "e2e4c7c5", "g1f3 d7d6" },
    { "e2e4c7c5g1f3d7d6", "d2d4" },
    { "e2e4c7c5g1f3b8c6", "-" },
    { "e2e4e7e6", "-" },
    { "e2e4e7e6d2d4", "-" },
    { "d2d4", "-" },
    { "", "e2e4 e7e5" },
};

static void test_replies(void **state)
{
    (void)state;
    static const char *const settings[] = { NULL, "offsets" };
    int nfailed = 0;
    for (size_t k = 0; k < COUNT_OF(settings); k++) {
        struct recoded r = book_of(recode_table1, settings[k]);
        for (size_t i = 0; i < COUNT_OF(replies); i++) {
            struct amateur_choice choice;
            char got[TEXT_SIZE];
            ask_once(&r, NULL, replies[i].game, &choice, got);
            nfailed += !check_text(replies[i].game, got, replies[i].want);
        }
        recode_free(&r);
    }
    assert_int_equal(nfailed, 0);
}

static void test_string(void **state)
{
    (void)state;
    struct recoded r = book_of(recode_table1, NULL);
    struct amateur *a = open_book(&r, NULL);
    struct amateur_choice choice;
    char got[TEXT_SIZE];
    ask(a, "e2e4c7c5g1f3d7d6", &choice, got);
    assert_int_equal(choice.answer.string, 4);
    assert_int_equal(choice.answer.offset, 21);
    assert_int_equal(choice.answer.nmatches, 1);
    tabia_move list[TABIA_AMATEUR_PLIES];
    assert_int_equal(amateur_get_string(a, 4, list), 5);
    assert_int_equal(amateur_get_string(a, 6, list), 2);
    assert_int_equal(amateur_get_string(a, 7, list), 0);
    amateur_free(a);
    recode_free(&r);
}

/* A token may claim more moves than the string before it has. */
static void test_bad_token(void **state)
{
    static const uint8_t bytes[] = { 0x82, 0x34, 0xA4, 0x0C, 0x9C };
    const struct tabia_amateur_book book = { bytes, sizeof(bytes), 0 };
    (void)state;
    for (int collect = 0; collect < 2; collect++) {
        const struct tabia_amateur_rules rules = { .collect = collect };
        struct tabia_amateur_state s;
        struct tabia_amateur_answer answer;
        tabia_amateur_init(&s, 1);
        assert_true(tabia_amateur_find(&s, &book, &rules, NULL, 0, &answer));
        assert_int_equal(answer.move, 0x1C0C);
        assert_int_equal(answer.nothers, 0);
    }
}

static void test_many_transpositions(void **state)
{
    struct buf table = { .limit = 4 << 20 };
    const struct tabia_bytes nothing = { NULL, 0 };
    (void)state;
    for (int i = 0; i < 65536; i++)
        buf_add_text(&table, "e2e4 e2e4\n");
    const struct amateur_options options = {
        .transpositions = buf_bytes(&table),
    };
    struct tabia_error err = { 0 };
    assert_null(amateur_new(nothing, &options, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    assert_true(
        check_text("too many", err.msg, "more than 65535 transpositions"));
    buf_clear(&table);
}

/* ---- 6.1: transpositions --------------------------------------------- */

static const char queens[] = "d2d4e7e6c2c4g8f6b1c3\nd2d4d7d5\n";

static void test_transpositions(void **state)
{
    (void)state;
    static const char table[] = "# English order\n"
                                "c2c4e7e6d2d4 d2d4e7e6c2c4 # 3...\n";
    static const char *const settings[] = { NULL, "offsets" };
    const struct amateur_options with = {
        .transpositions = { (const uint8_t *)table, sizeof(table) - 1 },
    };
    for (size_t i = 0; i < COUNT_OF(settings); i++) {
        struct recoded r = book_of(queens, settings[i]);
        struct amateur_choice choice;
        char got[TEXT_SIZE];
        ask_once(&r, NULL, "c2c4e7e6d2d4", &choice, got);
        assert_true(check_text("without", got, "-"));
        ask_once(&r, &with, "c2c4e7e6d2d4", &choice, got);
        assert_true(check_text("with", got, "g8f6 b1c3"));
        assert_int_equal(choice.answer.nswaps, 1);
        ask_once(&r, &with, "c2c4e7e6d2d4g8f6", &choice, got);
        assert_true(check_text("further", got, "b1c3"));
        recode_free(&r);
    }
}

static const struct {
    const char *name, *text, *want;
} bad_tables[] = {
    { "one word", "c2c4e7e6d2d4\n",
      "1:13: expected the moves in another order" },
    { "three words", "c2c4e7e6 c2c4e7e6 d2d4\n",
      "1:19: expected the end of the line" },
    { "lengths", "\nc2c4e7e6d2d4 d2d4\n",
      "2:14: expected 3 moves as before, found 1" },
    { "positions", "c2c4e7e6d2d4 d2d4e7e6c2c3\n",
      "1:14: the moves lead to a different position" },
    { "illegal", "c2c4e7e6d2d5 d2d4e7e6c2c3\n", "1:9: d2d5 is not legal" },
    { "no move", "English\n", "1:1: expected a square, found 'En'" },
};

static void test_bad_tables(void **state)
{
    (void)state;
    struct recoded r = book_of(queens, NULL);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad_tables); i++) {
        const char *text = bad_tables[i].text;
        const struct amateur_options options = {
            .transpositions = { (const uint8_t *)text, strlen(text) },
        };
        struct tabia_error err = { 0 };
        char got[TEXT_SIZE];
        const struct tabia_bytes bytes = { r.data, r.size };
        assert_null(amateur_new(bytes, &options, &err));
        nfailed += !check_text(bad_tables[i].name,
                               recode_error(&err, got, sizeof(got)),
                               bad_tables[i].want);
    }
    recode_free(&r);
    assert_int_equal(nfailed, 0);
}

/* ---- 6.2: the window ------------------------------------------------- */

/* Bytes read by the probes after each move of the game. */
static void count_reads(const struct recoded *r,
                        const struct amateur_options *o, const char *game,
                        uint32_t *nread, size_t *n)
{
    struct amateur *a = open_book(r, o);
    for (*n = 0; *n <= strlen(game) / 4; ++*n) {
        struct amateur_choice choice;
        char part[TEXT_SIZE], got[TEXT_SIZE];
        snprintf(part, sizeof(part), "%.*s", (int)(*n * 4), game);
        ask(a, part, &choice, got);
        nread[*n] = choice.answer.nread;
    }
    amateur_free(a);
}

static void test_window(void **state)
{
    (void)state;
    static const char lines[] = "c2c4e7e5\nd2d4d7d5c2c4\n"
                                "e2e4e7e5g1f3b8c6f1b5a7a6\n"
                                "e2e4e7e5g1f3b8c6f1c4f8c5\n"
                                "e2e4e7e5f2f4e5f4\ne2e4c7c5g1f3\n"
                                "g1f3d7d5\n";
    struct recoded r = book_of(lines, NULL);
    const struct amateur_options without = { .no_window = true };
    uint32_t narrow[8], whole[8];
    size_t n;
    count_reads(&r, NULL, "e2e4e7e5g1f3b8c6f1c4", narrow, &n);
    count_reads(&r, &without, "e2e4e7e5g1f3b8c6f1c4", whole, &n);
    assert_int_equal(n, 6);
    // The window after 1.e4 counts from the second probe that follows it.
    static const uint32_t want[6] = { 41, 41, 27, 22, 17, 17 };
    for (size_t i = 0; i < n; i++) {
        assert_true(check_number("whole", whole[i], r.size));
        assert_true(check_number("narrow", narrow[i], want[i]));
    }
    recode_free(&r);
}

/* A transposition changes what was matched, so the window opens again. */
static void test_window_reset(void **state)
{
    (void)state;
    static const char lines[] = "c2c4e7e6\nd2d4e7e6c2c4g8f6b1c3\nd2d4d7d5\n";
    static const char table[] = "c2c4e7e6d2d4 d2d4e7e6c2c4\n";
    const struct amateur_options options = {
        .transpositions = { (const uint8_t *)table, sizeof(table) - 1 },
    };
    struct recoded r = book_of(lines, NULL);
    struct amateur *a = open_book(&r, &options);
    struct amateur_choice choice;
    char got[TEXT_SIZE];
    ask(a, "c2c4", &choice, got);
    assert_true(choice.answer.is_reset);
    ask(a, "c2c4e7e6", &choice, got);
    assert_false(choice.answer.is_reset);
    assert_int_equal(choice.answer.nread, 4);
    assert_true(check_text("end of the line", got, "-"));
    ask(a, "c2c4e7e6d2d4", &choice, got);
    assert_true(choice.answer.is_reset);
    assert_int_equal(choice.answer.nread, r.size);
    assert_true(check_text("transposed", got, "g8f6 b1c3"));
    ask(a, "c2c4e7e6d2d4g8f6", &choice, got);
    assert_false(choice.answer.is_reset);
    assert_true(check_text("narrow again", got, "b1c3"));
    assert_int_equal(choice.answer.nread, 10);
    ask(a, "c2c4", &choice, got); // moves taken back
    assert_true(choice.answer.is_reset);
    assert_true(check_text("taken back", got, "e7e6"));
    amateur_free(a);
    recode_free(&r);
}

/* ---- 6.3: choice ----------------------------------------------------- */

static const char firsts[] = "c2c4\nd2d4\ne2e4\n";

/* How often each first move is chosen over many seeds. */
static void count_choices(const struct recoded *r, bool collect, int counts[3])
{
    static const char *const moves[3] = { "c2c4", "d2d4", "e2e4" };
    for (uint32_t seed = 0; seed < 4096; seed++) {
        const struct amateur_options options = {
            .seed = seed,
            .collects = collect,
        };
        struct amateur_choice choice;
        char got[TEXT_SIZE];
        ask_once(r, &options, "", &choice, got);
        assert_int_equal(choice.answer.nothers, 2);
        for (int i = 0; i < 3; i++)
            counts[i] += strcmp(got, moves[i]) == 0;
    }
}

/* Later alternatives replace earlier ones three times in four. */
static void test_choice(void **state)
{
    (void)state;
    struct recoded r = book_of(firsts, NULL);
    int counts[3] = { 0 };
    count_choices(&r, false, counts);
    assert_int_equal(counts[0] + counts[1] + counts[2], 4096);
    assert_in_range(counts[0], 206, 306);   // 1 in 16: 256
    assert_in_range(counts[1], 690, 846);   // 3 in 16: 768
    assert_in_range(counts[2], 2980, 3164); // 3 in 4: 3072
    recode_free(&r);
}

static void test_collect(void **state)
{
    (void)state;
    struct recoded r = book_of(firsts, NULL);
    int counts[3] = { 0 };
    count_choices(&r, true, counts);
    for (int i = 0; i < 3; i++)
        assert_in_range(counts[i], 1270, 1460); // 1365
    recode_free(&r);
}

/* An alternative with many lines is one alternative. */
static void test_choice_of_groups(void **state)
{
    (void)state;
    static const char lines[] = "d2d4\ne2e4a7a6\ne2e4b7b6\ne2e4c7c6\n"
                                "e2e4d7d6\ne2e4e7e6\ne2e4f7f6\n";
    struct recoded r = book_of(lines, NULL);
    int nfirst = 0;
    for (uint32_t seed = 0; seed < 1024; seed++) {
        const struct amateur_options options = { .seed = seed };
        struct amateur_choice choice;
        char got[TEXT_SIZE];
        ask_once(&r, &options, "", &choice, got);
        nfirst += strcmp(got, "d2d4") == 0;
    }
    assert_in_range(nfirst, 215, 300); // 256, not 0.25
    recode_free(&r);
}

/* ---- 6.4: replies without the book ----------------------------------- */

static const struct {
    const char *game, *without, *with;
} universals[] = {
    { "b2b3", "-", "e7e5" },    // not in the book
    { "d2d4", "d7d5", "d7d5" }, // in the book
    { "f2f4", "-", "-" },       // excluded, and the book lacks it
    { "g1f3", "g8f6", "g8f6" },
    { "b2b3e7e5", "-", "-" },     // White's turn
    { "b2b3e7e5c1b2", "-", "-" }, // no longer the first move
    { "", "d2d4 d7d5", "d2d4 d7d5" },
};

static void count_warning(void *ctx, const struct tabia_error *warning)
{
    char *text = ctx;
    snprintf(text, TEXT_SIZE, "%s", warning->msg);
}

static void test_universal(void **state)
{
    (void)state;
    static const char *const settings[] = { NULL, "offsets" };
    int nfailed = 0;
    char warning[TEXT_SIZE] = "";
    const struct amateur_options with = {
        .universal = "e7e5:d2d4,f2f4,g1f3",
        .on_warning = count_warning,
        .ctx = warning,
        .seed = 4,
    };
    const struct amateur_options without = { .seed = 4 };
    for (size_t k = 0; k < COUNT_OF(settings); k++) {
        struct recoded r = book_of("g1f3g8f6\nd2d4d7d5\n", settings[k]);
        for (size_t i = 0; i < COUNT_OF(universals); i++) {
            struct amateur_choice choice;
            char got[TEXT_SIZE];
            ask_once(&r, &without, universals[i].game, &choice, got);
            nfailed +=
                !check_text(universals[i].game, got, universals[i].without);
            ask_once(&r, &with, universals[i].game, &choice, got);
            nfailed += !check_text(universals[i].game, got, universals[i].with);
        }
        recode_free(&r);
    }
    assert_int_equal(nfailed, 0);
    assert_true(check_text(
        "warning", warning,
        "the book has no reply to f2f4, and the universal reply excludes it"));
}

static void test_first(void **state)
{
    (void)state;
    struct recoded r = book_of("g1f3g8f6\n", NULL);
    int nknight = 0, nenglish = 0;
    for (uint32_t seed = 0; seed < 300; seed++) {
        const struct amateur_options options = {
            .first = "e2e4,d2d4,c2c4",
            .seed = seed,
        };
        struct amateur_choice choice;
        char got[TEXT_SIZE];
        ask_once(&r, &options, "", &choice, got);
        assert_int_equal(choice.answer.source, TABIA_AMATEUR_FROM_FIRST);
        nknight += strcmp(got, "g1f3") == 0;
        nenglish += strcmp(got, "c2c4") == 0;
    }
    assert_int_equal(nknight, 0);
    assert_in_range(nenglish, 60, 140);
    recode_free(&r);
}

static const struct {
    const char *name, *universal, *first, *want;
} bad_rules[] = {
    { "no reply", "", NULL, "universal: '' is not a legal move" },
    { "not Black's", "e2e4", NULL, "universal: 'e2e4' is not a legal move" },
    { "no list", "e7e5,d2d4", NULL, "universal: expected ':', found ','" },
    { "empty list", "e7e5:", NULL, "universal: '' is not a legal move" },
    { "not White's", "e7e5:d7d5", NULL,
      "universal: 'd7d5' is not a legal move" },
    { "two colons", "e7e5:d2d4:f2f4", NULL,
      "universal: expected ',', found ':'" },
    { "first", NULL, "e2e4,e2e5", "first: 'e2e5' is not a legal move" },
    { "first, comma", NULL, "e2e4,", "first: '' is not a legal move" },
};

static void test_bad_rules(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad_rules); i++) {
        const struct amateur_options options = {
            .universal = bad_rules[i].universal,
            .first = bad_rules[i].first,
        };
        struct tabia_error err = { 0 };
        const struct tabia_bytes nothing = { NULL, 0 };
        struct amateur *a = amateur_new(nothing, &options, &err);
        nfailed += !check_text(bad_rules[i].name, err.msg, bad_rules[i].want);
        amateur_free(a);
    }
    assert_int_equal(nfailed, 0);
}

static bool open_nothing(void *ctx, struct tabia_error *err)
{
    struct amateur *a = amateur_new((struct tabia_bytes){ NULL, 0 }, ctx, err);
    amateur_free(a);
    return a != NULL;
}

static void test_memory(void **state)
{
    (void)state;
    static const char table[] = "c2c4e7e6d2d4 d2d4e7e6c2c4\n";
    struct amateur_options options = {
        .transpositions = { (const uint8_t *)table, sizeof(table) - 1 },
        .universal = "e7e5:d2d4",
        .first = "e2e4",
    };
    assert_true(fail_alloc_each(open_nothing, &options) > 1);
}

/* ---- the real book --------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/*
 * Along every 50th line of the built-in book: with the window the same answers,
 * and from the fourth ply on the median probe reads a tenth of the bytes.
 */
static void test_large_window(void **state)
{
    (void)state;
    enum { STEP = HAS_SANITIZER ? 250 : 50, PROBES_MAX = 1 << 14 };
    struct tabia_book *book = own_book("data/openings.txt");
    struct recoded r = recode_write(book, "amateur", "sort");
    const struct amateur_options whole = { .no_window = true };
    struct amateur *a = open_book(&r, NULL);
    struct amateur *b = open_book(&r, &whole);
    uint32_t *nread = calloc(PROBES_MAX, sizeof(*nread));
    size_t n = 0, nmoves;
    tabia_move game[TABIA_AMATEUR_PLIES];
    for (uint32_t i = 0; (nmoves = amateur_get_string(a, i, game)) > 0;
         i += STEP)
        for (size_t ply = 0; ply <= nmoves && n < PROBES_MAX; ply++) {
            struct amateur_choice x, y;
            const bool is_found = amateur_ask(a, game, ply, &x);
            assert_int_equal(is_found, amateur_ask(b, game, ply, &y));
            assert_int_equal(x.answer.nmatches, y.answer.nmatches);
            assert_int_equal(x.answer.nothers, y.answer.nothers);
            assert_int_equal(y.answer.nread, r.size);
            if (ply >= 3)
                nread[n++] = x.answer.nread;
        }
    qsort(nread, n, sizeof(*nread), by_number);
    assert_true(n > 100);
    assert_true(nread[n / 2] * 10 <= r.size);
    free(nread);
    amateur_free(a);
    amateur_free(b);
    tabia_book_free(book);
    recode_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_string),
        cmocka_unit_test(test_bad_token),
        cmocka_unit_test(test_many_transpositions),
        cmocka_unit_test(test_transpositions),
        cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_window_reset),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_collect),
        cmocka_unit_test(test_choice_of_groups),
        cmocka_unit_test(test_universal),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_bad_rules),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_large_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
