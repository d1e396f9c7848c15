/*
 * test_pgn_scan.c - bytes classified many at once, and PGN cut into tokens
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "guard.h"
#include "pgn/byte_mask.h"
#include "pgn/scan.h"
#include "tabia/pgn.h"

/* ---- lenses ---------------------------------------------------------- */

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 16;
}

/* Every byte at every place, then random bytes: both ways, one answer. */
static void test_lens(void **state)
{
    (void)state;
#if BYTE_MASK_HAS_SSE2
    char text[BYTE_MASK_BLOCK];
    for (unsigned c = 0; c < 256; c++) {
        for (unsigned i = 0; i < BYTE_MASK_BLOCK; i++) {
            memset(text, ' ', sizeof(text));
            text[i] = (char)c;
            assert_int_equal(byte_mask_words_sse2(text),
                             byte_mask_words_plain(text));
            assert_true(byte_mask_pair_sse2(text, (char)c, '}') ==
                        byte_mask_pair_plain(text, (char)c, '}'));
        }
    }
    uint32_t seed = 1;
    for (int round = 0; round < 10000; round++) {
        for (size_t i = 0; i < sizeof(text); i++)
            text[i] = (char)next_random(&seed);
        assert_int_equal(byte_mask_words_sse2(text),
                         byte_mask_words_plain(text));
        assert_true(byte_mask_block_sse2(text) == byte_mask_block_plain(text));
        assert_true(byte_mask_pair_sse2(text, text[3], text[60]) ==
                    byte_mask_pair_plain(text, text[3], text[60]));
    }
#else
    print_message("skipped: this target has one way only\n");
#endif
}

static void test_find(void **state)
{
    (void)state;
    char text[300];
    memset(text, '.', sizeof(text));
    for (size_t size = 0; size < 200; size++) {
        for (size_t i = 0; i <= size; i++) {
            text[i] = i % 2 ? 'a' : 'b';
            text[size] = i == size ? text[size] : '.';
            const char *found = byte_mask_find(text, text + size, 'a', 'b');
            assert_ptr_equal(found, text + i);
            text[i] = '.';
        }
    }
}

/* ---- tokens ---------------------------------------------------------- */

struct out {
    char text[2000];
    size_t len;
};

static void put(struct out *out, const char *before, const char *text,
                size_t len)
{
    const int n =
        snprintf(out->text + out->len, sizeof(out->text) - out->len, "%s%s%.*s",
                 out->len ? " " : "", before, (int)len, text);
    out->len += (size_t)n;
    assert_true(out->len < sizeof(out->text));
}

static void put_token(struct out *out, const struct scan_token *t)
{
    char number[24];
    snprintf(number, sizeof(number), "%u", t->number);
    switch (t->kind) {
    case SCAN_WORD:
        put(out, "", t->text, t->len);
        break;
    case SCAN_NULL_MOVE:
        put(out, "null", "", 0);
        break;
    case SCAN_NAG:
        put(out, "$", number, strlen(number));
        break;
    case SCAN_COMMENT:
        put(out, "{", t->text, t->len);
        break;
    case SCAN_OPEN:
        put(out, "(", "", 0);
        break;
    case SCAN_CLOSE:
        put(out, ")", "", 0);
        break;
    case SCAN_RESULT:
        put(out, "result", number, strlen(number));
        break;
    case SCAN_TAG:
        put(out, "[", t->text, t->len);
        put(out, "=", t->value, t->value_len);
        break;
    default:
        put(out, t->kind == SCAN_BAD_TAG ? "bad tag: " : "bad: ",
            t->why ? t->why : "?", t->why ? strlen(t->why) : 1);
        break;
    }
}

static void scan_all(const char *text, size_t size, struct out *out)
{
    struct scan s;
    struct scan_token t = { 0 };
    out->len = 0;
    out->text[0] = '\0';
    scan_init(&s, text, size);
    for (;;) {
        t.why = NULL;
        if (scan_next(&s, &t) == SCAN_END)
            return;
        put_token(out, &t);
    }
}

