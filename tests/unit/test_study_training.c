/*
 * test_study_training.c - moments, cards, decisions, sessions, and old boxes
 */
#include "format_check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "random.h"
#include "study/practice/progress_lines.h"
#include "study/practice/training.h"

/* ---- moments ----------------------------------------------------------- */

static void test_days(void **state)
{
    static const struct {
        const char *text;
        int32_t day;
    } cases[] = {
        { "1970-01-01", 0 },       { "1969-12-31", -1 },
        { "2000-02-29", 11016 },   { "2026-11-18", 20775 },
        { "9999-12-31", 2932896 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[DAY_SIZE];
        int32_t day;
        moment_print_day(cases[i].day, text);
        assert_true(check_text(cases[i].text, text, cases[i].text));
        assert_true(moment_parse_day(text, strlen(text), &day));
        assert_int_equal(day, cases[i].day);
    }
    static const char *const bad[] = { "2026-02-29", "2026-13-01", "2026-00-10",
                                       "2026-1-10",  "20261110",   "2026-11-31",
                                       "",           "2026-11-1x" };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        int32_t day;
        assert_false(moment_parse_day(bad[i], strlen(bad[i]), &day));
    }
    // Every day of four centuries has its own date.
    char last[DAY_SIZE] = "";
    for (int32_t day = -100; day < 146097; day++) {
        char text[DAY_SIZE];
        int32_t again;
        moment_print_day(day, text);
        assert_true(strcmp(last, text) < 0);
        assert_true(moment_parse_day(text, strlen(text), &again) &&
                    again == day);
        memcpy(last, text, sizeof(last));
    }
}

static void test_moments(void **state)
{
    const struct moment at = { .time = 1795000000, .offset = -12600 };
    char text[MOMENT_SIZE];
    struct moment again;
    (void)state;
    moment_print(at, text);
    assert_string_equal(text, "2026-11-18T07:36:40-03:30");
    assert_true(moment_parse(text, strlen(text), &again));
    assert_true(again.time == at.time && again.offset == at.offset);
    // The day is that of the place.
    const struct moment late = { .time = 20775 * 86400LL - 1, .offset = 3600 };
    assert_int_equal(moment_day(late), 20775);
    static const char *const bad[] = { "2026-11-18T07:36:40Z",
                                       "2026-11-18T24:36:40+00:00",
                                       "2026-11-18 07:36:40+00:00",
                                       "2026-11-18T07:36:40+19:00", "" };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(moment_parse(bad[i], strlen(bad[i]), &again));
}

/* ---- cards ------------------------------------------------------------- */

#define START "463b96181691fc9c"
#define HEAD  CARDS_MAGIC "\n"

static struct cards cards_of(const char *text)
{
    struct tabia_error err = { 0 };
    struct cards cards;
    if (!cards_read(&cards, bytes_of(text), &err))
        fail_msg("%s", err.msg);
    return cards;
}

/* What a text reads as, once it was made as short as possible. */
static char *shortest(const char *text)
{
    struct buf buf = { .limit = 1 << 20 };
    struct cards cards = cards_of(text);
    cards_print(&buf, &cards);
    cards_clear(&cards);
    assert_false(buf.failed);
    return buf.data;
}

