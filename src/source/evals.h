/*
 * evals.h - evaluations from Lichess's database
 *
 *     struct evals_result result;
 *     struct tabia_book *more = evals_add(
 *         book, "lichess_db_eval.jsonl.zst", NULL, &result, err);
 *
 * The file has a JSON object on each line: a position and what engines found
 * in it. It is read once, line by line, plain or compressed.
 */
#ifndef SOURCE_EVALS_H
#define SOURCE_EVALS_H

#include "base/compiler.h"
#include "tabia/book.h"
#include "tabia/format.h"

/* What happens to the values that the book has already. */
enum evals_policy {
    EVALS_DEEPER,  // a deeper one replaces them
    EVALS_REPLACE, // any one does
    EVALS_KEEP,    // they stay
};

/* All-zero means the defaults. */
struct evals_options {
    enum evals_policy policy;
    const char *name; // for messages; NULL: the path

    /*
     * Called for every line that cannot be read; true means: go on with the
     * next. NULL: the first one ends it.
     */
    tabia_problem_fn *on_problem;

    tabia_progress_fn *on_progress; // in bytes of the file; or NULL
    void *ctx;                      // of both
};

struct evals_result {
    uint64_t records; // lines with a position
    uint64_t bad;     // lines that could not be read
    uint64_t found;   // of positions that are wanted
    uint32_t filled;  // positions of the book that got a value
};

/* Who takes the evaluations of a file, each about the position before it. */
struct evals_taker {
    bool (*wants)(void *ctx, const struct tabia_pos *pos, bool *is_wanted,
                  struct tabia_error *err);
    /* The deepest evaluation of a line, the first of several. */
    bool (*take)(void *ctx, const struct tabia_eval *eval,
                 struct tabia_error *err);
    void *ctx;
};

/* Goes through a file. 'options' and 'result' may be NULL. */
bool evals_read(const char *path, const struct evals_taker *taker,
                const struct evals_options *options,
                struct evals_result *result, struct tabia_error *err);

/*
 * A copy of the book with the evaluations of the file: of each position the
 * deepest, first line of play. One that the book has already stays, unless the
 * new one is deeper; an unknown depth counts as 0. 'options' and 'result' may
 * be NULL. Of lines about other positions only the position is looked at.
 */
struct tabia_book *evals_add(const struct tabia_book *book, const char *path,
                             const struct evals_options *options,
                             struct evals_result *result,
                             struct tabia_error *err) MUST_CHECK;

/* True if this is such a file, compressed or not. */
bool evals_detect(struct tabia_bytes bytes);

/*
 * What the file says of one position, by a pass over all of it; lines that
 * cannot be read are skipped. 'data' gets no evaluation if it has none.
 */
bool evals_find(struct tabia_bytes bytes, const struct tabia_pos *pos,
                struct tabia_node_data *data, struct tabia_error *err);

/* Like evals_add, but from memory, borrowed for the call. */
struct tabia_book *evals_add_bytes(const struct tabia_book *book,
                                   struct tabia_bytes bytes,
                                   const struct evals_options *options,
                                   struct evals_result *result,
                                   struct tabia_error *err) MUST_CHECK;

#endif
