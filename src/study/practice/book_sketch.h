/*
 * book_sketch.h - recognises a book, or puzzles, by a sample of the positions
 *
 *     struct book_sketch mine, other;
 *     double part;
 *     book_sketch_make(&mine, book);
 *     if (book_sketch_compare(&mine, &other, &part) > 0.8) ...
 *
 * The sample does not depend on the format of the book, on the order of its
 * moves or on move orders, and changes little when lines are added.
 */
#ifndef STUDY_BOOK_SKETCH_H
#define STUDY_BOOK_SKETCH_H

#include "base/buf.h"
#include "format/puzzle/puzzles.h"
#include "tabia/book.h"

enum { BOOK_SKETCH_SIZE = 64 };

struct book_sketch {
    uint32_t count;                  // positions of the book that have moves
    uint32_t n;                      // hashes
    uint64_t hash[BOOK_SKETCH_SIZE]; // the smallest ones, ascending
};

void book_sketch_make(struct book_sketch *sketch,
                      const struct tabia_book *book);

/* The same of a set of puzzles. */
void book_sketch_make_of_puzzles(struct book_sketch *sketch,
                                 const struct puzzles *set);

/*
 * Estimates how much two books share: of all positions of both, and, in 'part',
 * of those of the smaller one; 0 to 1.
 */
double book_sketch_compare(const struct book_sketch *a,
                           const struct book_sketch *b, double *part);

/* Adds the line by which a progress file knows its book. */
void book_sketch_print(struct buf *text, const struct book_sketch *sketch);

#endif
