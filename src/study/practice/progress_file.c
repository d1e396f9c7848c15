/*
 * progress_file.c - the file beside a book that answers are appended to
 */
#include "study/practice/progress_file.h"
#include "study/practice/progress_lines.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "io/append.h"
#include "io/input.h"
#include "io/output.h"
#include "io/path.h"
#include "io/temp.h"
#include "base/banned.h"

#define KNOWN_FILES "known-files"

enum {
    FILES_MAX = 1000,         // of a folder that are looked at
    KNOWN_SIZE_MAX = 1 << 18, // bytes of the list of other files
    NAME_MAX_SHOWN = 60,      // bytes of a book's name
    LOCK_PAUSE_NS = 5000000,
};

/* A file of a book that shares this much is taken over, or renamed. */
static const double PART_MIN = 0.5, SAME_MIN = 0.8;

/* An answer changes the identity in the file if it is less alike. */
static const double LIKE_MIN = 0.9;

/* ---- names ------------------------------------------------------------- */

static char *owned_text(struct buf *text, struct tabia_error *err)
{
    if (!text->failed)
        return text->data; // the buffer is not used any more
    buf_error(text, err);
    buf_clear(text);
    return NULL;
}

static char *join_text(const char *a, const char *b, struct tabia_error *err)
{
    struct buf text = { .limit = PATH_SIZE_MAX };
    buf_addf(&text, "%s%s", a, b);
    return owned_text(&text, err);
}

/* The user's data folder with a final '/'; NULL: there is none. */
static char *data_folder(struct tabia_error *err)
{
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (xdg && *xdg == '/')
        return join_text(xdg, "/tabia/", err);
    if (home && *home == '/')
        return join_text(home, "/.local/share/tabia/", err);
    error_set(err, TABIA_ERR_IO,
              "no place for the progress: the book's folder is not writable, "
              "and neither HOME nor XDG_DATA_HOME is set");
    return NULL;
}

/* "NAME-0a1b2c3d.tabia-progress" in the data folder. */
static char *data_name(const struct progress_place *place,
                       const struct book_sketch *book, struct tabia_error *err)
{
    const char *name = place->name ? path_name(place->name) : "book";
    struct buf text = { .limit = PATH_SIZE_MAX };
    char *folder = data_folder(err);
    if (!folder)
        return NULL;
    buf_add_text(&text, folder);
    free(folder);
    for (size_t i = 0; name[i] && i < NAME_MAX_SHOWN; i++)
        buf_add_char(&text, text_is_letter(name[i]) || text_is_digit(name[i]) ||
                                    name[i] == '.' || name[i] == '-'
                                ? name[i]
                                : '_');
    buf_addf(&text, "-%08x" PROGRESS_ENDING,
             (unsigned)(book->n ? book->hash[0] >> 32 : 0));
    return owned_text(&text, err);
}

static bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* Creates the folders of a path, for the user alone. */
static void make_folders(const char *path)
{
    char *copy = strdup(path);
    for (char *p = copy ? copy + 1 : NULL; p && (p = strchr(p, '/')); p++) {
        *p = '\0';
        (void)mkdir(copy, 0700); // what is missing shows when it is used
        *p = '/';
    }
    free(copy);
}

/* The identity of the book; a large one takes a while. */
static const struct book_sketch *own_book(struct progress_file *f)
{
    if (!f->sketch.count && f->puzzles)
        book_sketch_make_of_puzzles(&f->sketch, f->puzzles);
    else if (!f->sketch.count)
        book_sketch_make(&f->sketch, f->book);
    return &f->sketch;
}

/* ---- files of similar books -------------------------------------------- */

/* The best file so far. */
struct similar_file {
    char *path; // owned; NULL: none
    double all;
    bool is_used;      // answers are written to it: it must be writable
    bool is_elsewhere; // the book must be gone from there, or share most
};

/* True if the file is left over: its book is not there. */
static bool is_orphan(const char *progress)
{
    const size_t len = strlen(progress) - strlen(PROGRESS_ENDING);
    char *book = strndup(progress, len);
    const bool is_gone = book && !file_exists(book);
    free(book);
    return is_gone;
}

