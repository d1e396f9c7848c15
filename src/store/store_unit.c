/*
 * store_unit.c - positions of a range of keys become blocks of a store
 */
#include "store/store_unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/vec.h"
#include "base/banned.h"

#define BLOCK_LIMIT ((size_t)UINT32_MAX)

/* ---- life ------------------------------------------------------------ */

struct store_unit *store_unit_new(struct store_writer *w,
                                  const struct tally_rule *rule,
                                  struct tabia_error *err)
{
    struct store_unit *unit = calloc(1, sizeof(*unit));
    if (!unit) {
        error_nomem(err);
        return NULL;
    }
    unit->writer = w;
    unit->rule = rule;
    unit->bodies.limit = unit->blocks.limit = SIZE_MAX / 2;
    tally_init(&unit->tally);
    return unit;
}

void store_unit_free(struct store_unit *unit)
{
    if (!unit)
        return;
    tally_free(&unit->tally);
    free(unit->records);
    free(unit->starts);
    buf_clear(&unit->bodies);
    buf_clear(&unit->blocks);
    free(unit);
}

void store_unit_start(struct store_unit *unit, unsigned bits)
{
    unit->bits = bits;
    unit->nrecords = 0;
    unit->positions = unit->moves = 0;
    buf_reset(&unit->bodies);
    store_unit_drop_blocks(unit);
}

size_t store_unit_size(const struct store_unit *unit)
{
    return unit->nrecords * sizeof(*unit->records) + unit->bodies.size +
           unit->blocks.size;
}

/* ---- positions ------------------------------------------------------- */

bool store_unit_add_record(struct store_unit *unit, struct tally_key key,
                           const void *body, uint32_t size,
                           struct tabia_error *err)
{
    if (!VEC_RESERVE(unit->records, unit->records_room, unit->nrecords + 1,
                     UINT32_MAX, err))
        return false;
    if (body && !buf_add(&unit->bodies, body, size))
        return buf_error(&unit->bodies, err);
    unit->records[unit->nrecords++] = (struct store_record){
        .key = key,
        .size = size,
    };
    return true;
}

bool store_unit_tally(struct store_unit *unit, const struct tally *t,
                      struct tabia_error *err)
{
    if (t->nmoves == 0 ||
        (unit->positions && tally_key_compare(unit->last, t->key) >= 0))
        return error_set(err, TABIA_ERR_MISUSE,
                         "positions must come with moves and by their keys");
    const size_t before = unit->bodies.size;
    tally_encode(t, &unit->bodies);
    if (unit->bodies.failed)
        return buf_error(&unit->bodies, err);
    const size_t size = unit->bodies.size - before;
    if (size > UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "a position is too large");
    if (!store_unit_add_record(unit, t->key, NULL, (uint32_t)size, err))
        return false;
    if (!unit->positions++)
        unit->first = t->key;
    unit->last = t->key;
    unit->moves += t->nmoves;
    return true;
}

bool store_unit_add(struct store_unit *unit, struct tally_key key, uint8_t turn,
                    const tally_played *played, size_t n,
                    struct tabia_error *err)
{
    tally_start(&unit->tally, key, turn);
    for (size_t i = 0; i < n; i++) {
        const struct tally_played one = {
            .game = tally_played_game(played[i]),
            .move = tally_played_move(played[i]),
        };
        if (!tally_add_games(&unit->tally, unit->rule, &one, 1, err))
            return false;
    }
    return store_unit_tally(unit, &unit->tally, err);
}

/* ---- blocks ---------------------------------------------------------- */

static bool is_long(const struct store_record *record)
{
    return record->size >= STORE_BODY_MIN + STORE_LONG;
}

/* A one for each position, and a zero at the end of each part. */
static void put_map(struct buf *out, const struct store_record *records,
                    size_t n, const struct store_tail *tail)
{
    const size_t size = store_map_size(n, tail->split_bits);
    if (!buf_reserve(out, size))
        return;
    uint8_t *map = (uint8_t *)out->data + out->size;
    memset(map, 0, size);
    for (size_t i = 0; i < n; i++) {
        const size_t bit = i + store_part_of(records[i].key.hi, tail);
        bitset_add(map, bit);
    }
    out->size += size;
}

