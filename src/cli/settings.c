/*
 * settings.c - the settings of formats on a command line: -O NAME=VALUE
 */
#include "cli/settings.h"

#include <string.h>

#include "base/compiler.h"
#include "base/suggestion.h"
#include "format/format_contract.h"
#include "format/format_settings.h"
#include "format/formats.h"

#include "base/banned.h"

/* One -O, taken apart: [FORMAT.]NAME[=VALUE]. */
struct given_setting {
    const char *text;
    int format_len; // 0: any format
    const char *name;
    int name_len;
    const char *value; // NULL: none
};

static struct given_setting split_setting(const char *text)
{
    const size_t len = strcspn(text, "=");
    const char *dot = memchr(text, '.', len);
    struct given_setting g = { .text = text, .name = text };
    if (dot) {
        g.format_len = (int)(dot - text);
        g.name = dot + 1;
    }
    g.name_len = (int)(text + len - g.name);
    g.value = text[len] ? text + len + 1 : NULL;
    return g;
}

/* The n-th -O of the command line; false beyond. */
static bool given_at(const struct args *args, size_t n, struct given_setting *g)
{
    for (size_t i = 0; i < args->nrepeated; i++)
        if (args->repeated[i].slot == OPTIONS_OWN_MAX + COMMON_SETTING &&
            n-- == 0) {
            *g = split_setting(args->repeated[i].text);
            return true;
        }
    return false;
}

static bool is_word(const char *word, const char *text, int len)
{
    return strlen(word) == (size_t)len && memcmp(word, text, (size_t)len) == 0;
}

/* The row that 'g' means in a format; NULL if none, or another format. */
static const struct tabia_setting_info *row_in(const struct given_setting *g,
                                               const struct tabia_format *f)
{
    const struct tabia_format_info *info = tabia_format_get_info(f);
    const struct tabia_setting_info *row;
    if (g->format_len && !is_word(info->name, g->text, g->format_len))
        return NULL;
    for (size_t i = 0; (row = tabia_format_setting_at(f, i)); i++)
        if (is_word(row->name, g->name, g->name_len))
            return row;
    return NULL;
}

/* Two formats mean the same by a name if they take the same values. */
static bool is_same_setting(const struct tabia_setting_info *a,
                            const struct tabia_setting_info *b)
{
    return a->kind == b->kind &&
           (!a->values || strcmp(a->values, b->values) == 0);
}

/* ---- names and values ------------------------------------------------ */

static enum cli_status refuse_unknown_setting(const struct args *args,
                                              const struct given_setting *g)
{
    const struct tabia_format *format;
    bool has_format = g->format_len == 0;
    struct suggestion best;
    suggestion_init(&best, g->name, (size_t)g->name_len);
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        const bool is_meant =
            !g->format_len || is_word(info->name, g->text, g->format_len);
        const struct tabia_setting_info *row;
        for (size_t k = 0;
             is_meant && (row = tabia_format_setting_at(format, k)); k++)
            suggestion_offer(&best, row->name);
        has_format |= is_meant;
    }
    if (!has_format) {
        const char *meant = format_suggest(g->text, (size_t)g->format_len);
        return cli_misuse(args->verb, "-O %s: no format is called '%.*s'%s%s%s",
                          g->text, g->format_len, g->text,
                          meant ? "; did you mean '" : "", meant ? meant : "",
                          meant ? "'?" : "");
    }
    const int len = (int)(g->name + g->name_len - g->text);
    if (g->name_len == 0)
        return cli_misuse(args->verb, "-O %s: expected NAME=VALUE", g->text);
    if (best.word)
        return cli_misuse(args->verb,
                          "-O %.*s: unknown setting; did you mean '%s'?", len,
                          g->text, best.word);
    return cli_misuse(args->verb,
                      "-O %.*s: unknown setting; 'tabia formats %.*s' lists "
                      "them",
                      len, g->text, g->format_len ? g->format_len : 6,
                      g->format_len ? g->text : "FORMAT");
}

static bool check_value(const struct given_setting *g,
                        const struct tabia_setting_info *row,
                        struct tabia_error *err)
{
    if (g->value || row->kind == TABIA_SETTING_FLAG)
        return format_setting_check(row, g->value ? g->value : "", err);
    err->status = TABIA_ERR_MISUSE;
    snprintf(err->msg, sizeof(err->msg), "%s: expected %s=%s", row->name,
             row->name, row->values);
    return false;
}

enum cli_status settings_parse(const struct args *args)
{
    struct given_setting g;
    for (size_t n = 0; given_at(args, n, &g); n++) {
        const struct tabia_format *format;
        struct tabia_error err = { 0 };
        bool is_known = false, is_good = false;
        for (size_t i = 0; (format = tabia_format_at(i)) && !is_good; i++) {
            const struct tabia_setting_info *row = row_in(&g, format);
            is_known |= row != NULL;
            is_good = row && check_value(&g, row, &err);
        }
        if (!is_known)
            return refuse_unknown_setting(args, &g);
        if (!is_good)
            return cli_misuse(args->verb, "-O %s", err.msg);
    }
    return CLI_DONE;
}

bool settings_refuse_option(const struct verb *verb, const char *name,
                            size_t len)
{
    const struct given_setting g = { .text = "",
                                     .name = name,
                                     .name_len = (int)len };
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_setting_info *row = row_in(&g, format);
        if (!row)
            continue;
        cli_misuse(verb, "--%.*s is a setting: -O %s%s%s", (int)len, name,
                   row->name, row->values ? "=" : "",
                   row->values ? row->values : "");
        return true;
    }
    return false;
}

