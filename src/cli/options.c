/*
 * options.c - command lines, read by table
 */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/suggestion.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

static const struct option_spec common_options[COMMON_COUNT] = {
    [COMMON_OUTPUT] = { .name = "output",
                        .letter = 'o',
                        .kind = OPTION_TEXT,
                        .value = "FILE",
                        .group = "Output",
                        .help = "write to FILE; - is standard output" },
    [COMMON_TO] = { .name = "to",
                    .kind = OPTION_TEXT,
                    .value = "FORMAT",
                    .group = "Output",
                    .help = "output format (default: by file name)" },
    [COMMON_FORCE] = { .name = "force",
                       .group = "Output",
                       .help = "replace an existing file" },
    [COMMON_ALLOW_EMPTY] = { .name = "allow-empty",
                             .group = "Output",
                             .help = "write the result even if it is empty" },
    [COMMON_FROM] = { .name = "from",
                      .kind = OPTION_TEXT,
                      .value = "FORMAT",
                      .group = "Input",
                      .help =
                          "treat the input as FORMAT (default: detect it)" },
    [COMMON_LENIENT] = { .name = "lenient",
                         .group = "Input",
                         .help = "skip damaged parts with a warning" },
    [COMMON_SETTING] = { .name = "option",
                         .letter = 'O',
                         .kind = OPTION_TEXT,
                         .value = "NAME=VALUE",
                         .repeats = true,
                         .group = "General",
                         .help = "format setting; 'tabia formats FORMAT' lists "
                                 "them" },
    [COMMON_JSON] = { .name = "json",
                      .group = "General",
                      .help = "print JSON" },
    [COMMON_QUIET] = { .name = "quiet",
                       .letter = 'q',
                       .group = "General",
                       .help = "print errors only" },
    [COMMON_HELP] = { .name = "help",
                      .letter = 'h',
                      .group = "General",
                      .help = "show this help" },
};

/* A command line while it is read. */
struct args_reader {
    struct args *args;
    char **argv;
    int argc, next;
    bool only_operands; // after "--"
};

const struct option_spec *options_at(const struct verb *verb, size_t slot)
{
    const unsigned always = 1u << COMMON_HELP | 1u << COMMON_QUIET;
    if (slot < OPTIONS_OWN_MAX)
        return slot < verb->noptions ? &verb->options[slot] : NULL;
    slot -= OPTIONS_OWN_MAX;
    return (verb->common | always) >> slot & 1 ? &common_options[slot] : NULL;
}

const char *options_dashes(const struct verb *verb)
{
    return verb->one_dash ? "-" : "--";
}

void options_describe(const struct option_spec *spec, char *text, size_t size)
{
    struct buf buf = { .limit = size - 1 };
    buf_add_text(&buf, spec->help);
    const char *const *choices =
        spec->kind == OPTION_CHOICE ? spec->choices : NULL;
    for (size_t i = 0; choices && choices[i]; i++)
        buf_addf(&buf, "%s%s",
                 i == 0           ? " ("
                 : choices[i + 1] ? ", "
                                  : " or ",
                 choices[i]);
    if (spec->default_value)
        buf_addf(&buf, "%sdefault: %s", choices ? "; " : " (",
                 spec->default_value);
    if (choices || spec->default_value)
        buf_add_text(&buf, ")");
    snprintf(text, size, "%s", buf_text(&buf));
    buf_clear(&buf);
}

/* The slot of a long option of 'len' bytes, or OPTIONS_SLOTS. */
static size_t options_find_name(const struct verb *verb, const char *name,
                                size_t len)
{
    size_t slot = 0;
    for (; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && strlen(spec->name) == len &&
            memcmp(spec->name, name, len) == 0)
            break;
    }
    return slot;
}

static size_t find_letter(const struct verb *verb, char letter)
{
    size_t slot = 0;
    for (; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && spec->letter == letter)
            break;
    }
    return slot;
}

static enum cli_status unknown_name(const struct verb *verb, const char *name,
                                    size_t len)
{
    const char *dashes = options_dashes(verb);
    struct suggestion best;
    if (verb->common & 1u << COMMON_SETTING &&
        settings_refuse_option(verb, name, len))
        return CLI_MISUSE;
    suggestion_init(&best, name, len);
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && !spec->hidden)
            suggestion_offer(&best, spec->name);
    }
    if (best.word)
        return cli_misuse(verb, "unknown option '%s%.*s'; did you mean '%s%s'?",
                          dashes, (int)len, name, dashes, best.word);
    return cli_misuse(verb, "unknown option '%s%.*s'", dashes, (int)len, name);
}

