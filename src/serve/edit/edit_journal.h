/*
 * edit_journal.h - unsaved changes, in a file beside the book
 *
 * Lines of JSON. The first identifies the file that the book was read from;
 * every other line is a change, written before the change is confirmed:
 *
 *     {"tabia-edits":1,"size":51234,"crc":"89abcdef"}
 *     {"changes":[...]}
 *     {"undo":true}
 *     {"redo":true}
 *     {"book":"the whole book as 'tabia edit' writes it"}
 *
 * An unfinished last line, cut off by a crash, is ignored.
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
    EDIT_JOURNAL_ENDING_SIZE = 32,
};

#define EDIT_JOURNAL_ENDING ".tabia-edits" // of its name, after the book's

/* Identifies the contents of a file. */
struct file_checksum {
    uint64_t size;
    uint32_t crc;
};

struct file_checksum edit_journal_checksum_of(struct tabia_bytes bytes);

struct edit_journal {
    int fd;     // -1: none yet
    char *name; // owned; kept to remove the file without memory
    size_t size;
    struct file_checksum base;
    bool is_broken; // by a failed write: its end is not reliable
    bool is_taken;  // the last call failed because another server uses it
};

/* True if there is a journal, or something in its place. */
bool edit_journal_exists(const char *path);

/* True if there is one that no server writes to. */
bool edit_journal_is_free(const char *path);

/* Appends a line and syncs it to disk. Creates the file if needed. */
bool edit_journal_add(struct edit_journal *journal, const char *path,
                      const json_t *line, struct tabia_error *err);

/* Deletes the journal, after the book was saved. */
void edit_journal_remove(struct edit_journal *journal);

/* Closes the journal but keeps the file. Accepts a closed one. */
void edit_journal_close(struct edit_journal *journal);

/*
 * Reads a journal. 'lines' gets an array of its lines, null for a damaged one;
 * NULL if there is no journal. False with an error if the journal does not
 * belong to 'base' (TABIA_ERR_MISUSE) or cannot be read. New lines are appended
 * after the last complete one.
 */
bool edit_journal_read(struct edit_journal *journal, const char *path,
                       json_t **lines, struct tabia_error *err);

/*
 * Renames a journal that cannot be used to a free name; false if that fails.
 * 'ending' gets the part of the new name that follows the book's name.
 */
bool edit_journal_set_aside(const char *path,
                            char ending[EDIT_JOURNAL_ENDING_SIZE]);

#endif
