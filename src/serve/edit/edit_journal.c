/*
 * edit_journal.c - unsaved changes, in a file beside the book
 */
#include "serve/edit/edit_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/crc.h"
#include "base/error_internal.h"
#include "io/append.h"
#include "io/input.h"
#include "io/path.h"

#include "base/banned.h"

enum { ASIDE_MAX = 99 }; // journals that were set aside

struct file_checksum edit_journal_checksum_of(struct tabia_bytes bytes)
{
    struct crc crc;
    crc_init(&crc, &crc_params_crc32);
    return (struct file_checksum){ .size = bytes.size,
                                   .crc =
                                       crc_sum(&crc, bytes.data, bytes.size) };
}

/* The name of a file beside the book; the caller frees it. NULL: no memory. */
static char *journal_path(const char *path, const char *ending)
{
    const size_t size = strlen(path) + strlen(ending) + 1;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s", path, ending);
    return name;
}

/* ---- writing --------------------------------------------------------- */

static bool journal_write_failed(struct edit_journal *journal,
                                 struct tabia_error *err)
{
    const int why = errno;
    journal->is_broken = true;
    return error_system(err, why, "cannot write the journal");
}

void edit_journal_close(struct edit_journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
    free(journal->name);
    journal->name = NULL;
}

void edit_journal_remove(struct edit_journal *journal)
{
    if (journal->fd >= 0)
        (void)unlink(journal->name);
    edit_journal_close(journal);
    journal->is_broken = false;
}

static bool journal_write_line(struct edit_journal *journal, const char *text,
                               struct tabia_error *err)
{
    const size_t size = strlen(text);
    if (size > EDIT_JOURNAL_MAX - journal->size)
        return error_set(err, TABIA_ERR_LIMIT,
                         "too many unsaved changes; save first");
    if (append_bytes(journal->fd, text, size, &journal->size,
                     &journal->is_broken))
        return true;
    return error_system(err, errno, "cannot write the journal");
}

bool edit_journal_exists(const char *path)
{
    struct stat st;
    char *name = journal_path(path, EDIT_JOURNAL_ENDING);
    const bool exists = !name || lstat(name, &st) == 0;
    free(name);
    return exists;
}

bool edit_journal_is_free(const char *path)
{
    char *name = journal_path(path, EDIT_JOURNAL_ENDING);
    const int fd = name ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    const bool is_free = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    free(name);
    return is_free;
}

/* Keeps two servers from writing the same journal. */
static bool journal_lock(struct edit_journal *journal, struct tabia_error *err)
{
    journal->is_taken = flock(journal->fd, LOCK_EX | LOCK_NB) != 0;
    return !journal->is_taken ||
           error_set(err, TABIA_ERR_IO, "another server has this book open");
}

static bool journal_create(struct edit_journal *journal, const char *path,
                           struct tabia_error *err)
{
    char head[128];
    journal->name = journal_path(path, EDIT_JOURNAL_ENDING);
    if (!journal->name)
        return error_nomem(err);
    journal->fd =
        open(journal->name,
             O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
             0600);
    if (journal->fd < 0) {
        journal->is_taken = errno == EEXIST;
        if (journal->is_taken)
            error_set(err, TABIA_ERR_IO, "another server is editing this book");
        else
            journal_write_failed(journal, err);
        edit_journal_close(journal);
        return false;
    }
    journal->size = 0;
    journal->is_broken = false;
    snprintf(head, sizeof(head),
             "{\"tabia-edits\":1,\"size\":%" PRIu64 ",\"crc\":\"%08x\"}\n",
             journal->base.size, journal->base.crc);
    if (!journal_lock(journal, err) ||
        !journal_write_line(journal, head, err)) {
        edit_journal_remove(journal); // useless without its first line
        return false;
    }
    (void)path_sync_folder(path, NULL); // the name must be on the disk too
    return true;
}

