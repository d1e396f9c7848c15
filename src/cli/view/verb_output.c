/*
 * verb_output.c - what a verb puts out, as text or as JSON
 */
#include "cli/view/verb_output.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"

#include "base/banned.h"

void verb_output_open(struct verb_output *out, bool as_json)
{
    *out = (struct verb_output){ .js = as_json ? &out->json : NULL };
    out->dst = cli_stdout(&out->err);
    json_writer_init(&out->json, &out->dst, true);
    text_table_init(&out->table, "lr");
}

/* Prints the facts that wait to be aligned. */
static void flush_aligned_facts(struct verb_output *out)
{
    if (out->table.ncells)
        out->failed |= !text_table_print(&out->table, stdout);
    text_table_clear(&out->table);
    text_table_init(&out->table, "lr");
}

enum cli_status verb_output_close(struct verb_output *out)
{
    flush_aligned_facts(out);
    return out->failed ? cli_fail(CLI_FAILED, "out of memory") : CLI_DONE;
}

void verb_output_object(struct verb_output *out, const char *key)
{
    if (out->js && key)
        json_writer_key(out->js, key);
    if (out->js)
        json_writer_begin_object(out->js);
}

void verb_output_array(struct verb_output *out, const char *key)
{
    if (out->js && key)
        json_writer_key(out->js, key);
    if (out->js)
        json_writer_begin_array(out->js);
}

void verb_output_end(struct verb_output *out)
{
    if (out->js)
        json_writer_end(out->js);
}

void verb_output_line(struct verb_output *out, const char *fmt, ...)
{
    if (out->js)
        return;
    struct buf text = { .limit = 1 << 20 };
    va_list ap;
    va_start(ap, fmt);
    out->failed |= !buf_vaddf(&text, fmt, ap);
    va_end(ap);
    flush_aligned_facts(out);
    cli_print_line("%s", buf_text(&text));
    buf_clear(&text);
}

void verb_output_gap(struct verb_output *out)
{
    flush_aligned_facts(out);
    if (!out->js)
        putchar('\n');
}

/* The one place where a value becomes text or JSON. */
static void put_fact(struct verb_output *out, struct fact fact)
{
    struct json_writer *js = out->js;
    struct text_table *table = &out->table;
    switch (fact.kind) {
    case FACT_NONE:
        js ? json_writer_put_null(js) : text_table_add(table, "%s", fact.text);
        break;
    case FACT_COUNT:
        js ? json_writer_put_uint(js, fact.n)
           : text_table_add(table, "%" PRIu64, fact.n);
        break;
    case FACT_HEX:
        js ? json_writer_put_hex64(js, fact.n)
           : text_table_add(table, "%016" PRIx64, fact.n);
        break;
    case FACT_REAL:
        js ? json_writer_put_double(js, fact.real)
           : text_table_add(table, "%.*f", fact.decimals, fact.real);
        break;
    case FACT_SHARE:
        js ? json_writer_put_double(js, fact.real)
           : text_table_add(table, "%.*f%%", fact.decimals, 100 * fact.real);
        break;
    case FACT_FLAG:
        js ? json_writer_put_bool(js, fact.n)
           : text_table_add(table, "%s", fact.n ? "yes" : "-");
        break;
    case FACT_TEXT:
        js ? json_writer_put_text(js, fact.text)
           : text_table_add(table, "%s", fact.text ? fact.text : "");
        break;
    }
}

void verb_output_add(struct verb_output *out, const char *key,
                     const char *label, struct fact fact)
{
    if (out->js && key) {
        json_writer_key(out->js, key);
        put_fact(out, fact);
    } else if (!out->js && label) {
        text_table_add(&out->table, "%s", label);
        put_fact(out, fact);
    }
}

void verb_output_texts(struct verb_output *out, const char *key,
                       const char *const *texts, size_t n)
{
    verb_output_array(out, key);
    for (size_t i = 0; out->js && i < n; i++)
        json_writer_put_text(out->js, texts[i]);
    verb_output_end(out);
}

void verb_output_row(struct verb_output *out, const char *key,
                     const struct verb_output_column *columns, size_t n)
{
    out->outer = out->rows;
    out->rows = (struct verb_output_rows){ columns, n, 0 };
    json_writer_key(out->js, key);
}

void verb_output_table(struct verb_output *out, const char *key,
                       const struct verb_output_column *columns, size_t n)
{
    out->rows = (struct verb_output_rows){ columns, n, 0 };
    verb_output_array(out, key);
    if (out->js)
        return;
    flush_aligned_facts(out);
    size_t shown = 0;
    bool is_headed = false;
    for (size_t i = 0; i < n; i++) {
        if (columns[i].head)
            out->align[shown++] = columns[i].align;
        is_headed |= columns[i].head && *columns[i].head;
    }
    out->align[shown] = '\0';
    if (shown)
        text_table_init(&out->table, out->align);
    for (size_t i = 0; is_headed && i < n; i++)
        if (columns[i].head)
            text_table_add(&out->table, "%s", columns[i].head);
}

void verb_output_table_end(struct verb_output *out)
{
    verb_output_end(out);
    flush_aligned_facts(out);
}

void verb_output_cell(struct verb_output *out, struct fact fact)
{
    struct verb_output_rows *rows = &out->rows;
    const struct verb_output_column *column = &rows->columns[rows->at];
    if (rows->at == 0)
        verb_output_object(out, NULL);
    if (out->js && column->key)
        json_writer_key(out->js, column->key);
    if (out->js ? column->key : column->head)
        put_fact(out, fact);
    if (++rows->at < rows->n)
        return;
    verb_output_end(out);
    rows->at = 0;
    if (out->outer.columns)
        *rows = out->outer;
    out->outer.columns = NULL;
}
