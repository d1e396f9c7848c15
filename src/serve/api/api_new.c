/*
 * api_new.c - a new book beside those that are served: empty, or a copy
 *
 * Its file is created when it is saved, in the folder of the first book that
 * can be saved, else in the working folder.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "serve/shelf/shelf_open.h"

#include "base/banned.h"

enum { STEM_MAX = 60, TRIES = 100, PATH_SIZE = 4096 };

/* A file name made of a title: "Mein Grünfeld!" becomes "mein-gruenfeld". */
static void make_stem(const char *title, char stem[STEM_MAX + 1])
{
    char folded[4 * STEM_MAX];
    size_t len = 0;
    utf8_fold(title, true, folded, sizeof(folded));
    for (const char *p = folded; *p && len < STEM_MAX; p++) {
        const char c = *p;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            stem[len++] = c;
        else if (len > 0 && stem[len - 1] != '-')
            stem[len++] = '-';
    }
    while (len > 0 && stem[len - 1] == '-')
        len--;
    stem[len] = '\0';
    if (len == 0)
        memcpy(stem, "book", sizeof("book"));
}

/* The first path of the name that no file and no open book has. */
static bool find_free_path(const struct loan *loans, size_t n,
                           const char *folder, size_t folder_len,
                           const char *stem, const char *suffix,
                           char path[PATH_SIZE])
{
    for (int i = 1; i <= TRIES; i++) {
        char number[16] = "";
        struct stat st;
        if (i > 1)
            snprintf(number, sizeof(number), "-%d", i);
        const int len = snprintf(path, PATH_SIZE, "%.*s%s%s%s", (int)folder_len,
                                 folder, stem, number, suffix);
        if (len < 0 || len >= PATH_SIZE)
            return false;
        bool is_taken = lstat(path, &st) == 0;
        for (size_t k = 0; k < n && !is_taken; k++)
            is_taken = loans[k].volume->path &&
                       strcmp(loans[k].volume->path, path) == 0;
        if (!is_taken)
            return true;
    }
    return false;
}

/* Chooses where the file will be; replies with an error if nowhere. */
static bool choose_new_path(struct server *srv, const char *title,
                            const char *suffix, char path[PATH_SIZE],
                            struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(&srv->shelf, NULL, loans);
    const char *near = shelf_find_folder(loans, n);
    char stem[STEM_MAX + 1];
    make_stem(title, stem);
    const bool is_ok =
        near && find_free_path(loans, n, near, (size_t)(path_name(near) - near),
                               stem, suffix, path);
    if (!is_ok)
        reply_error(reply, near ? HTTP_CONFLICT : HTTP_FORBIDDEN,
                    near ? "there are too many books of this name"
                         : "neither a served book nor the server is in a "
                           "folder that can be written");
    for (size_t i = 0; i < n; i++)
        shelf_return(&loans[i]);
    return is_ok;
}

static bool lend_path(struct server *srv, const char *path, struct loan *loan)
{
    struct loan loans[SHELF_MAX];
    bool is_found = false;
    const size_t n = shelf_lend_all(&srv->shelf, NULL, loans);
    for (size_t i = 0; i < n; i++) {
        const char *other = loans[i].volume->path;
        if (!is_found && other && strcmp(other, path) == 0) {
            *loan = loans[i];
            is_found = true;
        } else {
            shelf_return(&loans[i]);
        }
    }
    return is_found;
}

/* Borrows the book that is copied; 'from' NULL: none. Else replies. */
static bool borrow_copied(struct server *srv, const struct call *call,
                          const char *from, struct loan *copied,
                          struct reply *reply)
{
    *copied = (struct loan){ .volume = NULL };
    if (!from)
        return true;
    if (!shelf_lend(&srv->shelf, from, copied)) {
        reply_error(reply, HTTP_NOT_FOUND, "no book '%s'", from);
        return false;
    }
    return endpoint_check_loan(srv, copied, reply) &&
           endpoint_load(srv, call, copied, reply);
}

/* The title and the side belong to the new book: no step to undo. */
static bool set_title_and_side(struct server *srv, struct loan *loan,
                               const char *title, const char *side,
                               struct tabia_error *err)
{
    json_t *changes =
        json_pack("[{ssssss}]", "do", "set", "field", "title", "value", title);
    if (changes && side)
        json_array_append_new(changes,
                              json_pack("{ssssss}", "do", "set", "field",
                                        "side", "value", side));
    const bool is_ok =
        changes &&
        volume_create(&srv->shelf, loan->volume, loan->status.revision, changes,
                      &loan->status, err) == VOLUME_DONE;
    json_decref(changes);
    return is_ok;
}

/* Adds the book and replies with it. */
static void add_new_book(struct server *srv, const char *path,
                         const struct tabia_read_options *read,
                         const struct loan *copied, const char *title,
                         const char *side, struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct loan loan;
    struct json_writer js;
    if (!shelf_add_file(&srv->shelf, path, read, &err) ||
        !lend_path(srv, path, &loan)) {
        reply_library_error(reply, HTTP_TOO_MANY, &err);
        return;
    }
    if ((!copied->volume ||
         volume_set_book(&srv->shelf, loan.volume, copied->edition->book,
                         &loan.status, &err) == VOLUME_DONE) &&
        set_title_and_side(srv, &loan, title, side, &err)) {
        edition_unref(loan.edition);
        loan.edition = volume_ref_edition(loan.volume, &loan.status);
        reply_begin_json(reply, &js);
        json_view_put_volume(&js, &loan);
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_FAILED, &err);
        shelf_remove_unfinished(&srv->shelf, loan.volume);
    }
    shelf_return(&loan);
}

void api_new(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_read_options read = { .format = NULL };
    char path[PATH_SIZE];
    json_t *root = endpoint_read_body(call, reply);
    if (!root)
        return;
    const char *title = json_string_value(json_object_get(root, "title"));
    const char *name = json_string_value(json_object_get(root, "format"));
    const char *side = json_string_value(json_object_get(root, "side"));
    const char *from = json_string_value(json_object_get(root, "from"));
    read.format = name ? tabia_format_find(name, NULL) : NULL;
    const struct tabia_format_info *info =
        read.format ? tabia_format_get_info(read.format) : NULL;
    const bool has_side =
        side && (strcmp(side, "white") == 0 || strcmp(side, "black") == 0);
    struct loan copied;
    if (!title || !*title)
        reply_error(reply, HTTP_BAD_REQUEST, "\"title\" is missing");
    else if (!info || !info->can_write || !info->suffixes || !info->suffixes[0])
        reply_error(reply, HTTP_BAD_REQUEST,
                    "\"format\" must be one that books are written in");
    else if (side && !has_side)
        reply_error(reply, HTTP_BAD_REQUEST,
                    "\"side\" must be \"white\" or \"black\"");
    else if (borrow_copied(srv, call, from, &copied, reply)) {
        if (choose_new_path(srv, title, info->suffixes[0], path, reply))
            add_new_book(srv, path, &read, &copied, title, side, reply);
        if (copied.volume)
            shelf_return(&copied);
    }
    json_decref(root);
}
