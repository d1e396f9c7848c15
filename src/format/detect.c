/*
 * detect.c - which format the bytes of a file are in
 *
 * Detection asks every format how sure it is of the content. The surest wins;
 * among equals the name of the file decides; where that does not help either,
 * the user has to.
 */
#include "format/detect.h"

#include <string.h>
#include <strings.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/utf8.h"
#include "format/format_contract.h"
#include "base/banned.h"

enum {
    NAMES_SIZE = 96,
    CHOICE_MAX = 64, // more formats than there will ever be
};

/* Formats that fit equally well. */
struct format_choice {
    const struct tabia_format *list[CHOICE_MAX];
    size_t n;
};

bool format_has_suffix(const struct tabia_format *format, const char *path)
{
    if (!path || !format->info.suffixes)
        return false;
    const size_t len = strlen(path);
    for (const char *const *s = format->info.suffixes; *s; s++) {
        const size_t n = strlen(*s); // in any case: others write capitals
        if (len >= n && strcasecmp(path + len - n, *s) == 0)
            return true;
    }
    return false;
}

struct tabia_bytes format_first_bytes(struct tabia_bytes bytes)
{
    if (bytes.size > FORMAT_DETECT_SIZE)
        bytes.size = FORMAT_DETECT_SIZE;
    return bytes;
}

struct tabia_bytes format_first_lines(struct tabia_bytes bytes)
{
    if (bytes.size <= FORMAT_DETECT_SIZE)
        return bytes;
    bytes.size = FORMAT_DETECT_SIZE;
    while (bytes.size && !memchr("\r\n", bytes.data[bytes.size - 1], 2))
        bytes.size--;
    return bytes;
}

bool format_looks_like_text(struct tabia_bytes bytes)
{
    const char *text = (const char *)bytes.data;
    const size_t size =
        bytes.size < FORMAT_DETECT_SIZE ? bytes.size : FORMAT_DETECT_SIZE;
    if (size && memchr(text, '\0', size))
        return false;
    const size_t good = utf8_valid_prefix(text, size);
    return good == size || (size < bytes.size && size - good < UTF8_MAX);
}

bool format_has_controls(struct tabia_bytes bytes)
{
    const size_t size =
        bytes.size < FORMAT_DETECT_SIZE ? bytes.size : FORMAT_DETECT_SIZE;
    for (size_t i = 0; i < size; i++)
        if (bytes.data[i] < ' ' && !memchr("\t\n\f\r", bytes.data[i], 4))
            return true;
    return false;
}

bool format_is_plain_text(struct tabia_bytes bytes)
{
    return !format_has_controls(bytes) && format_looks_like_text(bytes);
}

/* "ct800 or lines", as far as there is room. */
static const char *name_all(const struct format_choice *choice,
                            char buf[NAMES_SIZE])
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < choice->n; i++) {
        const char *name = choice->list[i]->info.name;
        const char *between = i ? " or " : "";
        const size_t more = strlen(between) + strlen(name);
        if (len + more >= NAMES_SIZE)
            break;
        memcpy(buf + len, between, strlen(between));
        memcpy(buf + len + strlen(between), name, strlen(name) + 1);
        len += more;
    }
    return buf;
}

/* What 'tabia edit --print' writes is no format of books. */
static bool is_edit_text(struct tabia_bytes bytes)
{
    static const char *const begins[] = { "text key \"", "tag key \"",
                                          "root " };
    for (size_t i = 0; i < COUNT_OF(begins); i++) {
        const size_t len = strlen(begins[i]);
        if (bytes.size > len && memcmp(bytes.data, begins[i], len) == 0)
            return true;
    }
    return false;
}

const struct tabia_format *format_detect_among(
    const struct tabia_format *const *list, size_t n, struct tabia_bytes bytes,
    const char *path, struct tabia_error *err)
{
    struct format_choice choice = { .n = 0 };
    if (bytes.size == 0) {
        // Of an empty file only the name says what it is.
        for (size_t i = 0; i < n && choice.n < CHOICE_MAX; i++)
            if (list[i]->info.can_read && format_has_suffix(list[i], path))
                choice.list[choice.n++] = list[i];
    }
    if (choice.n != 1) {
        choice.n = 0;
        enum format_match best = FORMAT_MAYBE;
        for (size_t i = 0; i < n && choice.n < CHOICE_MAX; i++) {
            const enum format_match match =
                list[i]->detect ? list[i]->detect(bytes) : FORMAT_NO;
            if (match < best)
                continue;
            if (match > best) // a surer match replaces the others
                choice.n = 0;
            best = match;
            choice.list[choice.n++] = list[i];
        }
        // The ending of the path decides between the surest, if it can.
        struct format_choice fitting = { .n = 0 };
        for (size_t i = 0; i < choice.n; i++)
            if (format_has_suffix(choice.list[i], path))
                fitting.list[fitting.n++] = choice.list[i];
        if (fitting.n)
            choice = fitting;
    }
    if (choice.n == 1)
        return choice.list[0];

    char names[NAMES_SIZE];
    const bool is_edit = !choice.n && is_edit_text(bytes);
    if (choice.n)
        error_set(err, TABIA_ERR_AMBIGUOUS, "the format may be %s",
                  name_all(&choice, names));
    else
        error_set(err, TABIA_ERR_SYNTAX,
                  is_edit ? "the text of an edit, not a book"
                          : "the format is not recognised");
    error_hint(err, is_edit ? TABIA_HINT_EDIT_TEXT : TABIA_HINT_INPUT_FORMAT);
    return NULL;
}

const struct tabia_format *format_for_path_among(
    const struct tabia_format *const *list, size_t n, const char *path,
    struct tabia_error *err)
{
    struct format_choice choice = { .n = 0 };
    for (size_t i = 0; i < n && choice.n < CHOICE_MAX; i++)
        if (list[i]->info.can_write && format_has_suffix(list[i], path))
            choice.list[choice.n++] = list[i];
    if (choice.n == 1)
        return choice.list[0];

    char names[NAMES_SIZE];
    if (choice.n)
        error_set(err, TABIA_ERR_AMBIGUOUS, "a file with this name may be %s",
                  name_all(&choice, names));
    else
        error_set(err, TABIA_ERR_MISUSE, "no output format has this file name");
    error_hint(err, TABIA_HINT_OUTPUT_FORMAT);
    error_in_file(err, path);
    return NULL;
}
