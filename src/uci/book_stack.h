/*
 * book_stack.h - the books that the proxy plays from, in their order
 *
 *     struct book_stack stack = { 0 };
 *     if (!book_stack_set(&stack, text, len, err)) ...
 *
 * A list of books is written as "a.bin;b.ctg:white": paths between semicolons,
 * each for both sides or for one. <default> is the built-in book, <empty>
 * none at all.
 */
#ifndef UCI_BOOK_STACK_H
#define UCI_BOOK_STACK_H

#include "format/amateur/amateur_ask.h"
#include "format/built_in.h"
#include "source/source_internal.h"

enum { BOOK_STACK_MAX = 64 };

/* What the proxy knows about a book besides its source. */
struct book_stack_entry {
    bool plays[2];           // by enum tabia_color: used for this side
    struct amateur *routine; // its own, used first; owned, or NULL
};

/* The path of the built-in book. */
#define BOOK_STACK_BUILT_IN "<" BUILT_IN_BOOK_ID ">"

/* The rules of the routine for amateur books. */
enum book_stack_rule {
    BOOK_STACK_TRANSPOSITIONS, // the path of a table
    BOOK_STACK_UNIVERSAL,
    BOOK_STACK_FIRST,
    BOOK_STACK_RULE_COUNT,
};

/* The zero value is empty. */
struct book_stack {
    struct tabia_library *library; // by path; owned, NULL: no books
    struct book_stack_entry books[BOOK_STACK_MAX]; // of its sources
    char *rules[BOOK_STACK_RULE_COUNT];            // owned; NULL: none
};

/* How many books there are. */
size_t book_stack_count(const struct book_stack *stack);

/* Adds a source below the others; the stack owns it in any case. */
bool book_stack_add_source(struct book_stack *stack, const char *path,
                           struct tabia_source *source,
                           const struct book_stack_entry *book,
                           struct tabia_error *err);

/* Adds a book, such as "PATH" or "PATH:white", below the others. */
bool book_stack_add(struct book_stack *stack, const char *spec, size_t len,
                    struct tabia_error *err);

/* Replaces all books by a list of them; on failure the old ones stay. */
bool book_stack_set(struct book_stack *stack, const char *list, size_t len,
                    struct tabia_error *err);

/*
 * Sets a rule for the amateur books of the stack, now and later; "" or
 * "<empty>" is none. On failure everything stays as it was.
 */
bool book_stack_set_rule(struct book_stack *stack, enum book_stack_rule rule,
                         const char *text, size_t len, struct tabia_error *err);

void book_stack_clear(struct book_stack *stack);

#endif
