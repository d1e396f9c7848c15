/*
 * commit.c - several files replaced as one, and which file a name stands for
 */
#include "io/commit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "io/path.h"
#include "io/write_all.h"
#include "base/banned.h"

enum {
    RECORD_MAX = 1 << 20, // bytes
    WAIT_MS = 10,
    WAITS = 1000, // for another program's commit
    OPEN_TRIES = 100,
    LOOKS = 3, // at files that change places meanwhile
};

static const char head[] = "tabia-commit 1";

/* ---- stamps ---------------------------------------------------------- */

static struct commit_stamp stamp_of_stat(int result, const struct stat *st)
{
    if (result != 0)
        return (struct commit_stamp){ .size = -1 };
    return (struct commit_stamp){
        .size = st->st_size,
        .seconds = st->st_mtim.tv_sec,
        .nanoseconds = st->st_mtim.tv_nsec,
        .inode = st->st_ino,
    };
}

static struct commit_stamp stamp_of_name(const char *path)
{
    struct stat st;
    return stamp_of_stat(stat(path, &st), &st);
}

/* A copy of the folder has other inodes. */
static bool is_same_content(struct commit_stamp a, struct commit_stamp b)
{
    return a.size == b.size && (a.size < 0 || (a.seconds == b.seconds &&
                                               a.nanoseconds == b.nanoseconds));
}

struct commit_stamp commit_stamp_of(const char *path)
{
    struct stat st;
    return stamp_of_stat(path ? committed_stat(path, &st) : -1, &st);
}

bool commit_stamp_is_same(struct commit_stamp a, struct commit_stamp b)
{
    return is_same_content(a, b) && a.inode == b.inode;
}

bool commit_stamp_check(const char *path, struct commit_stamp seen,
                        struct tabia_error *err)
{
    return commit_stamp_is_same(commit_stamp_of(path), seen) ||
           error_set(err, TABIA_ERR_MISUSE,
                     "the file was changed by another program since it was "
                     "read");
}

/* ---- the record ------------------------------------------------------ */

/* A file of the record; the names belong to its text. */
struct commit_member {
    const char *temp, *target;
    struct commit_stamp before, after;
};

/* Where the new file is. */
enum commit_place { IN_PLACE, WAITING, LOST };

/* The folder as a prefix of names, and the record in it. */
struct commit_record {
    struct buf folder, path, text;
};

static void record_clear(struct commit_record *r)
{
    buf_clear(&r->folder);
    buf_clear(&r->path);
    buf_clear(&r->text);
}

/* The names only; 'target' gives the folder. */
static bool record_init(struct commit_record *r, const char *target,
                        struct tabia_error *err)
{
    *r = (struct commit_record){ .folder.limit = PATH_SIZE_MAX,
                                 .path.limit = PATH_SIZE_MAX,
                                 .text.limit = RECORD_MAX };
    buf_add(&r->folder, target, path_folder_length(target));
    buf_addf(&r->path, "%s%s", buf_text(&r->folder), COMMIT_RECORD);
    if (!r->folder.failed && !r->path.failed)
        return true;
    buf_error(r->path.failed ? &r->path : &r->folder, err);
    record_clear(r);
    return false;
}

static bool record_read(struct commit_record *r, int fd)
{
    char block[4096];
    ssize_t n;
    while ((n = read(fd, block, sizeof(block))) > 0 ||
           (n < 0 && errno == EINTR))
        if (n > 0 && !buf_add(&r->text, block, (size_t)n))
            return false;
    return n == 0;
}

/* The next field, or NULL at the end. */
static const char *commit_next_field(const struct commit_record *r, size_t *at)
{
    const char *field = buf_text(&r->text) + *at;
    const char *end = memchr(field, '\0', r->text.size - *at);
    if (!end)
        return NULL;
    *at += (size_t)(end - field) + 1;
    return field;
}

