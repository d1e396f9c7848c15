/*
 * uri.c - the target of a request, parsed
 */
#include "serve/uri.h"

#include <string.h>

#include "base/error_internal.h"
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

/*
 * Decodes one part; the byte after it may be overwritten. False if it is not
 * valid text.
 */
static bool decode_uri_part(char *text, size_t len, bool plus, size_t *out)
{
    const size_t n = *out = uri_decode(text, len, plus);
    text[n] = '\0';
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return false;
    return utf8_is_valid(text, n);
}

bool uri_decode_path(const char *raw, size_t len, char *path)
{
    const char *query = memchr(raw, '?', len);
    const size_t size = query ? (size_t)(query - raw) : len;
    size_t n;
    memcpy(path, raw, size);
    return decode_uri_part(path, size, false, &n);
}

bool uri_parse(struct uri *uri, const char *raw, size_t len,
               struct tabia_error *err)
{
    uri->nparams = 0;
    if (len >= URI_SIZE)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the address is longer than %d bytes", URI_SIZE - 1);
    memcpy(uri->text, raw, len);
    uri->text[len] = '\0';

    char *end = uri->text + len, *stop;
    char *at = memchr(uri->text, '?', len);
    for (at = at ? at + 1 : end; at < end; at = stop + 1) {
        stop = memchr(at, '&', (size_t)(end - at));
        if (!stop)
            stop = end;
        if (stop == at)
            continue;
        if (uri->nparams == URI_PARAMS_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "more than %d parameters",
                             URI_PARAMS_MAX);
        char *equals = memchr(at, '=', (size_t)(stop - at));
        char *value = equals ? equals + 1 : stop;
        struct uri_param *param = &uri->params[uri->nparams++];
        size_t n;
        if (!decode_uri_part(value, (size_t)(stop - value), true,
                             &param->len) ||
            !decode_uri_part(at, (size_t)((equals ? equals : stop) - at), true,
                             &n))
            return error_set(err, TABIA_ERR_SYNTAX,
                             "the address is not valid UTF-8");
        param->name = at;
        param->value = value;
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
