/*
 * test_base_json_writer.c - JSON as text, byte for byte
 */
#include "check.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/json_writer.h"
#include "base/sink.h"
#include "base/utf8.h"
#include "fail_alloc.h"
#include "guard.h"

struct position_writer {
    struct buf buf;
    struct sink dst;
    struct json_writer js;
    struct tabia_error err;
};

static void start(struct position_writer *w, bool pretty)
{
    *w = (struct position_writer){ .buf = { .limit = 1 << 20 } };
    w->dst = sink_to_buf(&w->buf, &w->err);
    json_writer_init(&w->js, &w->dst, pretty);
}

static void write_sample(struct json_writer *js)
{
    json_writer_begin_object(js);
    json_writer_key(js, "name");
    json_writer_put_text(js, "King's \"Gambit\"");
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    json_writer_put_int(js, -1);
    json_writer_begin_object(js);
    json_writer_end(js);
    json_writer_begin_array(js);
    json_writer_end(js);
    json_writer_begin_array(js);
    json_writer_put_bool(js, true);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_key(js, "none");
    json_writer_put_text(js, NULL);
    json_writer_key(js, "key");
    json_writer_put_hex64(js, 0xABC);
    json_writer_end(js);
}

static void test_pairs(void **state)
{
    (void)state;
    struct position_writer w;
    start(&w, false);
    json_writer_begin_object(&w.js);
    json_writer_pair_text(&w.js, "text", "a");
    json_writer_pair_text(&w.js, "none", NULL);
    json_writer_pair_int(&w.js, "int", -7);
    json_writer_pair_uint(&w.js, "uint", 7);
    json_writer_pair_double(&w.js, "double", 0.5);
    json_writer_pair_bool(&w.js, "bool", false);
    json_writer_end(&w.js);
    assert_string_equal(buf_text(&w.buf),
                        "{\"text\":\"a\",\"none\":null,\"int\":-7,"
                        "\"uint\":7,\"double\":0.5,\"bool\":false}\n");
    buf_clear(&w.buf);
}

static void test_layout(void **state)
{
    (void)state;
    struct position_writer w;
    start(&w, false);
    write_sample(&w.js);
    json_writer_put_uint(&w.js, UINT64_MAX);
    json_writer_put_int(&w.js, INT64_MIN);
    assert_string_equal(
        buf_text(&w.buf),
        "{\"name\":\"King's \\\"Gambit\\\"\",\"moves\":[-1,{},[],[true]],"
        "\"none\":null,\"key\":\"0000000000000abc\"}\n"
        "18446744073709551615\n-9223372036854775808\n");
    buf_clear(&w.buf);

    start(&w, true);
    write_sample(&w.js);
    assert_string_equal(buf_text(&w.buf),
                        "{\n"
                        "  \"name\": \"King's \\\"Gambit\\\"\",\n"
                        "  \"moves\": [\n"
                        "    -1,\n"
                        "    {},\n"
                        "    [],\n"
                        "    [\n"
                        "      true\n"
                        "    ]\n"
                        "  ],\n"
                        "  \"none\": null,\n"
                        "  \"key\": \"0000000000000abc\"\n"
                        "}\n");
    buf_clear(&w.buf);
}

static const struct {
    const char *name, *text, *want;
} strings[] = {
    { "empty", "", "\"\"\n" },
    { "plain", "abc/", "\"abc/\"\n" },
    { "short escapes", "\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\"\n" },
    { "control", "a\x01\x1F\x7F", "\"a\\u0001\\u001f\x7F\"\n" },
    { "UTF-8", "\xC3\xA9\xF0\x9F\x99\x82", "\"\xC3\xA9\xF0\x9F\x99\x82\"\n" },
    { "Latin-1",
      "Gr\xFC"
      "nfeld",
      "\"Gr\xC3\xBCnfeld\"\n" },
    { "Windows-1252",
      "\x93"
      "a\x94",
      "\"\xE2\x80\x9C"
      "a\xE2\x80\x9D\"\n" },
    { "unused byte", "\x81", "\"\xC2\x81\"\n" },
    { "truncated", "a\xE2\x82", "\"a\xC3\xA2\xE2\x80\x9A\"\n" },
};

static void test_strings(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(strings); i++) {
        struct guard g = guard_copy(strings[i].text, strlen(strings[i].text));
        struct position_writer w;
        start(&w, false);
        json_writer_put_string(&w.js, (const char *)g.data, g.size);
        ok &= check_text(strings[i].name, buf_text(&w.buf), strings[i].want);
        buf_clear(&w.buf);
        guard_free(&g);
    }
    assert_true(ok);

    struct position_writer w;
    start(&w, false);
    json_writer_put_string(&w.js, "a\0b", 3);
    assert_string_equal(buf_text(&w.buf), "\"a\\u0000b\"\n");
    buf_clear(&w.buf);
}

/* Whatever the bytes, the output is UTF-8. */
static void test_any_bytes(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 65536; n++) {
        const char text[3] = { (char)(n >> 8), (char)n, (char)(n * 31) };
        struct position_writer w;
        start(&w, false);
        json_writer_put_string(&w.js, text, 3);
        assert_true(utf8_is_valid(w.buf.data, w.buf.size));
        buf_clear(&w.buf);
    }
}

