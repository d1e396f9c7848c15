/*
 * build_def.h - what the parts of a build share
 */
#ifndef BUILD_BUILD_DEF_H
#define BUILD_BUILD_DEF_H

#include "build/gather.h"
#include "build/intake.h"
#include "build/keep.h"
#include "build/spool.h"
#include "tabia/build.h"

enum { BUILD_TAGS_MAX = 64, BUILD_RUNS_MAX = 1 << 16 };

/* One build. */
struct build {
    const struct tabia_build_options *options;
    struct tabia_build_report *report;
    struct where *where;
    const char *tags[BUILD_TAGS_MAX];
    struct harvest_rule rule;
    struct count_rule count;
    uint32_t ages[COUNT_AGES + 1];
    struct run_kind kind;
    uint64_t memory;
    char *folder; // for files without a name

    struct pool *pool;
    struct feed *feed;
    struct bins *bins;
    struct intake intake;

    struct spool *spools; // of the runs
    struct run *runs;
    uint64_t *bases;
    size_t nruns, spools_room, runs_room, bases_room;
    uint64_t disk;
};

#endif
