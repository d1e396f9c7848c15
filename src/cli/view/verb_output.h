/*
 * verb_output.h - what a verb puts out, as text or as JSON
 *
 *     struct verb_output out;
 *     verb_output_open(&out, args->json);
 *     verb_output_object(&out, NULL);
 *     verb_output_add(&out, "positions", "positions", fact_count(n));
 *     verb_output_table(&out, "plies", columns, COUNT_OF(columns));
 *     for (...) {
 *         verb_output_cell(&out, fact_count(ply));
 *         verb_output_cell(&out, fact_real(breadth, 2));
 *     }
 *     verb_output_table_end(&out);
 *     verb_output_end(&out);
 *     return verb_output_close(&out);
 *
 * Each fact is put once, with its key in JSON and its label in text; what
 * has no key, or no label, is only in the other of the two. Facts in a row are
 * aligned below each other, and so are the rows of a table.
 */
#ifndef CLI_VERB_OUTPUT_H
#define CLI_VERB_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/json_writer.h"
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
struct verb_output_column {
    const char *key;  // of the JSON objects; NULL: only in text
    const char *head; // in text; NULL: only in JSON
    char align;
};

/* The rows of a table, and where in the row we are. */
struct verb_output_rows {
    const struct verb_output_column *columns;
    size_t n, at; // columns; that of the next cell
};

struct verb_output {
    struct json_writer *js; // NULL: text
    struct json_writer json;
    struct sink dst;
    struct tabia_error err;
    struct text_table table; // not printed yet, if it has cells
    char align[TEXT_TABLE_MAX + 1];
    struct verb_output_rows rows, outer; // 'outer' while a row is in a row
    bool failed;                         // out of memory
};

void verb_output_open(struct verb_output *out, bool as_json);

/* Prints what is left. Anything but CLI_DONE has been reported. */
enum cli_status verb_output_close(struct verb_output *out);

/* The levels of JSON; 'key' is NULL at the outermost one and in arrays. */
void verb_output_object(struct verb_output *out, const char *key);
void verb_output_array(struct verb_output *out, const char *key);
void verb_output_end(struct verb_output *out);

/* A line that is only in text. What came before is printed first. */
void verb_output_line(struct verb_output *out, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

/* An empty line of text. */
void verb_output_gap(struct verb_output *out);

/* A single fact. */
void verb_output_add(struct verb_output *out, const char *key,
                     const char *label, struct fact fact);

/* A list of texts, only in JSON. */
void verb_output_texts(struct verb_output *out, const char *key,
                       const char *const *texts, size_t n);

/* A table in text, headed unless all heads are empty; an array in JSON. */
void verb_output_table(struct verb_output *out, const char *key,
                       const struct verb_output_column *columns, size_t n);
void verb_output_table_end(struct verb_output *out);

/* One row of such a table as a member, also in another row; only in JSON. */
void verb_output_row(struct verb_output *out, const char *key,
                     const struct verb_output_column *columns, size_t n);

/* The cells, row by row, all columns. Between them JSON may get members. */
void verb_output_cell(struct verb_output *out, struct fact fact);

#endif
