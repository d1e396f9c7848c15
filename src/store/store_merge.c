/*
 * store_merge.c - several stores as one
 *
 * Games come first, store by store; then the positions of all, key by key.
 * Only the rows of the games are held in memory: tallies need them to choose
 * samples, and to sum what was a list in each of the parts.
 */
#include "store/store_merge.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hashmap.h"
#include "io/output.h"
#include "base/vec.h"
#include "store/store.h"
#include "store/store_def.h"
#include "store/store_write.h"
#include "tabia/format.h"
#include "base/banned.h"

enum { ROOTS_MAX = 1 << 28 };

/* One of the stores, and the next of its positions. */
struct part {
    const struct tabia_store *store;
    uint64_t base; // added to the numbers of its games
    uint64_t *sources;
    uint64_t number; // of the block
    struct store_block block;
    struct store_place place;
    struct tally_key key; // of the position there
    bool is_open, is_at_end;
};

struct merger {
    struct part *parts;
    size_t n;
    struct tally_game *rows;
    uint64_t ngames;
    const char **sources;
    size_t nsources, sources_room;
    struct tabia_pos *roots;
    size_t nroots, roots_room;
    struct hashmap root_ids;
    char *provenance;
    struct store_config config;
    struct store_writer *writer;
    struct tabia_error *err;
};

/* ---- provenance ------------------------------------------------------ */

/* Adds where a store came from; a merged one is a list already. */
static bool add_provenance(json_t *list, const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    json_t *merged = json_object_get(value, "merged");
    bool ok;
    if (json_is_array(merged) && json_object_size(value) == 1) {
        ok = json_array_extend(list, merged) == 0;
        json_decref(value);
        return ok;
    }
    if (!value)
        value = json_string(text);
    return value && json_array_append_new(list, value) == 0;
}

/* ---- sources, roots, player ------------------------------------------ */

static bool source_of(struct merger *m, const char *name, uint64_t *index)
{
    for (size_t i = 0; i < m->nsources; i++)
        if (strcmp(m->sources[i], name) == 0) {
            *index = i;
            return true;
        }
    if (!VEC_RESERVE(m->sources, m->sources_room, m->nsources + 1, UINT32_MAX,
                     m->err))
        return false;
    *index = m->nsources;
    m->sources[m->nsources++] = name;
    return true;
}

static bool join_sources(struct merger *m, struct part *part)
{
    const size_t n = (size_t)part->store->nsources;
    part->sources = calloc(n + 1, sizeof(*part->sources));
    if (!part->sources)
        return error_nomem(m->err);
    for (size_t i = 0; i < n; i++)
        if (!source_of(m, part->store->sources[i], &part->sources[i]))
            return false;
    return true;
}

struct root_query {
    const struct tabia_pos *roots, *pos;
};

static bool is_root(const void *ctx, uint32_t i)
{
    const struct root_query *q = ctx;
    return tabia_pos_is_same(&q->roots[i], q->pos);
}

static bool add_root(struct merger *m, const struct tabia_pos *pos)
{
    const struct root_query query = { m->roots, pos };
    if (hashmap_find(&m->root_ids, pos->key, is_root, &query) != HASHMAP_NONE)
        return true;
    if (!VEC_RESERVE(m->roots, m->roots_room, m->nroots + 1, ROOTS_MAX, m->err))
        return false;
    m->roots[m->nroots] = *pos;
    return hashmap_insert(&m->root_ids, pos->key, (uint32_t)m->nroots++,
                          m->err);
}

static bool join_roots(struct merger *m, const struct tabia_store *store)
{
    for (uint64_t i = 0; i < store->tail.nroots; i++) {
        struct tabia_pos pos;
        if (!store_root_at(store, i, &pos, m->err) || !add_root(m, &pos))
            return false;
    }
    return true;
}

/* Whose games these are, if all stores say the same. */
static const char *join_player(const struct merger *m)
{
    const char *player = m->parts[0].store->player;
    for (size_t i = 1; player && i < m->n; i++) {
        const char *other = m->parts[i].store->player;
        if (!other || strcmp(player, other) != 0)
            return NULL;
    }
    return player;
}

static bool prepare(struct merger *m)
{
    uint64_t npositions = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct tabia_store *store = m->parts[i].store;
        if (store->tail.by != m->parts[0].store->tail.by)
            return error_set(m->err, TABIA_ERR_MISUSE,
                             "stores that are built by different things "
                             "cannot be merged");
        m->parts[i].base = m->ngames;
        m->ngames += store->tail.games;
        npositions += store->tail.positions;
        if (!join_sources(m, &m->parts[i]) || !join_roots(m, store))
            return false;
    }
    m->rows = m->ngames < SIZE_MAX
                  ? calloc((size_t)m->ngames + 1, sizeof(*m->rows))
                  : NULL;
    if (!m->rows)
        return error_nomem(m->err);
    m->config = (struct store_config){
        .by = m->parts[0].store->tail.by,
        .player = join_player(m),
        .sources = m->sources,
        .nsources = m->nsources,
        .roots = m->roots,
        .nroots = m->nroots,
        .positions_max = npositions + 1,
    };
    json_t *list = json_array();
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < m->n; i++)
        ok = add_provenance(list, m->parts[i].store->provenance);
    json_t *all = ok ? json_pack("{s:O}", "merged", list) : NULL;
    m->provenance = all ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(all);
    json_decref(list);

    if (!m->provenance)
        return error_nomem(m->err);
    m->config.provenance = m->provenance;
    return true;
}

/* ---- games ----------------------------------------------------------- */

struct copying {
    struct merger *m;
    const struct part *part;
    uint64_t game; // number in its store
    bool failed;
};

