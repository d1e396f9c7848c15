/*
 * ctg_write.c - books as the entries of a CTG book
 *
 * Every position becomes an entry, under its signature: positions that are
 * the same with colours swapped or files reversed share one. ctg_incoming.c
 * has their numbers, ctg_files.c makes the files.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "format/ctg/ctg_files.h"
#include "format/ctg/ctg_incoming.h"
#include "base/banned.h"

struct ctg_item {
    struct ctg_signature sig;
    uint32_t position; // the first that has this signature
    struct ctg_span span;
    struct ctg_incoming incoming;
};

struct ctg_writer {
    const struct tabia_book *book;
    struct ctg_item *items;
    size_t nitems, items_room;
    struct hashmap index;
    uint64_t *sources; // item << 32 | position, sorted
    size_t nsources, sources_room;
    struct buf entries;
    size_t ntwins; // positions that share an entry with another
    size_t nlone;  // positions that are no roots and that no move leads to
    struct ctg_losses losses;
    struct tabia_error *err;
};

/* ---- entries --------------------------------------------------------- */

struct wanted_item {
    const struct ctg_item *items;
    const struct ctg_signature *sig;
};

static bool is_wanted_item(const void *ctx, uint32_t id)
{
    const struct wanted_item *w = ctx;
    const struct ctg_signature *sig = &w->items[id].sig;
    return sig->size == w->sig->size &&
           memcmp(sig->bytes, w->sig->bytes, sig->size) == 0;
}

/* The item of a position; new ones are added. HASHMAP_NONE: no memory. */
static uint32_t ctg_add_item(struct ctg_writer *w, const struct tabia_pos *pos,
                             uint32_t position)
{
    struct ctg_signature sig;
    ctg_signature_make(pos, &sig);
    const uint32_t hash = ctg_hash(sig.bytes);
    const struct wanted_item wanted = { w->items, &sig };
    uint32_t id = hashmap_find(&w->index, hash, is_wanted_item, &wanted);
    if (id == HASHMAP_NONE) {
        if (!VEC_RESERVE(w->items, w->items_room, w->nitems + 1, UINT32_MAX - 1,
                         w->err))
            return HASHMAP_NONE;
        id = (uint32_t)w->nitems;
        if (!hashmap_insert(&w->index, hash, id, w->err))
            return HASHMAP_NONE;
        w->items[w->nitems++] = (struct ctg_item){ .sig = sig,
                                                   .position = position,
                                                   .span.hash = hash };
    }
    if (!VEC_RESERVE(w->sources, w->sources_room, w->nsources + 1,
                     SIZE_MAX / 16, w->err))
        return HASHMAP_NONE;
    w->sources[w->nsources++] = (uint64_t)id << 32 | position;
    return id;
}

/* ---- what moves say about the positions that they lead to ------------ */

static bool ctg_add_moves(struct ctg_writer *w, uint32_t position)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        tabia_book_position_moves(w->book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    uint32_t heaviest = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].data.weight > heaviest)
            heaviest = list[i].data.weight;
    tabia_book_position_pos_at(w->book, position, &pos);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = pos;
        const uint32_t target =
            tabia_book_node_position(w->book, list[i].to_node);
        tabia_pos_play(&next, list[i].move);
        const uint32_t id = ctg_add_item(w, &next, target);
        if (id == HASHMAP_NONE)
            return false;
        ctg_incoming_add(&w->items[id].incoming, &list[i].data, heaviest,
                         next.turn, &w->losses);
    }
    return true;
}

/*
 * Roots first, as they are; then what moves lead to; then positions that
 * neither of both has met.
 */
static bool add_items(struct ctg_writer *w)
{
    const struct tabia_book *book = w->book;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos_at(book, i, &pos);
        const uint32_t node = tabia_book_root_at(book, i);
        if (ctg_add_item(w, &pos, tabia_book_node_position(book, node)) ==
            HASHMAP_NONE)
            return false;
    }
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++)
        if (!ctg_add_moves(w, i))
            return false;
    uint8_t *is_met = calloc(tabia_book_position_count(book) + 1, 1);
    if (!is_met)
        return error_nomem(w->err);
    for (size_t i = 0; i < w->nsources; i++)
        is_met[(uint32_t)w->sources[i]] = 1;
    bool ok = true;
    for (uint32_t i = 0; i < tabia_book_position_count(book) && ok; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        ok = is_met[i] || ctg_add_item(w, &pos, i) != HASHMAP_NONE;
        w->nlone += !is_met[i];
    }
    free(is_met);
    return ok;
}

