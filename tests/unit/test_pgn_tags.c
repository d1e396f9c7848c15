/*
 * test_pgn_tags.c - what the usual tags mean, row by row
 */
#include "check.h"

#include "base/compiler.h"
#include "guard.h"
#include "pgn/tags.h"

static struct tabia_pgn_text text_of(const struct guard *g)
{
    return (struct tabia_pgn_text){ (const char *)g->data, g->size };
}

static const struct {
    const char *value;
    unsigned long long elo, date;
} number_cases[] = {
    { "", 0, 0 },
    { "2400", 2400, 24000000 },
    { " 2400 ", 2400, 24000000 },
    { "0", 0, 0 },
    { "?", 0, 0 },
    { "-", 0, 0 },
    { "-2400", 0, 0 },
    { "2400?", 0, 24000000 },
    { "24x", 0, 0 },
    { "9999", 9999, 99990000 },
    { "10000", 0, 0 },
    { "2015.06.01", 0, 20150601 },
    { "2015.06.??", 0, 20150600 },
    { "2015.??.??", 0, 20150000 },
    { "2015.??.05", 0, 20150000 },
    { "????.??.??", 0, 0 },
    { "2015-06-01", 0, 20150601 },
    { "2015/6/1", 0, 20150601 },
    { "2015.06", 0, 20150600 },
    { "2015.06.01T12:00", 0, 20150601 },
    { "2015.13.01", 0, 20150000 },
    { "2015.00.01", 0, 20150000 },
    { "2015.02.29", 0, 20150200 },
    { "2016.02.29", 0, 20160229 },
    { "1900.02.29", 0, 19000200 },
    { "2000.02.29", 0, 20000229 },
    { "2015.06.031", 0, 20150600 },
    { "2015.061", 0, 20150000 },
    { "0000.06.01", 0, 0 },
    { "01.06.2015", 0, 0 },
    { "20150601", 0, 0 },
};

static void test_numbers(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(number_cases); i++) {
        const char *value = number_cases[i].value;
        struct guard g = guard_copy(value, strlen(value));
        ok &= check_number(value, tags_parse_elo(text_of(&g)),
                           number_cases[i].elo);
        ok &= check_number(value, tags_parse_date(text_of(&g)),
                           number_cases[i].date);
        guard_free(&g);
    }
    assert_true(ok);
}

static const struct {
    tags_date a, b;
    int order;
} order_cases[] = {
    { 20150601, 20150601, 0 }, { 20150601, 20150602, -1 },
    { 20150601, 20150531, 1 }, { 20150600, 20150601, 0 },
    { 20150601, 20150000, 0 }, { 20150000, 20150600, 0 },
    { 20150700, 20150631, 1 }, { 20150000, 20160101, -1 },
    { 20150000, 20141231, 1 }, { 20150600, 20150500, 1 },
    { 20150000, 20150000, 0 }, { 20151231, 20160000, -1 },
};

static void test_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(order_cases); i++) {
        const tags_date a = order_cases[i].a, b = order_cases[i].b;
        assert_int_equal(tags_compare_dates(a, b), order_cases[i].order);
        assert_int_equal(tags_compare_dates(b, a), -order_cases[i].order);
    }
}

static const struct {
    const char *value, *speed;
    enum tabia_result result;
} word_cases[] = {
    { "1-0", "?", TABIA_RESULT_WHITE },
    { "0-1", "?", TABIA_RESULT_BLACK },
    { "1/2-1/2", "?", TABIA_RESULT_DRAW },
    { "1/2", "bullet", TABIA_RESULT_DRAW },
    { "*", "?", TABIA_RESULT_OPEN },
    { "", "?", TABIA_RESULT_NONE },
    { "?", "?", TABIA_RESULT_NONE },
    { "-", "correspondence", TABIA_RESULT_NONE },
    { "0+0", "ultraBullet", TABIA_RESULT_NONE },
    { "29", "ultraBullet", TABIA_RESULT_NONE },
    { "30+0", "bullet", TABIA_RESULT_NONE },
    { "60+2", "bullet", TABIA_RESULT_NONE },
    { "60+3", "blitz", TABIA_RESULT_NONE },
    { "180+0", "blitz", TABIA_RESULT_NONE },
    { "479+0", "blitz", TABIA_RESULT_NONE },
    { "300+5", "rapid", TABIA_RESULT_NONE },
    { "1499", "rapid", TABIA_RESULT_NONE },
    { "1500", "classical", TABIA_RESULT_NONE },
    { "21599", "classical", TABIA_RESULT_NONE },
    { "21600", "correspondence", TABIA_RESULT_NONE },
    { "*180", "blitz", TABIA_RESULT_NONE },
    { "40/7200:3600", "classical", TABIA_RESULT_NONE },
    { "40/5400+30:1800+30", "classical", TABIA_RESULT_NONE },
    { "20/300", "rapid", TABIA_RESULT_NONE },
    { "20/300:100", "blitz", TABIA_RESULT_NONE },
    { "1/259200", "correspondence", TABIA_RESULT_NONE },
    { "0/60", "?", TABIA_RESULT_NONE },
    { "60+", "?", TABIA_RESULT_NONE },
    { "60:", "?", TABIA_RESULT_NONE },
    { "60+1x", "?", TABIA_RESULT_NONE },
    { "999999999+999999999", "correspondence", TABIA_RESULT_NONE },
    { "9999999999", "?", TABIA_RESULT_NONE },
};

