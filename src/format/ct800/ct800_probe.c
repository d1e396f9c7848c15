/*
 * ct800_probe.c - answering from the records of a compiled CT800 book
 *
 * As the engine does it: look the position up by its key; on a miss, look up
 * the position with colours swapped and mirror the moves back. The engine has
 * the moves of the game and so knows the one right key; here all keys are
 * tried that the moves before the position may have left.
 */
#include "format/ct800/ct800_probe.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "chess/move_code.h"
#include "table/table.h"
#include "base/banned.h"

enum {
    ENGINE_WORKER_MOVES_MAX = 11, // that the engine reads of one record
    MIRROR = 56, // from a square to the one on the opposite rank
    SQUARE = 63,
    SMALL_SIZE = 256 << 10, // bytes; below, all is read, and so checked
};

bool ct800_probe_init(struct ct800_probe *probe, struct tabia_bytes bytes,
                      struct tabia_error *err)
{
    if (!ct800_records_check(bytes, &probe->nrecords, err))
        return false;
    probe->bytes = bytes;
    ct800_records_fill_index(bytes, CT800_PROBE_BITS, probe->index);
    ct800_keys_init(&probe->keys);
    return true;
}

/* For a single look-up in a large book: see ct800_records_find. */
static void ct800_probe_init_unread(struct ct800_probe *probe,
                                    struct tabia_bytes bytes)
{
    probe->bytes = bytes;
    probe->is_searched = true;
    ct800_keys_init(&probe->keys);
}

bool ct800_probe_find(const struct ct800_probe *probe, uint64_t key,
                      struct ct800_record *rec)
{
    if (probe->is_searched)
        return ct800_records_find(probe->bytes, key, rec);
    size_t offset = probe->index[key >> (CT800_KEY_BITS - CT800_PROBE_BITS)];
    while (ct800_record_at(probe->bytes, offset, rec, NULL)) {
        if (rec->key >= key)
            return rec->key == key;
        offset += rec->size;
    }
    return false;
}

/* ---- moves ----------------------------------------------------------- */

/*
 * A pawn's capture on an empty square that would be en passant, had the pawn
 * beside it just made its double step.
 */
static bool is_en_passant_once(const struct tabia_pos *pos, unsigned from,
                               unsigned to)
{
    const unsigned us = pos->turn;
    const unsigned ahead = us == TABIA_WHITE ? from + 8 : from - 8;
    const bool is_beside = (to == ahead + 1 && (from & 7) != 7) ||
                           (to + 1 == ahead && (from & 7) != 0);
    if (pos->board[from] != tabia_piece_make((enum tabia_color)us, TABIA_PAWN))
        return false;
    if (to >> 3 != (us == TABIA_WHITE ? 5u : 2u) || !is_beside)
        return false;
    const unsigned behind = us == TABIA_WHITE ? to - 8 : to + 8;
    const unsigned beyond = us == TABIA_WHITE ? to + 8 : to - 8;
    const tabia_piece enemy =
        tabia_piece_make((enum tabia_color)(us ^ 1), TABIA_PAWN);
    return !pos->board[to] && pos->board[behind] == enemy &&
           !pos->board[beyond];
}

/* The moves of a record; its squares are mirrored with 'mirror'. */
static size_t moves_of(const struct ct800_record *rec,
                       const struct tabia_pos *pos, unsigned max,
                       unsigned mirror, tabia_move list[CT800_RECORD_MOVES_MAX])
{
    const unsigned count = rec->nmoves < max ? rec->nmoves : max;
    size_t n = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned from = (rec->moves[2 * i] & SQUARE) ^ mirror;
        const unsigned to = (rec->moves[2 * i + 1] & SQUARE) ^ mirror;
        const tabia_move mv = move_find_plain(pos, from, to);
        if (mv != TABIA_MOVE_NONE)
            list[n++] = mv;
        else if (!is_en_passant_once(pos, from, to))
            return 0;
    }
    return n;
}

size_t ct800_probe_list_moves(const struct ct800_record *rec,
                              const struct tabia_pos *pos, unsigned max,
                              tabia_move list[CT800_RECORD_MOVES_MAX])
{
    return moves_of(rec, pos, max, 0, list);
}

/* ---- the table ------------------------------------------------------- */

struct ct800_probe_state {
    struct ct800_probe probe;
    void *owned;
};

