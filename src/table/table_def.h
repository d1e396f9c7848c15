/*
 * table_def.h - what stands behind a struct tabia_table
 */
#ifndef TABLE_TABLE_DEF_H
#define TABLE_TABLE_DEF_H

#include "tabia/table.h"

/* Filled by a format's open(). 'state' is freed by 'close', if there is one. */
struct table_impl {
    const char *key_space; // NULL: not sorted by a key, rows cannot be listed
    struct tabia_bytes src;
    void *state;
    size_t (*find)(const struct table_impl *t, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX]);
    bool (*next)(const struct table_impl *t, uint64_t *at, uint32_t *sub,
                 struct tabia_row *row);
    void (*close)(struct table_impl *t);
};

/* A stream of rows in the order of keys, however it is made. */
struct table_source {
    bool (*next)(struct table_source *source, struct tabia_row *row);
    void *ctx;
};

#endif
