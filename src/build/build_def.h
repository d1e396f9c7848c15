/*
 * build_def.h - what the parts of a build share
 */
#ifndef BUILD_BUILD_DEF_H
#define BUILD_BUILD_DEF_H

#include "build/gather.h"
#include "build/intake.h"
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
    struct harvest_rule rule;
    struct count_rule count;
    uint32_t ages[COUNT_AGES + 1];
    struct run_kind kind;
    uint64_t memory;
    char *folder; // for files without a name; NULL: anywhere

    struct pool *pool;
    struct feed *feed;
    struct bins *bins;
    struct intake intake;
    struct build_runs runs;
    int work_lock;          // locked while we are in the folder; or -1
    char work_identity[32]; // of what is worked at there
};

/* ---- rules.c --------------------------------------------------------- */

/* Fills in what follows from the options alone. Borrows them. */
bool build_init(struct build *b, const struct tabia_build_options *options,
                struct tabia_error *err);

/* Frees all, and removes the files without a name. */
void build_clear(struct build *b);

/* ---- runs.c ---------------------------------------------------------- */

/*
 * Writes all of 'g' as a run, bins [first, end) only. 'games' is how many
 * its numbers are of.
 */
bool runs_write(const struct gather *g, const struct run_kind *kind,
                struct pool *pool, struct sink *dst, unsigned first,
                unsigned end, uint64_t games, struct tabia_error *err);

/* Opens the run in a file, which then belongs to 'runs' in any case. */
bool runs_add(struct build_runs *runs, struct spool *spool,
              const struct run_kind *kind, uint64_t base,
              struct tabia_error *err);

/* Writes the bins as a further run and empties them. */
bool runs_spill(struct build *b, struct tabia_error *err);

void runs_clear(struct build_runs *runs);

/* ---- work.c ---------------------------------------------------------- */

/*
 * Opens the files for games, named or not, and goes on where an earlier call
 * with the same inputs and options has stopped.
 */
bool work_open(struct build *b, struct tabia_error *err);

/* A new file for a run. */
bool work_new_run(struct build *b, struct spool *spool,
                  struct tabia_error *err);

/* The last run is whole: a later call need not make it again. */
bool work_save(struct build *b, struct tabia_error *err);

/* Removes what was for a later call; the folder, too, if it is empty. */
void work_finish(struct build *b);

/* ---- state.c --------------------------------------------------------- */

void state_put(struct buf *notes, const struct intake *in);

/* Sets what state_put wrote. */
bool state_get(const struct notes *notes, struct intake *in,
               struct tabia_error *err);

/* ---- product.c ------------------------------------------------------- */

/* All that an output is made of. */
struct product {
    const struct tabia_build_options *options;
    struct tabia_build_report *report;
    struct pool *pool;
    struct gather from;
    struct tally_games games;   // of a store
    struct tabia_bytes details; // of a store
    const struct tabia_packed *roots;
    size_t nroots;
    const struct provenance_input *inputs;
    size_t ninputs;
};

bool product_write(struct product *p, struct tabia_error *err);

/* Can the output be written? Asked before games are read for hours. */
bool product_can_write(const struct tabia_build_options *options,
                       struct tabia_error *err);

/* Is the output a store? A PolyGlot book? */
bool product_is_store(const struct tabia_build_options *options);
bool product_is_polyglot(const struct tabia_build_options *options);

/* ---- parts.c --------------------------------------------------------- */

/* Has the part been made before? Then 'report' is what it was. */
bool parts_is_done(struct build *b, struct tabia_build_report *report,
                   bool *is_done, struct tabia_error *err);

/* Writes the part's files. */
bool parts_write(struct build *b, const struct provenance_input *inputs,
                 size_t ninputs, struct tabia_error *err);

/* Reports on how far it is, if anybody wants to know. */
void build_tell(const struct tabia_build_options *options, const char *stage,
                uint64_t done, uint64_t total, uint64_t games, uint64_t disk);

/* Looks at the rows as games. The bytes are at a page's begin. */
struct tally_games build_games(struct tabia_bytes rows);

#endif
