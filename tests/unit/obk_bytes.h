/*
 * obk_bytes.h - Chessmaster books for tests, as text
 *
 *     "BOO! 2 0: 0cdc f4e4"
 *
 * Words in capitals are taken as they are, decimal numbers up to the colon
 * are LE32, words after it are hex bytes, and "'text" is text.
 */
#ifndef TESTS_OBK_BYTES_H
#define TESTS_OBK_BYTES_H

#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "tabia/format.h"

/* The example of the only description: 18 moves, six lines, weight 100. */
#define OBK_EXAMPLE                                                            \
    "0cdc 34e4 46d5 79ea 05da fde2 05e1 70e8 e1d8 41d2 feed 72e2 46d5 73eb "   \
    "cbdb 0bdb f3e3 cada"

static inline void obk_add_word(struct buf *buf, const char *word, size_t len,
                                bool is_number)
{
    char text[80] = "";
    assert_true(len < sizeof(text));
    memcpy(text, word, len);
    if (is_number) {
        uint8_t bytes[4];
        put_le32(bytes, (uint32_t)strtoul(text, NULL, 10));
        buf_add(buf, bytes, 4);
        return;
    }
    for (size_t i = 0; i + 1 < len; i += 2) {
        const char pair[3] = { text[i], text[i + 1], '\0' };
        buf_add_char(buf, (char)strtoul(pair, NULL, 16));
    }
}

/* The caller clears the buffer. */
static inline struct buf obk_bytes(const char *text)
{
    struct buf buf = { .limit = 1 << 20 };
    bool is_header = strchr(text, ':');
    buf_add(&buf, "", 0);
    while (*(text += strspn(text, " "))) {
        const size_t len = strcspn(text, " ");
        const bool is_last = is_header && text[len - 1] == ':';
        if (*text == '\'')
            buf_add(&buf, text + 1, len - 1);
        else if (*text >= 'A' && *text <= 'Z')
            buf_add(&buf, text, len - is_last);
        else
            obk_add_word(&buf, text, len - is_last, is_header);
        is_header = is_header && !is_last;
        text += len;
    }
    assert_false(buf.failed);
    return buf;
}

#endif
