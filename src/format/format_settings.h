/*
 * format_settings.h - a setting of a format is one row of a table
 *
 *     struct abk_settings {
 *         bool keep_deleted;
 *         uint64_t max_nodes;
 *     };
 *     const struct setting_row abk_settings_table[] = {
 *         SETTING_FLAG(struct abk_settings, keep_deleted, "deleted",
 *                      TABIA_WHEN_READING, "read deleted moves too"),
 *         SETTING_NUMBER(struct abk_settings, max_nodes, "max-nodes",
 *                        TABIA_WHEN_WRITING, 1, UINT32_MAX, "1000000",
 *                        "maximum number of moves"),
 *         SETTING_END,
 *     };
 *
 * Values are parsed into the format's own struct, checked and described by the
 * row alone. Names and values are checked before a format's read, open, write
 * or write_rows is called, so in there format_settings_get cannot fail.
 */
#ifndef FORMAT_FORMAT_SETTINGS_H
#define FORMAT_FORMAT_SETTINGS_H

#include <stddef.h>

#include "tabia/format.h"

// clang-format off
#define SETTING_FIELD(type, field, as)                                         \
    _Generic(((type *)0)->field, as: offsetof(type, field))
// clang-format on

struct setting_row {
    struct tabia_setting_info info;
    size_t offset; // of the field that gets the value, in the format's struct
};

/*
 * The rows. 'type' is the format's struct and 'field' the member of it that
 * gets the value; one of another type does not compile. 'usual' is the value
 * when absent, or NULL: the field stays as it was.
 */
#define SETTING_FLAG(type, field, word, use, text)                             \
    {                                                                          \
        .info = { .name = word,                                                \
                  .kind = TABIA_SETTING_FLAG,                                  \
                  .when = use,                                                 \
                  .help = text },                                              \
        .offset = SETTING_FIELD(type, field, bool)                             \
    }

/* 'words' are "one|two"; the field, an enum, gets 1 for the first of them. */
#define SETTING_WORD(type, field, word, use, words, usual, text)               \
    {                                                                          \
        .info = { .name = word,                                                \
                  .kind = TABIA_SETTING_WORD,                                  \
                  .when = use,                                                 \
                  .values = words,                                             \
                  .default_value = usual,                                      \
                  .help = text },                                              \
        .offset = SETTING_FIELD(type, field, unsigned)                         \
    }

#define SETTING_NUMBER(type, field, word, use, least, most, usual, text)       \
    {                                                                          \
        .info = { .name = word,                                                \
                  .kind = TABIA_SETTING_NUMBER,                                \
                  .when = use,                                                 \
                  .values = "N",                                               \
                  .default_value = usual,                                      \
                  .help = text,                                                \
                  .min = least,                                                \
                  .max = most },                                               \
        .offset = SETTING_FIELD(type, field, uint64_t)                         \
    }

/* The text is borrowed. 'what' is what help calls the value: "NAME". */
#define SETTING_TEXT(type, field, word, use, what, text)                       \
    {                                                                          \
        .info = { .name = word,                                                \
                  .kind = TABIA_SETTING_TEXT,                                  \
                  .when = use,                                                 \
                  .values = what,                                              \
                  .help = text },                                              \
        .offset = SETTING_FIELD(type, field, const char *)                     \
    }

#define SETTING_FILE(type, field, word, use, text)                             \
    {                                                                          \
        .info = { .name = word,                                                \
                  .kind = TABIA_SETTING_FILE,                                  \
                  .when = use,                                                 \
                  .values = "FILE",                                            \
                  .help = text },                                              \
        .offset = SETTING_FIELD(type, field, const char *)                     \
    }

#define SETTING_END                                                            \
    {                                                                          \
        .info = {.name = NULL }                                                \
    }

/* The row of formats whose weights decide what is played. */
#define SETTING_MISTAKES(type, field)                                          \
    SETTING_FLAG(type, field, "play-mistakes", TABIA_WHEN_WRITING,             \
                 "do not set the weight of moves annotated ? or ?? to 0")

/* The row of formats that repeat moves where lines meet. */
#define SETTING_MAX_NODES(type, field)                                         \
    SETTING_NUMBER(type, field, "max-nodes", TABIA_WHEN_WRITING, 0,            \
                   TABIA_NUMBER_NONE - 1, "1000000",                           \
                   "maximum number of moves when repeating transpositions")

/*
 * Fills the first 'nbytes' of a format's struct by the rows that lie there: so
 * several formats can begin theirs with one that they share (key_walk.h).
 */
void format_settings_fill(const struct setting_row *rows,
                          const struct tabia_setting *list, size_t n,
                          void *into, size_t nbytes);

/* The same with the settings of tabia_read_options or tabia_write_options. */
#define format_settings_get(rows, options, into)                               \
    format_settings_fill(rows, (options)->settings, (options)->nsettings,      \
                         into, sizeof(*(into)))

/* The number of a word in "one|two", from 1; 0: NULL or none of them. */
unsigned format_word_find(const char *words, const char *word);

/* The word of a number, 'len' bytes of 'words'. */
const char *format_word_at(const char *words, unsigned number, size_t *len);

/* The row of that name; NULL if there is none, or if 'rows' is NULL. */
const struct tabia_setting_info *format_setting_find(
    const struct setting_row *rows, const char *name);

/* Fails with TABIA_ERR_MISUSE and says which values the row allows. */
bool format_setting_check(const struct tabia_setting_info *row,
                          const char *value, struct tabia_error *err);

/* The same for all settings, and for names that the format does not have. */
bool format_settings_check(const struct tabia_format *format,
                           const struct tabia_setting *list, size_t n,
                           enum tabia_setting_flags when,
                           struct tabia_error *err);

#endif
