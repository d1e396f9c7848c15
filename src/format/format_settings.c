/*
 * format_settings.c - values of settings, parsed and checked by their rows
 */
#include "format/format_settings.h"

#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/format_contract.h"
#include "base/banned.h"

unsigned format_word_find(const char *words, const char *word)
{
    const size_t len = word ? strlen(word) : 0;
    for (unsigned i = 1; len; i++) {
        const size_t n = strcspn(words, "|");
        if (n == len && memcmp(words, word, n) == 0)
            return i;
        if (!words[n])
            break;
        words += n + 1;
    }
    return 0;
}

const char *format_word_at(const char *words, unsigned number, size_t *len)
{
    while (number-- > 1)
        words += strcspn(words, "|") + 1;
    *len = strcspn(words, "|");
    return words;
}

/* False for what is no number in the row's range. */
static bool parse_setting_number(const struct tabia_setting_info *row,
                                 const char *value, uint64_t *number)
{
    const char *p = value;
    for (*number = 0; *p >= '0' && *p <= '9'; p++) {
        const unsigned digit = (unsigned)(*p - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return p > value && !*p && *number >= row->min && *number <= row->max;
}

/* "one|two|three" as "one, two or three". */
static void list_words(const char *words, char *text, size_t size)
{
    const char *join = "";
    for (size_t at = 0; at < size;) {
        const int n = (int)strcspn(words, "|");
        at += (size_t)snprintf(text + at, size - at, "%s%.*s", join, n, words);
        if (!words[n])
            return;
        words += n + 1;
        join = strchr(words, '|') ? ", " : " or ";
    }
}

bool format_setting_check(const struct tabia_setting_info *row,
                          const char *value, struct tabia_error *err)
{
    const bool is_flag = row->kind == TABIA_SETTING_FLAG;
    uint64_t number;
    if (is_flag && !*value)
        return true;
    if (is_flag || row->kind == TABIA_SETTING_WORD) {
        const char *words = is_flag ? "yes|no" : row->values;
        char text[128];
        if (format_word_find(words, value))
            return true;
        list_words(words, text, sizeof(text));
        return error_set(err, TABIA_ERR_MISUSE,
                         "%s: expected %s, found '%.40s'", row->name, text,
                         value);
    }
    if (row->kind != TABIA_SETTING_NUMBER ||
        parse_setting_number(row, value, &number))
        return true;
    if (row->max == UINT64_MAX)
        return error_set(err, TABIA_ERR_MISUSE,
                         "%s: expected a number, found '%.40s'", row->name,
                         value);
    return error_set(err, TABIA_ERR_MISUSE,
                     "%s: expected a number from %llu to %llu, found '%.40s'",
                     row->name, (unsigned long long)row->min,
                     (unsigned long long)row->max, value);
}

/* Stores a value that was checked. */
static void store_setting(const struct setting_row *row, const char *value,
                          void *into)
{
    char *field = (char *)into + row->offset;
    const bool flag = strcmp(value, "no") != 0;
    uint64_t number = 0;
    unsigned word;
    switch (row->info.kind) {
    case TABIA_SETTING_FLAG:
        memcpy(field, &flag, sizeof(flag));
        return;
    case TABIA_SETTING_WORD:
        word = format_word_find(row->info.values, value);
        memcpy(field, &word, sizeof(word));
        return;
    case TABIA_SETTING_NUMBER:
        parse_setting_number(&row->info, value, &number);
        memcpy(field, &number, sizeof(number));
        return;
    case TABIA_SETTING_TEXT:
    case TABIA_SETTING_FILE:
        memcpy(field, &value, sizeof(value));
    }
}

void format_settings_fill(const struct setting_row *rows,
                          const struct tabia_setting *list, size_t n,
                          void *into, size_t nbytes)
{
    for (; rows->info.name; rows++) {
        const char *value = rows->info.default_value;
        for (size_t i = 0; i < n; i++)
            if (strcmp(list[i].name, rows->info.name) == 0)
                value = list[i].value ? list[i].value : "";
        if (value && rows->offset < nbytes)
            store_setting(rows, value, into);
    }
}

const struct tabia_setting_info *format_setting_find(
    const struct setting_row *rows, const char *name)
{
    while (rows && rows->info.name && strcmp(rows->info.name, name) != 0)
        rows++;
    return rows && rows->info.name ? &rows->info : NULL;
}

bool format_settings_check(const struct tabia_format *format,
                           const struct tabia_setting *list, size_t n,
                           enum tabia_setting_flags when,
                           struct tabia_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const struct tabia_setting_info *row =
            format_setting_find(format->settings, list[i].name);
        if (!row)
            return error_set(err, TABIA_ERR_MISUSE,
                             "format %s has no setting '%.60s'",
                             format->info.name, list[i].name);
        if (!(row->when & when))
            return error_set(err, TABIA_ERR_MISUSE,
                             "setting '%.60s' of format %s applies only to %s",
                             row->name, format->info.name,
                             when == TABIA_WHEN_READING ? "writing"
                                                        : "reading");
        if (!format_setting_check(row, list[i].value ? list[i].value : "", err))
            return false;
    }
    return true;
}

const struct tabia_setting_info *tabia_format_setting_at(
    const struct tabia_format *format, size_t i)
{
    const struct setting_row *row = format->settings;
    for (size_t k = 0; row && row->info.name; k++, row++)
        if (k == i)
            return &row->info;
    return NULL;
}
