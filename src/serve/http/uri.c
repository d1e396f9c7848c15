/*
 * uri.c - the target of a request, taken apart
 */
#include "serve/http/uri.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

#include "base/banned.h"

size_t uri_decode(char *text, size_t len, bool plus)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '+' && plus) {
            c = ' ';
        } else if (c == '%' && len - i > 2) {
            const unsigned high = text_hex_digit(text_lower(text[i + 1]));
            const unsigned low = text_hex_digit(text_lower(text[i + 2]));
            if (high < 16 && low < 16) {
                c = (char)(high << 4 | low);
                i += 2;
            }
        }
        text[n++] = c;
    }
    return n;
}

static bool is_text(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return false;
    return utf8_is_valid(text, len);
}

/* Decodes one part, which ends with a byte that may be overwritten. */
static bool take_part(char *text, size_t len, bool plus, size_t *out,
                      struct tabia_error *err)
{
    *out = uri_decode(text, len, plus);
    if (!is_text(text, *out))
        return error_set(err, TABIA_SYNTAX,
                         "the address has bytes that are no text in UTF-8");
    text[*out] = '\0';
    return true;
}

static bool take_param(struct uri *uri, char *text, size_t len,
                       struct tabia_error *err)
{
    struct uri_param *param = &uri->params[uri->nparams];
    char *equals = memchr(text, '=', len);
    const size_t name_len = equals ? (size_t)(equals - text) : len;
    char *value = equals ? equals + 1 : text + len;
    size_t n;
    if (len == 0)
        return true;
    if (uri->nparams == URI_PARAMS)
        return error_set(err, TABIA_LIMIT, "more than %d parameters",
                         URI_PARAMS);
    if (!take_part(value, (size_t)(text + len - value), true, &param->len,
                   err) ||
        !take_part(text, name_len, true, &n, err))
        return false;
    param->name = text;
    param->value = value;
    uri->nparams++;
    return true;
}

bool uri_parse(struct uri *uri, const char *raw, size_t len,
               struct tabia_error *err)
{
    uri->nparams = 0;
    uri->path = uri->text;
    if (len >= URI_SIZE)
        return error_set(err, TABIA_LIMIT, "an address of more than %d bytes",
                         URI_SIZE - 1);
    memcpy(uri->text, raw, len);
    uri->text[len] = '\0';

    char *end = uri->text + len;
    char *query = memchr(uri->text, '?', len);
    size_t n;
    char *at = query ? query + 1 : end;
    if (!take_part(uri->text, (size_t)((query ? query : end) - uri->text),
                   false, &n, err))
        return false;
    while (at < end) {
        char *stop = memchr(at, '&', (size_t)(end - at));
        if (!stop)
            stop = end;
        if (!take_param(uri, at, (size_t)(stop - at), err))
            return false;
        at = stop + 1;
    }
    return true;
}

const struct uri_param *uri_find(const struct uri *uri, const char *name)
{
    for (size_t i = 0; i < uri->nparams; i++)
        if (strcmp(uri->params[i].name, name) == 0)
            return &uri->params[i];
    return NULL;
}
