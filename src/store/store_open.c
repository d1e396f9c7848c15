/*
 * store_open.c - opening a .tabia file: what must be right before any answer
 *
 * The tail, the places of the sections and the texts are checked here; blocks
 * when they are first read, so that a damaged one costs only its own answers.
 */
#include <stdlib.h>

#include "base/error.h"
#include "base/utf8.h"
#include "store/store.h"
#include "store/store_def.h"
#include "base/banned.h"

/* Stores are answered from the file: only small ones are worth reading. */
enum { MAP_SIZE = 64 << 10 };

/* ---- front and tail -------------------------------------------------- */

static bool check_front(struct tabia_bytes src, struct tabia_error *err)
{
    static const uint8_t magic[STORE_MAGIC_SIZE + 1] = STORE_MAGIC;
    if (src.size < STORE_FRONT_SIZE ||
        memcmp(src.data, magic, STORE_MAGIC_SIZE) != 0)
        return error_offset(err, TABIA_ERR_CORRUPT, 0,
                            "this is no .tabia store");
    const uint32_t schema = load_le32(src.data + STORE_SCHEMA_AT);
    if (schema != STORE_SCHEMA || load_le32(src.data + STORE_SCHEMA_AT + 4))
        return error_offset(err, TABIA_ERR_CORRUPT, STORE_SCHEMA_AT,
                            "the store has schema %u, this program reads %d",
                            schema, STORE_SCHEMA);
    return true;
}

static bool read_tail(struct tabia_store *store, struct tabia_error *err)
{
    const struct tabia_bytes src = store->src;
    if (src.size < STORE_FRONT_SIZE + STORE_TAIL_SIZE)
        return error_offset(err, TABIA_ERR_CORRUPT, src.size,
                            "the store is cut short");
    const uint64_t at = src.size - STORE_TAIL_SIZE;
    if (!store_tail_decode(&store->tail, src.data + at))
        return error_offset(err, TABIA_ERR_CORRUPT, at,
                            "the store is cut short or its tail is damaged");
    if (store->tail.size != src.size)
        return error_offset(err, TABIA_ERR_CORRUPT, at,
                            "the store has %zu bytes and should have %llu",
                            src.size, (unsigned long long)store->tail.size);
    return true;
}

/* Does a section have room for just 'count' things of 'size' bytes? */
static bool is_exactly(uint64_t nbytes, uint64_t count, uint64_t size)
{
    return nbytes % size == 0 && nbytes / size == count;
}

static bool check_sections(struct tabia_store *store, struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    const uint64_t end = t->size - STORE_TAIL_SIZE;
    const bool is_sound =
        t->prefix_bits <= STORE_PREFIX_MAX &&
        t->split_bits <= STORE_SPLIT_MAX &&
        (t->prefix_bits + t->split_bits) % 8 == 0 &&
        t->games <= STORE_GAMES_MAX &&
        t->by <= (TABIA_BY_RATING | TABIA_BY_SPEED | TABIA_BY_MONTH) &&
        (STORE_FRONT_SIZE <= t->rows_at && t->rows_at <= t->tallies_at &&
         t->tallies_at <= t->texts_at && t->texts_at <= t->roots_at &&
         t->roots_at <= t->details_index_at &&
         t->details_index_at <= t->index_at && t->index_at <= end);
    store->nblocks = UINT64_C(1) << (t->prefix_bits & 63);
    store->ngame_blocks =
        t->games / STORE_GAMES_BLOCK + (t->games % STORE_GAMES_BLOCK != 0);
    if (t->texts_at > t->tallies_at)
        store->positions_per_64k = (t->positions % (UINT64_C(1) << 48) << 16) /
                                   (t->texts_at - t->tallies_at);
    if (is_sound && is_exactly(end - t->index_at, store->nblocks + 1, 8) &&
        is_exactly(t->index_at - t->details_index_at, store->ngame_blocks + 1,
                   8) &&
        is_exactly(t->details_index_at - t->roots_at, t->nroots,
                   TABIA_PACKED_SIZE) &&
        t->tallies_at - t->rows_at == STORE_SUM_SIZE * store->ngame_blocks +
                                          TALLY_GAME_SIZE * store->tail.games)
        return true;
    return error_offset(err, TABIA_ERR_CORRUPT, end,
                        "the sections of the store do not fit each other");
}

/* ---- texts ----------------------------------------------------------- */

/* Copies a text with its NUL to '*to'; NULL when it is not sound. */
static const char *take_text(struct varint_src *src, char **to)
{
    const uint64_t want = varint_get(src);
    const char *text = (const char *)varint_take(src, want);
    const size_t len = (size_t)want;
    // A length that is not there reads as 0, and has no byte for the NUL.
    if (src->failed || !text || memchr(text, '\0', len) ||
        !utf8_is_valid(text, len)) {
        varint_fail(src);
        return NULL;
    }
    char *copy = *to;
    memcpy(copy, text, len);
    copy[len] = '\0';
    *to += len + 1;
    return copy;
}

