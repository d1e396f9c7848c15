/*
 * text_table.c - tables of text, aligned
 */
#include "cli/view/text_table.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"

#include "base/banned.h"

enum { CELLS_LIMIT = 64 << 20, GAP = 2 };

void text_table_init(struct text_table *table, const char *align)
{
    *table = (struct text_table){
        .align = align,
        .ncolumns = strlen(align),
        .cells.limit = CELLS_LIMIT,
    };
    assert(table->ncolumns > 0 && table->ncolumns <= TEXT_TABLE_MAX);
}

static size_t width_of(const char *cell)
{
    size_t size = strlen(cell);
    return utf8_is_valid(cell, size) ? utf8_count(cell, size) : size;
}

void text_table_add(struct text_table *table, const char *fmt, ...)
{
    size_t start = table->cells.size;
    va_list ap;
    va_start(ap, fmt);
    buf_vaddf(&table->cells, fmt, ap);
    va_end(ap);
    if (!buf_add_char(&table->cells, '\0'))
        return;

    cli_blank_controls(table->cells.data + start);
    size_t *width = &table->widths[table->ncells++ % table->ncolumns];
    size_t wanted = width_of(table->cells.data + start);
    if (wanted > *width)
        *width = wanted;
}

bool text_table_print(const struct text_table *table, FILE *file)
{
    if (table->cells.failed)
        return false;

    const char *cell = table->cells.data;
    size_t pending = 0; // blanks to print before the next visible character
    for (size_t i = 0; i < table->ncells; i++) {
        size_t column = i % table->ncolumns;
        size_t width = width_of(cell);
        size_t missing = table->widths[column] - width;
        bool is_right = table->align[column] == 'r';
        if (is_right)
            pending += missing;
        if (width > 0) {
            fprintf(file, "%*s", (int)pending, "");
            fputs(cell, file);
            pending = 0;
        }
        pending += GAP + (is_right ? 0 : missing);
        if (column + 1 == table->ncolumns || i + 1 == table->ncells) {
            fputc('\n', file);
            pending = 0;
        }
        cell += strlen(cell) + 1;
    }
    return true;
}

void text_table_clear(struct text_table *table)
{
    buf_clear(&table->cells);
    table->ncells = 0;
    memset(table->widths, 0, sizeof(table->widths));
}
