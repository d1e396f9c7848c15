/*
 * strings.h - texts kept once each, named by a number
 */
#ifndef BOOK_STRINGS_H
#define BOOK_STRINGS_H

#include "base/hashmap.h"
#include "tabia/error.h"

/* The zero value is empty. */
struct strings {
    char *data; // texts, each with its NUL; owned
    size_t size, room;
    struct hashmap map; // by content; dropped by strings_seal
};

/*
 * The number of a text without NUL, which is added if it is new. Fails when
 * the text is not valid UTF-8, and beyond the memory in 'left'.
 */
bool strings_add(struct strings *s, const char *text, size_t len,
                 uint32_t *number, size_t *left, struct tabia_error *err);

static inline const char *strings_get(const struct strings *s, uint32_t number)
{
    return s->data + number;
}

/* No text will be added any more. */
void strings_seal(struct strings *s);

void strings_clear(struct strings *s);

#endif
