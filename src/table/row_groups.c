/*
 * row_groups.c - several tables in step, key by key
 *
 * Each table shows its next row. They are on a heap: the smallest key is on
 * top, of several tables that have it the first.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "table/row_groups.h"
#include "table/table.h"
#include "table/table_def.h"
#include "base/banned.h"

struct row_groups_lane {
    struct table_rows rows;
    struct table_row head;
    bool has_head;
};

struct row_groups {
    size_t n;
    size_t unsorted;            // the first table out of order, or n
    struct row_group_row *rows; // of the current group; owned
    size_t capacity, rows_max;
    size_t *heap; // of the lanes' numbers; owned
    struct row_groups_lane *lanes;
};

/* Shows the lane's next row. False when it goes back in the order of keys. */
static bool row_groups_advance(struct row_groups_lane *lane)
{
    const uint64_t before = lane->head.key;
    const bool is_first = !lane->has_head;
    lane->has_head = table_rows_next(&lane->rows, &lane->head);
    return is_first || !lane->has_head || lane->head.key >= before;
}

/* True if the next row of lane 'a' comes before that of lane 'b'. */
static bool comes_before(const struct row_groups *k, size_t a, size_t b)
{
    const struct row_groups_lane *x = &k->lanes[a], *y = &k->lanes[b];
    if (x->has_head != y->has_head)
        return x->has_head;
    return x->head.key != y->head.key ? x->head.key < y->head.key : a < b;
}

/* Moves a lane that may be too high on the heap to its place. */
static void sift_down(struct row_groups *k, size_t at)
{
    const size_t lane = k->heap[at];
    for (size_t next; (next = 2 * at + 1) < k->n; at = next) {
        if (next + 1 < k->n &&
            comes_before(k, k->heap[next + 1], k->heap[next]))
            next++;
        if (!comes_before(k, k->heap[next], lane))
            break;
        k->heap[at] = k->heap[next];
    }
    k->heap[at] = lane;
}

struct row_groups *row_groups_new(struct table *const *tables, size_t n,
                                  struct tabia_error *err)
{
    const char *space = n ? table_key_space(tables[0]) : NULL;
    bool is_good = true;
    if (n == 0)
        is_good = error_set(err, TABIA_ERR_MISUSE, "there is no table");
    for (size_t i = 0; is_good && i < n; i++) {
        const char *other = table_key_space(tables[i]);
        if (!other || !tables[i]->impl.next)
            is_good = error_set(err, TABIA_ERR_MISUSE,
                                "table %zu has no sorted keys", i + 1);
        else if (strcmp(space, other) != 0)
            is_good =
                error_set(err, TABIA_ERR_MISUSE,
                          "keys of %s and %s cannot be compared", space, other);
    }
    if (!is_good)
        return NULL;
    struct row_groups *k = calloc(1, sizeof(*k));
    if (k) {
        k->heap = calloc(n, sizeof(*k->heap));
        k->lanes = calloc(n, sizeof(*k->lanes));
    }
    if (!k || !k->heap || !k->lanes) {
        error_nomem(err);
        row_groups_free(k);
        return NULL;
    }
    k->n = k->unsorted = n;
    k->rows_max = n * TABIA_MOVES_MAX > ROW_GROUPS_ROWS_MAX
                      ? n * TABIA_MOVES_MAX
                      : ROW_GROUPS_ROWS_MAX;
    for (size_t i = 0; i < n; i++) {
        k->heap[i] = i;
        k->lanes[i].rows = table_rows_begin(tables[i]);
        row_groups_advance(&k->lanes[i]);
    }
    for (size_t i = n / 2; i-- > 0;)
        sift_down(k, i);
    return k;
}

static bool fail_unsorted(const struct row_groups *k, struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    const struct input *from = k->lanes[k->unsorted].rows.table->from;
    const char *name = from ? from->name : NULL;
    if (name)
        error_set(&failure, TABIA_ERR_CORRUPT,
                  "the entries are not sorted by key; the setting 'repair' "
                  "sorts a PolyGlot book");
    else
        error_set(&failure, TABIA_ERR_CORRUPT, "table %zu is not sorted by key",
                  k->unsorted + 1);
    error_in_file(&failure, name);
    return error_pass(err, &failure);
}

bool row_groups_next(struct row_groups *k, struct row_group *group,
                     struct tabia_error *err)
{
    group->nrows = 0;
    if (k->unsorted < k->n)
        return fail_unsorted(k, err);
    const struct row_groups_lane *first = &k->lanes[k->heap[0]];
    if (!first->has_head)
        return false;
    group->key = first->head.key;
    for (;;) {
        const size_t table = k->heap[0];
        struct row_groups_lane *lane = &k->lanes[table];
        if (!lane->has_head || lane->head.key != group->key)
            break;
        if (group->nrows == k->rows_max)
            return error_set(err, TABIA_ERR_LIMIT,
                             "key %016llx has more than %zu rows",
                             (unsigned long long)group->key, k->rows_max);
        if (!VEC_RESERVE(k->rows, k->capacity, group->nrows + 1, k->rows_max,
                         err))
            return false;
        k->rows[group->nrows++] = (struct row_group_row){ table, lane->head };
        if (!row_groups_advance(lane) && k->unsorted == k->n)
            k->unsorted = table;
        sift_down(k, 0);
    }
    group->rows = k->rows;
    return true;
}

void row_groups_free(struct row_groups *k)
{
    if (!k)
        return;
    free(k->rows);
    free(k->heap);
    free(k->lanes);
    free(k);
}
