/*
 * eval_journal.h - evaluations as they come, so that a run can be resumed
 *
 *     # engine stockfish, depth 15, nodes 0, movetime 0, hash 0, threads 1
 *     rnbqkbnr/... b KQkq - 0 1<tab>cp<tab>-35<tab>15
 *
 * The first line describes how the values are found: those of different
 * settings must not be mixed. Then comes one line per position, written at
 * once. A last line that is cut short, as by a power failure, is ignored when
 * the journal is read.
 */
#ifndef CLI_EVAL_JOURNAL_H
#define CLI_EVAL_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/book.h"

struct eval_journal_entry {
    char fen[TABIA_FEN_SIZE];
    struct tabia_eval eval;
};

struct eval_journal {
    char *path;                         // owned
    struct eval_journal_entry *entries; // owned; sorted by FEN
    size_t nentries;
    bool has_values; // of this run or of earlier ones
    int fd;
};

/*
 * Opens the journal of an output file; reads what is in it. 'settings', one
 * line without its end, describes how values are found; the journal of a run
 * with other ones is refused, and left alone.
 */
bool eval_journal_open(struct eval_journal *journal, const char *output,
                       const char *settings, struct tabia_error *err);

/* Adds a value; it is then safe from the end of this program. */
bool eval_journal_add(struct eval_journal *journal, const struct tabia_pos *pos,
                      const struct tabia_eval *eval);

/* The value of an earlier run; false if there is none. */
bool eval_journal_find(const struct eval_journal *journal,
                       const struct tabia_pos *pos, struct tabia_eval *eval);

/* Closes the journal; removes the file if 'is_done', or if it has no values. */
void eval_journal_close(struct eval_journal *journal, bool is_done);

#endif
