/*
 * names_internal.h - tables of opening names, made from books
 */
#ifndef BOOK_NAMES_INTERNAL_H
#define BOOK_NAMES_INTERNAL_H

#include "base/compiler.h"
#include "tabia/names.h"

/*
 * All positions of the book that have a name or an ECO code; where a position
 * has several, the first. The book is not needed any more.
 */
struct tabia_names *names_from_book(const struct tabia_book *book,
                                    struct tabia_error *err) MUST_CHECK;

/* In two steps: a book of these positions, without moves, ... */
struct tabia_book *names_copy_book(const struct tabia_book *book,
                                   struct tabia_error *err) MUST_CHECK;

/* ... as a set of names, which owns it in any case. */
struct tabia_names *names_adopt_book(struct tabia_book *book,
                                     struct tabia_error *err) MUST_CHECK;

#endif
