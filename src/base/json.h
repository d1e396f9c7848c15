/*
 * json.h - writes JSON, one token at a time
 *
 *     struct json js;
 *     json_init(&js, &sink, true);
 *     json_begin_object(&js);
 *     json_key(&js, "moves");
 *     json_put_uint(&js, nmoves);
 *     json_end(&js);
 *
 * Commas, line ends and indentation come by themselves; each value at the
 * outermost level ends with a line end, so that compact values in a row are
 * JSON lines. Errors are those of
 * the sink. Output is always valid UTF-8: bytes of a string that are not are
 * taken as Windows-1252. Same calls, same bytes, whatever the locale.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sink;

enum { JSON_DEPTH_MAX = 2048 };

struct json {
    struct sink *dst; // borrowed
    bool pretty;      // two blanks per level, else all on one line
    bool after_key;   // the next value belongs to a key
    bool has_items;   // the innermost array or object is not empty
    unsigned depth;
    uint8_t is_object[JSON_DEPTH_MAX / 8]; // one bit per level
};

void json_init(struct json *js, struct sink *dst, bool pretty);

/*
 * Both are closed by json_end; deeper than JSON_DEPTH_MAX is TABIA_ERR_LIMIT.
 */
void json_begin_object(struct json *js);
void json_begin_array(struct json *js);

/* Closes the innermost object or array. */
void json_end(struct json *js);

/* The name of the next value; only inside an object. */
void json_key_string(struct json *js, const char *name, size_t len);

void json_put_string(struct json *js, const char *text, size_t len);

void json_put_int(struct json *js, int64_t value);
void json_put_uint(struct json *js, uint64_t value);

/* The shortest digits that read back as the same number; NaN is null. */
void json_put_double(struct json *js, double value);

enum { JSON_DOUBLE_SIZE = 40 };

/* These digits of a finite number alone, for other texts. */
void json_print_double(double value, char text[JSON_DOUBLE_SIZE]);

void json_put_bool(struct json *js, bool value);
void json_put_null(struct json *js);

/* A 64-bit key as a string of 16 hexadecimal digits. */
void json_put_hex64(struct json *js, uint64_t value);

/* ---- shorter, with lengths that the compiler knows ------------------- */

/* Like json_key_string and json_put_string, but up to the NUL. */
static inline void json_key(struct json *js, const char *name)
{
    json_key_string(js, name, strlen(name));
}

/* NULL writes null. */
static inline void json_put_text(struct json *js, const char *text)
{
    if (text)
        json_put_string(js, text, strlen(text));
    else
        json_put_null(js);
}

/* A name and its value at once. */
static inline void json_pair_text(struct json *js, const char *name,
                                  const char *text)
{
    json_key(js, name);
    json_put_text(js, text);
}

static inline void json_pair_int(struct json *js, const char *name,
                                 int64_t value)
{
    json_key(js, name);
    json_put_int(js, value);
}

static inline void json_pair_uint(struct json *js, const char *name,
                                  uint64_t value)
{
    json_key(js, name);
    json_put_uint(js, value);
}

static inline void json_pair_double(struct json *js, const char *name,
                                    double value)
{
    json_key(js, name);
    json_put_double(js, value);
}

static inline void json_pair_bool(struct json *js, const char *name, bool value)
{
    json_key(js, name);
    json_put_bool(js, value);
}

#endif
