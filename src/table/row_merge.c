/*
 * row_merge.c - several tables as one stream of rows
 */
#include "table/row_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/attrs.h"
#include "book/move_list.h"
#include "tabia/transform.h"
#include "base/banned.h"

#define MERGED SIZE_MAX // as the table of a row that another has taken in

/* ---- the rows of one key --------------------------------------------- */

static int compare_codes(const void *a, const void *b, void *ctx)
{
    const struct row_merge_place *x = a, *y = b;
    (void)ctx;
    return (x->code > y->code) - (x->code < y->code);
}

/*
 * Merges the rows of one code. A row takes in at most one row of each later
 * table, so a move that one table has twice stays two rows: the first row of
 * a table goes to the first that is kept, the second to the second.
 */
static void merge_places(struct row_merge *m, struct row_merge_place *places,
                         size_t n)
{
    struct row_group_row *rows = m->group.rows;
    size_t nkept = 0, ntaken = 0, table = MERGED;
    for (size_t i = 0; i < n; i++) {
        struct row_group_row *row = &rows[places[i].at];
        if (row->table != table)
            ntaken = 0; // of this table
        table = row->table;
        if (ntaken < nkept) {
            struct tabia_move_data *data = &rows[places[ntaken].at].row.data;
            if (m->policy == TABIA_MERGE_DEFAULT && m->first_table &&
                m->first_table->merge)
                m->first_table->merge(m->first_table, data, &row->row.data);
            else
                attrs_merge_moves(data, &row->row.data, m->policy);
            row->table = MERGED;
        } else {
            places[nkept++] = places[i];
        }
        ntaken++;
    }
}