static void test_lines(void **state)
{
    static const char good[] =
        "answer 2026-11-18T09:00:00+01:00 " START " e2e4 good\n";
    static const char *const bad[] = {
        "answer 2026-11-18T09:00:00+01:00 " START " e2e4 goo\n",
        "answer 2026-11-18T09:00:00+01:00 " START " e2e9 good\n",
        "answer 2026-11-18T09:00:00+01:00 " START " e2e4k good\n",
        "answer 2026-11-18T09:00:00+01:00 463B96181691FC9C e2e4 good\n",
        "answer 2026-11-18T09:00:00 " START " e2e4 good\n",
        "answers\n",
        " \n",
        "card 2026-11-18T09:00:00+01:00 " START
        " e2e4 0.00000000 5.00000000 2026-11-20 2026-11-18 1 0 good\n",
        "card 2026-11-18T09:00:00+01:00 " START
        " e2e4 2.00000000 11.00000000 2026-11-20 2026-11-18 1 0 good\n",
        "day 1 2 3 2026-11-18\n",
        "book x\n",
        "solved 2026-11-18T09:00:00+01:00\n",
        "solved 2026-11-18T09:00:00+01:00 463b96181691fc9\n",
        "solved 2026-11-18T09:00:00+01:00 " START " e2e4\n",
        "book 2 0000000000000002 0000000000000001\n",
        "\x01\xff\n",
    };
    struct tabia_error err = { 0 };
    struct cards cards;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        char text[512];
        snprintf(text, sizeof(text), HEAD "%s%s", bad[i], good);
        cards = cards_of(text);
        assert_true(check_number(bad[i], cards.ndamaged, 1));
        assert_int_equal(cards.n, 1);
        cards_clear(&cards);
    }
    // Line ends of another system.
    cards = cards_of(CARDS_MAGIC "\r\nanswer 2026-11-18T09:00:00+01:00 " START
                                 " e2e4 good\r\n");
    assert_true(cards.n == 1 && cards.ndamaged == 0);
    cards_clear(&cards);
    // A last line without its end is not there; an empty file is fine.
    cards =
        cards_of(HEAD "answer 2026-11-18T09:00:00+01:00 " START " e2e4 good");
    assert_true(cards.n == 0 && cards.ndamaged == 0);
    cards_clear(&cards);
    cards = cards_of("");
    cards_clear(&cards);
    assert_false(cards_read(&cards, bytes_of("tabia-progress 2\n"), &err));
    assert_int_equal(err.status, TABIA_ERR_SYNTAX);
}

/* Answers count by their time, wherever they stand and however often. */
static void test_merging(void **state)
{
    static const char *const lines[] = {
        "answer 2026-11-18T09:00:00+01:00 " START " e2e4 good\n",
        "answer 2026-11-21T09:00:00+01:00 " START " e2e4 again\n",
        "answer 2026-11-22T09:00:00+01:00 " START " e2e4 hard\n",
        "answer 2026-11-22T09:00:00+01:00 " START " d2d4 good\n",
    };
    static const uint8_t orders[][6] = { { 0, 1, 2, 3, 0, 0 },
                                         { 3, 2, 1, 0, 1, 2 },
                                         { 2, 2, 0, 3, 1, 3 } };
    char *want = NULL;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        char text[1024] = HEAD;
        for (size_t k = 0; k < COUNT_OF(orders[i]); k++) {
            const size_t len = strlen(text);
            snprintf(text + len, sizeof(text) - len, "%s", lines[orders[i][k]]);
        }
        struct cards cards = cards_of(text);
        const struct card *card =
            cards_find(&cards, UINT64_C(0x463b96181691fc9c),
                       tabia_move_make(12, 28, TABIA_PIECE_NONE));
        assert_non_null(card);
        assert_int_equal(card->memory.reps, 3);
        assert_int_equal(card->memory.lapses, 1);
        assert_int_equal(cards.nanswers, 4);
        const struct card_day day = cards_get_day(&cards, 20775 + 4);
        assert_true(day.hard == 1 && day.good == 1 && day.new_cards == 1);
        cards_clear(&cards);
        // The order of cards in the short text is that of their answers.
        char *got = shortest(text);
        if (want)
            assert_string_equal(got, want);
        else
            want = strdup(got);
        // What was made shorter reads the same, with its answers and without.
        struct buf both = { .limit = 1 << 16 };
        buf_addf(&both, "%s%s", got, text + strlen(HEAD));
        char *again = shortest(buf_text(&both));
        assert_string_equal(again, got);
        char *twice = shortest(got);
        assert_string_equal(twice, got);
        buf_clear(&both);
        free(again);
        free(twice);
        free(got);
    }
    free(want);
}

