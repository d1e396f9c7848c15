/*
 * json_writer.c - writes JSON, one token at a time
 */
#include "base/json_writer.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/cp1252.h"
#include "base/error_internal.h"
#include "base/sink.h"
#include "base/utf8.h"
#include "base/banned.h"

/* ---- structure ------------------------------------------------------- */

static bool in_object(const struct json_writer *js)
{
    const unsigned level = js->depth - 1;
    return js->depth && bitset_has(js->is_object, level);
}

static void new_line(struct json_writer *js)
{
    if (!js->is_pretty)
        return;
    sink_put_char(js->dst, '\n');
    for (unsigned i = 0; i < js->depth; i++)
        sink_write(js->dst, "  ", 2);
}

/* What stands between the last thing and the next. */
static void json_writer_separate(struct json_writer *js)
{
    if (js->after_key) {
        js->after_key = false;
        return;
    }
    if (!js->depth)
        return;
    if (js->has_items)
        sink_put_char(js->dst, ',');
    new_line(js);
    js->has_items = true;
}

static void end_value(struct json_writer *js)
{
    if (!js->depth)
        sink_put_char(js->dst, '\n');
}

/*
 * Most output is compact and goes to memory that has room for it: there a
 * token is put in its place at once, with the comma before it. token_room says
 * where, or NULL if it has to be written piece by piece. 'size' is at least the
 * token's; a comma and a line end are added.
 */
static inline char *token_room(const struct json_writer *js, size_t size)
{
    return js->is_pretty ? NULL : sink_reserve(js->dst, size + 2);
}

static inline char *token_separate(struct json_writer *js, char *p)
{
    if (js->after_key) {
        js->after_key = false;
    } else if (js->depth) {
        if (js->has_items)
            *p++ = ',';
        js->has_items = true;
    }
    return p;
}

static inline void token_end(struct json_writer *js, char *p)
{
    if (!js->depth)
        *p++ = '\n';
    sink_advance(js->dst, p);
}

static inline void put_token(struct json_writer *js, const char *token,
                             size_t len)
{
    char *p = token_room(js, len);
    assert(!sink_ok(js->dst) || !in_object(js) || js->after_key);
    if (p) {
        p = token_separate(js, p);
        memcpy(p, token, len);
        token_end(js, p + len);
    } else if (sink_ok(js->dst)) { // else the structure may be out of step
        json_writer_separate(js);
        sink_write(js->dst, token, len);
        end_value(js);
    }
}

static void json_writer_begin(struct json_writer *js, bool is_object)
{
    if (!sink_ok(js->dst))
        return;
    if (js->depth == JSON_WRITER_DEPTH_MAX) {
        error_set(js->dst->err, TABIA_ERR_LIMIT,
                  "JSON is nested more than %d levels deep",
                  JSON_WRITER_DEPTH_MAX);
        js->dst->failed = true;
        return;
    }
    assert(!in_object(js) || js->after_key);
    char *p = token_room(js, 1);
    if (p) {
        p = token_separate(js, p);
        *p = is_object ? '{' : '[';
        sink_advance(js->dst, p + 1);
    } else {
        json_writer_separate(js);
        sink_put_char(js->dst, is_object ? '{' : '[');
    }
    const unsigned level = js->depth++;
    if (is_object)
        bitset_add(js->is_object, level);
    else
        bitset_remove(js->is_object, level);
    js->has_items = false;
}

void json_writer_init(struct json_writer *js, struct sink *dst, bool pretty)
{
    // The levels are set as they are reached.
    js->dst = dst;
    js->is_pretty = pretty;
    js->after_key = js->has_items = false;
    js->depth = 0;
}

void json_writer_begin_object(struct json_writer *js)
{
    json_writer_begin(js, true);
}

void json_writer_begin_array(struct json_writer *js)
{
    json_writer_begin(js, false);
}