static const struct {
    double value;
    const char *want;
} doubles[] = {
    { 0, "0\n" },
    { -0.0, "-0\n" },
    { 1, "1\n" },
    { 0.1, "0.1\n" },
    { 1.0 / 3, "0.3333333333333333\n" },
    { 0.1 + 0.2, "0.30000000000000004\n" },
    { 123456.789, "123456.789\n" },
    { 1e21, "1e+21\n" },
    { 5e-324, "5e-324\n" },
    { DBL_MAX, "1.7976931348623157e+308\n" },
    { DBL_MIN, "2.2250738585072014e-308\n" },
    { 9007199254740993.0, "9007199254740992\n" },
    { INFINITY, "null\n" },
    { -INFINITY, "null\n" },
    { NAN, "null\n" },
};

static void check_doubles(void)
{
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(doubles); i++) {
        struct position_writer w;
        start(&w, false);
        json_writer_put_double(&w.js, doubles[i].value);
        ok &= check_text(doubles[i].want, buf_text(&w.buf), doubles[i].want);
        buf_clear(&w.buf);
    }
    assert_true(ok);
}

static void test_doubles(void **state)
{
    (void)state;
    check_doubles();
    // A decimal comma, where the system has such a locale.
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        check_doubles();
    setlocale(LC_NUMERIC, "C");
}

static void test_depth(void **state)
{
    (void)state;
    struct position_writer w;
    start(&w, false);
    for (int i = 0; i < JSON_WRITER_DEPTH_MAX; i++)
        json_writer_begin_array(&w.js);
    assert_true(sink_ok(&w.dst));
    for (int i = 0; i < JSON_WRITER_DEPTH_MAX; i++)
        json_writer_end(&w.js);
    assert_int_equal(w.buf.size, 2 * JSON_WRITER_DEPTH_MAX + 1);

    for (int i = 0; i <= JSON_WRITER_DEPTH_MAX; i++)
        json_writer_begin_array(&w.js);
    assert_false(sink_ok(&w.dst));
    assert_int_equal(w.err.status, TABIA_ERR_LIMIT);
    for (int i = 0; i <= JSON_WRITER_DEPTH_MAX; i++)
        json_writer_end(&w.js); // harmless
    buf_clear(&w.buf);
}

static void test_nomem(void **state)
{
    (void)state;
    bool done = false;
    int nfailed = 0;
    for (long n = 0; !done; n++) {
        struct position_writer w;
        start(&w, true);
        fail_alloc_after(n);
        write_sample(&w.js);
        fail_alloc_off();
        done = sink_ok(&w.dst);
        nfailed += !done;
        assert_int_equal(w.err.status, done ? TABIA_OK : TABIA_ERR_NOMEM);
        buf_clear(&w.buf);
    }
    assert_true(nfailed > 3);
}

/* ---- with and without room ------------------------------------------- */

static bool write_to_other(void *ctx, const void *data, size_t size,
                           struct tabia_error *err)
{
    (void)err;
    return buf_add(ctx, data, size);
}

static void write_tokens(struct json_writer *js, const char *text, size_t len,
                         int64_t number)
{
    json_writer_begin_object(js);
    json_writer_key_string(js, text, len);
    json_writer_begin_array(js);
    json_writer_put_string(js, text, len);
    json_writer_put_int(js, number);
    json_writer_put_uint(js, (uint64_t)number);
    json_writer_put_hex64(js, (uint64_t)number);
    json_writer_put_double(js, 0.25);
    json_writer_put_json(js, "{\"a\":[1]}");
    json_writer_put_bool(js, true);
    json_writer_put_null(js);
    json_writer_begin_object(js);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_end(js);
    json_writer_put_string(js, text, len);
}

/* Tokens put into memory directly are those written piece by piece. */
static void test_room(void **state)
{
    static const char odd[] = "\"\\\n\x01\x1F\x7F\xC3\xA9\xE2\x82 \x93z";
    (void)state;
    uint64_t seed = 1;
    for (unsigned n = 0; n < 5000; n++) {
        char text[48];
        struct position_writer w;
        struct buf pieces = { .limit = 1 << 20 };
        struct sink other = { .write = write_to_other, .ctx = &pieces };
        struct json_writer js;
        const size_t len = n % sizeof(text);
        for (size_t i = 0; i < len; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            // Runs of plain bytes, of any length.
            text[i] = (seed >> 33) % (1 + n % 19) == 1
                          ? odd[(seed >> 40) % (sizeof(odd) - 1)]
                          : (char)('a' + (seed >> 40) % 26);
        }
        const int64_t number = (int64_t)seed >> seed % 64;
        struct guard g = guard_copy(text, len);
        json_writer_init(&js, &other, false);
        write_tokens(&js, (const char *)g.data, len, number);

        start(&w, false);
        assert_true(buf_reserve(&w.buf, 4096));
        write_tokens(&w.js, (const char *)g.data, len, number);
        assert_string_equal(buf_text(&w.buf), buf_text(&pieces));
        assert_int_equal(w.buf.size, pieces.size);
        assert_int_equal(w.dst.nbytes, pieces.size);
        buf_clear(&w.buf);

        // It fits exactly, whatever the most that a string may need.
        for (size_t less = 0; less < 2; less++) {
            start(&w, false);
            w.buf.limit = pieces.size - less;
            write_tokens(&w.js, (const char *)g.data, len, number);
            assert_int_equal(sink_ok(&w.dst), less == 0);
            assert_int_equal(w.err.status, less ? TABIA_ERR_LIMIT : TABIA_OK);
            assert_memory_equal(buf_text(&w.buf), buf_text(&pieces),
                                w.buf.size);
            buf_clear(&w.buf);
        }
        buf_clear(&pieces);
        guard_free(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),  cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_strings), cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_doubles), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_nomem),   cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
