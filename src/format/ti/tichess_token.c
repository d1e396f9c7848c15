/*
 * tichess_token.c - words of TI-Chess's book text
 */
#include "format/ti/tichess_token.h"

#include <string.h>

#include "base/text.h"
#include "chess/chess_words.h"
#include "base/banned.h"

bool tichess_token_is(const struct tichess_token *token, const char *word)
{
    return token->len == strlen(word) &&
           memcmp(token->at, word, token->len) == 0;
}

bool tichess_token_is_result(const struct tichess_token *token)
{
    return chess_words_parse_result(token->at, token->len) != TABIA_RESULT_NONE;
}

bool tichess_is_comment(const char *p, const char *end)
{
    return *p == ';' || *p == '{' || (*p == '/' && end - p > 1 && p[1] == '/');
}

struct tichess_token tichess_token_next(struct text *t)
{
    struct tichess_token token = { .at = t->p };
    while (t->p < t->end && *t->p != ' ' && *t->p != '\t' && *t->p != '.' &&
           !tichess_is_comment(t->p, t->end))
        t->p++;
    token.len = (size_t)(t->p - token.at);
    for (; t->p < t->end && *t->p == '.'; t->p++)
        token.ndots++;
    return token;
}
