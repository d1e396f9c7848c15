/*
 * verb_formats.c - tabia formats
 */
#include <inttypes.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book/attrs.h"
#include "cli/cli_formats.h"
#include "cli/help/help.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "tabia/format.h"

#include "base/banned.h"

/* What formats hold besides attributes, in words. */
static const struct holding {
    unsigned bit;
    const char *key;  // in JSON
    const char *text; // for people
} holdings[] = {
    { TABIA_HOLDS_ROOTS, "roots", "other starting positions" },
    { TABIA_HOLDS_UNDERPROMOTION, "underpromotion",
      "promotion to other pieces than a queen" },
    { TABIA_HOLDS_CHESS960, "chess960", "Chess960 castling" },
    { TABIA_HOLDS_EN_PASSANT, "en_passant",
      "positions that differ only in en passant" },
    { TABIA_HOLDS_TEXTS, "texts", "all texts of the whole book" },
    { TABIA_HOLDS_LEAF_DATA, "leaf_data", "names of positions without moves" },
};

/* ---- text ------------------------------------------------------------ */

static enum cli_status print_one(const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    static const struct verb_output_column three[] = { { NULL, "", 'l' },
                                                       { NULL, "", 'l' },
                                                       { NULL, "", 'l' } };
    struct buf text = { .limit = 4096 };
    struct verb_output out;
    verb_output_open(&out, false);
    verb_output_line(&out, "%s - %s", info->name, info->title);
    verb_output_line(&out,
                     "files: %s; read: %s; write: %s; find in the file: %s",
                     cli_format_join_words(&text, info->suffixes),
                     info->can_read ? "yes" : "no",
                     info->can_write ? "yes" : "no",
                     info->can_find ? "yes" : "no");
    if (info->text_keys && *info->text_keys)
        verb_output_line(&out, "texts of the book: %s",
                         cli_format_join_words(&text, info->text_keys));
    verb_output_gap(&out);
    verb_output_table(&out, NULL, three, COUNT_OF(three));
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct tabia_limit *limit =
            tabia_format_get_limit(format, (enum tabia_attr)i);
        if (i == TABIA_ATTR_LOCATION)
            continue;
        buf_reset(&text);
        if (limit && limit->max)
            buf_addf(&text, "up to %" PRIu64 "%s", limit->max,
                     attr_table[i].kind == ATTR_KIND_TEXT ? " bytes" : "");
        else
            buf_add_text(&text, limit ? "yes" : "no");
        verb_output_cell(&out, fact_text(tabia_attr_name((enum tabia_attr)i)));
        verb_output_cell(&out, fact_text(buf_text(&text)));
        verb_output_cell(&out, fact_text(limit ? limit->note : NULL));
    }
    verb_output_table_end(&out);
    verb_output_gap(&out);
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        verb_output_line(&out, "%s: %s", holdings[i].text,
                         info->holds & holdings[i].bit ? "yes" : "no");
    verb_output_line(&out, "damaged parts can be skipped (--lenient): %s",
                     info->can_skip_damage ? "yes" : "no");
    buf_clear(&text);
    const enum cli_status status = verb_output_close(&out);
    const struct tabia_setting_info *row;
    if (tabia_format_setting_at(format, 0))
        puts("\nsettings, as -O NAME=VALUE:");
    for (size_t i = 0; (row = tabia_format_setting_at(format, i)); i++) {
        char name[OPTIONS_HELP_SIZE], help[OPTIONS_HELP_SIZE];
        settings_describe(row, name, help);
        help_print_entry(stdout, name, help);
    }
    return status;
}

/* ---- JSON ------------------------------------------------------------ */

static void put_format_texts(struct verb_output *out, const char *key,
                             const char *const *texts)
{
    size_t n = 0;
    while (texts && texts[n])
        n++;
    verb_output_texts(out, key, texts, n);
}

