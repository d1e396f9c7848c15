/*
 * ctg_write.c - books as CTG files
 *
 * Every position becomes an entry, under its signature: positions that are
 * the same with colours swapped or files turned round share one. Then the
 * pages: all entries are one leaf of the trie; a leaf that does not fit in a
 * page is split by the next bit of the hash, and so on. The trie depends on
 * the entries alone, so the pages are as full as those of a book that has
 * grown game by game.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/vec.h"
#include "format/ctg.h"
#include "base/banned.h"

enum {
    DEPTH_MAX = 26,    // of the trie; the index then takes 512 MB
    NAG_POSITION = 10, // from here on glyphs are about positions
    CTO_HEAD = 16,
    CTB_HEAD = 12,
};

/* What the moves that lead to an entry say about it. */
struct led {
    uint64_t wins, draws, losses;             // added up
    uint32_t top_wins, top_draws, top_losses; // of the move with most games
    uint32_t ntop;                            // moves with just these numbers
    uint32_t nmoves, nred;
    bool is_green;
    uint8_t nag;
};

struct item {
    struct ctg_signature sig;
    uint32_t hash;
    uint32_t position;     // the first that has this signature
    uint32_t offset, size; // of the entry's bytes
    struct led led;
};

/* Counts for the report. */
struct losses {
    uint64_t third_pieces, surplus, nags, marks, avoided, comments, totals;
    uint64_t dropped; // moves, for any reason
    uint64_t results; // of moves, that become those of their position
    struct ctg_back back;
};

struct writer {
    const struct tabia_book *book;
    struct item *items;
    size_t nitems, items_room;
    struct hashmap index;
    uint64_t *sources; // item << 32 | position, sorted
    size_t nsources, sources_room;
    struct buf entries;
    size_t ntwins; // positions that share an entry with another
    struct losses losses;
    struct tabia_error *err;
};

/* ---- entries --------------------------------------------------------- */

struct wanted {
    const struct item *items;
    const struct ctg_signature *sig;
};

static bool is_wanted(const void *ctx, uint32_t id)
{
    const struct wanted *w = ctx;
    const struct ctg_signature *sig = &w->items[id].sig;
    return sig->size == w->sig->size &&
           memcmp(sig->bytes, w->sig->bytes, sig->size) == 0;
}

/* The item of a position; new ones are added. HASHMAP_NONE: no memory. */
static uint32_t add_item(struct writer *w, const struct tabia_pos *pos,
                         uint32_t position)
{
    struct ctg_signature sig;
    ctg_signature_make(pos, &sig);
    const uint32_t hash = ctg_hash(sig.bytes);
    const struct wanted wanted = { w->items, &sig };
    uint32_t id = hashmap_find(&w->index, hash, is_wanted, &wanted);
    if (id == HASHMAP_NONE) {
        struct item *items = vec_grow(w->items, &w->items_room, w->nitems + 1,
                                      sizeof(*items), UINT32_MAX - 1);
        if (!items) {
            error_nomem(w->err);
            return HASHMAP_NONE;
        }
        w->items = items;
        id = (uint32_t)w->nitems;
        if (!hashmap_insert(&w->index, hash, id, w->err))
            return HASHMAP_NONE;
        items[w->nitems++] =
            (struct item){ .sig = sig, .hash = hash, .position = position };
    }
    uint64_t *sources = vec_grow(w->sources, &w->sources_room, w->nsources + 1,
                                 sizeof(*sources), SIZE_MAX / 16);
    if (!sources) {
        error_nomem(w->err);
        return HASHMAP_NONE;
    }
    w->sources = sources;
    sources[w->nsources++] = (uint64_t)id << 32 | position;
    return id;
}

/* ---- what moves say about the positions that they lead to ------------ */

static void add_results(struct led *led, const struct tabia_move_data *data,
                        unsigned turn)
{
    const uint32_t wins = turn == TABIA_WHITE ? data->white : data->black;
    const uint32_t losses = turn == TABIA_WHITE ? data->black : data->white;
    const uint64_t top =
        (uint64_t)led->top_wins + led->top_draws + led->top_losses;
    led->wins += wins;
    led->losses += losses;
    led->draws += data->draws;
    if ((uint64_t)wins + losses + data->draws > top) {
        led->top_wins = wins;
        led->top_losses = losses;
        led->top_draws = data->draws;
        led->ntop = 0;
    }
    led->ntop += wins == led->top_wins && losses == led->top_losses &&
                 data->draws == led->top_draws;
}