/* ---- the bytes of an entry ------------------------------------------- */

struct move_block {
    uint8_t bytes[2 * CTG_MOVES_MAX];
    size_t n;
};

static void add_codes(struct ctg_writer *w, uint32_t position,
                      struct move_block *block)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    struct ctg_signature sig;
    const size_t n =
        tabia_book_position_moves(w->book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    tabia_book_position_pos_at(w->book, position, &pos);
    const unsigned guise = ctg_signature_make(&pos, &sig);
    for (size_t i = 0; i < n; i++) {
        uint8_t code;
        if (!ctg_move_encode(&pos, guise, list[i].move, &code)) {
            // Others are moves that the declaration says it cannot hold.
            const enum tabia_piece_type promotion =
                tabia_move_promotion(list[i].move);
            w->losses.dropped++;
            w->losses.third_pieces +=
                (!promotion || promotion == TABIA_QUEEN) &&
                !tabia_pos_is_castling(&pos, list[i].move);
            continue;
        }
        size_t k = 0; // it may come from the same position the other way round
        while (k < block->n && block->bytes[2 * k] != code)
            k++;
        if (k < block->n)
            continue;
        if (block->n == CTG_MOVES_MAX) {
            w->losses.surplus++;
            w->losses.dropped++;
            continue;
        }
        uint8_t *bytes = &block->bytes[2 * block->n++];
        const struct tabia_move_data *data = &list[i].data;
        bytes[0] = code;
        bytes[1] = 0;
        if (!(data->has & TABIA_HAS_NAGS))
            continue;
        bytes[1] = data->nags[0];
        const uint8_t second = ctg_position_nag(data);
        for (k = 1; k < TABIA_NAGS_MAX && data->nags[k]; k++)
            w->losses.nags += data->nags[k] != second;
    }
}

/* 'source' is the first of the item's sources; goes to behind the last. */
static bool ctg_add_entry(struct ctg_writer *w, size_t id, size_t *source)
{
    struct ctg_item *item = &w->items[id];
    struct move_block block = { .n = 0 };
    const size_t first = *source;
    for (; *source < w->nsources && w->sources[*source] >> 32 == id;
         ++*source) {
        const uint32_t position = (uint32_t)w->sources[*source];
        if (*source > first && w->sources[*source] == w->sources[*source - 1])
            continue;
        add_codes(w, position, &block);
        if (position != item->position) {
            // The numbers of an entry are those of its first position. What
            // another one says in its comment has no place.
            const char *comment =
                tabia_book_position_data(w->book, position).comment;
            struct ctg_stats ignored = { 0 };
            bool is_alone;
            ctg_comment_parse(comment, &ignored, &is_alone);
            w->losses.comments += comment && !is_alone;
            w->ntwins++;
        }
    }
    struct ctg_stats stats;
    uint8_t numbers[CTG_STATS_SIZE];
    ctg_incoming_stats(
        &item->incoming,
        tabia_book_position_data(w->book, item->position).comment, &stats,
        &w->losses);
    ctg_stats_encode(numbers, &stats);
    item->span.offset = (uint32_t)w->entries.size;
    buf_add(&w->entries, item->sig.bytes, item->sig.size);
    buf_add_char(&w->entries, (char)(2 * block.n + 1));
    buf_add(&w->entries, block.bytes, 2 * block.n);
    buf_add(&w->entries, numbers, sizeof(numbers));
    item->span.size = (uint32_t)w->entries.size - item->span.offset;
    return !w->entries.failed || buf_error(&w->entries, w->err);
}

/* ---- the report ------------------------------------------------------ */

/* A book whose every position is met from the start can be read one way. */
static bool has_other_roots(const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const uint32_t position = tabia_book_find_position(book, &start);
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        if (tabia_book_node_position(book, tabia_book_root_at(book, i)) !=
            position)
            return true;
    return false;
}

