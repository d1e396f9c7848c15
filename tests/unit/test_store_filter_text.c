/*
 * test_store_filter_text.c - filters of games as people and programs write them
 */
#include "check.h"

#include "base/compiler.h"
#include "store/filter_text.h"

#define RATINGS_ERROR                                                          \
    "!expected some of 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500, "    \
    "none; found "
#define SPEEDS_ERROR                                                           \
    "!expected some of unknown, ultraBullet, bullet, blitz, rapid, "           \
    "classical, correspondence; found "

static const struct {
    const char *name;
    char kind; // r, s, m
    enum filter_reading how;
    const char *text;
    const char *want; // the number, or "!" and the error
} cases[] = {
    { "groups", 'r', FILTER_EXACT, "0,1000,2500", "259" },
    { "none", 'r', FILTER_EXACT, "none", "512" },
    { "not a bound", 'r', FILTER_EXACT, "2100", RATINGS_ERROR "'2100'" },
    { "empty", 'r', FILTER_EXACT, "1000,", RATINGS_ERROR "''" },
    { "falls into", 'r', FILTER_LICHESS, "400,0,1199,1200,9999", "263" },
    { "none, too", 'r', FILTER_LICHESS, "none", "512" },
    { "blanks", 'r', FILTER_LICHESS, ", 1000,,", "2" },
    { "nothing", 'r', FILTER_LICHESS, "", "0" },
    { "too high", 'r', FILTER_LICHESS, "10001", RATINGS_ERROR "'10001'" },
    { "a word", 'r', FILTER_LICHESS, "high", RATINGS_ERROR "'high'" },
    { "speeds", 's', FILTER_EXACT, "ultraBullet,blitz", "10" },
    { "unknown", 's', FILTER_EXACT, "unknown", "1" },
    { "no speed", 's', FILTER_LICHESS, "fast", SPEEDS_ERROR "'fast'" },
    { "case", 's', FILTER_LICHESS, "Blitz", SPEEDS_ERROR "'Blitz'" },
    { "year", 'm', FILTER_EXACT, "2024", "202407" },
    { "month", 'm', FILTER_EXACT, "2024-03", "202403" },
    { "one digit", 'm', FILTER_EXACT, "2024-3",
      "!expected YYYY or YYYY-MM, found '2024-3'" },
    { "one digit on Lichess", 'm', FILTER_LICHESS, "2024-3", "202403" },
    { "month 13", 'm', FILTER_LICHESS, "2024-13",
      "!expected YYYY or YYYY-MM, found '2024-13'" },
    { "month 0", 'm', FILTER_LICHESS, "2024-0",
      "!expected YYYY or YYYY-MM, found '2024-0'" },
    { "sign", 'm', FILTER_EXACT, "2024-+1",
      "!expected YYYY or YYYY-MM, found '2024-+1'" },
    { "day", 'm', FILTER_LICHESS, "2024-03-01",
      "!expected YYYY or YYYY-MM, found '2024-03-01'" },
};

static void describe(size_t i, char *got, size_t size)
{
    struct tabia_error err = { 0 };
    const char *text = cases[i].text;
    const size_t len = strlen(text);
    unsigned mask = 0;
    uint32_t month = 0;
    const bool ok =
        cases[i].kind == 'r'
            ? filter_text_ratings(text, len, cases[i].how, &mask, &err)
        : cases[i].kind == 's'
            ? filter_text_speeds(text, len, cases[i].how, &mask, &err)
            : filter_text_month(text, len, cases[i].how, 7, &month, &err);
    if (ok)
        snprintf(got, size, "%u", mask + month);
    else
        snprintf(got, size, "!%s", err.msg);
}

static void test_cases(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[256];
        describe(i, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* All that Lichess has is everything; one less is a filter. */
static void test_widen(void **state)
{
    static const struct {
        const char *ratings, *speeds;
        unsigned want_ratings, want_speeds;
    } rows[] = {
        { "0,1000,1200,1400,1600,1800,2000,2200,2500",
          "ultraBullet,bullet,blitz,rapid,classical,correspondence", 0, 0 },
        { "0,1000,1200,1400,1600,1800,2000,2200,2500,none",
          "unknown,ultraBullet,bullet,blitz,rapid,classical,correspondence", 0,
          0 },
        { "0,1000,1200,1400,1600,1800,2000,2200",
          "ultraBullet,bullet,blitz,rapid,classical", 0xff, 0x3e },
        { "none", "unknown", 0x200, 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_store_filter filter = { 0 };
        assert_true(filter_text_ratings(rows[i].ratings,
                                        strlen(rows[i].ratings), FILTER_EXACT,
                                        &filter.ratings, NULL));
        assert_true(filter_text_speeds(rows[i].speeds, strlen(rows[i].speeds),
                                       FILTER_EXACT, &filter.speeds, NULL));
        filter_text_widen(&filter);
        assert_int_equal(filter.ratings, rows[i].want_ratings);
        assert_int_equal(filter.speeds, rows[i].want_speeds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_widen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
