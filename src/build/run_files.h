/*
 * run_files.h - the runs of a build, and the files that they are in
 */
#ifndef BUILD_RUN_FILES_H
#define BUILD_RUN_FILES_H

#include "build/merger.h"
#include "build/spool.h"

struct build;

enum { RUN_FILES_MAX = 1 << 16 };

/* Runs, each with the file behind it. */
struct run_files {
    struct run_file {
        struct spool spool;
        char *name; // for messages
    } * files;
    struct run *runs;
    uint64_t *bases;
    size_t n, files_room, runs_room, bases_room;
    uint64_t disk; // bytes
};

/*
 * Copies all of 'm' into a new file, as a run of the build's own kind, as its
 * runs are. 'games' is how many its numbers are of.
 */
bool run_files_copy(const struct build *b, const struct merger *m,
                    struct spool *dst, uint64_t games, struct tabia_error *err);

/* Writes bins [first, end) of 'm' as a run whose events are sorted. */
bool run_files_write_sorted(const struct build *b, const struct merger *m,
                            struct sink *dst, unsigned first, unsigned end,
                            uint64_t games, struct tabia_error *err);

/* Opens the run in a file, which then belongs to 'runs' in any case. */
bool run_files_add(struct run_files *runs, struct spool *spool,
                   const struct run_kind *kind, uint64_t base,
                   struct tabia_error *err);

/* Writes the bins as a further run and empties them. */
bool run_files_spill(struct build *b, struct tabia_error *err);

void run_files_clear(struct run_files *runs);

#endif