/* Looks at a file; takes 'path' over. */
static void consider_file(struct similar_file *best, char *path,
                          const struct book_sketch *book)
{
    const struct input_options options = { .limit = CARDS_TEXT_MAX };
    struct input in;
    struct book_sketch other;
    double part;
    if (path && (!best->is_used || access(path, W_OK) == 0) &&
        input_is_file(path) && input_open(&in, path, &options, NULL)) {
        const bool is_known = progress_lines_read_sketch(in.bytes, &other);
        const double all =
            is_known ? book_sketch_compare(book, &other, &part) : 0;
        input_close(&in);
        if (is_known && part >= PART_MIN && all > best->all &&
            (!best->is_elsewhere || all >= PART_MIN || is_orphan(path))) {
            free(best->path);
            best->path = path;
            best->all = all;
            return;
        }
    }
    free(path);
}

/* 'folder' is "" or ends with '/'. */
static void search_folder(struct similar_file *best, const char *folder,
                          const struct book_sketch *book)
{
    DIR *dir = opendir(*folder ? folder : ".");
    const struct dirent *entry;
    size_t n = 0;
    while (dir && n < FILES_MAX && (entry = readdir(dir))) {
        if (!text_ends(entry->d_name, strlen(entry->d_name), PROGRESS_ENDING))
            continue;
        n++;
        consider_file(best, join_text(folder, entry->d_name, NULL), book);
    }
    if (dir)
        closedir(dir);
}

/* Files beside other books: the data folder has a list of them. */
static void search_known(struct similar_file *best, const char *folder,
                         const struct book_sketch *book)
{
    const struct input_options options = { .limit = KNOWN_SIZE_MAX };
    char *list = join_text(folder, KNOWN_FILES, NULL);
    struct input in;
    if (list && file_exists(list) && input_open(&in, list, &options, NULL)) {
        const char *p = (const char *)in.bytes.data, *end = p + in.bytes.size;
        const char *stop;
        for (; p < end && (stop = memchr(p, '\n', (size_t)(end - p)));
             p = stop + 1)
            if (*p == '/')
                consider_file(best, strndup(p, (size_t)(stop - p)), book);
        input_close(&in);
    }
    free(list);
}

/* Remembers where a file is, for when its book moves. May fail. */
static void note_known(const char *path)
{
    struct buf whole = { .limit = PATH_SIZE_MAX };
    char *folder = data_folder(NULL);
    char *list = folder ? join_text(folder, KNOWN_FILES, NULL) : NULL;
    if (list && path_resolve(path, &whole, NULL) &&
        !memchr(whole.data, '\n', whole.size) && buf_add_char(&whole, '\n')) {
        struct stat st;
        make_folders(list);
        const int fd =
            open(list, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size < KNOWN_SIZE_MAX / 2 &&
            write(fd, whole.data, whole.size) < 0)
            errno = 0; // the list only helps
        if (fd >= 0)
            close(fd);
    }
    buf_clear(&whole);
    free(list);
    free(folder);
}

/* ---- finding ----------------------------------------------------------- */

/* A similar book's file, for one that has none. */
static void find_similar(struct progress_file *f,
                         const struct progress_place *place)
{
    // In the data folder a file is used as it is.
    struct similar_file best = { .is_used = !f->is_beside };
    char *data = data_folder(NULL);
    if (f->is_beside) {
        char *folder =
            strndup(place->book_path, path_folder_length(place->book_path));
        if (folder)
            search_folder(&best, folder, own_book(f));
        free(folder);
        f->is_renamed =
            best.path && best.all >= SAME_MIN && is_orphan(best.path);
    }
    if (data && !f->is_renamed && !f->adopted_from) { // it has none at all
        search_folder(&best, data, own_book(f));
        best.is_elsewhere = true;
        search_known(&best, data, own_book(f));
    }
    free(data);
    if (best.is_used && best.path) {
        free(f->path);
        f->path = best.path;
    } else if (best.path) {
        f->adopted_from = best.path;
    }
}

