/*
 * test_serve_request_params.c - addresses of requests, taken apart
 */
#include "check.h"

#include "base/compiler.h"
#include "serve/api/explorer.h"
#include "serve/request_params.h"

static const struct {
    const char *name, *uri;
    const char *want; // what describe() prints, or "!" and the error
} cases[] = {
    { "nothing", "/masters", "/masters 0 -1 -1 ratings 0 speeds 0 0-0" },
    { "moves", "/masters?play=e2e4,e7e5&moves=5",
      "/masters 2 5 -1 ratings 0 speeds 0 0-0" },
    { "blanks and commas",
      "/a?play=e2e4%2Ce7e5%2c&moves=", "/a 2 -1 -1 ratings 0 speeds 0 0-0" },
    { "years", "/a?since=1952&until=2020",
      "/a 0 -1 -1 ratings 0 speeds 0 195201-202012" },
    { "months", "/a?since=2024-3&until=2024-12",
      "/a 0 -1 -1 ratings 0 speeds 0 202403-202412" },
    // The groups begin at 0, 1000, 1200, ... 2500: bits 0, 1, 2, ... 8.
    { "ratings", "/a?ratings=400,0,1199,1200,9999",
      "/a 0 -1 -1 ratings 263 speeds 0 0-0" },
    // ultraBullet is the first speed: bit 1; bit 0 is "not known".
    { "speeds", "/a?speeds=ultraBullet,blitz,correspondence",
      "/a 0 -1 -1 ratings 0 speeds 74 0-0" },
    { "first of several", "/a?moves=1&moves=2",
      "/a 0 1 -1 ratings 0 speeds 0 0-0" },
    { "a percent sign", "/a%zz?q=%zz", "/a%zz 0 -1 -1 ratings 0 speeds 0 0-0" },
    { "colour", "/a?color=black", "/a 0 -1 1 ratings 0 speeds 0 0-0" },
    { "side", "/a?side=white", "/a 0 -1 0 ratings 0 speeds 0 0-0" },
    { "NUL", "/a?q=%00", "!the address is not valid UTF-8" },
    { "a blank", "/a%20b", "/a b 0 -1 -1 ratings 0 speeds 0 0-0" },
    { "NUL in the path", "/a%00", "!no path" },
    { "not UTF-8 in the path", "/a%c3%28?q=a", "!no path" },
    { "not UTF-8", "/a?q=%c3%28", "!the address is not valid UTF-8" },
    { "illegal", "/a?play=e2e4,e2e4", "!play: move 2: no piece on e2" },
    { "number", "/a?moves=1x",
      "!moves: expected a number from 0 to 1000000, found '1x'" },
    { "large", "/a?moves=1000001",
      "!moves: expected a number from 0 to 1000000, found '1000001'" },
    { "month", "/a?since=2024-13",
      "!since: expected YYYY or YYYY-MM, found '2024-13'" },
    { "speed", "/a?speeds=fast",
      "!speeds: expected some of unknown, ultraBullet, bullet, blitz, rapid, "
      "classical, correspondence; found 'fast'" },
    { "all speeds",
      "/a?speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence",
      "/a 0 -1 -1 ratings 0 speeds 0 0-0" },
    { "all ratings", "/a?ratings=400,1000,1200,1400,1600,1800,2000,2200,2500",
      "/a 0 -1 -1 ratings 0 speeds 0 0-0" },
    { "sort", "/a?sort=name", "!sort: expected rating or date, found 'name'" },
    { "variant", "/a?variant=atomic",
      "!variant: expected standard chess, found 'atomic'" },
};

static void describe(const char *text, char *got, size_t size)
{
    struct tabia_error err = { 0 };
    struct uri uri;
    struct request_params q;
    char path[256];
    if (!uri_decode_path(text, strlen(text), path))
        snprintf(got, size, "!no path");
    else if (!uri_parse(&uri, text, strlen(text), &err) ||
             !request_params_parse(&q, &uri, 0, &err))
        snprintf(got, size, "!%s", err.msg);
    else
        snprintf(got, size, "%.40s %zu %d %d ratings %u speeds %u %u-%u", path,
                 q.nplayed, q.moves, q.player_color, q.filter.ratings,
                 q.filter.speeds, q.filter.since, q.filter.until);
}

static void test_cases(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[256];
        describe(cases[i].uri, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* What an endpoint does not have may be anything. */
static void test_skips(void **state)
{
    static const char text[] = "/masters?ratings=high&speeds=fast&moves=3";
    struct uri uri;
    struct request_params q;
    (void)state;
    assert_true(uri_parse(&uri, text, strlen(text), NULL));
    assert_false(request_params_parse(&q, &uri, 0, NULL));
    assert_false(request_params_parse(&q, &uri, PARAM_SKIP_RATINGS, NULL));
    assert_true(request_params_parse(
        &q, &uri, PARAM_SKIP_RATINGS | PARAM_SKIP_SPEEDS, NULL));
    assert_int_equal(q.filter.ratings | q.filter.speeds, 0);
    assert_int_equal(q.moves, 3);
}

/* FIDE's table 8.1.1 at some of its rows. */
static void test_performance(void **state)
{
    static const struct {
        unsigned percent;
        int want;
    } rows[] = { { 100, 800 }, { 99, 677 }, { 90, 366 }, { 75, 193 },
                 { 51, 7 },    { 50, 0 },   { 49, -7 },  { 25, -193 },
                 { 1, -677 },  { 0, -800 } };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(explorer_rating_difference(rows[i].percent),
                         rows[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_skips),
        cmocka_unit_test(test_performance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
