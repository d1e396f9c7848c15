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
static bool comes_before(const struct row_groups *groups, size_t a, size_t b)
{
    const struct row_groups_lane *x = &groups->lanes[a], *y = &groups->lanes[b];
    if (x->has_head != y->has_head)
        return x->has_head;
    return x->head.key != y->head.key ? x->head.key < y->head.key : a < b;
}

/* Moves a lane that may be too high on the heap to its place. */
static void sift_down(struct row_groups *groups, size_t at)
{
    const size_t lane = groups->heap[at];
    for (size_t next; (next = 2 * at + 1) < groups->n; at = next) {
        if (next + 1 < groups->n &&
            comes_before(groups, groups->heap[next + 1], groups->heap[next]))
            next++;
        if (!comes_before(groups, groups->heap[next], lane))
            break;
        groups->heap[at] = groups->heap[next];
    }
    groups->heap[at] = lane;
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
    struct row_groups *groups = calloc(1, sizeof(*groups));
    if (groups) {
        groups->heap = calloc(n, sizeof(*groups->heap));
        groups->lanes = calloc(n, sizeof(*groups->lanes));
    }
    if (!groups || !groups->heap || !groups->lanes) {
        error_nomem(err);
        row_groups_free(groups);
        return NULL;
    }
    groups->n = groups->unsorted = n;
    groups->rows_max = n * TABIA_MOVES_MAX > ROW_GROUPS_ROWS_MAX
                           ? n * TABIA_MOVES_MAX
                           : ROW_GROUPS_ROWS_MAX;
    for (size_t i = 0; i < n; i++) {
        groups->heap[i] = i;
        groups->lanes[i].rows = table_rows_begin(tables[i]);
        row_groups_advance(&groups->lanes[i]);
    }
    for (size_t i = n / 2; i-- > 0;)
        sift_down(groups, i);
    return groups;
}

static bool fail_unsorted(const struct row_groups *groups,
                          struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    const struct input *from = groups->lanes[groups->unsorted].rows.table->from;
    const char *name = from ? from->name : NULL;
    if (name)
        error_set(&failure, TABIA_ERR_CORRUPT,
                  "the entries are not sorted by key; the setting 'repair' "
                  "sorts a PolyGlot book");
    else
        error_set(&failure, TABIA_ERR_CORRUPT, "table %zu is not sorted by key",
                  groups->unsorted + 1);
    error_in_file(&failure, name);
    return error_pass(err, &failure);
}

bool row_groups_next(struct row_groups *groups, struct row_group *group,
                     struct tabia_error *err)
{
    group->nrows = 0;
    if (groups->unsorted < groups->n)
        return fail_unsorted(groups, err);
    const struct row_groups_lane *first = &groups->lanes[groups->heap[0]];
    if (!first->has_head)
        return false;
    group->key = first->head.key;
    for (;;) {
        const size_t table = groups->heap[0];
        struct row_groups_lane *lane = &groups->lanes[table];
        if (!lane->has_head || lane->head.key != group->key)
            break;
        if (group->nrows == groups->rows_max)
            return error_set(err, TABIA_ERR_LIMIT,
                             "key %016llx has more than %zu rows",
                             (unsigned long long)group->key, groups->rows_max);
        if (!VEC_RESERVE(groups->rows, groups->capacity, group->nrows + 1,
                         groups->rows_max, err))
            return false;
        groups->rows[group->nrows++] =
            (struct row_group_row){ table, lane->head };
        if (!row_groups_advance(lane) && groups->unsorted == groups->n)
            groups->unsorted = table;
        sift_down(groups, 0);
    }
    group->rows = groups->rows;
    return true;
}

void row_groups_free(struct row_groups *groups)
{
    if (!groups)
        return;
    free(groups->rows);
    free(groups->heap);
    free(groups->lanes);
    free(groups);
}