static bool parse_option_number(const char *text, int64_t *number)
{
    const char *digits = text[0] == '-' ? text + 1 : text;
    size_t ndigits = strspn(digits, "0123456789");
    if (ndigits == 0 || digits[ndigits] != '\0')
        return false;
    errno = 0;
    *number = strtoll(text, NULL, 10);
    return errno == 0;
}

static enum cli_status set_choice(const struct verb *verb,
                                  const struct option_spec *spec,
                                  struct option_value *value)
{
    struct buf list = { .limit = 4096 };
    for (size_t i = 0; spec->choices[i]; i++) {
        if (strcmp(spec->choices[i], value->text) == 0) {
            value->number = (int64_t)i;
            buf_clear(&list);
            return CLI_DONE;
        }
        buf_addf(&list, "%s%s", i ? ", " : "", spec->choices[i]);
    }
    cli_misuse(verb, "%s%s: expected one of %s, found '%s'",
               options_dashes(verb), spec->name, buf_text(&list), value->text);
    buf_clear(&list);
    return CLI_MISUSE;
}

static enum cli_status options_set_value(const struct verb *verb,
                                         const struct option_spec *spec,
                                         struct option_value *value,
                                         const char *text)
{
    value->text = text;
    if (spec->kind == OPTION_INT) {
        if (parse_option_number(value->text, &value->number) &&
            value->number >= spec->min && value->number <= spec->max)
            return CLI_DONE;
        return cli_misuse(
            verb, "%s%s: expected a number from %lld to %lld, found '%s'",
            options_dashes(verb), spec->name, (long long)spec->min,
            (long long)spec->max, value->text);
    }
    if (spec->kind == OPTION_CHOICE)
        return set_choice(verb, spec, value);
    return CLI_DONE;
}

/* Sets an option; 'attached' is the text that came with it, if any. */
static enum cli_status set_option(struct args_reader *r, size_t slot,
                                  const char *attached)
{
    const struct verb *verb = r->args->verb;
    struct option_value *value = &r->args->values[slot];
    const struct option_spec *spec = options_at(verb, slot);

    value->given = true;
    if (spec->kind == OPTION_FLAG) {
        if (attached)
            return cli_misuse(verb, "%s%s takes no value", options_dashes(verb),
                              spec->name);
        return CLI_DONE;
    }
    if (!attached) {
        if (r->next == r->argc)
            return cli_misuse(verb, "%s%s needs a value (%s)",
                              options_dashes(verb), spec->name, spec->value);
        attached = r->argv[r->next++];
    }
    if (spec->repeats) {
        if (r->args->nrepeated == OPTIONS_REPEATED_MAX)
            return cli_misuse(verb, "%s%s: more than %d values",
                              options_dashes(verb), spec->name,
                              OPTIONS_REPEATED_MAX);
        r->args->repeated[r->args->nrepeated++] =
            (struct option_item){ slot, attached };
    }
    return options_set_value(verb, spec, value, attached);
}

/* --name or --name=value; 'text' is behind the dashes. */
static enum cli_status read_long(struct args_reader *r, const char *text)
{
    size_t len = strcspn(text, "=");
    size_t slot = options_find_name(r->args->verb, text, len);
    if (slot == OPTIONS_SLOTS)
        return unknown_name(r->args->verb, text, len);
    return set_option(r, slot, text[len] ? text + len + 1 : NULL);
}

/* -q, -qd5, -d 5; 'text' is behind the dash. */
static enum cli_status read_letters(struct args_reader *r, const char *text)
{
    const struct verb *verb = r->args->verb;
    for (; *text; text++) {
        size_t slot = find_letter(verb, *text);
        if (slot == OPTIONS_SLOTS)
            return cli_misuse(verb, "unknown option '-%c'", *text);
        bool is_flag = options_at(verb, slot)->kind == OPTION_FLAG;
        bool has_more = !is_flag && text[1] != '\0';
        enum cli_status status =
            set_option(r, slot, has_more ? text + 1 : NULL);
        if (status != CLI_DONE || !is_flag)
            return status;
    }
    return CLI_DONE;
}

