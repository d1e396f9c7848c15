/*
 * settings_list.c - the options that decide what is built, as text
 */
#include "build/settings_list.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/attr.h"
#include "base/error.h"

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
/* In the order of the TABIA_BY_ bits. */
static const char *const dimensions[] = { "rating", "speed", "month", NULL };
static const char *const weights[] = { "score", "games", "win", "uniform",
                                       NULL };

#define AT(field) offsetof(struct tabia_build_options, field)

static const struct setting {
    const char *name;
    enum kind kind;
    size_t at;
    const char *const *choices;
} settings[] = {
    { "where", IS_TEXT, AT(where), NULL },
    { "player", IS_TEXT, AT(player), NULL },
    { "variant", IS_CHOICE, AT(variant), variants },
    { "dedupe", IS_FLAG, AT(dedupe), NULL },
    { "min-ply", IS_UNSIGNED, AT(min_ply), NULL },
    { "max-ply", IS_UNSIGNED, AT(max_ply), NULL },
    { "color", IS_CHOICE, AT(color), colors },
    { "by", IS_MASK, AT(by), dimensions },
    { "min-games", IS_LARGE, AT(min_games), NULL },
    { "min-score", IS_REAL, AT(min_score), NULL },
    { "min-rate-own", IS_REAL, AT(min_rate[0]), NULL },
    { "min-rate-other", IS_REAL, AT(min_rate[1]), NULL },
    { "own", IS_CHOICE, AT(own), colors },
    { "top", IS_UNSIGNED, AT(top), NULL },
    { "weight", IS_CHOICE, AT(weight), weights },
    { "half-life", IS_REAL, AT(half_life), NULL },
    { "polyglot-compatible", IS_FLAG, AT(polyglot_compatible), NULL },
};

enum { VALUE_SIZE = 64 };

/* "rating,month" */
static void print_mask(const char *const *names, unsigned mask,
                       char room[VALUE_SIZE])
{
    size_t len = 0;
    for (unsigned i = 0; names[i]; i++)
        if (mask >> i & 1)
            len += (size_t)snprintf(room + len, VALUE_SIZE - len, "%s%s",
                                    len ? "," : "", names[i]);
}

static unsigned read_mask(const char *const *names, const char *text)
{
    unsigned mask = 0;
    for (unsigned i = 0; names[i]; i++)
        if (strstr(text, names[i])) // no name is a part of another
            mask |= 1u << i;
    return mask;
}

/*
 * The value as text, in 'room' where it is not text already; NULL when it is
 * as by default, which is all-zero.
 */
static const char *value_of(const struct setting *s,
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
    if (s->kind == IS_MASK)
        print_mask(s->choices, number, room);
    else
        snprintf(room, VALUE_SIZE, "%u", number);
    if (number == 0)
        return NULL;
    return s->kind == IS_CHOICE ? s->choices[number] : room;
}

void settings_put(struct buf *notes, const struct tabia_build_options *options)
{
    char room[VALUE_SIZE];
    const char *format =
        options->format ? tabia_format_info(options->format)->name : "tabia";
    notes_put(notes, "to", format);
    for (size_t i = 0; i < COUNT_OF(settings); i++) {
        const char *value = value_of(&settings[i], options, room);
        if (value)
            notes_put(notes, settings[i].name, value);
    }
}

static bool set_value(const struct setting *s,
                      struct tabia_build_options *options, const char *value)
{
    char *at = (char *)options + s->at;
    unsigned number = (unsigned)strtoul(value, NULL, 10);
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
        number = read_mask(s->choices, value);
        break;
    case IS_UNSIGNED:
        break;
    }
    memcpy(at, &number, sizeof(number));
    return true;
}

bool settings_get(const struct notes *notes,
                  struct tabia_build_options *options, struct tabia_error *err)
{
    const char *to = notes_get(notes, "to");
    if (!to)
        return error_set(err, TABIA_CORRUPT, "the notes name no format");
    options->format = strcmp(to, "tabia") == 0 ? NULL : tabia_format_find(to);
    if (!options->format && strcmp(to, "tabia") != 0)
        return error_set(err, TABIA_CORRUPT, "there is no format '%s'", to);
    for (size_t i = 0; i < COUNT_OF(settings); i++) {
        const char *value = notes_get(notes, settings[i].name);
        if (value && !set_value(&settings[i], options, value))
            return error_set(err, TABIA_CORRUPT, "the notes have a wrong %s",
                             settings[i].name);
    }
    return true;
}

void settings_json(struct json *js, const struct tabia_build_options *options)
{
    char room[VALUE_SIZE];
    json_begin_object(js);
    for (size_t i = 0; i < COUNT_OF(settings); i++) {
        const struct setting *s = &settings[i];
        const char *value = value_of(s, options, room);
        if (!value)
            continue;
        json_key(js, s->name);
        if (s->kind == IS_FLAG)
            json_put_bool(js, true);
        else if (s->kind == IS_REAL)
            json_put_double(js, strtod(value, NULL));
        else if (s->kind == IS_UNSIGNED || s->kind == IS_LARGE)
            json_put_uint(js, strtoull(value, NULL, 10));
        else
            json_put_text(js, value);
    }
    json_end(js);
}

bool settings_hash(const struct tabia_build_options *options, uint64_t *hash,
                   struct tabia_error *err)
{
    struct buf text = { .limit = 1 << 20 };
    settings_put(&text, options);
    *hash = XXH3_64bits(buf_text(&text), text.size);
    const bool done = !text.failed || buf_error(&text, err);
    buf_clear(&text);
    return done;
}
