/*
 * test_serve_jobs.c - the queue of slow tasks, when several ask for much
 */
#include "check.h"

#include <stdatomic.h>
#include <unistd.h>

#include "base/compiler.h"
#include "serve/http/jobs.h"

/* What ran, by the letters of the owners; the first task waits. */
struct log {
    struct jobs jobs;
    atomic_bool is_running, may_go;
    char order[JOBS_WAITING_MAX + 2];
    size_t n; // written by the one thread of the jobs
};

static struct log *the_log;

static void run_first(void *ctx)
{
    struct log *log = ctx;
    atomic_store(&log->is_running, true);
    while (!atomic_load(&log->may_go))
        usleep(1000);
}

static void run_letter(void *ctx)
{
    the_log->order[the_log->n++] = *(const char *)ctx;
}

static bool add(struct log *log, const char *owner)
{
    return jobs_add(&log->jobs,
                    (struct jobs_task){ run_letter, (void *)owner, owner });
}

/* One thread, which is busy with a task of "a" until finish. */
static void start(struct log *log)
{
    *log = (struct log){ .n = 0 };
    the_log = log;
    assert_true(jobs_start(&log->jobs, 1, NULL));
    assert_true(
        jobs_add(&log->jobs, (struct jobs_task){ run_first, log, "a" }));
    while (!atomic_load(&log->is_running))
        usleep(1000);
}

static void finish(struct log *log)
{
    atomic_store(&log->may_go, true);
    jobs_stop(&log->jobs);
}

static void test_turns(void **state)
{
    static const struct {
        const char *added, *order;
    } cases[] = {
        { "", "" },           { "aaa", "aaa" },     { "bcb", "bcb" },
        { "aaab", "baaa" },   { "aaabb", "babaa" }, { "aaabc", "bacaa" },
        { "bbbac", "babcb" },
    };
    static const char *const owners[] = { "a", "b", "c" };
    struct log log;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        start(&log);
        for (const char *p = cases[i].added; *p; p++)
            assert_true(add(&log, owners[*p - 'a']));
        finish(&log);
        assert_string_equal(log.order, cases[i].order);
    }
}

static void test_room(void **state)
{
    struct log log;
    (void)state;
    start(&log);
    for (size_t i = 0; i < JOBS_OWNED_MAX; i++)
        assert_true(add(&log, "a"));
    assert_false(add(&log, "a"));
    for (size_t i = JOBS_OWNED_MAX; i < JOBS_WAITING_MAX; i++)
        assert_true(add(&log, "b"));
    assert_false(add(&log, "b"));
    assert_false(add(&log, "c"));
    finish(&log);
    assert_int_equal(log.n, JOBS_WAITING_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