static void test_words(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(word_cases); i++) {
        const char *value = word_cases[i].value;
        struct guard g = guard_copy(value, strlen(value));
        const enum tabia_speed speed = tags_parse_speed(text_of(&g));
        const char *name = speed ? tabia_speed_name(speed) : "?";
        ok &= check_text(value, name, word_cases[i].speed);
        ok &= check_number(value, tags_parse_result(text_of(&g)),
                           word_cases[i].result);
        if (speed)
            assert_int_equal(tags_find_speed(name, strlen(name)), speed);
        guard_free(&g);
    }
    assert_int_equal(tags_find_speed("BLITZ", 5), TABIA_SPEED_BLITZ);
    assert_int_equal(tags_find_speed("blit", 4), TABIA_SPEED_NONE);
    assert_int_equal(tags_find_speed("unknown", 7), TABIA_SPEED_NONE);
    assert_true(ok);
}

static const struct {
    const char *value, *name;
    bool is_same;
} player_cases[] = {
    { "Carlsen, Magnus", "Carlsen, Magnus", true },
    { "Carlsen,Magnus", "carlsen, MAGNUS ", true },
    { " Carlsen,M", "Carlsen, M", true },
    { "Carlsen,M", "Carlsen, Magnus", false },
    { "Carlsen, Magnus", "Carlsen, M", false },
    { "The \\\"Rock\\\"", "the \"rock\"", true },
    { "a\\\\b", "A\\B", true },
    { "", "", true },
    { " ", "", true },
    { "", "x", false },
    // In UTF-8 and Windows-1252, either way.
    { "M\xFCller, J", "M\xC3\xBCller,J", true },
    { "M\xC3\xBCller, J", "m\xFCller, j", true },
    { "M\xFCller", "M\xC3\xB6ller", false },
    { "\x80 \\\"", "\xE2\x82\xAC\"", true },
};

static void test_players(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(player_cases); i++) {
        const char *value = player_cases[i].value;
        const char *name = player_cases[i].name;
        struct guard g = guard_copy(value, strlen(value));
        struct guard n = guard_copy(name, strlen(name));
        assert_int_equal(tags_is_player(text_of(&g), (const char *)n.data,
                                        n.size),
                         player_cases[i].is_same);
        guard_free(&n);
        guard_free(&g);
    }
}

static void test_known(void **state)
{
    (void)state;
    static const char *const unknown[] = { "", " ", "?", "????.??.??", "? " };
    static const char *const known[] = { "-", "x", "2015.??.??", "0" };
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        assert_false(tags_is_known(
            (struct tabia_pgn_text){ unknown[i], strlen(unknown[i]) }));
    for (size_t i = 0; i < COUNT_OF(known); i++)
        assert_true(tags_is_known(
            (struct tabia_pgn_text){ known[i], strlen(known[i]) }));
}

static void test_variants(void **state)
{
    static const struct {
        const char *name;
        bool is_chess, is_960;
    } cases[] = {
        { "", true, false },
        { "?", true, false },
        { "Standard", true, false },
        { "From Position", true, false },
        { "Chess960", true, true },
        { "Fischer Random", true, true },
        { "Freestyle Chess", true, true },
        { "Chess 9LX", true, true },
        { "DFRC", true, true },
        { "Crazyhouse", false, false },
        { "King of the Hill", false, false },
        { "Chess960 and much more than there is room for", false, false },
        { "-------------------------------------------", false, false },
    };
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *name = cases[i].name;
        const size_t len = strlen(name);
        ok &= check_number(name, tags_is_chess(name, len), cases[i].is_chess);
        ok &= check_number(name, tags_is_chess960(name, len), cases[i].is_960);
    }
    assert_true(ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_order),
        cmocka_unit_test(test_words),   cmocka_unit_test(test_players),
        cmocka_unit_test(test_known),   cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
