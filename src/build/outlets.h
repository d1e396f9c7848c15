/*
 * outlets.h - what positions become: rows of a PolyGlot book, or a run
 */
#ifndef BUILD_OUTLETS_H
#define BUILD_OUTLETS_H

#include "build/gather.h"
#include "build/keep.h"

/* A PolyGlot book, row by row; nothing of it stays in memory. */
struct outlet_rows {
    struct outlet base;
    struct keep_rule keep;
};

void outlet_rows_init(struct outlet_rows *o, const struct keep_rule *keep);

/* Everything, for later. */
struct outlet_run {
    struct outlet base;
    uint64_t ends[BINS]; // for gather_all
    uint64_t records[BINS];
};

void outlet_run_init(struct outlet_run *o);

/* What stands in the trailer, when all is written from 'start' on. */
void outlet_run_segments(const struct outlet_run *o, uint64_t start,
                         unsigned first, unsigned end,
                         struct run_segment segments[BINS]);

#endif
