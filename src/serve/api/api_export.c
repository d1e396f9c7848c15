/*
 * api_export.c - books in any format, and what they lose there
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "format/report.h"
#include "io/input.h"
#include "io/temp.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { TAR_BLOCK = 512 };

/* ---- sets of files as a tar archive ---------------------------------- */

static void tar_put_octal(char *field, size_t size, uint64_t value)
{
    snprintf(field, size, "%0*llo", (int)size - 1, (unsigned long long)value);
}

/* The header of POSIX 1003.1: fields at fixed offsets, numbers octal. */
static bool tar_add_file(struct buf *tar, const char *name,
                         struct tabia_bytes bytes)
{
    static const char zeros[TAR_BLOCK];
    char head[TAR_BLOCK] = { 0 };
    unsigned sum = 0;
    snprintf(head, 100, "%.99s", name);
    tar_put_octal(&head[100], 8, 0644);
    tar_put_octal(&head[108], 8, 0);
    tar_put_octal(&head[116], 8, 0);
    tar_put_octal(&head[124], 12, bytes.size);
    tar_put_octal(&head[136], 12, 0);
    memset(&head[148], ' ', 8);
    head[156] = '0';
    memcpy(&head[257], "ustar", 6);
    memcpy(&head[263], "00", 2);
    for (size_t i = 0; i < TAR_BLOCK; i++)
        sum += (unsigned char)head[i];
    snprintf(&head[148], 8, "%06o", sum);
    const size_t rest = bytes.size % TAR_BLOCK;
    return buf_add(tar, head, TAR_BLOCK) &&
           buf_add(tar, bytes.data, bytes.size) &&
           (rest == 0 || buf_add(tar, zeros, TAR_BLOCK - rest));
}

static int is_visible_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Archives all files of a folder, sorted by name, and deletes the folder. */
static bool tar_folder(const char *folder, struct buf *tar,
                       struct tabia_error *err)
{
    static const char zeros[2 * TAR_BLOCK];
    struct dirent **list;
    bool is_ok = true;
    const int n = scandir(folder, &list, is_visible_file, alphasort);
    if (n < 0)
        return error_set(err, TABIA_ERR_IO,
                         "the temporary folder has disappeared");
    for (int i = 0; i < n; i++) {
        struct input in;
        char path[TEMP_FOLDER_SIZE + NAME_MAX + 2];
        snprintf(path, sizeof(path), "%s/%s", folder, list[i]->d_name);
        if (is_ok && input_open(&in, path, NULL, err)) {
            is_ok = tar_add_file(tar, list[i]->d_name, in.bytes) ||
                    buf_error(tar, err);
            input_close(&in);
        } else {
            is_ok = false;
        }
        unlink(path);
        free(list[i]);
    }
    free(list);
    rmdir(folder);
    return is_ok && (buf_add(tar, zeros, sizeof(zeros)) || buf_error(tar, err));
}

static bool export_file_set(const struct loan *loan,
                            const struct tabia_format *to, struct reply *reply,
                            struct tabia_report *report,
                            struct tabia_error *err)
{
    const struct tabia_format_info *info = tabia_format_get_info(to);
    char folder[TEMP_FOLDER_SIZE], path[TEMP_FOLDER_SIZE + VOLUME_ID_SIZE + 16];
    if (!temp_make_folder(folder, err))
        return false;
    snprintf(path, sizeof(path), "%s/%s%s", folder, loan->volume->id,
             info->suffixes[0]);
    const bool is_saved =
        tabia_book_save(loan->edition->book, path, to, NULL, report, err);
    reply->type = "application/x-tar";
    return tar_folder(folder, &reply->body, is_saved ? err : NULL) && is_saved;
}

/* ---- one file -------------------------------------------------------- */

static const struct tabia_format *export_format(const struct call *call,
                                                struct reply *reply)
{
    const char *name = call->params.format;
    struct tabia_error err = { 0 };
    const struct tabia_format *to = name ? tabia_format_find(name, &err) : NULL;
    if (to && tabia_format_get_info(to)->can_write)
        return to;
    reply_error(reply, HTTP_BAD_REQUEST, "format: %s%s",
                err.status ? err.msg : "expected a writable format",
                "; /api/books lists them");
    return NULL;
}

/* Fills the body; 'is_set' gets true for an archive of several files. */
static bool export_book(const struct loan *loan, const struct tabia_format *to,
                        struct reply *reply, struct tabia_report *report,
                        bool *is_set, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    uint8_t *data;
    size_t size;
    *is_set = false;
    if (tabia_book_encode(loan->edition->book, to, NULL, &data, &size, report,
                          &why)) {
        reply->type = "application/octet-stream";
        const bool ok =
            buf_add(&reply->body, data, size) || buf_error(&reply->body, err);
        free(data);
        return ok;
    }
    if (why.status != TABIA_ERR_MISUSE)
        return error_pass(err, &why);
    *is_set = true;
    *report = (struct tabia_report){ .n = 0 };
    return export_file_set(loan, to, reply, report, err);
}

void api_export(struct server *srv, const struct call *call,
                struct reply *reply)
{
    const struct tabia_format *to = export_format(call, reply);
    struct tabia_error err = { 0 };
    struct tabia_report report = { .n = 0 };
    struct loan loan;
    bool is_set;
    if (!to || !endpoint_borrow_book(srv, call, &loan, reply))
        return;
    if (export_book(&loan, to, reply, &report, &is_set, &err)) {
        const struct tabia_format_info *info = tabia_format_get_info(to);
        reply_header(reply, "Content-Disposition",
                     "attachment; filename=\"%s%s\"", loan.volume->id,
                     is_set                                ? ".tar"
                     : info->suffixes && info->suffixes[0] ? info->suffixes[0]
                                                           : "");
        unsigned long long nlost = 0;
        for (size_t i = 0; i < report.n; i++)
            nlost += report.list[i].count;
        reply_header(reply, "X-Tabia-Losses", "%llu", nlost);
    } else {
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
    }
    shelf_return(&loan);
}

/* ---- losses ---------------------------------------------------------- */

void api_export_losses(struct server *srv, const struct call *call,
                       struct reply *reply)
{
    const struct tabia_format *to = export_format(call, reply);
    struct tabia_error err = { 0 };
    struct tabia_report report = { .n = 0 };
    struct loan loan;
    struct json_writer js;
    bool is_set;
    if (!to || !endpoint_borrow_book(srv, call, &loan, reply))
        return;
    if (export_book(&loan, to, reply, &report, &is_set, &err)) {
        buf_reset(&reply->body);
        reply_begin_json(reply, &js);
        json_writer_begin_object(&js);
        report_put_json(&js, &report);
        json_writer_end(&js);
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
    }
    shelf_return(&loan);
}
