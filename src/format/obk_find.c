/*
 * obk_find.c - looking positions up in a Chessmaster book as it lies there
 *
 * The moves stay in the file. One walk at opening notes for each the key of
 * the position in which it is played, and its number: 16 bytes a move. They
 * are sorted by key, so that a position is found whatever line led to it.
 */
#include <stdlib.h>

#include "base/error.h"
#include "base/sort.h"
#include "format/obk.h"
#include "base/banned.h"

struct row {
    uint64_t key; // of the position before the move
    uint64_t at;  // offset of the move
};

struct index {
    size_t moves_at;
    size_t nrows;
    struct row rows[];
};

/* The rules of chess decide what is one position, not the file's line. */
static tabia_key key_of(const struct tabia_pos *pos)
{
    const struct tabia_pos same = tabia_pos_identity(pos);
    return tabia_pos_key(&same);
}

static bool add_row(void *ctx, struct tabia_cursor *c, tabia_move mv,
                    uint32_t index, struct tabia_error *err)
{
    struct index *x = ctx;
    (void)err;
    x->rows[x->nrows++] = (struct row){
        .key = key_of(&c->pos),
        .at = x->moves_at + (size_t)index * OBK_MOVE_SIZE,
    };
    tabia_pos_play(&c->pos, mv);
    return true;
}

/* The first row with a key that is not smaller. */
static size_t first_row(const struct index *x, tabia_key key)
{
    size_t lo = 0, hi = x->nrows;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (x->rows[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Adds a move, or joins it with the one that is there. */
static size_t add_entry(struct tabia_entry *list, size_t n, tabia_move mv,
                        const struct tabia_move_data *data)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].move == mv) {
            tabia_move_data_merge(&list[i].data, data, TABIA_POLICY_DEFAULT);
            return n;
        }
    list[n] = (struct tabia_entry){
        .move = mv,
        .edge = TABIA_NONE,
        .from = TABIA_NONE,
        .to = TABIA_NONE,
        .data = *data,
    };
    return n + 1;
}

static size_t find(const struct table_impl *t, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX])
{
    const struct index *x = t->state;
    const tabia_key key = key_of(pos);
    size_t n = 0;
    for (size_t i = first_row(x, key); i < x->nrows && x->rows[i].key == key;
         i++) {
        const uint8_t *bytes = t->src.data + x->rows[i].at;
        const tabia_move mv = obk_move_decode(pos, bytes);
        const struct tabia_move_data data = {
            .has = 1u << TABIA_ATTR_WEIGHT,
            .weight = obk_steps[bytes[1] >> OBK_WEIGHT_SHIFT],
        };
        if (mv) // two positions may share a key
            n = add_entry(list, n, mv, &data);
    }
    return n;
}

static void close_index(struct table_impl *t)
{
    free(t->state);
    t->state = NULL;
}

bool obk_open(struct tabia_bytes src, const struct tabia_read_options *options,
              struct table_impl *table, struct tabia_error *err)
{
    struct obk_reader r = { .options = options, .err = err };
    struct tabia_cursor root = { .edge = TABIA_NONE };
    if (!obk_file_parse(&r, src))
        return false;
    // The file is at least an eighth as large, so this cannot overflow.
    struct index *x =
        malloc(sizeof(*x) + (size_t)r.file.nmoves * sizeof(x->rows[0]));
    if (!x)
        return error_nomem(err);
    *x = (struct index){ .moves_at = r.file.moves_at };
    tabia_pos_start(&root.pos);
    if (!obk_walk(&r, &root, add_row, x) ||
        !sort_radix(x->rows, x->nrows, sizeof(x->rows[0]), 0, NULL, err)) {
        free(x);
        return false;
    }
    *table = (struct table_impl){
        .src = src,
        .state = x,
        .find = find,
        .close = close_index,
    };
    return true;
}