/* The entries as a reader of the file has them, in our order. */
static bool compare_back(struct ctg_writer *w)
{
    struct ctg_entries entries = {
        .bytes = buf_bytes(&w->entries),
        .n = w->nitems,
        .index = w->index,
    };
    if (!w->ntwins && !w->nlone && !w->losses.dropped &&
        !has_other_roots(w->book))
        return true;
    entries.list = malloc((w->nitems + 1) * sizeof(*entries.list));
    if (!entries.list)
        return error_nomem(w->err);
    bool ok = true;
    for (size_t i = 0; i < w->nitems && ok; i++) {
        const struct ctg_span *span = &w->items[i].span;
        ok = ctg_entry_at(entries.bytes, span->offset,
                          (size_t)span->offset + span->size, &entries.list[i],
                          w->err);
    }
    ok = ok && ctg_reread_compare(w->book, &entries, w->losses.dropped,
                                  &w->losses.back, w->err);
    free(entries.list);
    return ok;
}

static void ctg_report_losses(const struct ctg_losses *l,
                              struct tabia_report *report)
{
    report_add(report, l->back.mirrored_positions,
               "unreachable position is read back mirrored",
               "unreachable positions are read back mirrored");
    report_add(report, l->back.mirrored_moves,
               "move is read back mirrored, like its position",
               "moves are read back mirrored, like their position");
    report_add(report, l->back.added_moves,
               "move is added from the mirror image of a position",
               "moves are added from mirror images of positions");
    report_add(
        report, l->results,
        "result of a move includes those of other moves to the same position",
        "results of moves include those of other moves to the same position");
    report_add_lost_moves(report, l->third_pieces,
                          "move of a third piece of its kind is dropped",
                          "moves of a third piece of its kind are dropped");
    report_add_lost_moves(report, l->surplus,
                          "move beyond the 127th of a position is dropped",
                          "moves beyond the 127th of a position are dropped");
    report_add(report, l->nags, "annotation beyond the first is dropped",
               "annotations beyond the first are dropped");
    report_add(report, l->avoided, "avoided mark becomes passive",
               "avoided marks become passive");
    report_add(
        report, l->marks,
        "mark is dropped, because other moves to the same position have none",
        "marks are dropped, because other moves to the same position have "
        "none");
    report_add(report, l->totals, "total above 16777215 is capped",
               "totals above 16777215 are capped");
    report_add(report, l->comments, "position comment is dropped",
               "position comments are dropped");
}

static uint32_t games_of_start(const struct ctg_writer *w)
{
    struct tabia_pos start;
    struct ctg_signature sig;
    struct ctg_stats stats;
    tabia_pos_set_start(&start);
    ctg_signature_make(&start, &sig);
    const struct wanted_item wanted = { w->items, &sig };
    const uint32_t id =
        hashmap_find(&w->index, ctg_hash(sig.bytes), is_wanted_item, &wanted);
    if (id == HASHMAP_NONE)
        return 0;
    const struct ctg_span *span = &w->items[id].span;
    const char *end = w->entries.data + span->offset + span->size;
    ctg_stats_decode((const uint8_t *)end - CTG_STATS_SIZE, &stats);
    return stats.games;
}

static bool ctg_write_files(const struct ctg_writer *w, struct sink *dst)
{
    struct ctg_span *spans = malloc((w->nitems + 1) * sizeof(*spans));
    if (!spans)
        return error_nomem(w->err);
    for (size_t i = 0; i < w->nitems; i++)
        spans[i] = w->items[i].span;
    const struct ctg_content content = {
        .entries = buf_bytes(&w->entries),
        .spans = spans,
        .n = w->nitems,
        .ngames = games_of_start(w),
        .header = tabia_book_find_text(w->book, CTG_KEY_HEADER),
    };
    const bool ok = ctg_files_write(&content, dst, w->err);
    free(spans);
    return ok;
}

bool ctg_write_set(const struct tabia_book *book,
                   const struct tabia_write_options *options, struct sink *dst,
                   struct tabia_report *report, struct tabia_error *err)
{
    struct ctg_writer w = {
        .book = book,
        .index = { .limit = UINT32_MAX - 1 },
        .entries = { .limit = UINT32_MAX },
        .err = err,
    };
    (void)options;
    bool ok = add_items(&w) && sort_radix(w.sources, w.nsources,
                                          sizeof(*w.sources), 0, NULL, err);
    size_t source = 0;
    for (size_t i = 0; ok && i < w.nitems; i++)
        ok = ctg_add_entry(&w, i, &source);
    ok = ok && compare_back(&w) && ctg_write_files(&w, dst);
    if (ok)
        ctg_report_losses(&w.losses, report);
    buf_clear(&w.entries);
    hashmap_clear(&w.index);
    free(w.items);
    free(w.sources);
    return ok;
}
