/*
 * ct800_compile.h - from a book to the records of the CT800
 */
#ifndef FORMAT_CT800_COMPILE_H
#define FORMAT_CT800_COMPILE_H

#include "base/buf.h"
#include "format/ct800/ct800_record.h"
#include "tabia/book.h"

/* A compiled book. The zero value is empty; ct800_compiled_clear frees it. */
struct ct800_compiled {
    struct buf records;
    uint32_t nraw; // moves that are not marked, each as often as it occurs
    uint32_t npositions, nmoves;
    uint32_t max_moves;   // of one position
    uint32_t nsurplus;    // moves beyond 15 of one position, dropped
    uint32_t ncollisions; // positions that share their key with another one
    uint64_t nunreached;  // moves to which no line from the start leads
};

/*
 * Compiles all that can be reached from the starting position. A book of plain
 * lines gives the same bytes as the original compiler; in any other book the
 * moves of a position stand in the order of a walk in depth.
 */
bool ct800_compile(const struct tabia_book *book, struct ct800_compiled *out,
                   struct tabia_error *err);

void ct800_compiled_clear(struct ct800_compiled *compiled);

/*
 * Sorts the raw list by key as the original does: a Shell sort with its own
 * gaps, which does not keep equal keys in their order.
 */
void ct800_sort(uint64_t *items, size_t n);

#endif