/* Of a puzzle the first time counts, wherever it stands. */
static void test_solved(void **state)
{
    static const char *const texts[] = {
        HEAD "solved 2026-11-18T09:00:00+01:00 " START "\n"
             "solved 2026-11-19T09:00:00+01:00 0000000000000001\n"
             "solved 2026-11-20T09:00:00+01:00 " START "\n",
        HEAD "solved 2026-11-20T09:00:00+01:00 " START "\n"
             "solved 2026-11-18T09:00:00+01:00 " START "\n"
             "solved 2026-11-19T09:00:00+01:00 0000000000000001\n"
             "solved 2026-11-19T09:00:00+01:00 0000000000000001\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct cards cards = cards_of(texts[i]);
        assert_int_equal(cards.nsolved, 2);
        assert_true(cards.n == 0 && cards.ndamaged == 0);
        const struct solved_puzzle *start =
            cards_find_solved(&cards, UINT64_C(0x463b96181691fc9c));
        assert_true(start && moment_day(start->at) == 20775);
        assert_non_null(cards_find_solved(&cards, 1));
        assert_null(cards_find_solved(&cards, 2));
        assert_null(cards_find_solved(&cards, UINT64_MAX));
        cards_clear(&cards);
        char *got = shortest(texts[i]);
        assert_string_equal(got, HEAD "solved 2026-11-19T09:00:00+01:00 "
                                      "0000000000000001\n"
                                      "solved 2026-11-18T09:00:00+01:00 " START
                                      "\n");
        free(got);
    }
}

static void test_import(void **state)
{
    static const char own[] =
        HEAD "answer 2026-11-18T09:00:00+01:00 " START " e2e4 good\n"
             "solved 2026-11-18T09:00:00+01:00 " START "\n";
    static const char other[] =
        HEAD "book 1 0000000000000001\n"
             "answer 2026-11-18T09:00:00+01:00 " START " e2e4 good\n"
             "answer 2026-11-28T09:00:00+01:00 " START " e2e4 good\n"
             "day 1 0 0 0 2026-11-01\n"
             "solved 2026-11-19T09:00:00+01:00 " START "\n"
             "solved 2026-11-19T09:00:00+01:00 0000000000000001\n"
             "nonsense\n";
    struct buf lines = { .limit = 1 << 16 };
    struct tabia_error err = { 0 };
    struct cards_import_result result;
    (void)state;
    assert_true(cards_import_text(&lines, bytes_of(own), bytes_of(other),
                                  &result, &err));
    assert_string_equal(buf_text(&lines),
                        "answer 2026-11-28T09:00:00+01:00 " START
                        " e2e4 good\nday 1 0 0 0 2026-11-01\n"
                        "solved 2026-11-19T09:00:00+01:00 "
                        "0000000000000001\n");
    assert_true(result.imported == 2 && result.skipped == 2 &&
                result.damaged == 1);
    buf_reset(&lines);
    assert_true(cards_import_text(&lines, bytes_of(other), bytes_of(other),
                                  &result, &err));
    assert_int_equal(lines.size, 0);
    buf_clear(&lines);
}

/* ---- books that are recognised ----------------------------------------- */

static double compare_books(const char *a, const char *b, double *part)
{
    struct tabia_error err = { 0 };
    struct tabia_book *one = decode_text("ct800", a, &err);
    struct tabia_book *other = decode_text("ct800", b, &err);
    struct book_sketch x, y;
    book_sketch_make(&x, one);
    book_sketch_make(&y, other);
    const double all = book_sketch_compare(&x, &y, part);
    tabia_book_free(one);
    tabia_book_free(other);
    return all;
}

static void test_sketch(void **state)
{
    double part;
    (void)state;
    assert_true(compare_books("e2e4 e7e5 g1f3\nd2d4 d7d5\n",
                              "d2d4 d7d5\ne2e4 e7e5 g1f3\n", &part) == 1);
    assert_true(compare_books("e2e4 e7e5 g1f3\n",
                              "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n", &part) == 0.5);
    assert_true(part == 1);
    assert_true(compare_books("e2e4 e7e5 g1f3 b8c6\n", "c2c4 e7e5 b1c3\n",
                              &part) < 0.3);
    assert_true(part < 0.5);
}

