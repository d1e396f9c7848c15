/*
 * output.c - files that appear whole or not at all
 */
#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "io/commit.h"
#include "io/file_attributes.h"
#include "io/path.h"
#include "io/write_all.h"
#include "base/banned.h"

enum { BUFFER_SIZE = 64 * 1024 };

/* ---- life cycle ------------------------------------------------------ */

static bool is_failed(const struct output *out)
{
    return out->error.status != TABIA_OK;
}

/* Closes and forgets everything; the temporary is gone, if there was one. */
static void output_release(struct output *out)
{
    if (out->fd >= 0 && out->fd != STDOUT_FILENO && out->fd != out->temp.fd)
        close(out->fd);
    temp_close(&out->temp);
    free(out->target);
    free(out->buffer);
    *out = (struct output){ .fd = -1, .temp = TEMP_CLOSED };
}

/* Hands the first error to the caller and closes. Returns false. */
static bool output_give_up(struct output *out, struct tabia_error *err)
{
    error_in_file(&out->error, out->name);
    error_pass(err, &out->error);
    output_release(out);
    return false;
}

static bool open_direct(struct output *out, const char *path)
{
    out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (out->fd < 0)
        return error_system(&out->error, errno, "cannot write");
    return true;
}

/* The file that a write replaces, if it is there. */
static bool find_replaced_file(struct output *out, const char *path,
                               struct stat *st, bool *exists)
{
    *exists = stat(path, st) == 0;
    if (!*exists && errno != ENOENT)
        return error_system(&out->error, errno, "cannot write");
    if (*exists && S_ISDIR(st->st_mode))
        return error_system(&out->error, EISDIR, "cannot write");
    return true;
}

/* Ends what another program could not end in the folder. */
static bool tidy_folder(struct output *out)
{
    struct tabia_error why = { 0 };
    if (!commit_settle(out->target, &why) && commit_is_pending(out->target))
        return error_pass(&out->error, &why);
    temp_sweep(out->target);
    return true;
}

static bool open_temp(struct output *out, const char *path)
{
    struct stat st;
    bool exists;
    // Looked for again, because the folder was tidied.
    if (!find_replaced_file(out, path, &st, &exists))
        return false;
    if (exists && !out->force) {
        error_set(&out->error, TABIA_ERR_IO, "already exists");
        return error_hint(&out->error, TABIA_HINT_FORCE);
    }
    // Never readable by more people than the file that it replaces.
    if (!temp_open(&out->temp, out->target, exists ? st.st_mode & 0700 : 0666,
                   &out->error))
        return false;
    out->fd = out->temp.fd;
    return !exists || file_attributes_copy(out->fd, out->target, &st,
                                           &out->lost, &out->error);
}

static bool prepare_temporary(struct output *out, const char *path)
{
    const size_t len = strlen(path);
    if (!len || path[len - 1] == '/')
        return error_system(&out->error, len ? EISDIR : ENOENT, "cannot write");
    struct stat st;
    bool exists;
    if (!find_replaced_file(out, path, &st, &exists))
        return false;
    if (exists && !S_ISREG(st.st_mode))
        return open_direct(out, path);

    struct buf target = { .limit = PATH_SIZE_MAX };
    if (!path_resolve(path, &target, &out->error)) {
        buf_clear(&target);
        return false;
    }
    out->target = target.data;
    return tidy_folder(out) && open_temp(out, path);
}

bool output_open(struct output *out, const char *path,
                 const struct output_options *options, struct tabia_error *err)
{
    static const struct output_options defaults = { 0 };
    const struct output_options *o = options ? options : &defaults;
    const bool is_stdout = strcmp(path, "-") == 0;
    *out = (struct output){
        .name = is_stdout ? OUTPUT_STDOUT : path,
        .fd = is_stdout ? STDOUT_FILENO : -1,
        .temp = TEMP_CLOSED,
        .force = o->force,
        .on_note = o->on_note,
        .is_stopped = o->is_stopped,
        .ctx = o->ctx,
    };
    out->buffer = malloc(BUFFER_SIZE);
    if (!out->buffer)
        error_nomem(&out->error);
    if (is_failed(out) || (!is_stdout && !prepare_temporary(out, path)))
        return output_give_up(out, err);
    out->is_open = true;
    return true;
}

/* ---- writing --------------------------------------------------------- */

static bool output_write_all(struct output *out, const void *data, size_t size)
{
    if (out->is_stopped && out->is_stopped(out->ctx))
        return error_set(&out->error, TABIA_ERR_STOPPED, "writing was stopped");
    return write_all(out->fd, data, size, WRITE_ALL_NEXT) ||
           error_system(&out->error, errno, "cannot write");
}

static bool output_flush(struct output *out)
{
    const size_t size = out->nbuffered;
    out->nbuffered = 0;
    return output_write_all(out, out->buffer, size);
}

bool output_write(struct output *out, const void *data, size_t size)
{
    if (!out->is_open || is_failed(out))
        return false;
    out->nbytes += size;
    if (size > BUFFER_SIZE - out->nbuffered && !output_flush(out))
        return false;
    if (size >= BUFFER_SIZE)
        return output_write_all(out, data, size);
    if (size)
        memcpy(out->buffer + out->nbuffered, data, size);
    out->nbuffered += size;
    return true;
}

bool output_peek(const struct output *out, struct tabia_bytes *bytes)
{
    *bytes =
        (struct tabia_bytes){ (const uint8_t *)out->buffer, out->nbuffered };
    return out->is_open && out->nbytes == out->nbuffered;
}

static bool write_to_output(void *ctx, const void *data, size_t size,
                            struct tabia_error *err)
{
    struct output *out = ctx;
    if (output_write(out, data, size))
        return true;
    error_in_file(&out->error, out->name);
    return error_pass(err, &out->error);
}

