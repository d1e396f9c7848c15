/*
 * merge_stores.c - several stores as one: built again from their games
 *
 * A store holds the moves of its games, so merging is building, with chunks
 * that come from stores in place of files: the same bytes, the same limits to
 * memory, all threads.
 */
#include "build/merge_stores.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "build/build_internal.h"
#include "build/build_write.h"
#include "build/work_folder.h"
#include "format/format_io.h"
#include "store/store_evals.h"
#include "base/banned.h"

enum { CHUNK_GAMES = 512 };

struct merge_part {
    const struct tabia_store *store;
    uint64_t first_chunk;
    uint32_t *files; // owned: by its own number, the number now
};

struct store_merge {
    struct merge_part *parts;
    size_t n;
    uint64_t nchunks;
    _Atomic uint64_t next_chunk;
    struct provenance_input *inputs; // the files of all, by name
    size_t ninputs, inputs_room;
    char *provenance;
    struct store_eval_source *evaluations; // of each store
};

/* ---- where the stores come from --------------------------------------- */

/* Adds where a store came from; a merged one is a list already. */
static bool add_provenance(json_t *list, const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    json_t *merged = json_object_get(value, "merged");
    if (json_is_array(merged) && json_object_size(value) == 1) {
        const bool ok = json_array_extend(list, merged) == 0;
        json_decref(value);
        return ok;
    }
    if (!value)
        value = json_string(text);
    return value && json_array_append_new(list, value) == 0;
}

static bool join_provenance(struct store_merge *m, struct tabia_error *err)
{
    json_t *list = json_array();
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < m->n; i++)
        ok = add_provenance(list, m->parts[i].store->provenance);
    json_t *all = ok ? json_pack("{s:O}", "merged", list) : NULL;
    m->provenance = all ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(all);
    json_decref(list);
    return m->provenance || error_nomem(err);
}

static bool join_files(struct store_merge *m, struct merge_part *part,
                       struct tabia_error *err)
{
    const size_t n = (size_t)part->store->nfiles;
    part->files = calloc(n + 1, sizeof(*part->files));
    if (!part->files)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++) {
        const char *name = part->store->files[i];
        size_t at = 0;
        while (at < m->ninputs && strcmp(m->inputs[at].name, name) != 0)
            at++;
        part->files[i] = (uint32_t)at;
        if (at < m->ninputs)
            continue;
        if (!VEC_RESERVE(m->inputs, m->inputs_room, at + 1, UINT32_MAX, err))
            return false;
        m->inputs[m->ninputs++] = (struct provenance_input){ .name = name };
    }
    return true;
}

/* Whose games these are, if all stores say the same. */
static const char *join_player(const struct store_merge *m)
{
    const char *player = m->parts[0].store->player;
    for (size_t i = 1; player && i < m->n; i++) {
        const char *other = m->parts[i].store->player;
        if (!other || strcmp(player, other) != 0)
            return NULL;
    }
    return player;
}

/* ---- the rule --------------------------------------------------------- */

/* Only stores that count alike can be counted together. */
static bool check_rules(const struct store_merge *m, struct tabia_error *err)
{
    const struct store_rule *a = &m->parts[0].store->tail.rule;
    for (size_t i = 1; i < m->n; i++) {
        const struct store_rule *b = &m->parts[i].store->tail.rule;
        const struct {
            const char *name;
            bool differs;
        } fields[] = {
            { "what they can be filtered by", a->dimensions != b->dimensions },
            { "the first ply that counts", a->min_ply != b->min_ply },
            { "the last ply that counts", a->max_ply != b->max_ply },
            { "the side whose moves count", a->side != b->side },
            { "the least number of games of a position",
              (a->min_games > 1 ? a->min_games : 1) !=
                  (b->min_games > 1 ? b->min_games : 1) },
        };
        for (size_t k = 0; k < COUNT_OF(fields); k++)
            if (fields[k].differs)
                return error_set(err, TABIA_ERR_MISUSE,
                                 "stores that differ in %s cannot be merged",
                                 fields[k].name);
    }
    return true;
}

static bool prepare_merge(struct store_merge *m, struct tabia_error *err)
{
    if (!check_rules(m, err))
        return false;
    for (size_t i = 0; i < m->n; i++) {
        const uint64_t games = m->parts[i].store->tail.games;
        input_expect_random(m->parts[i].store->bytes, false);
        m->parts[i].first_chunk = m->nchunks;
        m->nchunks += games / CHUNK_GAMES + (games % CHUNK_GAMES != 0);
        if (!join_files(m, &m->parts[i], err))
            return false;
    }
    return join_provenance(m, err);
}

/* ---- chunks ----------------------------------------------------------- */

static bool read_store(void *ctx, struct chunk *c, struct tabia_error *err)
{
    struct store_merge *m = ctx;
    const uint64_t number = atomic_fetch_add(&m->next_chunk, 1);
    if (number >= m->nchunks)
        return false;
    const struct merge_part *part = &m->parts[m->n - 1];
    while (part->first_chunk > number)
        part--;
    const uint64_t first = (number - part->first_chunk) * CHUNK_GAMES;
    const uint64_t games = part->store->tail.games;
    const uint64_t end =
        games - first < CHUNK_GAMES ? games : first + CHUNK_GAMES;
    return chunk_read_store(c, number, part->store, first, end, part->files,
                            err);
}

