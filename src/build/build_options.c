/*
 * build_options.c - the table of the options of a build
 */
#include "build/build_options.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "build/build_internal.h"
#include "store/dimensions.h"

#include "base/banned.h"

/* ---- the table --------------------------------------------------------- */

const char *const build_options_variants[] = {
    [TABIA_BUILD_VARIANT_ANY] = "any",
    [TABIA_BUILD_VARIANT_STANDARD] = "standard",
    [TABIA_BUILD_VARIANT_CHESS960] = "chess960",
    NULL,
};
const char *const build_options_weights[] = {
    [TABIA_BUILD_WEIGHT_SCORE] = "score",
    [TABIA_BUILD_WEIGHT_GAMES] = "games",
    [TABIA_BUILD_WEIGHT_WINS] = "wins",
    [TABIA_BUILD_WEIGHT_UNIFORM] = "uniform",
    NULL,
};
static const char *const sides[] = {
    [TABIA_SIDE_BOTH] = "both",
    [TABIA_SIDE_WHITE] = "white",
    [TABIA_SIDE_BLACK] = "black",
    NULL,
};

enum build_option_kind {
    IS_UNRECORDED, // says how, not what
    IS_TEXT,
    IS_FLAG,
    IS_NUMBER, // 32 bits
    IS_LARGE,  // 64 bits
    IS_REAL,
    IS_PAIR, // of reals
    IS_CHOICE,
    IS_DIMENSIONS,
};

enum {
    OF_GAMES = BUILD_CALL_STORE | BUILD_CALL_BOOK,
    OF_STORE = BUILD_CALL_STORE,
    OF_BOOK = BUILD_CALL_BOOK,
    OF_JOIN = BUILD_CALL_JOIN,
};

#define OPTION(word_, member_, calls_, kind_)                                  \
    .word = word_, .name = #member_,                                           \
    .offset = offsetof(struct tabia_build_options, member_),                   \
    .size = sizeof(((struct tabia_build_options *)NULL)->member_),             \
    .calls = calls_, .kind = kind_

/* Options that every call uses, and need no check, are not here. */
static const struct build_option {
    const char *word; // on the command line and where it is recorded
    const char *name;
    size_t offset, size;
    unsigned calls; // that use it
    enum build_option_kind kind;
    const char *const *choices;
    double least, most; // of reals other than 0
} build_options_table[] = {
    { OPTION("", inputs, OF_GAMES, IS_UNRECORDED) },
    { OPTION("", ninputs, OF_GAMES, IS_UNRECORDED) },
    { OPTION("where", where, OF_GAMES, IS_TEXT) },
    { OPTION("player", player, OF_GAMES, IS_TEXT) },
    { OPTION("variant", variant, OF_GAMES, IS_CHOICE),
      .choices = build_options_variants },
    { OPTION("drop-duplicates", drop_duplicates, OF_GAMES, IS_FLAG) },
    { OPTION("min-ply", min_ply, OF_GAMES, IS_NUMBER) },
    { OPTION("max-ply", max_ply, OF_GAMES, IS_NUMBER) },
    { OPTION("side", side, OF_GAMES, IS_CHOICE), .choices = sides },
    { OPTION("by", dimensions, OF_STORE, IS_DIMENSIONS) },
    { OPTION("min-games", min_games, OF_GAMES, IS_LARGE) },
    { OPTION("min-score", min_score, OF_BOOK, IS_REAL), .most = 100 },
    { OPTION("min-rate", min_rate, OF_BOOK, IS_PAIR), .most = 100 },
    { OPTION("min-rate-side", min_rate_side, OF_BOOK, IS_CHOICE),
      .choices = sides },
    { OPTION("top", top, OF_BOOK, IS_NUMBER) },
    { OPTION("weight", weight, OF_BOOK, IS_CHOICE),
      .choices = build_options_weights },
    { OPTION("half-life", half_life, OF_BOOK, IS_REAL), .least = 0.1,
      .most = 1000 },
    { OPTION("polyglot-compatible", polyglot_compatible, OF_BOOK, IS_FLAG) },
    { OPTION("work-folder", work_folder, OF_GAMES, IS_UNRECORDED) },
    { OPTION("part", part, OF_GAMES, IS_UNRECORDED) },
    { OPTION("part", nparts, OF_GAMES, IS_UNRECORDED) },
    { OPTION("slice", slice, OF_JOIN, IS_UNRECORDED) },
    { OPTION("slice", nslices, OF_JOIN, IS_UNRECORDED) },
};

/* ---- checks ------------------------------------------------------------ */

bool build_options_is_used(const char *word, enum build_call call)
{
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++)
        if (strcmp(build_options_table[i].word, word) == 0)
            return build_options_table[i].calls & call;
    return true;
}

