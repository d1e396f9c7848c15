/*
 * text_table.h - tables of text, aligned
 *
 *     struct text_table table;
 *     text_table_init(&table, "lr");
 *     text_table_add(&table, "%s", name);       // cells, row by row
 *     text_table_add(&table, "%d", count);
 *     text_table_print(&table, stdout);
 *     text_table_clear(&table);
 *
 * Widths are counted in characters of UTF-8, two blanks stand between
 * columns, and no line ends with blanks. Control characters become blanks.
 */
#ifndef CLI_TEXT_TABLE_H
#define CLI_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/compiler.h"

enum { TEXT_TABLE_MAX = 24 };

struct text_table {
    const char *align; // a letter per column: left or right; borrowed
    size_t ncolumns;
    size_t ncells;
    size_t widths[TEXT_TABLE_MAX];
    struct buf cells; // each with its NUL
};

void text_table_init(struct text_table *table, const char *align);

/* Adds the next cell. A failure for want of memory shows in the printing. */
void text_table_add(struct text_table *table, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

/* False: out of memory, and nothing was printed. */
bool text_table_print(const struct text_table *table, FILE *file);

void text_table_clear(struct text_table *table);

#endif
