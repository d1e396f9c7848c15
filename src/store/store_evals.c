/*
 * store_evals.c - evaluations of positions: read, and merged by key
 */
#include "store/store_evals.h"

#include "base/error_internal.h"
#include "store/varint.h"
#include "base/banned.h"

/* Of a body's first number: -INT32_MAX, of moves to mate. */
#define VALUE_MAX ((uint64_t)INT32_MAX * 4 + 1)

void store_eval_encode(const struct store_eval *eval, struct buf *body)
{
    const int64_t v = eval->value;
    const uint64_t zigzag = v < 0 ? (uint64_t)-v * 2 - 1 : (uint64_t)v * 2;
    varint_put(body, zigzag << 1 | eval->is_mate);
    varint_put(body, eval->depth);
}

bool store_eval_decode(struct tabia_bytes body, struct store_eval *eval)
{
    struct varint_src src = { body.data, body.data + body.size, false };
    const uint64_t number = varint_get_max(&src, VALUE_MAX);
    const int64_t half = (int64_t)(number >> 2);
    eval->is_mate = number & 1;
    eval->value = (int32_t)(number & 2 ? -half - 1 : half);
    eval->depth = (uint32_t)varint_get_max(&src, INT32_MAX);
    return !src.failed && src.p == src.end;
}

bool store_find_eval(const struct tabia_store *store,
                     const struct tabia_pos *pos, struct tabia_eval *eval,
                     bool *is_found, struct tabia_error *err)
{
    const struct store_section *section = &store->evaluations;
    struct store_positions p;
    struct store_eval found;
    *is_found = false;
    if (!section->entry.kind)
        return true;
    const struct tally_key key = tally_key_of(pos);
    if (!store_fetch_positions(
            store, section, store_block_of(key.hi, section->entry.shape.prefix),
            &p, err))
        return false;
    const struct tabia_bytes body = store_find_shared(&p, key);
    bool ok = true;
    if (body.data) {
        ok = store_eval_decode(body, &found) ||
             store_fail_body(store, &p, body, err);
        *is_found = ok;
        *eval = (struct tabia_eval){
            .kind = found.is_mate ? TABIA_EVAL_MATE : TABIA_EVAL_CP,
            .value = found.value,
            .depth = found.depth,
        };
    }
    store_block_clear(&p.block);
    return ok;
}

bool store_evals_begin(const struct tabia_store *store, uint64_t *at,
                       struct tabia_error *err)
{
    const struct store_section *section = &store->evaluations;
    const struct store_directory_entry *entry = &section->entry;
    uint64_t next = 0;
    *at = store->tail.directory_at;
    if (!entry->kind)
        return true;
    struct store_fetched fetched;
    const uint8_t *lines =
        store_range(store, entry->at, entry->size, &fetched, err);
    if (!lines)
        return false;
    const uint64_t end = *at;
    *at = next = store_line_decode(lines).at;
    bool follows = next >= STORE_FRONT_SIZE && next <= entry->at &&
                   entry->at + entry->size == end;
    for (uint64_t i = 0; follows && i < section->nblocks; i++) {
        const struct store_index_line line =
            store_line_decode(lines + i * STORE_LINE_SIZE);
        follows = line.at == next && line.size <= entry->at - next;
        next += line.size;
    }
    store_fetched_clear(&fetched);
    follows = follows && next == entry->at;
    for (uint32_t i = 0; follows && i < store->tail.nentries; i++) {
        const struct store_directory_entry *other = &store->directory[i];
        follows = other->kind == entry->kind || other->at + other->size <= *at;
    }
    if (follows)
        return true;
    error_at_offset(err, TABIA_ERR_CORRUPT, entry->at,
                    "the evaluations are not at the end of the store");
    return error_in_file(err, store->file);
}

/* ---- several as one --------------------------------------------------- */

/* The next evaluation of a store, in this block or one of those behind it. */
static bool next_of_store(struct store_eval_source *s, struct tabia_error *err)
{
    const struct tabia_store *store = s->store;
    const struct store_section *section = &store->evaluations;
    const uint64_t nblocks = section->entry.kind ? section->nblocks : 0;
    struct store_positions *p = &s->block;
    while (!p->block.data || s->cur.i == p->nshared) {
        store_block_clear(&p->block);
        p->block.data = NULL;
        s->is_ended = s->at == nblocks;
        if (s->is_ended)
            return true;
        if (!store_fetch_positions(store, section, s->at++, p, err)) {
            *p = (struct store_positions){ .section = section };
            return false;
        }
        store_cursor_first(p, &s->cur);
    }
    const struct tally_key key = store_cursor_key(p, &s->cur);
    const struct tabia_bytes body = store_cursor_body(p, &s->cur);
    if (!store_eval_decode(body, &s->now))
        return store_fail_body(store, p, body, err);
    s->now.hi = key.hi;
    s->now.lo = key.lo;
    store_cursor_next(p, &s->cur);
    return true;
}

static bool advance(struct store_eval_source *s, struct tabia_error *err)
{
    s->is_begun = true;
    if (s->store)
        return next_of_store(s, err);
    s->is_ended = s->at == s->n;
    if (!s->is_ended)
        s->now = s->list[s->at++];
    return true;
}

bool store_eval_merge_next(struct store_eval_merge *m, struct store_eval *eval,
                           bool *is_end, struct tabia_error *err)
{
    enum { BETWEEN = 1 << 16 };
    const struct store_eval *least = NULL;
    if (m->goes_on && m->count % BETWEEN == 0 && !m->goes_on(m->ctx, err))
        return false;
    for (size_t i = 0; i < m->n; i++) {
        struct store_eval_source *s = &m->sources[i];
        if (!s->is_begun && !advance(s, err))
            return false;
        if (!s->is_ended && (!least || store_eval_compare(&s->now, least) < 0))
            least = &s->now;
    }
    *is_end = !least;
    if (!least)
        return true;
    m->count++;
    *eval = *least;
    for (size_t i = 0; i < m->n; i++) {
        struct store_eval_source *s = &m->sources[i];
        for (; !s->is_ended && store_eval_compare(&s->now, eval) == 0;) {
            if (s->now.depth > eval->depth)
                *eval = s->now;
            if (!advance(s, err))
                return false;
        }
    }
    return true;
}

void store_eval_merge_clear(struct store_eval_merge *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->sources[i].store)
            store_block_clear(&m->sources[i].block.block);
}
