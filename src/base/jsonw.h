/*
 * jsonw.h - writes JSON, one token at a time
 *
 *     struct jsonw js;
 *     jsonw_init(&js, &sink, true);
 *     jsonw_begin_object(&js);
 *     jsonw_key(&js, "moves");
 *     jsonw_put_uint(&js, nmoves);
 *     jsonw_end(&js);
 *
 * Commas, line ends and indentation come by themselves; each value at the
 * outermost level ends with a line end, so that compact values in a row are
 * JSON lines. Errors are those of the sink. Output is always valid UTF-8: bytes
 * of a string that are not are taken as Windows-1252. Same calls, same bytes,
 * whatever the locale.
 */
#ifndef BASE_JSONW_H
#define BASE_JSONW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sink;

enum { JSONW_DEPTH_MAX = 2048 };

struct jsonw {
    struct sink *dst; // borrowed
    bool is_pretty;   // two blanks per level, else all on one line
    bool after_key;   // the next value belongs to a key
    bool has_items;   // the innermost array or object is not empty
    unsigned depth;
    uint8_t is_object[JSONW_DEPTH_MAX / 8]; // one bit per level
};

void jsonw_init(struct jsonw *js, struct sink *dst, bool pretty);

/*
 * Both are closed by jsonw_end; deeper than JSONW_DEPTH_MAX is TABIA_ERR_LIMIT.
 */
void jsonw_begin_object(struct jsonw *js);
void jsonw_begin_array(struct jsonw *js);

/* Closes the innermost object or array. */
void jsonw_end(struct jsonw *js);

/* The name of the next value; only inside an object. */
void jsonw_key_string(struct jsonw *js, const char *name, size_t len);

void jsonw_put_string(struct jsonw *js, const char *text, size_t len);

void jsonw_put_int(struct jsonw *js, int64_t value);
void jsonw_put_uint(struct jsonw *js, uint64_t value);

/* The shortest digits that read back as the same number; NaN is null. */
void jsonw_put_double(struct jsonw *js, double value);

enum { JSONW_DOUBLE_SIZE = 40 };

/* These digits of a finite number alone, for other texts. */
void jsonw_print_double(double value, char text[JSONW_DOUBLE_SIZE]);

void jsonw_put_bool(struct jsonw *js, bool value);
void jsonw_put_null(struct jsonw *js);

/* A 64-bit key as a string of 16 hexadecimal digits. */
void jsonw_put_hex64(struct jsonw *js, uint64_t value);

/* ---- shorter, with lengths that the compiler knows ------------------- */

/* Like jsonw_key_string and jsonw_put_string, but up to the NUL. */
static inline void jsonw_key(struct jsonw *js, const char *name)
{
    jsonw_key_string(js, name, strlen(name));
}

/* NULL writes null. */
static inline void jsonw_put_text(struct jsonw *js, const char *text)
{
    if (text)
        jsonw_put_string(js, text, strlen(text));
    else
        jsonw_put_null(js);
}

/* A name and its value at once. */
static inline void jsonw_pair_text(struct jsonw *js, const char *name,
                                   const char *text)
{
    jsonw_key(js, name);
    jsonw_put_text(js, text);
}

static inline void jsonw_pair_int(struct jsonw *js, const char *name,
                                  int64_t value)
{
    jsonw_key(js, name);
    jsonw_put_int(js, value);
}

static inline void jsonw_pair_uint(struct jsonw *js, const char *name,
                                   uint64_t value)
{
    jsonw_key(js, name);
    jsonw_put_uint(js, value);
}

static inline void jsonw_pair_double(struct jsonw *js, const char *name,
                                     double value)
{
    jsonw_key(js, name);
    jsonw_put_double(js, value);
}

static inline void jsonw_pair_bool(struct jsonw *js, const char *name,
                                   bool value)
{
    jsonw_key(js, name);
    jsonw_put_bool(js, value);
}

#endif
