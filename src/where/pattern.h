/*
 * pattern.h - regular expressions over bytes, matched by PCRE2
 *
 *     struct pattern *p = pattern_parse("^Kasp", 5, false, &at, err);
 *     struct pattern_tools *tools = NULL;        // one for each thread
 *     enum pattern_result answer = pattern_find(p, &tools, value);
 *     ...
 *     pattern_tools_free(tools);
 *     pattern_free(p);
 *
 * The dialect is small, that of POSIX extended regular expressions with \d, \s
 * and \w: docs/where.md describes it. A match that takes too many steps is
 * given up, so no text and no pattern can hang a program.
 */
#ifndef WHERE_PATTERN_H
#define WHERE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "tabia/error.h"
#include "tabia/pgn.h"

enum {
    PATTERN_LENGTH_MAX = 512, // bytes
    PATTERN_REPEAT_MAX = 255, // in {n,m}
    PATTERN_DEPTH_MAX = 50,   // of parentheses
};

/* Immutable; threads share it without a lock. */
struct pattern;

/*
 * Compiles 'text'. 'ignore_case' is for ASCII letters; "(?i)" at the start
 * asks for the same. On failure the error has no location, but 'at' gets the
 * byte of 'text' where it is.
 */
struct pattern *pattern_parse(const char *text, size_t len, bool ignore_case,
                              size_t *at, struct tabia_error *err) MUST_CHECK;

/* Accepts NULL. */
void pattern_free(struct pattern *pattern);

/* What one thread matches any patterns with. */
struct pattern_tools;

/* Accepts NULL. */
void pattern_tools_free(struct pattern_tools *tools);

enum pattern_result {
    PATTERN_NO,
    PATTERN_YES,
    PATTERN_GAVE_UP, // too many steps, or too much memory for them
    PATTERN_NOMEM,
};

/*
 * True if it matches anywhere in the value without its escapes. The first
 * call makes the tools, where they are NULL.
 */
enum pattern_result pattern_find(const struct pattern *pattern,
                                 struct pattern_tools **tools,
                                 struct tabia_pgn_text value);

#endif
