/*
 * provenance.c - where a store comes from, and the options that made it
 */
#include "build/provenance.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/sink.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "io/path.h"
#include "store/dimensions.h"

#include "base/banned.h"

enum kind {
    IS_TEXT,
    IS_FLAG,
    IS_UNSIGNED,
    IS_LARGE,
    IS_REAL,
    IS_CHOICE,
    IS_MASK
};

static const char *const variants[] = { "any", "standard", "chess960", NULL };
static const char *const colors[] = { "both", "white", "black", NULL };
static const char *const weights[] = { "score", "games", "win", "uniform",
                                       NULL };

#define AT(field) offsetof(struct tabia_build_options, field)

static const struct recorded_option {
    const char *name;
    enum kind kind;
    size_t at;
    const char *const *choices;
} recorded_options[] = {
    { "where", IS_TEXT, AT(where), NULL },
    { "player", IS_TEXT, AT(player), NULL },
    { "variant", IS_CHOICE, AT(variant), variants },
    { "dedupe", IS_FLAG, AT(drop_duplicates), NULL },
    { "min-ply", IS_UNSIGNED, AT(min_ply), NULL },
    { "max-ply", IS_UNSIGNED, AT(max_ply), NULL },
    { "color", IS_CHOICE, AT(counted_side), colors },
    { "by", IS_MASK, AT(dimensions), dimensions_names },
    { "min-games", IS_LARGE, AT(min_games), NULL },
    { "min-score", IS_REAL, AT(min_score), NULL },
    { "min-rate-own", IS_REAL, AT(min_rate[0]), NULL },
    { "min-rate-other", IS_REAL, AT(min_rate[1]), NULL },
    { "own", IS_CHOICE, AT(min_rate_side), colors },
    { "top", IS_UNSIGNED, AT(top), NULL },
    { "weight", IS_CHOICE, AT(weight), weights },
    { "half-life", IS_REAL, AT(half_life), NULL },
    { "polyglot-compatible", IS_FLAG, AT(polyglot_compatible), NULL },
};

static size_t count_choices(const struct recorded_option *s)
{
    size_t n = 0;
    while (s->choices[n])
        n++;
    return n;
}

bool provenance_check_options(const struct tabia_build_options *options,
                              struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(recorded_options); i++) {
        const struct recorded_option *s = &recorded_options[i];
        unsigned number;
        if (!s->choices)
            continue;
        memcpy(&number, (const char *)options + s->at, sizeof(number));
        const size_t n = count_choices(s);
        if (s->kind == IS_MASK ? number >> n != 0 : number >= n)
            return error_set(err, TABIA_ERR_MISUSE, "no such value of %s: %u",
                             s->name, number);
    }
    return true;
}

enum { VALUE_SIZE = 64 };

/*
 * The value as text, in 'room' where it is not text already; NULL when it is
 * as by default, which is all-zero.
 */
static const char *value_of(const struct recorded_option *s,
                            const struct tabia_build_options *options,
                            char room[VALUE_SIZE])
{
    const char *at = (const char *)options + s->at;
    const char *text = NULL;
    unsigned number = 0;
    uint64_t large = 0;
    double real = 0;
    bool flag = false;
    switch (s->kind) {
    case IS_TEXT:
        memcpy(&text, at, sizeof(text));
        return text;
    case IS_FLAG:
        memcpy(&flag, at, sizeof(flag));
        return flag ? "1" : NULL;
    case IS_LARGE:
        memcpy(&large, at, sizeof(large));
        snprintf(room, VALUE_SIZE, "%" PRIu64, large);
        return large ? room : NULL;
    case IS_REAL:
        memcpy(&real, at, sizeof(real));
        snprintf(room, VALUE_SIZE, "%.17g", real);
        return real != 0 ? room : NULL;
    case IS_UNSIGNED:
    case IS_CHOICE:
    case IS_MASK:
        break;
    }
    memcpy(&number, at, sizeof(number));
    if (s->kind == IS_MASK) {
        // "rating,month"
        size_t len = 0;
        for (unsigned i = 0; s->choices[i]; i++)
            if (number >> i & 1)
                len += (size_t)snprintf(room + len, VALUE_SIZE - len, "%s%s",
                                        len ? "," : "", s->choices[i]);
    } else
        snprintf(room, VALUE_SIZE, "%u", number);
    if (number == 0)
        return NULL;
    return s->kind == IS_CHOICE ? s->choices[number] : room;
}

