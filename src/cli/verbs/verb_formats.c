/*
 * verb_formats.c - tabia formats
 */
#include <inttypes.h>

#include "base/compiler.h"
#include "base/buf.h"
#include "book/attrs.h"
#include "cli/view/facts.h"
#include "cli/help/help.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
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

/* The endings in a row, separated by blanks. */
static const char *join_suffixes(struct buf *text, const char *const *words)
{
    buf_reset(text);
    for (; words && *words; words++)
        buf_addf(text, "%s%s", text->size ? " " : "", *words);
    return buf_text(text);
}

/* ---- text ------------------------------------------------------------ */

enum cli_status verb_formats_print_list(void)
{
    static const struct facts_column columns[] = {
        { NULL, "name", 'l' },  { NULL, "files", 'l' }, { NULL, "read", 'l' },
        { NULL, "write", 'l' }, { NULL, "find", 'l' },  { NULL, "what", 'l' },
    };
    const struct tabia_format *format;
    struct buf text = { .limit = 4096 };
    struct facts f;
    facts_open(&f, false);
    facts_table(&f, NULL, columns, COUNT_OF(columns));
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        facts_cell(&f, fact_text(info->name));
        facts_cell(&f, fact_text(join_suffixes(&text, info->suffixes)));
        facts_cell(&f, fact_flag(info->can_read));
        facts_cell(&f, fact_flag(info->can_write));
        facts_cell(&f, fact_flag(info->can_find));
        facts_cell(&f, fact_text(info->title));
    }
    facts_table_end(&f);
    buf_clear(&text);
    return facts_close(&f);
}

static enum cli_status print_one(const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    static const struct facts_column three[] = { { NULL, "", 'l' },
                                                 { NULL, "", 'l' },
                                                 { NULL, "", 'l' } };
    struct buf text = { .limit = 4096 };
    struct facts f;
    facts_open(&f, false);
    facts_line(&f, "%s - %s", info->name, info->title);
    facts_line(&f, "files: %s; read: %s; write: %s; find in the file: %s",
               join_suffixes(&text, info->suffixes),
               info->can_read ? "yes" : "no", info->can_write ? "yes" : "no",
               info->can_find ? "yes" : "no");
    if (info->text_keys && *info->text_keys)
        facts_line(&f, "texts of the book: %s",
                   join_suffixes(&text, info->text_keys));
    facts_gap(&f);
    facts_table(&f, NULL, three, COUNT_OF(three));
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct tabia_limit *limit =
            tabia_format_limit(format, (enum tabia_attr)i);
        if (i == TABIA_ATTR_LOCATION)
            continue;
        buf_reset(&text);
        if (limit && limit->max)
            buf_addf(&text, "up to %" PRIu64 "%s", limit->max,
                     attr_table[i].kind == ATTR_TEXT ? " bytes" : "");
        else
            buf_add_text(&text, limit ? "yes" : "no");
        facts_cell(&f, fact_text(tabia_attr_name((enum tabia_attr)i)));
        facts_cell(&f, fact_text(buf_text(&text)));
        facts_cell(&f, fact_text(limit ? limit->note : NULL));
    }
    facts_table_end(&f);
    facts_gap(&f);
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        facts_line(&f, "%s: %s", holdings[i].text,
                   info->holds & holdings[i].bit ? "yes" : "no");
    facts_line(&f, "damaged parts can be skipped (--lenient): %s",
               info->can_skip ? "yes" : "no");
    buf_clear(&text);
    const enum cli_status status = facts_close(&f);
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

static void formats_put_texts(struct facts *f, const char *key,
                              const char *const *texts)
{
    size_t n = 0;
    while (texts && texts[n])
        n++;
    facts_texts(f, key, texts, n);
}

static void put_settings(struct jsonw *js, const struct tabia_format *format)
{
    static const char *const kinds[] = {
        [TABIA_SETTING_FLAG] = "flag",     [TABIA_SETTING_WORD] = "word",
        [TABIA_SETTING_NUMBER] = "number", [TABIA_SETTING_TEXT] = "text",
        [TABIA_SETTING_FILE] = "file",
    };
    static const char *const whens[] = { "", "reading", "writing", "both" };
    jsonw_key(js, "settings");
    jsonw_begin_array(js);
    const struct tabia_setting_info *row;
    for (size_t i = 0; (row = tabia_format_setting_at(format, i)); i++) {
        jsonw_begin_object(js);
        jsonw_pair_text(js, "name", row->name);
        jsonw_pair_text(js, "kind", kinds[row->kind]);
        jsonw_pair_text(js, "when", whens[row->when]);
        jsonw_pair_text(js, "value", row->values);
        if (row->kind == TABIA_SETTING_NUMBER) {
            jsonw_pair_uint(js, "min", row->min);
            jsonw_pair_uint(js, "max", row->max);
        }
        jsonw_pair_text(js, "default", row->default_value);
        jsonw_pair_text(js, "help", row->help);
        jsonw_end(js);
    }
    jsonw_end(js);
}

static void put_format(struct facts *f, const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    facts_object(f, NULL);
    facts_add(f, "name", NULL, fact_text(info->name));
    facts_add(f, "title", NULL, fact_text(info->title));
    formats_put_texts(f, "files", info->suffixes);
    facts_add(f, "read", NULL, fact_flag(info->can_read));
    facts_add(f, "write", NULL, fact_flag(info->can_write));
    facts_add(f, "find", NULL, fact_flag(info->can_find));
    facts_object(f, "carries");
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct tabia_limit *limit =
            tabia_format_limit(format, (enum tabia_attr)i);
        if (!limit || i == TABIA_ATTR_LOCATION)
            continue;
        facts_object(f, tabia_attr_name((enum tabia_attr)i));
        facts_add(f, "max", NULL,
                  limit->max ? fact_count(limit->max) : fact_none(""));
        facts_add(f, "note", NULL, fact_text(limit->note));
        facts_end(f);
    }
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        facts_add(f, holdings[i].key, NULL,
                  fact_flag(info->holds & holdings[i].bit));
    facts_end(f);
    formats_put_texts(f, "texts", info->text_keys);
    facts_add(f, "lenient", NULL, fact_flag(info->can_skip));
    put_settings(f->js, format);
    facts_end(f);
}

static enum cli_status run_formats(const struct args *args)
{
    const struct tabia_format *one = NULL;
    if (args->noperands > 0) {
        one = cli_format_named(args, args->operands[0]);
        if (!one)
            return CLI_MISUSE;
    }
    if (!args->json)
        return one ? print_one(one) : verb_formats_print_list();

    const struct tabia_format *format;
    struct facts f;
    facts_open(&f, true);
    if (one) {
        put_format(&f, one);
        return facts_close(&f);
    }
    facts_array(&f, NULL);
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        put_format(&f, format);
    facts_end(&f);
    return facts_close(&f);
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
