/*
 * test_serve_cache.c - which responses are cached, and memory used again
 */
#include "check.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/compiler.h"
#include "serve/http/response.h"
#include "serve/http/workspace.h"

enum { MANY = 20000 }; // addresses, far more than there are slots

static void put_for(struct response_cache *cache, const char *uri,
                    bool takes_gzip, unsigned generation)
{
    static char body[] = "{}";
    char copy[32];
    struct cached_response cached = {
        .uri = copy,
        .len = strlen(uri),
        .takes_gzip = takes_gzip,
        .generation = generation,
        .response = MHD_create_response_from_buffer(strlen(body), body,
                                                    MHD_RESPMEM_PERSISTENT),
    };
    snprintf(copy, sizeof(copy), "%s", uri);
    assert_non_null(cached.response);
    response_cache_put(cache, &cached);
}

static void put(struct response_cache *cache, const char *uri,
                unsigned generation)
{
    put_for(cache, uri, false, generation);
}

static void count_use(void *ctx, const struct cached_response *cached)
{
    assert_non_null(cached->response);
    ++*(int *)ctx;
}

static bool has_for(struct response_cache *cache, const char *uri,
                    bool takes_gzip, unsigned generation)
{
    int n = 0;
    const bool is_there =
        response_cache_use(cache, uri, strlen(uri), takes_gzip, generation,
                           count_use, &n);
    assert_int_equal(n, is_there);
    return is_there;
}

static bool has(struct response_cache *cache, const char *uri,
                unsigned generation)
{
    return has_for(cache, uri, false, generation);
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

/* One address has a response for each kind of client. */
static void test_encodings(void **state)
{
    (void)state;
    struct response_cache cache;
    assert_true(response_cache_init(&cache));
    put_for(&cache, "/a", true, 1);
    assert_true(has_for(&cache, "/a", true, 1));
    assert_false(has_for(&cache, "/a", false, 1));
    put_for(&cache, "/a", false, 1);
    assert_true(has_for(&cache, "/a", true, 1));
    assert_true(has_for(&cache, "/a", false, 1));
    response_cache_clear(&cache);
}

static void test_accepted(void **state)
{
    static const struct {
        const char *accepts;
        bool want;
    } rows[] = {
        { NULL, false },
        { "", false },
        { "gzip", true },
        { "GZip", true },
        { "deflate, gzip, br", true },
        { "br;q=1.0, gzip;q=0.8, *;q=0.1", true },
        { "gzip;q=0", false },
        { "gzip; q=0.000, br", false },
        { "gzip;q=0.01", true },
        { "identity", false },
        { "x-gzip", false },
        { "gzipped", false },
        { ",,gzip", true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (compressor_is_accepted(rows[i].accepts) != rows[i].want)
            fail_msg("Accept-Encoding: %s", rows[i].accepts);
    assert_true(compressor_shrinks_type("application/json"));
    assert_true(compressor_shrinks_type("text/plain; charset=utf-8"));
    assert_false(compressor_shrinks_type("application/octet-stream"));
}

/* Bodies of all sizes, one after the other by the same state. */
static void test_compressor(void **state)
{
    struct compressor c = { NULL };
    struct buf out = { .limit = 1 << 24 };
    static char body[1 << 20], back[1 << 20];
    (void)state;
    for (size_t i = 0; i < sizeof(body); i++)
        body[i] = (char)("{\"uci\":\"e2e4\"}"[i % 14] + (i % 4099 == 0));
    for (size_t size = 0; size <= sizeof(body); size = 3 * size + 1) {
        const struct tabia_bytes bytes = { (const uint8_t *)body, size };
        assert_true(compressor_run(&c, bytes, &out));
        z_stream stream = { .next_in = (Bytef *)out.data,
                            .avail_in = (uInt)out.size,
                            .next_out = (Bytef *)back,
                            .avail_out = sizeof(back) };
        assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
        assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
        assert_int_equal(stream.total_out, size);
        assert_memory_equal(back, body, size);
        assert_true(size < COMPRESSOR_MIN || out.size < size / 2);
        inflateEnd(&stream);
    }
    compressor_clear(&c);
    buf_clear(&out);
}

static void test_workspaces(void **state)
{
    (void)state;
    struct workspaces all;
    struct workspace *list[WORKSPACES_KEPT_MAX + 4];
    const size_t n = sizeof(list) / sizeof(list[0]);
    workspaces_init(&all);
    for (size_t i = 0; i < n; i++) {
        list[i] = workspace_acquire(&all);
        assert_non_null(list[i]);
        list[i]->body.limit = 1 << 20;
        assert_true(buf_reserve(&list[i]->body, i ? 100 : 1 << 19));
    }
    for (size_t i = 0; i < n; i++)
        workspace_release(&all, list[i]);
    assert_int_equal(all.n, WORKSPACES_KEPT_MAX);
    for (size_t i = 0; i < WORKSPACES_KEPT_MAX; i++) {
        struct workspace *ws = workspace_acquire(&all);
        // The last that was given back comes first; a large body was freed.
        assert_ptr_equal(ws, list[WORKSPACES_KEPT_MAX - 1 - i]);
        assert_int_equal(ws->body.room > 0, i < WORKSPACES_KEPT_MAX - 1);
        buf_clear(&ws->body);
        free(ws); // it has compressed nothing
    }
    assert_int_equal(all.n, 0);
    workspaces_clear(&all);
}

/* ---- If-None-Match --------------------------------------------------- */

static void test_known_tags(void **state)
{
    static const struct {
        const char *header;
        bool is_known;
    } cases[] = {
        { NULL, false },
        { "", false },
        { "*", true },
        { " * ", true },
        { "\"*\"", false },
        { "\"ab\"", true },
        { "W/\"ab\"", true },
        { "\"x\", \"ab\"", true },
        { "\"x\",W/\"y\" ,\tW/\"ab\", \"z\"", true },
        { "\"x, \"", false },
        { "\"xab\"", false },
        { "ab", false },
        { "W/ab", false },
        { "x\"ab\"", false },
        { "\"x\", junk, \"ab\"", false },
        { "\"ab", false },
        { "w/\"ab\"", false },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        nfailed += !check_number(cases[i].header ? cases[i].header : "absent",
                                 response_has_etag(cases[i].header, "\"ab\""),
                                 cases[i].is_known);
    assert_false(response_has_etag("*", "")); // such a response has no tag
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_tags), cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_encodings),  cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_compressor), cmocka_unit_test(test_workspaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
