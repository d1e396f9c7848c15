/*
 * assets.h - the page and its files
 *
 * Embedded in the program, compressed (tools/embed.sh makes the table), or in a
 * folder that is named on the command line.
 */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include "serve/server_internal.h"

struct asset {
    const char *path;        // "/index.html"
    const char *type;        // content type
    const char *etag;        // with its quotes
    struct tabia_bytes gzip; // compressed
    bool is_immutable;       // its name changes with its content
};

/* Generated. Ends with a path of NULL. */
extern const struct asset page_assets[];

/* Handles GET for a path without a route: a file of the page. */
void assets_reply(const struct server *srv, const struct call *call,
                  struct reply *reply);

#endif
