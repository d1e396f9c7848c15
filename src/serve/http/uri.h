/*
 * uri.h - the target of a request, taken apart
 *
 *     if (!uri_path("/masters?play=e2e4", 18, path)) ...
 *     if (!uri_parse(&uri, "/masters?play=e2e4", 18, err)) ...
 *     const struct uri_param *play = uri_find(&uri, "play");
 *
 * Knows its limits, and nothing of what the parameters mean.
 */
#ifndef SERVE_URI_H
#define SERVE_URI_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum { URI_SIZE = 8192, URI_PARAMS = 32 };

/* Valid UTF-8 without control characters, so without a NUL before 'len'. */
struct uri_param {
    const char *name;
    const char *value;
    size_t len;
};

struct uri {
    struct uri_param params[URI_PARAMS];
    size_t nparams;
    char text[URI_SIZE]; // what the pointers point into
};

/*
 * The path, decoded; 'path' has room for 'len' bytes and a NUL. False for bytes
 * that no text has.
 */
bool uri_path(const char *raw, size_t len, char *path);

/*
 * The parameters. '+' is a blank; a '%' that starts no pair of digits stays.
 * TABIA_LIMIT when there is too much of it, TABIA_SYNTAX for bytes that no
 * text has.
 */
bool uri_parse(struct uri *uri, const char *raw, size_t len,
               struct tabia_error *err);

/* The first parameter of that name, or NULL. */
const struct uri_param *uri_find(const struct uri *uri, const char *name);

/*
 * Decodes in place, 'plus' being a blank or not; returns the new length. There
 * is room for a NUL where the text became shorter, and only there.
 */
size_t uri_decode(char *text, size_t len, bool plus);

#endif
