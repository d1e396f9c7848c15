/*
 * journal.h - evaluations as they come, so that a run can be resumed
 *
 *     # engine stockfish, depth 15, nodes 0, movetime 0, hash 0, threads 1
 *     rnbqkbnr/... b KQkq - 0 1<tab>cp<tab>-35<tab>15
 *
 * The first line tells how the values are found: those of different settings
 * must not be mixed. Then comes one line per position, written at once. A last
 * line that is cut short, as by a power failure, is ignored when the journal
 * is read.
 */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/book.h"

struct journal_entry {
    char fen[TABIA_FEN_SIZE];
    struct tabia_eval eval;
};

struct journal {
    char *path;                    // owned
    struct journal_entry *entries; // owned; sorted by FEN
    size_t nentries;
    bool has_values; // of this run or of earlier ones
    int fd;
};

/*
 * Opens the journal of an output file; reads what is in it. 'settings', one
 * line without its end, tells how values are found; the journal of a run with
 * other ones is refused, and left alone.
 */
bool journal_open(struct journal *journal, const char *output,
                  const char *settings, struct tabia_error *err);

/* Adds a value; it is then safe from the end of this program. */
bool journal_add(struct journal *journal, const struct tabia_pos *pos,
                 const struct tabia_eval *eval);

/* The value of an earlier run; false if there is none. */
bool journal_find(const struct journal *journal, const struct tabia_pos *pos,
                  struct tabia_eval *eval);

/* Closes the journal; removes the file if 'is_done', or if it has no values. */
void journal_close(struct journal *journal, bool is_done);

#endif
