/*
 * response_cache.h - answers that were given before, ready to be sent again
 *
 * An answer is kept under its address, for as long as nothing that readers can
 * see has changed (the shelf's generation). Its size is bounded: a slot per
 * hash, and no large answers.
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
    unsigned generation;
    struct MHD_Response *response; // owned: one reference
    size_t size;
    char etag[ETAG_SIZE];
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
 * Calls 'use' with the answer, if there is one of this generation, while it
 * cannot go away. Returns whether there was.
 */
bool response_cache_use(struct response_cache *cache, const char *uri,
                        size_t len, unsigned generation,
                        void (*use)(void *ctx,
                                    const struct cached_response *answer),
                        void *ctx);

/* Takes over the caller's reference to the response; the uri is copied. */
void response_cache_put(struct response_cache *cache,
                        const struct cached_response *answer);

/* 64 bits of a text or body. */
uint64_t response_cache_hash(const void *data, size_t size);

#endif
