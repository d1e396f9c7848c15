/*
 * polyglot.c - PolyGlot books
 *
 *     offset   size
 *     0        8      key of the position
 *     8        2      move: to 0-5, from 6-11, promotion 12-14 (N 1 ... Q 4)
 *     10       2      weight, relative to the others of the position
 *     12       4      learn: whatever an engine keeps there
 *
 * Fabien Letouzey's format: nothing but such entries, big-endian, in the order
 * of their keys. Castling is king takes rook; many programs write the king's
 * own move, so both are read. Entries of key 0 at the start may hold a text
 * that begins with "@PG@", eight bytes each in place of move, weight and
 * learn. An entry with move 0 is none: some books end with one.
 *
 * The file has no positions, only keys. See docs/formats/polyglot.md.
 */
#include "format/polyglot/polyglot.h"
#include "chess/move_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "format/formats.h"
#include "table/table.h"
#include "base/banned.h"

/* ---- detection ------------------------------------------------------- */

enum {
    FIRST = FORMAT_DETECT_SIZE / POLYGLOT_ENTRY_SIZE, // entries looked at,
    LATER = 16, // and of those behind them
    FEW = 8,    // entries that may be in order by chance
};

/* True if the entries that are looked at are sorted moves. */
static bool looks_sound(const struct polyglot_entries *e)
{
    uint64_t last = 0;
    for (size_t i = e->nheader; i < e->n;
         i += i < FIRST ? 1 : (e->n - FIRST) / LATER + 1) {
        const uint8_t *p = polyglot_entry_at(e, i);
        const uint16_t code = load_be16(p + POLYGLOT_MOVE_AT);
        const uint64_t key = load_be64(p + POLYGLOT_KEY_AT);
        if (key < last || (code && !move_code_is_possible(code)))
            return false;
        last = key;
    }
    return true;
}

static bool has_legal_moves(const struct polyglot_entries *e,
                            struct polyglot_range range,
                            const struct tabia_pos *pos)
{
    struct tabia_book_move moves[TABIA_MOVES_MAX];
    return polyglot_list_moves(e, range, pos, moves) > 0;
}

/* In a book out of order a search may miss it: the first ones are read. */
static bool has_start(const struct polyglot_entries *e)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const tabia_key key = tabia_pos_key(&pos);
    if (has_legal_moves(e, polyglot_find(e, key), &pos))
        return true;
    for (size_t i = 0; i < e->n && i < FIRST; i++) {
        const struct polyglot_range one = { i, i + 1 };
        if (load_be64(polyglot_entry_at(e, i) + POLYGLOT_KEY_AT) == key &&
            has_legal_moves(e, one, &pos))
            return true;
    }
    return false;
}

static enum format_match polyglot_detect(struct tabia_bytes bytes)
{
    struct polyglot_entries e = polyglot_entries_of(format_first_bytes(bytes));
    e.n = bytes.size / POLYGLOT_ENTRY_SIZE;
    if (!e.n)
        return FORMAT_NO;
    const bool is_whole = bytes.size % POLYGLOT_ENTRY_SIZE == 0;
    const bool is_sound = is_whole && looks_sound(&e);
    if (e.nheader || has_start(&e))
        return is_sound ? FORMAT_SURE : FORMAT_LIKELY;
    if (!is_sound || format_looks_like_text(bytes))
        return FORMAT_NO;
    const uint8_t *last = polyglot_entry_at(&e, e.n - 1);
    const bool has_sentinel = load_be64(last) == UINT64_MAX &&
                              load_be64(last + POLYGLOT_MOVE_AT) == 0;
    return e.n >= FEW || has_sentinel ? FORMAT_LIKELY : FORMAT_MAYBE;
}

/* ---- the file as a table --------------------------------------------- */

static size_t polyglot_table_find(const struct table_impl *t,
                                  const struct tabia_pos *pos,
                                  struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct polyglot_entries *e = t->state;
    const size_t n =
        polyglot_list_moves(e, polyglot_find(e, tabia_pos_key(pos)), pos, list);
    for (size_t i = 0; i < n; i++)
        list[i].data.has &= ~(uint32_t)TABIA_HAS_LOCATION;
    return n;
}

static bool polyglot_table_next(const struct table_impl *t, uint64_t *at,
                                uint32_t *sub, struct table_row *row)
{
    const struct polyglot_entries *e = t->state;
    (void)sub;
    if (*at >= e->n)
        return false;
    const size_t i = (size_t)(*at)++;
    const uint8_t *p = polyglot_entry_at(e, i);
    if (i < e->nheader) {
        *row = (struct table_row){
            .code = (uint16_t)(POLYGLOT_HEADER_CODE | i),
            .data = { .has = TABIA_HAS_LEARN,
                      .learn = load_be64(p + POLYGLOT_MOVE_AT) },
        };
        return true;
    }
    *row = (struct table_row){
        .key = load_be64(p + POLYGLOT_KEY_AT),
        .code = load_be16(p + POLYGLOT_MOVE_AT),
        .data = {
            .has = TABIA_HAS_WEIGHT | TABIA_HAS_LEARN,
            .weight = load_be16(p + POLYGLOT_WEIGHT_AT),
            .learn = load_be32(p + POLYGLOT_LEARN_AT),
        },
    };
    return true;
}

