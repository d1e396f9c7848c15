/* Stands in until the store is there. */
#include "base/error.h"
#include "tabia/store.h"
#include "base/banned.h"
#define WEAK __attribute__((weak))
WEAK const char *tabia_speed_name(enum tabia_speed speed)
{
    static const char *const n[] = { "unknown",       "ultraBullet",
                                     "bullet",        "blitz",
                                     "rapid",         "classical",
                                     "correspondence" };
    return n[speed];
}
WEAK unsigned tabia_rating_group(unsigned mean)
{
    static const unsigned b[] = { 0,    1000, 1200, 1400, 1600,
                                  1800, 2000, 2200, 2500 };
    unsigned g = 0;
    if (!mean)
        return TABIA_RATING_NONE;
    while (g < 8 && mean >= b[g + 1])
        g++;
    return g;
}
WEAK struct tabia_store *tabia_store_open(const char *path,
                                          struct tabia_error *err)
{
    (void)path;
    error_set(err, TABIA_IO, "stores cannot be read");
    return NULL;
}
WEAK struct tabia_store *tabia_store_open_bytes(struct tabia_bytes src,
                                                struct tabia_error *err)
{
    (void)src;
    error_set(err, TABIA_IO, "stores cannot be read");
    return NULL;
}
WEAK void tabia_store_close(struct tabia_store *store)
{
    (void)store;
}
WEAK struct tabia_store_info tabia_store_info(const struct tabia_store *store)
{
    (void)store;
    return (struct tabia_store_info){ 0 };
}
WEAK bool tabia_store_find(const struct tabia_store *store,
                           const struct tabia_pos *pos,
                           const struct tabia_store_filter *filter,
                           struct tabia_store_answer *answer,
                           struct tabia_error *err)
{
    (void)store;
    (void)pos;
    (void)filter;
    (void)answer;
    return error_set(err, TABIA_IO, "stores cannot be read");
}
WEAK bool tabia_store_history(const struct tabia_store *store,
                              const struct tabia_pos *pos,
                              const struct tabia_store_filter *filter,
                              void (*month)(void *ctx, uint32_t yyyymm,
                                            struct tabia_results results),
                              void *ctx, struct tabia_error *err)
{
    (void)store;
    (void)pos;
    (void)filter;
    (void)month;
    (void)ctx;
    return error_set(err, TABIA_IO, "stores cannot be read");
}
WEAK bool tabia_store_game(const struct tabia_store *store, uint64_t game,
                           struct tabia_store_game *out,
                           struct tabia_error *err)
{
    (void)store;
    (void)game;
    (void)out;
    return error_set(err, TABIA_IO, "stores cannot be read");
}
WEAK uint64_t tabia_store_game_by_id(const struct tabia_store *store,
                                     const char *id)
{
    (void)store;
    (void)id;
    return TABIA_NO_GAME;
}
