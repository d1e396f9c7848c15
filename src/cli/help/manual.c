/*
 * manual.c - help as man pages and as Markdown
 */
#include "cli/help/manual.h"

#include <ctype.h>

#include "cli/help/help.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

/* ---- man pages ------------------------------------------------------- */

/*
 * Text with what roff would take for its own escaped; 'line_end' is printed
 * for each line end.
 */
static void print_roff_lines(FILE *file, const char *text, const char *line_end)
{
    bool at_start = true;
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\''))
            fputs("\\&", file);
        if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '-')
            fputs("\\-", file);
        else if (*text == '\n')
            fputs(line_end, file);
        else
            fputc(*text, file);
        at_start = *text == '\n';
    }
}

static void print_roff(FILE *file, const char *text)
{
    print_roff_lines(file, text, "\n");
}

static void print_title(FILE *file, const struct verb *verb)
{
    fputs(".TH TABIA", file);
    if (verb) {
        fputs("\\-", file);
        for (const char *p = verb->name; *p; p++)
            fputc(toupper((unsigned char)*p), file);
    }
    fprintf(file, " 1 \"\" \"tabia %s\" \"Tabia manual\"\n", TABIA_VERSION);
}

static void print_man_option(FILE *file, const struct verb *verb,
                             const struct option_spec *spec)
{
    char text[OPTIONS_HELP_SIZE];
    fputs(".TP\n", file);
    if (spec->letter)
        fprintf(file, "\\fB\\-%c\\fR, ", spec->letter);
    fputs("\\fB", file);
    print_roff(file, options_dashes(verb));
    print_roff(file, spec->name);
    fputs("\\fR", file);
    if (spec->value) {
        fputs(" \\fI", file);
        print_roff(file, spec->value);
        fputs("\\fR", file);
    }
    fputc('\n', file);
    options_describe(spec, text, sizeof(text));
    print_roff(file, text);
    fputc('\n', file);
}

static void print_man_ending(FILE *file, const char *example)
{
    fputs(".SH EXIT STATUS\n", file);
    for (int i = CLI_DONE; i <= CLI_FAILED; i++)
        fprintf(file, ".TP\n\\fB%d\\fR\n%s\n", i,
                help_status((enum cli_status)i));
    fputs(".SH EXAMPLES\n.nf\n", file);
    print_roff(file, example);
    fputs("\n.fi\n", file);
}

void manual_print(FILE *file, const struct verb *verb)
{
    if (!verb) {
        print_title(file, NULL);
        fputs(".SH NAME\ntabia \\- a toolkit for chess opening books\n"
              ".SH SYNOPSIS\n\\fBtabia\\fR \\fIverb\\fR [\\fIoptions\\fR] "
              "[\\fIfiles\\fR]\n.SH VERBS\n",
              file);
        for (size_t i = 0; i < nverbs; i++)
            fprintf(file, ".TP\n\\fB%s\\fR\n%s; see \\fBtabia\\-%s\\fR(1)\n",
                    verbs[i]->name, verbs[i]->summary, verbs[i]->name);
        print_man_ending(file, "tabia show --moves \"e4 e5 Nf3\"");
        return;
    }
    print_title(file, verb);
    fprintf(file, ".SH NAME\ntabia\\-%s \\- ", verb->name);
    print_roff(file, verb->summary);
    fprintf(file, "\n.SH SYNOPSIS\n\\fBtabia %s\\fR [\\fIoptions\\fR]%s",
            verb->name, *verb->operands ? " " : "");
    print_roff(file, verb->operands);
    fputs("\n.SH DESCRIPTION\n", file);
    print_roff_lines(file, verb->description, "\n.PP\n");
    fputs("\n.SH OPTIONS\n", file);
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && !spec->hidden)
            print_man_option(file, verb, spec);
    }
    const struct tabia_format *format;
    for (size_t i = 0; verb == &verb_formats && (format = tabia_format_at(i));
         i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        const struct tabia_setting_info *row;
        if (tabia_format_setting_at(format, 0))
            fprintf(file, ".SH SETTINGS OF %s\n", info->name);
        for (size_t k = 0; (row = tabia_format_setting_at(format, k)); k++) {
            char name[OPTIONS_HELP_SIZE], text[OPTIONS_HELP_SIZE];
            settings_describe(row, name, text);
            fputs(".TP\n\\fB\\-O\\fR ", file);
            print_roff(file, name);
            fputc('\n', file);
            print_roff(file, text);
            fputc('\n', file);
        }
    }
    if (verb->notes) {
        fputs(".SH NOTES\n", file);
        print_roff_lines(file, verb->notes, "\n.PP\n");
        fputc('\n', file);
    }
    print_man_ending(file, verb->example);
    fputs(".SH SEE ALSO\n\\fBtabia\\fR(1)\n", file);
}

/* ---- Markdown -------------------------------------------------------- */

/* Text in a table, where a bar needs a backslash. */
static void print_cell(FILE *file, const char *text)
{
    for (; *text; text++)
        fprintf(file, *text == '|' ? "\\%c" : "%c", *text);
}

static void print_markdown_option(FILE *file, const struct verb *verb,
                                  const struct option_spec *spec)
{
    char text[OPTIONS_HELP_SIZE];
    fputs("| ", file);
    if (spec->letter)
        fprintf(file, "`-%c`, ", spec->letter);
    fprintf(file, "`%s%s%s%s` | ", options_dashes(verb), spec->name,
            spec->value ? " " : "", spec->value ? spec->value : "");
    options_describe(spec, text, sizeof(text));
    print_cell(file, text);
    fputs(" |\n", file);
}

static void print_paragraphs(FILE *file, const char *text)
{
    for (; *text; text++)
        fputs(*text == '\n' ? "\n\n" : (char[2]){ *text, '\0' }, file);
}

void manual_print_markdown(FILE *file, const struct verb *verb)
{
    fprintf(file, "# tabia %s\n\n%c%s.\n\n", verb->name,
            toupper((unsigned char)verb->summary[0]), verb->summary + 1);
    fprintf(file, "```\n%s\n```\n\n", verb->example);
    fprintf(file, "Usage: `tabia %s [options]%s%s`\n\n", verb->name,
            *verb->operands ? " " : "", verb->operands);
    print_paragraphs(file, verb->description);
    fputs("\n\n| option | meaning |\n|---|---|\n", file);
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && !spec->hidden)
            print_markdown_option(file, verb, spec);
    }
    const struct tabia_format *format;
    if (verb == &verb_formats)
        fputs("\n| format | `-O` | meaning |\n|---|---|---|\n", file);
    for (size_t i = 0; verb == &verb_formats && (format = tabia_format_at(i));
         i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        const struct tabia_setting_info *row;
        for (size_t k = 0; (row = tabia_format_setting_at(format, k)); k++) {
            char name[OPTIONS_HELP_SIZE], text[OPTIONS_HELP_SIZE];
            settings_describe(row, name, text);
            fprintf(file, "| %s | `", info->name);
            print_cell(file, name);
            fputs("` | ", file);
            print_cell(file, text);
            fputs(" |\n", file);
        }
    }
    if (verb->notes) {
        fputs("\n## Notes\n\n", file);
        print_paragraphs(file, verb->notes);
        fputc('\n', file);
    }
    fputs("\nExit status:", file);
    for (int i = CLI_DONE; i <= CLI_FAILED; i++)
        fprintf(file, "%s **%d** %s", i ? ";" : "", i,
                help_status((enum cli_status)i));
    fputs(".\n", file);
}
