/*
 * response_cache.c - recent responses, ready to be sent again
 *
 * Sending a response takes a reference to it, so that happens under the shard's
 * lock; nothing else that is slow does.
 */
#include "serve/http/response_cache.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    return h ^ h >> 32;
}

static inline uint64_t load_word(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof(word));
    return word;
}

/*
 * Every body is hashed once: eight bytes at a time, in four lanes, because a
 * multiplication takes several cycles to end.
 */
uint64_t response_cache_hash(const void *data, size_t size)
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(0x9E3779B97F4A7C15) ^ size;
    uint64_t lanes[4] = { h, ~h, h << 1, h >> 1 };
    for (; size >= 32; size -= 32, p += 32)
        for (size_t i = 0; i < 4; i++)
            lanes[i] = hash_word(lanes[i], load_word(p + 8 * i));
    for (size_t i = 0; i < 4; i++)
        h = hash_word(h, lanes[i]);
    for (; size >= 8; size -= 8, p += 8)
        h = hash_word(h, load_word(p));
    for (; size > 0; size--, p++)
        h = (h ^ *p) * UINT64_C(0x100000001B3);
    h ^= h >> 29;
    h *= UINT64_C(0xBF58476D1CE4E5B9);
    return h ^ h >> 32;
}

bool response_cache_init(struct response_cache *cache)
{
    cache->shards = calloc(CACHE_SHARDS, sizeof(*cache->shards));
    for (size_t i = 0; cache->shards && i < CACHE_SHARDS; i++)
        pthread_mutex_init(&cache->shards[i].lock, NULL);
    return cache->shards != NULL;
}

static void empty_slot(struct cached_response *slot)
{
    if (!slot->uri)
        return;
    free(slot->uri);
    MHD_destroy_response(slot->response);
    *slot = (struct cached_response){ .uri = NULL };
}

void response_cache_clear(struct response_cache *cache)
{
    for (size_t i = 0; cache->shards && i < CACHE_SHARDS; i++) {
        for (size_t k = 0; k < CACHE_SLOTS; k++)
            empty_slot(&cache->shards[i].slots[k]);
        pthread_mutex_destroy(&cache->shards[i].lock);
    }
    free(cache->shards);
    cache->shards = NULL;
}

static struct cached_response *response_cache_find_slot(
    const struct response_cache *cache, uint64_t hash,
    struct cache_shard **shard)
{
    *shard = &cache->shards[hash % CACHE_SHARDS];
    return &(*shard)->slots[hash / CACHE_SHARDS % CACHE_SLOTS];
}

/* Clients that accept gzip and those that do not get different responses. */
static uint64_t hash_request(const char *uri, size_t len, bool takes_gzip)
{
    return response_cache_hash(uri, len) + takes_gzip;
}

bool response_cache_use(struct response_cache *cache, const char *uri,
                        size_t len, bool takes_gzip, unsigned generation,
                        void (*on_cached)(void *ctx,
                                          const struct cached_response *cached),
                        void *ctx)
{
    struct cache_shard *shard;
    const struct cached_response *slot =
        response_cache_find_slot(cache, hash_request(uri, len, takes_gzip),
                                 &shard);
    pthread_mutex_lock(&shard->lock);
    const bool is_there = slot->uri && slot->generation == generation &&
                          slot->takes_gzip == takes_gzip && slot->len == len &&
                          memcmp(slot->uri, uri, len) == 0;
    if (is_there)
        on_cached(ctx, slot);
    pthread_mutex_unlock(&shard->lock);
    return is_there;
}

void response_cache_put(struct response_cache *cache,
                        const struct cached_response *cached)
{
    struct cache_shard *shard;
    const uint64_t hash =
        hash_request(cached->uri, cached->len, cached->takes_gzip);
    struct cached_response *slot =
                               response_cache_find_slot(cache, hash, &shard),
                           old;
    pthread_mutex_lock(&shard->lock);
    const bool is_kept = !slot->uri || slot->candidate == hash ||
                         slot->generation != cached->generation;
    slot->candidate = is_kept ? 0 : hash;
    pthread_mutex_unlock(&shard->lock);

    char *uri = is_kept ? malloc(cached->len + 1) : NULL;
    if (!uri) {
        MHD_destroy_response(cached->response);
        return;
    }
    memcpy(uri, cached->uri, cached->len + 1);
    pthread_mutex_lock(&shard->lock);
    old = *slot;
    *slot = *cached;
    slot->uri = uri;
    slot->candidate = 0;
    pthread_mutex_unlock(&shard->lock);
    empty_slot(&old);
}
