/*
 * verb_formats.c - tabia formats
 */
#include <inttypes.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "book/attrs.h"
#include "cli/columns.h"
#include "cli/help.h"
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
    { TABIA_HOLDS_ROOTS, "roots", "other initial positions" },
    { TABIA_HOLDS_UNDERPROMOTION, "underpromotion",
      "promotion to other pieces than a queen" },
    { TABIA_HOLDS_CHESS960, "chess960", "Chess960 castling" },
    { TABIA_HOLDS_EN_PASSANT, "en_passant",
      "positions that differ only in en passant" },
    { TABIA_HOLDS_TEXTS, "texts", "all texts of the whole book" },
    { TABIA_HOLDS_LEAF_DATA, "leaf_data", "names of positions without moves" },
};

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "-";
}

/* The endings in a row, with blanks between them. */
static const char *join(struct buf *text, const char *const *words)
{
    buf_reset(text);
    for (; words && *words; words++)
        buf_addf(text, "%s%s", text->size ? " " : "", *words);
    return buf_text(text);
}

/* ---- all formats ----------------------------------------------------- */

enum cli_status formats_print_list(void)
{
    struct columns table;
    struct buf text = { .limit = 4096 };
    columns_init(&table, "llllll");
    static const char *const titles[] = {
        "name", "files", "read", "write", "find", "what",
    };
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        columns_add(&table, "%s", titles[i]);

    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_info(format);
        columns_add(&table, "%s", info->name);
        columns_add(&table, "%s", join(&text, info->suffixes));
        columns_add(&table, "%s", yes_no(info->can_read));
        columns_add(&table, "%s", yes_no(info->can_write));
        columns_add(&table, "%s", yes_no(info->can_find));
        columns_add(&table, "%s", info->title);
    }
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    buf_clear(&text);
    return done ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}

/* ---- one format ------------------------------------------------------ */

static void add_carry(struct columns *table, enum tabia_attr attr,
                      const struct tabia_carry *carry)
{
    columns_add(table, "%s", tabia_attr_name(attr));
    if (!carry->is_held)
        columns_add(table, "no");
    else if (!carry->max)
        columns_add(table, "yes");
    else
        columns_add(table, "up to %" PRIu64 "%s", carry->max,
                    attr_table[attr].kind == ATTR_TEXT ? " bytes" : "");
    columns_add(table, "%s", carry->note ? carry->note : "");
}