/* ---- what goes where ------------------------------------------------- */

size_t settings_for(const struct args *args, const struct tabia_format *format,
                    unsigned when,
                    struct tabia_setting list[OPTIONS_REPEATED_MAX])
{
    size_t n = 0;
    struct given_setting g;
    for (size_t i = 0; given_at(args, i, &g); i++) {
        const struct tabia_setting_info *row = row_in(&g, format);
        struct tabia_error ignored = { 0 }; // settings_check reports it
        if (row && row->when & when && check_value(&g, row, &ignored))
            list[n++] =
                (struct tabia_setting){ row->name, g.value ? g.value : "" };
    }
    return n;
}

/* What the files of a command make of one -O. */
struct setting_meaning {
    const struct tabia_format *format; // the first that has it
    const struct tabia_setting_info *row;
    bool is_used; // it matters for what is done with that file
};

static enum cli_status add_meaning(const struct args *args,
                                   const struct given_setting *g,
                                   struct setting_meaning *m,
                                   const struct tabia_format *format,
                                   unsigned when)
{
    const struct tabia_setting_info *row = format ? row_in(g, format) : NULL;
    struct tabia_error err = { 0 };
    if (!row)
        return CLI_DONE;
    const bool is_used = row->when & when;
    if (is_used && m->is_used && !is_same_setting(row, m->row))
        return cli_misuse(args->verb, "-O %s is ambiguous here: %s.%s or %s.%s",
                          row->name, tabia_format_get_info(m->format)->name,
                          row->name, tabia_format_get_info(format)->name,
                          row->name);
    if (is_used && !check_value(g, row, &err))
        return cli_misuse(args->verb, "-O %s", err.msg);
    if (is_used || !m->row)
        *m = (struct setting_meaning){ format, row, is_used };
    return CLI_DONE;
}

enum cli_status settings_check(const struct args *args,
                               const struct tabia_format *const *inputs,
                               size_t n, const struct tabia_format *output)
{
    struct given_setting g;
    bool can_skip_damage = !args->lenient;
    for (size_t i = 0; i < n; i++)
        can_skip_damage |=
            inputs[i] && tabia_format_get_info(inputs[i])->can_skip_damage;
    if (!can_skip_damage)
        return cli_misuse(args->verb,
                          "--lenient: the formats read here cannot skip "
                          "damaged parts");
    for (size_t k = 0; given_at(args, k, &g); k++) {
        struct setting_meaning m = { 0 };
        const int len = (int)(g.name + g.name_len - g.text);
        enum cli_status status =
            add_meaning(args, &g, &m, output, TABIA_WHEN_WRITING);
        for (size_t i = 0; i < n && status == CLI_DONE; i++)
            status = add_meaning(args, &g, &m, inputs[i], TABIA_WHEN_READING);
        if (status != CLI_DONE)
            return status;
        if (!m.row)
            return cli_misuse(args->verb,
                              "-O %.*s: not a setting of the formats used here",
                              len, g.text);
        if (!m.is_used)
            return cli_misuse(
                args->verb, "-O %.*s has no effect unless %s is %s", len,
                g.text, tabia_format_get_info(m.format)->name,
                m.row->when & TABIA_WHEN_READING ? "read" : "written");
    }
    return CLI_DONE;
}

/* ---- names of settings ----------------------------------------------- */

void settings_describe(const struct tabia_setting_info *row,
                       char name[OPTIONS_HELP_SIZE],
                       char text[OPTIONS_HELP_SIZE])
{
    static const char *const when[] = {
        [TABIA_WHEN_READING] = "reading: ",
        [TABIA_WHEN_WRITING] = "writing: ",
        [TABIA_WHEN_READING | TABIA_WHEN_WRITING] = "",
    };
    const bool has_range =
        row->kind == TABIA_SETTING_NUMBER && row->max < UINT32_MAX - 1;
    char range[64] = "";
    snprintf(name, OPTIONS_HELP_SIZE, "%s%s%s", row->name,
             row->values ? "=" : "", row->values ? row->values : "");
    if (has_range)
        snprintf(range, sizeof(range), " (%llu to %llu)",
                 (unsigned long long)row->min, (unsigned long long)row->max);
    snprintf(text, OPTIONS_HELP_SIZE, "%s%s%s%s%s%s", when[row->when],
             row->help, range, row->default_value ? " (default " : "",
             row->default_value ? row->default_value : "",
             row->default_value ? ")" : "");
}

void settings_print_words(FILE *file)
{
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_setting_info *row;
        for (size_t j = 0; (row = tabia_format_setting_at(format, j)); j++) {
            bool is_new = true;
            for (size_t k = 0; k < i && is_new; k++) {
                const struct tabia_setting_info *before =
                    format_setting_find(tabia_format_at(k)->settings,
                                        row->name);
                is_new = !before || !is_same_setting(before, row);
            }
            if (!is_new)
                continue;
            const bool has_words = row->kind == TABIA_SETTING_WORD;
            const char *words = has_words ? row->values : "";
            fprintf(file, " %s%s", row->name, row->values ? "=" : "");
            for (; *words; words++)
                if (*words == '|')
                    fprintf(file, " %s=", row->name);
                else
                    fputc(*words, file);
        }
    }
}