void provenance_put_options(struct buf *notes,
                            const struct tabia_build_options *options)
{
    char room[VALUE_SIZE];
    const char *format = options->format
                             ? tabia_format_get_info(options->format)->name
                             : "tabia";
    notes_put(notes, "to", format);
    for (size_t i = 0; i < COUNT_OF(recorded_options); i++) {
        const char *value = value_of(&recorded_options[i], options, room);
        if (value)
            notes_put(notes, recorded_options[i].name, value);
    }
}

static bool set_value(const struct recorded_option *s,
                      struct tabia_build_options *options, const char *value)
{
    char *at = (char *)options + s->at;
    unsigned number = (unsigned)strtoul(value, NULL, 10), mask = 0;
    const uint64_t large = strtoull(value, NULL, 10);
    const double real = strtod(value, NULL);
    const bool flag = true;
    switch (s->kind) {
    case IS_TEXT:
        memcpy(at, &value, sizeof(value));
        return true;
    case IS_FLAG:
        memcpy(at, &flag, sizeof(flag));
        return true;
    case IS_LARGE:
        memcpy(at, &large, sizeof(large));
        return true;
    case IS_REAL:
        memcpy(at, &real, sizeof(real));
        return true;
    case IS_CHOICE:
        for (number = 0; s->choices[number]; number++)
            if (strcmp(s->choices[number], value) == 0)
                break;
        if (!s->choices[number])
            return false;
        break;
    case IS_MASK:
        for (unsigned i = 0; s->choices[i]; i++)
            if (strstr(value, s->choices[i])) // no name is a part of another
                mask |= 1u << i;
        number = mask;
        break;
    case IS_UNSIGNED:
        break;
    }
    memcpy(at, &number, sizeof(number));
    return true;
}

bool provenance_get_options(const struct notes *notes,
                            struct tabia_build_options *options,
                            struct tabia_error *err)
{
    const char *to = notes_get(notes, "to");
    if (!to)
        return error_set(err, TABIA_ERR_CORRUPT, "the notes name no format");
    options->format =
        strcmp(to, "tabia") == 0 ? NULL : tabia_format_find(to, NULL);
    if (!options->format && strcmp(to, "tabia") != 0)
        return error_set(err, TABIA_ERR_CORRUPT, "unknown format '%s'", to);
    for (size_t i = 0; i < COUNT_OF(recorded_options); i++) {
        const char *value = notes_get(notes, recorded_options[i].name);
        if (value && !set_value(&recorded_options[i], options, value))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "the notes have a wrong %s",
                             recorded_options[i].name);
    }
    return true;
}

bool provenance_hash_options(const struct tabia_build_options *options,
                             uint64_t *hash, struct tabia_error *err)
{
    struct buf text = { .limit = 1 << 20 };
    provenance_put_options(&text, options);
    *hash = XXH3_64bits(buf_text(&text), text.size);
    const bool ok = !text.failed || buf_error(&text, err);
    buf_clear(&text);
    return ok;
}

/* ---- names ----------------------------------------------------------- */

/* The whole path of an input. */
struct input_path {
    const char *path;
    size_t len;
    struct provenance_input *input;
};

/* Bytes that are the same at the end of both. */
static size_t common_tail(const struct input_path *a,
                          const struct input_path *b)
{
    size_t n = 0;
    while (n < a->len && n < b->len &&
           a->path[a->len - 1 - n] == b->path[b->len - 1 - n])
        n++;
    return n;
}

/* By the paths read backwards: what ends alike comes together. */
static int compare_tails(const void *x, const void *y, void *ctx)
{
    const struct input_path *a = x, *b = y;
    const size_t n = common_tail(a, b);
    (void)ctx;
    if (n == a->len || n == b->len)
        return (a->len > b->len) - (a->len < b->len);
    return (unsigned char)a->path[a->len - 1 - n] -
           (unsigned char)b->path[b->len - 1 - n];
}

/* Of paths that are sorted by their tails and have the same last part. */
static void name_paths(const struct input_path *list, size_t n)
{
    // The length of the folder that all of them lie in, with its slash.
    size_t folder = (size_t)(path_name(list[0].path) - list[0].path);
    for (size_t i = 1; i < n; i++) {
        size_t same = 0;
        while (same < folder && list[i].path[same] == list[0].path[same])
            same++;
        while (same > 0 && list[0].path[same - 1] != '/')
            same--;
        folder = same;
    }
    const struct input_path *before = NULL;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n &&
               (list[i].len == list[end].len &&
                memcmp(list[i].path, list[end].path, list[i].len) == 0))
            end++;
        // The end of the path that none of the others has, from 'folder' on.
        const struct input_path *after = end < n ? &list[end] : NULL;
        const size_t first = before ? common_tail(&list[i], before) : 0;
        const size_t second = after ? common_tail(&list[i], after) : 0;
        const char *at =
            list[i].path + list[i].len - (first > second ? first : second);
        while (at > list[i].path + folder && at[-1] != '/')
            at--;
        const char *name =
            at < list[i].path + folder ? list[i].path + folder : at;
        before = &list[i];
        for (; i < end; i++)
            list[i].input->name = name;
    }
}