/* Of large sets the estimate is near. */
static void test_sketch_large(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < 50; i++) {
        struct book_sketch a = { .count = 0 }, b = a;
        const uint32_t shared = (uint32_t)(random_next(&seed) % 3000);
        uint64_t hashes[3000];
        // Sorted samples of two sets of 3000 that share 'shared'.
        for (int k = 0; k < 2; k++) {
            struct book_sketch *s = k ? &b : &a;
            for (uint32_t n = 0; n < 3000; n++) {
                const uint64_t hash =
                    n < shared && k ? hashes[n] : random_next(&seed);
                hashes[n] = hash;
                uint32_t at = s->n;
                while (at > 0 && s->hash[at - 1] > hash)
                    at--;
                if (at == BOOK_SKETCH_SIZE)
                    continue;
                s->n += s->n < BOOK_SKETCH_SIZE;
                memmove(&s->hash[at + 1], &s->hash[at],
                        (s->n - 1 - at) * sizeof(s->hash[0]));
                s->hash[at] = hash;
            }
            s->count = 3000;
        }
        double part;
        (void)book_sketch_compare(&a, &b, &part);
        const double want = shared / 3000.0;
        assert_true(part > want - 0.25 && part < want + 0.25);
    }
}

/* ---- decisions --------------------------------------------------------- */

static const char book_text[] = "e2e4 e7e5 g1f3 b8c6 f1b5\n"
                                "e2e4 b8c6 g1f3 e7e5 f1b5\n"
                                "e2e4 c7c5 g1f3\n"
                                "e2e4 c7c5 c2c3\n"
                                "e2e4 d7d5 e4e5?\n"
                                "d2d4x d7d5 c2c4\n";

/* The decisions as text: " e2e4; e2e4 e7e5 g1f3; ..." with all moves. */
static void describe_decisions(const struct decisions *d, char *buf,
                               size_t size)
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < d->n; i++) {
        tabia_move moves[DECISIONS_PLIES_MAX];
        struct tabia_pos pos;
        const size_t n = decisions_line_to(d, d->list[i].position, &pos, moves);
        len += (size_t)snprintf(buf + len, size - len, "%s", i ? "; " : "");
        for (size_t k = 0; k < n; k++) {
            char san[TABIA_SAN_SIZE];
            tabia_san_print(&pos, moves[k], san);
            tabia_pos_play(&pos, moves[k]);
            len += (size_t)snprintf(buf + len, size - len, "%s ", san);
        }
        assert_true(card_key(&pos) == d->list[i].key);
        assert_ptr_equal(decisions_at(d, &pos), &d->list[i]);
        for (uint32_t k = 0; k < d->list[i].n; k++) {
            char san[TABIA_SAN_SIZE];
            tabia_san_print(&pos, d->moves[d->list[i].first + k], san);
            len += (size_t)snprintf(buf + len, size - len, "%s%s",
                                    k ? "/" : ": ", san);
        }
    }
}