struct merge_progress {
    const struct build *build;
    uint64_t total; // games
};

static bool on_merge_progress(void *ctx, uint64_t games,
                              struct tabia_error *err)
{
    const struct merge_progress *p = ctx;
    build_show_progress(p->build, "replaying", games, p->total, games,
                        p->build->runs.disk);
    return build_goes_on(p->build, err);
}

static bool eval_merge_goes_on(void *ctx, struct tabia_error *err)
{
    return build_goes_on(ctx, err);
}

static bool run_merge(struct store_merge *m, struct build *b, struct sink *dst,
                      struct tabia_build_result *result,
                      struct tabia_error *err)
{
    const size_t eighth = (size_t)(b->memory / 8);
    struct collector *col = &b->collector;
    struct merge_progress progress = { .build = b };
    for (size_t i = 0; i < m->n; i++)
        progress.total += m->parts[i].store->tail.games;
    b->chunk_rule.player = NULL; // the stores have chosen
    if (!build_make_bins(b, eighth * 5, err))
        return false;
    col->rule = &b->chunk_rule;
    col->bins = b->bins;
    col->pool = b->pool;
    col->read = read_store;
    col->read_ctx = m;
    col->on_progress = on_merge_progress;
    col->ctx = &progress;
    if (!work_folder_open(b, err) || !collector_init(col, err) ||
        !build_collect(b, err))
        return false;
    *result = col->state.result;
    // Of every position that a store has, the merged one has all games.
    struct store_eval_merge evaluations = { .sources = m->evaluations,
                                            .n = m->n,
                                            .goes_on = eval_merge_goes_on,
                                            .ctx = b };
    b->material = (struct build_material){
        .result = result,
        .roots = &col->state.roots,
        .inputs = m->inputs,
        .ninputs = m->ninputs,
        .provenance = m->provenance,
        .evaluations = &evaluations,
    };
    const bool ok = build_map_games(b, &col->game_rows, err) &&
                    spool_map(&col->details, &b->material.details, err) &&
                    build_write_store(b, dst, err);
    store_eval_merge_clear(&evaluations);
    return ok;
}

/* ---- the whole -------------------------------------------------------- */

bool merge_stores(const struct tabia_store *const *stores, size_t n,
                  const struct tabia_build_options *options, struct sink *dst,
                  struct tabia_build_result *result, struct tabia_error *err)
{
    struct store_merge m = { .n = n };
    struct build b;
    *result = (struct tabia_build_result){ 0 };
    if (n == 0)
        return error_set(err, TABIA_ERR_MISUSE, "there is nothing to merge");
    m.parts = calloc(n, sizeof(*m.parts));
    m.evaluations = calloc(n, sizeof(*m.evaluations));
    bool ok = (m.parts && m.evaluations) || error_nomem(err);
    for (size_t i = 0; ok && i < n; i++)
        m.parts[i].store = m.evaluations[i].store = stores[i];
    ok = ok && prepare_merge(&m, err);
    if (ok) {
        const struct store_rule *rule = &stores[0]->tail.rule;
        struct tabia_build_options how = {
            .output = options->output ? options->output : "-",
            .memory_limit = options->memory_limit,
            .threads = options->threads,
            .on_progress = options->on_progress,
            .is_stopped = options->is_stopped,
            .ctx = options->ctx,
            .dimensions = rule->dimensions,
            .min_ply = rule->min_ply,
            .max_ply = rule->max_ply,
            .side = (enum tabia_side)rule->side,
            .min_games = rule->min_games,
            .player = join_player(&m),
        };
        ok = build_init(&b, &how, err) && run_merge(&m, &b, dst, result, err);
        build_clear(&b);
    }
    for (size_t i = 0; m.parts && i < n; i++)
        free(m.parts[i].files);
    free(m.parts);
    free(m.evaluations);
    free(m.inputs);
    free(m.provenance);
    return ok;
}

static bool has_games(const struct tabia_store *const *stores, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (stores[i]->tail.games)
            return true;
    return false;
}

bool tabia_build_merge(const struct tabia_store *const *stores, size_t n,
                       const struct tabia_build_options *options,
                       struct tabia_build_result *result,
                       struct tabia_error *err)
{
    const struct tabia_write_options *write = build_write_options(options);
    struct output_options how = format_output_options(write);
    struct output out;
    struct tabia_build_result own;
    if (!result)
        result = &own;
    *result = (struct tabia_build_result){ 0 };
    how.is_stopped = NULL; // any thread writes; the build asks its own
    if (!build_check_call(options, BUILD_CALL_MERGE, err))
        return false;
    if (!build_is_store(options))
        return error_set(err, TABIA_ERR_MISUSE,
                         "merged stores are a store, not a book of format %s",
                         tabia_format_get_info(options->format)->name);
    if (n && !has_games(stores, n) && !write->allow_empty) {
        error_set(err, TABIA_ERR_EMPTY,
                  "nothing to write: the stores have no games");
        return error_in_file(err, options->output);
    }
    if (!output_open(&out, options->output, &how, err))
        return false;
    struct sink dst = output_sink(&out, err);
    if (merge_stores(stores, n, options, &dst, result, err))
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}
