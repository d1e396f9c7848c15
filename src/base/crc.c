/*
 * crc.c - cyclic redundancy checks of 8 and 32 bits
 *
 * A reflected register is kept in the low bits and shifts right, any other is
 * kept in the high bits and shifts left. Seen so, the width hardly matters.
 * Eight bytes are taken at a time, by one table for each.
 */
#include "base/crc.h"

#include <assert.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/banned.h"

const struct crc_params crc_params_crc32 = {
    .width = 32,
    .poly = 0x04C11DB7,
    .reflected = true,
    .init = 0xFFFFFFFF,
    .xor_out = 0xFFFFFFFF,
};

static uint32_t reflect_bits(uint32_t value, int width)
{
    uint32_t result = 0;
    for (int i = 0; i < width; i++)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

/* A value of the parameters as the register holds it. */
static uint32_t to_register(const struct crc_params *p, uint32_t value)
{
    return p->reflected ? reflect_bits(value, p->width)
                        : value << (32 - p->width);
}

static uint32_t crc_table_entry(const struct crc_params *p, uint32_t byte)
{
    const uint32_t poly = to_register(p, p->poly);
    uint32_t reg = p->reflected ? byte : byte << 24;
    for (int i = 0; i < 8; i++) {
        if (p->reflected)
            reg = reg >> 1 ^ (reg & 1 ? poly : 0);
        else
            reg = reg << 1 ^ (reg >> 31 ? poly : 0);
    }
    return reg;
}

static ALWAYS_INLINE uint32_t add_byte(const struct crc *crc, uint32_t reg,
                                       uint8_t byte)
{
    if (crc->params.reflected)
        return reg >> 8 ^ crc->table[0][(reg ^ byte) & 0xFF];
    return reg << 8 ^ crc->table[0][reg >> 24 ^ byte];
}

void crc_init(struct crc *crc, const struct crc_params *params)
{
    assert(params->width == 8 || params->width == 32);
    crc->params = *params;
    for (uint32_t i = 0; i < 256; i++)
        crc->table[0][i] = crc_table_entry(params, i);
    for (int k = 1; k < 8; k++)
        for (uint32_t i = 0; i < 256; i++)
            crc->table[k][i] = add_byte(crc, crc->table[k - 1][i], 0);
}

uint32_t crc_begin(const struct crc *crc)
{
    return to_register(&crc->params, crc->params.init);
}

/* Combines the eight bytes of two words, the low byte of 'a' being first. */
static ALWAYS_INLINE uint32_t crc_add_words(const uint32_t t[8][256],
                                            uint32_t a, uint32_t b)
{
    return t[7][a & 0xFF] ^ t[6][a >> 8 & 0xFF] ^ t[5][a >> 16 & 0xFF] ^
           t[4][a >> 24] ^ t[3][b & 0xFF] ^ t[2][b >> 8 & 0xFF] ^
           t[1][b >> 16 & 0xFF] ^ t[0][b >> 24];
}

/* Like crc_add_words, but the high byte of 'a' is first. */
static ALWAYS_INLINE uint32_t add_words_be(const uint32_t t[8][256], uint32_t a,
                                           uint32_t b)
{
    return t[7][a >> 24] ^ t[6][a >> 16 & 0xFF] ^ t[5][a >> 8 & 0xFF] ^
           t[4][a & 0xFF] ^ t[3][b >> 24] ^ t[2][b >> 16 & 0xFF] ^
           t[1][b >> 8 & 0xFF] ^ t[0][b & 0xFF];
}

uint32_t crc_update(const struct crc *crc, uint32_t reg, const void *data,
                    size_t size)
{
    const uint8_t *p = data;
    for (; size >= 8; p += 8, size -= 8) {
        if (crc->params.reflected)
            reg =
                crc_add_words(crc->table, reg ^ load_le32(p), load_le32(p + 4));
        else
            reg =
                add_words_be(crc->table, reg ^ load_be32(p), load_be32(p + 4));
    }
    for (; size; size--)
        reg = add_byte(crc, reg, *p++);
    return reg;
}

uint32_t crc_end(const struct crc *crc, uint32_t reg)
{
    const struct crc_params *p = &crc->params;
    return (p->reflected ? reg : reg >> (32 - p->width)) ^ p->xor_out;
}

uint32_t crc_sum(const struct crc *crc, const void *data, size_t size)
{
    return crc_end(crc, crc_update(crc, crc_begin(crc), data, size));
}
