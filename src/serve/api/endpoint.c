/*
 * endpoint.c - what the handlers share: loans, bodies, names
 */
#include "serve/api/endpoint.h"

#include <stdio.h>

#include "base/clock.h"
#include "serve/shelf/shelf_open.h"
#include "source/answer.h"

#include "base/banned.h"

enum {
    LOAD_SECONDS = 30,
    VALUES_MAX = 1 << 19, // of a body; one takes up to 300 bytes of memory
};

unsigned endpoint_number(int value, unsigned default_value, unsigned max)
{
    const unsigned n = value < 0 ? default_value : (unsigned)value;
    return n < max ? n : max;
}

/* Replies with 503 if the file was overwritten while it was open. */
static bool check_volume_file(struct server *srv, struct volume *volume,
                              struct reply *reply)
{
    struct tabia_error err = { 0 };
    if (volume_check(&srv->shelf, volume, &err))
        return true;
    reply_error(reply, HTTP_BUSY, "%s", err.msg);
    return false;
}

bool endpoint_check_loan(struct server *srv, struct loan *loan,
                         struct reply *reply)
{
    if (check_volume_file(srv, loan->volume, reply))
        return true;
    shelf_return(loan);
    return false;
}

void endpoint_return_loan(struct server *srv, struct loan *loan,
                          struct reply *reply)
{
    if (!check_volume_file(srv, loan->volume, reply))
        reply->is_damaged = false; // what was read is no part of a reply
    shelf_return(loan);
}

bool endpoint_borrow(struct server *srv, const struct call *call,
                     struct loan *loan, struct reply *reply)
{
    if (shelf_lend(&srv->shelf, call->params.book, loan))
        return endpoint_check_loan(srv, loan, reply);
    if (call->params.book)
        reply_error(reply, HTTP_NOT_FOUND,
                    "no book '%s'; /api/books lists the books",
                    call->params.book);
    else
        reply_error(reply, HTTP_NOT_FOUND, "no book is open");
    return false;
}

/* ---- loading --------------------------------------------------------- */

struct endpoint_deadline endpoint_deadline_in(struct server *srv,
                                              const struct call *call,
                                              unsigned seconds)
{
    return (struct endpoint_deadline){
        .srv = srv,
        .call = call,
        .end_ns = clock_now_ns() + seconds * UINT64_C(1000000000),
    };
}

bool endpoint_deadline_is_over(void *ctx)
{
    struct endpoint_deadline *deadline = ctx;
    const int why = clock_now_ns() >= deadline->end_ns ? ENDPOINT_END_LATE
                    : atomic_load(&deadline->srv->is_ending)
                        ? ENDPOINT_END_SERVER
                    : call_is_abandoned(deadline->call) ? ENDPOINT_END_CLIENT
                                                        : ENDPOINT_END_NONE;
    if (why)
        atomic_store(&deadline->why, why);
    return why;
}

void endpoint_reply_stopped(const struct endpoint_deadline *deadline,
                            const char *late, struct reply *reply)
{
    switch (atomic_load(&deadline->why)) {
    case ENDPOINT_END_LATE:
        reply_error(reply, HTTP_TOO_LARGE, "%s", late);
        break;
    case ENDPOINT_END_CLIENT:
        reply_error(reply, HTTP_GONE_AWAY, "the client closed the connection");
        break;
    default:
        reply_error(reply, HTTP_BUSY, "the server is ending");
    }
}

bool endpoint_load(struct server *srv, const struct call *call,
                   struct loan *loan, struct reply *reply)
{
    struct endpoint_deadline deadline =
        endpoint_deadline_in(srv, call, LOAD_SECONDS);
    struct tabia_error err = { 0 };
    const char *id = loan->volume->id;
    char late[VOLUME_ID_SIZE + 100];
    snprintf(late, sizeof(late),
             "'%s' cannot be loaded within %d seconds; positions can still be "
             "looked up in it",
             id, LOAD_SECONDS);
    if (shelf_load(&srv->shelf, loan, endpoint_deadline_is_over, &deadline,
                   &err))
        return true;
    if (err.status == TABIA_ERR_MISUSE)
        reply_error(reply, HTTP_NOT_FOUND,
                    "'%s': %s; this needs a book in memory", id, err.msg);
    else if (err.status == TABIA_ERR_STOPPED)
        endpoint_reply_stopped(&deadline, late, reply);
    else
        reply_library_error(
            reply, err.status == TABIA_ERR_LIMIT ? HTTP_TOO_LARGE : HTTP_FAILED,
            &err);
    shelf_return(loan);
    return false;
}

