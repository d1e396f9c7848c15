/*
 * store_open.c - opening a .tabia file: what must be right before any answer
 *
 * The tail, the directory and the texts are checked here; blocks when they are
 * first read, so that a damaged one costs only its own answers.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "base/banned.h"

/* ---- front and tail -------------------------------------------------- */

bool store_is_front(struct tabia_bytes bytes)
{
    static const uint8_t magic[STORE_MAGIC_SIZE + 1] = STORE_MAGIC;
    return bytes.size >= STORE_FRONT_SIZE &&
           memcmp(bytes.data, magic, STORE_MAGIC_SIZE) == 0;
}

bool store_is_file(const char *path)
{
    uint8_t front[STORE_FRONT_SIZE];
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    const bool is_store =
        pread(fd, front, sizeof(front), 0) == sizeof(front) &&
        store_is_front((struct tabia_bytes){ front, sizeof(front) });
    close(fd);
    return is_store;
}

static bool check_front(struct tabia_store *store, struct tabia_error *err)
{
    struct store_fetched fetched = { NULL };
    const uint8_t *front =
        store->fetch.size < STORE_FRONT_SIZE
            ? NULL
            : store_range(store, 0, STORE_FRONT_SIZE, &fetched, err);
    bool ok = front != NULL;
    if (!front && store->fetch.size >= STORE_FRONT_SIZE)
        return false;
    if (!ok || !store_is_front((struct tabia_bytes){ front, STORE_FRONT_SIZE }))
        ok = error_at_offset(err, TABIA_ERR_CORRUPT, 0, "not a .tabia store");
    const uint32_t schema = ok ? load_le32(front + STORE_SCHEMA_AT) : 0;
    if (ok && schema < STORE_SCHEMA)
        ok = error_at_offset(err, TABIA_ERR_CORRUPT, STORE_SCHEMA_AT,
                             "the store has schema %u, but this program reads "
                             "schema %d; build it again from its games",
                             schema, STORE_SCHEMA);
    if (ok &&
        (schema != STORE_SCHEMA || load_le32(front + STORE_SCHEMA_AT + 4)))
        ok = error_at_offset(
            err, TABIA_ERR_CORRUPT, STORE_SCHEMA_AT,
            "the store has schema %u, but this program reads schema %d", schema,
            STORE_SCHEMA);
    store_fetched_clear(&fetched);
    return ok;
}

static bool read_tail(struct tabia_store *store, struct tabia_error *err)
{
    const uint64_t size = store->fetch.size;
    struct store_fetched fetched;
    if (size < STORE_FRONT_SIZE + STORE_TAIL_SIZE)
        return error_at_offset(err, TABIA_ERR_CORRUPT, size,
                               "the store is truncated");
    const uint64_t at = size - STORE_TAIL_SIZE;
    const uint8_t *bytes =
        store_range(store, at, STORE_TAIL_SIZE, &fetched, err);
    if (!bytes)
        return false;
    const bool ok = store_tail_decode(&store->tail, bytes);
    store_fetched_clear(&fetched);
    if (!ok)
        return error_at_offset(
            err, TABIA_ERR_CORRUPT, at,
            "the store is truncated, or its tail is damaged");
    if (store->tail.size != size)
        return error_at_offset(err, TABIA_ERR_CORRUPT, at,
                               "the store has %llu bytes and should have %llu",
                               (unsigned long long)size,
                               (unsigned long long)store->tail.size);
    return true;
}

/* ---- the directory --------------------------------------------------- */

static bool add_section(struct tabia_store *store, struct store_section *s,
                        const struct store_directory_entry *entry,
                        uint64_t nblocks, struct tabia_error *err)
{
    s->entry = *entry;
    s->nblocks = nblocks;
    s->width = store_key_width(&entry->shape);
    // What is fetched may be another thing the next time.
    if (store->bytes.data)
        s->checked = calloc((size_t)(nblocks / 8 + 1), sizeof(*s->checked));
    return s->checked || !store->bytes.data || error_nomem(err);
}

