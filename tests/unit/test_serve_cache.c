/*
 * test_serve_cache.c - which responses are cached, and memory used again
 */
#include "check.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/server_def.h"

enum { MANY = 20000 }; // addresses, far more than there are slots

static void put(struct response_cache *cache, const char *uri,
                unsigned generation)
{
    static char body[] = "{}";
    char copy[32];
    struct cached_response cached = {
        .uri = copy,
        .len = strlen(uri),
        .generation = generation,
        .response = MHD_create_response_from_buffer(strlen(body), body,
                                                    MHD_RESPMEM_PERSISTENT),
    };
    snprintf(copy, sizeof(copy), "%s", uri);
    assert_non_null(cached.response);
    response_cache_put(cache, &cached);
}

static void count_use(void *ctx, const struct cached_response *cached)
{
    assert_non_null(cached->response);
    ++*(int *)ctx;
}

static bool has(struct response_cache *cache, const char *uri,
                unsigned generation)
{
    int n = 0;
    const bool is_there =
        response_cache_use(cache, uri, strlen(uri), generation, count_use, &n);
    assert_int_equal(n, is_there);
    return is_there;
}

static void test_addresses(void **state)
{
    (void)state;
    struct response_cache cache;
    assert_true(response_cache_init(&cache));
    assert_false(has(&cache, "/first", 1));
    put(&cache, "/first", 1);
    assert_true(has(&cache, "/first", 1)); // there was room
    for (int i = 0; i < MANY; i++) {
        char uri[32];
        snprintf(uri, sizeof(uri), "/%d", i);
        put(&cache, uri, 1);
    }
    assert_true(has(&cache, "/first", 1)); // each came once
    for (int i = 0; i < MANY; i++) {
        char uri[32];
        snprintf(uri, sizeof(uri), "/%d", i);
        if (has(&cache, uri, 1))
            continue;
        put(&cache, uri, 1);
        put(&cache, uri, 1);
        assert_true(has(&cache, uri, 1)); // it came twice in a row
    }
    assert_false(has(&cache, "/first", 1));

    put(&cache, "/first", 2); // what was there is of an older generation
    assert_true(has(&cache, "/first", 2));
    assert_false(has(&cache, "/first", 3));
    response_cache_clear(&cache);
}

static void test_workspaces(void **state)
{
    (void)state;
    struct workspaces all;
    struct workspace *list[WORKSPACES_KEPT + 4];
    const size_t n = sizeof(list) / sizeof(list[0]);
    workspaces_init(&all);
    for (size_t i = 0; i < n; i++) {
        list[i] = workspace_take(&all);
        assert_non_null(list[i]);
        list[i]->body.limit = 1 << 20;
        assert_true(buf_reserve(&list[i]->body, i ? 100 : 1 << 19));
    }
    for (size_t i = 0; i < n; i++)
        workspace_give(&all, list[i]);
    assert_int_equal(all.n, WORKSPACES_KEPT);
    for (size_t i = 0; i < WORKSPACES_KEPT; i++) {
        struct workspace *ws = workspace_take(&all);
        // The last that was given back comes first; a large body was freed.
        assert_ptr_equal(ws, list[WORKSPACES_KEPT - 1 - i]);
        assert_int_equal(ws->body.room > 0, i < WORKSPACES_KEPT - 1);
        buf_clear(&ws->body);
        free(ws);
    }
    assert_int_equal(all.n, 0);
    workspaces_clear(&all);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_workspaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
