/*
 * progress_file.h - the file beside a book that answers are appended to
 *
 *     struct progress_file file;
 *     const struct progress_place place = { .book_path = path, .book = book };
 *     struct buf text = { .limit = CARDS_TEXT_MAX };
 *     if (progress_file_find(&file, &place, err) &&
 *         progress_file_lock(&file, &text, err)) {
 *         ... decide by cards_read(&cards, buf_bytes(&text), err) ...
 *         progress_file_append(&file, &lines, err);
 *         progress_file_unlock(&file);
 *     }
 *     progress_file_clear(&file);
 *
 * docs/train.md describes the file. Any number of programs may read and append
 * at the same time; each holds a lock while it writes. Nothing is written, and
 * no file is created, before progress_file_lock.
 */
#ifndef STUDY_PROGRESS_FILE_H
#define STUDY_PROGRESS_FILE_H

#include "study/practice/training.h"

#define PROGRESS_ENDING ".tabia-progress"

enum {
    PROGRESS_COMPACT_SIZE = 8 << 20, // bytes: larger files are made shorter
    PROGRESS_WAIT_SECONDS = 10,      // seconds to wait for a lock
};

/* Borrowed for a call; the content as long as the file is used. */
struct progress_place {
    const char *book_path; // path of the book; NULL: it has no file
    const char *name;      // for people; NULL: "book"
    const struct tabia_book *book;
    const struct puzzles *puzzles; // or this
    size_t compact;                // 0: PROGRESS_COMPACT_SIZE
};

/* Read only. */
struct progress_file {
    char *path;         // owned: of the file, which may not exist yet
    char *adopted_from; // owned: a similar book's file; or NULL
    bool is_renamed;    // 'adopted_from' gets this name; else it is copied
    const struct tabia_book *book; // borrowed
    const struct puzzles *puzzles; // or this
    struct book_sketch sketch;     // of it; count 0: not made yet
    size_t compact;
    bool is_beside; // the book, not in the data folder
    int fd;         // while it is locked; else -1
    size_t size;
    bool is_torn; // the last line has no end
};

/*
 * Finds the file of a book, or where it would be. Fails if there is no place
 * for it: the folder is not writable, and there is no data folder.
 */
bool progress_file_find(struct progress_file *f,
                        const struct progress_place *place,
                        struct tabia_error *err);

void progress_file_clear(struct progress_file *f);

/* Adds the text of the file to 'text'; nothing if there is none yet. */
bool progress_file_read(const struct progress_file *f, struct buf *text,
                        struct tabia_error *err);

/*
 * Creates the file if there is none, waits for its lock, and adds its text to
 * 'text'. On failure it is not locked.
 */
bool progress_file_lock(struct progress_file *f, struct buf *text,
                        struct tabia_error *err);

/* Appends lines and syncs them: all of them, or none. */
bool progress_file_append(struct progress_file *f, const struct buf *lines,
                          struct tabia_error *err);

void progress_file_unlock(struct progress_file *f);

/* ---- answers ----------------------------------------------------------- */

struct progress_answer {
    const struct decisions *decisions;
    const struct decision *at;
    struct training_answer answer;
    struct moment now;
};

/*
 * Judges an answer and records it: reads the cards, decides, appends. 'cards'
 * are those after it, to be cleared by the caller. With 'f' NULL the progress
 * is 'text', and nothing is written. The lines that are new are added to
 * 'lines'.
 */
bool progress_record_answer(struct progress_file *f,
                            const struct progress_answer *a, struct buf *text,
                            struct cards *cards,
                            struct training_verdict *verdict, struct buf *lines,
                            struct tabia_error *err);

/*
 * Records puzzles as solved, by their positions, unless they are already; as
 * progress_record_answer.
 */
bool progress_record_solved(struct progress_file *f, const tabia_key *positions,
                            size_t n, struct moment now, struct buf *text,
                            struct cards *cards, struct buf *lines,
                            struct tabia_error *err);

/* Adds lines that are not there yet; as progress_record_answer. */
bool progress_import_lines(struct progress_file *f, struct tabia_bytes other,
                           struct buf *text, struct cards_import_result *result,
                           struct buf *lines, struct tabia_error *err);

#endif