static void test_decisions(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", book_text, &err);
    struct decisions_options options = { .color = TABIA_WHITE };
    struct tabia_pos start, pos;
    struct decisions d;
    char text[1024];
    (void)state;
    assert_true(decisions_find(&d, book, &options, &err));
    describe_decisions(&d, text, sizeof(text));
    // Each position once; neither passive nor avoided moves, nor what follows.
    assert_string_equal(text, ": e4; e4 e5 : Nf3; e4 e5 Nf3 Nc6 : Bb5; "
                              "e4 Nc6 : Nf3; e4 c5 : Nf3/c3");
    decisions_clear(&d);
    options.color = TABIA_BLACK;
    assert_true(decisions_find(&d, book, &options, &err));
    describe_decisions(&d, text, sizeof(text));
    assert_string_equal(text, "e4 : e5/Nc6/c5/d5; e4 e5 Nf3 : Nc6; "
                              "e4 Nc6 Nf3 : e5; d4 : d5");
    decisions_clear(&d);

    tabia_move moves[2];
    tabia_pos_set_start(&start);
    pos = start;
    assert_true(tabia_san_play(&pos, "e4", 2, &moves[0], &err));
    assert_true(tabia_san_play(&pos, "c5", 2, &moves[1], &err));
    options = (struct decisions_options){ .color = TABIA_WHITE,
                                          .from = &pos,
                                          .start = &start,
                                          .moves = moves,
                                          .nmoves = 2 };
    assert_true(decisions_find(&d, book, &options, &err));
    describe_decisions(&d, text, sizeof(text));
    assert_string_equal(text, "e4 c5 : Nf3/c3");
    decisions_clear(&d);
    options.wants_line = true;
    assert_true(decisions_find(&d, book, &options, &err));
    describe_decisions(&d, text, sizeof(text));
    assert_string_equal(text, ": e4; e4 c5 : Nf3/c3");
    decisions_clear(&d);
    options = (struct decisions_options){ .color = TABIA_WHITE,
                                          .only = &pos,
                                          .nonly = 1 };
    assert_true(decisions_find(&d, book, &options, &err));
    describe_decisions(&d, text, sizeof(text));
    assert_string_equal(text, "e4 c5 : Nf3/c3");
    decisions_clear(&d);
    tabia_book_free(book);
}

/* What White must know, where the book would not choose all of its moves. */
static void test_accepted(void **state)
{
    static const struct {
        const char *name, *book, *want;
    } cases[] = {
        { "mistake", "f2f4$2 e7e5 f4e5 | e2e4 e7e5 g1f3", ": e4; e4 e5 : Nf3" },
        { "blunder", "e2e4 e7e5 g1f3 | f2f4$4 e7e5 f4e5", ": e4; e4 e5 : Nf3" },
        { "weight 0", "e2e4=7 e7e5=1 g1f3=1 | d2d4=0 d7d5=1 c2c4=1",
          ": e4; e4 e5 : Nf3" },
        { "mistake with results",
          "e2e4+3/2/1 e7e5+1/0/0 g1f3 | f2f4$2+9/0/0 e7e5 f4e5",
          ": e4; e4 e5 : Nf3" },
        { "another way", "f2f4$2 e7e5 e2e4 b8c6 g1f3 | e2e4 e7e5 f2f4",
          ": e4; e4 e5 : f4; e4 e5 f4 Nc6 : Nf3" },
        { "only mistakes", "f2f4$2 e7e5 f4e5", ": f4; f4 e5 : fxe5" },
    };
    const struct decisions_options options = { .color = TABIA_WHITE };
    struct tabia_error err = { 0 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book =
            book_text_make(cases[i].book, BOOK_TEXT_GRAPH);
        struct decisions d;
        char text[256];
        assert_true(decisions_find(&d, book, &options, &err));
        describe_decisions(&d, text, sizeof(text));
        assert_true(check_text(cases[i].name, text, cases[i].want));
        decisions_clear(&d);
        tabia_book_free(book);
    }
}

/* ---- sessions ---------------------------------------------------------- */

enum { MONDAY = 20779 };

static const struct moment monday = { .time = MONDAY * 86400LL };