bool endpoint_borrow_book(struct server *srv, const struct call *call,
                          struct loan *loan, struct reply *reply)
{
    return endpoint_borrow(srv, call, loan, reply) &&
           endpoint_load(srv, call, loan, reply);
}

bool endpoint_borrow_puzzles(struct server *srv, const struct call *call,
                             struct loan *loan, struct reply *reply)
{
    if (!endpoint_borrow(srv, call, loan, reply))
        return false;
    if (loan->volume->kind == VOLUME_PUZZLES)
        return true;
    reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a set of puzzles",
                loan->volume->id);
    shelf_return(loan);
    return false;
}

/*
 * How many values a text of JSON has at most: each but the first follows a
 * comma or the start of what it is in.
 */
static size_t count_values(struct tabia_bytes text)
{
    size_t n = 1;
    bool is_string = false;
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t c = text.data[i];
        if (c == '"')
            is_string = !is_string;
        else if (is_string)
            i += c == '\\'; // and what it escapes
        else
            n += c == ',' || c == '[' || c == '{';
    }
    return n;
}

json_t *endpoint_read_body(const struct call *call, struct reply *reply)
{
    json_error_t why;
    if (count_values(call->body) > VALUES_MAX) {
        reply_error(reply, HTTP_TOO_LARGE,
                    "the request body has more than %d values", VALUES_MAX);
        return NULL;
    }
    json_t *root = json_loadb((const char *)call->body.data, call->body.size,
                              JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(root))
        return root;
    if (root)
        reply_error(reply, HTTP_BAD_REQUEST,
                    "the request body must be a JSON object");
    else if (why.text[0] == '\0') // jansson gives no text for this
        reply_error(reply, HTTP_FAILED, "out of memory");
    else
        reply_error(reply, HTTP_BAD_REQUEST,
                    "the request body is not valid JSON: %s", why.text);
    json_decref(root);
    return NULL;
}

enum tabia_side endpoint_player_side(const struct request_params *params)
{
    return !params->player || params->player_color == PARAM_ABSENT
               ? TABIA_SIDE_BOTH
           : params->player_color == TABIA_WHITE ? TABIA_SIDE_WHITE
                                                 : TABIA_SIDE_BLACK;
}

bool endpoint_look_up(const struct loan *loan,
                      const struct request_params *params, const char *player,
                      struct tabia_answer *answer, struct tabia_error *err)
{
    if (!loan->volume->store)
        player = NULL;
    const struct tabia_source *source = shelf_loan_source(loan);
    const struct tabia_query query = {
        .start = &params->start,
        .line = params->played,
        .nline = params->nplayed,
        .filter = &params->filter,
        .drop_filters = true,
        .player = player,
        .side = player ? endpoint_player_side(params) : TABIA_SIDE_BOTH,
    };
    return source ? tabia_source_find(source, &params->pos, &query, answer, err)
                  : answer_begin(answer, err); // puzzles have no moves
}

/* ---- names ----------------------------------------------------------- */

bool endpoint_find_name(const struct server *srv, const struct loan *loan,
                        const struct tabia_pos *pos, struct tabia_name *name)
{
    if (loan && loan->edition) {
        const struct tabia_node_data data =
            answer_node_data(loan->edition->source, pos, NULL);
        if (data.name) {
            *name = (struct tabia_name){ data.name, data.eco };
            return true;
        }
    }
    return tabia_names_find(srv->names.names, pos, name);
}

bool endpoint_find_opening(const struct server *srv, const struct loan *loan,
                           const struct request_params *params,
                           struct tabia_name *name)
{
    struct tabia_pos pos = params->start;
    bool has_name = endpoint_find_name(srv, loan, &pos, name);
    for (size_t i = 0; i < params->nplayed; i++) {
        tabia_pos_play(&pos, params->played[i]);
        has_name |= endpoint_find_name(srv, loan, &pos, name);
    }
    return has_name;
}
