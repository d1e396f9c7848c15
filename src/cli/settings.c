/*
 * settings.c - the options of formats, as options of the command
 */
#include "cli/settings.h"

#include <string.h>

#include "base/buf.h"
#include "base/suggest.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

static const struct tabia_setting_info *options_of(
    const struct tabia_format *format)
{
    static const struct tabia_setting_info none[] = { { .name = NULL } };
    const struct tabia_format_info *info = tabia_format_info(format);
    return info->settings ? info->settings : none;
}

static bool knows(const struct tabia_format *format, const char *name)
{
    for (const struct tabia_setting_info *o = options_of(format); o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* Has a format before the i-th one an option of this name? */
static bool is_repeated(size_t i, const char *name)
{
    while (i-- > 0)
        if (knows(tabia_format_at(i), name))
            return true;
    return false;
}

bool settings_at(size_t n, struct option_spec *spec)
{
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_setting_info *o = options_of(format);
        for (; o->name; o++) {
            if (is_repeated(i, o->name) || n-- > 0)
                continue;
            *spec = (struct option_spec){
                .name = o->name,
                .kind = o->values ? OPTION_TEXT : OPTION_FLAG,
                .value = o->values,
                .help = o->help,
                .is_setting = true,
            };
            return true;
        }
    }
    return false;
}

void settings_add_formats(struct buf *text, const char *name)
{
    const char *before = " (";
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        if (!knows(format, name))
            continue;
        buf_addf(text, "%s%s", before, tabia_format_info(format)->name);
        before = ", ";
    }
    buf_add_char(text, ')');
}

size_t settings_for(const struct args *args, const struct tabia_format *format,
                    struct tabia_setting list[OPTIONS_SETTINGS])
{
    size_t n = 0;
    struct option_spec spec;
    for (size_t i = 0; i < OPTIONS_SETTINGS && settings_at(i, &spec); i++) {
        const struct option_value *value =
            &args->values[OPTIONS_FIRST_SETTING + i];
        if (value->given && knows(format, spec.name))
            list[n++] = (struct tabia_setting){
                .name = spec.name,
                .value = value->text ? value->text : "",
            };
    }
    return n;
}

enum cli_status settings_check(const struct args *args,
                               const struct tabia_format *const *formats,
                               size_t n)
{
    struct option_spec spec;
    bool can_skip = !args->lenient;
    for (size_t k = 0; k < n && !can_skip; k++)
        can_skip = formats[k] && tabia_format_info(formats[k])->can_skip;
    if (!can_skip)
        return cli_misuse(args->verb,
                          "--lenient is no option of the formats used here");
    for (size_t i = 0; i < OPTIONS_SETTINGS && settings_at(i, &spec); i++) {
        bool is_known = !args->values[OPTIONS_FIRST_SETTING + i].given;
        for (size_t k = 0; k < n && !is_known; k++)
            is_known = formats[k] && knows(formats[k], spec.name);
        if (!is_known)
            return cli_misuse(args->verb,
                              "--%s is no option of the formats used here",
                              spec.name);
    }
    return CLI_DONE;
}

const struct tabia_format *settings_format(const struct args *args,
                                           const char *name)
{
    const struct tabia_format *format = tabia_format_find(name);
    if (format)
        return format;

    struct suggestion best;
    suggest_init(&best, name, strlen(name));
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        suggest_offer(&best, tabia_format_info(format)->name);
    if (best.word)
        cli_misuse(args->verb, "unknown format '%s'; did you mean '%s'?", name,
                   best.word);
    else
        cli_misuse(args->verb,
                   "unknown format '%s'; 'tabia formats' lists them", name);
    return NULL;
}
