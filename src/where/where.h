/*
 * where.h - expressions that choose games by their tags
 *
 *     struct where *w = where_parse("WhiteElo >= 2400 and Date >= 2015", err);
 *     visitor.tags = where_tags(w);
 *     ...
 *     where_values_reset(&values);                      // on_begin_game
 *     where_set_tag(w, &values, name, value);        // each tag
 *     where_match(w, &values, &is_match, err);   // on_begin_moves
 *     ...
 *     where_values_clear(&values);
 *     where_free(w);
 *
 * docs/where.md is the user's description of the language. An expression is
 * compiled once, into tests that each know where to go on. Any number of
 * threads may share one, each with values of its own.
 */
#ifndef WHERE_WHERE_H
#define WHERE_WHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/error.h"
#include "tabia/pgn.h"

enum {
    WHERE_LENGTH_MAX = 8192, // bytes of an expression
    WHERE_TAGS_MAX = 32,     // different tags in it
    WHERE_TESTS_MAX = 512,   // comparisons and calls in it
    WHERE_DEPTH_MAX = 100,   // of nested parentheses
};

/* Immutable. */
struct where;

/*
 * Compiles an expression; keeps nothing of 'text'. NULL on failure; the error
 * then has line, column and offset in 'text', fit for tabia_error_print.
 */
struct where *where_parse(const char *text, struct tabia_error *err) MUST_CHECK;

/* Accepts NULL. */
void where_free(struct where *w);

/*
 * The names of the tags that it asks for, ended by NULL: a visitor's 'tags'.
 * They live as long as 'w'.
 */
const char *const *where_tags(const struct where *w);

/* The tags of one game, for one expression. The zero value has none. */
struct where_values {
    uint32_t has; // bit i: value[i] is there
    struct tabia_pgn_text value[WHERE_TAGS_MAX];
    struct pattern_tools *tools; // owned
};

/* Forgets all tags, for the next game. */
static inline void where_values_reset(struct where_values *values)
{
    values->has = 0;
}

/* Frees what matching needed. */
void where_values_clear(struct where_values *values);

/*
 * Notes a tag as a visitor gets it; borrows the value until the match.
 * Tags that the expression does not ask for are ignored; of a tag that
 * comes twice the first counts.
 */
void where_set_tag(const struct where *w, struct where_values *values,
                   struct tabia_pgn_text name, struct tabia_pgn_text value);

/*
 * Sets whether the game is one of those wanted. False with TABIA_ERR_LIMIT and
 * the name of a tag in the error when a pattern takes too many steps, or if
 * memory runs out.
 */
bool where_match(const struct where *w, struct where_values *values,
                 bool *is_match, struct tabia_error *err) MUST_CHECK;

#endif
