/*
 * store_write.c - a .tabia file from its games and tallies
 *
 * Keys are as good as random, so the first few thousand of them tell how many
 * positions there will be. From that follows how many bits of a key choose a
 * block; a look-up then needs no search for it.
 */
#include "store/store_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "store/store_layout.h"
#include "store/varint.h"
#include "base/banned.h"

enum {
    SAMPLE = 4096,    // positions by which the number of blocks is chosen
    BLOCK_MEAN = 160, // positions of a block, at most, in the mean
    NTEXTS = 3,       // of a game
};

#define BLOCK_LIMIT ((size_t)UINT32_MAX)

/* A growing list of file offsets. */
struct offsets {
    uint64_t *list;
    size_t n, room;
};

struct record {
    struct tally_key key;
    uint32_t size; // of its body
};

struct store_writer {
    struct sink *dst;
    const struct store_config *config;
    uint64_t start; // of the file, in what the sink has taken
    struct store_tail tail;
    struct offsets details_index, index;

    struct buf rows; // of all games

    /* The block of details that is being filled. */
    struct buf details;
    char last_text[NTEXTS][TABIA_STORE_NAME_SIZE];
    uint64_t last_end; // of the game before

    /* The positions that are in no block yet, and their bodies. */
    struct record *records;
    size_t nrecords, records_room;
    struct buf bodies;
    struct buf block; // made of them
    struct tally_key last_key;
    bool has_tallies, has_prefix, failed;
};

static uint64_t here(const struct store_writer *w)
{
    return w->dst->nbytes - w->start;
}

static bool put(struct store_writer *w, const void *data, size_t size)
{
    if (!sink_write(w->dst, data, size))
        w->failed = true;
    return !w->failed;
}

static bool add_offset(struct store_writer *w, struct offsets *offsets,
                       struct tabia_error *err)
{
    if (offsets->n == offsets->room) {
        if (!VEC_RESERVE(offsets->list, offsets->room, offsets->n + 1, SIZE_MAX,
                         err))
            return false;
    }
    offsets->list[offsets->n++] = here(w);
    return true;
}

struct store_writer *store_writer_new(struct sink *dst,
                                      const struct store_config *config,
                                      struct tabia_error *err)
{
    struct store_writer *w = calloc(1, sizeof(*w));
    if (!w) {
        error_nomem(err);
        return NULL;
    }
    w->dst = dst;
    w->config = config;
    w->start = dst->nbytes;
    w->details.limit = w->block.limit = w->bodies.limit = BLOCK_LIMIT;
    w->rows.limit = SIZE_MAX / 2;

    uint8_t front[STORE_FRONT_SIZE] = STORE_MAGIC;
    store_le32(front + STORE_SCHEMA_AT, STORE_SCHEMA);
    if (put(w, front, sizeof(front)))
        return w;
    store_writer_free(w);
    return NULL;
}

void store_writer_free(struct store_writer *w)
{
    if (!w)
        return;
    free(w->details_index.list);
    free(w->index.list);
    free(w->records);
    buf_clear(&w->rows);
    buf_clear(&w->details);
    buf_clear(&w->bodies);
    buf_clear(&w->block);
    free(w);
}

/* ---- games ----------------------------------------------------------- */

/* The part of a text that is fit to be kept. */
static size_t text_length(const char *text)
{
    const size_t len = strnlen(text, TABIA_STORE_NAME_SIZE - 1);
    return utf8_valid_prefix(text, len);
}

/* 0 for the text of the game before in the block, else its length and 1. */
static void put_text(struct store_writer *w, size_t which, const char *text)
{
    char *last = w->last_text[which];
    const size_t len = text_length(text);
    if (len == strlen(last) && memcmp(text, last, len) == 0) {
        varint_put(&w->details, 0);
        return;
    }
    varint_put(&w->details, len + 1);
    buf_add(&w->details, text, len);
    memcpy(last, text, len);
    last[len] = '\0';
}