static const struct {
    const char *name, *text, *want;
} cases[] = {
    { "empty", "", "" },
    { "moves", "1. e4 e5 2. Nf3", "e4 e5 Nf3" },
    { "no blanks", "1.e4 e5 2.Nf3", "e4 e5 Nf3" },
    { "no points", "1 e4 e5 2 Nf3 2 Nc6", "e4 e5 Nf3 Nc6" },
    { "no numbers", "e4 e5\nNf3\tNc6", "e4 e5 Nf3 Nc6" },
    { "number and move", "1e4 e5", "e4 e5" },
    { "black's number", "1... e5 12...Nf6 3. ... c5 4.. d5", "e5 Nf6 c5 d5" },
    { "ellipsis", "1\xE2\x80\xA6 e5", "e5" },
    { "large numbers", "123. e4 1234. e5", "e4 e5" },
    { "check and mate", "Qh5+ Qxf7# e8=Q+", "Qh5+ Qxf7# e8=Q+" },
    { "castling", "O-O O-O-O 0-0 0-0-0+", "O-O O-O-O 0-0 0-0-0+" },
    { "results", "1-0 0-1 1/2-1/2 1/2 \u00BD-\u00BD *",
      "result1 result2 result3 result3 result3 result4" },
    { "result at the end", "e4 1-0", "e4 result1" },
    { "null moves", "-- 0000", "null null" },
    { "glyphs", "e4 $1 $146 $0", "e4 $1 $146 $0" },
    { "marks", "e4! e5? d4!! d5?? c4!? c5?!",
      "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6" },
    { "marks apart", "e4 ! e5 ?!", "e4 $1 e5 $6" },
    { "too many marks", "e4!!! e5?!?", "e4 $3 e5 $6" },
    { "signs", "e4 = += =+ +/- -/+ +- -+", "e4 $10 $14 $15 $16 $17 $18 $19" },
    { "symbols for signs", "e4 \u25A1\u221E \u2A72 \u2A71 \u00B1 \u2213",
      "e4 $7 $13 $14 $15 $16 $17" },
    { "chess symbols", "1.\u2658f3+ 2.e8=\u2655+ \u265F",
      "\u2658f3+ e8=\u2655+ \u265F" },
    { "huge glyph", "$99999999999999999999", "$999" },
    { "a long word of digits", "1/1/1/1/1/1/1/1/1/1 e4",
      "bad: ? bad: ? bad: ? bad: ? bad: ? bad: ? bad: ? bad: ? bad: ? e4" },
    { "a check apart", "Qh5 + Kf1 #", "Qh5 Kf1" },
    { "comment", "e4 {a b} e5{c}d4", "e4 {a b e5 {c d4" },
    { "empty comment", "{}{ }", "{ { " },
    { "comment of a line", "e4 ; a {b\ne5", "e4 { a {b e5" },
    { "commands", "e4 {[%clk 0:05:00]} e5", "e4 {[%clk 0:05:00] e5" },
    { "nested", "e4 {a {b} c} e5", "e4 {a {b} c e5" },
    { "deeply nested", "{a {b {c} d} e}", "{a {b {c} d} e" },
    { "a stray brace", "e4 {a { b} e5", "e4 {a { b e5" },
    { "too deeply nested", "{{{{{{{{{{{{{{{{{a}}}}}}}}}}}}}}}}}e4",
      "{{{{{{{{{{{{{{{{{a bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here "
      "bad: no comment is open here e4" },
    { "a stray brace, comments", "e4 {a { b} e5 {c} d4", "e4 {a { b e5 {c d4" },
    { "escape line", "e4\n%e5 d4 {\nd5", "e4 d5" },
    { "escape on the first line", "%x\ne4", "e4" },
    { "percent inside", "e4 %e5", "e4 bad: ? e5" },
    { "variations", "e4 (d4 d5 (c5)) e5", "e4 ( d4 d5 ( c5 ) ) e5" },
    { "no blanks around", "1.e4(1.d4)1...e5", "e4 ( d4 ) e5" },
    { "en passant", "exd6 e.p. d4", "exd6 d4" },
    { "en passant, joined", "exd6e.p. d4", "exd6e.p. d4" },
    { "promotion", "e8(Q) d8/N+ c8=(", "e8(Q) d8/N+ c8= (" },
    { "not a promotion", "e1 (Q) e8(Qd1)", "e1 ( Q ) e8 ( Qd1 )" },
    { "CR LF", "e4\r\ne5\r\n", "e4 e5" },
    { "byte order mark",
      "\xEF\xBB\xBF"
      "e4 \xEF\xBB\xBF e5",
      "e4 e5" },
    { "tag", "[Event \"A b\"]\ne4", "[Event =A b e4" },
    { "tags on one line", "[A \"1\"][B \"2\"] [C \"3\"]", "[A =1 [B =2 [C =3" },
    { "blanks in tags", "[ Event  \"A\" ]\n[B\t\"\"]", "[Event =A [B =" },
    { "escapes in tags", "[A \"a \\\"b\\\" \\\\\"]", "[A =a \\\"b\\\" \\\\" },
    { "bare quotes in tags", "[A \"a \"b\" c\"]\ne4", "[A =a \"b\" c e4" },
    { "brackets in tags", "[A \"a] [b\"]\ne4", "[A =a] [b e4" },
    { "long tag",
      "[Event \"0123456789 0123456789 0123456789 0123456789 0123456789 "
      "0123456789 0123456789\"]",
      "[Event =0123456789 0123456789 0123456789 0123456789 0123456789 "
      "0123456789 0123456789" },
    { "underscore in tags", "[A_b \"c\"]", "[A_b =c" },
    { "CR LF after tags", "[A \"1\"]\r\n[B \"2\"]\r\n", "[A =1 [B =2" },
    { "no value", "[Event]\ne4",
      "bad tag: expected '\"' after the name of the tag e4" },
    { "two names", "[Event x \"a\"]\ne4",
      "bad tag: expected '\"' after the name of the tag e4" },
    { "open tag", "[Event \"A\n[Site \"B\"]",
      "bad tag: the tag is not closed on its line [Site =B" },
    { "no tag", "[%clk 1]",
      "bad: expected a move, found '[' bad: ? clk bad: ?" },
    { "open comment", "e4 {abc", "e4 bad: the comment is not closed" },
    { "open comment, next game", "e4 {abc\n\n[Event \"B\"]\nd4 {x} d5",
      "e4 bad: the comment is not closed [Event =B d4 {x d5" },
    { "open comment, next game without", "e4 {abc\n\n[Event \"B\"]\nd4 d5",
      "e4 bad: the comment is not closed [Event =B d4 d5" },
    { "stray closing brace", "e4 } e5", "e4 bad: no comment is open here e5" },
    { "dollar alone", "e4 $ e5", "e4 bad: expected a number after '$' e5" },
    { "other bytes", "e4 , < \x80", "e4 bad: ? bad: ? bad: ?" },
};

