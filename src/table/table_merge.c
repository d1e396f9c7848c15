/*
 * table_merge.c - several tables as one stream of rows
 */
#include "base/error.h"
#include "table/table_def.h"
#include "base/banned.h"

/* Keeps the rows of the first table that has the key. */
static void keep_first_table(struct tabia_group *group)
{
    size_t n = 0;
    while (n < group->nrows && group->rows[n].table == group->rows[0].table)
        n++;
    group->nrows = n;
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

/*
 * Makes one row of those that tables share, in the order in which the moves
 * first occur. A row takes in at most one row of each later table: 'table' of
 * a kept row is the last one that it took in, so a move that one table has
 * twice stays two rows.
 */
static void merge_rows(struct table_merge *m)
{
    struct tabia_group *group = &m->group;
    size_t n = 0;
    for (size_t i = 0; i < group->nrows; i++) {
        const size_t table = group->rows[i].table;
        const struct tabia_row row = group->rows[i].row;
        size_t at = 0;
        while (at < n && (group->rows[at].row.code != row.code ||
                          group->rows[at].table >= table))
            at++;
        if (at == n)
            group->rows[n++].row = row;
        else
            merge_data(m, &group->rows[at].row.data, &row.data);
        group->rows[at].table = table;
    }
    group->nrows = n;
}

static bool next_row(struct table_source *source, struct tabia_row *row)
{
    struct table_merge *m = source->ctx;
    while (m->next == m->group.nrows) {
        if (!tabia_kway_next(m->kway, &m->group, &m->error))
            return false;
        if (m->policy == TABIA_POLICY_FIRST)
            keep_first_table(&m->group);
        else
            merge_rows(m);
        m->next = 0;
    }
    *row = m->group.rows[m->next++].row;
    return true;
}

bool table_merge_open(struct table_merge *m, struct tabia_table *const *tables,
                      size_t n, enum tabia_policy policy,
                      struct tabia_error *err)
{
    *m = (struct table_merge){ .source = { next_row, m }, .policy = policy };
    m->rule = n ? &tables[0]->impl : NULL;
    m->kway = tabia_kway_open(tables, n, err);
    return m->kway != NULL;
}

void table_merge_close(struct table_merge *m)
{
    tabia_kway_close(m->kway);
    m->kway = NULL;
}
