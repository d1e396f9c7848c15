/*
 * analysis.h - engines, evaluations, places and pictures
 *
 *     struct tabia_evaluate_options options = { .limits = { .depth = 15 } };
 *     struct tabia_evaluate_report report;
 *     struct tabia_book *more =
 *         tabia_book_evaluate(book, &options, &report, err);
 *
 * Like all transforms, these make a new book and leave the old one alone.
 */
#ifndef TABIA_ANALYSIS_H
#define TABIA_ANALYSIS_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- an engine ------------------------------------------------------- */

/* A UCI engine: another process, one search at a time. */
struct tabia_engine;

/* All-zero means the defaults. */
struct tabia_engine_options {
    const char *path;              // NULL: stockfish, in PATH or /usr/games
    int hash;                      // MB; 0: as the engine has it
    int threads;                   // 0: 1
    int handshake_ms;              // 0: 10,000
    int search_ms;                 // beyond a given movetime; 0: 600,000
    bool (*is_stopped)(void *ctx); // asked ten times a second; may be NULL
    void *ctx;
};

/* The first limit that is reached ends a search. All zero: depth 15. */
struct tabia_limits {
    int depth;
    uint64_t nodes;
    int movetime; // ms
};

/* NULL when the engine cannot be started or does not speak UCI. */
TABIA_API struct tabia_engine *tabia_engine_open(
    const struct tabia_engine_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Evaluates a position as in a new game. The result is White's view. A
 * finished game needs no search. After a failure the engine is of no use.
 */
TABIA_API bool tabia_engine_evaluate(struct tabia_engine *engine,
                                     const struct tabia_pos *pos,
                                     const struct tabia_limits *limits,
                                     struct tabia_eval *eval,
                                     struct tabia_error *err);

/*
 * Like tabia_engine_evaluate, and tells the line that the engine expects: up to
 * 'size' moves, their number in '*nmoves', which is 0 where it told none.
 */
TABIA_API bool tabia_engine_search(struct tabia_engine *engine,
                                   const struct tabia_pos *pos,
                                   const struct tabia_limits *limits,
                                   struct tabia_eval *eval, tabia_move *moves,
                                   size_t size, size_t *nmoves,
                                   struct tabia_error *err);

/* Accepts NULL. */
TABIA_API void tabia_engine_close(struct tabia_engine *engine);

/* ---- evaluating a book ----------------------------------------------- */

/* All-zero means the defaults. */
struct tabia_evaluate_options {
    struct tabia_engine_options engine;
    struct tabia_limits limits;
    int jobs;       // engines at once; 0: 1
    bool all;       // every position, not only the ends of lines
    bool again;     // also where there is an evaluation
    uint32_t limit; // at most so many positions; 0: all

    /*
     * Called for each new value, one at a time, from any thread. 'done' of
     * 'total' are done.
     */
    void (*on_value)(void *ctx, const struct tabia_pos *pos,
                     const struct tabia_eval *eval, uint32_t done,
                     uint32_t total);

    /* A value that is known already; false: it is not. May be NULL. */
    bool (*known)(void *ctx, const struct tabia_pos *pos,
                  struct tabia_eval *eval);
    void *ctx;
};

struct tabia_evaluate_report {
    uint32_t wanted, done;    // positions, without those known already
    uint32_t known;           // values that 'known' gave
    uint32_t restarts;        // engines that were started again
    struct tabia_error error; // why not all that was wanted is done
};

/*
 * The book with evaluations. An engine that fails is started again once for
 * each position; if that fails too, the values so far are kept and the report
 * tells why. NULL only when there is no memory.
 */
TABIA_API struct tabia_book *tabia_book_evaluate(
    const struct tabia_book *book, const struct tabia_evaluate_options *options,
    struct tabia_evaluate_report *report, struct tabia_error *err);

/*
 * The book with the value of the best line at each position that has moves:
 * evaluations carried back from the ends. Positions from which no evaluation
 * can be reached stay as they are. 'n' gets the number of values set.
 */
TABIA_API struct tabia_book *tabia_book_minimax(const struct tabia_book *book,
                                                uint32_t *n,
                                                struct tabia_error *err);

/* -1, 0 or 1: is 'a' worse for White than 'b', as good, or better? */
TABIA_API int tabia_eval_compare(const struct tabia_eval *a,
                                 enum tabia_color a_turn,
                                 const struct tabia_eval *b,
                                 enum tabia_color b_turn);

/* ---- places ---------------------------------------------------------- */

enum tabia_layout {
    TABIA_LAYOUT_AUTO, // dot; tree for large books or without Graphviz
    TABIA_LAYOUT_TREE, // our own: layers, linear time
    TABIA_LAYOUT_DOT,
    TABIA_LAYOUT_NEATO,
    TABIA_LAYOUT_FDP,
    TABIA_LAYOUT_SFDP,
    TABIA_LAYOUT_TWOPI,
    TABIA_LAYOUT_CIRCO,
};

enum { TABIA_LAYOUT_DOT_MAX = 2000 }; // positions that AUTO gives to dot

/* The name of a layout: "tree"; those of Graphviz are its programs. */
TABIA_API const char *tabia_layout_name(enum tabia_layout layout);

/*
 * The book with a place for every position: x to the right, y down, in points;
 * layers are 129.6 apart. 'used' gets the layout that was taken. Graphviz has
 * 'timeout_ms' (0: 60,000); without the program, or when it takes longer, the
 * call fails, except with AUTO: that falls back to TREE.
 */
TABIA_API struct tabia_book *tabia_book_layout(const struct tabia_book *book,
                                               enum tabia_layout layout,
                                               int timeout_ms,
                                               enum tabia_layout *used,
                                               struct tabia_error *err);

/* ---- pictures -------------------------------------------------------- */

enum tabia_picture {
    TABIA_PICTURE_SVG,
    TABIA_PICTURE_HTML, // one page without outside requests
    TABIA_PICTURE_DOT,
    TABIA_PICTURE_PNG, // by rsvg-convert or Graphviz
};

/* All-zero means the defaults. */
struct tabia_draw_options {
    enum tabia_picture picture;
    bool boards;                     // small boards in the nodes
    const struct tabia_pos *current; // drawn blue; may be NULL
    const char *title;               // NULL: that of the book
};

/*
 * Draws a book in which every position has a place, to memory that the caller
 * frees with free().
 */
TABIA_API bool tabia_book_draw(const struct tabia_book *book,
                               const struct tabia_draw_options *options,
                               char **text, size_t *size,
                               struct tabia_error *err);

/*
 * Draws a puzzle (puzzle.h) as a board with the side to move and all its
 * texts; 'title' may be NULL. SVG and PNG only, PNG by rsvg-convert. The
 * caller frees the data with free().
 */
struct tabia_puzzle;
TABIA_API bool tabia_puzzle_draw(const struct tabia_puzzle *puzzle,
                                 enum tabia_picture picture, const char *title,
                                 char **data, size_t *size,
                                 struct tabia_error *err);

#ifdef __cplusplus
}
#endif

#endif