/* Differences of either sign: 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
static uint64_t zigzag(uint64_t value)
{
    return value << 1 ^ (value >> 63 ? UINT64_MAX : 0);
}

static bool put_part(struct store_writer *w, struct buf *part,
                     enum store_kind kind, uint64_t number,
                     struct tabia_error *err)
{
    uint8_t sum[STORE_SUM_SIZE];
    if (part->failed)
        return buf_error(part, err);
    store_le64(sum, store_checksum(buf_text(part), part->size, kind, number));
    const bool ok =
        put(w, sum, sizeof(sum)) && put(w, buf_text(part), part->size);
    buf_reset(part);
    return ok;
}

static bool end_details(struct store_writer *w, struct tabia_error *err)
{
    if (w->details.size == 0)
        return true;
    const uint64_t number = w->details_index.n;
    memset(w->last_text, 0, sizeof(w->last_text));
    w->last_end = 0;
    return add_offset(w, &w->details_index, err) &&
           put_part(w, &w->details, STORE_DETAILS, number, err);
}

bool store_writer_game(struct store_writer *w, const struct tally_game *row,
                       const struct store_detail *detail,
                       struct tabia_error *err)
{
    uint8_t bytes[TALLY_GAME_SIZE];
    if (!(!w->has_tallies && tally_game_is_valid(row) &&
          w->tail.games < STORE_GAMES_MAX &&
          detail->source < w->config->nsources && detail->offset <= INT64_MAX &&
          detail->length <= INT64_MAX))
        return error_set(err, TABIA_MISUSE, "a game that no store can hold");
    store_row_encode(row, bytes);
    buf_add(&w->rows, bytes, sizeof(bytes));
    varint_put(&w->details, detail->source);
    varint_put(&w->details, zigzag(detail->offset - w->last_end));
    varint_put(&w->details, detail->length);
    w->last_end = detail->offset + detail->length;
    put_text(w, 0, detail->name[0] ? detail->name[0] : "");
    put_text(w, 1, detail->name[1] ? detail->name[1] : "");
    put_text(w, 2, detail->event ? detail->event : "");
    if (row->date && (!w->tail.first || row->date < w->tail.first))
        w->tail.first = row->date;
    if (row->date > w->tail.last)
        w->tail.last = row->date;
    w->tail.games++;
    return w->tail.games % STORE_GAMES_BLOCK != 0 || end_details(w, err);
}

/* The rows of all games, in blocks. */
static bool put_rows(struct store_writer *w, struct tabia_error *err)
{
    if (w->rows.failed)
        return buf_error(&w->rows, err);
    w->tail.rows_at = here(w);
    const size_t step = STORE_GAMES_BLOCK * TALLY_GAME_SIZE;
    for (size_t at = 0; at < w->rows.size; at += step) {
        const size_t left = w->rows.size - at, size = left < step ? left : step;
        const char *rows = w->rows.data + at;
        uint8_t sum[STORE_SUM_SIZE];
        store_le64(sum, store_checksum(rows, size, STORE_ROWS, at / step));
        if (!put(w, sum, sizeof(sum)) || !put(w, rows, size))
            return false;
    }
    buf_clear(&w->rows);
    return true;
}

static bool end_games(struct store_writer *w, struct tabia_error *err)
{
    if (w->has_tallies)
        return true;
    w->has_tallies = true;
    if (!end_details(w, err) || !add_offset(w, &w->details_index, err) ||
        !put_rows(w, err))
        return false;
    w->tail.tallies_at = here(w);
    return true;
}

/* ---- positions ------------------------------------------------------- */

static bool is_long(const struct record *record)
{
    return record->size >= STORE_BODY_MIN + STORE_LONG;
}

/* A one for each position, and a zero at the end of each part. */
static void put_map(struct buf *out, const struct record *records, size_t n,
                    const struct store_tail *tail)
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
static void put_sizes(struct buf *out, const struct record *records, size_t n)
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

