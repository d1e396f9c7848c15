/*
 * where_lex.c - the words of an expression
 */
#include <stdarg.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "where/where_def.h"
#include "base/banned.h"

bool where_fail(const struct where_lexer *lexer, const char *at,
                const char *fmt, ...)
{
    size_t line = 1;
    const char *start = lexer->text;
    for (const char *p = lexer->text; p < at; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    va_list ap;
    va_start(ap, fmt);
    error_at_location_v(lexer->err, TABIA_ERR_SYNTAX, line,
                        (size_t)(at - start) + 1, (uint64_t)(at - lexer->text),
                        fmt, ap);
    va_end(ap);
    return false;
}

static bool where_lex_is_name_byte(char c)
{
    return text_is_digit(c) || text_is_letter(c) || c == '_';
}

/* ---- names and operators --------------------------------------------- */

static bool lex_name(struct where_lexer *lexer, struct where_token *token)
{
    static const struct {
        const char *word;
        enum where_token_kind kind;
    } words[] = {
        { "and", WHERE_TOKEN_AND },
        { "or", WHERE_TOKEN_OR },
        { "not", WHERE_TOKEN_NOT },
    };
    while (where_lex_is_name_byte(*lexer->p))
        lexer->p++;
    token->len = (size_t)(lexer->p - token->text);
    token->kind = WHERE_TOKEN_NAME;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (text_is_like(token->text, token->len, words[i].word))
            token->kind = words[i].kind;
    return true;
}

/*
 * Longer ones first, so that the first that fits is the one. Those with a hint
 * belong to other languages.
 */
static const struct {
    const char *text;
    enum where_token_kind kind;
    uint8_t relation;
    const char *hint;
} operators[] = {
    { "!~*", WHERE_TOKEN_MATCH, 0, NULL },
    { "==", WHERE_TOKEN_END, 0, "=" },
    { "=~", WHERE_TOKEN_END, 0, "~" },
    { "=>", WHERE_TOKEN_END, 0, ">=" },
    { "=<", WHERE_TOKEN_END, 0, "<=" },
    { "<>", WHERE_TOKEN_END, 0, "!=" },
    { "&&", WHERE_TOKEN_END, 0, "and" },
    { "||", WHERE_TOKEN_END, 0, "or" },
    { "!=", WHERE_TOKEN_RELATION, WHERE_LESS | WHERE_GREATER, NULL },
    { "<=", WHERE_TOKEN_RELATION, WHERE_LESS | WHERE_EQUAL, NULL },
    { ">=", WHERE_TOKEN_RELATION, WHERE_GREATER | WHERE_EQUAL, NULL },
    { "!~", WHERE_TOKEN_MATCH, 0, NULL },
    { "~*", WHERE_TOKEN_MATCH, 0, NULL },
    { "=", WHERE_TOKEN_RELATION, WHERE_EQUAL, NULL },
    { "<", WHERE_TOKEN_RELATION, WHERE_LESS, NULL },
    { ">", WHERE_TOKEN_RELATION, WHERE_GREATER, NULL },
    { "~", WHERE_TOKEN_MATCH, 0, NULL },
    { "(", WHERE_TOKEN_OPEN, 0, NULL },
    { ")", WHERE_TOKEN_CLOSE, 0, NULL },
    { ",", WHERE_TOKEN_COMMA, 0, NULL },
    { "!", WHERE_TOKEN_END, 0, "not" },
    { "&", WHERE_TOKEN_END, 0, "and" },
    { "|", WHERE_TOKEN_END, 0, "or" },
};

static bool read_operator(struct where_lexer *lexer, struct where_token *token)
{
    for (size_t i = 0; i < COUNT_OF(operators); i++) {
        const size_t len = strlen(operators[i].text);
        if (strncmp(lexer->p, operators[i].text, len) != 0)
            continue;
        if (operators[i].hint)
            return where_fail(lexer, lexer->p,
                              "unknown operator '%s'; did you mean '%s'?",
                              operators[i].text, operators[i].hint);
        token->kind = operators[i].kind;
        token->relation = operators[i].relation;
        token->len = len;
        lexer->p += len;
        return true;
    }
    char buf[QUOTE_SIZE];
    return where_fail(lexer, lexer->p, "unknown operator '%s'",
                      quote(lexer->p, 1, buf));
}

/* ---- numbers and strings --------------------------------------------- */

bool where_read_date(struct tabia_pgn_text text, int32_t *date)
{
    size_t nparts = 1, nmarks = 0; // that are meant to be known; . - /
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.text[i];
        const bool is_mark = c == '.' || c == '-' || c == '/';
        if (!is_mark && !text_is_digit(c) && c != '?')
            return false;
        nmarks += is_mark;
        nparts +=
            is_mark && i + 1 < text.len && text_is_digit(text.text[i + 1]);
    }
    const tags_date got = tags_parse_date(text);
    const size_t nknown =
        (size_t)(got > 0) + (got / 100 % 100 > 0) + (got % 100 > 0);
    *date = (int32_t)got;
    return nmarks <= 2 && nknown == nparts;
}

