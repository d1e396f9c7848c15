/*
 * test_base_pool.c - every task once, in any number of threads
 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/pool.h"
#include "fail_alloc.h"

enum { NTASKS = 5000 };

struct tally {
    int plain[NTASKS]; // written by one task each, read after pool_run
    atomic_int total;
};

static void add_one(void *ctx, size_t i)
{
    struct tally *tally = ctx;
    tally->plain[i]++;
    atomic_fetch_add(&tally->total, 1);
}

static void test_run(void **state)
{
    (void)state;
    static const int threads[] = { 1, 2, 3, 8 };
    static const size_t counts[] = { 0, 1, 2, 7, NTASKS };
    for (size_t t = 0; t < COUNT_OF(threads); t++) {
        struct pool *pool = pool_new(threads[t], NULL);
        assert_non_null(pool);
        assert_int_equal(pool_thread_count(pool), threads[t]);
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            static struct tally tally;
            memset(&tally, 0, sizeof(tally));
            pool_run(pool, counts[c], add_one, &tally);
            assert_int_equal(tally.total, counts[c]);
            for (size_t i = 0; i < NTASKS; i++)
                assert_int_equal(tally.plain[i], i < counts[c]);
        }
        pool_free(pool);
    }
    pool_free(NULL);
}

/* Many short runs, one after the other: nobody misses one or takes two. */
static void test_many_runs(void **state)
{
    (void)state;
    static struct tally tally;
    struct pool *pool = pool_new(4, NULL);
    assert_non_null(pool);
    for (int run = 1; run <= 2000; run++) {
        pool_run(pool, 3, add_one, &tally);
        assert_int_equal(tally.total, 3 * run);
    }
    pool_free(pool);
}

struct rendezvous {
    pthread_barrier_t barrier;
    atomic_int nblocked; // tasks that ran with SIGTERM blocked
};

static void meet(void *ctx, size_t i)
{
    (void)i;
    struct rendezvous *r = ctx;
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    atomic_fetch_add(&r->nblocked,
                     sigismember(&set, SIGTERM) && !sigismember(&set, SIGBUS));
    pthread_barrier_wait(&r->barrier);
}

/* The threads do run at once, and only the caller takes signals. */
static void test_parallel(void **state)
{
    (void)state;
    struct rendezvous r = { .nblocked = 0 };
    struct pool *pool = pool_new(3, NULL);
    assert_non_null(pool);
    pthread_barrier_init(&r.barrier, NULL, 3);
    pool_run(pool, 3, meet, &r);
    pthread_barrier_destroy(&r.barrier);
    assert_int_equal(r.nblocked, 2);
    pool_free(pool);
}

static void test_errors(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    assert_null(pool_new(-1, &err));
    assert_string_equal(err.msg, "expected 1 to 1024 threads, found -1");
    assert_null(pool_new(POOL_THREADS_MAX + 1, NULL));

    struct tabia_error nomem = { 0 };
    fail_alloc_after(0);
    struct pool *pool = pool_new(2, &nomem);
    fail_alloc_off();
    assert_null(pool);
    assert_int_equal(nomem.status, TABIA_ERR_NOMEM);

    assert_true(pool_cpu_count() >= 1);
    pool = pool_new(0, NULL);
    assert_non_null(pool);
    assert_int_equal(pool_thread_count(pool), pool_cpu_count());
    pool_free(pool);
}

static void test_clock(void **state)
{
    (void)state;
    uint64_t last = clock_now_ns();
    for (int i = 0; i < 1000; i++) {
        const uint64_t now = clock_now_ns();
        assert_true(now >= last);
        last = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),      cmocka_unit_test(test_many_runs),
        cmocka_unit_test(test_parallel), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