static void put_settings(struct json_writer *js,
                         const struct tabia_format *format)
{
    static const char *const kinds[] = {
        [TABIA_SETTING_FLAG] = "flag",     [TABIA_SETTING_WORD] = "word",
        [TABIA_SETTING_NUMBER] = "number", [TABIA_SETTING_TEXT] = "text",
        [TABIA_SETTING_FILE] = "file",
    };
    static const char *const whens[] = {
        [TABIA_WHEN_READING] = "reading",
        [TABIA_WHEN_WRITING] = "writing",
        [TABIA_WHEN_READING | TABIA_WHEN_WRITING] = "both",
    };
    json_writer_key(js, "settings");
    json_writer_begin_array(js);
    const struct tabia_setting_info *row;
    for (size_t i = 0; (row = tabia_format_setting_at(format, i)); i++) {
        json_writer_begin_object(js);
        json_writer_pair_text(js, "name", row->name);
        json_writer_pair_text(js, "kind", kinds[row->kind]);
        json_writer_pair_text(js, "when", whens[row->when]);
        json_writer_pair_text(js, "value", row->values);
        if (row->kind == TABIA_SETTING_NUMBER) {
            json_writer_pair_uint(js, "min", row->min);
            json_writer_pair_uint(js, "max", row->max);
        }
        json_writer_pair_text(js, "default", row->default_value);
        json_writer_pair_text(js, "help", row->help);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_format(struct verb_output *out,
                       const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    verb_output_object(out, NULL);
    verb_output_add(out, "name", NULL, fact_text(info->name));
    verb_output_add(out, "title", NULL, fact_text(info->title));
    put_format_texts(out, "files", info->suffixes);
    verb_output_add(out, "read", NULL, fact_flag(info->can_read));
    verb_output_add(out, "write", NULL, fact_flag(info->can_write));
    verb_output_add(out, "find", NULL, fact_flag(info->can_find));
    verb_output_object(out, "carries");
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct tabia_limit *limit =
            tabia_format_get_limit(format, (enum tabia_attr)i);
        if (!limit || i == TABIA_ATTR_LOCATION)
            continue;
        verb_output_object(out, tabia_attr_name((enum tabia_attr)i));
        verb_output_add(out, "max", NULL,
                        limit->max ? fact_count(limit->max) : fact_none(""));
        verb_output_add(out, "note", NULL, fact_text(limit->note));
        verb_output_end(out);
    }
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        verb_output_add(out, holdings[i].key, NULL,
                        fact_flag(info->holds & holdings[i].bit));
    verb_output_end(out);
    put_format_texts(out, "texts", info->text_keys);
    verb_output_add(out, "lenient", NULL, fact_flag(info->can_skip_damage));
    put_settings(out->js, format);
    verb_output_end(out);
}

static enum cli_status run_formats(const struct args *args)
{
    const struct tabia_format *one = NULL;
    if (args->noperands > 0) {
        one = cli_format_find(args, args->operands[0]);
        if (!one)
            return CLI_MISUSE;
    }
    if (!args->json)
        return one ? print_one(one) : cli_format_print_list();

    const struct tabia_format *format;
    struct verb_output out;
    verb_output_open(&out, true);
    if (one) {
        put_format(&out, one);
        return verb_output_close(&out);
    }
    verb_output_array(&out, NULL);
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        put_format(&out, format);
    verb_output_end(&out);
    return verb_output_close(&out);
}

const struct verb verb_formats = {
    .name = "formats",
    .group = VERB_GROUP_MORE,
    .summary = "list the formats and what each can hold",
    .operands = "[FORMAT]",
    .description =
        "Lists all formats: their file name extensions, whether they can "
        "be read and written, and whether positions can be found in the "
        "file without loading it. With FORMAT, it prints what that format "
        "can hold, and its settings for -O.",
    .example = "tabia formats\n"
               "tabia formats polyglot",
    .max_operands = 1,
    .common = WITH_JSON,
    .run = run_formats,
};