void json_writer_end(struct json_writer *js)
{
    if (!sink_ok(js->dst))
        return; // a begin may have been refused
    assert(js->depth && !js->after_key);
    const char closing = in_object(js) ? '}' : ']';
    js->depth--;
    char *p = token_room(js, 1);
    if (p) {
        *p = closing;
        token_end(js, p + 1);
    } else {
        if (js->has_items)
            new_line(js);
        sink_put_char(js->dst, closing);
        end_value(js);
    }
    js->has_items = true;
}

/* ---- strings --------------------------------------------------------- */

enum {
    ESCAPE_MAX = 6, // bytes that one byte may become: \u0001
    WORD = sizeof(uint64_t),
};

/* One byte that cannot stand as it is; returns the length. */
static size_t json_escape(char c, char out[ESCAPE_MAX])
{
    // The letter after the backslash, or 0.
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(from, c) : NULL;
    const char letter = found ? to[found - from] : '\0';
    const unsigned byte = (unsigned char)c;
    if (letter) {
        out[0] = '\\';
        out[1] = letter;
        return 2;
    }
    if (byte >= 0x20)
        return utf8_encode(cp1252_decode((uint8_t)byte), out);
    memcpy(out, "\\u00", 4);
    out[4] = digits[byte >> 4];
    out[5] = digits[byte & 15];
    return ESCAPE_MAX;
}

/* True if none of the eight bytes is escaped or part of a long character. */
static inline bool is_plain_word(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    // A subtraction borrows from the next byte only where one is not plain.
    return !((word | (word - ones * 0x20) | ((word ^ ones * '"') - ones) |
              ((word ^ ones * '\\') - ones)) &
             ones * 0x80);
}

/* How many bytes at 'text' stand as they are; 0 if the first does not. */
static size_t plain_length(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len) {
        uint64_t word;
        uint32_t code;
        if (len - i >= WORD) {
            memcpy(&word, text + i, WORD);
            if (is_plain_word(word)) {
                i += WORD;
                continue;
            }
        }
        const size_t n = utf8_decode(text + i, len - i, &code);
        if (!n || code < 0x20 || code == '"' || code == '\\')
            break;
        i += n;
    }
    return i;
}

static void json_writer_put_quoted(struct sink *dst, const char *text,
                                   size_t len)
{
    sink_put_char(dst, '"');
    for (size_t i = 0; i < len;) {
        const size_t plain = plain_length(text + i, len - i);
        char code[ESCAPE_MAX];
        if (plain)
            sink_write(dst, text + i, plain);
        i += plain;
        if (i < len)
            sink_write(dst, code, json_escape(text[i++], code));
    }
    sink_put_char(dst, '"');
}

/*
 * Copies a text that needs no escapes, eight bytes at a time; the last eight
 * may overlap those before. False if it needs some; 'p' is then unspecified.
 */
static inline bool json_writer_copy_plain(char *p, const char *text, size_t len)
{
    uint64_t word;
    if (len >= WORD) {
        size_t i = 0;
        for (; len - i >= WORD; i += WORD) {
            memcpy(&word, text + i, WORD);
            if (!is_plain_word(word))
                return false;
            memcpy(p + i, &word, WORD);
        }
        if (i == len)
            return true;
        memcpy(&word, text + len - WORD, WORD);
        memcpy(p + len - WORD, &word, WORD);
        return is_plain_word(word);
    }
    if (len >= WORD / 2) {
        uint32_t first, last;
        memcpy(&first, text, sizeof(first));
        memcpy(&last, text + len - sizeof(last), sizeof(last));
        memcpy(p, &first, sizeof(first));
        memcpy(p + len - sizeof(last), &last, sizeof(last));
        return is_plain_word((uint64_t)first << 32 | last);
    }
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
            return false;
        p[i] = text[i];
    }
    return true;
}