/*
 * The number of blocks of a section with 'per_block' items in each; UINT64_MAX
 * if its size does not fit.
 */
static uint64_t blocks_of(const struct store_directory_entry *entry,
                          uint64_t per_block)
{
    const uint64_t nlines = entry->size / STORE_LINE_SIZE;
    const uint64_t want =
        entry->count / per_block + (entry->count % per_block != 0);
    return entry->size % STORE_LINE_SIZE == 0 && nlines == want ? nlines
                                                                : UINT64_MAX;
}

/* Takes a section; one of a kind that is not known is left alone. */
static bool take_entry(struct tabia_store *store,
                       const struct store_directory_entry *entry, bool *fits,
                       struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    struct store_section *section = NULL;
    uint64_t nblocks = 0;
    *fits = entry->at >= STORE_FRONT_SIZE && entry->at <= t->directory_at &&
            entry->size <= t->directory_at - entry->at;
    switch (entry->kind) {
    case STORE_SECTION_TEXTS:
        *fits &= !store->texts_entry.kind;
        store->texts_entry = *entry;
        return true;
    case STORE_SECTION_ROOTS:
        section = &store->roots;
        nblocks = blocks_of(entry, STORE_BLOCK_ROOTS);
        break;
    case STORE_SECTION_GAMES:
        section = &store->games;
        nblocks = blocks_of(entry, STORE_BLOCK_GAMES);
        *fits &= entry->count == t->games;
        break;
    case STORE_SECTION_PLAYERS:
        section = &store->players;
        nblocks = blocks_of(entry, STORE_BLOCK_NAMES);
        break;
    case STORE_SECTION_EVENTS:
        section = &store->events;
        nblocks = blocks_of(entry, STORE_BLOCK_NAMES);
        break;
    case STORE_SECTION_POSITIONS:
        section = &store->positions;
        nblocks = UINT64_C(1) << (entry->shape.prefix & 63);
        *fits &= store_shape_is_sound(&entry->shape, t->games) &&
                 entry->count == t->positions &&
                 entry->size / STORE_LINE_SIZE == nblocks &&
                 entry->size % STORE_LINE_SIZE == 0;
        break;
    case STORE_SECTION_EVALUATIONS:
        section = &store->evaluations;
        nblocks = UINT64_C(1) << (entry->shape.prefix & 63);
        *fits &= store_shape_is_for_evals(&entry->shape) && entry->count &&
                 entry->size / STORE_LINE_SIZE == nblocks &&
                 entry->size % STORE_LINE_SIZE == 0;
        break;
    default:
        return true;
    }
    *fits &= !section->entry.kind && nblocks != UINT64_MAX;
    return !*fits || add_section(store, section, entry, nblocks, err);
}