/*
 * Castling is written as e1h1 or as e1g1. A key does not show whether a king
 * stands on e1; a rook there may have both as moves of its own.
 */
static uint16_t king_takes_rook(uint16_t code)
{
    enum { E1 = 4, E8 = 60, G = 2, H = 3, C = -2, A = -4 };
    const int from = code >> 6 & 63, step = (code & 63) - from;
    if (code >> 12 || (from != E1 && from != E8) || (step != G && step != C))
        return code;
    return (uint16_t)(from << 6 | (from + (step == G ? H : A)));
}

static bool is_same_move(uint16_t a, uint16_t b)
{
    return king_takes_rook(a) == king_takes_rook(b);
}

static void polyglot_table_close(struct table_impl *t)
{
    polyglot_entries_clear(t->state);
    free(t->state);
    t->state = NULL;
}

/*
 * A book is read from entries that were all checked; those that are cut short
 * are reported in any case, but do not hinder a search.
 */
static bool polyglot_table_open(struct tabia_bytes bytes, struct read_job *job,
                                struct table_impl *table,
                                struct tabia_error *err)
{
    const size_t rest = bytes.size % POLYGLOT_ENTRY_SIZE;
    struct polyglot_settings settings = { 0 };
    struct polyglot_entries *e = calloc(1, sizeof(*e));
    if (!e)
        return error_nomem(err);
    format_settings_get(polyglot_settings_table, job->user, &settings);
    bool is_open = true;
    if (table->is_whole || settings.repairs) {
        is_open = polyglot_entries_check(bytes, job, settings.repairs, e, err);
        e->is_repaired = settings.repairs;
    } else {
        *e = polyglot_entries_of(bytes);
        if (rest && !job->user->lenient)
            is_open = error_at_offset(err, TABIA_ERR_CORRUPT, bytes.size - rest,
                                      "the last entry is truncated: %zu of %d "
                                      "bytes",
                                      rest, POLYGLOT_ENTRY_SIZE);
    }
    if (!is_open) {
        free(e);
        return false;
    }
    e->guesses = polyglot_guesses_new(e->n);
    *table = (struct table_impl){
        .key_space = "polyglot",
        .bytes = bytes,
        .state = e,
        .find = polyglot_table_find,
        .next = polyglot_table_next,
        .is_same = is_same_move,
        .close = polyglot_table_close,
        .nrows = e->n,
    };
    return true;
}

/* ---- the table ------------------------------------------------------- */

void polyglot_put_row(uint64_t key, uint16_t code, uint16_t weight,
                      uint8_t bytes[POLYGLOT_ENTRY_SIZE])
{
    put_be64(bytes + POLYGLOT_KEY_AT, key);
    put_be16(bytes + POLYGLOT_MOVE_AT, code);
    put_be16(bytes + POLYGLOT_WEIGHT_AT, weight);
    put_be32(bytes + POLYGLOT_LEARN_AT, 0);
}

static const char *const suffixes[] = { ".bin", NULL };
static const char *const text_keys[] = { POLYGLOT_KEY_HEADER, NULL };

const struct setting_row polyglot_settings_table[] = {
    SETTING_WORD(
        struct polyglot_settings, rule, "weight", TABIA_WHEN_WRITING,
        "score|games|uniform", NULL,
        "weights from results: 2 for a win, 1 for a draw; or from games"),
    KEY_WALK_SETTINGS("near; bridge where lines are needed"),
    SETTING_FLAG(struct polyglot_settings, repairs, "repair",
                 TABIA_WHEN_READING, "sort a damaged book and drop duplicates"),
    SETTING_FLAG(struct polyglot_settings, has_header, "header",
                 TABIA_WHEN_WRITING, "add a header even if there was none"),
    SETTING_MISTAKES(struct polyglot_settings, plays_mistakes),
    SETTING_END,
};

const struct tabia_format format_polyglot = {
    .info = {
        .name = "polyglot",
        .title = "PolyGlot book",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .can_merge = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_LEARN,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { POLYGLOT_WEIGHT_MAX, "within their position" },
        [TABIA_ATTR_LEARN] = { UINT32_MAX, NULL },
    },
    .settings = polyglot_settings_table,
    .put_row = polyglot_put_row,
    .detect = polyglot_detect,
    .walk = &polyglot_walk,
    .write = polyglot_write,
    .reads_little = true,
    .open = polyglot_table_open,
    .write_rows = polyglot_write_rows,
};
