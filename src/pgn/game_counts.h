/*
 * game_counts.h - counting the games of files, compressed or not
 *
 *     const char *const paths[] = { "games.pgn", "more.pgn.zst" };
 *     const struct game_counts_options options = {
 *         .paths = paths,
 *         .npaths = 2,
 *     };
 *     struct game_counts games;
 *     if (!game_counts_read(&games, &options, err))
 *         return false;
 *     ... games.ngames, games.fingerprint ...
 *     game_counts_clear(&games);
 *
 * Files may be compressed by gzip, bzip2, xz or zstd; their content shows it.
 * Neither that nor the number of threads shows in what comes out.
 */
#ifndef PGN_GAME_COUNTS_H
#define PGN_GAME_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"
#include "tabia/pgn.h"

enum { GAME_COUNTS_RESULTS = TABIA_RESULT_OPEN + 1 };

/* All-zero but the paths means the defaults. */
struct game_counts_options {
    const char *const *paths; // "-" is standard input; borrowed by the result
    uint32_t npaths;
    int nthreads;        // 0: one per processor
    bool counts_broken;  // broken games count too, up to what is wrong
    bool zstd_long;      // windows up to 2 GiB instead of 128 MiB
    size_t max_problems; // to keep; the others are only counted
    size_t piece_size;   // text that a thread takes at once; 0: 1 MiB
    size_t game_limit;   // the longest game; 0: 64 MiB

    /*
     * Called now and then with how many bytes of the files are read, and of how
     * many; 0: not known. One thread at a time. May be NULL.
     */
    tabia_progress_fn *on_progress;
    void *ctx;
};

struct game_counts_problem {
    enum tabia_severity severity;
    struct tabia_error err; // with the place in the decompressed file
};

/* What became of a file. */
struct game_counts_file {
    const char *name;          // "<stdin>" for "-"
    const char *compression;   // "plain", "gz", "bz2", "xz", "zst"
    uint64_t size, text_size;  // as it is, and decompressed
    uint64_t ngames;           // up to the damage, if there is one
    struct tabia_error damage; // TABIA_OK: none; the offset is in the file
};

struct game_counts {
    uint64_t ngames;  // broken ones included
    uint64_t nbroken; // with a move that is not legal, or not to be read

    /* By enum tabia_result; not of broken games. */
    uint64_t results[GAME_COUNTS_RESULTS];

    /*
     * The moves of the main lines, and the XOR of the PolyGlot keys of the
     * positions after each: of games that are legal throughout, and with
     * 'counts_broken' of the others as far as they are.
     */
    uint64_t nplies;
    uint64_t fingerprint;

    uint64_t nerrors, nwarnings;
    struct game_counts_problem *problems; // the first, in the text's order
    size_t nproblems;
    struct game_counts_file *files; // one per path
    size_t nfiles;
};

/*
 * Reads all games. False when the system fails or a file is not there; files
 * that are damaged or end too soon count up to their last whole game. On
 * failure there is nothing to clear.
 */
bool game_counts_read(struct game_counts *games,
                      const struct game_counts_options *options,
                      struct tabia_error *err);

/* Frees what the counting made. Accepts what is all zero. */
void game_counts_clear(struct game_counts *games);

#endif
