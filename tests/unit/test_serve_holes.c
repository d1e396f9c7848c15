/*
 * test_serve_holes.c - what is kept of the holes of a book, and how long
 */
#include "format_check.h"

#include <stdio.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "serve/hole_cache.h"
#include "source/source_internal.h"

static const char REPLIES[] = "e2e4 e7e5\ne2e4 c7c5 g1f3 d7d6 d2d4 c5d4\n";

/* A book and its one source, as a request borrows them. */
struct borrowed {
    struct tabia_source *book, *replies;
    const struct tabia_source *list[1];
    struct coverage_sources from;
};

static void borrow(struct borrowed *b, const char *book)
{
    struct tabia_error err = { 0 };
    b->book = source_of_book(decode_text("ct800", book, &err), &err);
    b->replies = source_of_book(decode_text("ct800", REPLIES, &err), &err);
    b->list[0] = b->replies;
    b->from = (struct coverage_sources){ b->book, { b->list, 1, NULL } };
}

static void give_back(struct borrowed *b)
{
    tabia_source_close(b->replies);
    tabia_source_close(b->book);
}

static struct hole_key key_of(const char *sources, const char *book,
                              unsigned revision)
{
    struct hole_key key = { .revision = revision };
    snprintf(key.sources, sizeof(key.sources), "%s", sources);
    snprintf(key.book, sizeof(key.book), "%s", book);
    return key;
}

/* How often the source and the book were asked for one survey. */
static void ask(struct hole_cache *index, const struct hole_key *key,
                const char *book, unsigned lookups[2])
{
    static const atomic_bool is_ending;
    struct tabia_error err = { 0 };
    struct borrowed b;
    borrow(&b, book);
    struct coverage *c = hole_cache_lock(index, key, &is_ending, &err);
    assert_non_null(c);
    const uint64_t of_book = coverage_lookup_count(c);
    const uint64_t of_source = likely_replies_lookup_count(coverage_replies(c));
    assert_true(coverage_survey(c, &b.from, NULL, &err));
    assert_int_equal(coverage_hole_count(c), 1);
    lookups[0] = (unsigned)(likely_replies_lookup_count(coverage_replies(c)) -
                            of_source);
    lookups[1] = (unsigned)(coverage_lookup_count(c) - of_book);
    hole_cache_unlock(index);
    give_back(&b);
}

static void test_kept(void **state)
{
    (void)state;
    static const char first[] = "e2e4 e7e5 g1f3\ne2e4 c7c5 g1f3\n";
    static const char second[] = "e2e4 e7e5 g1f3\n"
                                 "e2e4 c7c5 g1f3 d7d6 d2d4\n";
    static const struct {
        const char *name, *sources, *book;
        unsigned revision;
        const char *text;
        unsigned replies; // look-ups in the source
        bool is_kept;     // none in the book
    } cases[] = {
        { "new", "games:0", "mine", 0, first, 3, false },
        { "again", "games:0", "mine", 0, first, 0, true },
        { "changed", "games:0", "mine", 1, second, 1, false },
        { "changed again", "games:0", "mine", 1, second, 0, true },
        { "undone", "games:0", "mine", 2, first, 0, false },
        { "another book", "games:0", "other", 0, first, 0, false },
        { "the first one again", "games:0", "mine", 2, first, 0, true },
        { "another state of the source", "games:1", "mine", 2, first, 3,
          false },
        { "three more sources", "a", "mine", 2, first, 3, false },
        { "three more sources", "b", "mine", 2, first, 3, false },
        { "three more sources", "c", "mine", 2, first, 3, false },
        { "the oldest is gone", "games:0", "mine", 2, first, 3, false },
        { "a newer one is there", "b", "mine", 2, first, 0, true },
    };
    struct hole_cache index;
    int nfailed = 0;
    assert_true(hole_cache_init(&index, NULL));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct hole_key key =
            key_of(cases[i].sources, cases[i].book, cases[i].revision);
        unsigned got[2];
        char text[64], want[64];
        ask(&index, &key, cases[i].text, got);
        snprintf(text, sizeof(text), "%u %s", got[0],
                 got[1] ? "look-ups" : "kept");
        snprintf(want, sizeof(want), "%u %s", cases[i].replies,
                 cases[i].is_kept ? "kept" : "look-ups");
        nfailed += !check_text(cases[i].name, text, want);
    }
    hole_cache_clear(&index);
    assert_int_equal(nfailed, 0);
}

/* A survey that failed leaves nothing half done. */
static bool ask_once(void *ctx, struct tabia_error *err)
{
    static const atomic_bool is_ending;
    const struct hole_key key = key_of("games:0", "mine", 0);
    const struct borrowed *b = ctx;
    struct hole_cache index;
    if (!hole_cache_init(&index, err))
        return false;
    struct coverage *c = hole_cache_lock(&index, &key, &is_ending, err);
    const bool ok = c && coverage_survey(c, &b->from, NULL, err);
    if (c && !ok)
        hole_cache_drop(&index, c);
    hole_cache_unlock(&index);
    hole_cache_clear(&index);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct borrowed b;
    borrow(&b, "e2e4 e7e5 g1f3\n");
    fail_alloc_each(ask_once, &b);
    give_back(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
