/*
 * format_set.c - writing books that are several files
 *
 * All files appear, or none, whatever interrupts the write: io/commit.h
 * describes how.
 */
#include "format/format_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "format/format_io.h"
#include "io/output.h"
#include "base/banned.h"

enum { SETTINGS_MAX = 64 }; // of a format that is written in parts

/* The files of one book while they are written. */
struct file_set {
    struct output out[FORMAT_SET_MAX];
    struct sink dst[FORMAT_SET_MAX];
    struct buf names[FORMAT_SET_MAX];
    size_t n;
};

static bool open_all(struct file_set *set, const char *path,
                     const struct tabia_format *format,
                     const struct tabia_write_options *options,
                     struct tabia_error *err)
{
    const struct output_options how = format_output_options(options);
    size_t nfiles = 0;
    while (format->set[nfiles])
        nfiles++;
    const size_t main_len = strlen(format->set[nfiles - 1]);
    const size_t stem = strlen(path) - main_len;
    for (; set->n < nfiles; set->n++) {
        // The path with another ending, in capitals if the old one was.
        struct buf *name = &set->names[set->n];
        const char *suffix = format->set[set->n];
        *name = (struct buf){ .limit = SIZE_MAX / 2 };
        buf_add(name, path, stem);
        for (size_t i = 0; suffix[i]; i++) {
            const char model = path[stem + (i < main_len ? i : 0)];
            const bool is_capital = model >= 'A' && model <= 'Z';
            const bool is_small = suffix[i] >= 'a' && suffix[i] <= 'z';
            buf_add_char(name, is_capital && is_small
                                   ? (char)(suffix[i] - 'a' + 'A')
                                   : suffix[i]);
        }
        if (name->failed)
            return buf_error(name, err);
        if (!output_open(&set->out[set->n], name->data, &how, err))
            return false;
        set->dst[set->n] = output_sink(&set->out[set->n], err);
    }
    return true;
}

bool format_write_set(const struct tabia_book *book, const char *path,
                      const struct tabia_format *format,
                      const struct tabia_write_options *options,
                      struct tabia_report *report, struct tabia_error *err)
{
    if (!format_has_suffix(format, path))
        return error_set(err, TABIA_ERR_MISUSE,
                         "format %s is a set of files: give it a name that "
                         "ends with %s",
                         format->info.name, format->info.suffixes[0]);
    struct file_set set = { .n = 0 };
    bool ok = open_all(&set, path, format, options, err) &&
              format->write_set(book, options, set.dst, report, err) &&
              format_check_strict(format, options, report, err) &&
              format_check_empty(book, format, options, report, NULL, err);
    for (size_t i = 0; ok && i < set.n; i++)
        ok = sink_ok(&set.dst[i]);
    ok = ok && output_finish_all(set.out, set.n, err);
    for (size_t i = 0; i < FORMAT_SET_MAX; i++) {
        output_abort(&set.out[i]);
        buf_clear(&set.names[i]);
    }
    return ok;
}

/* ---- parts ----------------------------------------------------------- */

/* The files of one kind that a book needs. */
struct set_parts {
    struct output *out;
    struct buf *names;
    size_t n;
};

/* Each part has a setting of its own; only the first reports losses. */
static bool write_parts(struct set_parts *parts, const struct tabia_book *book,
                        const char *path, const struct tabia_format *format,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err)
{
    const struct output_options how = format_output_options(options);
    // The path with a number before the format's ending, or at its end.
    const char *dot = format_has_suffix(format, path) ? strrchr(path, '.')
                                                      : path + strlen(path);
    struct tabia_setting settings[SETTINGS_MAX];
    struct tabia_write_options own = *options;
    struct tabia_report ignored = { .n = 0 };
    if (options->nsettings + 1 > SETTINGS_MAX)
        return error_set(err, TABIA_ERR_MISUSE, "too many settings");
    for (size_t k = 0; k < options->nsettings; k++)
        settings[k] = options->settings[k];
    own.nsettings++;
    own.settings = settings;
    for (size_t i = 0; i < parts->n; i++) {
        struct buf *name = &parts->names[i];
        char number[24];
        *name = (struct buf){ .limit = SIZE_MAX / 2 };
        buf_add(name, path, (size_t)(dot - path));
        buf_addf(name, "%0*zu%s", format_number_digits(parts->n), i, dot);
        if (name->failed)
            return buf_error(name, err);
        snprintf(number, sizeof(number), "%zu", i);
        settings[options->nsettings] = (struct tabia_setting){ "part", number };
        if (!output_open(&parts->out[i], name->data, &how, err))
            return false;
        struct sink dst = output_sink(&parts->out[i], err);
        if (!format->write(book, &own, &dst, i ? &ignored : report, err) ||
            !sink_ok(&dst))
            return false;
    }
    if (!format_check_strict(format, options, report, err) ||
        !output_finish_all(parts->out, parts->n, err))
        return false;
    for (size_t i = 0; i < parts->n && options->on_file; i++)
        options->on_file(options->ctx, parts->names[i].data);
    return true;
}

bool format_write_numbered(const struct tabia_book *book, const char *path,
                           const struct tabia_format *format, size_t n,
                           const struct tabia_write_options *options,
                           struct tabia_report *report, struct tabia_error *err)
{
    if (n > FORMAT_NUMBERED_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the book needs %zu files, the limit is %d", n,
                         FORMAT_NUMBERED_MAX);
    struct set_parts parts = {
        .out = calloc(n, sizeof(*parts.out)),
        .names = calloc(n, sizeof(*parts.names)),
        .n = n,
    };
    const bool has_room = parts.out && parts.names;
    const bool ok =
        has_room ? write_parts(&parts, book, path, format, options, report, err)
                 : error_nomem(err);
    for (size_t i = 0; has_room && i < n; i++) {
        output_abort(&parts.out[i]);
        buf_clear(&parts.names[i]);
    }
    free(parts.out);
    free(parts.names);
    return ok;
}
