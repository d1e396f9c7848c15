/*
 * game_details.c - what a store shows of a game, in a file until it is written
 */
#include "build/game_details.h"

#include <string.h>

#include "base/bytes.h"
#include "store/game_moves.h"

#include "base/banned.h"

/* Behind the texts: offsets of numbers, and their size together. */
enum {
    SOURCE_AT = 0,
    OFFSET_AT = 4,
    LENGTH_AT = 12,
    PLIES_AT = 16,
    MOVES_SIZE_AT = 18,
    NUMBERS_SIZE = 20,
};

enum { NTEXTS = 3 };

void game_details_put(struct buf *dst, const struct store_game_detail *detail,
                      const struct tabia_pos *start, const uint16_t *moves)
{
    const char *const texts[NTEXTS] = { detail->players[0], detail->players[1],
                                        detail->event };
    uint8_t numbers[NUMBERS_SIZE] = { 0 };
    for (size_t i = 0; i < NTEXTS; i++) {
        const size_t len = strlen(texts[i]);
        buf_add_char(dst, (char)(uint8_t)len);
        buf_add(dst, texts[i], len + 1);
    }
    put_le32(numbers + SOURCE_AT, detail->file);
    put_le64(numbers + OFFSET_AT, detail->offset);
    put_le32(numbers + LENGTH_AT, (uint32_t)detail->length);
    put_le16(numbers + PLIES_AT, (uint16_t)detail->nplies);
    buf_add(dst, numbers, sizeof(numbers));
    const size_t at = dst->size;
    game_moves_encode(start, moves, detail->nplies, dst);
    if (!dst->failed)
        put_le16((uint8_t *)dst->data + at - NUMBERS_SIZE + MOVES_SIZE_AT,
                 (uint16_t)(dst->size - at));
}

size_t game_details_read(struct tabia_bytes bytes,
                         struct store_game_detail *detail)
{
    const char *texts[NTEXTS];
    size_t at = 0;
    for (size_t i = 0; i < NTEXTS; i++) {
        if (bytes.size - at < 2 || bytes.size - at - 2 < bytes.data[at])
            return 0;
        const size_t len = bytes.data[at];
        texts[i] = (const char *)bytes.data + at + 1;
        if (memchr(texts[i], '\0', len + 1) != texts[i] + len)
            return 0;
        at += len + 2;
    }
    if (bytes.size - at < NUMBERS_SIZE)
        return 0;
    const uint8_t *numbers = bytes.data + at;
    const size_t nbytes = load_le16(numbers + MOVES_SIZE_AT);
    at += NUMBERS_SIZE;
    if (bytes.size - at < nbytes)
        return 0;
    *detail = (struct store_game_detail){
        .players = { texts[0], texts[1] },
        .event = texts[2],
        .file = load_le32(numbers + SOURCE_AT),
        .offset = load_le64(numbers + OFFSET_AT),
        .length = load_le32(numbers + LENGTH_AT),
        .nplies = load_le16(numbers + PLIES_AT),
        .moves = { bytes.data + at, nbytes },
    };
    return at + nbytes;
}