static bool copy_game(void *ctx, const struct store_shown *shown)
{
    struct copying *c = ctx;
    char text[3][TABIA_STORE_NAME_SIZE];
    for (size_t i = 0; i < COUNT_OF(text); i++) {
        if (shown->text[i].len)
            memcpy(text[i], shown->text[i].text, shown->text[i].len);
        text[i][shown->text[i].len] = '\0';
    }
    const struct store_detail detail = {
        .name = { text[0], text[1] },
        .event = text[2],
        .source = (uint32_t)c->part->sources[shown->source],
        .offset = shown->offset,
        .length = shown->length,
    };
    struct merger *m = c->m;
    struct tally_game *row = &m->rows[c->part->base + c->game];
    c->failed = !store_row(c->part->store, c->game++, row, m->err) ||
                !store_writer_game(m->writer, row, &detail, m->err);
    return !c->failed;
}

static bool copy_games(struct merger *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct tabia_store *store = m->parts[i].store;
        struct copying c = { .m = m, .part = &m->parts[i] };
        for (uint64_t b = 0; b < store->ngame_blocks; b++)
            if (!store_details(store, b, copy_game, &c, m->err) || c.failed)
                return false;
    }
    return true;
}

/* ---- positions ------------------------------------------------------- */

/* Goes to the next block while the current one has no more positions. */
static bool settle(struct part *part, struct tabia_error *err)
{
    while (!part->is_open || part->place.i == part->block.n) {
        part->number += part->is_open;
        part->is_open = true;
        if (part->number == part->store->nblocks) {
            part->is_at_end = true;
            return true;
        }
        if (!store_block_at(part->store, part->number, &part->block, err))
            return false;
        store_place_first(&part->block, &part->place);
    }
    part->key =
        store_place_key(part->store, &part->block, part->number, &part->place);
    return true;
}

/* The smallest key that any store has next; false when all are at the end. */
static bool next_key(const struct merger *m, struct tally_key *key)
{
    bool has_key = false;
    for (size_t i = 0; i < m->n; i++) {
        if (m->parts[i].is_at_end)
            continue;
        const struct tally_key own = m->parts[i].key;
        if (!has_key || tally_key_compare(own, *key) < 0)
            *key = own;
        has_key = true;
    }
    return has_key;
}

static bool add_part(struct merger *m, struct part *part,
                     const struct tally_rule *rule, struct tally *t)
{
    const struct tabia_bytes body =
        store_place_body(&part->block, &part->place);
    struct tabia_error why = { 0 };
    if (tally_add_coded(t, rule, body, part->base, &why) != body.size)
        return why.status == TABIA_ERR_NOMEM
                   ? error_pass(m->err, &why)
                   : store_bad_tally(part->store, body, m->err);
    store_place_next(&part->block, &part->place);
    return settle(part, m->err);
}

static bool copy_positions(struct merger *m, struct tally *t)
{
    const struct tally_rule rule = { m->config.by, { m->rows, m->ngames } };
    struct tally_key key;
    for (size_t i = 0; i < m->n; i++)
        if (!settle(&m->parts[i], m->err))
            return false;
    while (next_key(m, &key)) {
        tally_start(t, key, 0);
        for (size_t i = 0; i < m->n; i++)
            if (!m->parts[i].is_at_end &&
                tally_key_compare(m->parts[i].key, key) == 0 &&
                !add_part(m, &m->parts[i], &rule, t))
                return false;
        if (!store_writer_tally(m->writer, t, m->err))
            return false;
    }
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool run(struct merger *m, struct sink *dst)
{
    struct tally t;
    if (!prepare(m))
        return false;
    m->writer = store_writer_new(dst, &m->config, m->err);
    if (!m->writer)
        return false;
    tally_init(&t);
    const bool ok = copy_games(m) && copy_positions(m, &t) &&
                    store_writer_end(m->writer, m->err);
    tally_free(&t);
    return ok;
}

bool store_merge(const struct tabia_store *const *stores, size_t n,
                 struct sink *dst, struct tabia_error *err)
{
    struct merger m = {
        .n = n,
        .root_ids = { .limit = ROOTS_MAX },
        .err = err,
    };
    if (n == 0)
        return error_set(err, TABIA_ERR_MISUSE, "there is nothing to merge");
    m.parts = calloc(n, sizeof(*m.parts));
    if (!m.parts)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++)
        m.parts[i].store = stores[i];
    const bool ok = run(&m, dst);
    for (size_t i = 0; m.parts && i < m.n; i++)
        free(m.parts[i].sources);
    free(m.parts);
    free(m.rows);
    free((void *)m.sources);
    free(m.roots);
    hashmap_clear(&m.root_ids);
    free(m.provenance);
    store_writer_free(m.writer);
    return ok;
}

static bool has_games(const struct tabia_store *const *stores, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tabia_store_get_info(stores[i]).games)
            return true;
    return false;
}

bool tabia_store_merge(const struct tabia_store *const *stores, size_t n,
                       const char *path,
                       const struct tabia_write_options *options,
                       struct tabia_error *err)
{
    const struct output_options how = {
        .force = options && options->force,
        .note = options ? options->on_note : NULL,
        .note_ctx = options ? options->ctx : NULL,
    };
    struct output out;
    if (n && !has_games(stores, n) && !(options && options->allow_empty)) {
        error_set(err, TABIA_ERR_NOTHING,
                  "nothing to write: the stores have no games");
        return error_in_file(err, path);
    }
    if (!output_open(&out, path, &how, err))
        return false;
    struct sink dst = output_sink(&out, err);
    if (store_merge(stores, n, &dst, err))
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}
