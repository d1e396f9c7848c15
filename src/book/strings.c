/*
 * strings.c - texts kept once each, named by a number
 *
 * The number is the offset of the text in one block of memory.
 */
#include "book/strings.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/banned.h"

struct wanted_string {
    const struct strings *strings;
    const char *text;
    size_t len;
};

static bool is_wanted_string(const void *ctx, uint32_t number)
{
    const struct wanted_string *w = ctx;
    const char *have = strings_get(w->strings, number);
    return strncmp(have, w->text, w->len) == 0 && have[w->len] == '\0';
}

static bool fail_encoding(struct tabia_error *err)
{
    return error_set(err, TABIA_ERR_MISUSE, "a text is not valid UTF-8");
}

bool strings_add(struct strings *s, const char *text, size_t len,
                 uint32_t *number, size_t *left, struct tabia_error *err)
{
    // Comparing relies on it that no NUL comes before the end of the text.
    if (memchr(text, '\0', len))
        return fail_encoding(err);
    const struct wanted_string wanted = { s, text, len };
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++) // FNV-1a; the map mixes it once more
        h = (h ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    *number = hashmap_find(&s->map, h, is_wanted_string, &wanted);
    if (*number != HASHMAP_NONE)
        return true;
    if (!utf8_is_valid(text, len))
        return fail_encoding(err);

    s->map.limit = UINT32_MAX - 1;
    if (len >= *left || len >= UINT32_MAX - s->size - 1)
        return error_set(err, TABIA_ERR_LIMIT, "the book's texts are too long");
    if (!VEC_RESERVE(s->data, s->room, s->size + len + 1, UINT32_MAX, err))
        return false;
    memcpy(s->data + s->size, text, len);
    s->data[s->size + len] = '\0';
    if (!hashmap_insert(&s->map, h, (uint32_t)s->size, err))
        return false;
    *number = (uint32_t)s->size;
    s->size += len + 1;
    *left -= len + 1;
    return true;
}

void strings_seal(struct strings *s)
{
    hashmap_clear(&s->map);
}

void strings_clear(struct strings *s)
{
    hashmap_clear(&s->map);
    free(s->data);
    *s = (struct strings){ .data = NULL };
}
