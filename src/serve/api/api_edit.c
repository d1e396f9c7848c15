/*
 * api_edit.c - changing a book, undoing it, saving it
 */
#include <limits.h>

#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/volume.h"

#include "base/banned.h"

/* A request to change something: its JSON, and the book it means. */
struct order {
    json_t *root;
    struct loan loan;
    unsigned revision;
    struct volume_state state;
};

static void close_order(struct order *order)
{
    shelf_return(&order->loan);
    json_decref(order->root);
}

static bool open_order(struct server *srv, const struct call *call,
                       struct order *order, struct reply *reply)
{
    order->root = api_read_body(call, reply);
    if (!order->root)
        return false;
    const char *id = json_string_value(json_object_get(order->root, "book"));
    const json_t *revision = json_object_get(order->root, "revision");
    if (!id || !shelf_lend(&srv->shelf, id, &order->loan)) {
        reply_error(reply, id ? HTTP_NOT_FOUND : HTTP_BAD_REQUEST,
                    id ? "there is no such book" : "\"book\" is missing");
    } else if (!order->loan.volume->is_editable) {
        reply_error(reply, HTTP_FORBIDDEN, "'%s' cannot be changed",
                    order->loan.volume->id);
        shelf_return(&order->loan);
    } else if (!json_is_integer(revision) || json_integer_value(revision) < 0 ||
               json_integer_value(revision) > UINT_MAX) {
        reply_error(reply, HTTP_BAD_REQUEST, "\"revision\" is missing");
        shelf_return(&order->loan);
    } else {
        order->revision = (unsigned)json_integer_value(revision);
        return true;
    }
    json_decref(order->root);
    return false;
}

/* ---- answers --------------------------------------------------------- */

static void put_state(struct json *js, const struct volume_state *state)
{
    json_pair_uint(js, "revision", state->revision);
    json_pair_uint(js, "undo", state->undo);
    json_pair_uint(js, "redo", state->redo);
    json_pair_bool(js, "dirty", state->is_dirty);
}

static void put_removed(struct json *js, const struct draft_report *report)
{
    json_key(js, "removed");
    json_begin_object(js);
    json_pair_uint(js, "moves", report->removed);
    json_pair_uint(js, "kept", report->kept);
    json_end(js);
}

/* "error", and where the book stands now. */
static void answer_conflict(const struct order *order, const char *text,
                            const struct tabia_report *report,
                            struct reply *reply)
{
    struct json js;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "error", text);
    put_state(&js, &order->state);
    if (report)
        json_view_losses(&js, report);
    json_end(&js);
    reply_end(reply);
    reply->status = HTTP_CONFLICT;
}

/* Everything but VOLUME_DONE. */
static void answer_failure(const struct order *order, enum volume_result result,
                           const struct tabia_error *err, struct reply *reply)
{
    if (result == VOLUME_CONFLICT)
        answer_conflict(
            order, err->msg[0] ? err->msg : "the book was changed meanwhile",
            NULL, reply);
    else if (result == VOLUME_REFUSED)
        reply_error(reply, HTTP_BAD_REQUEST, "%s", err->msg);
    else
        reply_error(reply, HTTP_FAILED, "%s", err->msg);
}

/* What there is to tell; NULL for what the order was not about. */
static void answer_done(const struct volume_state *state,
                        const struct draft_report *removed,
                        const struct tabia_report *losses, struct reply *reply)
{
    struct json js;
    reply_begin(reply, &js);
    json_begin_object(&js);
    if (state)
        put_state(&js, state);
    if (removed)
        put_removed(&js, removed);
    if (losses)
        json_view_losses(&js, losses);
    json_end(&js);
    reply_end(reply);
}

/* ---- orders ---------------------------------------------------------- */

void api_edit(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct draft_report report = { 0, 0 };
    struct order order;
    if (!open_order(srv, call, &order, reply))
        return;
    const enum volume_result result =
        volume_edit(&srv->shelf, order.loan.volume, order.revision,
                    json_object_get(order.root, "changes"), &report,
                    &order.state, &err);
    if (result == VOLUME_DONE)
        answer_done(&order.state, &report, NULL, reply);
    else
        answer_failure(&order, result, &err, reply);
    close_order(&order);
}

void api_preview(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct draft_report report = { 0, 0 };
    struct order order;
    if (!open_order(srv, call, &order, reply))
        return;
    const enum volume_result result =
        volume_preview(order.loan.volume, order.revision,
                       json_object_get(order.root, "changes"), &report,
                       &order.state, &err);
    if (result == VOLUME_DONE)
        answer_done(NULL, &report, NULL, reply);
    else
        answer_failure(&order, result, &err, reply);
    close_order(&order);
}

static void step(struct server *srv, const struct call *call, int by,
                 struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct order order;
    if (!open_order(srv, call, &order, reply))
        return;
    const enum volume_result result =
        volume_step(&srv->shelf, order.loan.volume, order.revision, by,
                    &order.state, &err);
    if (result == VOLUME_DONE)
        answer_done(&order.state, NULL, NULL, reply);
    else
        answer_failure(&order, result, &err, reply);
    close_order(&order);
}

void api_undo(struct server *srv, const struct call *call, struct reply *reply)
{
    step(srv, call, -1, reply);
}

void api_redo(struct server *srv, const struct call *call, struct reply *reply)
{
    step(srv, call, 1, reply);
}

static void save(struct server *srv, struct order *order, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct tabia_report report = { .n = 0 };
    const bool confirm = json_is_true(json_object_get(order->root, "confirm"));
    const enum volume_result result =
        volume_save(&srv->shelf, order->loan.volume, order->revision, confirm,
                    &report, &order->state, &err);
    if (result == VOLUME_DONE)
        answer_done(&order->state, NULL, &report, reply);
    else if (result == VOLUME_LOSSES)
        answer_conflict(order, "the format cannot hold all", &report, reply);
    else
        answer_failure(order, result, &err, reply);
}

void api_save(struct server *srv, const struct call *call, struct reply *reply)
{
    struct order order;
    if (!open_order(srv, call, &order, reply))
        return;
    if (order.loan.volume->is_savable)
        save(srv, &order, reply);
    else
        reply_error(reply, HTTP_FORBIDDEN, "%s; export it instead",
                    order.loan.volume->path
                        ? "the folder of this book cannot be written to"
                        : "this book has no file");
    close_order(&order);
}
