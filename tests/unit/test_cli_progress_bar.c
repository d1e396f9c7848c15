/*
 * test_cli_progress_bar.c - what the user sees of a long job, and when
 */
#include "check.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "cli/progress_bar.h"

#define SECONDS(n) ((uint64_t)(n)*1000000000u)

static const struct {
    const char *name;
    uint64_t total, done, elapsed_s;
    bool terminal;
    int columns;
    const char *want;
} cases[] = {
    { "no total", 0, 1234, 10, false, 80, "reading: 1234 games, 123 games/s" },
    { "no total, terminal", 0, 123456, 1, true, 80,
      "reading: 123.4k games, 123.4k games/s" },
    { "half", 1000, 500, 100, false, 80, "reading: 50%, 5 games/s, 1:40 left" },
    { "hours", 1000000, 1000, 10, false, 80,
      "reading: 0%, 100 games/s, 2:46:30 left" },
    { "millions", 80000000, 40000000, 8, false, 80,
      "reading: 50%, 5.0M games/s, 0:08 left" },
    { "all", 10, 10, 1, false, 80, "reading: 100%, 10 games/s" },
    { "too many", 10, 20, 1, false, 80, "reading: 100%, 20 games/s" },
    { "no time yet", 10, 0, 0, false, 80, "reading: 0%" },
    { "nothing yet", 10, 0, 5, false, 80, "reading: 0%, 0 games/s" },
    { "huge", 0, UINT64_MAX, 1, false, 80,
      "reading: 18.4E games, 18.4E games/s" },
    { "bar", 100, 50, 10, true, 80,
      "reading [============>            ] 50%, 5 games/s, 0:10 left" },
    { "full bar", 100, 100, 10, true, 80,
      "reading [=========================] 100%, 10 games/s" },
    { "narrow terminal", 100, 50, 10, true, 20, "reading [=====>    " },
};

static void test_format(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct progress_bar p = {
            .label = "reading",
            .unit = "games",
            .total = cases[i].total,
            .done = cases[i].done,
            .start_ns = SECONDS(5),
            .columns = cases[i].columns,
            .is_terminal = cases[i].terminal,
        };
        char got[PROGRESS_BAR_SIZE];
        const size_t len =
            progress_bar_print(&p, SECONDS(5 + cases[i].elapsed_s), got);
        ok &= check_text(cases[i].name, got, cases[i].want);
        ok &= check_number(cases[i].name, len, strlen(got));
    }
    assert_true(ok);
}

/* Labels of any length fit. */
static void test_long_label(void **state)
{
    (void)state;
    char label[1000];
    memset(label, 'x', sizeof(label) - 1);
    label[sizeof(label) - 1] = '\0';
    struct progress_bar p = { .label = label,
                              .unit = label,
                              .total = 9,
                              .done = 3,
                              .columns = 500,
                              .is_terminal = true };
    char got[PROGRESS_BAR_SIZE];
    assert_int_equal(progress_bar_print(&p, SECONDS(1), got),
                     PROGRESS_BAR_SIZE - 1);
}

/* What one update and the finish write, 'age_s' after the last line. */
static void watch(bool quiet, bool terminal, uint64_t age_s, char got[100])
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct progress_bar p;
    progress_bar_init(&p, "reading", "games", 0, quiet);
    p.fd = ends[1];
    p.is_terminal = terminal;
    p.start_ns -= SECONDS(age_s);
    p.shown_ns -= SECONDS(age_s);
    progress_bar_update(&p, 0);
    progress_bar_update(&p, 0); // too soon for another
    progress_bar_finish(&p);
    close(ends[1]);
    const ssize_t len = read(ends[0], got, 99);
    got[len > 0 ? len : 0] = '\0';
    close(ends[0]);
}

static void test_when(void **state)
{
    (void)state;
    char got[100];
    watch(true, true, 60, got);
    assert_string_equal(got, "");
    watch(false, true, 0, got);
    assert_string_equal(got, "");
    watch(false, true, 1, got);
    assert_string_equal(got, "\r\033[Kreading: 0 games, 0 games/s\r\033[K");
    watch(false, false, 9, got);
    assert_string_equal(got, "");
    watch(false, false, 11, got);
    assert_string_equal(got, "reading: 0 games, 0 games/s\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_long_label),
        cmocka_unit_test(test_when),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