/* Writes the text in quotes at 'p', with room for ESCAPE_MAX times as much. */
static char *copy_quoted(char *p, const char *text, size_t len)
{
    *p++ = '"';
    if (json_writer_copy_plain(p, text, len)) {
        p += len;
        *p++ = '"';
        return p;
    }
    for (size_t i = 0; i < len;) {
        const size_t plain = plain_length(text + i, len - i);
        memcpy(p, text + i, plain);
        p += plain;
        i += plain;
        if (i < len)
            p += json_escape(text[i++], p);
    }
    *p++ = '"';
    return p;
}

void json_writer_key_string(struct json_writer *js, const char *name,
                            size_t len)
{
    if (!sink_ok(js->dst))
        return;
    assert(in_object(js) && !js->after_key);
    char *p = token_room(js, ESCAPE_MAX * len + 3);
    if (p) {
        p = copy_quoted(token_separate(js, p), name, len);
        *p = ':';
        sink_advance(js->dst, p + 1);
    } else {
        json_writer_separate(js);
        json_writer_put_quoted(js->dst, name, len);
        sink_put_text(js->dst, js->is_pretty ? ": " : ":");
    }
    js->after_key = true;
}

void json_writer_put_string(struct json_writer *js, const char *text,
                            size_t len)
{
    if (!sink_ok(js->dst))
        return;
    assert(!in_object(js) || js->after_key);
    char *p = len < SIZE_MAX / 8 ? token_room(js, ESCAPE_MAX * len + 2) : NULL;
    if (p) {
        token_end(js, copy_quoted(token_separate(js, p), text, len));
        return;
    }
    json_writer_separate(js);
    json_writer_put_quoted(js->dst, text, len);
    end_value(js);
}

/* ---- numbers and words ----------------------------------------------- */

enum { DIGITS_MAX = 20 };

/* The digits of a number, at the end of 'text'; returns the first. */
static inline char *print_digits(uint64_t value, char text[DIGITS_MAX])
{
    char *p = text + DIGITS_MAX;
    do
        *--p = (char)('0' + value % 10);
    while (value /= 10);
    return p;
}

void json_writer_put_int(struct json_writer *js, int64_t value)
{
    char text[DIGITS_MAX + 1];
    char *end = text + sizeof(text);
    // The least number has no counterpart above zero.
    char *p = print_digits(value < 0 ? 0 - (uint64_t)value : (uint64_t)value,
                           text + 1);
    if (value < 0)
        *--p = '-';
    put_token(js, p, (size_t)(end - p));
}

void json_writer_put_uint(struct json_writer *js, uint64_t value)
{
    char text[DIGITS_MAX];
    const char *p = print_digits(value, text);
    put_token(js, p, (size_t)(text + DIGITS_MAX - p));
}

void json_writer_print_double(double value, char text[JSON_WRITER_DOUBLE_SIZE])
{
    // 15 digits always survive, but the least numbers have fewer.
    int digits = fabs(value) < DBL_MIN ? 1 : 15;
    do
        snprintf(text, JSON_WRITER_DOUBLE_SIZE, "%.*g", digits, value);
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

void json_writer_put_double(struct json_writer *js, double value)
{
    char text[JSON_WRITER_DOUBLE_SIZE];
    if (!isfinite(value)) {
        json_writer_put_null(js);
        return;
    }
    json_writer_print_double(value, text);
    put_token(js, text, strlen(text));
}

void json_writer_put_json(struct json_writer *js, const char *json)
{
    put_token(js, json, strlen(json));
}

void json_writer_put_bool(struct json_writer *js, bool value)
{
    put_token(js, value ? "true" : "false", value ? 4 : 5);
}

void json_writer_put_null(struct json_writer *js)
{
    put_token(js, "null", 4);
}

void json_writer_put_hex64(struct json_writer *js, uint64_t value)
{
    static const char digits[] = "0123456789abcdef";
    char text[18];
    text[0] = text[17] = '"';
    for (int i = 16; i > 0; i--, value >>= 4)
        text[i] = digits[value & 15];
    put_token(js, text, sizeof(text));
}
