/*
 * ti_records.c - positions and their moves on the way into a compiled book
 *
 *     0  4  "BKW0" or "BKB0": White or Black to move
 *     4  2  positions
 *     6  2  moves, at most 65535
 *     8 10  for each position: key, offset of its record from the start
 *           then the records in the same order: 22 bytes of position and two
 *           for each move
 *
 * All numbers are big-endian. The index is sorted by key; records of one key
 * stay in the order in which they first appeared.
 */
#include "format/ti/ti_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "format/format_contract.h"
#include "format/ti/ti_walk.h"
#include "tabia/book.h"
#include "base/banned.h"

enum { MOVES_CLIP = 65535, RECORDS_MAX = INT32_MAX };

bool ti_records_init(struct ti_records *set, struct tabia_error *err)
{
    *set = (struct ti_records){ .hash = malloc(sizeof(*set->hash)) };
    if (!set->hash)
        return error_nomem(err);
    ti_hash_init(set->hash);
    for (int i = 0; i < 2; i++)
        set->side[i].map.limit = UINT32_MAX - 1;
    return true;
}

void ti_records_clear(struct ti_records *set)
{
    for (int i = 0; i < 2; i++) {
        free(set->side[i].list);
        hashmap_clear(&set->side[i].map);
    }
    free(set->moves);
    free(set->hash);
    *set = (struct ti_records){ 0 };
}

/* ---- one move -------------------------------------------------------- */

struct wanted_record {
    const struct ti_record *list;
    const uint8_t *packed;
};

static bool is_wanted_record(const void *ctx, uint32_t id)
{
    const struct wanted_record *w = ctx;
    return memcmp(w->list[id].packed, w->packed, TI_POS_SIZE) == 0;
}

/* The number of a record, a new one if need be; NONE without memory. */
static uint32_t find_record(struct ti_records_side *side, uint64_t key,
                            const uint8_t packed[TI_POS_SIZE],
                            struct tabia_error *err)
{
    const struct wanted_record w = { side->list, packed };
    // Castling, double step and side are in the last bytes, the key has none.
    const uint64_t slot = key ^ (uint64_t)load_be16(packed + TI_POS_SIZE - 2)
                                    << 32;
    const uint32_t found = hashmap_find(&side->map, slot, is_wanted_record, &w);
    if (found != HASHMAP_NONE)
        return found;

    if (!VEC_RESERVE(side->list, side->room, side->n + 1, RECORDS_MAX, err))
        return TI_RECORDS_NONE;
    if (!hashmap_insert(&side->map, slot, (uint32_t)side->n, err))
        return TI_RECORDS_NONE;
    side->list[side->n] = (struct ti_record){
        .key = key,
        .first = TI_RECORDS_NONE,
        .last = TI_RECORDS_NONE,
    };
    memcpy(side->list[side->n].packed, packed, TI_POS_SIZE);
    return (uint32_t)side->n++;
}

bool ti_records_add(struct ti_records *set, const uint8_t packed[TI_POS_SIZE],
                    const tabia_piece board[64], uint16_t code,
                    struct tabia_error *err)
{
    struct ti_records_side *side =
        &set->side[packed[TI_POS_SIZE - 1] & TI_POS_BLACK];
    if (!VEC_RESERVE(set->moves, set->moves_room, set->nmoves + 1, RECORDS_MAX,
                     err))
        return false;
    const uint32_t id =
        find_record(side, ti_hash_of(set->hash, board), packed, err);
    if (id == TI_RECORDS_NONE)
        return false;

    struct ti_record *record = &side->list[id];
    uint32_t known = record->first;
    while (known != TI_RECORDS_NONE && set->moves[known].code != code)
        known = set->moves[known].next;
    if (known != TI_RECORDS_NONE)
        return true;
    const uint32_t last = (uint32_t)set->nmoves++;
    set->moves[last] =
        (struct ti_move){ .code = code, .next = TI_RECORDS_NONE };
    if (record->nmoves++)
        set->moves[record->last].next = last;
    else
        record->first = last;
    record->last = last;
    return true;
}

/* ---- a whole book ---------------------------------------------------- */

struct record_collector {
    struct ti_records *set;
    const struct tabia_book *book;
    struct tabia_report *report; // NULL: errors
    struct tabia_error *err;
    bool compat;    // with stale castling rights
    uint64_t nfull; // positions that are dropped
};

/* An error at the place where a move stood, if that is known. */
static bool fail_at_edge(struct record_collector *c, uint32_t edge,
                         const char *msg)
{
    const struct tabia_move_data data = tabia_book_edge_data(c->book, edge);
    if (!(data.has & TABIA_HAS_LOCATION) || !data.line)
        return error_set(c->err, TABIA_ERR_LIMIT, "%s", msg);
    return error_at_location(c->err, TABIA_ERR_LIMIT, data.line, data.col, 0,
                             "%s", msg);
}

