/*
 * json_writer.h - writes JSON, one token at a time
 *
 *     struct json_writer js;
 *     json_writer_init(&js, &sink, true);
 *     json_writer_begin_object(&js);
 *     json_writer_key(&js, "moves");
 *     json_writer_put_uint(&js, nmoves);
 *     json_writer_end(&js);
 *
 * Commas, line ends and indentation come by themselves; each value at the
 * outermost level ends with a line end, so that compact values in a row are
 * JSON lines. Errors are those of the sink. Output is always valid UTF-8: bytes
 * of a string that are not are taken as Windows-1252. Same calls, same bytes,
 * whatever the locale.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sink;

enum { JSON_WRITER_DEPTH_MAX = 2048 };

struct json_writer {
    struct sink *dst; // borrowed
    bool is_pretty;   // two blanks per level, else all on one line
    bool after_key;   // the next value belongs to a key
    bool has_items;   // the innermost array or object is not empty
    unsigned depth;
    uint8_t is_object[JSON_WRITER_DEPTH_MAX / 8]; // one bit per level
};

void json_writer_init(struct json_writer *js, struct sink *dst, bool pretty);

/*
 * Both are closed by json_writer_end; deeper than JSON_WRITER_DEPTH_MAX is
 * TABIA_ERR_LIMIT.
 */
void json_writer_begin_object(struct json_writer *js);
void json_writer_begin_array(struct json_writer *js);

/* Closes the innermost object or array. */
void json_writer_end(struct json_writer *js);

/* The name of the next value; only inside an object. */
void json_writer_key_string(struct json_writer *js, const char *name,
                            size_t len);

void json_writer_put_string(struct json_writer *js, const char *text,
                            size_t len);

void json_writer_put_int(struct json_writer *js, int64_t value);
void json_writer_put_uint(struct json_writer *js, uint64_t value);

/* The shortest digits that read back as the same number; NaN is null. */
void json_writer_put_double(struct json_writer *js, double value);

enum { JSON_WRITER_DOUBLE_SIZE = 40 };

/* These digits of a finite number alone, for other texts. */
void json_writer_print_double(double value, char text[JSON_WRITER_DOUBLE_SIZE]);

void json_writer_put_bool(struct json_writer *js, bool value);
void json_writer_put_null(struct json_writer *js);

/* A value that is valid JSON already, as it is. */
void json_writer_put_json(struct json_writer *js, const char *json);

/* A 64-bit key as a string of 16 hexadecimal digits. */
void json_writer_put_hex64(struct json_writer *js, uint64_t value);

/* ---- shorter, with lengths that the compiler knows ------------------- */

/* Like json_writer_key_string and json_writer_put_string, but up to the NUL. */
static inline void json_writer_key(struct json_writer *js, const char *name)
{
    json_writer_key_string(js, name, strlen(name));
}

/* NULL writes null. */
static inline void json_writer_put_text(struct json_writer *js,
                                        const char *text)
{
    if (text)
        json_writer_put_string(js, text, strlen(text));
    else
        json_writer_put_null(js);
}

/* A name and its value at once; null for NULL. */
static inline void json_writer_pair_text(struct json_writer *js,
                                         const char *name, const char *text)
{
    json_writer_key(js, name);
    json_writer_put_text(js, text);
}

static inline void json_writer_pair_int(struct json_writer *js,
                                        const char *name, int64_t value)
{
    json_writer_key(js, name);
    json_writer_put_int(js, value);
}

static inline void json_writer_pair_uint(struct json_writer *js,
                                         const char *name, uint64_t value)
{
    json_writer_key(js, name);
    json_writer_put_uint(js, value);
}

static inline void json_writer_pair_double(struct json_writer *js,
                                           const char *name, double value)
{
    json_writer_key(js, name);
    json_writer_put_double(js, value);
}

static inline void json_writer_pair_bool(struct json_writer *js,
                                         const char *name, bool value)
{
    json_writer_key(js, name);
    json_writer_put_bool(js, value);
}

#endif