/* The key of the board with colours swapped and ranks mirrored. */
static uint64_t swapped_key(const struct ct800_keys *keys,
                            const struct tabia_pos *pos, unsigned flags)
{
    enum { BLACK = 10 }; // from a white piece's byte to the black one's
    uint8_t board[CT800_BOARD_SIZE], swapped[CT800_BOARD_SIZE];
    ct800_board_encode(pos, flags, board);
    for (unsigned sq = 0; sq < 64; sq++) {
        const uint8_t piece = board[sq ^ MIRROR];
        swapped[sq] = (uint8_t)(!piece          ? 0
                                : piece > BLACK ? piece - BLACK
                                                : piece + BLACK);
    }
    swapped[64] = (uint8_t)ct800_flags_swap(flags);
    return ct800_key_of_board(keys, swapped);
}

static size_t ct800_table_find(const struct table_impl *t,
                               const struct tabia_pos *pos,
                               struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct ct800_probe *probe =
        &((const struct ct800_probe_state *)t->state)->probe;
    tabia_move moves[CT800_RECORD_MOVES_MAX];
    unsigned flags[CT800_VARIANTS_MAX];
    const size_t nflags = ct800_flag_variants(pos, flags);
    size_t n = 0;
    for (size_t i = 0; i < 2 * nflags && n == 0; i++) {
        struct ct800_record rec;
        const bool is_swapped = i >= nflags;
        const unsigned variant = flags[i % nflags];
        const uint64_t key = is_swapped
                                 ? swapped_key(&probe->keys, pos, variant)
                                 : ct800_key(&probe->keys, pos, variant);
        if (ct800_probe_find(probe, key, &rec))
            n = moves_of(&rec, pos, ENGINE_WORKER_MOVES_MAX,
                         is_swapped ? MIRROR : 0, moves);
    }
    for (size_t i = 0; i < n; i++)
        list[i] = table_entry(moves[i]);
    return n;
}

static bool ct800_table_next(const struct table_impl *t, uint64_t *at,
                             uint32_t *sub, struct table_row *row)
{
    struct ct800_record rec;
    if (!ct800_record_at(t->bytes, (size_t)*at, &rec, NULL))
        return false;
    const uint8_t *mv = rec.moves + 2 * (size_t)*sub;
    *row = (struct table_row){
        .key = rec.key,
        .code = (uint16_t)((mv[0] & SQUARE) << 8 | (mv[1] & SQUARE)),
    };
    if (++*sub == rec.nmoves) {
        *at += rec.size;
        *sub = 0;
    }
    return true;
}

static void ct800_table_close(struct table_impl *t)
{
    struct ct800_probe_state *state = t->state;
    free(state->owned);
    free(state);
}

bool ct800_table_open(struct tabia_bytes bytes, void *owned,
                      struct table_impl *table, struct tabia_error *err)
{
    struct ct800_probe_state *state = calloc(1, sizeof(*state));
    if (!state)
        error_nomem(err);
    else if (table->lookup.pos && bytes.size > SMALL_SIZE &&
             bytes.size <= UINT32_MAX)
        ct800_probe_init_unread(&state->probe, bytes);
    if (!state || (!state->probe.is_searched &&
                   !ct800_probe_init(&state->probe, bytes, err))) {
        free(state);
        free(owned);
        return false;
    }
    state->owned = owned;
    *table = (struct table_impl){
        .key_space = "crc-40",
        .bytes = bytes,
        .state = state,
        .find = ct800_table_find,
        .next = ct800_table_next,
        .close = ct800_table_close,
        .nrows = bytes.size, // a record is numbered by its offset
        .nentries = state->probe.nrecords,
    };
    return true;
}

/* ---- as a book ------------------------------------------------------- */

/* The flags of the way to a position, which are part of its key. */
static uint32_t flags_after(uint32_t flags, const struct tabia_pos *pos,
                            tabia_move mv)
{
    return mv ? ct800_flags_play(flags, pos, mv) : ct800_flags_of(pos);
}

/* By the flags of the way first, then by all others that are possible. */
static struct key_rows ct800_find_rows(const struct table_impl *t,
                                       const struct tabia_pos *pos,
                                       uint32_t path_tag)
{
    const struct ct800_probe_state *state = t->state;
    unsigned flags[CT800_VARIANTS_MAX + 1];
    const size_t n = 1 + ct800_flag_variants(pos, flags + 1);
    flags[0] = path_tag;
    for (size_t i = 0; i < n; i++) {
        struct ct800_record rec;
        tabia_move list[CT800_RECORD_MOVES_MAX];
        const uint64_t key = ct800_key(&state->probe.keys, pos, flags[i]);
        if ((i == 0 || flags[i] != path_tag) &&
            ct800_probe_find(&state->probe, key, &rec) &&
            ct800_probe_list_moves(&rec, pos, CT800_RECORD_MOVES_MAX, list))
            return (struct key_rows){ rec.offset, rec.offset + 1 };
    }
    return (struct key_rows){ 0 };
}