/* Plays a whole session; the student plays 'choose' of the accepted moves. */
static size_t play_session(const struct decisions *d, struct buf *text,
                           int32_t day, size_t (*choose)(size_t n))
{
    const struct training_options options = { .today = day,
                                              .new_per_day = 100 };
    struct tabia_error err = { 0 };
    struct cards cards = cards_of(buf_text(text));
    struct training t;
    assert_true(training_plan(&t, d, &cards, &options, &err));
    for (size_t i = 0; i < t.n; i++) {
        const struct decision *at = &d->list[t.items[i].decision];
        const struct training_answer given = {
            .asked = d->moves[at->first + t.items[i].move],
            .played = d->moves[at->first + choose(at->n)],
        };
        const struct training_verdict v =
            training_judge(&cards, at->key, &d->moves[at->first], at->n, &given,
                           day);
        const struct card_answer answer = {
            .at = { .time = day * 86400LL + (int64_t)i },
            .key = at->key,
            .move = v.move,
            .grade = v.grade,
        };
        assert_true(v.is_right && v.grade == FSRS_GOOD);
        if (v.reason == TRAINING_REASON_RECORDED)
            progress_lines_put_answer(text, &answer);
    }
    const size_t n = t.n;
    training_clear(&t);
    cards_clear(&cards);
    return n;
}

static size_t choose_first(size_t n)
{
    (void)n;
    return 0;
}

static size_t choose_last(size_t n)
{
    return n - 1;
}

static void test_sessions(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", book_text, &err);
    const struct decisions_options side = { .color = TABIA_WHITE };
    struct buf text = { .limit = 1 << 20 };
    struct decisions d;
    (void)state;
    assert_true(decisions_find(&d, book, &side, &err));
    buf_add_text(&text, HEAD);
    // Every decision once, although one has two moves.
    assert_int_equal(play_session(&d, &text, MONDAY, choose_first), 5);
    // Then the second move is asked; preferring the first ends it too.
    assert_int_equal(play_session(&d, &text, MONDAY, choose_first), 1);
    assert_int_equal(play_session(&d, &text, MONDAY, choose_first), 1);
    assert_int_equal(play_session(&d, &text, MONDAY, choose_last), 1);
    assert_int_equal(play_session(&d, &text, MONDAY, choose_last), 0);
    assert_int_equal(play_session(&d, &text, MONDAY + 1, choose_last), 0);
    // A first 'good' is due after three days.
    assert_int_equal(play_session(&d, &text, MONDAY + 3, choose_first), 5);

    struct cards cards = cards_of(buf_text(&text));
    uint32_t due[60];
    size_t sum = 0;
    training_forecast(&d, &cards, MONDAY + 3, due, COUNT_OF(due));
    for (size_t i = 0; i < COUNT_OF(due); i++)
        sum += due[i];
    assert_int_equal(due[0], 1); // the move that was not chosen
    assert_int_equal(sum, 6);
    struct training_memory weakest[2];
    size_t n;
    assert_true(training_weakest(&d, &cards, MONDAY + 3, weakest, 2, &n, &err));
    assert_int_equal(n, 2);
    assert_int_equal(d.list[weakest[0].decision].n, 2);
    assert_int_equal(weakest[0].state, TRAINING_STATE_DUE);
    cards_clear(&cards);
    decisions_clear(&d);
    tabia_book_free(book);
    buf_clear(&text);
}

static void test_limits(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", book_text, &err);
    const struct decisions_options side = { .color = TABIA_WHITE };
    struct training_options options = { .today = MONDAY, .new_per_day = 3 };
    struct training t;
    struct decisions d;
    (void)state;
    assert_true(decisions_find(&d, book, &side, &err));
    struct cards cards =
        cards_of(HEAD "answer 2026-11-22T09:00:00+00:00 " START " e2e4 good\n");
    options.today = 20779;
    assert_true(training_plan(&t, &d, &cards, &options, &err));
    // One of three new ones was answered today.
    assert_int_equal(t.n, 2);
    assert_true(t.counts.new_today == 1 && t.counts.new_left == 2 &&
                t.counts.waiting == 1 && t.counts.answers_today == 1);
    training_clear(&t);
    options.ahead = true;
    assert_true(training_plan(&t, &d, &cards, &options, &err));
    assert_int_equal(t.n, 3);
    assert_int_equal(t.items[2].state, TRAINING_STATE_WAITING);
    training_clear(&t);
    options = (struct training_options){ .today = MONDAY + 300 };
    assert_true(training_plan(&t, &d, &cards, &options, &err));
    assert_true(t.n == 1 && t.items[0].state == TRAINING_STATE_DUE);
    training_clear(&t);
    cards_clear(&cards);
    decisions_clear(&d);
    tabia_book_free(book);
}

