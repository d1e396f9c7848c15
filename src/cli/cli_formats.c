/*
 * cli_formats.c - formats by their names, and the list of them
 */
#include "cli/cli_formats.h"

#include <string.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "cli/view/verb_output.h"
#include "format/formats.h"
#include "format/puzzle/puzzles.h"

#include "base/banned.h"

const struct tabia_format *cli_format_find(const struct args *args,
                                           const char *name)
{
    // Compiled puzzles of both calculators are one format to read.
    const bool is_92p = puzzle_format_find(name) == PUZZLE_TI92P;
    struct tabia_error err = { 0 };
    const struct tabia_format *format =
        tabia_format_find(is_92p ? puzzle_format_name(PUZZLE_TI89) : name,
                          &err);
    if (!format)
        cli_misuse(args->verb, "%s%s", err.msg,
                   format_suggest(name, strlen(name))
                       ? ""
                       : "; 'tabia formats' lists them");
    return format;
}

const char *cli_format_join_words(struct buf *text, const char *const *words)
{
    buf_reset(text);
    for (; words && *words; words++)
        buf_addf(text, "%s%s", text->size ? " " : "", *words);
    return buf_text(text);
}

enum cli_status cli_format_print_list(void)
{
    static const struct verb_output_column columns[] = {
        { NULL, "name", 'l' },  { NULL, "files", 'l' }, { NULL, "read", 'l' },
        { NULL, "write", 'l' }, { NULL, "find", 'l' },  { NULL, "what", 'l' },
    };
    const struct tabia_format *format;
    struct buf text = { .limit = 4096 };
    struct verb_output out;
    verb_output_open(&out, false);
    verb_output_table(&out, NULL, columns, COUNT_OF(columns));
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        verb_output_cell(&out, fact_text(info->name));
        verb_output_cell(
            &out, fact_text(cli_format_join_words(&text, info->suffixes)));
        verb_output_cell(&out, fact_flag(info->can_read));
        verb_output_cell(&out, fact_flag(info->can_write));
        verb_output_cell(&out, fact_flag(info->can_find));
        verb_output_cell(&out, fact_text(info->title));
    }
    verb_output_table_end(&out);
    buf_clear(&text);
    return verb_output_close(&out);
}