static bool read_texts(struct tabia_store *store, struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    const uint8_t *data = store->src.data + t->texts_at;
    const size_t size = (size_t)(t->roots_at - t->texts_at);
    if (store_checksum(data, size, STORE_SECTION, 1) != t->texts_sum)
        return error_offset(err, TABIA_ERR_CORRUPT, t->texts_at,
                            "the texts of the store are damaged");

    // Each text has at least one byte before it, where its NUL finds room.
    struct varint_src src = { data, data + size, false };
    char *to = store->texts = malloc(size + 1);
    if (!to)
        return error_nomem(err);
    const bool has_player = varint_get_max(&src, 1);
    const char *player = take_text(&src, &to);
    store->player = has_player ? player : NULL;
    store->provenance = take_text(&src, &to);
    store->nsources = varint_get_max(&src, (uint64_t)(src.end - src.p));
    store->sources =
        calloc((size_t)store->nsources + 1, sizeof(*store->sources));
    if (!store->sources)
        return error_nomem(err);
    for (uint64_t i = 0; i < store->nsources && !src.failed; i++)
        store->sources[i] = take_text(&src, &to);

    return (!src.failed && src.p == src.end) ||
           error_offset(err, TABIA_ERR_CORRUPT, t->texts_at,
                        "the texts of the store cannot be read");
}

/* ---- opening --------------------------------------------------------- */

static bool make_checked(struct store_checked *checked, uint64_t nblocks,
                         struct tabia_error *err)
{
    checked->nblocks = nblocks;
    checked->bits = calloc((size_t)(nblocks / 8 + 1), sizeof(*checked->bits));
    return checked->bits || error_nomem(err);
}

static bool read_store(struct tabia_store *store, struct tabia_error *err)
{
    if (!check_front(store->src, err) || !read_tail(store, err) ||
        !check_sections(store, err) || !read_texts(store, err))
        return false;
    store->width = store_key_width(&store->tail);
    store->key_mask = store->width == STORE_KEY_SIZE
                          ? UINT64_MAX
                          : (UINT64_C(1) << (8 * (store->width - 2))) - 1;
    return make_checked(&store->tallies, store->nblocks, err) &&
           make_checked(&store->rows, store->ngame_blocks, err) &&
           make_checked(&store->details, store->ngame_blocks, err) &&
           make_checked(&store->roots, 1, err);
}

struct tabia_store *store_open_bytes(struct tabia_bytes src,
                                     struct tabia_error *err)
{
    struct tabia_store *store = calloc(1, sizeof(*store));
    if (!store) {
        error_nomem(err);
        return NULL;
    }
    store->src = src;
    if (read_store(store, err))
        return store;
    store_close(store);
    return NULL;
}

struct tabia_store *store_open(const char *path, struct tabia_error *err)
{
    const struct input_options how = { .map_size = MAP_SIZE };
    struct tabia_error failure = { 0 };
    struct input in;
    if (!input_open(&in, path, &how, err))
        return NULL;
    struct tabia_store *store = store_open_bytes(in.bytes, &failure);
    if (store) {
        store->in = in;
        store->file = in.name;
        return store;
    }
    error_in_file(&failure, in.name);
    error_pass(err, &failure);
    input_close(&in);
    return NULL;
}

void store_close(struct tabia_store *store)
{
    if (!store)
        return;
    free(store->tallies.bits);
    free(store->rows.bits);
    free(store->details.bits);
    free(store->roots.bits);
    free(store->texts);
    free(store->sources);
    input_close(&store->in);
    free(store);
}

struct tabia_store_info tabia_store_get_info(const struct tabia_store *store)
{
    const struct store_tail *t = &store->tail;
    return (struct tabia_store_info){
        .positions = t->positions,
        .moves = t->moves,
        .games = t->games,
        .blocks = store->nblocks,
        .roots = t->nroots,
        .by = t->by,
        .schema = STORE_SCHEMA,
        .first = t->first,
        .last = t->last,
        .player = store->player,
        .provenance = store->provenance,
    };
}

/* The roots are checked when the first of them is asked for. */
static bool check_roots(const struct tabia_store *store,
                        struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    if (atomic_load_explicit(&store->roots.bits[0], memory_order_relaxed))
        return true;
    if (store_checksum(store->src.data + t->roots_at,
                       t->details_index_at - t->roots_at, STORE_SECTION,
                       2) != t->roots_sum) {
        error_offset(err, TABIA_ERR_CORRUPT, t->roots_at,
                     "the roots of the store are damaged");
        return error_in_file(err, store->file);
    }
    atomic_store_explicit(&store->roots.bits[0], 1, memory_order_relaxed);
    return true;
}

bool store_root_at(const struct tabia_store *store, uint64_t n,
                   struct tabia_pos *pos, struct tabia_error *err)
{
    struct tabia_packed packed;
    if (n >= store->tail.nroots)
        return error_set(err, TABIA_ERR_MISUSE, "the store has no root %llu",
                         (unsigned long long)n);
    if (!check_roots(store, err))
        return false;
    const uint64_t at = store->tail.roots_at + n * TABIA_PACKED_SIZE;
    memcpy(packed.bytes, store->src.data + at, sizeof(packed.bytes));
    return tabia_pos_unpack(pos, &packed, err) ||
           error_in_file(err, store->file);
}