struct sink output_sink(struct output *out, struct tabia_error *err)
{
    return (struct sink){ .write = write_to_output, .ctx = out, .err = err };
}

bool output_printf(struct output *out, const char *fmt, ...)
{
    if (!out->is_open || is_failed(out))
        return false;
    struct sink dst = output_sink(out, &out->error);
    va_list ap;
    va_start(ap, fmt);
    const bool ok = sink_vprintf(&dst, fmt, ap);
    va_end(ap);
    return ok;
}

/* ---- putting the file in place --------------------------------------- */

/*
 * All bytes on the disk. Some file systems report errors on closing only; the
 * file itself stays open, as its lock goes with it.
 */
static bool sync_file(struct output *out)
{
    if (is_failed(out) || !output_flush(out))
        return false;
    if (!out->target)
        return true;
    if (fsync(out->fd) != 0)
        return error_system(&out->error, errno, "cannot write");
    const int copy = dup(out->fd);
    if (copy < 0 || (close(copy) != 0 && errno != EINTR))
        return error_system(&out->error, errno, "cannot write");
    return true;
}

/*
 * rename replaces whatever is there. Without force, link refuses instead,
 * and the temporary name is then dropped. File systems without hard links
 * get a last look and a rename.
 */
static bool claim_target_name(struct output *out)
{
    if (!out->target)
        return true;
    if (!out->force) {
        if (link(out->temp.path, out->target) == 0)
            return true; // output_release drops the temporary name
        struct stat st;
        if (errno == EEXIST || lstat(out->target, &st) == 0)
            return error_set(&out->error, TABIA_ERR_IO,
                             "was created by another program in the meantime");
        if (errno != ENOENT)
            return error_system(&out->error, errno, "cannot write");
    }
    if (rename(out->temp.path, out->target) != 0)
        return error_system(&out->error, errno, "cannot replace");
    temp_keep(&out->temp);
    return true;
}

/* The file is in place: reports what is not as it was, and closes. */
static void output_conclude(struct output *out)
{
    for (unsigned i = 0; i < FILE_ATTRIBUTES_COUNT; i++)
        if (out->on_note && out->lost & 1u << i)
            out->on_note(out->ctx, out->name, file_attributes_words(1u << i));
    output_release(out);
}

bool output_sync(struct output *out, struct commit_stamp *stamp,
                 struct tabia_error *err)
{
    if (!sync_file(out)) {
        error_in_file(&out->error, out->name);
        return error_pass(err, &out->error);
    }
    *stamp = commit_stamp_of(out->target ? out->temp.path : NULL);
    return true;
}

bool output_finish(struct output *out, struct tabia_error *err)
{
    if (!out->is_open)
        return error_set(err, TABIA_ERR_MISUSE, "the output is not open");
    if (!sync_file(out) || !claim_target_name(out) ||
        (out->target && !path_sync_folder(out->target, &out->error)))
        return output_give_up(out, err);
    output_conclude(out);
    return true;
}

/* ---- several files --------------------------------------------------- */

/* A record speaks of one folder. */
static bool is_one_folder(const char *a, const char *b)
{
    const size_t len = path_folder_length(a);
    return len == path_folder_length(b) && memcmp(a, b, len) == 0;
}

/* Returns the one that failed, with its error; NULL: done. */
static struct output *commit_all(struct output *list, size_t n)
{
    struct commit_file *files = calloc(n, sizeof(*files));
    struct output *failed = NULL;
    size_t nfiles = 0, at;
    if (!files) {
        error_nomem(&list->error);
        return list;
    }
    for (struct output *out = list; out < list + n; out++) {
        if (!out->target)
            continue;
        if (nfiles && !is_one_folder(files[0].target, out->target)) {
            error_set(
                &out->error, TABIA_ERR_IO,
                "links to a different folder than the files that belong to it");
            failed = out;
        }
        files[nfiles++] = (struct commit_file){ &out->temp, out->target };
    }
    struct tabia_error why = { 0 };
    if (!failed && !commit_files(files, nfiles, list->force, &at, &why)) {
        failed = list;
        while (failed->target != files[at].target)
            failed++;
        error_pass(&failed->error, &why);
    }
    free(files);
    return failed;
}

bool output_finish_all(struct output *list, size_t n, struct tabia_error *err)
{
    struct output *failed = NULL;
    if (n == 0)
        return true;
    if (n == 1)
        return output_finish(list, err);
    for (size_t i = 0; i < n && !failed; i++)
        if (!list[i].is_open) {
            error_set(&list[i].error, TABIA_ERR_MISUSE,
                      "the output is not open");
            failed = &list[i];
        } else if (!sync_file(&list[i])) {
            failed = &list[i];
        }
    if (!failed)
        failed = commit_all(list, n);
    if (failed && failed->is_open)
        output_give_up(failed, err);
    else if (failed)
        error_pass(err, &failed->error);
    for (size_t i = 0; i < n; i++)
        if (failed)
            output_abort(&list[i]);
        else
            output_conclude(&list[i]);
    return !failed;
}

bool output_write_file(const char *path, const void *data, size_t size,
                       const struct output_options *options,
                       struct tabia_error *err)
{
    struct output out;
    if (!output_open(&out, path, options, err))
        return false;
    output_write(&out, data, size);
    return output_finish(&out, err);
}

bool output_try(const char *path, bool force, struct tabia_error *err)
{
    struct output out;
    struct stat st;
    if (strcmp(path, "-") == 0 ||
        (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return true;
    if (!output_open(&out, path, &(struct output_options){ .force = force },
                     err))
        return false;
    output_abort(&out);
    return true;
}

void output_abort(struct output *out)
{
    if (out->is_open)
        output_release(out);
}