/* Beside the book, if answers can be written there. */
static bool find_beside(struct progress_file *f,
                        const struct progress_place *place,
                        struct tabia_error *err)
{
    char *path = join_text(place->book_path, PROGRESS_ENDING, err);
    if (!path)
        return false;
    const bool exists = file_exists(path);
    f->is_beside = exists ? access(path, W_OK) == 0
                          : path_is_writable_folder_of(place->book_path);
    if (f->is_beside)
        f->path = path;
    else if (exists)
        f->adopted_from = path; // to be read
    else
        free(path);
    return true;
}

bool progress_file_find(struct progress_file *f,
                        const struct progress_place *place,
                        struct tabia_error *err)
{
    *f = (struct progress_file){ .fd = -1,
                                 .compact = place->compact,
                                 .book = place->book,
                                 .puzzles = place->puzzles };
    if (!f->compact)
        f->compact = PROGRESS_COMPACT_SIZE;
    if (place->book_path && !find_beside(f, place, err))
        return false;
    if (!f->is_beside)
        f->path = data_name(place, own_book(f), err);
    if (f->path && !file_exists(f->path))
        find_similar(f, place);
    return f->path != NULL;
}

void progress_file_clear(struct progress_file *f)
{
    if (f->fd >= 0)
        progress_file_unlock(f);
    free(f->path);
    free(f->adopted_from);
    *f = (struct progress_file){ .fd = -1 };
}

/* ---- reading ----------------------------------------------------------- */

static bool add_file(const char *path, struct buf *text,
                     struct tabia_error *err)
{
    const struct input_options options = { .limit = CARDS_TEXT_MAX };
    struct input in;
    if (!input_open(&in, path, &options, err))
        return false;
    const bool ok = buf_add(text, in.bytes.data, in.bytes.size);
    input_close(&in);
    return ok || buf_error(text, err);
}

bool progress_file_read(const struct progress_file *f, struct buf *text,
                        struct tabia_error *err)
{
    const char *path = file_exists(f->path) ? f->path : f->adopted_from;
    return !path || add_file(path, text, err);
}

/* ---- creating ---------------------------------------------------------- */

/* A new file: its head, and the lines of a similar book's. */
static bool write_new_file(struct progress_file *f, struct tabia_error *err)
{
    struct buf text = { .limit = CARDS_TEXT_MAX }, old = text;
    struct cards_import_result result;
    const struct tabia_bytes none = { .data = (const uint8_t *)"" };
    buf_add_text(&text, CARDS_MAGIC "\n");
    book_sketch_print(&text, own_book(f));
    bool ok = !f->adopted_from ||
              (add_file(f->adopted_from, &old, err) &&
               cards_import_text(&text, none, buf_bytes(&old), &result, err));
    ok = ok && (!text.failed || buf_error(&text, err)) &&
         output_write_file(f->path, text.data, text.size, NULL, err);
    buf_clear(&text);
    buf_clear(&old);
    return ok;
}

static bool create_file(struct progress_file *f, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    if (!f->is_beside)
        make_folders(f->path);
    const bool is_there =
        (f->is_renamed && rename(f->adopted_from, f->path) == 0) ||
        write_new_file(f, &why) || file_exists(f->path);
    if (is_there && f->is_beside)
        note_known(f->path);
    return is_there || error_pass(err, &why);
}

/* ---- locking ----------------------------------------------------------- */

/* False after PROGRESS_WAIT_SECONDS seconds. */
static bool wait_for_lock(int fd)
{
    const struct timespec pause = { .tv_nsec = LOCK_PAUSE_NS };
    const int tries = PROGRESS_WAIT_SECONDS * (1000000000 / LOCK_PAUSE_NS);
    for (int i = 0; i < tries; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        nanosleep(&pause, NULL);
    }
    errno = EWOULDBLOCK;
    return false;
}

