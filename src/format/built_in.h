/*
 * built_in.h - books that are part of the program, as they lie in memory
 *
 * Made by tools/gen_books.c when the program is built, from the files in data/.
 */
#ifndef FORMAT_BUILT_IN_H
#define FORMAT_BUILT_IN_H

struct tabia_book;

#define BUILT_IN_BOOK_NAME "built-in book" // for people
#define BUILT_IN_BOOK_ID   "default"       // in addresses and options

extern const struct tabia_book built_in_book;  // data/openings.txt
extern const struct tabia_book built_in_names; // data/names.tsv, only names

#endif
