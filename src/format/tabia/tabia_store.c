/*
 * tabia_store.c - the store of game statistics as a book
 *
 * A store knows positions by their keys alone, so a book is read from it by
 * walking from the positions that its games began with; see
 * docs/formats/tabia.md. It is made from games, by 'tabia build' and 'tabia
 * merge', not from books: a book has no games to look back to.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/builder_def.h"
#include "format/formats.h"
#include "format/key_walk.h"
#include "store/store_def.h"
#include "store/store_evals.h"
#include "store/store_internal.h"
#include "store/store_layout.h"
#include "tabia/store.h"
#include "base/banned.h"

static enum format_match store_detect(struct tabia_bytes bytes)
{
    return store_is_front(bytes) ? FORMAT_SURE : FORMAT_NO;
}

/* ---- the file as a table --------------------------------------------- */

struct store_table {
    struct key_walk_settings walk; // first: see key_walk.h
    uint64_t least;                // games of a move that is read
    struct tabia_store *store;
};

static const struct setting_row settings[] = {
    KEY_WALK_SETTINGS("start, where its games begin"),
    SETTING_NUMBER(struct store_table, least, "min-games", TABIA_WHEN_READING,
                   0, UINT64_MAX, NULL, "drop moves played in fewer games"),
    SETTING_END,
};

static size_t list_moves(const struct store_answer *answer, uint64_t least,
                         struct tabia_book_move *list)
{
    size_t n = 0;
    for (size_t i = 0; i < answer->nmoves; i++) {
        list[n] = table_entry(answer->moves[i].move);
        list[n].data = store_move_data(&answer->moves[i]);
        n += list[n].data.weight >= least;
    }
    return n;
}

/* A damaged block has no moves here: store_find distinguishes the two. */
static size_t store_table_find(const struct table_impl *t,
                               const struct tabia_pos *pos,
                               struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct store_table *state = t->state;
    struct store_answer answer;
    return store_find(state->store, pos, NULL, &answer, NULL)
               ? list_moves(&answer, state->least, list)
               : 0;
}

static void store_table_close(struct table_impl *t)
{
    struct store_table *state = t->state;
    store_close(state->store);
    free(state);
}

static bool store_table_open(struct tabia_bytes bytes, struct read_job *job,
                             struct table_impl *table, struct tabia_error *err)
{
    struct store_table *state = calloc(1, sizeof(*state));
    if (!state)
        return error_nomem(err);
    format_settings_get(settings, job->user, state);
    state->store = store_open_bytes(bytes, NULL, err);
    if (!state->store) {
        free(state);
        return false;
    }
    *table = (struct table_impl){
        .bytes = bytes,
        .state = state,
        .find = store_table_find,
        .close = store_table_close,
        .nentries = (size_t)tabia_store_get_info(state->store).positions,
    };
    return true;
}

/* ---- reading --------------------------------------------------------- */

/* A damaged block is reported once for each position that is asked there. */
static bool store_find_moves(struct key_walk *w,
                             const struct tabia_builder_cursor *at,
                             struct key_rows rows, struct tabia_book_move *list,
                             size_t *n)
{
    const struct store_table *state = w->table.state;
    struct tabia_error why = { 0 };
    struct store_answer answer;
    (void)rows;
    if (!store_find(state->store, &at->pos, NULL, &answer, &why))
        return format_problem(w->job, TABIA_SEVERITY_ERROR, &why, w->err);
    w->nreached += answer.nmoves > 0;
    *n = list_moves(&answer, state->least, list);
    struct tabia_node_data data = { .has = TABIA_HAS_EVAL };
    bool has_eval;
    if (!store_find_eval(state->store, &at->pos, &data.eval, &has_eval, &why))
        return format_problem(w->job, TABIA_SEVERITY_ERROR, &why, w->err);
    return !has_eval || tabia_builder_set_node(w->out, at->node, &data, w->err);
}

/* The texts, and the positions that the games began with. */
static bool store_add_roots(struct key_walk *w)
{
    const struct store_table *state = w->table.state;
    const struct tabia_store_info info = tabia_store_get_info(state->store);
    bool ok =
        (!info.player || tabia_builder_add_text(w->out, "player", info.player,
                                                strlen(info.player), w->err)) &&
        tabia_builder_add_text(w->out, "provenance", info.provenance,
                               strlen(info.provenance), w->err);
    for (uint64_t i = 0; ok && i < info.roots; i++) {
        struct tabia_pos pos;
        ok = store_root_at(state->store, i, &pos, w->err);
        if (!ok)
            break;
        pos = tabia_pos_identity(&pos);
        ok = builder_has_position(w->out, &pos) || key_walk_add_root(w, &pos);
    }
    return ok;
}

static const struct key_walk_rule tabia_walk = {
    .nodes = KEY_WALK_BY_POSITION,
    .counts_positions = true,
    .list_moves = store_find_moves,
    .add_roots = store_add_roots,
};

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".tabia", NULL };
static const char *const text_keys[] = { "player", "provenance", NULL };

const struct tabia_format format_tabia = {
    .info = {
        .name = "tabia",
        .title = "store of game statistics",
        .suffixes = suffixes,
        .can_read = true,
        .can_find = true,
        .is_keyed = true,
        .is_store = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS | TABIA_HAS_EVAL,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { 0, "games" },
    },
    .settings = settings,
    .detect = store_detect,
    .walk = &tabia_walk,
    .reads_little = true,
    .open = store_table_open,
};