static enum cli_status options_read_word(struct args_reader *r)
{
    char *word = r->argv[r->next++];
    if (r->only_operands || word[0] != '-' || word[1] == '\0') {
        if (!*word && !r->only_operands)
            return cli_misuse(r->args->verb, "an operand is empty");
        r->argv[r->args->noperands++] = word;
        return CLI_DONE;
    }
    if (word[1] != '-' && r->args->verb->one_dash && word[2] != '\0')
        return read_long(r, word + 1);
    if (word[1] != '-')
        return read_letters(r, word + 1);
    if (word[2] != '\0')
        return read_long(r, word + 2);
    r->only_operands = true;
    return CLI_DONE;
}

void options_collect(const struct args *args, size_t slot,
                     const char *list[OPTIONS_REPEATED_MAX + 1])
{
    size_t n = 0;
    for (size_t i = 0; i < args->nrepeated; i++)
        if (args->repeated[i].slot == slot)
            list[n++] = args->repeated[i].text;
    list[n] = NULL;
}

enum cli_status options_parse(const struct verb *verb, int argc, char **argv,
                              struct args *args)
{
    assert(verb->noptions <= OPTIONS_OWN_MAX);
    *args = (struct args){ .verb = verb, .operands = argv };
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && spec->default_value &&
            options_set_value(verb, spec, &args->values[slot],
                              spec->default_value) != CLI_DONE)
            return CLI_MISUSE;
    }

    const struct option_value *common = args->values + OPTIONS_OWN_MAX;
    struct args_reader r = { .args = args, .argv = argv, .argc = argc };
    while (r.next < argc) {
        enum cli_status status = options_read_word(&r);
        if (status != CLI_DONE)
            return status;
        args->help = common[COMMON_HELP].given;
        if (args->help)
            return CLI_DONE;
    }
    args->quiet = common[COMMON_QUIET].given;
    args->json = common[COMMON_JSON].given;
    args->force = common[COMMON_FORCE].given;
    args->allow_empty = common[COMMON_ALLOW_EMPTY].given;
    args->output = common[COMMON_OUTPUT].text;
    args->from = common[COMMON_FROM].text;
    args->to = common[COMMON_TO].text;
    args->lenient = common[COMMON_LENIENT].given;

    if (args->noperands < verb->min_operands)
        return cli_misuse(verb, "expected %s", verb->operands);
    if (verb->max_operands >= 0 && args->noperands > verb->max_operands)
        return cli_misuse(verb, "unexpected operand '%s'",
                          argv[verb->max_operands]);
    return settings_parse(args);
}

/* ---- values that are more than whole numbers --------------------------- */

/* Only digits and a point: no signs, exponents or words such as "nan". */
static bool options_read_decimal(const char *text, double *value,
                                 const char **end)
{
    const size_t len = strspn(text, "0123456789.");
    char *stop;
    if (len == 0 || len > 30)
        return false;
    *value = strtod(text, &stop);
    *end = text + len;
    return stop == *end;
}

bool options_parse_size(const char *text, uint64_t least, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    const char *end;
    double value;
    if (!options_read_decimal(text, &value, &end))
        return false;
    const char letter = (char)(*end & ~0x20); // either case; 0 for a blank
    const char *unit = letter ? strchr(units, letter) : NULL;
    if (*end && (!unit || end[1]))
        return false;
    for (const char *u = units; unit && u <= unit; u++)
        value *= 1024;
    if (value < (double)least || value >= 1e18)
        return false;
    *bytes = (uint64_t)value;
    return true;
}

bool options_parse_real(const char *text, double least, double most,
                        double *value)
{
    const char *end;
    return options_read_decimal(text, value, &end) && !*end &&
           *value >= least && *value <= most;
}

static bool read_whole(const char *text, size_t len, uint32_t *value)
{
    char digits[12] = { 0 };
    if (len == 0 || len > 9 || strspn(text, "0123456789") < len)
        return false;
    memcpy(digits, text, len);
    *value = (uint32_t)strtoul(digits, NULL, 10);
    return true;
}

bool options_parse_fraction(const char *text, uint32_t most, uint32_t *i,
                            uint32_t *n)
{
    const char *slash = strchr(text, '/');
    if (!slash || !read_whole(text, (size_t)(slash - text), i) ||
        !read_whole(slash + 1, strlen(slash + 1), n))
        return false;
    const bool ok = *i >= 1 && *i <= *n && *n <= most;
    *i -= ok;
    return ok;
}