static bool print_carries(const struct tabia_format_info *info)
{
    struct columns table;
    columns_init(&table, "lll");
    for (int i = 0; i < TABIA_NATTRS; i++)
        if (i != TABIA_ATTR_SOURCE)
            add_carry(&table, (enum tabia_attr)i, &info->carries[i]);
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

/* When a setting matters, by its TABIA_WHEN_ mask. */
static const char *const whens[] = { "", "reading", "writing", "both" };

static bool print_settings(const struct tabia_setting_info *row)
{
    if (!row || !row->name)
        return true;
    struct columns table;
    columns_init(&table, "lll");
    for (; row->name; row++) {
        columns_add(&table, "  %s%s%s", row->name, row->values ? "=" : "",
                    row->values ? row->values : "");
        columns_add(&table, "%s", whens[row->when]);
        columns_add(&table, "%s%s%s%s", row->help,
                    row->fallback ? " (default " : "",
                    row->fallback ? row->fallback : "",
                    row->fallback ? ")" : "");
    }
    puts("\nsettings, as -O NAME=VALUE:");
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

static enum cli_status print_one(const struct tabia_format_info *info)
{
    struct buf text = { .limit = 4096 };
    printf("%s - %s\n", info->name, info->title);
    printf("files: %s; read: %s; write: %s; find in the file: %s\n",
           join(&text, info->suffixes), info->can_read ? "yes" : "no",
           info->can_write ? "yes" : "no", info->can_find ? "yes" : "no");
    if (info->text_keys && *info->text_keys)
        printf("texts of the book: %s\n", join(&text, info->text_keys));
    putchar('\n');

    bool done = print_carries(info);
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        printf("%s%s: %s\n", i ? "" : "\n", holdings[i].text,
               info->holds & holdings[i].bit ? "yes" : "no");
    printf("damaged parts can be skipped (--lenient): %s\n",
           info->can_skip ? "yes" : "no");
    done = done && print_settings(info->settings);
    buf_clear(&text);
    return done ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}

/* ---- JSON ------------------------------------------------------------ */

static void put_texts(struct json *js, const char *key,
                      const char *const *texts)
{
    json_key(js, key);
    json_begin_array(js);
    for (; texts && *texts; texts++)
        json_put_text(js, *texts);
    json_end(js);
}

static void put_carries(struct json *js, const struct tabia_format_info *info)
{
    json_key(js, "carries");
    json_begin_object(js);
    for (int i = 0; i < TABIA_NATTRS; i++) {
        const struct tabia_carry *carry = &info->carries[i];
        if (!carry->is_held || i == TABIA_ATTR_SOURCE)
            continue;
        json_key(js, tabia_attr_name((enum tabia_attr)i));
        json_begin_object(js);
        json_key(js, "max");
        if (carry->max)
            json_put_uint(js, carry->max);
        else
            json_put_null(js); // no limit
        json_pair_text(js, "note", carry->note);
        json_end(js);
    }
    for (size_t i = 0; i < COUNT_OF(holdings); i++)
        json_pair_bool(js, holdings[i].key, info->holds & holdings[i].bit);
    json_end(js);
}

static void put_settings(struct json *js, const struct tabia_setting_info *row)
{
    static const char *const kinds[] = {
        [TABIA_SETTING_FLAG] = "flag",     [TABIA_SETTING_WORD] = "word",
        [TABIA_SETTING_NUMBER] = "number", [TABIA_SETTING_TEXT] = "text",
        [TABIA_SETTING_FILE] = "file",
    };
    json_key(js, "settings");
    json_begin_array(js);
    for (; row && row->name; row++) {
        json_begin_object(js);
        json_pair_text(js, "name", row->name);
        json_pair_text(js, "kind", kinds[row->kind]);
        json_pair_text(js, "when", whens[row->when]);
        json_pair_text(js, "value", row->values);
        if (row->kind == TABIA_SETTING_NUMBER) {
            json_pair_uint(js, "min", row->min);
            json_pair_uint(js, "max", row->max);
        }
        json_pair_text(js, "default", row->fallback);
        json_pair_text(js, "help", row->help);
        json_end(js);
    }
    json_end(js);
}

static void put_format(struct json *js, const struct tabia_format_info *info)
{
    json_begin_object(js);
    json_pair_text(js, "name", info->name);
    json_pair_text(js, "title", info->title);
    put_texts(js, "files", info->suffixes);
    json_pair_bool(js, "read", info->can_read);
    json_pair_bool(js, "write", info->can_write);
    json_pair_bool(js, "find", info->can_find);
    put_carries(js, info);
    put_texts(js, "texts", info->text_keys);
    json_pair_bool(js, "lenient", info->can_skip);
    put_settings(js, info->settings);
    json_end(js);
}

static enum cli_status print_json(const struct tabia_format *one)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    if (one) {
        put_format(&js, tabia_format_info(one));
        return CLI_DONE;
    }
    const struct tabia_format *format;
    json_begin_array(&js);
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        put_format(&js, tabia_format_info(format));
    json_end(&js);
    return CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    const struct tabia_format *one = NULL;
    if (args->noperands > 0) {
        one = settings_format(args, args->operands[0]);
        if (!one)
            return CLI_MISUSE;
    }
    if (args->json)
        return print_json(one);
    return one ? print_one(tabia_format_info(one)) : formats_print_list();
}

const struct verb verb_formats = {
    .name = "formats",
    .summary = "list the book formats and what each can hold",
    .operands = "[FORMAT]",
    .description =
        "Lists all formats: the endings of their files, whether they can be "
        "read and written, and whether positions are found in the file "
        "without loading it. With a name it shows what that format can hold, "
        "and its settings, which -O sets.",
    .example = "tabia formats\ntabia formats ct800-bin",
    .max_operands = 1,
    .common = WITH_JSON,
    .run = run,
};
