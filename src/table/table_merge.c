/*
 * table_merge.c - several tables as one stream of rows
 */
#include <stdlib.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/vec.h"
#include "table/table_def.h"
#include "base/banned.h"

#define MERGED SIZE_MAX // as the table of a row that another has taken in

/* Keeps the rows of the first table that has the key, unless it is hidden. */
static void keep_first_table(struct tabia_group *group, size_t hidden)
{
    const size_t first = group->rows[0].table;
    size_t n = 0;
    while (n < group->nrows && group->rows[n].table == first)
        n++;
    group->nrows = first == hidden ? 0 : n;
}

static void merge_data(const struct table_merge *m,
                       struct tabia_move_data *data,
                       const struct tabia_move_data *more)
{
    const bool has_rule = m->rule && m->rule->merge;
    if (has_rule && m->policy == TABIA_POLICY_DEFAULT)
        m->rule->merge(m->rule, data, more);
    else
        tabia_move_data_merge(data, more, m->policy);
}

/* ---- the rows of one key --------------------------------------------- */

static int compare_codes(const void *a, const void *b, void *ctx)
{
    const struct table_merge_place *x = a, *y = b;
    (void)ctx;
    return (x->code > y->code) - (x->code < y->code);
}

/* Fills in the places of the group's rows, by code, then in their order. */
static bool sort_places(struct table_merge *m, struct tabia_error *err)
{
    const size_t n = m->group.nrows;
    struct table_merge_place *places =
        vec_grow(m->places, &m->room, 2 * n, sizeof(*places),
                 2 * (size_t)TABIA_KWAY_ROWS);
    if (!places)
        return error_nomem(err);
    m->places = places;
    for (size_t i = 0; i < n; i++)
        places[i] = (struct table_merge_place){
            .code = m->group.rows[i].row.code,
            .at = (uint32_t)i,
        };
    return sort_merge(places, n, sizeof(*places), compare_codes, NULL,
                      places + n, err);
}

/*
 * Merges the rows of one code. A row takes in at most one row of each later
 * table, so a move that one table has twice stays two rows: the first row of
 * a table goes to the first that is kept, the second to the second.
 */
static void merge_places(struct table_merge *m,
                         struct table_merge_place *places, size_t n)
{
    struct tabia_group_row *rows = m->group.rows;
    size_t nkept = 0, ntaken = 0, table = MERGED;
    for (size_t i = 0; i < n; i++) {
        struct tabia_group_row *row = &rows[places[i].at];
        if (row->table != table)
            ntaken = 0; // of this table
        table = row->table;
        if (ntaken < nkept) {
            merge_data(m, &rows[places[ntaken].at].row.data, &row->row.data);
            row->table = MERGED;
        } else {
            places[nkept++] = places[i];
        }
        ntaken++;
    }
}

/* Makes one row of those that tables share, where the move first occurs. */
static bool merge_rows(struct table_merge *m, struct tabia_error *err)
{
    struct tabia_group *group = &m->group;
    size_t n = group->nrows;
    if (group->rows[0].table == group->rows[n - 1].table)
        return true;
    if (!sort_places(m, err))
        return false;
    for (size_t first = 0, end = 0; first < n; first = end) {
        while (end < n && m->places[end].code == m->places[first].code)
            end++;
        merge_places(m, m->places + first, end - first);
    }
    group->nrows = 0;
    for (size_t i = 0; i < n; i++)
        if (group->rows[i].table != MERGED)
            group->rows[group->nrows++] = group->rows[i];
    return true;
}

/* ---- all keys -------------------------------------------------------- */

static bool next_row(struct table_source *source, struct tabia_row *row)
{
    struct table_merge *m = source->ctx;
    while (m->next == m->group.nrows) {
        if (!tabia_kway_next(m->kway, &m->group, &m->error))
            return false;
        if (m->policy == TABIA_POLICY_FIRST)
            keep_first_table(&m->group, m->hidden);
        else if (!merge_rows(m, &m->error))
            return false;
        m->next = 0;
    }
    *row = m->group.rows[m->next++].row;
    return true;
}

bool table_merge_open(struct table_merge *m, struct tabia_table *const *tables,
                      size_t n, enum tabia_policy policy,
                      struct tabia_error *err)
{
    *m = (struct table_merge){
        .source = { next_row, m },
        .policy = policy,
        .hidden = SIZE_MAX,
    };
    m->rule = n ? &tables[0]->impl : NULL;
    m->kway = tabia_kway_open(tables, n, err);
    return m->kway != NULL;
}

void table_merge_close(struct table_merge *m)
{
    tabia_kway_close(m->kway);
    m->kway = NULL;
    free(m->places);
    m->places = NULL;
}