bool build_options_refuse_unused(const struct tabia_build_options *options,
                                 enum build_call call, struct tabia_error *err)
{
    static const struct tabia_build_options zero;
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++) {
        const struct build_option *row = &build_options_table[i];
        if (!(row->calls & call) &&
            memcmp((const char *)options + row->offset,
                   (const char *)&zero + row->offset, row->size) != 0)
            return error_set(err, TABIA_ERR_MISUSE,
                             "the option %s does not apply to this call",
                             row->name);
    }
    return true;
}

uint32_t build_options_last_ply(const struct tabia_build_options *options)
{
    return options->max_ply && options->max_ply < TABIA_BUILD_PLIES_MAX
               ? options->max_ply
               : TABIA_BUILD_PLIES_MAX;
}

/* One value by itself. */
static bool check_value(const struct build_option *row, const char *at,
                        struct tabia_error *err)
{
    double reals[2] = { 0 };
    unsigned number = 0, n = 0;
    switch (row->kind) {
    case IS_REAL:
    case IS_PAIR:
        memcpy(reals, at, row->size);
        for (size_t i = 0; i < COUNT_OF(reals); i++)
            if (reals[i] != 0 &&
                !(reals[i] >= row->least && reals[i] <= row->most))
                return error_set(err, TABIA_ERR_MISUSE,
                                 "%s is not from %g to %g: %g", row->name,
                                 row->least, row->most, reals[i]);
        return true;
    case IS_CHOICE:
        while (row->choices[n])
            n++;
        break;
    case IS_DIMENSIONS:
        n = 1u << DIMENSIONS_COUNT;
        break;
    default:
        return true;
    }
    memcpy(&number, at, sizeof(number));
    return number < n ||
           error_set(err, TABIA_ERR_MISUSE, "no such value of %s: %u",
                     row->name, number);
}

bool build_options_check(const struct tabia_build_options *o,
                         struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++) {
        const struct build_option *row = &build_options_table[i];
        if (!check_value(row, (const char *)o + row->offset, err))
            return false;
    }
    if (!build_is_store(o) && !tabia_format_get_info(o->format)->can_write)
        return error_set(err, TABIA_ERR_MISUSE, "format %s cannot be written",
                         tabia_format_get_info(o->format)->name);
    if (o->polyglot_compatible && !build_writes_rows(o))
        return error_set(err, TABIA_ERR_MISUSE,
                         "only PolyGlot books can be compatible with its "
                         "make-book");
    if (o->polyglot_compatible &&
        (o->weight == TABIA_BUILD_WEIGHT_WINS || o->half_life > 0))
        return error_set(err, TABIA_ERR_MISUSE,
                         "PolyGlot's make-book has weights neither by wins "
                         "nor by age");
    if (build_writes_rows(o) && o->write_options && o->write_options->nsettings)
        return error_set(err, TABIA_ERR_MISUSE,
                         "settings of %s do not apply to a book that is built "
                         "from games",
                         tabia_format_get_info(o->format)->name);
    if (o->min_ply > build_options_last_ply(o))
        return error_set(err, TABIA_ERR_MISUSE,
                         "the first ply to count, %u, is after the last, %u",
                         o->min_ply, build_options_last_ply(o));
    if (o->nparts && o->drop_duplicates)
        return error_set(err, TABIA_ERR_MISUSE,
                         "duplicates can only be found when all "
                         "games are read at once, not in parts");
    if (o->nparts > TABIA_BUILD_PARTS_MAX ||
        (o->nparts && o->part >= o->nparts))
        return error_set(err, TABIA_ERR_MISUSE, "no such part");
    if ((o->min_rate[0] != o->min_rate[1]) && !o->min_rate_side)
        return error_set(err, TABIA_ERR_MISUSE,
                         "different rates for the two sides need the own side");
    return true;
}

/* ---- values as text ---------------------------------------------------- */

enum { VALUE_SIZE = 64 };

/*
 * The value as text, in 'room' where it is not text already; NULL when it is
 * not recorded, or as by default, which is all-zero.
 */
