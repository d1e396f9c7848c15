/*
 * api_edit.c - editing a book, undo, redo and save
 */
#include <limits.h>

#include "format/report.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum edit_command { EDIT, PREVIEW, UNDO, REDO, SAVE };

/* The result of a command. */
struct edit_outcome {
    enum volume_result result;
    struct volume_status status;
    struct draft_result done;
    struct tabia_report losses;
    struct tabia_error err;
    bool is_counted;
    uint32_t positions, moves; // of the book, after it
};

/* What the book has now, unless another request has changed it since. */
static void count_edited_book(struct edit_outcome *o, struct volume *v)
{
    struct volume_status status;
    struct edition *edition = volume_ref_edition(v, &status);
    o->is_counted = edition && status.revision == o->status.revision;
    if (o->is_counted) {
        o->positions = tabia_book_position_count(edition->book);
        o->moves = tabia_book_edge_count(edition->book);
    }
    edition_unref(edition);
}

/* Reads a command's book and revision, or replies with an error. */
static bool read_edit_command(struct server *srv, const json_t *root,
                              struct loan *loan, unsigned *revision,
                              struct reply *reply)
{
    const char *id = json_string_value(json_object_get(root, "book"));
    const json_t *number = json_object_get(root, "revision");
    if (!id || !shelf_lend(&srv->shelf, id, loan)) {
        reply_error(reply, id ? HTTP_NOT_FOUND : HTTP_BAD_REQUEST,
                    id ? "no such book" : "\"book\" is missing");
        return false;
    }
    *revision = (unsigned)json_integer_value(number);
    if (!loan->volume->is_editable)
        reply_error(reply, HTTP_FORBIDDEN, "'%s' is read-only",
                    loan->volume->id);
    else if (!json_is_integer(number) || json_integer_value(number) < 0 ||
             json_integer_value(number) > UINT_MAX)
        reply_error(reply, HTTP_BAD_REQUEST, "\"revision\" is missing");
    else
        return true;
    shelf_return(loan);
    return false;
}

/* A conflict has an "error" and the current status of the book. */
static void put_edit_outcome(enum edit_command command,
                             const struct edit_outcome *o, struct reply *reply)
{
    const bool ok = o->result == VOLUME_DONE;
    struct json_writer js;
    if (o->result == VOLUME_REFUSED || o->result == VOLUME_FAILED) {
        reply_error(
            reply, o->result == VOLUME_REFUSED ? HTTP_BAD_REQUEST : HTTP_FAILED,
            "%s", o->err.msg);
        return;
    }
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    if (!ok)
        json_writer_pair_text(&js, "error",
                              o->result == VOLUME_LOSSES
                                  ? "the format cannot store everything"
                              : o->err.msg[0]
                                  ? o->err.msg
                                  : "the book has changed in the meantime");
    if (!ok || command != PREVIEW) {
        json_writer_pair_uint(&js, "revision", o->status.revision);
        json_writer_pair_uint(&js, "undo", o->status.undo);
        json_writer_pair_uint(&js, "redo", o->status.redo);
        json_writer_pair_bool(&js, "dirty", o->status.is_dirty);
    }
    if (o->is_counted) {
        json_writer_pair_uint(&js, "positions", o->positions);
        json_writer_pair_uint(&js, "moves", o->moves);
    }
    if (ok && (command == EDIT || command == PREVIEW)) {
        json_writer_pair_uint(&js, "added", o->done.added);
        json_writer_key(&js, "removed");
        json_writer_begin_object(&js);
        json_writer_pair_uint(&js, "moves", o->done.removed);
        json_writer_pair_uint(&js, "kept", o->done.kept);
        json_writer_end(&js);
    }
    if (o->result == VOLUME_LOSSES || (ok && command == SAVE))
        report_put_json(&js, &o->losses);
    json_writer_end(&js);
    reply_end(reply);
    if (!ok)
        reply->status = HTTP_CONFLICT;
}

static void run_edit_command(struct server *srv, const struct call *call,
                             enum edit_command command, struct reply *reply)
{
    struct edit_outcome o = { .result = VOLUME_FAILED };
    struct shelf *shelf = &srv->shelf;
    struct loan loan;
    unsigned revision;
    json_t *root = endpoint_read_body(call, reply);
    if (!root || !read_edit_command(srv, root, &loan, &revision, reply)) {
        json_decref(root);
        return;
    }
    if (!endpoint_load(srv, call, &loan, reply)) {
        json_decref(root);
        return;
    }
    struct volume *v = loan.volume;
    json_t *changes = json_object_get(root, "changes");
    const bool confirm = json_is_true(json_object_get(root, "confirm"));
    if (command == SAVE && !v->is_savable) {
        reply_error(reply, HTTP_FORBIDDEN, "%s; export it instead",
                    volume_why_unsavable(v));
    } else {
        switch (command) {
        case EDIT:
            o.result = volume_edit(shelf, v, revision, changes, &o.done,
                                   &o.status, &o.err);
            break;
        case PREVIEW:
            o.result = volume_preview(v, revision, changes, &o.done, &o.status,
                                      &o.err);
            break;
        case UNDO:
            o.result = volume_undo(shelf, v, revision, &o.status, &o.err);
            break;
        case REDO:
            o.result = volume_redo(shelf, v, revision, &o.status, &o.err);
            break;
        case SAVE:
            o.result = volume_save(shelf, v, revision, confirm, &o.losses,
                                   &o.status, &o.err);
            break;
        }
        if (o.result == VOLUME_DONE && command != PREVIEW)
            count_edited_book(&o, v);
        put_edit_outcome(command, &o, reply);
    }
    shelf_return(&loan);
    json_decref(root);
}

void api_edit(struct server *srv, const struct call *call, struct reply *reply)
{
    run_edit_command(srv, call, EDIT, reply);
}

void api_edit_preview(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    run_edit_command(srv, call, PREVIEW, reply);
}

void api_edit_undo(struct server *srv, const struct call *call,
                   struct reply *reply)
{
    run_edit_command(srv, call, UNDO, reply);
}

void api_edit_redo(struct server *srv, const struct call *call,
                   struct reply *reply)
{
    run_edit_command(srv, call, REDO, reply);
}

void api_edit_save(struct server *srv, const struct call *call,
                   struct reply *reply)
{
    run_edit_command(srv, call, SAVE, reply);
}
