/*
 * parts.h - the parts of a build that several machines share
 */
#ifndef BUILD_PARTS_H
#define BUILD_PARTS_H

#include "build/build_internal.h"

enum { PARTS_NAME_SIZE = 64 };

struct part {
    const char *folder; // borrowed; NULL: missing
    struct notes notes;
    uint64_t games, base;   // how many, and how many before them
    uint64_t rows, details; // bytes
    uint32_t *roots;        // owned: their numbers among those of all parts
    size_t nroots;
};

struct parts {
    struct part *list;
    uint32_t n;
    struct tabia_build_options options; // that they were made with
    struct tabia_build_result result;   // of all together
    struct build_problems problems;
    uint64_t games;
    struct root_set roots;
    struct provenance_input *inputs;
    size_t ninputs, inputs_room;
};

/* Finds all parts in the folders. Close it in any case. */
bool parts_open(struct parts *p, const char *const *folders, size_t nfolders,
                struct tabia_error *err);

void parts_close(struct parts *p);

/* Such as "part-0001-of-0004.run"; 'i' counts from 0. */
void parts_name(char name[PARTS_NAME_SIZE], const char *what, uint32_t i,
                uint32_t n, const char *ending);

/* Makes the folder, unless it is there. */
bool parts_make_folder(const char *folder, struct tabia_error *err);

/* ---- making one ------------------------------------------------------- */

/* Has the part been made before? Then 'result' is what it was. */
bool parts_is_done(struct build *b, struct tabia_build_result *result,
                   bool *is_done, struct tabia_error *err);

/* Writes the part's files. */
bool parts_write(struct build *b, struct tabia_error *err);

#endif
