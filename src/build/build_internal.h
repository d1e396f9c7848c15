/*
 * build_internal.h - one build, and what the stages of it share
 */
#ifndef BUILD_BUILD_INTERNAL_H
#define BUILD_BUILD_INTERNAL_H

#include "build/build_options.h"
#include "build/collector.h"
#include "build/notes.h"
#include "build/provenance.h"
#include "build/run_files.h"
#include "tabia/build.h"

enum { BUILD_TAGS_MAX = 64 };

/* What the output is made of, beside bins and runs. All of it is borrowed. */
struct build_material {
    struct tabia_build_result *result; // so far; the writers fill in the rest
    struct tabia_bytes details;        // of the games of a store
    const struct root_set *roots;
    const struct provenance_input *inputs;
    size_t ninputs;
    const char *provenance; // in place of what options and inputs say; or NULL
    struct store_eval_merge *evaluations; // for a store; NULL: none
};

/* One build. */
struct build {
    /* What follows from the options alone: see build_init. */
    const struct tabia_build_options *options;
    struct where *where;
    const char *tags[BUILD_TAGS_MAX];
    struct chunk_rule chunk_rule;
    struct move_counter_rule count_rule;
    uint32_t ages[MOVE_COUNTER_AGES + 1];
    struct run_kind run_kind;
    uint64_t memory;
    char *folder; // for files without a name; NULL: anywhere

    /* The stages. */
    struct pool *pool;
    struct game_reader *reader;
    struct bins *bins;
    struct collector collector;
    struct run_files runs;

    struct build_material material; // when all games are read

    int work_folder_lock;          // locked while we are in the folder; or -1
    uint64_t work_folder_identity; // of what is worked at there
};

/* How the output is written. */
static inline const struct tabia_write_options *build_write_options(
    const struct tabia_build_options *options)
{
    static const struct tabia_write_options defaults;
    return options->write_options ? options->write_options : &defaults;
}

/* True if the output is a store. */
bool build_is_store(const struct tabia_build_options *options);

/*
 * False with an error if the options of the caller name no output, or no format
 * for an output with the name of a book, or what 'call' does not use.
 */
bool build_check_call(const struct tabia_build_options *options,
                      enum build_call call, struct tabia_error *err);

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

/* Bins of 'size' bytes; a failure names the limit that they are a part of. */
bool build_make_bins(struct build *b, size_t size, struct tabia_error *err);

/* Reads all games, in memory and in runs. */
bool build_collect(struct build *b, struct tabia_error *err);

/* All that was counted, in memory and in runs. */
struct merger build_merger(const struct build *b);

/* Maps the rows of the games that tallies look at; none: nothing to do. */
bool build_map_games(struct build *b, struct spool *rows,
                     struct tabia_error *err);

/* False with an error if the caller wants the build to end. */
bool build_goes_on(const struct build *b, struct tabia_error *err);

/* If what an earlier call has left is damaged, 'hint' mends it. False. */
bool build_hint_damage(enum tabia_hint hint, struct tabia_error *err);

/* Reports how far it is, if anybody wants to know. */
void build_show_progress(const struct build *b, const char *stage,
                         uint64_t done, uint64_t total, uint64_t games,
                         uint64_t disk);

#endif