static const char *print_value(const struct build_option *row,
                               const struct tabia_build_options *options,
                               char room[VALUE_SIZE])
{
    const char *at = (const char *)options + row->offset;
    const char *text = NULL;
    unsigned number = 0;
    uint64_t large = 0;
    double reals[2] = { 0 };
    size_t len = 0;
    bool flag = false;
    switch (row->kind) {
    case IS_UNRECORDED:
        break;
    case IS_TEXT:
        memcpy(&text, at, sizeof(text));
        return text;
    case IS_FLAG:
        memcpy(&flag, at, sizeof(flag));
        return flag ? "1" : NULL;
    case IS_NUMBER:
        memcpy(&number, at, sizeof(number));
        snprintf(room, VALUE_SIZE, "%u", number);
        return number ? room : NULL;
    case IS_LARGE:
        memcpy(&large, at, sizeof(large));
        snprintf(room, VALUE_SIZE, "%" PRIu64, large);
        return large ? room : NULL;
    case IS_REAL:
    case IS_PAIR:
        memcpy(reals, at, row->size);
        len = (size_t)snprintf(room, VALUE_SIZE, "%.17g", reals[0]);
        if (row->kind == IS_PAIR)
            snprintf(room + len, VALUE_SIZE - len, ":%.17g", reals[1]);
        return reals[0] != 0 || reals[1] != 0 ? room : NULL;
    case IS_CHOICE:
        memcpy(&number, at, sizeof(number));
        return number ? row->choices[number] : NULL;
    case IS_DIMENSIONS:
        memcpy(&number, at, sizeof(number));
        for (unsigned i = 0; i < DIMENSIONS_COUNT; i++)
            if (number >> i & 1)
                len += (size_t)snprintf(room + len, VALUE_SIZE - len, "%s%s",
                                        len ? "," : "", dimensions_names[i]);
        return number ? room : NULL;
    }
    return NULL;
}

/* False if there is no such choice or dimension. */
static bool parse_value(const struct build_option *row,
                        struct tabia_build_options *options, const char *value)
{
    char *at = (char *)options + row->offset, *end = NULL;
    unsigned number = (unsigned)strtoul(value, NULL, 10);
    const uint64_t large = strtoull(value, NULL, 10);
    double reals[2] = { strtod(value, &end), 0 };
    const bool flag = true;
    switch (row->kind) {
    case IS_UNRECORDED:
        return true;
    case IS_TEXT:
        memcpy(at, &value, sizeof(value));
        return true;
    case IS_FLAG:
        memcpy(at, &flag, sizeof(flag));
        return true;
    case IS_LARGE:
        memcpy(at, &large, sizeof(large));
        return true;
    case IS_PAIR:
        reals[1] = *end ? strtod(end + 1, NULL) : 0;
        memcpy(at, reals, row->size);
        return true;
    case IS_REAL:
        memcpy(at, reals, row->size);
        return true;
    case IS_CHOICE:
        for (number = 0; row->choices[number]; number++)
            if (strcmp(row->choices[number], value) == 0)
                break;
        if (!row->choices[number])
            return false;
        break;
    case IS_DIMENSIONS:
        if (!dimensions_parse(value, &number))
            return false;
        break;
    case IS_NUMBER:
        break;
    }
    memcpy(at, &number, sizeof(number));
    return true;
}

/* ---- as they are recorded ---------------------------------------------- */

void build_options_put_notes(struct buf *notes,
                             const struct tabia_build_options *options)
{
    char room[VALUE_SIZE];
    const char *format = options->format
                             ? tabia_format_get_info(options->format)->name
                             : "tabia";
    notes_put(notes, "to", format);
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++) {
        const struct build_option *row = &build_options_table[i];
        const char *value = print_value(row, options, room);
        if (value)
            notes_put(notes, row->word, value);
    }
}

bool build_options_get_notes(const struct notes *notes,
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
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++) {
        const struct build_option *row = &build_options_table[i];
        const char *value = notes_get(notes, row->word);
        if (value && !parse_value(row, options, value))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "the notes have a wrong %s", row->word);
    }
    return true;
}

bool build_options_hash(const struct tabia_build_options *options,
                        uint64_t *hash, struct tabia_error *err)
{
    struct buf text = { .limit = 1 << 20 };
    build_options_put_notes(&text, options);
    *hash = XXH3_64bits(buf_text(&text), text.size);
    const bool ok = !text.failed || buf_error(&text, err);
    buf_clear(&text);
    return ok;
}

void build_options_put_json(struct json_writer *js,
                            const struct tabia_build_options *options)
{
    json_writer_begin_object(js);
    for (size_t i = 0; i < COUNT_OF(build_options_table); i++) {
        const struct build_option *row = &build_options_table[i];
        char room[VALUE_SIZE];
        const char *value = print_value(row, options, room);
        if (!value)
            continue;
        json_writer_key(js, row->word);
        if (row->kind == IS_FLAG)
            json_writer_put_bool(js, true);
        else if (row->kind == IS_REAL)
            json_writer_put_double(js, strtod(value, NULL));
        else if (row->kind == IS_NUMBER || row->kind == IS_LARGE)
            json_writer_put_uint(js, strtoull(value, NULL, 10));
        else
            json_writer_put_text(js, value);
    }
    json_writer_end(js);
}