/* ---- old boxes --------------------------------------------------------- */

static void test_boxes(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", book_text, &err);
    const struct decisions_options side = { .color = TABIA_WHITE };
    struct buf lines = { .limit = 1 << 20 };
    struct boxed_line boxed[2] = {
        { .box = 4, .due = monday.time + 5 * 86400, .seen = 5 },
        { .box = 0, .due = monday.time, .seen = 2, .lapses = 1 },
    };
    static const char *const played[2][3] = { { "e4", "e5", "Nf3" },
                                              { "e4", "c5", "c3" } };
    tabia_move moves[2][3];
    struct cards_import_result result;
    struct decisions d;
    (void)state;
    assert_true(decisions_find(&d, book, &side, &err));
    for (size_t i = 0; i < 2; i++) {
        struct tabia_pos pos;
        tabia_pos_set_start(&pos);
        boxed[i].start = pos;
        boxed[i].moves = moves[i];
        boxed[i].n = 3;
        for (size_t k = 0; k < 3; k++)
            assert_true(tabia_san_play(&pos, played[i][k], strlen(played[i][k]),
                                       &moves[i][k], &err));
    }
    struct cards none = cards_of("");
    buf_add_text(&lines, HEAD);
    assert_true(training_convert(&lines, &d, &none, boxed, 2, &result, &err));
    assert_int_equal(result.imported, 3); // 1.e4 once, by the better line
    struct cards cards = cards_of(buf_text(&lines));
    assert_int_equal(cards.ndamaged, 0);
    const struct card *e4 = cards_find(&cards, d.list[0].key, moves[0][0]);
    assert_non_null(e4);
    assert_int_equal(e4->memory.due, moment_day(moment_at(boxed[0].due)));
    assert_true(e4->memory.stability == 16);
    const struct card *c3 = cards_find(&cards, d.list[4].key, moves[1][2]);
    assert_true(c3 && c3->memory.lapses == 1 &&
                c3->memory.due == moment_day(moment_at(monday.time)));
    assert_true(training_convert(&lines, &d, &cards, boxed, 2, &result, &err));
    assert_true(result.imported == 0 && result.skipped == 3);
    cards_clear(&cards);
    cards_clear(&none);
    decisions_clear(&d);
    tabia_book_free(book);
    buf_clear(&lines);
}

/* ---- memory ------------------------------------------------------------ */

static bool plan_once(void *ctx, struct tabia_error *err)
{
    static const char text[] =
        HEAD "answer 2026-11-22T09:00:00+00:00 " START " e2e4 good\n"
             "answer 2026-11-21T09:00:00+00:00 " START " e2e4 good\n"
             "day 1 0 0 0 2026-11-01\n";
    const struct decisions_options side = { .color = TABIA_WHITE };
    const struct training_options options = { .today = MONDAY,
                                              .new_per_day = 9 };
    struct decisions d = { .n = 0 };
    struct cards cards = { .n = 0 };
    struct training t = { .n = 0 };
    const bool ok = decisions_find(&d, ctx, &side, err) &&
                    cards_read(&cards, bytes_of(text), err) &&
                    training_plan(&t, &d, &cards, &options, err);
    training_clear(&t);
    cards_clear(&cards);
    decisions_clear(&d);
    return ok;
}

static void test_no_memory(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", book_text, &err);
    (void)state;
    fail_alloc_each(plan_once, book);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days),         cmocka_unit_test(test_moments),
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_merging),
        cmocka_unit_test(test_import),       cmocka_unit_test(test_sketch),
        cmocka_unit_test(test_sketch_large), cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_accepted),     cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_no_memory),    cmocka_unit_test(test_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
