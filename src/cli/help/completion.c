/*
 * completion.c - completion scripts for bash, zsh and fish
 *
 * The first word is a verb; then come options when the word starts with a
 * dash, the choices of an option or the formats behind it, and file names
 * otherwise. zsh and fish show the help of each beside it.
 */
#include "cli/help/completion.h"

#include <string.h>

#include "cli/help/help.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "tabia/format.h"

#include "base/banned.h"

static void print_verb_names(FILE *file)
{
    for (size_t i = 0; i < nverbs; i++)
        fprintf(file, "%s%s", i ? " " : "", verbs[i]->name);
}

static void print_choices(FILE *file, const struct verb *verb)
{
    for (size_t i = 0; i < verb->noptions; i++) {
        const struct option_spec *spec = &verb->options[i];
        if (spec->hidden || spec->kind != OPTION_CHOICE)
            continue;
        fprintf(file, "    %s:%s%s", verb->name, options_dashes(verb),
                spec->name);
        if (spec->letter)
            fprintf(file, "|%s:-%c", verb->name, spec->letter);
        fputs(") words='", file);
        for (size_t k = 0; spec->choices[k]; k++)
            fprintf(file, "%s%s", k ? " " : "", spec->choices[k]);
        fputs("' ;;\n", file);
    }
}

static void print_format_names(FILE *file)
{
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        fprintf(file, "%s%s", i ? " " : "",
                tabia_format_get_info(format)->name);
}

static void print_bash(FILE *file)
{
    fputs("# bash completion for tabia\n"
          "_tabia()\n"
          "{\n"
          "    local verbs='",
          file);
    print_verb_names(file);
    fputs("'\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
          "    local prev=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
          "    local word settings='",
          file);
    settings_print_words(file);
    fputs("'\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        words=\"$verbs --help --version\"\n"
          "    else\n"
          "    case $verb:$cur in\n",
          file);
    for (size_t i = 0; i < nverbs; i++) {
        fprintf(file, "    %s:-*) words='", verbs[i]->name);
        const char *gap = "";
        for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
            const struct option_spec *spec = options_at(verbs[i], slot);
            if (!spec || spec->hidden)
                continue;
            fprintf(file, "%s%s%s", gap, options_dashes(verbs[i]), spec->name);
            gap = " ";
        }
        fputs("' ;;\n", file);
    }
    fputs("    help:*) words=\"$verbs", file);
    for (size_t i = 0; help_topic_at(i); i++)
        if (!verbs_find(help_topic_at(i)->name))
            fprintf(file, " %s", help_topic_at(i)->name);
    fputs("\" ;;\n", file);
    fputs("    esac\n"
          "    case $verb:$prev in\n",
          file);
    fputs("    *:--from|*:--to|formats:formats) words='", file);
    print_format_names(file);
    fputs("' ;;\n", file);
    fputs("    *:-O|*:--option) words=$settings ;;\n"
          "    *:=)\n"
          "        for word in $settings; do\n"
          "            [ \"${word%%=*}\" != \"${COMP_WORDS[COMP_CWORD-2]}\" "
          "] ||\n"
          "                words+=\" ${word#*=}\"\n"
          "        done ;;\n",
          file);
    for (size_t i = 0; i < nverbs; i++)
        print_choices(file, verbs[i]);
    fputs(
        "    esac\n"
        "    fi\n"
        "    [ -z \"$words\" ] ||\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
        "}\n"
        "complete -o default -F _tabia tabia\n",
        file);
}

/* ---- zsh and fish ---------------------------------------------------- */

/* For use between single quotes; 'special' characters get a backslash. */
static void print_quoted(FILE *file, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", file);
        else if (strchr(special, *text))
            fputc('\\', file);
        fputc(*text, file);
    }
}

static bool takes_format(const struct option_spec *spec)
{
    return strcmp(spec->name, "from") == 0 || strcmp(spec->name, "to") == 0;
}

static bool takes_setting(const struct option_spec *spec)
{
    return spec->letter == 'O';
}

static bool takes_words(const struct option_spec *spec)
{
    return spec->kind == OPTION_CHOICE || takes_format(spec) ||
           takes_setting(spec);
}

/* The words that an option takes: its choices, formats or settings. */
static void print_values(FILE *file, const struct option_spec *spec)
{
    if (takes_format(spec))
        print_format_names(file);
    else if (takes_setting(spec))
        settings_print_words(file);
    else if (spec->kind == OPTION_CHOICE)
        for (size_t i = 0; spec->choices[i]; i++)
            fprintf(file, "%s%s", i ? " " : "", spec->choices[i]);
}