static bool parse_stamps(const char *text, struct commit_member *m)
{
    int64_t *const numbers[] = {
        &m->before.size, &m->before.seconds, &m->before.nanoseconds,
        &m->after.size,  &m->after.seconds,  &m->after.nanoseconds,
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        char *end;
        *numbers[i] = strtoll(text, &end, 10);
        if (end == text)
            return false;
        text = end;
    }
    return *text == '\0';
}

static bool next_member(const struct commit_record *r, size_t *at,
                        struct commit_member *m)
{
    const char *numbers = NULL;
    *m = (struct commit_member){ 0 };
    if ((m->temp = commit_next_field(r, at)) &&
        (m->target = commit_next_field(r, at)))
        numbers = commit_next_field(r, at);
    // Names in this folder only, whichever program made the record.
    return numbers && parse_stamps(numbers, m) && m->temp[0] && m->target[0] &&
           !strchr(m->temp, '/') && !strchr(m->target, '/');
}

static bool skip_head(const struct commit_record *r, size_t *at)
{
    *at = 0;
    const char *field = commit_next_field(r, at);
    return field && strcmp(field, head) == 0;
}

/* The stamp of a name in the folder of the record. */
static struct commit_stamp stamp_in(struct commit_record *r, const char *name)
{
    const size_t len = r->folder.size;
    struct commit_stamp stamp = { .size = -1 };
    if (buf_add_text(&r->folder, name))
        stamp = stamp_of_name(r->folder.data);
    if (r->folder.data) {
        r->folder.size = len;
        r->folder.data[len] = '\0';
    }
    return stamp;
}

static enum commit_place find_new_file(struct commit_record *r,
                                       const struct commit_member *m)
{
    for (int i = 0; i < LOOKS; i++) {
        const struct commit_stamp temp = stamp_in(r, m->temp);
        const struct commit_stamp now = stamp_in(r, m->target);
        if (is_same_content(now, m->after))
            return IN_PLACE;
        if (is_same_content(temp, m->after) && is_same_content(now, m->before))
            return WAITING;
    }
    return LOST;
}

/* True if no other program has written to a file of the set since. */
static bool record_is_valid(struct commit_record *r)
{
    struct commit_member m;
    size_t at;
    if (!skip_head(r, &at))
        return false;
    while (at < r->text.size)
        if (!next_member(r, &at, &m) || find_new_file(r, &m) == LOST)
            return false;
    return true;
}

