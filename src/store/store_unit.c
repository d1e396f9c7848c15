/*
 * store_unit.c - positions of a range of keys become blocks of a store
 */
#include "store/store_unit_def.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

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
    unit->kind = STORE_SECTION_POSITIONS;
    unit->bodies.limit = unit->lists.limit = unit->blocks.limit = SIZE_MAX / 2;
    return unit;
}

void store_unit_free(struct store_unit *unit)
{
    if (!unit)
        return;
    body_encoder_clear(&unit->encoder);
    free(unit->records);
    free(unit->lines);
    buf_clear(&unit->bodies);
    buf_clear(&unit->lists);
    buf_clear(&unit->blocks);
    free(unit);
}

void store_unit_begin(struct store_unit *unit, unsigned bits)
{
    unit->bits = bits;
    unit->nrecords = 0;
    unit->positions = unit->singles = unit->moves = 0;
    buf_reset(&unit->bodies);
    buf_reset(&unit->lists);
    store_unit_remove_blocks(unit);
}

/* ---- positions ------------------------------------------------------- */

bool store_unit_add_record(struct store_unit *unit,
                           const struct store_record *record, const void *body,
                           const void *list, struct tabia_error *err)
{
    if (UNLIKELY(unit->nrecords == unit->records_room) &&
        !VEC_RESERVE(unit->records, unit->records_room, unit->nrecords + 1,
                     UINT32_MAX, err))
        return false;
    if (body && !buf_add(&unit->bodies, body, record->size))
        return buf_error(&unit->bodies, err);
    if (list && !buf_add(&unit->lists, list, (size_t)record->game))
        return buf_error(&unit->lists, err);
    unit->records[unit->nrecords++] = *record;
    return true;
}

bool store_unit_add(struct store_unit *unit, struct tally_key key, uint8_t turn,
                    const tally_played *played, size_t n,
                    struct tabia_error *err)
{
    if (n == 0 || (unit->positions && tally_key_compare(unit->last, key) >= 0))
        return error_set(err, TABIA_ERR_MISUSE,
                         "positions must come with moves and by their keys");
    // The games ascend: the last has the highest number.
    if (tally_played_game(played[n - 1]) >= unit->rule->games.count)
        return error_set(err, TABIA_ERR_CORRUPT, "there is no game %llu",
                         (unsigned long long)tally_played_game(played[n - 1]));
    struct store_record record = { .hi = key.hi, .lo = key.lo };
    size_t nmoves = 1;
    if (n == 1) {
        record.is_single = true;
        record.game = tally_played_game(played[0]);
    } else {
        const struct body_rule rule = store_writer_rule(unit->writer);
        const size_t body = unit->bodies.size, list = unit->lists.size;
        if (!body_encode(&unit->encoder, &rule, &unit->rule->games, turn,
                         played, n, &unit->bodies, &unit->lists, err))
            return false;
        if (unit->bodies.failed)
            return buf_error(&unit->bodies, err);
        if (unit->lists.failed)
            return buf_error(&unit->lists, err);
        if (unit->bodies.size - body > UINT32_MAX ||
            unit->lists.size - list > UINT32_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "a position is too large");
        record.size = (uint32_t)(unit->bodies.size - body);
        record.game = unit->lists.size - list;
        nmoves = unit->encoder.nmoves;
    }
    if (!store_unit_add_record(unit, &record, NULL, NULL, err))
        return false;
    if (!unit->positions++)
        unit->first = key;
    unit->last = key;
    unit->singles += record.is_single;
    unit->moves += nmoves;
    return true;
}

/* ---- blocks ---------------------------------------------------------- */

/* Appends 'size' zeros; NULL for want of memory. */
static uint8_t *add_zeros(struct buf *out, uint64_t size)
{
    if (!buf_reserve(out, (size_t)size))
        return NULL;
    uint8_t *at = (uint8_t *)out->data + out->size;
    memset(at, 0, (size_t)size);
    out->size += (size_t)size;
    return at;
}

/* A one for each position, and a zero at the end of each part. */
static void put_map(struct buf *out, const struct store_record *records,
                    size_t n, bool singles, size_t count, unsigned prefix,
                    unsigned split)
{
    uint8_t *map = add_zeros(out, store_map_size(count, split));
    size_t at = 0;
    for (size_t i = 0; map && i < n; i++)
        if (records[i].is_single == singles)
            bitset_add(map, at++ + (size_t)store_key_bits(records[i].hi, prefix,
                                                          split));
}

static void put_keys(struct buf *out, const struct store_record *records,
                     size_t n, unsigned width)
{
    for (size_t i = 0; i < n; i++) {
        // The last 'width' bytes of a key.
        uint8_t bytes[STORE_KEY_SIZE];
        if (records[i].is_single)
            continue;
        put_be64(bytes, records[i].hi);
        put_be16(bytes + 8, records[i].lo);
        buf_add(out, bytes + sizeof(bytes) - width, width);
    }
}

/* Sizes of bodies, and those that a byte cannot hold. */
static void put_sizes(struct buf *out, const struct store_record *records,
                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!records[i].is_single)
            buf_add_char(out, (char)(uint8_t)(records[i].size < STORE_SIZE_LONG
                                                  ? records[i].size
                                                  : STORE_SIZE_LONG));
    for (size_t i = 0; i < n; i++) {
        uint8_t number[4];
        if (records[i].is_single || records[i].size < STORE_SIZE_LONG)
            continue;
        put_le32(number, records[i].size);
        buf_add(out, number, sizeof(number));
    }
}