bool provenance_name_inputs(struct provenance_input *inputs, size_t n,
                            struct buf *paths, struct tabia_error *err)
{
    struct input_path *list = calloc(n + 1, sizeof(*list));
    if (!list)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++) {
        // The path from the root on; as it is where that fails.
        const char *name = path_name(inputs[i].path);
        char *folder = strndup(inputs[i].path, (size_t)(name - inputs[i].path));
        char *whole = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
        const char *parts[] = { whole && strcmp(whole, "/") != 0 ? whole : "",
                                "/", whole ? name : inputs[i].path };
        for (size_t k = 0; k < COUNT_OF(parts); k++)
            utf8_repair(paths, parts[k], strlen(parts[k]));
        buf_add_char(paths, '\0');
        free(whole);
        free(folder);
    }
    const char *path = buf_text(paths);
    for (size_t i = 0; !paths->failed && i < n; i++) {
        list[i] = (struct input_path){ path, strlen(path), &inputs[i] };
        path += list[i].len + 1;
    }
    const bool ok = paths->failed ? buf_error(paths, err)
                                  : sort_stable(list, n, sizeof(*list),
                                                compare_tails, NULL, NULL, err);
    for (size_t i = 0; ok && i < n;) {
        const char *name = path_name(list[i].path);
        size_t end = i + 1;
        while (end < n && strcmp(path_name(list[end].path), name) == 0)
            end++;
        name_paths(list + i, end - i);
        i = end;
    }
    free(list);
    return ok;
}

/* ---- the text -------------------------------------------------------- */

bool provenance_print(struct buf *dst,
                      const struct tabia_build_options *options,
                      const struct provenance_input *inputs, size_t ninputs,
                      const struct tabia_build_result *result,
                      struct tabia_error *err)
{
    struct sink sink = sink_to_buf(dst, err);
    struct json_writer js;
    json_writer_init(&js, &sink, false);
    json_writer_begin_object(&js);
    json_writer_key(&js, "tabia");
    json_writer_put_text(&js, TABIA_VERSION);
    json_writer_key(&js, "options");
    json_writer_begin_object(&js);
    for (size_t i = 0; i < COUNT_OF(recorded_options); i++) {
        const struct recorded_option *s = &recorded_options[i];
        char room[VALUE_SIZE];
        const char *value = value_of(s, options, room);
        if (!value)
            continue;
        json_writer_key(&js, s->name);
        if (s->kind == IS_FLAG)
            json_writer_put_bool(&js, true);
        else if (s->kind == IS_REAL)
            json_writer_put_double(&js, strtod(value, NULL));
        else if (s->kind == IS_UNSIGNED || s->kind == IS_LARGE)
            json_writer_put_uint(&js, strtoull(value, NULL, 10));
        else
            json_writer_put_text(&js, value);
    }
    json_writer_end(&js);
    json_writer_key(&js, "inputs");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < ninputs; i++) {
        json_writer_begin_object(&js);
        json_writer_key(&js, "name");
        json_writer_put_text(&js, inputs[i].name);
        json_writer_key(&js, "size");
        json_writer_put_uint(&js, inputs[i].size);
        json_writer_key(&js, "xxh3");
        json_writer_put_hex64(&js, inputs[i].checksum);
        json_writer_end(&js);
    }
    json_writer_end(&js);
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        { "read", result->games },
        { "counted", result->counted },
        { "filtered", result->filtered },
        { "unfinished", result->unfinished },
        { "repeated", result->duplicates },
        { "broken", result->broken },
    };
    json_writer_key(&js, "games");
    json_writer_begin_object(&js);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        json_writer_key(&js, counts[i].name);
        json_writer_put_uint(&js, counts[i].value);
    }
    json_writer_end(&js);
    json_writer_key(&js, "plies");
    json_writer_put_uint(&js, result->events);
    json_writer_end(&js);
    while (dst->size && dst->data[dst->size - 1] == '\n')
        dst->data[--dst->size] = '\0';
    return sink_ok(&sink);
}
