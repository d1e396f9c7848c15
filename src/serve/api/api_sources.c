/*
 * api_sources.c - the sources of likely replies that a request names
 */
#include "serve/api/api_sources.h"

#include <stdio.h>
#include <string.h>

#include "format/built_in.h"
#include "serve/api/endpoint.h"

#include "base/banned.h"

/* Adds a source that was lent; the list then owns the loan. */
static bool add_lent_source(struct server *srv, struct api_sources *s,
                            struct loan *loan, struct reply *reply)
{
    const char *id = loan->volume->id;
    if (!endpoint_check_loan(srv, loan, reply))
        return false;
    s->loans[s->nloans++] = *loan;
    if (!shelf_loan_source(loan)) {
        reply_error(reply, HTTP_BAD_REQUEST, "'%s' has no moves", id);
        return false;
    }
    s->list[s->n] = shelf_loan_source(loan);
    s->ids[s->n++] = id;
    return true;
}

static bool add_built_in(struct api_sources *s, struct reply *reply)
{
    struct tabia_error err = { 0 };
    if (!s->built_in && !(s->built_in = tabia_source_open(NULL, NULL, &err))) {
        reply_library_error(reply, HTTP_FAILED, &err);
        return false;
    }
    s->list[s->n] = s->built_in;
    s->ids[s->n++] = BUILT_IN_BOOK_ID;
    return true;
}

/* Without a list: the first store, else the built-in book or nothing. */
static bool borrow_default_source(struct server *srv, struct api_sources *s,
                                  const char *imports, bool needs_any,
                                  struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(&srv->shelf, imports, loans);
    size_t store = 0;
    while (store < n && loans[store].volume->kind != VOLUME_STORE)
        store++;
    for (size_t i = 0; i < n; i++)
        if (i != store)
            shelf_return(&loans[i]);
    if (store < n)
        return add_lent_source(srv, s, &loans[store], reply);
    return !needs_any || add_built_in(s, reply);
}

static bool borrow_named_source(struct server *srv, struct api_sources *s,
                                const char *id, struct reply *reply)
{
    struct loan loan;
    if (s->n == API_SOURCES_MAX) {
        reply_error(reply, HTTP_BAD_REQUEST, "source: more than %d sources",
                    API_SOURCES_MAX);
        return false;
    }
    if (shelf_lend(&srv->shelf, id, &loan))
        return add_lent_source(srv, s, &loan, reply);
    if (strcmp(id, BUILT_IN_BOOK_ID) == 0)
        return add_built_in(s, reply);
    reply_error(reply, HTTP_NOT_FOUND,
                "no book '%s'; /api/books lists the books", id);
    return false;
}

bool api_sources_borrow(struct server *srv, const struct request_params *params,
                        bool needs_any, struct api_sources *s,
                        struct reply *reply)
{
    *s = (struct api_sources){ .n = 0 };
    if (!params->source)
        return borrow_default_source(srv, s, params->imports, needs_any, reply);
    const char *list = params->source;
    char id[VOLUME_ID_SIZE];
    while (shelf_next_id(&list, id) > 0)
        if (!borrow_named_source(srv, s, id, reply))
            return false;
    return true;
}

void api_sources_return(struct server *srv, struct api_sources *s,
                        struct reply *reply)
{
    for (size_t i = 0; i < s->nloans; i++)
        endpoint_return_loan(srv, &s->loans[i], reply);
    tabia_source_close(s->built_in);
    *s = (struct api_sources){ .n = 0 };
}

void api_sources_key(const struct api_sources *s,
                     const struct tabia_store_filter *filter,
                     char key[HOLE_KEY_SIZE])
{
    size_t len =
        (size_t)snprintf(key, HOLE_KEY_SIZE, "%u %u %u %u", filter->ratings,
                         filter->speeds, filter->since, filter->until);
    for (size_t i = 0, loan = 0; i < s->n; i++) {
        const bool is_built_in = s->list[i] == s->built_in;
        const unsigned revision =
            is_built_in ? 0 : s->loans[loan++].status.revision;
        len += (size_t)snprintf(key + len, HOLE_KEY_SIZE - len, " %s:%u%s",
                                s->ids[i], revision, is_built_in ? "!" : "");
    }
}
