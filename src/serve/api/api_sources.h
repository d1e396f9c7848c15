/*
 * api_sources.h - the sources of likely replies that a request names
 */
#ifndef SERVE_API_SOURCES_H
#define SERVE_API_SOURCES_H

#include "serve/api/endpoint.h"

enum { API_SOURCES_MAX = 8 };

/* Sources of likely replies, borrowed from the shelf. */
struct api_sources {
    const struct tabia_source *list[API_SOURCES_MAX];
    const char *ids[API_SOURCES_MAX];
    size_t n;
    struct loan loans[API_SOURCES_MAX];
    size_t nloans;
    struct tabia_source *built_in; // owned; NULL: not used
};

/*
 * Borrows the sources of a list of ids. Without a list (NULL) the first store,
 * else the built-in book if one is needed. False after an error reply; the
 * sources are to be returned even then.
 */
bool api_sources_borrow(struct server *srv, const struct request_params *params,
                        bool needs_any, struct api_sources *s,
                        struct reply *reply);

void api_sources_return(struct server *srv, struct api_sources *s,
                        struct reply *reply);

/* Names the sources with their revisions, and the filter. */
void api_sources_key(const struct api_sources *s,
                     const struct tabia_store_filter *filter,
                     char key[HOLE_KEY_SIZE]);

#endif
