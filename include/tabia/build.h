/*
 * build.h - builds a store, or a book in any format, from games
 *
 *     const char *const games[] = { "games.pgn.zst" };
 *     struct tabia_build_options options = {
 *         .inputs = games, .ninputs = 1, .output = "games.tabia",
 *     };
 *     struct tabia_build_result result;
 *     if (!tabia_build(&options, &result, err))
 *         fail(err);
 *
 * Memory is limited by an option; what does not fit goes to sorted files on
 * disk. The same games and options give the same bytes, whatever the number of
 * threads, the memory, and the machines that share the work: see docs/build.md.
 */
#ifndef TABIA_BUILD_H
#define TABIA_BUILD_H

#include "tabia/format.h"
#include "tabia/store.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TABIA_BUILD_PLIES_MAX = 1024,     // most plies of a game that are counted
    TABIA_BUILD_PARTS_MAX = 4096,     // most parts of the inputs
    TABIA_BUILD_SLICES_MAX = 256,     // most parts of the keys
    TABIA_BUILD_PROBLEMS_MAX = 10,    // most problems that one build reports
    TABIA_BUILD_MEMORY_MIN = 8 << 20, // least memory_limit, in bytes
};

/* The weight of a move of a book. */
enum tabia_build_weight {
    TABIA_BUILD_WEIGHT_SCORE, // two for a win, one for a draw
    TABIA_BUILD_WEIGHT_GAMES,
    TABIA_BUILD_WEIGHT_WINS,
    TABIA_BUILD_WEIGHT_UNIFORM, // all the same
};

enum tabia_build_variant {
    TABIA_BUILD_VARIANT_ANY,
    TABIA_BUILD_VARIANT_STANDARD,
    TABIA_BUILD_VARIANT_CHESS960,
};

/* What on_progress gets, from the calling thread. */
struct tabia_build_progress {
    const char *stage;    // "reading", "replaying" of stores, then "merging"
    uint64_t done, total; // bytes, games or slices; total 0: unknown
    uint64_t games;
    uint64_t disk_bytes; // bytes of the files that hold what did not fit
};

/*
 * All-zero means the defaults. Everything is borrowed for the call. What a call
 * does not use must be zero, or it fails with TABIA_ERR_MISUSE; callbacks and
 * 'report' may be set.
 */
struct tabia_build_options {
    const char *const *inputs; // games, compressed or not; "-" is stdin
    size_t ninputs;
    const char *output;                // the file; required
    const struct tabia_format *format; // NULL: a store; misuse if the suffix of
                                       // 'output' is that of a book
    const struct tabia_write_options *write_options; // or NULL

    /* Which games */
    const char *where;  // docs/where.md; NULL: all
    const char *player; // only games of this player; named in a store
    enum tabia_build_variant variant;
    bool drop_duplicates; // same players, date and moves: the first counts

    /* Which moves */
    uint32_t min_ply, max_ply; // from 1, both included; 0: open
    enum tabia_side side;      // whose moves

    /* What a store can be filtered by: TABIA_DIMENSION_ mask */
    unsigned dimensions;

    /* Which moves a book keeps, and their weights */
    uint64_t min_games; // 0: 1
    double min_score;   // percent of the points
    double min_rate[2]; // percent of the games there: own side, other side;
                        // if they differ, 'min_rate_side' is required
    enum tabia_side min_rate_side; // which side is the own one for 'min_rate'
    uint32_t top;                  // heaviest N moves of a position; 0: all
    enum tabia_build_weight weight;
    double half_life;         // 0.1 to 1000 years; 0: all games count the same
    bool polyglot_compatible; // count as PolyGlot's make-book does

    /* How */
    uint64_t memory_limit;   // bytes, at least TABIA_BUILD_MEMORY_MIN; 0: 1 GiB
    const char *work_folder; // from which a later call can resume; or NULL
    unsigned threads;        // at most 1024; 0: as many as there are processors

    /*
     * Part 'part' (from 0) of 'nparts' of the inputs becomes a run in the
     * folder 'output', for tabia_build_join; 0 parts: build everything.
     */
    uint32_t part, nparts;

    /*
     * For tabia_build_join: slice 'slice' (from 0) of 'nslices' of the keys of
     * the parts is merged into the folder 'output'; 0 slices: everything, and
     * from slices where there are any.
     */
    uint32_t slice, nslices;

    struct tabia_report *report; // gets what the format loses; or NULL

    /*
     * Called in the end for broken games and damaged inputs, at most
     * TABIA_BUILD_PROBLEMS_MAX times, in the order of the games. They are
     * skipped. Or NULL.
     */
    tabia_problem_fn *on_problem;
    void (*on_progress)(void *ctx, const struct tabia_build_progress *progress);
    tabia_stop_fn *is_stopped; // also where no progress is reported; or NULL
    void *ctx;                 // of these three
    uint64_t reserved[4];
};

struct tabia_build_result {
    uint64_t games;      // read: the sum of the next five
    uint64_t counted;    // went into the output
    uint64_t filtered;   // skipped by the options
    uint64_t unfinished; // without a result
    uint64_t duplicates;
    uint64_t broken;
    uint64_t events;           // moves counted
    uint64_t positions, moves; // written
    uint64_t runs;             // temporary files
    uint64_t disk_bytes;       // bytes of them at most
    uint64_t resumed;          // games that an earlier call had read
    bool is_damaged;           // an input could not be read to its end
    uint64_t reserved[4];
};

/*
 * Builds. True with 'result->is_damaged' if an input could not be read to its
 * end: the output then has what could be read. 'result' may be NULL, here and
 * below; after a failure it has the counts so far, or zeros.
 *
 * A build that fails or is stopped writes no output. What it put into
 * 'work_folder' stays, and a later call goes on from there.
 */
TABIA_API bool tabia_build(const struct tabia_build_options *options,
                           struct tabia_build_result *result,
                           struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Builds the output from the parts in the folders, or one slice of it. The
 * parts record the options they were built with; 'options' has only output,
 * format, write_options, memory_limit, threads, slice, nslices, report and the
 * callbacks.
 */
TABIA_API bool tabia_build_join(const char *const *folders, size_t nfolders,
                                const struct tabia_build_options *options,
                                struct tabia_build_result *result,
                                struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Builds one store from the games of finished stores, in their order. The
 * stores must count alike: the same dimensions, plies, side and least number of
 * games of a position. Apart from its provenance, which lists those of all, it
 * is the store that would have been built from all games together. A game that
 * is in two stores is counted twice. 'options' has only output, write_options,
 * memory_limit, threads, and on_progress and is_stopped with their ctx.
 */
TABIA_API bool tabia_build_merge(const struct tabia_store *const *stores,
                                 size_t n,
                                 const struct tabia_build_options *options,
                                 struct tabia_build_result *result,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
