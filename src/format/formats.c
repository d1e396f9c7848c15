/*
 * formats.c - the only list of formats
 */
#include "format/formats.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/suggestion.h"
#include "format/detect.h"
#include "base/banned.h"

// clang-format off
static const struct tabia_format *const formats[] = {
    &format_ct800,
    &format_ct800_bin,
    &format_ct800_c,
    &format_obk,
    &format_openings,
    &format_lines,
    &format_reduced,
    &format_amateur,
    &format_spracklen,
    &format_spracklen_bin,
    &format_tichess,
    &format_tibook,
    &format_puzzles,
    &format_tipuzzle,
    &format_polyglot,
    &format_abk,
    &format_ctg,
    &format_exp,
    &format_crafty,
    &format_bkt,
    &format_pgn,
    &format_epd,
    &format_eco,
    &format_tabia,
    &format_json,
};
// clang-format on

const struct tabia_format *tabia_format_at(size_t i)
{
    return i < COUNT_OF(formats) ? formats[i] : NULL;
}

const char *format_suggest(const char *name, size_t len)
{
    struct suggestion best;
    suggestion_init(&best, name, len);
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        suggestion_offer(&best, formats[i]->info.name);
    return best.word;
}

const struct tabia_format *tabia_format_find(const char *name,
                                             struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i]->info.name, name) == 0)
            return formats[i];
    const char *meant = err ? format_suggest(name, strlen(name)) : NULL;
    error_set(err, TABIA_ERR_NOT_FOUND, "no format is called '%.60s'%s%s%s",
              name, meant ? "; did you mean '" : "", meant ? meant : "",
              meant ? "'?" : "");
    return NULL;
}

const struct tabia_format_info *tabia_format_get_info(
    const struct tabia_format *format)
{
    static const char *const none[] = { NULL };
    static const struct tabia_format_info nothing = { .name = "",
                                                      .title = "",
                                                      .suffixes = none };
    return format ? &format->info : &nothing;
}

const struct tabia_limit *tabia_format_get_limit(
    const struct tabia_format *format, enum tabia_attr attr)
{
    return (unsigned)attr < TABIA_ATTR_COUNT && format->info.attrs >> attr & 1
               ? &format->limits[attr]
               : NULL;
}

const struct tabia_format *tabia_format_detect(struct tabia_bytes bytes,
                                               const char *path,
                                               struct tabia_error *err)
{
    return format_detect_among(formats, COUNT_OF(formats), bytes, path, err);
}

const struct tabia_format *tabia_format_for_path(const char *path,
                                                 struct tabia_error *err)
{
    return format_for_path_among(formats, COUNT_OF(formats), path, err);
}
