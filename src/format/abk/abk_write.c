/*
 * abk_write.c - writing Arena books
 *
 * The records are in the order of plies, and those of one position in a row:
 * a list of siblings is a run of records, and the record of a move says where
 * the run of its replies begins.
 *
 * There is one list of first moves, for the starting position. Lines from
 * other positions hang below an added move that leads to them, if there is
 * one. Its priority is 0: do not play. Where the book was Arena's before, such
 * lines were read from below deleted moves, which are written again. A list of
 * siblings has an end, because reading one has.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/cp1252.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "book/move_list.h"
#include "format/abk/abk.h"
#include "format/format_contract.h"
#include "format/shared/book_as_tree.h"
#include "base/banned.h"

enum {
    PRIORITY_USUAL = 5, // of a move about which nothing is known
    CHILD_AT = 20,
    NEXT_AT = 24,
};

struct abk_writer {
    const struct tabia_book *origin;
    const struct tabia_book *book; // a tree: the origin, or made of it
    struct abk_settings settings;
    struct buf records;
    uint32_t *nodes; // where the move of each record leads
    uint32_t nrecords, ndeleted, nadded, depth;
    bool was_arena;
    // Other roots that are still to be joined: for each position the number
    // of the first, plus one; for each root that of the next there.
    uint32_t *others, *next_other;
    uint32_t nothers;
    uint64_t nscaled;
    uint64_t ndraws, nunknown; // games
    bool has_results;          // some game was won or lost
    uint32_t nsurplus;         // siblings beyond ABK_SIBLINGS_MAX
    struct tabia_report *report;
    struct tabia_error *err;
};

/* ---- priorities ------------------------------------------------------ */

/* What a move is worth among its siblings, of which some carry 'attrs'. */
static uint64_t abk_move_value(const struct tabia_move_data *data,
                               unsigned attrs, unsigned turn)
{
    if (attrs & TABIA_HAS_WEIGHT)
        return data->has & TABIA_HAS_WEIGHT ? data->weight : 0;
    if (attrs & TABIA_HAS_RESULTS)
        return data->has & TABIA_HAS_RESULTS ? move_list_score(data, turn) : 0;
    return PRIORITY_USUAL;
}

/* The siblings of one node. */
struct abk_siblings {
    struct tabia_pos pos;
    uint32_t first, n;
    unsigned attrs;   // that any of them has
    uint64_t largest; // value among them
};

static uint8_t priority_of(struct abk_writer *w, const struct abk_siblings *s,
                           const struct tabia_move_data *data)
{
    const uint64_t value = abk_move_value(data, s->attrs, s->pos.turn);
    const uint64_t scaled =
        move_list_scale_weight(value, s->largest, ABK_PRIORITY_MAX);
    if ((data->has & TABIA_HAS_MARK) && data->mark != TABIA_MARK_NONE)
        return 0;
    if (!w->settings.plays_mistakes && move_list_is_mistake(data))
        return 0;
    if ((data->has & TABIA_HAS_WEIGHT) && value <= ABK_PRIORITY_MAX)
        w->nscaled += scaled != value;
    return (uint8_t)scaled;
}

/* ---- records --------------------------------------------------------- */

static bool abk_add_record(struct abk_writer *w, const struct abk_record *rec,
                           uint32_t node)
{
    uint8_t bytes[ABK_RECORD_SIZE];
    abk_record_encode(rec, w->settings.version == ABK_AB2, bytes);
    if (!buf_add(&w->records, bytes, sizeof(bytes)))
        return buf_error(&w->records, w->err);
    w->nodes[w->nrecords++] = node;
    return true;
}

static bool abk_add_move(struct abk_writer *w, const struct abk_siblings *s,
                         uint32_t edge)
{
    const struct tabia_move_data data = tabia_book_edge_data(w->book, edge);
    const bool is_swapped =
        w->settings.view == ABK_MOVER && s->pos.turn == TABIA_BLACK;
    struct abk_record rec = {
        .child = -1,
        .next = (int32_t)(ABK_FIRST_RECORD + w->nrecords + 1),
        .priority = priority_of(w, s, &data),
    };
    abk_move_encode(&s->pos, tabia_book_edge_move(w->book, edge), &rec);
    if (data.has & TABIA_HAS_RESULTS) {
        const uint64_t games = tabia_move_data_games(&data);
        rec.games = games < UINT32_MAX ? (uint32_t)games : UINT32_MAX;
        rec.won = is_swapped ? data.black : data.white;
        rec.lost = is_swapped ? data.white : data.black;
        w->has_results |= data.white || data.black;
        w->ndraws += data.draws;
        w->nunknown += data.unknown_results;
    }
    return abk_add_record(w, &rec, tabia_book_edge_target(w->book, edge));
}