/*
 * The end of the text is near in the first scan, so that all goes the careful
 * way; in the second it is far away.
 */
static void test_tokens(void **state)
{
    (void)state;
    static const char blanks[] = "\n                                        "
                                 "                                        ";
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const size_t len = strlen(cases[i].text);
        struct out near, far;
        struct guard guard = guard_copy(cases[i].text, len);
        scan_all((const char *)guard.data, len, &near);
        guard_free(&guard);
        nfailed += !check_text(cases[i].name, near.text, cases[i].want);

        char longer[600];
        assert_true(len + sizeof(blanks) < sizeof(longer));
        memcpy(longer, cases[i].text, len);
        memcpy(longer + len, blanks, sizeof(blanks));
        scan_all(longer, strlen(longer), &far);
        if (strstr(cases[i].want, "not closed") && !strchr(cases[i].want, '['))
            continue;
        nfailed += !check_text(cases[i].name, far.text, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* Every way to cut a text short ends, and within its bounds. */
static void test_cut(void **state)
{
    (void)state;
    static const char text[] =
        "\xEF\xBB\xBF[Event \"A \\\"b\\\"\"]\n[FEN \"x\"]\n\n{a {b} c} 1. e4! "
        "$12 (1. d4 exd6e.p. -- e8(Q)) 1... e5 ; z\n%q\n2. 0-0-0+ 1/2-1/2 *\n";
    for (size_t len = 0; len < sizeof(text); len++) {
        struct guard guard = guard_copy(text, len);
        struct out out;
        scan_all((const char *)guard.data, len, &out);
        guard_free(&guard);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lens),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
