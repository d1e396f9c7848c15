/*
 * notes.h - small files of names and values, which a build leaves behind
 *
 *     tabia-notes 1
 *     max-ply 60
 *     where WhiteElo%20>=%202400
 *     end 0123456789abcdef
 *
 * One line each; in values, blanks, line ends, percent signs and bytes below
 * them are written as % and two digits. The last line is a checksum of all
 * before it.
 */
#ifndef BUILD_NOTES_H
#define BUILD_NOTES_H

#include "base/arena.h"
#include "base/buf.h"

/* ---- writing --------------------------------------------------------- */

void notes_begin(struct buf *dst);
void notes_put(struct buf *dst, const char *name, const char *value);
void notes_put_number(struct buf *dst, const char *name, uint64_t value);
void notes_put_sum(struct buf *dst, const char *name, uint64_t sum);
void notes_end(struct buf *dst);

/* Puts the notes in place as 'folder'/'name', whole or not at all. */
bool notes_save(const struct buf *notes, const char *folder, const char *name,
                struct tabia_error *err);

/* Removes them, if they are there: the files they speak of are to change. */
bool notes_remove(const char *folder, const char *name,
                  struct tabia_error *err);

/* ---- reading --------------------------------------------------------- */

struct notes {
    struct arena arena;
    struct notes_line {
        const char *name, *value;
    } * lines;
    size_t n;
};

/* Reads and checks a file. 'path' is for messages and borrowed. */
bool notes_parse(struct notes *notes, const char *path,
                 struct tabia_bytes bytes, struct tabia_error *err);

/* Like notes_parse. 'found' is false, without an error, when there is none. */
bool notes_load(struct notes *notes, const char *folder, const char *name,
                bool *found, struct tabia_error *err);

/* The value of the first line of a name; NULL when there is none. */
const char *notes_get(const struct notes *notes, const char *name);

/* The same from line '*at' on, which is then the one behind it. */
const char *notes_next(const struct notes *notes, const char *name, size_t *at);

/* A number; 0 when there is none, or none that can be read. */
uint64_t notes_number(const struct notes *notes, const char *name);

/* True if notes_put_sum wrote this one. */
bool notes_has_sum(const struct notes *notes, const char *name, uint64_t sum);

void notes_clear(struct notes *notes);

#endif