/* Of the glyphs of a move, the first that is about the position. */
static uint8_t position_nag(const struct tabia_move_data *data)
{
    for (size_t i = 1; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        if (data->nags[i] >= NAG_POSITION)
            return data->nags[i];
    return 0;
}

static void add_led(struct writer *w, struct led *led,
                    const struct tabia_entry *entry, uint32_t heaviest,
                    unsigned turn)
{
    const struct tabia_move_data *data = &entry->data;
    const bool is_marked = data->mark != TABIA_MARK_NONE;
    if (data->has & 1u << TABIA_ATTR_RESULTS)
        add_results(led, data, turn);
    if (data->has & 1u << TABIA_ATTR_WEIGHT && data->weight)
        led->is_green |= data->weight >= heaviest - heaviest / 2;
    if (data->has & 1u << TABIA_ATTR_NAGS && !led->nag)
        led->nag = position_nag(data);
    led->nmoves++;
    led->nred += is_marked;
    w->losses.avoided += data->mark == TABIA_MARK_AVOIDED;
}

static bool add_moves(struct writer *w, uint32_t position)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        tabia_book_moves(w->book, position, TABIA_POLICY_DEFAULT, list);
    uint32_t heaviest = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].data.weight > heaviest)
            heaviest = list[i].data.weight;
    tabia_book_position(w->book, position, &pos);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = pos;
        const uint32_t target = tabia_node_position(w->book, list[i].to);
        tabia_pos_play(&next, list[i].move);
        const uint32_t id = add_item(w, &next, target);
        if (id == HASHMAP_NONE)
            return false;
        add_led(w, &w->items[id].led, &list[i], heaviest, next.turn);
    }
    return true;
}

/*
 * Roots first, as they are; then what moves lead to; then positions that
 * neither of both has met.
 */
static bool add_items(struct writer *w)
{
    const struct tabia_book *book = w->book;
    for (uint32_t i = 0; i < tabia_book_roots(book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos(book, i, &pos);
        const uint32_t node = tabia_book_root(book, i);
        if (add_item(w, &pos, tabia_node_position(book, node)) == HASHMAP_NONE)
            return false;
    }
    for (uint32_t i = 0; i < tabia_book_positions(book); i++)
        if (!add_moves(w, i))
            return false;
    uint8_t *is_met = calloc(tabia_book_positions(book) + 1, 1);
    if (!is_met)
        return error_nomem(w->err);
    for (size_t i = 0; i < w->nsources; i++)
        is_met[(uint32_t)w->sources[i]] = 1;
    bool is_done = true;
    for (uint32_t i = 0; i < tabia_book_positions(book) && is_done; i++) {
        struct tabia_pos pos;
        tabia_book_position(book, i, &pos);
        is_done = is_met[i] || add_item(w, &pos, i) != HASHMAP_NONE;
    }
    free(is_met);
    return is_done;
}

/* ---- the bytes of an entry ------------------------------------------- */

struct move_block {
    uint8_t bytes[2 * CTG_MOVES_MAX];
    size_t n;
};

/* Is the code there already, from the same position the other way round? */
static bool has_code(const struct move_block *block, uint8_t code)
{
    for (size_t i = 0; i < block->n; i++)
        if (block->bytes[2 * i] == code)
            return true;
    return false;
}

/* A move that the declaration of the format says it cannot hold. */
static bool is_declared(const struct tabia_pos *pos, tabia_move mv)
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    return (promotion && promotion != TABIA_QUEEN) ||
           tabia_pos_is_castling(pos, mv);
}