static bool collect_moves(struct record_collector *c,
                          const struct ti_walk_frame *at)
{
    const struct tabia_pos *pos = &at->pos;
    uint8_t packed[TI_POS_SIZE];
    if (at->first == at->end)
        return true;
    if (!ti_pos_encode(pos, packed)) {
        char msg[TABIA_ERROR_MSG_SIZE];
        if (c->report) {
            c->nfull++;
            return true;
        }
        snprintf(msg, sizeof(msg),
                 "the position before this move needs %u bits, the limit of "
                 "TI-Chess is %d",
                 ti_pos_bits(pos->board), TI_POS_BITS);
        return fail_at_edge(c, at->first, msg);
    }
    if (c->compat)
        packed[TI_POS_FLAGS] |= at->stale;
    for (uint32_t edge = at->first; edge < at->end; edge++) {
        uint16_t code;
        if (tabia_book_edge_data(c->book, edge).mark != TABIA_MARK_NONE)
            continue; // not for playing
        const bool is_stored =
            ti_move_encode(pos, tabia_book_edge_move(c->book, edge), &code);
        if (!is_stored && !c->report) // else declared as a loss
            return fail_at_edge(c, edge,
                                "TI-Chess castles from e1 and e8 only");
        if (is_stored &&
            !ti_records_add(c->set, packed, pos->board, code, c->err))
            return false;
    }
    return true;
}

static uint64_t count_marked(const struct tabia_book *book)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < tabia_book_edge_count(book); i++)
        count += tabia_book_edge_data(book, i).mark != TABIA_MARK_NONE;
    return count;
}

/* By key; the sort keeps the order of equals. */
static int compare_record_keys(const void *a, const void *b, void *ctx)
{
    const struct ti_record *x = a, *y = b;
    (void)ctx;
    return (x->key > y->key) - (x->key < y->key);
}

bool ti_records_collect(struct ti_records *set, const struct tabia_book *book,
                        bool compat, struct tabia_report *report,
                        struct tabia_error *err)
{
    struct record_collector c = {
        .set = set,
        .book = book,
        .compat = compat,
        .report = report,
        .err = err,
    };
    struct ti_walk walk; // depth first: the moves of a line come in their order
    bool ok = ti_walk_init(&walk, book, err);
    while (ok && ti_walk_next(&walk))
        ok = collect_moves(&c, ti_walk_top(&walk));
    ok = ok && !walk.failed;
    ti_walk_clear(&walk);
    if (report) {
        report_add(c.report, c.nfull,
                   "position that needs more than 164 bits is dropped",
                   "positions that need more than 164 bits are dropped");
        report_add_lost_moves(c.report, count_marked(c.book),
                              "move with a mark is dropped",
                              "moves with a mark are dropped");
    }
    for (int i = 0; ok && i < 2; i++) {
        struct ti_records_side *side = &set->side[i];
        ok = sort_stable(side->list, side->n, sizeof(*side->list),
                         compare_record_keys, NULL, NULL, err);
        hashmap_clear(&side->map); // its numbers are the old ones
        side->map.limit = UINT32_MAX - 1;
    }
    return ok;
}

/* ---- files ----------------------------------------------------------- */

uint32_t ti_records_count_moves(const struct ti_records_side *side, size_t from,
                                size_t to)
{
    uint32_t n = 0;
    for (size_t i = from; i < to; i++)
        n += side->list[i].nmoves;
    return n;
}

size_t ti_records_cut(const struct ti_records_side *side, size_t from,
                      size_t limit)
{
    size_t used = TI_RECORDS_HEAD, to = from;
    for (; to < side->n; to++) {
        used += TI_RECORDS_INDEX + TI_POS_SIZE + 2 * side->list[to].nmoves;
        if (used > limit)
            break;
    }
    return to;
}

static void put_head(const struct ti_records_side *side, enum tabia_color color,
                     size_t from, size_t to, struct buf *out)
{
    uint8_t head[TI_RECORDS_HEAD];
    const uint32_t nmoves = ti_records_count_moves(side, from, to);
    memcpy(head, color == TABIA_WHITE ? "BKW0" : "BKB0", 4);
    put_be16(head + 4, (uint16_t)(to - from));
    put_be16(head + 6, (uint16_t)(nmoves < MOVES_CLIP ? nmoves : MOVES_CLIP));
    buf_add(out, head, sizeof(head));
}

static void put_record_moves(const struct ti_records *set,
                             const struct ti_record *record, struct buf *out)
{
    for (uint32_t i = record->first; i != TI_RECORDS_NONE;
         i = set->moves[i].next) {
        const bool has_more = set->moves[i].next != TI_RECORDS_NONE;
        uint8_t code[2];
        put_be16(code, (uint16_t)(set->moves[i].code |
                                  (has_more ? TI_MOVE_MORE : 0)));
        buf_add(out, code, sizeof(code));
    }
}

bool ti_records_encode(const struct ti_records *set, enum tabia_color color,
                       size_t from, size_t to, struct buf *out)
{
    const struct ti_records_side *side = &set->side[color];
    size_t at = TI_RECORDS_HEAD + TI_RECORDS_INDEX * (to - from);
    put_head(side, color, from, to, out);
    for (size_t i = from; i < to; i++) {
        uint8_t entry[TI_RECORDS_INDEX];
        put_be64(entry, side->list[i].key);
        put_be16(entry + 8, (uint16_t)at);
        buf_add(out, entry, sizeof(entry));
        at += TI_POS_SIZE + 2 * side->list[i].nmoves;
    }
    for (size_t i = from; i < to; i++) {
        buf_add(out, side->list[i].packed, TI_POS_SIZE);
        put_record_moves(set, &side->list[i], out);
    }
    return !out->failed;
}
