/*
 * facts.c - what a verb states, as text or as JSON
 */
#include "cli/view/facts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"

#include "base/banned.h"

void facts_open(struct facts *f, bool as_json)
{
    *f = (struct facts){ .js = as_json ? &f->json : NULL };
    f->dst = cli_stdout(&f->err);
    jsonw_init(&f->json, &f->dst, true);
    text_table_init(&f->table, "lr");
}

/* Prints the facts that wait to be aligned. */
static void flush_aligned_facts(struct facts *f)
{
    if (f->table.ncells)
        f->failed |= !text_table_print(&f->table, stdout);
    text_table_clear(&f->table);
    text_table_init(&f->table, "lr");
}

enum cli_status facts_close(struct facts *f)
{
    flush_aligned_facts(f);
    return f->failed ? cli_fail(CLI_FAILED, "out of memory") : CLI_DONE;
}

void facts_object(struct facts *f, const char *key)
{
    if (f->js && key)
        jsonw_key(f->js, key);
    if (f->js)
        jsonw_begin_object(f->js);
}

void facts_array(struct facts *f, const char *key)
{
    if (f->js && key)
        jsonw_key(f->js, key);
    if (f->js)
        jsonw_begin_array(f->js);
}

void facts_end(struct facts *f)
{
    if (f->js)
        jsonw_end(f->js);
}

void facts_line(struct facts *f, const char *fmt, ...)
{
    if (f->js)
        return;
    struct buf text = { .limit = 1 << 20 };
    va_list ap;
    va_start(ap, fmt);
    f->failed |= !buf_vaddf(&text, fmt, ap);
    va_end(ap);
    flush_aligned_facts(f);
    cli_line("%s", buf_text(&text));
    buf_clear(&text);
}

void facts_gap(struct facts *f)
{
    flush_aligned_facts(f);
    if (!f->js)
        putchar('\n');
}

/* The one place where a value becomes text or JSON. */
static void put_fact(struct facts *f, struct fact fact)
{
    struct jsonw *js = f->js;
    struct text_table *table = &f->table;
    switch (fact.kind) {
    case FACT_NONE:
        js ? jsonw_put_null(js) : text_table_add(table, "%s", fact.text);
        break;
    case FACT_COUNT:
        js ? jsonw_put_uint(js, fact.n)
           : text_table_add(table, "%" PRIu64, fact.n);
        break;
    case FACT_HEX:
        js ? jsonw_put_hex64(js, fact.n)
           : text_table_add(table, "%016" PRIx64, fact.n);
        break;
    case FACT_REAL:
        js ? jsonw_put_double(js, fact.real)
           : text_table_add(table, "%.*f", fact.decimals, fact.real);
        break;
    case FACT_SHARE:
        js ? jsonw_put_double(js, fact.real)
           : text_table_add(table, "%.*f%%", fact.decimals, 100 * fact.real);
        break;
    case FACT_FLAG:
        js ? jsonw_put_bool(js, fact.n)
           : text_table_add(table, "%s", fact.n ? "yes" : "-");
        break;
    case FACT_TEXT:
        js ? jsonw_put_text(js, fact.text)
           : text_table_add(table, "%s", fact.text ? fact.text : "");
        break;
    }
}

void facts_add(struct facts *f, const char *key, const char *label,
               struct fact fact)
{
    if (f->js && key) {
        jsonw_key(f->js, key);
        put_fact(f, fact);
    } else if (!f->js && label) {
        text_table_add(&f->table, "%s", label);
        put_fact(f, fact);
    }
}

void facts_texts(struct facts *f, const char *key, const char *const *texts,
                 size_t n)
{
    facts_array(f, key);
    for (size_t i = 0; f->js && i < n; i++)
        jsonw_put_text(f->js, texts[i]);
    facts_end(f);
}

void facts_row(struct facts *f, const char *key,
               const struct facts_column *columns, size_t n)
{
    f->outer = f->rows;
    f->rows = (struct facts_rows){ columns, n, 0 };
    jsonw_key(f->js, key);
}

void facts_table(struct facts *f, const char *key,
                 const struct facts_column *columns, size_t n)
{
    f->rows = (struct facts_rows){ columns, n, 0 };
    facts_array(f, key);
    if (f->js)
        return;
    flush_aligned_facts(f);
    size_t shown = 0;
    bool is_headed = false;
    for (size_t i = 0; i < n; i++) {
        if (columns[i].head)
            f->align[shown++] = columns[i].align;
        is_headed |= columns[i].head && *columns[i].head;
    }
    f->align[shown] = '\0';
    if (shown)
        text_table_init(&f->table, f->align);
    for (size_t i = 0; is_headed && i < n; i++)
        if (columns[i].head)
            text_table_add(&f->table, "%s", columns[i].head);
}

void facts_table_end(struct facts *f)
{
    facts_end(f);
    flush_aligned_facts(f);
}

void facts_cell(struct facts *f, struct fact fact)
{
    struct facts_rows *rows = &f->rows;
    const struct facts_column *column = &rows->columns[rows->at];
    if (rows->at == 0)
        facts_object(f, NULL);
    if (f->js && column->key)
        jsonw_key(f->js, column->key);
    if (f->js ? column->key : column->head)
        put_fact(f, fact);
    if (++rows->at < rows->n)
        return;
    facts_end(f);
    rows->at = 0;
    if (f->outer.columns)
        *rows = f->outer;
    f->outer.columns = NULL;
}