/* Writes the next block: the first 'n' records with their bodies. */
static bool put_block(struct store_writer *w, const struct record *records,
                      size_t n, const char *bodies, size_t nbytes,
                      struct tabia_error *err)
{
    const uint64_t number = w->index.n;
    uint8_t numbers[STORE_BLOCK_HEAD - STORE_SUM_SIZE];
    uint32_t nlong = 0;
    for (size_t i = 0; i < n; i++)
        nlong += is_long(&records[i]);
    store_le32(numbers, (uint32_t)n);
    store_le32(numbers + 4, nlong);
    buf_add(&w->block, numbers, sizeof(numbers));
    put_map(&w->block, records, n, &w->tail);
    const unsigned width = store_key_width(&w->tail);
    for (size_t i = 0; i < n; i++) {
        // The last 'width' bytes of a key.
        uint8_t bytes[STORE_KEY_SIZE];
        store_be64(bytes, records[i].key.hi);
        store_be16(bytes + 8, records[i].key.lo);
        buf_add(&w->block, bytes + sizeof(bytes) - width, width);
    }
    put_sizes(&w->block, records, n);
    buf_add(&w->block, bodies, nbytes);
    return add_offset(w, &w->index, err) &&
           put_part(w, &w->block, STORE_TALLIES, number, err);
}

/* Writes all blocks before block 'until' and forgets their positions. */
static bool put_blocks(struct store_writer *w, uint64_t until,
                       struct tabia_error *err)
{
    size_t at = 0, byte = 0;
    while (w->index.n < until) {
        size_t end = at, end_byte = byte;
        for (; end < w->nrecords &&
               store_block_of(w->records[end].key.hi, w->tail.prefix_bits) ==
                   w->index.n;
             end++)
            end_byte += w->records[end].size;
        if (!put_block(w, end > at ? w->records + at : NULL, end - at,
                       buf_text(&w->bodies) + byte, end_byte - byte, err))
            return false;
        at = end;
        byte = end_byte;
    }
    if (at == 0)
        return true;
    w->nrecords -= at;
    memmove(w->records, w->records + at, w->nrecords * sizeof(*w->records));
    memmove(w->bodies.data, w->bodies.data + byte, w->bodies.size - byte);
    w->bodies.size -= byte;
    return true;
}

/* How many positions there are, by those so far when more will come. */
static uint64_t estimate(const struct store_writer *w, bool is_all)
{
    if (is_all || w->nrecords == 0)
        return w->nrecords;
    const uint64_t span = (w->records[w->nrecords - 1].key.hi >> 32) + 1;
    return ((uint64_t)w->nrecords << 32) / span;
}

static bool choose_prefix(struct store_writer *w, bool is_all,
                          struct tabia_error *err)
{
    const uint64_t n = estimate(w, is_all), max = w->config->positions_max;
    if (w->has_prefix)
        return true;
    if (max && n / 4 > max)
        return error_set(err, TABIA_CORRUPT,
                         "the keys are not spread as keys of positions are");
    unsigned bits = 0, left_out = 0;
    while (bits < STORE_PREFIX_MAX && n >> bits > BLOCK_MEAN)
        bits++;
    // Whole bytes of a key are left out, for up to eight parts a position.
    while (left_out + 8 <= STORE_PREFIX_MAX + 8 && n >> (left_out + 8 - 3))
        left_out += 8;
    w->tail.prefix_bits = (uint16_t)bits;
    w->tail.split_bits = (uint16_t)(left_out > bits ? left_out - bits : 0);
    w->has_prefix = true;
    return true;
}

static bool add_record(struct store_writer *w, const struct tally *t,
                       struct tabia_error *err)
{
    if (w->nrecords == w->records_room) {
        if (!VEC_RESERVE(w->records, w->records_room, w->nrecords + 1,
                         UINT32_MAX, err))
            return false;
    }
    const size_t before = w->bodies.size;
    tally_encode(t, &w->bodies);
    if (w->bodies.failed)
        return buf_error(&w->bodies, err);
    w->records[w->nrecords++] = (struct record){
        .key = t->key,
        .size = (uint32_t)(w->bodies.size - before),
    };
    w->tail.positions++;
    w->tail.moves += t->nmoves;
    return true;
}

