/*
 * puzzles.h - the formats of sets of puzzles
 *
 * Readers add to a set, writers write all of it. Problems are reported as those
 * of books are: see format_problem.
 */
#ifndef FORMAT_PUZZLES_H
#define FORMAT_PUZZLES_H

#include "base/sink.h"
#include "format/format_def.h"
#include "format/ti/puzzle_set.h"

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

/* A puzzle whose lines are all empty. */
struct puzzle puzzle_empty(void);

typedef bool puzzles_read_fn(struct tabia_bytes src,
                             const struct tabia_read_options *options,
                             struct puzzles *set, struct tabia_error *err);
typedef bool puzzles_write_fn(const struct puzzles *set, struct sink *dst,
                              struct tabia_report *report,
                              struct tabia_error *err);

puzzles_read_fn puzzles_read_ti_text, tipuzzle_read, puzzles_read_json,
    puzzles_read_epd, puzzles_read_pgn;
puzzles_write_fn puzzles_write_ti_text, tipuzzle_write_ti89,
    tipuzzle_write_ti92p, puzzles_write_json, puzzles_write_epd,
    puzzles_write_pgn;

bool puzzles_is_ti_text(struct tabia_bytes src);
bool tipuzzle_is(struct tabia_bytes src);
bool puzzles_is_json(struct tabia_bytes src);
bool puzzles_is_epd(struct tabia_bytes src);
bool puzzles_is_pgn(struct tabia_bytes src);

#endif
