/*
 * built_in.h - books that are part of the program, as they lie in memory
 *
 * Made by tools/gen_books.c when the program is built, from the files in data/.
 */
#ifndef FORMAT_BUILT_IN_H
#define FORMAT_BUILT_IN_H

struct tabia_book;

extern const struct tabia_book built_in_book;  // data/openings.txt
extern const struct tabia_book built_in_names; // data/names.tsv, only names

#endif