/* Sizes of bodies, two in a byte; and those that four bits cannot hold. */
static void put_sizes(struct buf *out, const struct store_record *records,
                      size_t n)
{
    for (size_t i = 0; i < n; i += 2) {
        unsigned pair = 0;
        for (size_t k = i; k < i + 2 && k < n; k++)
            pair |= (is_long(&records[k]) ? STORE_LONG
                                          : records[k].size - STORE_BODY_MIN)
                    << 4 * (k - i);
        buf_add_char(out, (char)pair);
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t number[4];
        if (!is_long(&records[i]))
            continue;
        store_le32(number, records[i].size);
        buf_add(out, number, sizeof(number));
    }
}

/* Makes the next block: the first 'n' records with their bodies. */
static bool make_block(struct store_unit *unit, const struct store_tail *tail,
                       const struct store_record *records, size_t n,
                       const char *bodies, size_t nbytes,
                       struct tabia_error *err)
{
    struct buf *out = &unit->blocks;
    const size_t start = out->size;
    uint8_t head[STORE_BLOCK_HEAD] = { 0 };
    uint32_t nlong = 0;
    if (!VEC_RESERVE(unit->starts, unit->starts_room, unit->nblocks + 1,
                     SIZE_MAX, err))
        return false;
    for (size_t i = 0; i < n; i++)
        nlong += is_long(&records[i]);
    store_le32(head + STORE_BLOCK_COUNT_AT, (uint32_t)n);
    store_le32(head + STORE_BLOCK_LONGS_AT, nlong);
    buf_add(out, head, sizeof(head));
    put_map(out, records, n, tail);
    const unsigned width = store_key_width(tail);
    for (size_t i = 0; i < n; i++) {
        // The last 'width' bytes of a key.
        uint8_t bytes[STORE_KEY_SIZE];
        store_be64(bytes, records[i].key.hi);
        store_be16(bytes + 8, records[i].key.lo);
        buf_add(out, bytes + sizeof(bytes) - width, width);
    }
    put_sizes(out, records, n);
    buf_add(out, bodies, nbytes);
    if (out->failed)
        return buf_error(out, err);
    if (out->size - start > BLOCK_LIMIT)
        return error_set(err, TABIA_ERR_LIMIT,
                         "a block of positions is too large");
    uint8_t *block = (uint8_t *)out->data + start;
    store_le64(block,
               store_checksum(block + STORE_SUM_SIZE,
                              out->size - start - STORE_SUM_SIZE, STORE_TALLIES,
                              unit->first_block + unit->nblocks));
    unit->starts[unit->nblocks++] = start;
    return true;
}

bool store_unit_make_blocks(struct store_unit *unit,
                            const struct store_tail *tail, uint64_t until,
                            struct tabia_error *err)
{
    size_t at = 0, byte = 0;
    while (unit->first_block + unit->nblocks < until) {
        const uint64_t number = unit->first_block + unit->nblocks;
        size_t end = at, end_byte = byte;
        for (; end < unit->nrecords &&
               store_block_of(unit->records[end].key.hi, tail->prefix_bits) ==
                   number;
             end++)
            end_byte += unit->records[end].size;
        if (!make_block(unit, tail, end > at ? unit->records + at : NULL,
                        end - at, buf_text(&unit->bodies) + byte,
                        end_byte - byte, err))
            return false;
        at = end;
        byte = end_byte;
    }
    if (at == 0)
        return true;
    unit->nrecords -= at;
    memmove(unit->records, unit->records + at,
            unit->nrecords * sizeof(*unit->records));
    memmove(unit->bodies.data, unit->bodies.data + byte,
            unit->bodies.size - byte);
    unit->bodies.size -= byte;
    return true;
}

void store_unit_drop_blocks(struct store_unit *unit)
{
    unit->first_block += unit->nblocks;
    unit->nblocks = 0;
    buf_reset(&unit->blocks);
}
