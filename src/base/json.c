/*
 * json.c - writes JSON, one token at a time
 */
#include "base/json.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/error.h"
#include "base/sink.h"
#include "base/utf8.h"
#include "base/banned.h"

/* ---- structure ------------------------------------------------------- */

static bool in_object(const struct json *js)
{
    const unsigned level = js->depth - 1;
    return js->depth && bitset_has(js->is_object, level);
}

static void new_line(struct json *js)
{
    if (!js->pretty)
        return;
    sink_char(js->dst, '\n');
    for (unsigned i = 0; i < js->depth; i++)
        sink_write(js->dst, "  ", 2);
}

/* What stands between the last thing and the next. */
static void json_separate(struct json *js)
{
    if (js->after_key) {
        js->after_key = false;
        return;
    }
    if (!js->depth)
        return;
    if (js->has_items)
        sink_char(js->dst, ',');
    new_line(js);
    js->has_items = true;
}

static void end_value(struct json *js)
{
    if (!js->depth)
        sink_char(js->dst, '\n');
}

static void put_token(struct json *js, const char *token)
{
    if (!sink_ok(js->dst))
        return; // the structure may be out of step
    assert(!in_object(js) || js->after_key);
    json_separate(js);
    sink_text(js->dst, token);
    end_value(js);
}

static void json_begin(struct json *js, bool is_object)
{
    if (!sink_ok(js->dst))
        return;
    if (js->depth == JSON_DEPTH_MAX) {
        error_set(js->dst->err, TABIA_LIMIT,
                  "JSON is nested more than %d levels deep", JSON_DEPTH_MAX);
        js->dst->failed = true;
        return;
    }
    assert(!in_object(js) || js->after_key);
    json_separate(js);
    sink_char(js->dst, is_object ? '{' : '[');
    const unsigned level = js->depth++;
    if (is_object)
        bitset_add(js->is_object, level);
    else
        bitset_drop(js->is_object, level);
    js->has_items = false;
}

void json_init(struct json *js, struct sink *dst, bool pretty)
{
    *js = (struct json){ .dst = dst, .pretty = pretty };
}

void json_begin_object(struct json *js)
{
    json_begin(js, true);
}

void json_begin_array(struct json *js)
{
    json_begin(js, false);
}

void json_end(struct json *js)
{
    if (!sink_ok(js->dst))
        return; // a begin may have been refused
    assert(js->depth && !js->after_key);
    const char closing = in_object(js) ? '}' : ']';
    js->depth--;
    if (js->has_items)
        new_line(js);
    sink_char(js->dst, closing);
    js->has_items = true;
    end_value(js);
}

/* ---- strings --------------------------------------------------------- */

/* One byte that cannot stand as it is. */
static void json_put_escaped(struct sink *dst, char c)
{
    // The letter after the backslash, or 0.
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *found = c ? strchr(from, c) : NULL;

    const char letter = found ? to[found - from] : '\0';
    if (letter) {
        sink_write(dst, (char[]){ '\\', letter }, 2);
    } else if ((unsigned char)c < 0x20) {
        sink_printf(dst, "\\u%04x", (unsigned char)c);
    } else {
        char code[UTF8_MAX];
        const uint32_t value = utf8_from_cp1252((uint8_t)c);
        sink_write(dst, code, utf8_encode(value, code));
    }
}

/* How many bytes at 'text' stand as they are; 0 if the first does not. */
static size_t plain_length(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len) {
        uint32_t code;
        const size_t n = utf8_decode(text + i, len - i, &code);
        if (!n || code < 0x20 || code == '"' || code == '\\')
            break;
        i += n;
    }
    return i;
}

static void put_quoted(struct sink *dst, const char *text, size_t len)
{
    sink_char(dst, '"');
    for (size_t i = 0; i < len;) {
        const size_t plain = plain_length(text + i, len - i);
        if (plain)
            sink_write(dst, text + i, plain);
        i += plain;
        if (i < len)
            json_put_escaped(dst, text[i++]);
    }
    sink_char(dst, '"');
}

void json_key(struct json *js, const char *name)
{
    if (!sink_ok(js->dst))
        return;
    assert(in_object(js) && !js->after_key);
    json_separate(js);
    put_quoted(js->dst, name, strlen(name));
    sink_text(js->dst, js->pretty ? ": " : ":");
    js->after_key = true;
}

void json_put_string(struct json *js, const char *text, size_t len)
{
    if (!sink_ok(js->dst))
        return;
    assert(!in_object(js) || js->after_key);
    json_separate(js);
    put_quoted(js->dst, text, len);
    end_value(js);
}

void json_put_text(struct json *js, const char *text)
{
    if (text)
        json_put_string(js, text, strlen(text));
    else
        json_put_null(js);
}

/* ---- numbers and words ----------------------------------------------- */

void json_put_int(struct json *js, int64_t value)
{
    char text[32];
    snprintf(text, sizeof(text), "%" PRId64, value);
    put_token(js, text);
}

void json_put_uint(struct json *js, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof(text), "%" PRIu64, value);
    put_token(js, text);
}

void json_print_double(double value, char text[JSON_DOUBLE_SIZE])
{
    // 15 digits always survive, but the least numbers have fewer.
    int digits = fabs(value) < DBL_MIN ? 1 : 15;
    do
        snprintf(text, JSON_DOUBLE_SIZE, "%.*g", digits, value);
    while (digits++ < 17 && strtod(text, NULL) != value);
    // Some locales have a decimal comma; JSON has a point.
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (strchr("+-0123456789eE", *from))
            *to++ = *from;
        else if (to == text || to[-1] != '.')
            *to++ = '.';
    }
    *to = '\0';
}

void json_put_double(struct json *js, double value)
{
    char text[JSON_DOUBLE_SIZE];
    if (!isfinite(value)) {
        json_put_null(js);
        return;
    }
    json_print_double(value, text);
    put_token(js, text);
}

void json_put_bool(struct json *js, bool value)
{
    put_token(js, value ? "true" : "false");
}

void json_put_null(struct json *js)
{
    put_token(js, "null");
}

void json_put_hex64(struct json *js, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof(text), "\"%016" PRIx64 "\"", value);
    put_token(js, text);
}

void json_pair_text(struct json *js, const char *name, const char *text)
{
    json_key(js, name);
    json_put_text(js, text);
}

void json_pair_int(struct json *js, const char *name, int64_t value)
{
    json_key(js, name);
    json_put_int(js, value);
}

void json_pair_uint(struct json *js, const char *name, uint64_t value)
{
    json_key(js, name);
    json_put_uint(js, value);
}

void json_pair_double(struct json *js, const char *name, double value)
{
    json_key(js, name);
    json_put_double(js, value);
}

void json_pair_bool(struct json *js, const char *name, bool value)
{
    json_key(js, name);
    json_put_bool(js, value);
}
