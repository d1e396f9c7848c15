/*
 * store_write.c - a .tabia file from its games and tallies
 *
 * Keys are as good as random, so the first few thousand of them tell how many
 * positions there will be. From that follows how many bits of a key choose a
 * block; a look-up then needs no search for it.
 */
#include "store/store_write.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "store/store_unit.h"
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

    struct store_unit *rest; // positions that came without their blocks
    struct tally_key last_key;
    bool has_tallies, failed;
    atomic_bool has_prefix; // the tail has its bits: units may make blocks
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

static bool add_offset(struct offsets *offsets, uint64_t offset,
                       struct tabia_error *err)
{
    if (!VEC_RESERVE(offsets->list, offsets->room, offsets->n + 1, SIZE_MAX,
                     err))
        return false;
    offsets->list[offsets->n++] = offset;
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
    w->details.limit = BLOCK_LIMIT;
    w->rows.limit = SIZE_MAX / 2;
    w->rest = store_unit_new(w, NULL, err);

    uint8_t front[STORE_FRONT_SIZE] = STORE_MAGIC;
    store_le32(front + STORE_SCHEMA_AT, STORE_SCHEMA);
    if (w->rest && put(w, front, sizeof(front)))
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
    store_unit_free(w->rest);
    buf_clear(&w->rows);
    buf_clear(&w->details);
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

static bool end_details(struct store_writer *w, struct tabia_error *err)
{
    uint8_t sum[STORE_SUM_SIZE];
    if (w->details.size == 0)
        return true;
    if (w->details.failed)
        return buf_error(&w->details, err);
    store_le64(sum, store_checksum(buf_text(&w->details), w->details.size,
                                   STORE_DETAILS, w->details_index.n));
    memset(w->last_text, 0, sizeof(w->last_text));
    w->last_end = 0;
    const bool ok = add_offset(&w->details_index, here(w), err) &&
                    put(w, sum, sizeof(sum)) &&
                    put(w, buf_text(&w->details), w->details.size);
    buf_reset(&w->details);
    return ok;
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
        return error_set(err, TABIA_ERR_MISUSE,
                         "a game that no store can hold");
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
    if (!end_details(w, err) || !add_offset(&w->details_index, here(w), err) ||
        !put_rows(w, err))
        return false;
    w->tail.tallies_at = here(w);
    return true;
}

/* ---- positions ------------------------------------------------------- */

/* How many positions there are, by those so far when more will come. */
static uint64_t estimate(const struct store_unit *rest, bool is_all)
{
    if (is_all || rest->nrecords == 0)
        return rest->nrecords;
    const uint64_t span = (rest->records[rest->nrecords - 1].key.hi >> 32) + 1;
    return ((uint64_t)rest->nrecords << 32) / span;
}

static bool choose_prefix(struct store_writer *w, bool is_all,
                          struct tabia_error *err)
{
    const uint64_t n = estimate(w->rest, is_all);
    const uint64_t max = w->config->positions_max;
    if (w->has_prefix || (!is_all && w->rest->nrecords < SAMPLE))
        return true;
    if (max && n / 4 > max)
        return error_set(err, TABIA_ERR_CORRUPT,
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

bool store_unit_end(struct store_unit *unit, struct tabia_error *err)
{
    const struct store_tail *tail = &unit->writer->tail;
    if (!unit->writer->has_prefix || tail->prefix_bits < unit->bits ||
        !unit->positions)
        return true; // the writer does it in turn
    unit->first_block = store_block_of(unit->first.hi, tail->prefix_bits);
    return store_unit_make_blocks(
        unit, tail, store_block_of(unit->last.hi, tail->prefix_bits) + 1, err);
}

/* Writes the blocks that a unit has made. */
static bool put_blocks(struct store_writer *w, struct store_unit *unit,
                       struct tabia_error *err)
{
    const uint64_t start = here(w);
    if (!unit->nblocks)
        return true;
    for (size_t i = 0; i < unit->nblocks; i++)
        if (!add_offset(&w->index, start + unit->starts[i], err))
            return false;
    const bool ok = put(w, buf_text(&unit->blocks), unit->blocks.size);
    store_unit_drop_blocks(unit);
    return ok;
}

/* Writes all blocks before block 'until', of the positions without. */
static bool put_rest(struct store_writer *w, uint64_t until,
                     struct tabia_error *err)
{
    w->rest->first_block = w->index.n;
    return store_unit_make_blocks(w->rest, &w->tail, until, err) &&
           put_blocks(w, w->rest, err);
}

/* Takes over positions that are in no block. */
static bool add_rest(struct store_writer *w, const struct store_unit *unit,
                     struct tabia_error *err)
{
    const char *body = buf_text(&unit->bodies);
    for (size_t i = 0; i < unit->nrecords; i++) {
        const struct store_record *record = &unit->records[i];
        if (!store_unit_add_record(w->rest, record->key, body, record->size,
                                   err) ||
            !choose_prefix(w, false, err))
            return false;
        body += record->size;
    }
    return true;
}

bool store_writer_append(struct store_writer *w, struct store_unit *unit,
                         struct tabia_error *err)
{
    if (!end_games(w, err))
        return false;
    if (!unit->positions)
        return true;
    if (w->tail.positions && tally_key_compare(w->last_key, unit->first) >= 0)
        return error_set(err, TABIA_ERR_MISUSE,
                         "units must come by their keys");
    w->last_key = unit->last;
    w->tail.positions += unit->positions;
    w->tail.moves += unit->moves;
    if (unit->nblocks) // all its positions are in them
        return put_rest(w, unit->first_block, err) && put_blocks(w, unit, err);
    return add_rest(w, unit, err) &&
           (!w->has_prefix ||
            put_rest(w, store_block_of(unit->last.hi, w->tail.prefix_bits),
                     err));
}

bool store_writer_tally(struct store_writer *w, const struct tally *t,
                        struct tabia_error *err)
{
    if (!end_games(w, err) || !store_unit_tally(w->rest, t, err))
        return false;
    w->last_key = t->key;
    w->tail.positions++;
    w->tail.moves += t->nmoves;
    return choose_prefix(w, false, err) &&
           (!w->has_prefix ||
            put_rest(w, store_block_of(t->key.hi, w->tail.prefix_bits), err));
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
           put_rest(w, UINT64_C(1) << tail->prefix_bits, err) &&
           add_offset(&w->index, here(w), err) && put_texts(w, err) &&
           put_roots(w, err) &&
           put_index(w, &w->details_index, 3, &tail->details_index_at,
                     &tail->details_index_sum, err) &&
           put_index(w, &w->index, 4, &tail->index_at, &tail->index_sum, err) &&
           put_tail(w);
}

uint64_t store_writer_positions(const struct store_writer *w)
{
    return w->tail.positions;
}

uint64_t store_writer_moves(const struct store_writer *w)
{
    return w->tail.moves;
}
