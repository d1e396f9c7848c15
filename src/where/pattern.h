/*
 * pattern.h - regular expressions that can neither hang nor grow
 *
 *     struct pattern *p = pattern_parse("^Kasp", 5, false, &at, err);
 *     if (p && pattern_match(p, value)) ...
 *     pattern_free(p);
 *
 * The syntax is that of POSIX extended regular expressions, over bytes. A
 * pattern becomes an automaton whose states are bits, all followed at once:
 * the time is at most the length of the text times that of the pattern,
 * nothing is allocated, and threads share it without a lock. The one of the C
 * library allocates and locks in every call, and keeps each state it meets.
 */
#ifndef WHERE_PATTERN_H
#define WHERE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "tabia/error.h"
#include "tabia/pgn.h"

enum {
    PATTERN_LENGTH_MAX = 512, // bytes
    PATTERN_STATES_MAX = 512, // bytes that the pattern stands for
    PATTERN_REPEAT_MAX = 255, // in {n,m}
    PATTERN_DEPTH_MAX = 50,   // of parentheses
};

/* Immutable. */
struct pattern;

/*
 * Compiles 'text'. 'ignore_case' is for ASCII letters; "(?i)" at the start
 * asks for the same. On failure the error has no place, but 'at' gets the
 * byte of 'text' where it is.
 */
struct pattern *pattern_parse(const char *text, size_t len, bool ignore_case,
                              size_t *at,
                              struct tabia_error *err) ATTR_MUST_CHECK;

/* Accepts NULL. */
void pattern_free(struct pattern *pattern);

/* Does it match anywhere in the value, read without its escapes? */
bool pattern_match(const struct pattern *pattern, struct tabia_pgn_text value);

#endif
