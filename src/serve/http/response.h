/*
 * response.h - replies as responses of libmicrohttpd
 */
#ifndef SERVE_RESPONSE_H
#define SERVE_RESPONSE_H

#include "serve/http/response_cache.h"
#include "serve/http/streams.h"
#include "serve/routes.h"

struct MHD_Response;

/*
 * Makes a response with all its headers; takes the bytes out of the reply, or
 * copies them. 'route' may be NULL. 'etag' gets the entity tag, "" if there is
 * none. NULL if out of memory.
 */
struct MHD_Response *response_new(const struct server *srv,
                                  const struct route *route,
                                  struct reply *reply, char etag[ETAG_SIZE]);

/* The same for a reply with a stream, which 'out' then reads. */
struct MHD_Response *response_new_stream(const struct server *srv,
                                         const struct route *route,
                                         const struct reply *reply,
                                         struct stream_out *out);

/* "Not modified", with the tag. */
struct MHD_Response *response_new_not_modified(const struct server *srv,
                                               const struct route *route,
                                               const char *etag);

/* The response to OPTIONS: which cross-origin requests are allowed. */
struct MHD_Response *response_new_options(const struct server *srv,
                                          const struct route *route);

/*
 * True if the header If-None-Match (NULL: absent) is "*", or a list that has
 * the tag, weak (W/) or not.
 */
bool response_has_etag(const char *if_none_match, const char *etag);

#endif