/* Joins at most 'room' roots that are one move away. */
static bool join_others(struct abk_writer *w, const struct abk_siblings *s,
                        uint32_t room)
{
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t n = w->nothers ? tabia_pos_legal_moves(&s->pos, moves) : 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos = s->pos;
        tabia_pos_play(&pos, moves[i]);
        const uint32_t position = tabia_book_find_position(w->book, &pos);
        uint32_t *first =
            position == TABIA_NUMBER_NONE ? NULL : &w->others[position];
        for (; first && *first && room; room--) {
            const uint32_t root = *first - 1;
            struct abk_record rec = {
                .is_deleted = w->was_arena,
                .child = -1,
                .next = (int32_t)(ABK_FIRST_RECORD + w->nrecords + 1),
            };
            *first = w->next_other[root];
            w->nothers--;
            abk_move_encode(&s->pos, moves[i], &rec);
            w->ndeleted += w->was_arena;
            w->nadded += !w->was_arena;
            if (!abk_add_record(w, &rec, tabia_book_root_at(w->book, root)))
                return false;
        }
    }
    return true;
}

static void store_pointer(struct abk_writer *w, uint32_t record, size_t at,
                          uint32_t value)
{
    put_le32((uint8_t *)w->records.data + (size_t)record * ABK_RECORD_SIZE + at,
             value);
}

/* Adds the moves of a node as a run of records. */
static bool add_siblings(struct abk_writer *w, uint32_t node)
{
    struct abk_siblings s = { .n = 0 };
    const uint32_t before = w->nrecords;
    tabia_book_node_edges(w->book, node, &s.first, &s.n);
    tabia_book_position_pos_at(w->book, tabia_book_node_position(w->book, node),
                               &s.pos);
    for (uint32_t i = s.first; i < s.first + s.n; i++)
        s.attrs |= tabia_book_edge_data(w->book, i).has;
    for (uint32_t i = s.first; i < s.first + s.n; i++) {
        const struct tabia_move_data data = tabia_book_edge_data(w->book, i);
        const uint64_t value = abk_move_value(&data, s.attrs, s.pos.turn);
        if (value > s.largest)
            s.largest = value;
    }
    const uint32_t n = s.n < ABK_SIBLINGS_MAX ? s.n : ABK_SIBLINGS_MAX;
    w->nsurplus += s.n - n;
    for (uint32_t i = s.first; i < s.first + n; i++)
        if (!abk_add_move(w, &s, i))
            return false;
    if (!join_others(w, &s, ABK_SIBLINGS_MAX - n))
        return false;
    if (w->nrecords > before)
        store_pointer(w, w->nrecords - 1, NEXT_AT, UINT32_MAX);
    return true;
}

/* Ply by ply: each record in turn gets its replies behind all others. */
static bool add_records(struct abk_writer *w, uint32_t root)
{
    const size_t most = (size_t)tabia_book_edge_count(w->book) +
                        tabia_book_root_count(w->book) + 1;
    w->nodes = calloc(most, sizeof(*w->nodes));
    if (!w->nodes)
        return error_nomem(w->err);
    if (root != TABIA_NUMBER_NONE && !add_siblings(w, root))
        return false;
    uint32_t ply_end = w->nrecords;
    w->depth = w->nrecords > 0;
    for (uint32_t i = 0; i < w->nrecords; i++) {
        const uint32_t child = w->nrecords;
        if (i == ply_end) {
            ply_end = child;
            w->depth++;
        }
        if (!add_siblings(w, w->nodes[i]))
            return false;
        if (w->nrecords > child)
            store_pointer(w, i, CHILD_AT, ABK_FIRST_RECORD + child);
    }
    return true;
}

/* ---- the header ------------------------------------------------------ */

/* Writes a text as Windows-1252, cut where the room ends. */
static void abk_put_text(struct abk_writer *w, uint8_t *header, const char *key,
                         unsigned at, size_t max)
{
    const char *text = tabia_book_find_text(w->origin, key);
    const size_t size = text ? strlen(text) : 0;
    uint64_t nlost = 0;
    size_t len = 0, i = 0;
    while (i < size && len < max) {
        uint32_t code = '?';
        const size_t n = utf8_decode(text + i, size - i, &code);
        if (!cp1252_encode(code, &header[at + 1 + len])) {
            header[at + 1 + len] = '?';
            nlost++;
        }
        len++;
        i += n ? n : 1;
    }
    header[at] = (uint8_t)len;
    report_addf(w->report, i < size, "%s is truncated to %zu bytes", key, max);
    report_add(w->report, nlost,
               "character that is not in Windows-1252 becomes '?'",
               "characters that are not in Windows-1252 become '?'");
}