/* The glyph of a move; counts those for which there is no place. */
static uint8_t move_nag(struct writer *w, const struct tabia_move_data *data)
{
    if (!(data->has & 1u << TABIA_ATTR_NAGS))
        return 0;
    const uint8_t second = position_nag(data);
    for (size_t i = 1; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        w->losses.nags += data->nags[i] != second;
    return data->nags[0];
}

static void add_codes(struct writer *w, uint32_t position,
                      struct move_block *block)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    struct ctg_signature sig;
    const size_t n =
        tabia_book_moves(w->book, position, TABIA_POLICY_DEFAULT, list);
    tabia_book_position(w->book, position, &pos);
    const unsigned guise = ctg_signature_make(&pos, &sig);
    for (size_t i = 0; i < n; i++) {
        uint8_t code;
        if (!ctg_move_encode(&pos, guise, list[i].move, &code)) {
            w->losses.dropped++;
            w->losses.third_pieces += !is_declared(&pos, list[i].move);
            continue;
        }
        if (has_code(block, code))
            continue;
        if (block->n == CTG_MOVES_MAX) {
            w->losses.surplus++;
            w->losses.dropped++;
            continue;
        }
        block->bytes[2 * block->n] = code;
        block->bytes[2 * block->n + 1] = move_nag(w, &list[i].data);
        block->n++;
    }
}

static uint32_t limit(struct writer *w, uint64_t value)
{
    w->losses.totals += value > CTG_COUNT_MAX;
    return value > CTG_COUNT_MAX ? CTG_COUNT_MAX : (uint32_t)value;
}

/* Moves to a position whose results are not the position's. */
static uint32_t count_changed(const struct led *led, bool has_own)
{
    const uint64_t sum = led->wins + led->draws + led->losses;
    const uint64_t top =
        (uint64_t)led->top_wins + led->top_draws + led->top_losses;
    if (sum == 0)
        return 0;
    return led->nmoves - (has_own || sum == top ? led->ntop : 0);
}

/*
 * Numbers that were read from a CTG book are the position's own and stand at
 * every move to it; of other books the moves' numbers are added up.
 */
static void make_stats(struct writer *w, const struct item *item,
                       struct ctg_stats *stats)
{
    const struct led *led = &item->led;
    const char *comment = tabia_position_data(w->book, item->position).comment;
    struct ctg_stats ignored = { 0 };
    bool is_alone;
    const bool has_own = ctg_comment_parse(comment, &ignored, &is_alone);
    w->losses.results += count_changed(led, has_own);
    *stats = (struct ctg_stats){
        .wins = limit(w, has_own ? led->top_wins : led->wins),
        .draws = limit(w, has_own ? led->top_draws : led->draws),
        .losses = limit(w, has_own ? led->top_losses : led->losses),
        .nag = led->nag,
    };
    stats->games = stats->wins + stats->draws + stats->losses;
    stats->score = 10 * stats->wins + 5 * stats->draws;
    ctg_comment_parse(comment, stats, &is_alone);
    w->losses.comments += comment && !is_alone;
    // Of books that were merged the command is that of the first alone.
    const uint32_t sum = stats->wins + stats->draws + stats->losses;
    if (stats->games < sum) {
        stats->games = sum;
        stats->score = 10 * stats->wins + 5 * stats->draws;
    }
    stats->games = limit(w, stats->games);
    if (led->is_green)
        stats->flags |= CTG_GREEN;
    if (led->nred && led->nred == led->nmoves)
        stats->flags |= CTG_RED;
    else
        w->losses.marks += led->nred;
}

/* 'source' is the first of the item's sources; goes to behind the last. */
static bool add_entry(struct writer *w, size_t id, size_t *source)
{
    struct item *item = &w->items[id];
    struct move_block block = { .n = 0 };
    const size_t first = *source;
    for (; *source < w->nsources && w->sources[*source] >> 32 == id;
         ++*source) {
        if (*source > first && w->sources[*source] == w->sources[*source - 1])
            continue;
        add_codes(w, (uint32_t)w->sources[*source], &block);
        w->ntwins += *source > first;
    }
    struct ctg_stats stats;
    uint8_t numbers[CTG_STATS_SIZE];
    make_stats(w, item, &stats);
    ctg_stats_store(numbers, &stats);
    item->offset = (uint32_t)w->entries.size;
    buf_add(&w->entries, item->sig.bytes, item->sig.size);
    buf_add_char(&w->entries, (char)(2 * block.n + 1));
    buf_add(&w->entries, block.bytes, 2 * block.n);
    buf_add(&w->entries, numbers, sizeof(numbers));
    item->size = (uint32_t)w->entries.size - item->offset;
    return !w->entries.failed || buf_error(&w->entries, w->err);
}