/* Opens and locks the file; another program may just have replaced it. */
static bool open_locked(struct progress_file *f, struct tabia_error *err)
{
    for (;;) {
        f->fd = open(f->path, O_RDWR | O_APPEND | O_CLOEXEC);
        if (f->fd < 0 && errno != ENOENT)
            return error_system(err, errno, "cannot open '%s'", f->path);
        if (f->fd < 0) {
            if (!create_file(f, err))
                return false;
            continue;
        }
        if (!wait_for_lock(f->fd)) {
            const int why = errno;
            progress_file_unlock(f);
            return why == EWOULDBLOCK
                       ? error_set(err, TABIA_ERR_IO,
                                   "another program is writing '%s'", f->path)
                       : error_system(err, why, "cannot lock '%s'", f->path);
        }
        if (path_is_of_file(f->path, f->fd))
            return true;
        progress_file_unlock(f);
    }
}

/* Replaces many answers by the states of their cards, whole or not at all. */
static bool compact_file(struct progress_file *f, struct buf *text,
                         bool *is_done, struct tabia_error *err)
{
    const struct output_options options = { .force = true };
    struct cards cards;
    struct buf shorter = { .limit = CARDS_TEXT_MAX };
    *is_done = false;
    if (!cards_read(&cards, buf_bytes(text), err))
        return false;
    bool ok = true;
    if (cards.nanswers > 4 * cards.n) {
        cards.sketch = *own_book(f);
        cards_print(&shorter, &cards);
        ok = (!shorter.failed || buf_error(&shorter, err)) &&
             output_write_file(f->path, shorter.data, shorter.size, &options,
                               err);
        *is_done = ok;
    }
    cards_clear(&cards);
    buf_clear(&shorter);
    return ok;
}

bool progress_file_lock(struct progress_file *f, struct buf *text,
                        struct tabia_error *err)
{
    // What a killed program left may be this very file: before the lock.
    temp_sweep(f->path);
    for (;;) {
        bool is_compacted = false;
        buf_reset(text);
        if (!open_locked(f, err))
            return false;
        if (!add_file(f->path, text, err) ||
            (text->size > f->compact &&
             !compact_file(f, text, &is_compacted, err))) {
            progress_file_unlock(f);
            return false;
        }
        if (!is_compacted)
            break;
        progress_file_unlock(f); // the new file is another one
    }
    f->size = text->size;
    f->is_torn = text->size > 0 && text->data[text->size - 1] != '\n';
    return true;
}

void progress_file_unlock(struct progress_file *f)
{
    if (f->fd >= 0)
        close(f->fd); // and with it the lock
    f->fd = -1;
}

/* ---- writing ----------------------------------------------------------- */

bool progress_file_append(struct progress_file *f, const struct buf *lines,
                          struct tabia_error *err)
{
    struct buf whole = { .limit = CARDS_TEXT_MAX };
    bool is_torn = false;
    if (lines->failed)
        return buf_error(lines, err);
    if (f->is_torn)
        buf_add_char(&whole, '\n'); // ends what a killed program began
    if (!buf_add(&whole, lines->data, lines->size)) {
        buf_error(&whole, err);
        buf_clear(&whole);
        return false;
    }
    bool ok = whole.size <= CARDS_TEXT_MAX - f->size ||
              error_set(err, TABIA_ERR_LIMIT, "'%s' is too large", f->path);
    if (ok && !append_bytes(f->fd, whole.data, whole.size, &f->size, &is_torn))
        ok = error_system(err, errno, "cannot write '%s'", f->path);
    f->is_torn = ok ? false : f->is_torn || is_torn;
    buf_clear(&whole);
    return ok;
}

/* ---- answers ----------------------------------------------------------- */

/* With the first answer of a day: a line with the identity, if it is old. */
static void refresh_book(struct progress_file *f, const struct cards *cards,
                         int32_t today, struct buf *lines)
{
    const struct card_day day = cards_get_day(cards, today);
    double part;
    if (day.again + day.hard + day.good == 0 &&
        (!cards->sketch.count ||
         book_sketch_compare(own_book(f), &cards->sketch, &part) < LIKE_MIN))
        book_sketch_print(lines, own_book(f));
}

