/*
 * details.c - what a store shows of a game, on its way there
 */
#include "build/details.h"

#include <string.h>

#include "base/bytes.h"

#include "base/banned.h"

enum { NTEXTS = 3, FIXED_SIZE = 16 };

void details_add(struct buf *dst, const char *const texts[3],
                 const size_t lens[3], uint32_t source, uint64_t offset,
                 uint32_t length)
{
    uint8_t fixed[FIXED_SIZE];
    for (size_t i = 0; i < NTEXTS; i++) {
        buf_add_char(dst, (char)(uint8_t)lens[i]);
        buf_add(dst, texts[i], lens[i]);
        buf_add_char(dst, '\0');
    }
    store_le32(fixed, source);
    store_le64(fixed + 4, offset);
    store_le32(fixed + 12, length);
    buf_add(dst, fixed, sizeof(fixed));
}

size_t details_read(struct tabia_bytes src, struct store_detail *detail)
{
    const char *texts[NTEXTS];
    size_t at = 0;
    for (size_t i = 0; i < NTEXTS; i++) {
        if (src.size - at < 2 || src.size - at - 2 < src.data[at])
            return 0;
        const size_t len = src.data[at];
        texts[i] = (const char *)src.data + at + 1;
        if (memchr(texts[i], '\0', len + 1) != texts[i] + len)
            return 0;
        at += len + 2;
    }
    if (src.size - at < FIXED_SIZE)
        return 0;
    *detail = (struct store_detail){
        .name = { texts[0], texts[1] },
        .event = texts[2],
        .source = load_le32(src.data + at),
        .offset = load_le64(src.data + at + 4),
        .length = load_le32(src.data + at + 12),
    };
    return at + FIXED_SIZE;
}