static void print_zsh_option(FILE *file, const struct verb *verb,
                             const struct option_spec *spec)
{
    const char *dashes = options_dashes(verb);
    fputs(" \\\n            ", file);
    if (spec->repeats)
        fputs("'*'", file);
    else if (spec->letter)
        fprintf(file, "'(-%c %s%s)'", spec->letter, dashes, spec->name);
    if (spec->letter)
        fprintf(file, "{-%c,%s%s}", spec->letter, dashes, spec->name);
    else
        fprintf(file, "%s%s", dashes, spec->name);
    fputs("'[", file);
    print_quoted(file, spec->help, "[]:");
    fputs("]", file);
    if (takes_words(spec)) {
        fprintf(file, ":%s:(", spec->value);
        print_values(file, spec);
        fputs(")", file);
    } else if (spec->kind == OPTION_TEXT) {
        fprintf(file, ":%s:_files", spec->value);
    } else if (spec->kind == OPTION_INT) {
        fprintf(file, ":%s: ", spec->value);
    }
    fputs("'", file);
}

static void print_fish_option(FILE *file, const struct verb *verb,
                              const struct option_spec *spec)
{
    fprintf(file,
            "complete -c tabia -n '__fish_seen_subcommand_from %s' -%c %s",
            verb->name, verb->one_dash ? 'o' : 'l', spec->name);
    if (spec->letter)
        fprintf(file, " -s %c", spec->letter);
    if (spec->kind != OPTION_FLAG)
        fputs(spec->kind == OPTION_TEXT && !takes_words(spec) ? " -r" : " -x",
              file);
    if (takes_words(spec)) {
        fputs(" -a '", file);
        print_values(file, spec);
        fputs("'", file);
    }
    fputs(" -d '", file);
    print_quoted(file, spec->help, "");
    fputs("'\n", file);
}

typedef void print_option_fn(FILE *file, const struct verb *verb,
                             const struct option_spec *spec);

static void completion_print_options(FILE *file, const struct verb *verb,
                                     print_option_fn *print)
{
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && !spec->hidden)
            print(file, verb, spec);
    }
}

static void print_zsh(FILE *file)
{
    fputs("#compdef tabia\n"
          "_tabia()\n"
          "{\n"
          "    local -a verbs=(\n",
          file);
    for (size_t i = 0; i < nverbs; i++) {
        fprintf(file, "        '%s:", verbs[i]->name);
        print_quoted(file, verbs[i]->summary, ":");
        fputs("'\n", file);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe verb verbs\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $words[1] in\n",
          file);
    for (size_t i = 0; i < nverbs; i++) {
        fprintf(file, "    %s)\n        _arguments", verbs[i]->name);
        completion_print_options(file, verbs[i], print_zsh_option);
        fputs(" \\\n            ", file);
        if (strcmp(verbs[i]->name, "help") == 0) {
            fputs("'*:verb:(", file);
            print_verb_names(file);
            fputs(")' ;;\n", file);
        } else {
            fputs("'*:file:_files' ;;\n", file);
        }
    }
    fputs("    esac\n"
          "}\n"
          "_tabia \"$@\"\n",
          file);
}

static void print_fish(FILE *file)
{
    fputs("# fish completion for tabia\n", file);
    for (size_t i = 0; i < nverbs; i++) {
        fprintf(file,
                "complete -c tabia -n __fish_use_subcommand -f -a %s -d '",
                verbs[i]->name);
        print_quoted(file, verbs[i]->summary, "");
        fputs("'\n", file);
    }
    fputs("complete -c tabia -n '__fish_seen_subcommand_from help' -f -a '",
          file);
    print_verb_names(file);
    fputs("'\n", file);
    for (size_t i = 0; i < nverbs; i++)
        completion_print_options(file, verbs[i], print_fish_option);
}

const char *const completion_shells[] = {
    [COMPLETION_BASH] = "bash",
    [COMPLETION_ZSH] = "zsh",
    [COMPLETION_FISH] = "fish",
    NULL,
};

void completion_print(FILE *file, enum completion_shell shell)
{
    static void (*const print[])(FILE *) = {
        [COMPLETION_BASH] = print_bash,
        [COMPLETION_ZSH] = print_zsh,
        [COMPLETION_FISH] = print_fish,
    };
    print[shell](file);
}
