/*
 * ctg_checker.h - an independent check of ChessBase books
 *
 * Written from the description of the format alone: it shares nothing with
 * the reader and the writer but the 64 numbers of the hash.
 */
#ifndef TESTS_CTG_CHECKER_H
#define TESTS_CTG_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/error.h"

enum { CTG_FAULT_SIZE = 160 };

struct ctg_facts {
    uint32_t npages, npositions, nmoves;
    double fill;         // mean share of a page that is used
    uint32_t nprobes[8]; // positions found with so many pages looked up
    char fault[CTG_FAULT_SIZE];
};

/* Checks the three files against each other, entry by entry. */
bool ctg_checker_run(struct tabia_bytes ctg, struct tabia_bytes cto,
                     struct tabia_bytes ctb, struct ctg_facts *facts);

#endif