/* The bodies, each with the place of its list at the end. */
static void put_bodies(struct buf *out, const struct store_record *records,
                       size_t n, const char *bodies, size_t nbytes)
{
    size_t at = out->size;
    uint32_t list_at = 0;
    buf_add(out, bodies, nbytes);
    for (size_t i = 0; !out->failed && i < n; i++) {
        if (records[i].is_single)
            continue;
        at += records[i].size;
        if (records[i].game)
            put_le32((uint8_t *)out->data + at - 4, list_at);
        list_at += (uint32_t)records[i].game;
    }
}

static void put_records(struct buf *out, const struct store_record *records,
                        size_t n, const struct store_shape *shape)
{
    const unsigned known = (unsigned)shape->prefix + shape->single_split;
    struct bits_writer w = { .out = out };
    for (size_t i = 0; i < n; i++) {
        if (!records[i].is_single)
            continue;
        bits_put(&w, store_key_bits(records[i].hi, known, shape->check),
                 shape->check);
        bits_put_wide(&w, records[i].game, shape->game_bits);
    }
    bits_end(&w);
}

/* The lists of a block, each with its checksum. */
static void put_lists(struct buf *out, const struct store_record *records,
                      size_t n, const char *lists, uint64_t number)
{
    for (size_t i = 0; !out->failed && i < n; i++) {
        const size_t size = (size_t)records[i].game, at = out->size;
        if (records[i].is_single || !size)
            continue;
        buf_add(out, lists, size);
        lists += size;
        if (out->failed)
            return;
        uint8_t *list = (uint8_t *)out->data + at;
        put_le64(list,
                 store_checksum(list + STORE_SUM_SIZE, size - STORE_SUM_SIZE,
                                STORE_SECTION_LISTS, number));
    }
}

/* Where a position and those before it end. */
struct unit_extent {
    size_t record, body, list;
};

/* Makes the next block, of the positions between two extents. */
static bool make_block(struct store_unit *unit, const struct store_shape *shape,
                       const struct unit_extent *from,
                       const struct unit_extent *to, struct tabia_error *err)
{
    struct buf *out = &unit->blocks;
    const size_t start = out->size, n = to->record - from->record;
    const struct store_record *records =
        n ? unit->records + from->record : NULL;
    const uint64_t number = unit->first_block + unit->nblocks;
    uint32_t nsingles = 0, nlong = 0;
    if (!VEC_RESERVE(unit->lines, unit->lines_room, unit->nblocks + 1, SIZE_MAX,
                     err))
        return false;
    for (size_t i = 0; i < n; i++) {
        nsingles += records[i].is_single;
        nlong += !records[i].is_single && records[i].size >= STORE_SIZE_LONG;
    }
    const uint32_t nshared = (uint32_t)n - nsingles;
    uint8_t head[STORE_BLOCK_HEAD_SIZE] = { 0 };
    put_le32(head + 8, nshared);
    put_le32(head + 12, nlong);
    put_le32(head + 16, nsingles);
    buf_add(out, head, sizeof(head));
    put_map(out, records, n, false, nshared, shape->prefix,
            shape->shared_split);
    put_keys(out, records, n, store_key_width(shape));
    put_sizes(out, records, n);
    put_bodies(out, records, n, buf_text(&unit->bodies) + from->body,
               to->body - from->body);
    put_map(out, records, n, true, nsingles, shape->prefix,
            shape->single_split);
    put_records(out, records, n, shape);
    const size_t size = out->size - start;
    put_lists(out, records, n, buf_text(&unit->lists) + from->list, number);
    const size_t more = out->size - start - size;
    if (out->failed)
        return buf_error(out, err);
    if (size > UINT32_MAX || more > UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "a block of positions is too large");
    uint8_t *block = (uint8_t *)out->data + start;
    put_le64(block, store_checksum(block + STORE_SUM_SIZE,
                                   size - STORE_SUM_SIZE, unit->kind, number));
    unit->lines[unit->nblocks++] =
        (struct store_index_line){ start, (uint32_t)size, (uint32_t)more };
    return true;
}

static void remove_front(struct buf *buf, size_t size)
{
    if (size)
        memmove(buf->data, buf->data + size, buf->size - size);
    buf->size -= size;
}

bool store_unit_make_blocks(struct store_unit *unit,
                            const struct store_shape *shape, uint64_t until,
                            struct tabia_error *err)
{
    struct unit_extent at = { 0, 0, 0 };
    while (unit->first_block + unit->nblocks < until) {
        const uint64_t number = unit->first_block + unit->nblocks;
        struct unit_extent end = at;
        for (; end.record < unit->nrecords &&
               store_block_of(unit->records[end.record].hi, shape->prefix) ==
                   number;
             end.record++) {
            const struct store_record *record = &unit->records[end.record];
            end.body += record->size;
            end.list += record->is_single ? 0 : (size_t)record->game;
        }
        if (!make_block(unit, shape, &at, &end, err))
            return false;
        at = end;
    }
    if (at.record == 0)
        return true;
    unit->nrecords -= at.record;
    memmove(unit->records, unit->records + at.record,
            unit->nrecords * sizeof(*unit->records));
    remove_front(&unit->bodies, at.body);
    remove_front(&unit->lists, at.list);
    return true;
}

void store_unit_remove_blocks(struct store_unit *unit)
{
    unit->first_block += unit->nblocks;
    unit->nblocks = 0;
    buf_reset(&unit->blocks);
}

bool store_unit_end(struct store_unit *unit, struct tabia_error *err)
{
    const struct store_shape *shape = store_writer_shape(unit->writer);
    if (!shape || shape->prefix < unit->bits || !unit->positions)
        return true; // the writer does it in turn
    unit->first_block = store_block_of(unit->first.hi, shape->prefix);
    return store_unit_make_blocks(
        unit, shape, store_block_of(unit->last.hi, shape->prefix) + 1, err);
}
