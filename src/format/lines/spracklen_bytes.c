/*
 * spracklen_bytes.c - the records of a Spracklen-Thompson tree in bytes
 */
#include "format/lines/spracklen_bytes.h"

#include "base/banned.h"

enum {
    SIBLING_BIT = 0x80,
    END_BIT = 0x40,
    LOW_BITS = 0x3F,
    JUMP_INDEX = 62,
    ESCAPE = 63,
};

static uint32_t load_target(const uint8_t *p)
{
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static void store_target(uint8_t *p, uint32_t target)
{
    p[0] = (uint8_t)(target >> 16);
    p[1] = (uint8_t)(target >> 8);
    p[2] = (uint8_t)target;
}

static unsigned load_jump(const uint8_t *p, size_t left,
                          struct spracklen_record *rec)
{
    if (left < SPRACKLEN_JUMP_SIZE)
        return 0;
    rec->is_jump = true;
    rec->target = load_target(p + 1);
    return SPRACKLEN_JUMP_SIZE;
}

static unsigned load_from_to(const uint8_t *p, size_t left,
                             struct spracklen_record *rec)
{
    if (left < 2)
        return 0;
    const unsigned from = p[0] & LOW_BITS, to = p[1] & LOW_BITS;
    const unsigned promotion = p[1] >> 6;
    if (from == to)
        return load_jump(p, left, rec);
    rec->code = (uint16_t)(from | (promotion & 1) << 6 | to << 8 |
                           (promotion & 2) << 13);
    return 2;
}

static unsigned load_offset(const uint8_t *p, size_t left,
                            struct spracklen_record *rec)
{
    const unsigned low = p[0] & LOW_BITS;
    if (low == JUMP_INDEX)
        return load_jump(p, left, rec);
    rec->code = (uint16_t)low;
    if (low != ESCAPE)
        return 1;
    if (left < 2)
        return 0;
    rec->code = p[1];
    return 2;
}

unsigned spracklen_load(struct tabia_bytes src, enum movecode_kind kind,
                        struct spracklen_record *rec)
{
    const size_t left = src.size - rec->offset;
    rec->target = 0;
    rec->code = 0;
    rec->is_jump = false;
    if (!left)
        return 0;
    const uint8_t *p = src.data + rec->offset;
    rec->has_sibling = p[0] & SIBLING_BIT;
    rec->ends = p[0] & END_BIT;
    return kind == MOVECODE_FROM_TO ? load_from_to(p, left, rec)
                                    : load_offset(p, left, rec);
}

static unsigned store_jump(const struct spracklen_record *rec,
                           enum movecode_kind kind, uint8_t *bytes)
{
    store_target(bytes + 1, rec->target);
    bytes[0] |= kind == MOVECODE_FROM_TO ? bytes[1] & LOW_BITS : JUMP_INDEX;
    return SPRACKLEN_JUMP_SIZE;
}

unsigned spracklen_store(const struct spracklen_record *rec,
                         enum movecode_kind kind,
                         uint8_t bytes[SPRACKLEN_RECORD_MAX])
{
    const unsigned code = rec->code;
    bytes[0] = (uint8_t)((rec->has_sibling ? SIBLING_BIT : 0) |
                         (rec->ends ? END_BIT : 0));
    if (rec->is_jump)
        return store_jump(rec, kind, bytes);
    if (kind == MOVECODE_FROM_TO) {
        bytes[0] |= code & LOW_BITS;
        bytes[1] = (uint8_t)((code >> 8 & LOW_BITS) | (code & 0x40) |
                             (code >> 7 & 0x80));
        return 2;
    }
    const bool is_long = code >= JUMP_INDEX;
    bytes[0] |= (uint8_t)(is_long ? ESCAPE : code);
    bytes[1] = (uint8_t)code;
    return is_long ? 2 : 1;
}