/* Makes one row of those that tables share, where the move first occurs. */
static bool merge_rows(struct row_merge *m, struct tabia_error *err)
{
    struct row_group *group = &m->group;
    const size_t n = group->nrows;
    if (group->rows[0].table == group->rows[n - 1].table)
        return true;
    if (!VEC_RESERVE(m->places, m->places_room, 2 * n, UINT32_MAX, err))
        return false;
    for (size_t i = 0; i < n; i++)
        m->places[i] = (struct row_merge_place){
            .code = group->rows[i].row.code,
            .at = (uint32_t)i,
        };
    if (!sort_stable(m->places, n, sizeof(*m->places), compare_codes, NULL,
                     m->places + n, err)) // equals stay in their order
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

/* ---- patching -------------------------------------------------------- */

/* The rows of one table in a group. */
struct row_span {
    struct row_group_row *rows;
    size_t n;
};

#define NO_ROW SIZE_MAX

static size_t find_code(struct row_span span, uint16_t code)
{
    for (size_t i = 0; i < span.n; i++)
        if (span.rows[i].row.code == code)
            return i;
    return NO_ROW;
}

/*
 * What is in the file and not known stays; so does what was not changed, and
 * all keep their places. A move that the file has twice is changed once.
 */
static bool patch_rows(struct row_merge *m, struct tabia_error *err)
{
    struct row_group *group = &m->group;
    struct row_span spans[ROW_MERGE_PATCH_TABLES] = { { NULL, 0 } };
    for (size_t i = 0; i < group->nrows; i++) {
        struct row_span *span = &spans[group->rows[i].table];
        span->rows = span->n ? span->rows : &group->rows[i];
        span->n++;
    }
    if (!VEC_RESERVE(m->patched, m->patched_room, group->nrows + 1, UINT32_MAX,
                     err))
        return false;

    size_t n = 0;
    for (size_t i = 0; i < spans[ROW_MERGE_PATCH_FILE].n; i++) {
        m->patched[n] = spans[ROW_MERGE_PATCH_FILE].rows[i];
        // The row of the same move, which the file may write in another way.
        const uint16_t code = m->patched[n].row.code;
        size_t k = find_code(spans[ROW_MERGE_PATCH_KNOWN], code);
        for (size_t j = 0; k == NO_ROW && m->first_table->is_same &&
                           j < spans[ROW_MERGE_PATCH_KNOWN].n;
             j++)
            if (m->first_table->is_same(
                    spans[ROW_MERGE_PATCH_KNOWN].rows[j].row.code, code))
                k = j;
        if (k == NO_ROW) {
            n++;
            continue;
        }
        const struct table_row *known =
            &spans[ROW_MERGE_PATCH_KNOWN].rows[k].row;
        const size_t c = find_code(spans[ROW_MERGE_PATCH_CHANGED], known->code);
        if (c == NO_ROW)
            continue;
        struct row_group_row *changed = &spans[ROW_MERGE_PATCH_CHANGED].rows[c];
        if (attrs_diff_moves(&changed->row.data, &known->data)) {
            if (changed->table == MERGED)
                continue;
            changed->table = MERGED;
            m->patched[n].row.data = changed->row.data;
        }
        n++;
    }
    for (size_t i = 0; i < spans[ROW_MERGE_PATCH_CHANGED].n; i++) {
        if (find_code(spans[ROW_MERGE_PATCH_KNOWN],
                      spans[ROW_MERGE_PATCH_CHANGED].rows[i].row.code) !=
            NO_ROW)
            continue;
        // Before the first that is lighter, as PolyGlot orders them.
        const struct row_group_row *added =
            &spans[ROW_MERGE_PATCH_CHANGED].rows[i];
        size_t at = 0;
        while (at < n &&
               m->patched[at].row.data.weight >= added->row.data.weight)
            at++;
        memmove(m->patched + at + 1, m->patched + at,
                (n - at) * sizeof(*m->patched));
        m->patched[at] = *added;
        n++;
    }
    group->rows = m->patched;
    group->nrows = n;
    return true;
}

/* ---- filtering ------------------------------------------------------- */

/* Code 0 is no move, and rows of key 0 are a header's: all of them stay. */
static bool is_filtered(const struct table_row *row)
{
    return row->code && row->key;
}

/*
 * Judges moves as looking them up would: rows of one move together. No
 * position has more moves than TABIA_MOVES_MAX, so such a key is damaged.
 */
static bool filter_rows(struct row_merge *m, struct tabia_error *err)
{
    struct row_group *group = &m->group;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    size_t n = 0;
    for (size_t i = 0; i < group->nrows; i++) {
        const struct table_row *row = &group->rows[i].row;
        const size_t before = n;
        if (!is_filtered(row))
            continue;
        n = table_add_entry(list, n, row->code, &row->data, TABIA_MERGE_SUM);
        if (n == before && !move_list_has(list, n, row->code))
            return error_set(
                err, TABIA_ERR_CORRUPT,
                "key %016llx has more than %d moves: no position has that many",
                (unsigned long long)row->key, TABIA_MOVES_MAX);
    }
    share_fill(&m->first_table->share, TABIA_WHITE, list, n);
    n = move_list_filter(m->filter, m->filter->top, list, n);
    size_t nkept = 0;
    for (size_t i = 0; i < group->nrows; i++) {
        const struct table_row *row = &group->rows[i].row;
        if (!is_filtered(row) || move_list_has(list, n, row->code))
            group->rows[nkept++] = group->rows[i];
    }
    m->ndropped += group->nrows - nkept;
    group->nrows = nkept;
    return true;
}

/* ---- all keys -------------------------------------------------------- */

static bool next_row(struct row_stream *stream, struct table_row *row)
{
    struct row_merge *m = stream->ctx;
    while (m->next == m->group.nrows) {
        if (!row_groups_next(m->groups, &m->group, &m->error))
            return false;
        if (m->is_patch && !patch_rows(m, &m->error))
            return false;
        if (!m->is_patch && m->policy == TABIA_MERGE_FIRST) {
            struct row_group *group = &m->group; // of the first table alone
            while (group->rows[group->nrows - 1].table != group->rows[0].table)
                group->nrows--;
        } else if (!m->is_patch && !merge_rows(m, &m->error)) {
            return false;
        }
        if (m->filter && !filter_rows(m, &m->error))
            return false;
        m->next = 0;
    }
    *row = m->group.rows[m->next++].row;
    m->nrows++;
    return true;
}

bool row_merge_init(struct row_merge *m, struct table *const *tables, size_t n,
                    enum tabia_merge_policy policy, struct tabia_error *err)
{
    *m = (struct row_merge){
        .stream = { next_row, m },
        .policy = policy,
    };
    m->first_table = n ? &tables[0]->impl : NULL;
    m->groups = row_groups_new(tables, n, err);
    return m->groups != NULL;
}

bool row_merge_init_patch(struct row_merge *m,
                          struct table *const tables[ROW_MERGE_PATCH_TABLES],
                          struct tabia_error *err)
{
    if (!row_merge_init(m, tables, ROW_MERGE_PATCH_TABLES, TABIA_MERGE_FIRST,
                        err))
        return false;
    m->is_patch = true;
    return true;
}

void row_merge_clear(struct row_merge *m)
{
    free(m->patched);
    m->patched = NULL;
    row_groups_free(m->groups);
    m->groups = NULL;
    free(m->places);
    m->places = NULL;
}
