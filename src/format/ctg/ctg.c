/*
 * ctg.c - ChessBase opening books: the format, and searching its files
 *
 * The layout is in ctg_page.c, positions and moves in ctg_key.c, numbers in
 * ctg_stats.c. Unknown are: 64 bytes of the header, the unit of a position's
 * stored evaluation, and which of two codes is which (see ctg_tables.c).
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/move_list.h"
#include "book/share.h"
#include "format/ctg/ctg_graph.h"
#include "format/formats.h"
#include "base/banned.h"

static enum format_match ctg_detect(struct tabia_bytes bytes)
{
    if (!ctg_has_header(bytes))
        return FORMAT_NO;
    return bytes.size % CTG_PAGE_SIZE ? FORMAT_LIKELY : FORMAT_SURE;
}

void ctg_move_data(const struct ctg_entry *entry, size_t i,
                   enum tabia_color turn, const struct ctg_child *child,
                   bool has_green, struct tabia_move_data *data)
{
    const uint8_t nag = entry->moves[2 * i + 1];
    *data = (struct tabia_move_data){ 0 };
    if (nag) {
        data->has |= TABIA_HAS_NAGS;
        data->nags[0] = nag;
    }
    if (has_green)
        data->has |= TABIA_HAS_WEIGHT;
    if (!child->is_known)
        return;
    const unsigned flags = child->stats.flags;
    data->weight = has_green && flags & CTG_GREEN ? 1 : 0;
    if (flags & CTG_RED) {
        data->has |= TABIA_HAS_MARK;
        data->mark = TABIA_MARK_PASSIVE;
    }
    ctg_results(&child->stats, turn == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE,
                data);
}

/* ---- searching ------------------------------------------------------- */

/* Without the files of the index, by an index of our own. */
static bool ctg_find_entry(const struct ctg_state *state,
                           const struct ctg_signature *sig,
                           struct ctg_entry *entry)
{
    if (!state->entries.list && state->file.has_index)
        return ctg_file_find(&state->file, sig, entry);
    const uint32_t id = ctg_entries_find(&state->entries, sig);
    if (id == HASHMAP_NONE)
        return false;
    *entry = state->entries.list[id];
    return true;
}

static size_t ctg_table_find(const struct table_impl *t,
                             const struct tabia_pos *pos,
                             struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct ctg_state *state = t->state;
    struct ctg_child children[CTG_MOVES_MAX];
    size_t which[CTG_MOVES_MAX];
    struct ctg_signature sig;
    struct ctg_entry entry;
    const unsigned guise = ctg_signature_make(pos, &sig);
    if (!ctg_find_entry(state, &sig, &entry))
        return 0;

    bool has_green = false;
    size_t n = 0;
    for (size_t i = 0; i < entry.nmoves; i++) {
        const tabia_move mv = ctg_move_decode(pos, guise, entry.moves[2 * i]);
        if (!mv || move_list_has(list, n, mv))
            continue;
        struct tabia_pos next = *pos;
        struct ctg_signature next_sig;
        struct ctg_entry next_entry;
        tabia_pos_play(&next, mv);
        ctg_signature_make(&next, &next_sig);
        children[n].is_known = ctg_find_entry(state, &next_sig, &next_entry);
        if (children[n].is_known)
            ctg_stats_decode(next_entry.stats, &children[n].stats);
        has_green |=
            children[n].is_known && children[n].stats.flags & CTG_GREEN;
        which[n] = i;
        list[n++] = table_entry(mv);
    }
    for (size_t i = 0; i < n; i++)
        ctg_move_data(&entry, which[i], (enum tabia_color)pos->turn,
                      &children[i], has_green, &list[i].data);
    return n;
}

static void ctg_table_close(struct table_impl *t)
{
    struct ctg_state *state = t->state;
    ctg_entries_clear(&state->entries);
    ctg_file_close(&state->file);
    free(state->nleads);
    free(state);
}

bool ctg_table(struct ctg_state *state, struct table_impl *table,
               struct tabia_error *err)
{
    *table = (struct table_impl){
        .share = { .rule = SHARE_CHESSBASE },
        .bytes = state->file.bytes,
        .state = state,
        .find = ctg_table_find,
        .nrows = state->entries.n * CTG_GUISES,
        .nentries = state->entries.n,
    };
    state->nleads = calloc(state->entries.n + 1, sizeof(*state->nleads));
    return state->nleads || error_nomem(err);
}

/* All entries are read for a book, and where there is no index. */
static bool ctg_open(struct tabia_bytes bytes, struct read_job *job,
                     struct table_impl *table, struct tabia_error *err)
{
    struct ctg_state *state = calloc(1, sizeof(*state));
    if (!state)
        return error_nomem(err);
    if (!ctg_file_open(&state->file, bytes, job, err)) {
        free(state);
        return false;
    }
    if (((state->file.has_index && !table->is_whole) ||
         ctg_entries_read(&state->entries, &state->file, job, err)) &&
        ctg_table(state, table, err)) {
        table->close = ctg_table_close;
        return true;
    }
    table->state = state;
    ctg_table_close(table);
    *table = (struct table_impl){ 0 };
    return false;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".ctg", NULL };
static const char *const text_keys[] = { CTG_KEY_HEADER, CTG_KEY_ENTRIES,
                                         SHARE_KEY, NULL };

static const struct setting_row rows[] = {
    KEY_WALK_SETTINGS(
        "start, then all other positions as they most likely were"),
    SETTING_END,
};

const struct tabia_format format_ctg = {
    .info = {
        .name = "ctg",
        .title = "ChessBase opening book",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS | TABIA_HAS_MARK |
                 TABIA_HAS_NAGS | TABIA_HAS_POSITION_COMMENT,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { 1, "recommended or not" },
        [TABIA_ATTR_RESULTS] = { CTG_COUNT_MAX, NULL },
        [TABIA_ATTR_MARK] = { 0, "red" },
        [TABIA_ATTR_NAGS] = { 0, "one" },
        [TABIA_ATTR_POSITION_COMMENT] = { 0, "numbers in [%ctg]" },
    },
    .settings = rows,
    .share_rule = SHARE_CHESSBASE,
    .detect = ctg_detect,
    .walk = &ctg_walk,
    .set = ctg_set,
    .write_set = ctg_write_set,
    .reads_little = true,
    .open = ctg_open,
};
