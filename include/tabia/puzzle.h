/*
 * puzzle.h - sets of chess puzzles: texts and a position each
 *
 *     struct tabia_puzzles *set =
 *         tabia_puzzles_load("p.txt", TABIA_PUZZLE_NONE, NULL, err);
 *     for (size_t i = 0; i < tabia_puzzles_count(set); i++)
 *         use(tabia_puzzles_at(set, i));
 *     tabia_puzzles_free(set);
 */
#ifndef TABIA_PUZZLE_H
#define TABIA_PUZZLE_H

#include "tabia/chess.h"
#include "tabia/format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TABIA_PUZZLE_DESCRIPTIONS = 3,
    TABIA_PUZZLE_SOLUTIONS = 4,
    TABIA_PUZZLE_TEXT = 32, // bytes of the longest line
};

/* Lines are "" where there is none; otherwise any bytes but NUL. */
struct tabia_puzzle {
    const char *description[TABIA_PUZZLE_DESCRIPTIONS];
    const char *solution[TABIA_PUZZLE_SOLUTIONS];
    struct tabia_pos pos; // with its clocks
    uint32_t line;        // where its position stood; 0: no lines
};

struct tabia_puzzles;

/* NULL when there is no memory. */
TABIA_API struct tabia_puzzles *tabia_puzzles_new(struct tabia_error *err)
    TABIA_MUST_CHECK;

TABIA_API void tabia_puzzles_free(struct tabia_puzzles *set);

TABIA_API size_t tabia_puzzles_count(const struct tabia_puzzles *set);

/* The i-th, from 0. It lives until the set changes or is freed. */
TABIA_API const struct tabia_puzzle *tabia_puzzles_at(
    const struct tabia_puzzles *set, size_t i);

/* Adds a copy, texts included. Lines above TABIA_PUZZLE_TEXT are refused. */
TABIA_API bool tabia_puzzles_add(struct tabia_puzzles *set,
                                 const struct tabia_puzzle *puzzle,
                                 struct tabia_error *err);

/* ---- formats --------------------------------------------------------- */

enum tabia_puzzle_format {
    TABIA_PUZZLE_NONE,
    TABIA_PUZZLE_SOURCE, // the text that cpc compiles
    TABIA_PUZZLE_TI89,   // compiled: .89y; reading takes .9xy as well
    TABIA_PUZZLE_TI92P,  // compiled: .9xy
    TABIA_PUZZLE_JSON,
    TABIA_PUZZLE_EPD,
    TABIA_PUZZLE_PGN,
};

/* What the bytes are; NONE when they are no set of puzzles. */
TABIA_API enum tabia_puzzle_format tabia_puzzles_detect(struct tabia_bytes src);

/* By the name that users type ("puzzles", "tipuzzle", "epd"), or NONE. */
TABIA_API enum tabia_puzzle_format tabia_puzzle_format_find(const char *name);

/* By the ending of a file's name, or NONE. */
TABIA_API enum tabia_puzzle_format tabia_puzzle_format_for_path(
    const char *path);

TABIA_API const char *tabia_puzzle_format_name(enum tabia_puzzle_format format);

/*
 * Reads a set; NONE: the format is detected. Of 'options' (may be NULL)
 * 'name', 'lenient', 'on_problem' and 'ctx' count. The caller frees the set.
 */
TABIA_API struct tabia_puzzles *tabia_puzzles_decode(
    struct tabia_bytes src, enum tabia_puzzle_format format,
    const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Like tabia_puzzles_decode, but from a file. */
TABIA_API struct tabia_puzzles *tabia_puzzles_load(
    const char *path, enum tabia_puzzle_format format,
    const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Writes a set to memory that the caller frees with free(). A set too large
 * for one compiled file is an error; see tabia_ti_compile_puzzles.
 */
TABIA_API bool tabia_puzzles_encode(const struct tabia_puzzles *set,
                                    enum tabia_puzzle_format format,
                                    uint8_t **data, size_t *size,
                                    struct tabia_report *report,
                                    struct tabia_error *err);

/*
 * What good practice asks for and a puzzle lacks: "names no goal", "names no
 * source". The n-th hint from 0, or NULL.
 */
TABIA_API const char *tabia_puzzle_hint(const struct tabia_puzzle *puzzle,
                                        size_t n);

#ifdef __cplusplus
}
#endif

#endif