static bool read_directory(struct tabia_store *store, struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    const uint64_t size = (uint64_t)t->nentries * STORE_ENTRY_SIZE;
    const uint64_t end = t->size - STORE_TAIL_SIZE;
    struct store_fetched fetched;
    bool fits =
        t->games <= STORE_GAMES_MAX && t->singles <= t->positions &&
        t->positions < UINT64_C(1) << 56 &&
        t->rule.dimensions <= (TABIA_DIMENSION_RATING | TABIA_DIMENSION_SPEED |
                               TABIA_DIMENSION_MONTH) &&
        t->rule.side <= TABIA_SIDE_BLACK &&
        t->rule.min_ply <= STORE_PLIES_MAX &&
        t->rule.max_ply <= STORE_PLIES_MAX && t->directory_at <= end &&
        end - t->directory_at == size;
    if (!fits)
        return error_at_offset(
            err, TABIA_ERR_CORRUPT, end,
            "the sections of the store do not fit each other");
    const uint8_t *bytes =
        store_range(store, t->directory_at, size, &fetched, err);
    store->directory = calloc(t->nentries + 1u, sizeof(*store->directory));
    bool ok = bytes && (store->directory || error_nomem(err));
    if (ok &&
        store_checksum(bytes, size, STORE_SECTION_WHOLE, 0) != t->directory_sum)
        ok = error_at_offset(err, TABIA_ERR_CORRUPT, t->directory_at,
                             "the directory of the store is damaged");
    for (uint32_t i = 0; ok && fits && i < t->nentries; i++) {
        struct store_directory_entry *entry = &store->directory[i];
        fits = store_entry_decode(entry, bytes + i * STORE_ENTRY_SIZE);
        ok = !fits || take_entry(store, entry, &fits, err);
    }
    fits = fits && store->texts_entry.kind && store->roots.entry.kind &&
           store->games.entry.kind && store->positions.entry.kind &&
           store->players.entry.kind && store->events.entry.kind;
    store_fetched_clear(&fetched);
    return ok &&
           (fits || error_at_offset(err, TABIA_ERR_CORRUPT, t->directory_at,
                                    "the sections of the store do not fit "
                                    "each other"));
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

static bool copy_texts(struct tabia_store *store, const uint8_t *data,
                       size_t size, struct tabia_error *err)
{
    // Each text has at least one byte before it, where its NUL finds room.
    struct varint_src src = { data, data + size, false };
    char *to = store->texts;
    const bool has_player = varint_get_max(&src, 1);
    const char *player = take_text(&src, &to);
    store->player = has_player ? player : NULL;
    store->provenance = take_text(&src, &to);
    store->nfiles = varint_get_max(&src, (uint64_t)(src.end - src.p));
    store->files = calloc((size_t)store->nfiles + 1, sizeof(*store->files));
    if (!store->files)
        return error_nomem(err);
    for (uint64_t i = 0; i < store->nfiles && !src.failed; i++)
        store->files[i] = take_text(&src, &to);

    return (!src.failed && src.p == src.end) ||
           error_at_offset(err, TABIA_ERR_CORRUPT, store->texts_entry.at,
                           "the texts of the store cannot be read");
}

static bool read_texts(struct tabia_store *store, struct tabia_error *err)
{
    const struct store_directory_entry *entry = &store->texts_entry;
    const size_t size = (size_t)entry->size;
    struct store_fetched fetched;
    const uint8_t *data = store_range(store, entry->at, size, &fetched, err);
    char *to = store->texts = data ? malloc(size + 1) : NULL;
    bool ok = data && (to || error_nomem(err));
    if (ok && store_checksum(data, size, STORE_SECTION_TEXTS, 0) != entry->sum)
        ok = error_at_offset(err, TABIA_ERR_CORRUPT, entry->at,
                             "the texts of the store are damaged");
    ok = ok && copy_texts(store, data, size, err);
    store_fetched_clear(&fetched);
    return ok;
}

/* ---- roots ----------------------------------------------------------- */

bool store_root_at(const struct tabia_store *store, uint64_t n,
                   struct tabia_pos *pos, struct tabia_error *err)
{
    static const char what[] = "root block";
    const uint64_t number = n / STORE_BLOCK_ROOTS;
    const uint64_t at =
        STORE_SUM_SIZE + n % STORE_BLOCK_ROOTS * TABIA_PACKED_SIZE;
    struct store_block block;
    struct tabia_packed packed;
    if (n >= store->roots.entry.count)
        return error_set(err, TABIA_ERR_MISUSE, "the store has no root %llu",
                         (unsigned long long)n);
    if (n == 0 && store->has_root) {
        *pos = store->root;
        return true;
    }
    if (!store_fetch_block(store, &store->roots, number, what, &block, err))
        return false;
    const uint64_t left = store->roots.entry.count - number * STORE_BLOCK_ROOTS;
    const uint64_t size = left < STORE_BLOCK_ROOTS ? left : STORE_BLOCK_ROOTS;
    bool ok = block.size == STORE_SUM_SIZE + size * TABIA_PACKED_SIZE;
    if (ok) {
        memcpy(packed.bytes, block.data + at, sizeof(packed.bytes));
        store_set_checked(&store->roots, number);
    }
    store_block_clear(&block);
    if (!ok)
        return store_fail_block(store, block.at, what, number, err);
    return tabia_pos_unpack(pos, &packed, err) ||
           error_in_file(err, store->file);
}

/* What an average block of positions has before and behind its bodies. */
static void expect_block(struct tabia_store *store)
{
    const struct store_shape *shape = &store->positions.entry.shape;
    const uint64_t nsingles = store->tail.singles >> shape->prefix;
    const uint64_t nshared =
        (store->tail.positions - store->tail.singles) >> shape->prefix;
    store->before_bodies = STORE_BLOCK_HEAD_SIZE +
                           store_map_size(nshared, shape->shared_split) +
                           nshared * (store->positions.width + 1);
    store->behind_bodies = store_map_size(nsingles, shape->single_split) +
                           store_singles_size(shape, nsingles);
}

/* ---- opening --------------------------------------------------------- */

static struct tabia_store *open_any(struct tabia_bytes bytes,
                                    const struct store_fetcher *fetcher,
                                    struct tabia_error *err)
{
    struct tabia_store *store = calloc(1, sizeof(*store));
    if (!store) {
        error_nomem(err);
        return NULL;
    }
    store->bytes = bytes;
    store->fetch = *fetcher;
    if (check_front(store, err) && read_tail(store, err) &&
        read_directory(store, err) && read_texts(store, err)) {
        // Most games begin here. A fault shows where a root is needed.
        store->has_root = store->roots.entry.count &&
                          store_root_at(store, 0, &store->root, NULL);
        expect_block(store);
        store->rule = (struct body_rule){
            .dimensions = store->tail.rule.dimensions,
            .first_date = tally_date_pack(store->tail.first_date),
        };
        return store;
    }
    store_close(store);
    return NULL;
}

struct tabia_store *store_open_bytes(struct tabia_bytes bytes, const char *name,
                                     struct tabia_error *err)
{
    static const uint8_t nothing[1];
    const struct store_fetcher all = { .size = bytes.size };
    struct tabia_error failure = { 0 };
    if (!bytes.data)
        bytes.data = nothing;
    struct tabia_store *store = open_any(bytes, &all, &failure);
    if (store) {
        store->file = name;
        return store;
    }
    error_in_file(&failure, name);
    error_pass(err, &failure);
    return NULL;
}

struct tabia_store *store_open_fetcher(const struct store_fetcher *fetcher,
                                       struct tabia_error *err)
{
    return open_any((struct tabia_bytes){ NULL, 0 }, fetcher, err);
}

struct tabia_store *store_open(const char *path, struct tabia_error *err)
{
    const struct input_options options = { .map_size =
                                               INPUT_MAP_SEARCHED_SIZE };
    struct input in;
    if (!input_open(&in, path, &options, err))
        return NULL;
    input_expect_random(in.bytes, true);
    struct tabia_store *store = store_open_bytes(in.bytes, in.name, err);
    if (store)
        store->in = in;
    else
        input_close(&in);
    return store;
}

void store_close(struct tabia_store *store)
{
    if (!store)
        return;
    free(store->roots.checked);
    free(store->games.checked);
    free(store->positions.checked);
    free(store->players.checked);
    free(store->events.checked);
    free(store->evaluations.checked);
    free(store->directory);
    free(store->texts);
    free(store->files);
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
        .blocks = store->positions.nblocks,
        .roots = store->roots.entry.count,
        .dimensions = t->rule.dimensions,
        .schema = STORE_SCHEMA,
        .first_date = t->first_date,
        .last_date = t->last_date,
        .player = store->player,
        .provenance = store->provenance,
        .evaluations = store->evaluations.entry.count,
    };
}
