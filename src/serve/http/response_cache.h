/*
 * response_cache.h - recent responses, ready to be sent again
 *
 * A response is cached by its address, and by whether the client accepts gzip,
 * so that it is compressed once, until something that readers can see
 * changes (the shelf's generation). The size is bounded: one slot per hash, and
 * no large responses. An address takes the place of another only when it is
 * asked for twice in a row: a stream of different addresses leaves the cache
 * alone.
 */
#ifndef SERVE_RESPONSE_CACHE_H
#define SERVE_RESPONSE_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CACHE_SHARDS = 64, // each with its own lock
    CACHE_SLOTS = 16,  // of a shard
    CACHE_BODY_MAX = 32768,
    ETAG_SIZE = 24,
};

struct MHD_Response;

struct cached_response {
    char *uri; // owned; NULL: empty
    size_t len;
    bool takes_gzip; // for clients that do
    unsigned generation;
    struct MHD_Response *response; // owned: one reference
    size_t size;
    char etag[ETAG_SIZE];
    uint64_t candidate; // hash of the last other address; 0: none
};

struct response_cache {
    struct cache_shard {
        pthread_mutex_t lock;
        struct cached_response slots[CACHE_SLOTS];
    } * shards; // owned
};

bool response_cache_init(struct response_cache *cache);
void response_cache_clear(struct response_cache *cache);

/*
 * Calls 'on_cached' with the cached response of this generation, if there is
 * one; it stays valid during the call. Returns true if there was one.
 */
bool response_cache_use(struct response_cache *cache, const char *uri,
                        size_t len, bool takes_gzip, unsigned generation,
                        void (*on_cached)(void *ctx,
                                          const struct cached_response *cached),
                        void *ctx);

/*
 * Takes over the caller's reference to the response, and keeps or drops it; the
 * uri is copied.
 */
void response_cache_put(struct response_cache *cache,
                        const struct cached_response *cached);

/* A 64-bit hash. */
uint64_t response_cache_hash(const void *data, size_t size);

#endif
