/*
 * recode.h - from one format to another in memory, for tables of tests
 */
#ifndef TESTS_RECODE_H
#define TESTS_RECODE_H

#include <stddef.h>
#include <stdint.h>

#include "format/report.h"
#include "tabia/format.h"

/* Table 1 of the article, its misprints corrected. */
extern const char recode_table1[];

enum {
    RECODE_WIDE_PLIES = 22,
    RECODE_WIDE_MOVES = 76,
    RECODE_WIDE_SIZE = 8192
};

/*
 * Lines of 22 moves to a position in which White has 76, each with another
 * last move, in the order of the legal list.
 */
void recode_wide(char lines[RECODE_WIDE_SIZE]);

/* Bytes that the test frees with recode_free. */
struct recoded {
    uint8_t *data;
    size_t size;
    struct tabia_report report;
};

/* Reads 'src' as 'from'; NULL with an error. 'setting' may be NULL. */
struct tabia_book *recode_read(const char *from, const char *setting,
                               const void *src, size_t size,
                               struct tabia_error *err);

/* Writes the book; 'settings' are switches with blanks between them. */
struct recoded recode_write(const struct tabia_book *book, const char *to,
                            const char *settings);

/* Both in one. Fails the test if anything goes wrong. */
struct recoded recode(const char *from, const void *src, size_t size,
                      const char *to, const char *settings);

void recode_free(struct recoded *r);

/* "offset 12: message", "3:4: message", or "" without an error. */
const char *recode_error(const struct tabia_error *err, char *buf, size_t size);

/* Bytes from digits such as "0C 1C 34"; returns how many. */
size_t recode_hex(const char *hex, uint8_t *data, size_t size);

/* The bytes as such digits, or as text. */
const char *recode_print_hex(const struct recoded *r, char *buf, size_t size);
const char *recode_print_text(const struct recoded *r, char *buf, size_t size);

/* Lines of moves, and the bytes that they become; 'want' may be NULL. */
struct recode_case {
    const char *name, *lines, *settings, *want;
};

/* Prints a difference; 'bytes' are freed by the caller. */
bool recode_check(const struct recode_case *row, const char *to,
                  struct recoded *bytes);

/* Bytes that a reader refuses, and its error; 'setting' may be NULL. */
struct recode_bad {
    const char *name, *setting, *hex, *want;
};

/* Prints the rows that fail, and returns how many. */
int recode_check_bad(const char *format, const struct recode_bad *rows,
                     size_t n);

/* Positions and moves that only one of the books has, as one number. */
uint32_t recode_differences(const struct tabia_book *a,
                            const struct tabia_book *b);

#endif