bool edit_journal_add(struct edit_journal *journal, const char *path,
                      const json_t *line, struct tabia_error *err)
{
    journal->is_taken = false;
    if (journal->fd < 0 && !journal_create(journal, path, err))
        return false;
    if (journal->is_broken)
        return error_set(err, TABIA_ERR_IO,
                         "the journal is damaged; save first");
    struct buf whole = { .limit = EDIT_JOURNAL_MAX };
    char *text = json_dumps(line, JSON_COMPACT);
    bool ok = text ? buf_addf(&whole, "%s\n", text) || buf_error(&whole, err)
                   : error_nomem(err);
    ok = ok && journal_write_line(journal, buf_text(&whole), err);
    free(text);
    buf_clear(&whole);
    return ok;
}

bool edit_journal_set_aside(const char *path,
                            char ending[EDIT_JOURNAL_ENDING_SIZE])
{
    char *name = journal_path(path, EDIT_JOURNAL_ENDING), *other = NULL;
    bool is_free = false;
    for (unsigned i = 1; name && !is_free && i <= ASIDE_MAX; i++) {
        snprintf(ending, EDIT_JOURNAL_ENDING_SIZE,
                 i == 1 ? "%s.old" : "%s.old%u", EDIT_JOURNAL_ENDING, i);
        free(other);
        other = journal_path(path, ending);
        is_free = other && access(other, F_OK) != 0;
    }
    const bool ok = is_free && rename(name, other) == 0;
    free(name);
    free(other);
    return ok;
}

/* ---- reading --------------------------------------------------------- */

/* Parses complete lines; 'size' gets where they end. NULL: no memory. */
static json_t *journal_parse_lines(struct tabia_bytes bytes, size_t *size)
{
    json_t *lines = json_array();
    const char *text = (const char *)bytes.data;
    *size = 0;
    while (lines && *size < bytes.size) {
        const char *end = memchr(text + *size, '\n', bytes.size - *size);
        if (!end)
            break;
        const size_t len = (size_t)(end - text) - *size;
        json_t *line = json_loadb(text + *size, len, 0, NULL);
        if (json_array_append_new(lines, line ? line : json_null()) != 0) {
            json_decref(lines);
            return NULL;
        }
        *size += len + 1;
    }
    return lines;
}

static bool journal_read_file(struct edit_journal *journal, json_t **lines,
                              struct tabia_error *err)
{
    const struct input_options options = { .limit = EDIT_JOURNAL_MAX };
    struct input in;
    journal->fd =
        open(journal->name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (!(journal->fd >= 0 ? journal_lock(journal, err)
                           : journal_write_failed(journal, err)) ||
        !input_open(&in, journal->name, &options, err))
        return false;
    *lines = journal_parse_lines(in.bytes, &journal->size);
    input_close(&in);
    if (!*lines)
        return error_nomem(err);

    const json_t *head = json_array_get(*lines, 0);
    const char *crc = json_string_value(json_object_get(head, "crc"));
    char own[16];
    snprintf(own, sizeof(own), "%08x", journal->base.crc);
    if (json_integer_value(json_object_get(head, "tabia-edits")) != 1)
        return error_set(err, TABIA_ERR_SYNTAX, "the file is not a journal");
    if (!crc || strcmp(crc, own) != 0 ||
        (uint64_t)json_integer_value(json_object_get(head, "size")) !=
            journal->base.size)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the file has changed since they were made");
    return ftruncate(journal->fd, (off_t)journal->size) == 0 ||
           journal_write_failed(journal, err);
}

bool edit_journal_read(struct edit_journal *journal, const char *path,
                       json_t **lines, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    *lines = NULL;
    journal->name = journal_path(path, EDIT_JOURNAL_ENDING);
    if (!journal->name)
        return error_nomem(err);
    const bool is_there = access(journal->name, F_OK) == 0;
    if (is_there && journal_read_file(journal, lines, &why))
        return true;
    json_decref(*lines);
    *lines = NULL;
    edit_journal_close(journal);
    return !is_there || error_set(err, why.status, "%s", why.msg);
}