static bool add_entries(struct writer *w)
{
    if (!sort_radix(w->sources, w->nsources, sizeof(*w->sources), 0, NULL,
                    w->err))
        return false;
    size_t source = 0;
    for (size_t i = 0; i < w->nitems; i++)
        if (!add_entry(w, i, &source))
            return false;
    return true;
}

/* ---- the trie -------------------------------------------------------- */

struct leaf {
    uint32_t index;    // in the trie
    size_t first, end; // of its items, in the order of the trie
};

struct trie {
    const struct writer *w;
    uint64_t *order; // reversed hash << 32 | item, sorted
    struct leaf *leaves;
    size_t nleaves, room;
    uint32_t *split; // numbers of the nodes that are split
    size_t nsplit, split_room;
};

static uint32_t reverse(uint32_t x)
{
    uint32_t y = 0;
    for (int i = 0; i < 32; i++, x >>= 1)
        y = y << 1 | (x & 1);
    return y;
}

static uint32_t item_at(const struct trie *t, size_t i)
{
    return (uint32_t)t->order[i];
}

static size_t size_of(const struct trie *t, size_t first, size_t end)
{
    size_t size = CTG_PAGE_HEAD;
    for (; first < end && size <= CTG_PAGE_SIZE; first++)
        size += t->w->items[item_at(t, first)].size;
    return size;
}

static bool add_leaf(struct trie *t, uint32_t index, size_t first, size_t end)
{
    struct leaf *leaves = vec_grow(t->leaves, &t->room, t->nleaves + 1,
                                   sizeof(*leaves), UINT32_MAX);
    if (!leaves)
        return error_nomem(t->w->err);
    t->leaves = leaves;
    leaves[t->nleaves++] = (struct leaf){ index, first, end };
    return true;
}

static bool add_split(struct trie *t, uint32_t index)
{
    uint32_t *split = vec_grow(t->split, &t->split_room, t->nsplit + 1,
                               sizeof(*split), UINT32_MAX);
    if (!split)
        return error_nomem(t->w->err);
    t->split = split;
    split[t->nsplit++] = index;
    return true;
}

/* Items from 'first' on share the low 'depth' bits of their hash, 'bits'. */
static bool grow(struct trie *t, unsigned depth, uint32_t bits, size_t first,
                 size_t end)
{
    const uint32_t index = bits + ((uint32_t)1 << depth) - 1;
    if (size_of(t, first, end) <= CTG_PAGE_SIZE)
        return add_leaf(t, index, first, end);
    if (depth == DEPTH_MAX)
        return error_set(t->w->err, TABIA_LIMIT,
                         "more positions have the same hash than a page of a "
                         "ctg book holds");
    size_t middle = first;
    while (middle < end && !(t->order[middle] >> (63 - depth) & 1))
        middle++;
    return add_split(t, index) && grow(t, depth + 1, bits, first, middle) &&
           grow(t, depth + 1, bits | (uint32_t)1 << depth, middle, end);
}

static bool make_trie(struct trie *t)
{
    const struct writer *w = t->w;
    t->order = malloc((w->nitems + 1) * sizeof(*t->order));
    if (!t->order)
        return error_nomem(w->err);
    for (size_t i = 0; i < w->nitems; i++)
        t->order[i] = (uint64_t)reverse(w->items[i].hash) << 32 | i;
    return sort_radix(t->order, w->nitems, sizeof(*t->order), 0, NULL,
                      w->err) &&
           grow(t, 0, 0, 0, w->nitems);
}

static void clear_trie(struct trie *t)
{
    free(t->order);
    free(t->leaves);
    free(t->split);
}

/* ---- the files ------------------------------------------------------- */

static uint32_t max_index(const uint32_t *list, size_t n)
{
    uint32_t max = 0;
    for (size_t i = 0; i < n; i++)
        max = list[i] > max ? list[i] : max;
    return max;
}

