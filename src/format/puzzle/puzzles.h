/*
 * puzzles.h - sets of chess puzzles: texts and a position each
 *
 *     struct puzzles *set =
 *         puzzles_decode(bytes, PUZZLE_NONE, NULL, err);
 *     for (size_t i = 0; i < puzzles_count(set); i++)
 *         use(puzzles_at(set, i));
 *     puzzles_free(set);
 */
#ifndef FORMAT_PUZZLES_H
#define FORMAT_PUZZLES_H

#include "base/compiler.h"
#include "base/sink.h"
#include "base/text.h"
#include "format/read_job.h"
#include "tabia/chess.h"
#include "tabia/format.h"

enum {
    PUZZLE_DESCRIPTIONS = 3,
    PUZZLE_SOLUTIONS = 4,
    PUZZLE_LINE_MAX = 32, // bytes of the longest line
};

/* Where a line of a puzzle's text begins; all 0: not known. */
struct puzzle_place {
    uint32_t line, col; // from 1
    uint64_t offset;
};

/* Lines are "" where there is none; otherwise any bytes but NUL. */
struct puzzle {
    const char *description[PUZZLE_DESCRIPTIONS];
    const char *solution[PUZZLE_SOLUTIONS];
    struct tabia_pos pos; // with its clocks
    uint32_t line;        // where its position stood; 0: no lines
    struct puzzle_place place[PUZZLE_SOLUTIONS]; // of the solution's lines
};

struct puzzles;

/* NULL when there is no memory. */
struct puzzles *puzzles_new(struct tabia_error *err) MUST_CHECK;

void puzzles_free(struct puzzles *set);

size_t puzzles_count(const struct puzzles *set);

/* The i-th, from 0. It lives until the set changes or is freed. */
const struct puzzle *puzzles_at(const struct puzzles *set, size_t i);

/*
 * Adds a copy, texts included; a line that is NULL is empty. Lines above
 * PUZZLE_LINE_MAX are refused.
 */
bool puzzles_add(struct puzzles *set, const struct puzzle *puzzle,
                 struct tabia_error *err);

/* ---- formats --------------------------------------------------------- */

enum puzzle_format {
    PUZZLE_NONE,
    PUZZLE_TI_TEXT, // the text that cpc compiles
    PUZZLE_TI89,    // compiled: .89y; reading takes .9xy as well
    PUZZLE_TI92P,   // compiled: .9xy
    PUZZLE_JSON,
    PUZZLE_EPD,
    PUZZLE_PGN,
};

/* What the bytes are; NONE when they are no set of puzzles. */
enum puzzle_format puzzles_detect(struct tabia_bytes bytes);

/* By the name that users type ("puzzles", "tipuzzle", "epd"), or NONE. */
enum puzzle_format puzzle_format_find(const char *name);

/* By the ending of a file's name, or NONE. */
enum puzzle_format puzzle_format_for_path(const char *path);

/* True if only puzzles have the format, and no books. */
bool puzzle_format_is_exclusive(enum puzzle_format format);

const char *puzzle_format_name(enum puzzle_format format);

/*
 * Reads a set; NONE: the format is detected. Of 'options' (may be NULL)
 * 'name', 'lenient', 'on_problem' and 'ctx' count. The caller frees the set.
 */
struct puzzles *puzzles_decode(struct tabia_bytes bytes,
                               enum puzzle_format format,
                               const struct tabia_read_options *options,
                               struct tabia_error *err) MUST_CHECK;

/* The same for a job that is there already; it needs no format. */
struct puzzles *puzzles_decode_job(struct tabia_bytes bytes,
                                   enum puzzle_format format,
                                   struct read_job *job,
                                   struct tabia_error *err) MUST_CHECK;

/*
 * Writes a set to memory that the caller frees with free(). A set too large
 * for one compiled file is an error; see tipuzzle_compile.
 */
bool puzzles_encode(const struct puzzles *set, enum puzzle_format format,
                    uint8_t **data, size_t *size, struct tabia_report *report,
                    struct tabia_error *err);

/*
 * What good practice asks for and a puzzle lacks: "names no goal", "names no
 * source". The n-th hint from 0, or NULL.
 */
const char *puzzle_style_note(const struct puzzle *puzzle, size_t n);

/* ---- for the formats' own files -------------------------------------- */

/* The lines of a puzzle one after the other: descriptions, then solutions. */
enum { PUZZLE_LINES = PUZZLE_DESCRIPTIONS + PUZZLE_SOLUTIONS };

static inline const char *puzzle_line(const struct puzzle *puzzle, size_t i)
{
    return i < PUZZLE_DESCRIPTIONS ? puzzle->description[i]
                                   : puzzle->solution[i - PUZZLE_DESCRIPTIONS];
}

static inline void puzzle_set_line(struct puzzle *puzzle, size_t i,
                                   const char *text)
{
    const char **line = i < PUZZLE_DESCRIPTIONS
                            ? &puzzle->description[i]
                            : &puzzle->solution[i - PUZZLE_DESCRIPTIONS];
    *line = text;
}

static inline struct puzzle_place puzzle_place_at(const struct text *t,
                                                  const char *at)
{
    return (struct puzzle_place){
        .line = t->line,
        .col = (uint32_t)(at - t->line_start) + 1,
        .offset = (uint64_t)(at - t->src),
    };
}

/*
 * Readers add to a set, writers write all of it. Problems are reported as
 * those of books are: see format_problem.
 */
typedef bool puzzles_read_fn(struct tabia_bytes bytes, struct read_job *job,
                             struct puzzles *set, struct tabia_error *err);
typedef bool puzzles_write_fn(const struct puzzles *set, struct sink *dst,
                              struct tabia_report *report,
                              struct tabia_error *err);

/* JSON, EPD and PGN; those of the calculators are in format/ti/tipuzzle.h. */
puzzles_read_fn puzzles_read_json, puzzles_read_epd, puzzles_read_pgn;
puzzles_write_fn puzzles_write_json, puzzles_write_epd, puzzles_write_pgn;

bool puzzles_is_json(struct tabia_bytes bytes);
bool puzzles_is_epd(struct tabia_bytes bytes);
bool puzzles_is_pgn(struct tabia_bytes bytes);

#endif
