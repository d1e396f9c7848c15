/*
 * json_member.c - members of JSON objects, each checked before it is used
 */
#include "format/shared/json_member.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "base/banned.h"

/* ---- errors ---------------------------------------------------------- */

enum { PATH_SIZE = 64 };

static const char *print_path(const struct json_member_location *at,
                              const char *member, char path[PATH_SIZE])
{
    const char *name = member ? member : "";
    const char *dot = member ? "." : "";
    if (!at->list)
        snprintf(path, PATH_SIZE, "%s", member ? member : "the file");
    else if (!at->sub)
        snprintf(path, PATH_SIZE, "%s[%zu]%s%s", at->list, at->item, dot, name);
    else if (!at->sub_is_list)
        snprintf(path, PATH_SIZE, "%s[%zu].%s%s%s", at->list, at->item, at->sub,
                 dot, name);
    else
        snprintf(path, PATH_SIZE, "%s[%zu].%s[%zu]%s%s", at->list, at->item,
                 at->sub, at->sub_item, dot, name);
    return path;
}

bool json_member_fail(struct json_member_location *at, enum tabia_status status,
                      const char *member, const char *fmt, ...)
{
    char path[PATH_SIZE], words[TABIA_ERROR_MSG_SIZE];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(words, sizeof(words), fmt, ap);
    va_end(ap);
    return error_set(at->err, status, "%s: %s", print_path(at, member, path),
                     words);
}

bool json_member_fail_why(struct json_member_location *at, const char *member,
                          const struct tabia_error *why)
{
    if (why->status == TABIA_ERR_NOMEM || why->status == TABIA_ERR_LIMIT ||
        why->status == TABIA_ERR_STOPPED)
        return error_pass(at->err, why);
    return json_member_fail(at, why->status, member, "%s", why->msg);
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "null";
    }
}

bool json_member_fail_type(struct json_member_location *at, const char *member,
                           const char *want, const json_t *found)
{
    if (!found)
        return json_member_fail(at, TABIA_ERR_SYNTAX, member,
                                "expected %s, found nothing", want);
    return json_member_fail(at, TABIA_ERR_SYNTAX, member,
                            "expected %s, found %s", want, type_name(found));
}

/* ---- members --------------------------------------------------------- */

bool json_member_check(struct json_member_location *at, const json_t *object,
                       const char *const *known)
{
    if (!json_is_object(object))
        return json_member_fail_type(at, NULL, "an object", object);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        size_t i = 0;
        while (known[i] && strcmp(known[i], name) != 0)
            i++;
        char buf[QUOTE_SIZE];
        if (!known[i])
            return json_member_fail(at, TABIA_ERR_SYNTAX, NULL,
                                    "unknown member '%s'",
                                    quote(name, strlen(name), buf));
    }
    return true;
}

bool json_member_int(struct json_member_location *at, const json_t *object,
                     const char *name, int64_t min, int64_t max, int64_t *value)
{
    const json_t *found = json_object_get(object, name);
    if (!found || !json_is_integer(found))
        return json_member_fail_type(at, name, "a whole number", found);
    *value = json_integer_value(found);
    if (min == max && *value != min)
        return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                "expected %" PRId64 ", found %" PRId64, min,
                                *value);
    if (*value < min || *value > max)
        return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                "expected %" PRId64 " to %" PRId64
                                ", found %" PRId64,
                                min, max, *value);
    return true;
}

bool json_member_u32(struct json_member_location *at, const json_t *object,
                     const char *name, uint32_t *value)
{
    int64_t found = 0;
    if (!json_member_int(at, object, name, 0, UINT32_MAX, &found))
        return false;
    *value = (uint32_t)found;
    return true;
}

bool json_member_number(struct json_member_location *at, const json_t *object,
                        const char *name, const char *what, size_t count,
                        uint32_t *value)
{
    if (!json_member_u32(at, object, name, value))
        return false;
    return *value < count ||
           json_member_fail(at, TABIA_ERR_SYNTAX, name,
                            "there is no %s %" PRIu32, what, *value);
}

bool json_member_id(struct json_member_location *at, const json_t *object)
{
    uint32_t id;
    if (!json_member_u32(at, object, "id", &id))
        return false;
    return id == at->item ||
           json_member_fail(at, TABIA_ERR_SYNTAX, "id",
                            "expected %zu, found %" PRIu32, at->item, id);
}

const char *json_member_text(struct json_member_location *at,
                             const json_t *object, const char *name)
{
    const json_t *found = json_object_get(object, name);
    if (!found || !json_is_string(found)) {
        json_member_fail_type(at, name, "a string", found);
        return NULL;
    }
    return json_string_value(found);
}

bool json_member_optional(struct json_member_location *at, const json_t *object,
                          const char *name, const char **text)
{
    *text = NULL;
    return !json_object_get(object, name) ||
           (*text = json_member_text(at, object, name));
}

bool json_member_double(struct json_member_location *at, const json_t *object,
                        const char *name, double *value)
{
    const json_t *found = json_object_get(object, name);
    if (!found || !json_is_number(found))
        return json_member_fail_type(at, name, "a number", found);
    *value = json_number_value(found);
    return true;
}

bool json_member_hex64(struct json_member_location *at, const json_t *object,
                       const char *name, uint64_t *value)
{
    enum { DIGITS = 16 };
    const char *text = json_member_text(at, object, name);
    if (!text)
        return false;
    *value = 0;
    size_t n = 0;
    for (; n < DIGITS && text_hex_digit(text[n]) < 16; n++)
        *value = *value << 4 | text_hex_digit(text[n]);
    char buf[QUOTE_SIZE];
    return (n == DIGITS && !text[n]) ||
           json_member_fail(at, TABIA_ERR_SYNTAX, name,
                            "expected 16 hexadecimal digits, found '%s'",
                            quote(text, strlen(text), buf));
}

bool json_member_fen(struct json_member_location *at, const json_t *object,
                     const char *clocks, struct tabia_pos *pos)
{
    const char *text = json_member_text(at, object, "fen");
    if (!text)
        return false;
    char fen[TABIA_FEN_SIZE + 8];
    const int len = snprintf(fen, sizeof(fen), "%s%s", text, clocks);
    if (len < 0 || (size_t)len >= sizeof(fen))
        return json_member_fail(at, TABIA_ERR_SYNTAX, "fen",
                                "longer than any FEN");

    struct tabia_error why = { 0 };
    return tabia_fen_parse(pos, fen, (size_t)len, 0, &why) ||
           json_member_fail_why(at, "fen", &why);
}