/* The bitmap of nodes that are split, in whole bytes, and its bounds. */
static bool make_ctb(const struct trie *t, struct buf *out)
{
    const uint32_t end = t->nsplit ? max_index(t->split, t->nsplit) + 1 : 0;
    const uint32_t upper = (end + 7) & ~UINT32_C(7);
    uint8_t head[CTB_HEAD] = { 0x00, 0x0C, 0x00, 0x01 };
    uint8_t *bits = calloc(upper / 8 + 1, 1);
    if (!bits)
        return error_nomem(t->w->err);
    for (size_t i = 0; i < t->nsplit; i++)
        bits[t->split[i] / 8] |= (uint8_t)(1u << t->split[i] % 8);
    uint32_t lower = 0; // in whole bytes too
    while (lower < upper && bits[lower / 8] == 0xFF)
        lower += 8;
    store_be32(head + 4, lower);
    store_be32(head + 8, upper);
    buf_add(out, head, sizeof(head));
    buf_add(out, bits, upper / 8);
    free(bits);
    return !out->failed || buf_error(out, t->w->err);
}

static bool make_cto(const struct trie *t, struct tabia_bytes ctb,
                     struct buf *out)
{
    uint32_t nslots = 0;
    for (size_t i = 0; i < t->nleaves; i++)
        if (t->leaves[i].index >= nslots)
            nslots = t->leaves[i].index + 1;
    const size_t size = CTO_HEAD + 4 * (size_t)nslots;
    if (!buf_reserve(out, size))
        return buf_error(out, t->w->err);
    uint8_t *p = (uint8_t *)out->data;
    static const uint8_t head[CTO_HEAD] = { 0x00, 0x10, 0x00, 0x01 };
    memcpy(p, head, CTO_HEAD);
    store_be32(p + 4, nslots);
    memcpy(p + 12, ctb.data + 4, 4);
    memset(p + CTO_HEAD, 0xFF, size - CTO_HEAD);
    for (size_t i = 0; i < t->nleaves; i++)
        store_be32(p + CTO_HEAD + 4 * (size_t)t->leaves[i].index, (uint32_t)i);
    out->size = size;
    return true;
}

static uint32_t games_of_start(const struct writer *w)
{
    struct tabia_pos start;
    struct ctg_signature sig;
    struct ctg_stats stats;
    tabia_pos_start(&start);
    ctg_signature_make(&start, &sig);
    const struct wanted wanted = { w->items, &sig };
    const uint32_t id =
        hashmap_find(&w->index, ctg_hash(sig.bytes), is_wanted, &wanted);
    if (id == HASHMAP_NONE)
        return 0;
    const struct item *item = &w->items[id];
    const char *end = w->entries.data + item->offset + item->size;
    ctg_stats_load((const uint8_t *)end - CTG_STATS_SIZE, &stats);
    return stats.games;
}

static void write_page(const struct trie *t, const struct leaf *leaf,
                       struct sink *dst)
{
    uint8_t page[CTG_PAGE_SIZE] = { 0 };
    size_t used = CTG_PAGE_HEAD;
    for (size_t i = leaf->first; i < leaf->end; i++) {
        const struct item *item = &t->w->items[item_at(t, i)];
        memcpy(page + used, t->w->entries.data + item->offset, item->size);
        used += item->size;
    }
    store_be16(page, (uint16_t)(leaf->end - leaf->first));
    store_be16(page + 2, (uint16_t)used);
    sink_write(dst, page, sizeof(page));
}