bool store_writer_tally(struct store_writer *w, const struct tally *t,
                        struct tabia_error *err)
{
    if (!end_games(w, err))
        return false;
    if (t->nmoves == 0 ||
        (w->tail.positions && tally_key_compare(w->last_key, t->key) >= 0))
        return error_set(err, TABIA_MISUSE,
                         "positions must come with moves and by their keys");
    w->last_key = t->key;
    if (w->has_prefix &&
        !put_blocks(w, store_block_of(t->key.hi, w->tail.prefix_bits), err))
        return false;
    if (!add_record(w, t, err))
        return false;
    if (w->has_prefix || w->nrecords < SAMPLE)
        return true;
    return choose_prefix(w, false, err) &&
           put_blocks(w, store_block_of(t->key.hi, w->tail.prefix_bits), err);
}

/* ---- the end --------------------------------------------------------- */

/* Writes a section and gives where it begins and its checksum. */
static bool put_section(struct store_writer *w, struct buf *section,
                        uint64_t number, uint64_t *at, uint64_t *sum,
                        struct tabia_error *err)
{
    bool ok = !section->failed;
    if (ok) {
        *at = here(w);
        *sum = store_checksum(buf_text(section), section->size, STORE_SECTION,
                              number);
        ok = put(w, buf_text(section), section->size);
    } else {
        buf_error(section, err);
    }
    buf_clear(section);
    return ok;
}

static void add_text(struct buf *out, const char *text)
{
    varint_put(out, strlen(text));
    buf_add_text(out, text);
}

static bool put_texts(struct store_writer *w, struct tabia_error *err)
{
    const struct store_config *config = w->config;
    struct buf out = { .limit = BLOCK_LIMIT };
    varint_put(&out, config->player != NULL);
    add_text(&out, config->player ? config->player : "");
    add_text(&out, config->provenance ? config->provenance : "{}");
    varint_put(&out, config->nsources);
    for (size_t i = 0; i < config->nsources; i++)
        add_text(&out, config->sources[i]);
    return put_section(w, &out, 1, &w->tail.texts_at, &w->tail.texts_sum, err);
}

static bool put_roots(struct store_writer *w, struct tabia_error *err)
{
    struct buf out = { .limit = BLOCK_LIMIT };
    for (size_t i = 0; i < w->config->nroots; i++) {
        struct tabia_packed packed;
        tabia_pos_pack(&w->config->roots[i], &packed);
        buf_add(&out, packed.bytes, sizeof(packed.bytes));
    }
    w->tail.nroots = w->config->nroots;
    return put_section(w, &out, 2, &w->tail.roots_at, &w->tail.roots_sum, err);
}

static bool put_index(struct store_writer *w, const struct offsets *offsets,
                      uint64_t number, uint64_t *at, uint64_t *sum,
                      struct tabia_error *err)
{
    struct buf out = { .limit = SIZE_MAX / 2 };
    for (size_t i = 0; i < offsets->n; i++) {
        uint8_t bytes[8];
        store_le64(bytes, offsets->list[i]);
        buf_add(&out, bytes, sizeof(bytes));
    }
    return put_section(w, &out, number, at, sum, err);
}

static bool put_tail(struct store_writer *w)
{
    uint8_t bytes[STORE_TAIL_SIZE];
    w->tail.by = w->config->by;
    w->tail.size = here(w) + sizeof(bytes);
    store_tail_encode(&w->tail, bytes);
    return put(w, bytes, sizeof(bytes));
}

bool store_writer_end(struct store_writer *w, struct tabia_error *err)
{
    struct store_tail *tail = &w->tail;
    return end_games(w, err) && choose_prefix(w, true, err) &&
           put_blocks(w, UINT64_C(1) << tail->prefix_bits, err) &&
           add_offset(w, &w->index, err) && put_texts(w, err) &&
           put_roots(w, err) &&
           put_index(w, &w->details_index, 3, &tail->details_index_at,
                     &tail->details_index_sum, err) &&
           put_index(w, &w->index, 4, &tail->index_at, &tail->index_sum, err) &&
           put_tail(w);
}
