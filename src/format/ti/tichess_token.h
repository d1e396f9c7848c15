/*
 * tichess_token.h - words of TI-Chess's book text
 */
#ifndef FORMAT_TICHESS_TOKEN_H
#define FORMAT_TICHESS_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* A word; it ends at a blank, a dot or a comment. */
struct tichess_token {
    const char *at;
    size_t len;
    size_t ndots; // that follow it
};

/* Takes the next word of the line and the dots behind it. */
struct tichess_token tichess_token_next(struct text *t);

bool tichess_token_is(const struct tichess_token *token, const char *word);

/* True for 1-0, 0-1, 1/2-1/2 and *. */
bool tichess_token_is_result(const struct tichess_token *token);

/* True if a comment begins here. */
bool tichess_is_comment(const char *p, const char *end);

#endif
