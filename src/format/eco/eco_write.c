/*
 * eco_write.c - names as rows, sorted by code and name
 *
 * Every named node gets a row with the shortest way to it from the starting
 * position; in a tree there is only one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/wording.h"
#include "book/reach.h"
#include "format/eco/eco.h"
#include "format/format_contract.h"
#include "base/banned.h"

struct eco_row {
    const char *eco;  // a code, or ""
    const char *name; // never NULL; written by cell_char()
    uint32_t node;
};

struct eco_writer {
    const struct tabia_book *book;
    struct reach reach; // by node
    struct eco_row *rows;
    size_t nrows;
    uint64_t nfar, nunreached; // names without a row
    uint64_t nbad;             // texts that are not codes
    bool *is_used;             // by node: on the way to a name
    tabia_move *path;
};

/* A row has no more moves than the reader takes. */
static void eco_collect_rows(struct eco_writer *w)
{
    const unsigned named = TABIA_HAS_NAME | TABIA_HAS_ECO;
    for (uint32_t i = 0; i < tabia_book_node_count(w->book); i++) {
        const struct tabia_node_data data = tabia_book_node_data(w->book, i);
        if (!(data.has & named))
            continue;
        const bool is_reached = w->reach.ply[i] != TABIA_NUMBER_NONE;
        const bool is_far = is_reached && w->reach.ply[i] > ECO_MOVES_MAX;
        w->nunreached += !is_reached;
        w->nfar += is_far;
        if (!is_reached || is_far)
            continue;
        const char *eco = data.has & TABIA_HAS_ECO ? data.eco : "";
        const bool is_code = eco_is_code(eco, strlen(eco));
        w->nbad += *eco && !is_code;
        w->rows[w->nrows++] = (struct eco_row){
            .eco = is_code ? eco : "",
            .name = data.has & TABIA_HAS_NAME ? data.name : "",
            .node = i,
        };
        for (uint32_t k = i; k != TABIA_NUMBER_NONE && !w->is_used[k];
             k = w->reach.parent[k])
            w->is_used[k] = true;
    }
}

/* A cell has neither tabs nor line ends. */
static char cell_char(char c)
{
    return c == '\t' || c == '\r' || c == '\n' ? ' ' : c;
}

/* By what is written, so that the next reader finds the rows sorted. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
    const struct eco_row *x = a, *y = b;
    (void)ctx;
    const int by_eco = strncmp(x->eco, y->eco, ECO_LEN);
    if (by_eco)
        return by_eco;
    size_t i = 0;
    while (x->name[i] && cell_char(x->name[i]) == cell_char(y->name[i]))
        i++;
    return (unsigned char)cell_char(x->name[i]) -
           (unsigned char)cell_char(y->name[i]);
}

static void eco_write_rows(struct eco_writer *w, struct sink *dst,
                           struct tabia_report *report)
{
    uint64_t nmended = 0;
    sink_put_text(dst, "eco\tname\tpgn\n");
    for (size_t i = 0; i < w->nrows && sink_ok(dst); i++) {
        const struct eco_row *row = &w->rows[i];
        if (!*row->name && !*row->eco)
            continue;
        sink_printf(dst, "%.*s\t", ECO_LEN, row->eco);
        for (const char *p = row->name; *p; p++)
            sink_put_char(dst, cell_char(*p));
        nmended += row->name[strcspn(row->name, "\t\r\n")] != '\0';
        sink_put_char(dst, '\t');
        size_t n = 0; // numbers and moves as in "1. e4 e5 2. Nf3"
        for (uint32_t k = row->node; w->reach.edge[k] != TABIA_NUMBER_NONE;
             k = w->reach.parent[k])
            w->path[n++] = reach_move(&w->reach, w->book, k);
        struct tabia_pos pos;
        tabia_pos_set_start(&pos);
        for (size_t k = 0; k < n; k++) {
            const tabia_move mv = w->path[n - 1 - k];
            char san[TABIA_SAN_SIZE];
            tabia_san_print(&pos, mv, san);
            if (k % 2 == 0)
                sink_printf(dst, "%s%zu.", k ? " " : "", k / 2 + 1);
            sink_printf(dst, " %s", san);
            tabia_pos_play(&pos, mv);
        }
        sink_put_char(dst, '\n');
    }
    report_add(report, nmended, "name with tabs or line ends gets blanks",
               "names with tabs or line ends get blanks");
    report_add(report, w->nbad, "text that is not an ECO code is dropped",
               "texts that are not ECO codes are dropped");
}

bool eco_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    (void)options;
    struct eco_writer w = { .book = book };
    const size_t n = (size_t)tabia_book_node_count(book) + 1;
    w.rows = calloc(n, sizeof(*w.rows));
    w.is_used = calloc(n, sizeof(*w.is_used));
    w.path = calloc(n, sizeof(*w.path));
    bool ok = (w.rows && w.is_used && w.path) || error_nomem(err);
    ok = ok && reach_init(&w.reach, (uint32_t)n - 1, err);
    if (ok) {
        reach_add_initial_nodes(&w.reach, book);
        reach_follow_nodes(&w.reach, book, NULL);
        eco_collect_rows(&w);
        ok = sort_stable(w.rows, w.nrows, sizeof(*w.rows), compare_rows, NULL,
                         NULL, err);
    }
    if (ok) {
        eco_write_rows(&w, dst, report);
        uint64_t count = 0;
        for (uint32_t i = 0; i < tabia_book_edge_count(w.book); i++) {
            const uint32_t to = tabia_book_edge_target(w.book, i);
            count += !w.is_used[to] || w.reach.edge[to] != i;
        }
        report_add_lost_moves(report, count,
                              "move that does not lead to a name is dropped",
                              "moves that do not lead to a name are dropped");
        report_add(
            report, w.nunreached,
            "name that is unreachable from the starting position is dropped",
            "names that are unreachable from the starting position are "
            "dropped");
        report_addf(report, w.nfar, "%s after more than %d moves %s dropped",
                    plural(w.nfar, "name", "names"), ECO_MOVES_MAX,
                    plural(w.nfar, "is", "are"));
    }
    reach_clear(&w.reach);
    free(w.rows);
    free(w.is_used);
    free(w.path);
    return ok && sink_ok(dst);
}
