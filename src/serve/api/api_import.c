/*
 * api_import.c - books that a client sends
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "serve/shelf/shelf_open.h"

#include "base/banned.h"

enum {
    NAME_SIZE = 256,
    IMPORT_SECONDS = 30,
};

void api_import(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct endpoint_deadline deadline =
        endpoint_deadline_in(srv, call, IMPORT_SECONDS);
    char name[NAME_SIZE], late[64];
    struct loan loan;
    struct json_writer js;

    // The file name from the browser, made printable.
    size_t len = call->file_name ? strnlen(call->file_name, NAME_SIZE - 1) : 0;
    memcpy(name, call->file_name ? call->file_name : "", len);
    len = uri_decode(name, len, false);
    if (!utf8_is_valid(name, len))
        len = 0;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)name[i] < 0x20)
            name[i] = '_';
    name[len] = '\0';
    if (len == 0)
        memcpy(name, "file", sizeof("file"));

    if (call->body.size == 0) {
        reply_error(reply, HTTP_BAD_REQUEST, "the file is empty");
        return;
    }
    snprintf(late, sizeof(late), "reading the file took longer than %d seconds",
             IMPORT_SECONDS);
    const struct uri_param *as = uri_find(&call->uri, "as");
    const enum import_kind kind =
        as && strcmp(as->value, "book") == 0    ? IMPORT_BOOK
        : as && strcmp(as->value, "games") == 0 ? IMPORT_GAMES
                                                : IMPORT_AUTO;
    if (!shelf_import(&srv->shelf, call->body, name, kind,
                      endpoint_deadline_is_over, &deadline, &loan, &err)) {
        if (err.status == TABIA_ERR_STOPPED)
            endpoint_reply_stopped(&deadline, late, reply);
        else
            reply_library_error(reply,
                                err.status == TABIA_ERR_LIMIT
                                    ? HTTP_TOO_MANY
                                    : HTTP_BAD_REQUEST,
                                &err);
        return;
    }
    reply_begin_json(reply, &js);
    json_view_put_volume(&js, &loan);
    reply_end(reply);
    shelf_return(&loan);
}

void api_import_close(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct json_writer js;
    json_t *root = endpoint_read_body(call, reply);
    if (!root)
        return;
    const char *id = json_string_value(json_object_get(root, "book"));
    if (id && shelf_remove(&srv->shelf, id)) {
        reply_begin_json(reply, &js);
        json_writer_begin_object(&js);
        json_writer_pair_bool(&js, "closed", true);
        json_writer_end(&js);
        reply_end(reply);
    } else {
        reply_error(reply, HTTP_NOT_FOUND, "no such imported book");
    }
    json_decref(root);
}
