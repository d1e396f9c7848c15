/*
 * api_books.c - the books there are, the server's state, what handlers share
 */
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

unsigned api_number(int value, unsigned fallback, unsigned max)
{
    const unsigned n = value < 0 ? fallback : (unsigned)value;
    return n < max ? n : max;
}

/* Answers 503 for a file that was changed under us. */
static bool check_file(struct server *srv, struct volume *volume,
                       struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    if (volume_check(&srv->shelf, volume, &err))
        return true;
    reply_error(reply, HTTP_BUSY, "%s", err.msg);
    return false;
}

bool api_keep(struct server *srv, struct loan *loan, struct reply *reply)
{
    if (check_file(srv, loan->volume, reply))
        return true;
    shelf_return(loan);
    return false;
}

void api_return(struct server *srv, struct loan *loan, struct reply *reply)
{
    (void)check_file(srv, loan->volume, reply);
    shelf_return(loan);
}

bool api_lend(struct server *srv, const struct call *call, struct loan *loan,
              struct reply *reply)
{
    if (shelf_lend(&srv->shelf, call->query.book, loan))
        return api_keep(srv, loan, reply);
    if (call->query.book)
        reply_error(reply, HTTP_NOT_FOUND,
                    "there is no book '%s'; /api/books lists them",
                    call->query.book);
    else
        reply_error(reply, HTTP_NOT_FOUND, "there is no book");
    return false;
}

bool api_lend_book(struct server *srv, const struct call *call,
                   struct loan *loan, struct reply *reply)
{
    if (!api_lend(srv, call, loan, reply))
        return false;
    if (loan->edition)
        return true;
    reply_error(reply, HTTP_NOT_FOUND,
                "'%s' is searched in its file: this needs a loaded book",
                loan->volume->id);
    shelf_return(loan);
    return false;
}

json_t *api_read_body(const struct call *call, struct reply *reply)
{
    json_error_t why;
    json_t *root = json_loadb((const char *)call->body.data, call->body.size,
                              JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(root))
        return root;
    if (root)
        reply_error(reply, HTTP_BAD_REQUEST, "expected an object");
    else if (why.text[0] == '\0') // jansson says nothing of memory
        reply_error(reply, HTTP_FAILED, "out of memory");
    else
        reply_error(reply, HTTP_BAD_REQUEST, "the body is no JSON: %s",
                    why.text);
    json_decref(root);
    return NULL;
}

bool api_ask(const struct loan *loan, const struct query *q,
             struct tabia_answer *answer, struct tabia_error *err)
{
    const struct tabia_source *src = loan_source(loan);
    const struct tabia_query query = {
        .start = &q->start,
        .line = q->played,
        .nline = q->nplayed,
        .filter = &q->filter,
        .drop_filters = true,
    };
    return src ? tabia_source_find(src, &q->pos, &query, answer, err)
               : answer_begin(answer, err); // puzzles have no moves
}

/* ---- names ----------------------------------------------------------- */

bool api_name(const struct server *srv, const struct loan *loan,
              const struct tabia_pos *pos, struct tabia_name *name)
{
    if (loan && loan->edition) {
        const struct tabia_node_data data =
            source_position(loan->edition->source, pos, NULL);
        if (data.name) {
            *name = (struct tabia_name){ data.name, data.eco };
            return true;
        }
    }
    return tabia_names_find(srv->openings.names, pos, name);
}

bool api_opening(const struct server *srv, const struct loan *loan,
                 const struct query *q, struct tabia_name *name)
{
    struct tabia_pos pos = q->start;
    bool has_name = api_name(srv, loan, &pos, name);
    for (size_t i = 0; i < q->nplayed; i++) {
        tabia_pos_play(&pos, q->played[i]);
        has_name |= api_name(srv, loan, &pos, name);
    }
    return has_name;
}

/* ---- the list -------------------------------------------------------- */

void api_books(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    struct json js;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "version", TABIA_VERSION);
    json_pair_bool(&js, "readOnly", srv->options.read_only);
    json_pair_bool(&js, "needsToken", srv->needs_token);
    json_key(&js, "engine");
    json_put_text(&js,
                  srv->options.engine ? path_name(srv->options.engine) : NULL);
    const struct tabia_format *format;
    json_key(&js, "writable");
    json_begin_array(&js);
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_info(format);
        if (!info->can_write)
            continue;
        json_begin_object(&js);
        json_view_text(&js, "format", info->name);
        json_view_text(&js, "title", info->title);
        json_view_text(&js, "suffix",
                       info->suffixes && info->suffixes[0] ? info->suffixes[0]
                                                           : "");
        json_end(&js);
    }
    json_end(&js);
    json_key(&js, "books");
    json_begin_array(&js);
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    for (size_t i = 0; i < n; i++) {
        json_view_volume(&js, &loans[i]);
        shelf_return(&loans[i]);
    }
    json_end(&js);
    json_end(&js);
    reply_end(reply);
}

/* ---- how the server is ------------------------------------------------ */

void api_health(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct json js;
    (void)srv;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "status", "ok");
    json_end(&js);
    reply_end(reply);
}

void api_metrics(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    (void)call;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(&srv->metrics, &reply->body);
    if (reply->body.failed)
        reply_error(reply, HTTP_FAILED, "out of memory");
}

void api_session(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct json js;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "token", srv->token);
    json_end(&js);
    reply_end(reply);
}
