/*
 * edit_journal.h - changes that were not saved, in a file beside the book
 *
 * Lines of JSON. The first says of which bytes the book was read; each other
 * one is a change that was made, written before anybody heard of it:
 *
 *     {"tabia-edits":1,"size":51234,"crc":"89abcdef"}
 *     {"changes":[...]}
 *     {"undo":true}
 *     {"redo":true}
 *     {"book":"the whole book as 'tabia edit' writes it"}
 *
 * A line without its end was being written when the power went; it does not
 * count.
 */
#ifndef SERVE_EDIT_JOURNAL_H
#define SERVE_EDIT_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

enum {
    EDIT_JOURNAL_MAX = 256 << 20, // bytes
    EDIT_JOURNAL_ENDING = 32,
};

/* Which bytes a book was read from. */
struct file_checksum {
    uint64_t size;
    uint32_t crc;
};

struct file_checksum file_checksum_of(struct tabia_bytes bytes);

struct edit_journal {
    int fd;     // -1: none yet
    char *name; // owned, while the file is open: no memory is needed to end it
    size_t size;
    struct file_checksum base;
    bool is_broken; // by a failed write: its end is not to be trusted
    bool is_taken;  // the last call failed because another server has it
};

/* True if files can be made in the book's folder: journals, and new books. */
bool edit_journal_is_possible(const char *path);

/* Adds a line and waits until it is on the disk. Makes the file if needed. */
bool edit_journal_add(struct edit_journal *journal, const char *path,
                      const json_t *line, struct tabia_error *err);

/* The book was saved: there is nothing to remember. */
void edit_journal_remove(struct edit_journal *journal);

/* Leaves the file. Accepts a closed one. */
void edit_journal_close(struct edit_journal *journal);

/*
 * Reads a journal. 'lines' gets an array of what was written, null for a line
 * that is damaged; NULL when there is no journal. False with an error when it
 * belongs to other bytes than 'base' (TABIA_MISUSE) or cannot be read. The
 * journal then goes on behind the last whole line.
 */
bool edit_journal_read(struct edit_journal *journal, const char *path,
                       json_t **lines, struct tabia_error *err);

/*
 * Gives a journal that cannot be used a name that no other has; false: it
 * stays. 'ending' gets what the name has behind that of the book.
 */
bool edit_journal_set_aside(const char *path, char ending[EDIT_JOURNAL_ENDING]);

#endif