static bool ct800_find_moves(struct key_walk *w,
                             const struct tabia_builder_cursor *at,
                             struct key_rows rows, struct tabia_book_move *list,
                             size_t *n)
{
    struct ct800_record rec;
    tabia_move moves[CT800_RECORD_MOVES_MAX];
    *n = 0;
    if (ct800_record_at(w->table.bytes, rows.first, &rec, NULL))
        *n = ct800_probe_list_moves(&rec, &at->pos, CT800_RECORD_MOVES_MAX,
                                    moves);
    for (size_t i = 0; i < *n; i++)
        list[i] = (struct tabia_book_move){ .move = moves[i] };
    return true;
}

/*
 * Where the source had a marked move there is none in the records, and the walk
 * ends although the reply to it is known: by the flags of this very way.
 */
static bool ct800_probe_is_near(struct key_walk *w, const struct tabia_pos *pos,
                                tabia_move mv, const struct tabia_pos *next,
                                uint32_t path_tag)
{
    const struct ct800_probe_state *state = w->table.state;
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    struct ct800_record rec;
    (void)pos;
    return (promotion == TABIA_PIECE_NONE || promotion == TABIA_QUEEN) &&
           ct800_probe_find(&state->probe,
                            ct800_key(&state->probe.keys, next, path_tag),
                            &rec) &&
           !key_walk_is_reached(w, rec.offset);
}

const struct key_walk_rule ct800_walk = {
    .default_range =
        KEY_WALK_NEAR | KEY_WALK_JOIN, // all from the starting position
    .nodes = KEY_WALK_BY_POSITION,
    .counts_positions = true,
    .drops_passive = true,
    .find_rows = ct800_find_rows,
    .list_moves = ct800_find_moves,
    .next_path_tag = flags_after,
    .is_near = ct800_probe_is_near,
};

const struct setting_row ct800_walk_settings_table[] = {
    KEY_WALK_SETTINGS("bridge, from the starting position only"),
    SETTING_END,
};

/* ---- writing --------------------------------------------------------- */

static bool write_compiled(struct ct800_compiled *compiled, ct800_put_fn *put,
                           struct sink *dst, struct tabia_report *report)
{
    report_add_lost_moves(report, compiled->nsurplus,
                          "move beyond the 15th of a position is dropped",
                          "moves beyond the 15th of a position are dropped");
    report_add(report, compiled->ncollisions,
               "position has the same key as another",
               "positions have the same key as another");
    report_add_lost_moves(
        report, compiled->nunreached,
        "move that is unreachable from the starting position is dropped",
        "moves that are unreachable from the starting position are dropped");
    const bool ok = put(dst, buf_bytes(&compiled->records));
    ct800_compiled_clear(compiled);
    return ok;
}

bool ct800_write_book(const struct tabia_book *book, ct800_put_fn *put,
                      struct sink *dst, struct tabia_report *report,
                      struct tabia_error *err)
{
    struct ct800_compiled compiled;
    if (!ct800_compile(book, &compiled, err))
        return false;
    if (compiled.npositions)
        return write_compiled(&compiled, put, dst, report);
    ct800_compiled_clear(&compiled);
    return error_set(err, TABIA_ERR_LOSS, "%s",
                     tabia_book_edge_count(book)
                         ? "no positions found: no move can be stored (moves "
                           "marked ? or x never are)"
                         : "no moves found");
}

bool ct800_write_rows(struct row_stream *rows, ct800_put_fn *put,
                      struct sink *dst, struct tabia_report *report,
                      struct tabia_error *err)
{
    struct ct800_compiled compiled = { 0 };
    uint64_t *items = NULL;
    size_t n = 0, room = 0;
    bool ok = true;
    struct table_row row;
    while (ok && rows->next(rows, &row)) {
        const unsigned from = row.code >> 8 & SQUARE;
        const unsigned to = row.code & SQUARE;
        ok = VEC_RESERVE(items, room, n + 1, UINT32_MAX, err);
        if (ok)
            items[n++] = row.key << CT800_ITEM_SHIFT | from << 6 | to;
    }
    ok = ok && ct800_records_add(&compiled, items, n, err);
    free(items);
    if (ok)
        return write_compiled(&compiled, put, dst, report);
    ct800_compiled_clear(&compiled);
    return false;
}