/* Adds lines to a text that may have no head, or no end, yet. */
static bool extend_text(struct buf *text, const struct buf *lines,
                        struct tabia_error *err)
{
    if (text->size == 0)
        buf_add_text(text, CARDS_MAGIC "\n");
    else if (text->data[text->size - 1] != '\n')
        buf_add_char(text, '\n');
    buf_add(text, lines->data, lines->size);
    return !text->failed || buf_error(text, err);
}

/* Appends the lines; 'cards' are those after it. */
static bool append_and_read(struct progress_file *f, struct buf *text,
                            struct cards *cards, const struct buf *lines,
                            struct tabia_error *err)
{
    cards_clear(cards);
    return (!lines->failed || buf_error(lines, err)) &&
           (!f || progress_file_append(f, lines, err)) &&
           extend_text(text, lines, err) &&
           cards_read(cards, buf_bytes(text), err);
}

static bool judge_and_append(struct progress_file *f,
                             const struct progress_answer *a, struct buf *text,
                             struct cards *cards,
                             struct training_verdict *verdict,
                             struct buf *lines, struct tabia_error *err)
{
    const struct decisions *d = a->decisions;
    if (!cards_read(cards, buf_bytes(text), err))
        return false;
    *verdict = training_judge(cards, a->at->key, &d->moves[a->at->first],
                              a->at->n, &a->answer, moment_day(a->now));
    if (verdict->reason != TRAINING_REASON_RECORDED)
        return true;
    // A card's answers have different times, even if the clock was set back.
    const struct card *card = cards_find(cards, a->at->key, verdict->move);
    struct moment at = a->now;
    if (card && at.time <= card->at.time)
        at.time = card->at.time + 1;
    const struct card_answer answer = {
        .at = at,
        .key = a->at->key,
        .move = verdict->move,
        .grade = verdict->grade,
    };
    if (f)
        refresh_book(f, cards, moment_day(at), lines);
    progress_lines_put_answer(lines, &answer);
    return append_and_read(f, text, cards, lines, err);
}

bool progress_record_answer(struct progress_file *f,
                            const struct progress_answer *a, struct buf *text,
                            struct cards *cards,
                            struct training_verdict *verdict, struct buf *lines,
                            struct tabia_error *err)
{
    *cards = (struct cards){ .n = 0 };
    if (f && !progress_file_lock(f, text, err))
        return false;
    const bool ok = judge_and_append(f, a, text, cards, verdict, lines, err);
    if (f)
        progress_file_unlock(f);
    return ok;
}

static bool solve_and_append(struct progress_file *f,
                             const tabia_key *positions, size_t n,
                             struct moment now, struct buf *text,
                             struct cards *cards, struct buf *lines,
                             struct tabia_error *err)
{
    if (!cards_read(cards, buf_bytes(text), err))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct solved_puzzle solved = { positions[i], now };
        if (!cards_find_solved(cards, positions[i]))
            progress_lines_put_solved(lines, &solved);
    }
    if (lines->size == 0)
        return !lines->failed || buf_error(lines, err);
    if (f)
        refresh_book(f, cards, moment_day(now), lines);
    return append_and_read(f, text, cards, lines, err);
}

bool progress_record_solved(struct progress_file *f, const tabia_key *positions,
                            size_t n, struct moment now, struct buf *text,
                            struct cards *cards, struct buf *lines,
                            struct tabia_error *err)
{
    *cards = (struct cards){ .n = 0 };
    if (f && !progress_file_lock(f, text, err))
        return false;
    const bool ok =
        solve_and_append(f, positions, n, now, text, cards, lines, err);
    if (f)
        progress_file_unlock(f);
    return ok;
}

bool progress_import_lines(struct progress_file *f, struct tabia_bytes other,
                           struct buf *text, struct cards_import_result *result,
                           struct buf *lines, struct tabia_error *err)
{
    if (f && !progress_file_lock(f, text, err))
        return false;
    const bool ok =
        cards_import_text(lines, buf_bytes(text), other, result, err) &&
        (!f || lines->size == 0 || progress_file_append(f, lines, err)) &&
        extend_text(text, lines, err);
    if (f)
        progress_file_unlock(f);
    return ok;
}