static bool write_files(const struct trie *t, struct sink *dst)
{
    struct buf cto = { .limit = SIZE_MAX / 2 }, ctb = cto;
    const struct writer *w = t->w;
    bool is_done = make_ctb(t, &ctb) && make_cto(t, buf_bytes(&ctb), &cto);
    if (is_done) {
        uint8_t header[CTG_PAGE_SIZE];
        ctg_header_make(header, (uint32_t)t->nleaves, (uint32_t)w->nitems,
                        games_of_start(w),
                        tabia_book_text_find(w->book, CTG_KEY_HEADER));
        ctg_stamp(header, buf_bytes(&cto), buf_bytes(&ctb));
        sink_write(&dst[0], ctb.data, ctb.size);
        sink_write(&dst[1], cto.data, cto.size);
        sink_write(&dst[2], header, sizeof(header));
        for (size_t i = 0; i < t->nleaves; i++)
            write_page(t, &t->leaves[i], &dst[2]);
        is_done = sink_ok(&dst[0]) && sink_ok(&dst[1]) && sink_ok(&dst[2]);
    }
    buf_clear(&cto);
    buf_clear(&ctb);
    return is_done;
}

/* ---- the report ------------------------------------------------------ */

/* A book whose every position is met from the start can be read one way. */
static bool has_other_roots(const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    const uint32_t position = tabia_book_position_find(book, &start);
    for (uint32_t i = 0; i < tabia_book_roots(book); i++)
        if (tabia_node_position(book, tabia_book_root(book, i)) != position)
            return true;
    return false;
}

/* The entries as a reader of the file has them, in our order. */
static bool compare_back(struct writer *w)
{
    struct ctg_entries entries = {
        .src = buf_bytes(&w->entries),
        .n = w->nitems,
        .index = w->index,
    };
    if (!w->ntwins && !w->losses.dropped && !has_other_roots(w->book))
        return true;
    entries.list = malloc((w->nitems + 1) * sizeof(*entries.list));
    if (!entries.list)
        return error_nomem(w->err);
    bool is_done = true;
    for (size_t i = 0; i < w->nitems && is_done; i++)
        is_done = ctg_entry_at(entries.src, w->items[i].offset,
                               w->items[i].offset + w->items[i].size,
                               &entries.list[i], w->err);
    is_done = is_done && ctg_back_compare(w->book, &entries, w->losses.dropped,
                                          &w->losses.back, w->err);
    free(entries.list);
    return is_done;
}

static void report_losses(const struct losses *l, struct tabia_report *report)
{
    format_loss(report, l->back.turned_positions,
                "position to which no line leads comes back turned",
                "positions to which no line leads come back turned");
    format_loss(report, l->back.turned_moves,
                "move comes back turned, with its position",
                "moves come back turned, with their position");
    format_loss(report, l->back.added_moves,
                "move is added: that of a position that is the same "
                "turned",
                "moves are added: those of a position that is the same "
                "turned");
    format_loss(report, l->results,
                "result of a move is added up: other moves lead to the "
                "position too",
                "results of moves are added up: other moves lead to the "
                "position too");
    format_loss(report, l->third_pieces,
                "move of a third piece of its kind is dropped",
                "moves of a third piece of its kind are dropped");
    format_loss(report, l->surplus,
                "move beyond 127 of one position is dropped",
                "moves beyond 127 of one position are dropped");
    format_loss(report, l->nags, "annotation glyph beyond the first is dropped",
                "annotation glyphs beyond the first are dropped");
    format_loss(report, l->avoided, "avoided mark becomes passive",
                "avoided marks become passive");
    format_loss(report, l->marks,
                "mark is dropped: other moves to the position have none",
                "marks are dropped: other moves to the position have "
                "none");
    format_loss(report, l->totals, "total above 16777215 is cut",
                "totals above 16777215 are cut");
    format_loss(report, l->comments, "position comment is dropped",
                "position comments are dropped");
}

bool ctg_write_set(const struct tabia_book *book,
                   const struct tabia_write_options *options, struct sink *dst,
                   struct tabia_report *report, struct tabia_error *err)
{
    struct writer w = {
        .book = book,
        .index = { .limit = UINT32_MAX - 1 },
        .entries = { .limit = UINT32_MAX },
        .err = err,
    };
    struct trie trie = { .w = &w };
    (void)options;
    const bool is_done = add_items(&w) && add_entries(&w) && compare_back(&w) &&
                         make_trie(&trie) && write_files(&trie, dst);
    if (is_done)
        report_losses(&w.losses, report);
    clear_trie(&trie);
    buf_clear(&w.entries);
    hashmap_clear(&w.index);
    free(w.items);
    free(w.sources);
    return is_done;
}