static bool lex_number(struct where_lexer *lexer, struct where_token *token)
{
    bool has_point = false;
    lexer->p += *lexer->p == '-';
    while (where_lex_is_name_byte(*lexer->p) || *lexer->p == '.') {
        has_point |= *lexer->p == '.';
        lexer->p++;
    }
    token->len = (size_t)(lexer->p - token->text);
    const struct tabia_pgn_text text = { token->text, token->len };
    char buf[QUOTE_SIZE];
    if (!has_point) {
        token->kind = WHERE_TOKEN_NUMBER;
        if (tags_parse_number(text, &token->number))
            return true;
        return where_fail(lexer, token->text,
                          "expected a whole number of at most nine digits, "
                          "found '%s'",
                          quote(text.text, text.len, buf));
    }
    token->kind = WHERE_TOKEN_DATE;
    if (where_read_date(text, &token->number))
        return true;
    return where_fail(lexer, token->text,
                      "expected a date such as 2015.06 or 2015.06.30, found "
                      "'%s'",
                      quote(text.text, text.len, buf));
}

static bool lex_string(struct where_lexer *lexer, struct where_token *token)
{
    const char mark = *lexer->p++;
    while (*lexer->p && *lexer->p != mark)
        lexer->p += lexer->p[0] == '\\' && lexer->p[1] ? 2 : 1;
    if (!*lexer->p)
        return where_fail(lexer, token->text, "missing closing %c", mark);
    lexer->p++;
    token->kind = WHERE_TOKEN_STRING;
    token->len = (size_t)(lexer->p - token->text);
    return true;
}

/*
 * Only quotes and the backslash have escapes; before all others a backslash
 * stands for itself, so that patterns can be written as they are.
 */
static bool is_escape(const char *p)
{
    return p[0] == '\\' && (p[1] == '\\' || p[1] == '"' || p[1] == '\'');
}

size_t where_unquote(const struct where_token *token, char *buf)
{
    const char *p = token->text + 1, *end = token->text + token->len - 1;
    size_t n = 0;
    while (p < end) {
        p += is_escape(p);
        buf[n++] = *p++;
    }
    return n;
}

const char *where_quoted_place(const struct where_token *token, size_t at)
{
    const char *p = token->text + 1, *end = token->text + token->len - 1;
    for (; at > 0 && p < end; at--)
        p += is_escape(p) ? 2 : 1;
    return p;
}

bool where_next_token(struct where_lexer *lexer, struct where_token *token)
{
    while (*lexer->p && strchr(" \t\r\n", *lexer->p))
        lexer->p++;
    const char c = *lexer->p;
    *token = (struct where_token){ .kind = WHERE_TOKEN_END, .text = lexer->p };
    if (!c)
        return true;
    if (text_is_digit(c) || (c == '-' && text_is_digit(lexer->p[1])))
        return lex_number(lexer, token);
    if (where_lex_is_name_byte(c))
        return lex_name(lexer, token);
    if (c == '"' || c == '\'')
        return lex_string(lexer, token);
    return read_operator(lexer, token);
}
