/*
 * row_groups.c - several tables in step, key by key
 *
 * Each table shows its next row; the smallest key among them is the next
 * group. A plain look at all of them costs at most 64 comparisons per group,
 * which is less than what reading the group's rows costs.
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
    size_t capacity;
    struct row_groups_lane lanes[ROW_GROUPS_TABLES_MAX];
};

/* Shows the lane's next row. False when it goes back in the order of keys. */
static bool row_groups_advance(struct row_groups_lane *lane)
{
    const uint64_t before = lane->head.key;
    const bool is_first = !lane->has_head;
    lane->has_head = table_rows_next(&lane->rows, &lane->head);
    return is_first || !lane->has_head || lane->head.key >= before;
}

struct row_groups *row_groups_open(struct table *const *tables, size_t n,
                                   struct tabia_error *err)
{
    const char *space = n ? table_key_space(tables[0]) : NULL;
    bool is_good = true;
    if (n < 1 || n > ROW_GROUPS_TABLES_MAX)
        is_good = error_set(err, TABIA_ERR_MISUSE,
                            "expected 1 to %d tables, found %zu",
                            ROW_GROUPS_TABLES_MAX, n);
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
    if (!k) {
        error_nomem(err);
        return NULL;
    }
    k->n = k->unsorted = n;
    for (size_t i = 0; i < n; i++) {
        k->lanes[i].rows = table_rows_begin(tables[i]);
        row_groups_advance(&k->lanes[i]);
    }
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
    bool is_found = false; // the smallest key that any lane shows
    for (size_t i = 0; i < k->n; i++) {
        const struct row_groups_lane *lane = &k->lanes[i];
        if (!lane->has_head || (is_found && lane->head.key >= group->key))
            continue;
        group->key = lane->head.key;
        is_found = true;
    }
    if (!is_found)
        return false;
    for (size_t i = 0; i < k->n; i++) {
        struct row_groups_lane *lane = &k->lanes[i];
        while (lane->has_head && lane->head.key == group->key) {
            if (group->nrows == ROW_GROUPS_ROWS_MAX)
                return error_set(err, TABIA_ERR_LIMIT,
                                 "key %016llx has more than %d rows",
                                 (unsigned long long)group->key,
                                 ROW_GROUPS_ROWS_MAX);
            if (!VEC_RESERVE(k->rows, k->capacity, group->nrows + 1,
                             (size_t)ROW_GROUPS_ROWS_MAX, err))
                return false;
            k->rows[group->nrows++] = (struct row_group_row){ i, lane->head };
            if (!row_groups_advance(lane) && k->unsorted == k->n)
                k->unsorted = i;
        }
    }
    group->rows = k->rows;
    return true;
}

void row_groups_close(struct row_groups *k)
{
    if (k)
        free(k->rows);
    free(k);
}
