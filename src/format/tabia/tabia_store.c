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

#include "base/error.h"
#include "base/hashmap.h"
#include "base/plural.h"
#include "format/formats.h"
#include "format/place_list.h"
#include "store/store_def.h"
#include "store/store_layout.h"
#include "tabia/store.h"
#include "base/banned.h"

static enum format_match detect(struct tabia_bytes src)
{
    static const uint8_t magic[STORE_MAGIC_SIZE + 1] = STORE_MAGIC;
    return src.size >= STORE_FRONT_SIZE &&
                   memcmp(src.data, magic, STORE_MAGIC_SIZE) == 0
               ? FORMAT_SURE
               : FORMAT_NO;
}

/* ---- reading --------------------------------------------------------- */

struct walker {
    const struct tabia_read_options *options;
    struct tabia_store *store;
    uint64_t least; // games of a move that is read
    struct place_list places;
    uint64_t nfound; // positions with moves
    struct tabia_store_answer answer;
    struct tabia_builder *out;
    struct tabia_error *err;
};

static const struct tabia_setting_info rows[] = {
    SETTING_NUMBER(struct walker, least, "read-games", TABIA_WHEN_READING, 0,
                   UINT64_MAX, NULL, "drop moves of fewer games"),
    SETTING_END,
};

static bool add_move(struct walker *w, const struct tabia_cursor *from,
                     const struct tabia_store_move *move)
{
    const struct tabia_move_data data = store_move_data(move);
    return data.weight < w->least ||
           place_list_join(&w->places, w->out, from, move->move, &data, w->err);
}

/* A damaged block is told once for each position that is asked there. */
static bool add_moves(struct walker *w, const struct tabia_cursor *c)
{
    struct tabia_error why = { 0 };
    if (!tabia_store_find(w->store, &c->pos, NULL, &w->answer, &why))
        return format_problem(w->options, TABIA_PROBLEM_ERROR, &why, w->err);
    w->nfound += w->answer.nmoves > 0;
    for (size_t i = 0; i < w->answer.nmoves; i++)
        if (!add_move(w, c, &w->answer.moves[i]))
            return false;
    return true;
}

/* A root that is looked for among those that came before. */
struct wanted {
    const struct place_list *places;
    struct tabia_packed pos;
};

static bool is_wanted(const void *ctx, uint32_t id)
{
    const struct wanted *wanted = ctx;
    return memcmp(wanted->places->list[id].pos.bytes, wanted->pos.bytes,
                  TABIA_PACKED_CORE) == 0;
}

/* Starts from a root, unless it came before. */
static bool add_root(struct walker *w, struct hashmap *met,
                     const struct tabia_pos *pos)
{
    struct tabia_cursor c;
    struct wanted wanted = { .places = &w->places };
    tabia_pos_pack(pos, &wanted.pos);
    if (hashmap_find(met, pos->key, is_wanted, &wanted) != HASHMAP_NONE)
        return true;
    return hashmap_insert(met, pos->key, (uint32_t)w->places.n, w->err) &&
           tabia_builder_start(w->out, pos, &c, w->err) &&
           place_list_add(&w->places, &c, w->err);
}

static bool add_roots(struct walker *w)
{
    const uint64_t nroots = tabia_store_info(w->store).roots;
    struct hashmap met = { .limit = UINT32_MAX - 1 };
    bool is_done = true;
    for (uint64_t i = 0; is_done && i < nroots; i++) {
        struct tabia_pos pos;
        is_done = tabia_store_root_at(w->store, i, &pos, w->err);
        if (is_done) {
            pos = tabia_pos_identity(&pos);
            is_done = add_root(w, &met, &pos);
        }
    }
    hashmap_clear(&met);
    return is_done;
}

static bool tell_unmet(struct walker *w)
{
    const uint64_t all = tabia_store_info(w->store).positions;
    struct tabia_error problem = { 0 };
    if (w->nfound >= all)
        return true;
    const unsigned long long rest = all - w->nfound;
    error_set(&problem, TABIA_LOSS, "%llu of %llu %s %s not reached%s", rest,
              (unsigned long long)all, plural(all, "position", "positions"),
              plural(rest, "is", "are"),
              w->least > 1 ? " by the moves that are read" : "");
    return format_problem(w->options, TABIA_PROBLEM_WARNING, &problem, w->err);
}

static bool walk(struct walker *w)
{
    if (!add_roots(w))
        return false;
    for (size_t i = 0; i < w->places.n; i++) {
        const struct tabia_cursor c = place_list_at(&w->places, i);
        if (!add_moves(w, &c))
            return false;
    }
    return tell_unmet(w);
}

static bool add_texts(struct walker *w)
{
    const struct tabia_store_info info = tabia_store_info(w->store);
    return (!info.player ||
            tabia_builder_add_text(w->out, "player", info.player,
                                   strlen(info.player), w->err)) &&
           tabia_builder_add_text(w->out, "provenance", info.provenance,
                                  strlen(info.provenance), w->err);
}

static bool read_store(struct tabia_bytes src,
                       const struct tabia_read_options *options,
                       struct tabia_builder *out, struct tabia_error *err)
{
    struct walker *w = calloc(1, sizeof(*w));
    if (!w)
        return error_nomem(err);
    w->options = options;
    w->places.options = options;
    w->out = out;
    w->err = err;
    format_settings_get(rows, options, w);
    w->store = tabia_store_open_bytes(src, err);
    const bool is_done = w->store && add_texts(w) && walk(w);
    tabia_store_close(w->store);
    place_list_clear(&w->places);
    free(w);
    return is_done;
}

/* ---- searching ------------------------------------------------------- */

/* A damaged block has no moves here: tabia_store_find tells the two apart. */
static size_t table_find(const struct table_impl *t,
                         const struct tabia_pos *pos,
                         struct tabia_entry list[TABIA_MOVES_MAX])
{
    struct tabia_store_answer answer;
    if (!tabia_store_find(t->state, pos, NULL, &answer, NULL))
        return 0;
    return store_entries(&answer, list);
}

static void table_close(struct table_impl *t)
{
    tabia_store_close(t->state);
}

static bool open_table(struct tabia_bytes src,
                       const struct tabia_read_options *options,
                       struct table_impl *table, struct tabia_error *err)
{
    (void)options;
    struct tabia_store *store = tabia_store_open_bytes(src, err);
    if (!store)
        return false;
    *table = (struct table_impl){
        .src = src,
        .state = store,
        .find = table_find,
        .close = table_close,
    };
    return true;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".tabia", NULL };
static const char *const text_keys[] = { "player", "provenance", NULL };

const struct tabia_format format_tabia = {
    .info = {
        .name = "tabia",
        .title = "store of game statistics",
        .suffixes = suffixes,
        .settings = rows,
        .can_read = true,
        .can_find = true,
        .is_keyed = true,
        .is_store = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT,
        .carries = {
            [TABIA_ATTR_WEIGHT] = { true, 0, "games" },
            [TABIA_ATTR_RESULTS] = { true, 0, NULL },
        },
        .text_keys = text_keys,
    },
    .detect = detect,
    .read = read_store,
    .open = open_table,
};