/* Opens the record unless a stranger may have made it. -1: with errno. */
static int record_open(const struct commit_record *r, const char *target)
{
    const int fd = open(r->path.data, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat record, folder, file;
    if (fd < 0)
        return -1;
    const char *name = r->folder.size ? r->folder.data : ".";
    if (fstat(fd, &record) == 0 && S_ISREG(record.st_mode) &&
        stat(name, &folder) == 0 &&
        (!(folder.st_mode & S_ISVTX) || record.st_uid == 0 ||
         record.st_uid == geteuid() ||
         (stat(target, &file) == 0 && record.st_uid == file.st_uid)))
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

/* ---- reading --------------------------------------------------------- */

/* Looks for a waiting file in the record; 'name' gets where it is. */
static bool find_waiting(struct commit_record *r, const char *target,
                         struct buf *name)
{
    const int fd = record_open(r, target);
    if (fd < 0)
        return false;
    const bool is_valid = record_read(r, fd) && record_is_valid(r);
    close(fd);
    struct commit_member m;
    size_t at;
    if (!is_valid || !skip_head(r, &at))
        return false;
    while (at < r->text.size && next_member(r, &at, &m))
        if (strcmp(m.target, path_name(target)) == 0)
            return find_new_file(r, &m) == WAITING &&
                   buf_addf(name, "%s%s", buf_text(&r->folder), m.temp);
    return false;
}

/* The other name by which a file is to be found; false: it has none. */
static bool find_pending(const char *path, struct buf *name)
{
    struct buf resolved = { .limit = PATH_SIZE_MAX };
    struct stat st;
    struct commit_record r;
    const bool is_link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    bool is_found = false;
    if ((!is_link || path_resolve(path, &resolved, NULL)) &&
        record_init(&r, is_link ? resolved.data : path, NULL)) {
        is_found = find_waiting(&r, is_link ? resolved.data : path, name);
        record_clear(&r);
    }
    buf_clear(&resolved);
    return is_found;
}

/* A waiting file that is gone has its name by now. */
int committed_open(const char *path)
{
    struct buf name = { .limit = PATH_SIZE_MAX };
    int fd = -1;
    bool is_pending = true;
    for (int i = 0; i < OPEN_TRIES && fd < 0 && is_pending; i++) {
        buf_reset(&name);
        is_pending = find_pending(path, &name);
        fd = open(is_pending ? name.data : path, O_RDONLY | O_CLOEXEC);
        if (fd < 0 && errno != ENOENT)
            break;
    }
    const int why = errno;
    buf_clear(&name);
    errno = why;
    return fd;
}

int committed_stat(const char *path, struct stat *st)
{
    struct buf name = { .limit = PATH_SIZE_MAX };
    int result = -1;
    if (find_pending(path, &name))
        result = stat(name.data, st);
    buf_clear(&name);
    return result == 0 ? 0 : stat(path, st);
}

bool commit_is_pending(const char *path)
{
    struct buf name = { .limit = PATH_SIZE_MAX };
    const bool is_pending = find_pending(path, &name);
    buf_clear(&name);
    return is_pending;
}

/* ---- ending what was interrupted ------------------------------------- */

static bool put_in_place(struct commit_record *r, const struct commit_member *m,
                         struct tabia_error *err)
{
    struct buf from = { .limit = PATH_SIZE_MAX }, to = from;
    buf_addf(&from, "%s%s", buf_text(&r->folder), m->temp);
    buf_addf(&to, "%s%s", buf_text(&r->folder), m->target);
    bool ok = !from.failed && !to.failed;
    if (!ok)
        error_nomem(err);
    else if (rename(from.data, to.data) != 0 && errno != ENOENT)
        ok = error_system(err, errno,
                          "cannot finish the interrupted replacement of %.100s",
                          m->target);
    buf_clear(&from);
    buf_clear(&to);
    return ok;
}

/* Needs the lock of the record. */
static bool end_commit(struct commit_record *r, struct tabia_error *err)
{
    struct commit_member m;
    size_t at;
    const bool is_valid = record_is_valid(r) && skip_head(r, &at);
    while (is_valid && at < r->text.size)
        if (next_member(r, &at, &m) && find_new_file(r, &m) == WAITING &&
            !put_in_place(r, &m, err))
            return false;
    if (is_valid && !path_sync_folder(r->path.data, err))
        return false;
    return unlink(r->path.data) == 0 || errno == ENOENT ||
           error_system(err, errno, "cannot remove %s", COMMIT_RECORD);
}

enum commit_settling { SETTLED, FAILED, BUSY };

static enum commit_settling settle_once(struct commit_record *r,
                                        const char *target,
                                        struct tabia_error *err)
{
    const int fd = record_open(r, target);
    if (fd < 0 && errno == EPERM) {
        error_set(err, TABIA_ERR_IO, "%s in its folder belongs to another user",
                  COMMIT_RECORD);
        return FAILED;
    }
    if (fd < 0)
        return SETTLED; // or the folder cannot be written either
    enum commit_settling result = BUSY;
    if ((flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
        path_is_of_file(r->path.data, fd)) {
        buf_reset(&r->text);
        result = FAILED;
        if (!record_read(r, fd))
            error_system(err, errno, "cannot read %s", COMMIT_RECORD);
        else if (end_commit(r, err))
            result = SETTLED;
    }
    close(fd);
    return result;
}

bool commit_settle(const char *target, struct tabia_error *err)
{
    struct commit_record r;
    if (!record_init(&r, target, err))
        return false;
    enum commit_settling result = BUSY;
    for (int i = 0; i < WAITS && result == BUSY; i++) {
        result = settle_once(&r, target, err);
        const struct timespec pause = { .tv_nsec = WAIT_MS * 1000000L };
        if (result == BUSY)
            nanosleep(&pause, NULL);
    }
    record_clear(&r);
    if (result == BUSY)
        error_set(err, TABIA_ERR_IO,
                  "another program keeps replacing files in its folder");
    return result == SETTLED;
}

/* ---- writing --------------------------------------------------------- */

static void add_stamp(struct buf *text, struct commit_stamp stamp)
{
    buf_addf(text, "%" PRId64 " %" PRId64 " %" PRId64, stamp.size,
             stamp.seconds, stamp.nanoseconds);
}

/*
 * A file that is as long as the one before and was written in the same tick
 * of the clock gets a later time, by as much as the file system keeps.
 */
static void make_distinct(const struct commit_file *file,
                          struct commit_stamp before,
                          struct commit_stamp *after)
{
    static const struct timespec steps[] = { { 0, 1000 }, { 2, 0 } };
    for (size_t i = 0; i < 2 && is_same_content(before, *after); i++) {
        const struct timespec later = {
            (time_t)(after->seconds + steps[i].tv_sec),
            (long)((after->nanoseconds + steps[i].tv_nsec) % 1000000000),
        };
        const struct timespec times[2] = { later, later };
        if (futimens(file->temp->fd, times) == 0)
            *after = stamp_of_name(file->temp->path);
    }
}

static bool record_add_file(struct buf *text, const struct commit_file *file,
                            bool force, struct tabia_error *err)
{
    const struct commit_stamp before = stamp_of_name(file->target);
    struct commit_stamp after = stamp_of_name(file->temp->path);
    if (before.size >= 0 && !force)
        return error_set(err, TABIA_ERR_IO,
                         "was created by another program in the meantime");
    if (after.size < 0)
        return error_system(err, ENOENT, "cannot write");
    make_distinct(file, before, &after);
    buf_add_text(text, path_name(file->temp->path));
    buf_add_char(text, '\0');
    buf_add_text(text, path_name(file->target));
    buf_add_char(text, '\0');
    add_stamp(text, before);
    buf_add_char(text, ' ');
    add_stamp(text, after);
    return buf_add_char(text, '\0') || buf_error(text, err);
}

static bool record_make_text(struct buf *text, const struct commit_file *files,
                             size_t n, bool force, size_t *at,
                             struct tabia_error *err)
{
    buf_reset(text);
    if (!buf_add(text, head, sizeof(head)))
        return buf_error(text, err);
    for (size_t i = 0; i < n; i++) {
        *at = i;
        if (!record_add_file(text, &files[i], force, err))
            return false;
    }
    return true;
}

/* Everybody who may read the files may read the record. */
static bool record_write(const struct temp *temp, const struct buf *text,
                         struct tabia_error *err)
{
    return (write_all(temp->fd, text->data, text->size, WRITE_ALL_NEXT) &&
            fchmod(temp->fd, 0644) == 0 && fsync(temp->fd) == 0) ||
           error_system(err, errno, "cannot write");
}

/*
 * Gives the record its name, which only one can have. Some file systems have
 * no hard links: there two programs may do the same at once.
 */
static bool publish_record(const struct commit_record *r, struct temp *temp,
                           bool *is_taken, struct tabia_error *err)
{
    *is_taken = false;
    if (link(temp->path, r->path.data) == 0)
        return true;
    struct stat st;
    const int why = errno;
    *is_taken = why == EEXIST || lstat(r->path.data, &st) == 0;
    if (*is_taken)
        return false;
    if ((why == EPERM || why == EOPNOTSUPP || why == ENOSYS || why == EMLINK) &&
        rename(temp->path, r->path.data) == 0) {
        temp_keep(temp);
        return true;
    }
    return error_system(err, why, "cannot write to its folder");
}

/* How a file came to its name. */
enum commit_move { NOT_MOVED, EXCHANGED, MOVED, REPLACED };

static int exchange_files(const char *a, const char *b)
{
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
#else
    (void)a;
    (void)b;
    errno = ENOSYS;
    return -1;
#endif
}

static enum commit_move install_file(const struct commit_file *file)
{
    struct stat st;
    const bool exists = lstat(file->target, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) {
        errno = EISDIR; // or a link, which was followed before
        return NOT_MOVED;
    }
    if (exists) {
        if (exchange_files(file->temp->path, file->target) == 0)
            return EXCHANGED;
        if (errno != EINVAL && errno != ENOSYS)
            return NOT_MOVED;
    }
    if (rename(file->temp->path, file->target) != 0)
        return NOT_MOVED;
    return exists ? REPLACED : MOVED;
}

static bool restore_name(const struct commit_file *file, enum commit_move move)
{
    switch (move) {
    case EXCHANGED:
        return exchange_files(file->temp->path, file->target) == 0;
    case MOVED:
        return rename(file->target, file->temp->path) == 0;
    default:
        return move == NOT_MOVED;
    }
}

enum { FILES_MAX = 64 }; // of a set

/*
 * Step 3. On failure all is as it was, or nothing can be undone: then the
 * record and the temporaries are kept for the next program.
 */
static bool install_files(const struct commit_file *files, size_t n, size_t *at,
                          bool *is_undone, struct tabia_error *err)
{
    enum commit_move moves[FILES_MAX];
    size_t ninstalled = 0;
    *is_undone = true;
    while (ninstalled < n &&
           (moves[ninstalled] = install_file(&files[ninstalled])) != NOT_MOVED)
        ninstalled++;
    if (ninstalled == n)
        return true;
    const int why = errno;
    *at = ninstalled;
    for (size_t i = ninstalled; i > 0 && *is_undone; i--)
        *is_undone = restore_name(&files[i - 1], moves[i - 1]);
    if (*is_undone)
        return error_system(err, why, "cannot replace");
    return error_system(
        err, why,
        "cannot replace; tabia already reads the new files, and the next "
        "program that writes to the folder tries again");
}

/* From the record on. */
static bool commit_with(const struct commit_record *r,
                        const struct commit_file *files, size_t n, size_t *at,
                        struct tabia_error *err)
{
    bool is_undone;
    if (!path_sync_folder(r->path.data, err)) {
        unlink(r->path.data);
        return false;
    }
    // What a signal would remove may be the only copy from here on.
    for (size_t i = 0; i < n; i++)
        temp_unregister(files[i].temp);
    if (!install_files(files, n, at, &is_undone, err)) {
        if (is_undone)
            unlink(r->path.data);
        for (size_t i = 0; i < n && !is_undone; i++)
            temp_keep(files[i].temp);
        return false;
    }
    const bool is_synced = path_sync_folder(r->path.data, err);
    unlink(r->path.data); // if it stays, it says what is so
    return is_synced;
}

bool commit_files(const struct commit_file *files, size_t n, bool force,
                  size_t *at, struct tabia_error *err)
{
    struct commit_record r;
    struct temp temp;
    bool ok = false, is_taken = true;
    *at = 0;
    if (n > FILES_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d files", FILES_MAX);
    if (n == 0 || !record_init(&r, files[0].target, err))
        return n == 0;
    for (int i = 0; i < WAITS && is_taken; i++) {
        is_taken = false;
        if (!commit_settle(files[0].target, err) ||
            !record_make_text(&r.text, files, n, force, at, err) ||
            !temp_open(&temp, files[0].target, 0644, err))
            break;
        ok = record_write(&temp, &r.text, err) &&
             publish_record(&r, &temp, &is_taken, err) &&
             commit_with(&r, files, n, at, err);
        temp_close(&temp); // its lock was that of the record
    }
    record_clear(&r);
    return ok || error_set(err, TABIA_ERR_IO,
                           "another program keeps replacing files in "
                           "its folder");
}
