/*
 * uri.h - the target of a request, parsed
 *
 *     if (!uri_decode_path("/masters?play=e2e4", 18, path)) ...
 *     if (!uri_parse(&uri, "/masters?play=e2e4", 18, err)) ...
 *     const struct uri_param *play = uri_find(&uri, "play");
 *
 * Enforces limits, but does not interpret the parameters.
 */
#ifndef SERVE_URI_H
#define SERVE_URI_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum { URI_SIZE = 8192, URI_PARAMS_MAX = 32 };

/* Valid UTF-8 without control characters, so without a NUL before 'len'. */
struct uri_param {
    const char *name;
    const char *value;
    size_t len;
};

struct uri {
    struct uri_param params[URI_PARAMS_MAX];
    size_t nparams;
    char text[URI_SIZE]; // what the pointers point into
};

/*
 * The path, decoded; 'path' has room for 'len' bytes and a NUL. False if it is
 * not valid text.
 */
bool uri_decode_path(const char *raw, size_t len, char *path);

/*
 * Parses the parameters. '+' is a space; a '%' without two hex digits is kept.
 * TABIA_ERR_LIMIT if the address or its parameters exceed a limit,
 * TABIA_ERR_SYNTAX if they are not valid text.
 */
bool uri_parse(struct uri *uri, const char *raw, size_t len,
               struct tabia_error *err);

/* The first parameter of that name, or NULL. */
const struct uri_param *uri_find(const struct uri *uri, const char *name);

/*
 * Decodes in place, with '+' as a space if 'plus' is set; returns the new
 * length. There is room for a NUL only if the text became shorter.
 */
size_t uri_decode(char *text, size_t len, bool plus);

#endif
