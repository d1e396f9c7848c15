/*
 * build_internal.h - what the parts of a build share
 */
#ifndef BUILD_BUILD_DEF_H
#define BUILD_BUILD_DEF_H

#include "build/merger.h"
#include "build/collector.h"
#include "build/notes.h"
#include "build/provenance.h"
#include "build/spool.h"
#include "tabia/build.h"

enum { BUILD_TAGS_MAX = 64, BUILD_RUNS_MAX = 1 << 16 };

/* Runs, each with the file behind it. */
struct build_runs {
    struct build_file {
        struct spool spool;
        char *name; // for messages
    } * files;
    struct run *runs;
    uint64_t *bases;
    size_t n, files_room, runs_room, bases_room;
    uint64_t disk; // bytes
};

/* One build. */
struct build {
    const struct tabia_build_options *options;
    struct where *where;
    const char *tags[BUILD_TAGS_MAX];
    struct chunk_rule chunk_rule;
    struct count_rule count_rule;
    uint32_t ages[COUNT_AGES + 1];
    struct run_kind run_kind;
    uint64_t memory;
    char *folder; // for files without a name; NULL: anywhere

    struct pool *pool;
    struct reader *reader;
    struct bins *bins;
    struct collector collector;
    struct build_runs runs;
    /* What the output is made of, beside bins and runs. */
    struct tabia_build_result *result;
    struct tabia_bytes details; // of the games of a store
    const struct tabia_packed *roots;
    size_t nroots;
    const struct provenance_input *inputs;
    size_t ninputs;
    const char *provenance; // in place of what options and inputs say; or NULL

    int work_folder_lock;          // locked while we are in the folder; or -1
    char work_folder_identity[32]; // of what is worked at there
};

/* How the output is written. */
static inline const struct tabia_write_options *build_write_options(
    const struct tabia_build_options *options)
{
    static const struct tabia_write_options defaults;
    return options->write_options ? options->write_options : &defaults;
}

/* ---- run_files.c ----------------------------------------------------- */

/*
 * Copies all of 'm' into a new file, as a run of the build's own kind, as its
 * runs are. 'games' is how many its numbers are of.
 */
bool runs_copy(const struct build *b, const struct merger *m, struct spool *dst,
               uint64_t games, struct tabia_error *err);

/* Writes bins [first, end) of 'm' as a run whose events are sorted. */
bool runs_write_sorted(const struct build *b, const struct merger *m,
                       struct sink *dst, unsigned first, unsigned end,
                       uint64_t games, struct tabia_error *err);

/* Opens the run in a file, which then belongs to 'runs' in any case. */
bool runs_add(struct build_runs *runs, struct spool *spool,
              const struct run_kind *kind, uint64_t base,
              struct tabia_error *err);

/* Writes the bins as a further run and empties them. */
bool runs_spill(struct build *b, struct tabia_error *err);

void runs_clear(struct build_runs *runs);

/* ---- work_folder.c --------------------------------------------------- */

/*
 * Opens the files for games, named or not, and goes on where an earlier call
 * with the same inputs and options has stopped.
 */
bool work_folder_open(struct build *b, struct tabia_error *err);

/* A new file for a run. */
bool work_folder_new_run(struct build *b, struct spool *spool,
                         struct tabia_error *err);

/* The last run is whole: a later call need not make it again. */
bool work_folder_save(struct build *b, struct tabia_error *err);

/* Removes what was for a later call; the folder, too, if it is empty. */
void work_folder_finish(struct build *b);

/* ---- writer.c -------------------------------------------------------- */

/* Writes the output. */
bool build_write(struct build *b, struct tabia_error *err);

/* Writes the output, a store, to any sink. */
bool build_write_store(struct build *b, struct sink *dst,
                       struct tabia_error *err);

/* ---- parts.c --------------------------------------------------------- */

/* Has the part been made before? Then 'result' is what it was. */
bool parts_is_done(struct build *b, struct tabia_build_result *result,
                   bool *is_done, struct tabia_error *err);

/* Writes the part's files. */
bool parts_write(struct build *b, struct tabia_error *err);

/* ---- build.c --------------------------------------------------------- */

/* True if the output is a store. */
bool build_is_store(const struct tabia_build_options *options);

/*
 * True if each position becomes rows of the output as soon as it is counted, by
 * the put_row of its format, which is PolyGlot. Any other book is built first.
 */
bool build_writes_rows(const struct tabia_build_options *options);

/* Fills in what follows from the options alone. Borrows them. */
bool build_init(struct build *b, const struct tabia_build_options *options,
                struct tabia_error *err);

/* Frees all, and removes the files without a name. */
void build_clear(struct build *b);

/* Reads all games, in memory and in runs. */
bool build_collect(struct build *b, struct tabia_error *err);

/* All that was counted, in memory and in runs. */
struct merger build_merger(const struct build *b);

/* Maps the rows of the games that tallies look at; none: nothing to do. */
bool build_map_games(struct build *b, struct spool *rows,
                     struct tabia_error *err);

/* Reports how far it is, if anybody wants to know. */
void build_progress(const struct build *b, const char *stage, uint64_t done,
                    uint64_t total, uint64_t games, uint64_t disk);

#endif