static bool abk_put_header(struct abk_writer *w, struct sink *dst)
{
    uint8_t *header = calloc(1, ABK_HEADER_SIZE);
    if (!header)
        return error_nomem(w->err);
    const bool is_new = w->settings.version == ABK_AB2;
    memcpy(header, is_new ? "\3AB2" : "\3ABK", 4);
    put_le32(header + ABK_START_AT, ABK_HEADER_SIZE);
    put_le32(header + ABK_RECORD_SIZE_AT, ABK_RECORD_SIZE);
    abk_put_text(w, header, ABK_KEY_COMMENT, ABK_COMMENT_AT, ABK_COMMENT_MAX);
    abk_put_text(w, header, ABK_KEY_AUTHOR, ABK_AUTHOR_AT, ABK_AUTHOR_MAX);
    put_le32(header + ABK_DEPTH_AT, w->depth);
    put_le32(header + ABK_COUNT_AT, w->nrecords - w->ndeleted);
    for (size_t i = 0; i < ABK_NNUMBERS; i++) {
        const struct abk_number *number = &abk_numbers[i];
        const char *text = tabia_book_find_text(w->origin, number->key);
        char *end = NULL;
        const unsigned long long value = text ? strtoull(text, &end, 10) : 0;
        const bool is_good =
            text && text_is_digit(*text) && !*end && value <= UINT32_MAX;
        put_le32(header + number->at,
                 is_good ? (uint32_t)value : number->standard);
        report_addf(w->report, text && !is_good, "%s is not a number",
                    number->key);
    }
    // A book that was none of Arena's says by its weights alone what to play.
    struct share share =
        share_parse(tabia_book_find_text(w->origin, SHARE_KEY));
    if (!w->was_arena)
        share = (struct share){ .priority = 1 };
    put_le32(header + ABK_PRIORITY_AT, share.priority);
    put_le32(header + ABK_GAMES_AT, share.games);
    put_le32(header + ABK_SCORE_AT, share.score);
    memset(header + ABK_FILLER_AT, is_new ? 'y' : 'x',
           ABK_HEADER_SIZE - ABK_FILLER_AT);
    sink_write(dst, header, ABK_HEADER_SIZE);
    free(header);
    return sink_ok(dst);
}

/* ---- the whole book -------------------------------------------------- */

/* All roots but the one that the file begins with, in their order. */
static bool list_others(struct abk_writer *w, uint32_t root)
{
    const uint32_t n = tabia_book_root_count(w->book);
    const uint32_t npositions = tabia_book_position_count(w->book);
    w->others = calloc((size_t)npositions + 1, sizeof(*w->others));
    w->next_other = calloc((size_t)n + 1, sizeof(*w->next_other));
    if (!w->others || !w->next_other)
        return error_nomem(w->err);
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t node = tabia_book_root_at(w->book, i);
        uint32_t edge, nedges;
        if (node == root)
            continue;
        w->nothers++;
        tabia_book_node_edges(w->book, node, &edge, &nedges);
        if (!nedges) // a deleted move alone would not be read again
            continue;
        uint32_t *first = &w->others[tabia_book_node_position(w->book, node)];
        w->next_other[i] = *first;
        *first = i + 1;
    }
    return true;
}

static bool abk_write_tree(struct abk_writer *w, uint32_t root,
                           struct sink *dst)
{
    const bool ok = list_others(w, root) && add_records(w, root) &&
                    abk_put_header(w, dst) &&
                    sink_write(dst, buf_text(&w->records), w->records.size);
    const uint32_t nkept = w->nrecords - w->ndeleted - w->nadded + w->nsurplus;
    report_add_lost_moves(w->report, w->nsurplus,
                          "move beyond the 255th of a position is dropped",
                          "moves beyond the 255th of a position are dropped");
    report_add(w->report, w->nothers, "other starting position is dropped",
               "other starting positions are dropped");
    report_add(w->report, w->nadded,
               "move is added, with priority 0, to join a line",
               "moves are added, with priority 0, to join lines");
    report_add_lost_moves(
        w->report, ok ? tabia_book_edge_count(w->book) - nkept : 0,
        "move that is unreachable from the starting position is dropped",
        "moves that are unreachable from the starting position are dropped");
    report_add(w->report, w->nscaled, "weight is scaled down with a larger one",
               "weights are scaled down with a larger one");
    report_add(w->report, w->has_results ? w->nunknown : 0,
               "game without a known result becomes a draw",
               "games without a known result become draws");
    report_add(w->report, w->has_results ? 0 : w->ndraws,
               "draw becomes a game without a known result, because no game "
               "was won or lost",
               "draws become games without a known result, because no game "
               "was won or lost");
    buf_clear(&w->records);
    free(w->others);
    free(w->next_other);
    free(w->nodes);
    return ok;
}

bool abk_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    const size_t limit =
        (size_t)(INT32_MAX - ABK_FIRST_RECORD) * ABK_RECORD_SIZE;
    struct abk_writer w = {
        .origin = book,
        .records = { .limit = limit },
        .report = report,
        .err = err,
    };
    struct book_as_tree tree;
    format_settings_get(abk_settings_table, options, &w.settings);
    if (!book_as_tree_make(&tree, book, (uint32_t)w.settings.max_nodes,
                           "max-nodes", report, err))
        return false;
    const char *version = tabia_book_find_text(book, ABK_KEY_VERSION);
    if (!w.settings.version && version && strcmp(version, "ab2") == 0)
        w.settings.version = ABK_AB2;
    w.book = tree.book;
    w.was_arena =
        share_parse(tabia_book_find_text(book, SHARE_KEY)).rule == SHARE_ARENA;
    const bool ok = abk_write_tree(&w, tree.root, dst);
    book_as_tree_clear(&tree);
    return ok;
}
