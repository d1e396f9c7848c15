/*
 * format_check.h - books from texts and back, in tests of formats
 */
#ifndef TESTS_FORMAT_CHECK_H
#define TESTS_FORMAT_CHECK_H

#include "check.h"

#include <stdlib.h>

#include "tabia/builder.h"
#include "tabia/format.h"

static inline struct tabia_bytes bytes_of(const char *text)
{
    return (struct tabia_bytes){ (const uint8_t *)text, strlen(text) };
}

/* ---- texts and books ------------------------------------------------- */

struct tabia_book *decode_text(const char *format, const char *text,
                               struct tabia_error *err);

/* The book in a format of text; the caller frees it. NULL with an error. */
char *encode_with(const struct tabia_book *book,
                  const struct tabia_format *format,
                  const struct tabia_write_options *options,
                  struct tabia_report *report, struct tabia_error *err);

/* Like encode_with, but without options, and it must not fail. */
char *encode_text(const struct tabia_book *book, const char *format,
                  struct tabia_report *report);

/* "line:col: message", or the message alone where there is no line. */
const char *error_text(const struct tabia_error *err, char *buf, size_t size);

/* All losses: "3 names are dropped; 1 ...". */
const char *report_text(const struct tabia_report *report, char *buf,
                        size_t size);

/* The moves with their weights, if they have some: "e2e4=5 d2d4". */
const char *entries_text(const struct tabia_pos *pos,
                         const struct tabia_book_move *list, size_t n,
                         char *buf, size_t size);

/* ---- making books ---------------------------------------------------- */

/* Plays moves in UCI, separated by blanks, from the cursor on. */
void play_moves(struct tabia_builder *b, struct tabia_builder_cursor *c,
                const char *moves);

/* Plays one move to where the book has that position already. */
void join_move(struct tabia_builder *b, struct tabia_builder_cursor *c,
               const char *uci);

struct tabia_builder *new_builder(void);

struct tabia_book *freeze(struct tabia_builder *b);

/* ---- tables of cases ------------------------------------------------- */

/* Each checker prints the rows that fail and returns how many. */
struct text_case {
    const char *name, *text, *want;
};

/* Read and written again; a text that is not read is its error's message. */
int check_rewritten(const struct tabia_format *format,
                    const struct text_case *rows, size_t n);

/* Like check_rewritten, but nothing may be lost. */
int check_lossless(const struct tabia_format *format,
                   const struct text_case *rows, size_t n);

/* Refused, as error_text tells it. */
int check_refused(const struct tabia_format *format,
                  const struct text_case *rows, size_t n);

/* How sure a format is of a text; 'want' is an enum format_match. */
struct match_case {
    const char *text;
    int want;
};

int check_matches(const struct tabia_format *format,
                  const struct match_case *rows, size_t n);

/* The format that is detected, "" for none. */
int check_detected(const struct text_case *rows, size_t n);

/*
 * Reads the bytes, and writes the book again if the format can do that, with
 * memory running out at each allocation: the same comes of it, or an error.
 * 'options' name the format.
 */
void check_starved(struct tabia_bytes bytes,
                   const struct tabia_read_options *options);

/* Like check_starved, but of a text, without other options. */
void check_starved_text(const struct tabia_format *format, const char *text);

/* Like check_starved, but only the writing. */
void check_starved_writing(const struct tabia_book *book,
                           const struct tabia_format *format);

#endif
