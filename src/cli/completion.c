/*
 * completion.c - a completion script for bash
 *
 * The first word is a verb; then come options when the word starts with a
 * dash, the choices of an option or the formats behind it, and file names
 * otherwise.
 */
#include "cli/help.h"

#include "cli/verbs.h"
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

static void print_option_names(FILE *file, const struct verb *verb)
{
    fprintf(file, "    %s:-*) words='", verb->name);
    const char *gap = "";
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        struct option_spec spec;
        if (!options_at(verb, slot, &spec) || spec.hidden)
            continue;
        fprintf(file, "%s%s%s", gap, options_dashes(verb), spec.name);
        gap = " ";
    }
    fputs("' ;;\n", file);
}

static void print_formats(FILE *file)
{
    const struct tabia_format *format;
    fputs("    *:--from|*:--to|formats:formats) words='", file);
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        fprintf(file, "%s%s", i ? " " : "", tabia_format_info(format)->name);
    fputs("' ;;\n", file);
}

static void print_topics(FILE *file)
{
    fputs("    help:*) words=\"$verbs", file);
    for (size_t i = 0; topic_at(i); i++)
        if (!verb_named(topic_at(i)->name))
            fprintf(file, " %s", topic_at(i)->name);
    fputs("\" ;;\n", file);
}

void completion_print_bash(FILE *file)
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
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        words=\"$verbs --help --version\"\n"
          "    else\n"
          "    case $verb:$cur in\n",
          file);
    for (size_t i = 0; i < nverbs; i++)
        print_option_names(file, verbs[i]);
    print_topics(file);
    fputs("    esac\n"
          "    case $verb:$prev in\n",
          file);
    print_formats(file);
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
