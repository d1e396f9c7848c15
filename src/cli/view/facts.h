/*
 * facts.h - what a verb states, as text or as JSON
 *
 *     struct facts f;
 *     facts_open(&f, args->json);
 *     facts_object(&f, NULL);
 *     facts_add(&f, "positions", "positions", fact_count(n));
 *     facts_table(&f, "plies", columns, COUNT_OF(columns));
 *     for (...) {
 *         facts_cell(&f, fact_count(ply));
 *         facts_cell(&f, fact_real(breadth, 2));
 *     }
 *     facts_table_end(&f);
 *     facts_end(&f);
 *     return facts_close(&f);
 *
 * Each fact is stated once, with its key in JSON and its label in text; what
 * has no key, or no label, is only in the other of the two. Facts in a row are
 * aligned below each other, and so are the rows of a table.
 */
#ifndef CLI_FACTS_H
#define CLI_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/jsonw.h"
#include "base/sink.h"
#include "cli/cli.h"
#include "cli/view/text_table.h"

/* A value; borrows its text. */
struct fact {
    enum {
        FACT_NONE, // null; in text the word
        FACT_COUNT,
        FACT_HEX,   // 16 digits
        FACT_REAL,  // with 'decimals' in text
        FACT_SHARE, // 0 to 1; in text percent with 'decimals'
        FACT_FLAG,  // in text "yes" or "-"
        FACT_TEXT,  // NULL is null in JSON
    } kind;
    uint64_t n;
    double real;
    int decimals;
    const char *text;
};

static inline struct fact fact_none(const char *word)
{
    return (struct fact){ .kind = FACT_NONE, .text = word };
}

static inline struct fact fact_count(uint64_t n)
{
    return (struct fact){ .kind = FACT_COUNT, .n = n };
}

static inline struct fact fact_hex(uint64_t n)
{
    return (struct fact){ .kind = FACT_HEX, .n = n };
}

static inline struct fact fact_real(double value, int decimals)
{
    return (struct fact){ FACT_REAL, .real = value, .decimals = decimals };
}

static inline struct fact fact_share(double value, int decimals)
{
    return (struct fact){ FACT_SHARE, .real = value, .decimals = decimals };
}

static inline struct fact fact_flag(bool value)
{
    return (struct fact){ .kind = FACT_FLAG, .n = value };
}

static inline struct fact fact_text(const char *text)
{
    return (struct fact){ .kind = FACT_TEXT, .text = text };
}

/* Like fact_text, but an empty text is null in JSON, too. */
static inline struct fact fact_some(const char *text)
{
    return fact_text(text && *text ? text : NULL);
}

/* A column of a table; 'align' is 'l' or 'r'. */
struct facts_column {
    const char *key;  // of the JSON objects; NULL: only in text
    const char *head; // in text; NULL: only in JSON
    char align;
};

/* The rows of a table, and where in the row we are. */
struct facts_rows {
    const struct facts_column *columns;
    size_t n, at; // columns; that of the next cell
};

struct facts {
    struct jsonw *js; // NULL: text
    struct jsonw json;
    struct sink dst;
    struct tabia_error err;
    struct text_table table; // not printed yet, if it has cells
    char align[TEXT_TABLE_MAX + 1];
    struct facts_rows rows, outer; // 'outer' while a row is in a row
    bool failed;                   // out of memory
};

void facts_open(struct facts *f, bool as_json);

/* Prints what is left. Anything but CLI_DONE has been reported. */
enum cli_status facts_close(struct facts *f);

/* The levels of JSON; 'key' is NULL at the outermost one and in arrays. */
void facts_object(struct facts *f, const char *key);
void facts_array(struct facts *f, const char *key);
void facts_end(struct facts *f);

/* A line that is only in text. What came before is printed first. */
void facts_line(struct facts *f, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* An empty line of text. */
void facts_gap(struct facts *f);

/* A single fact. */
void facts_add(struct facts *f, const char *key, const char *label,
               struct fact fact);

/* A list of texts, only in JSON. */
void facts_texts(struct facts *f, const char *key, const char *const *texts,
                 size_t n);

/* A table in text, headed unless all heads are empty; an array in JSON. */
void facts_table(struct facts *f, const char *key,
                 const struct facts_column *columns, size_t n);
void facts_table_end(struct facts *f);

/* One row of such a table as a member, also in another row; only in JSON. */
void facts_row(struct facts *f, const char *key,
               const struct facts_column *columns, size_t n);

/* The cells, row by row, all columns. Between them JSON may get members. */
void facts_cell(struct facts *f, struct fact fact);

#endif
