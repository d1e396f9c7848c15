/*
 * columns.h - tables of text, aligned
 *
 *     struct columns table;
 *     columns_init(&table, "lr");
 *     columns_add(&table, "%s", name);       // cells, row by row
 *     columns_add(&table, "%d", count);
 *     columns_print(&table, stdout);
 *     columns_clear(&table);
 *
 * Widths are counted in characters of UTF-8, two blanks stand between
 * columns, and no line ends with blanks. Control characters become blanks.
 */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/attr.h"
#include "base/buf.h"

enum { COLUMNS_MAX = 16 };

struct columns {
    const char *align; // a letter per column: left or right; borrowed
    size_t ncolumns;
    size_t ncells;
    size_t widths[COLUMNS_MAX];
    struct buf cells; // each with its NUL
};

void columns_init(struct columns *table, const char *align);

/* Adds the next cell. A failure for want of memory shows in the printing. */
void columns_add(struct columns *table, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* False: out of memory, and nothing was printed. */
bool columns_print(const struct columns *table, FILE *file);

void columns_clear(struct columns *table);

#endif
