/*
 * layout_graphviz.c - coordinates from a program of Graphviz
 *
 * The graph goes in as DOT, without labels, which would cost the program far
 * more time than the layout. It comes back as DOT with coordinates in points,
 * counted from the bottom, which are flipped. Only the coordinates of our own
 * nodes are read back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "draw/layout.h"
#include "io/child.h"
#include "base/banned.h"

enum {
    TIMEOUT_MS = 60 * 1000,
    NS_PER_MS = 1000 * 1000,
    TEXT_MAX = 1 << 30,
};

/* ---- reading coordinates ------------------------------------------------ */

/* Reads a decimal number, independent of the locale. Returns its end. */
static const char *graphviz_read_number(const char *p, double *value)
{
    const bool is_negative = *p == '-';
    double sum = 0, unit = 1;
    const char *start = p += is_negative;
    for (; *p >= '0' && *p <= '9'; p++)
        sum = sum * 10 + (*p - '0');
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++)
            sum += (*p - '0') * (unit /= 10);
    if (p == start)
        return NULL;
    // "e+05", which coordinates of 100,000 points and more have.
    if (*p == 'e') {
        const bool is_small = *++p == '-';
        p += is_small || *p == '+';
        int exponent = 0;
        for (; *p >= '0' && *p <= '9'; p++)
            exponent = exponent < 100 ? exponent * 10 + (*p - '0') : exponent;
        for (; exponent > 0; exponent--)
            sum = is_small ? sum / 10 : sum * 10;
    }
    if (sum > 1e12)
        return NULL;
    *value = is_negative ? -sum : sum;
    return p;
}

/* "n12 [height=0.3, pos="27,90", ...": one node. False: something else. */
static bool graphviz_read_node(const char *line, struct layout_graph *g,
                               bool *is_placed)
{
    static const char word[] = "pos=\"";
    unsigned long node;
    char *end;
    line += strspn(line, " \t");
    if (line[0] != 'n' || line[1] < '0' || line[1] > '9')
        return false;
    node = strtoul(line + 1, &end, 10);
    end += strspn(end, " \t");
    const char *pos = *end == '[' ? strstr(end, word) : NULL;
    double x, y;
    if (!pos || node >= g->nnodes)
        return false;
    pos = graphviz_read_number(pos + strlen(word), &x);
    if (!pos || *pos != ',' || !graphviz_read_number(pos + 1, &y))
        return false;
    g->coordinates[node] = (struct tabia_coordinates){ .x = x, .y = y };
    is_placed[node] = true;
    return true;
}

/* To thousandths, so that no meaningless digits are printed. */
static double round_to_thousandths(double value)
{
    return (double)(int64_t)(value * 1000 + 0.5) / 1000;
}

static int compare_heights(const void *a, const void *b, void *ctx)
{
    const struct tabia_coordinates *places = ctx;
    const double x = places[*(const uint32_t *)a].y;
    const double y = places[*(const uint32_t *)b].y;
    return (x > y) - (x < y);
}

/* Puts the top of the picture at 0, its left edge at the document's. */
static void graphviz_move_to_origin(struct layout_graph *g)
{
    double top = 0, left = 0;
    for (uint32_t i = 0; i < g->nnodes; i++) {
        if (i == 0 || g->coordinates[i].y > top)
            top = g->coordinates[i].y;
        if (i == 0 || g->coordinates[i].x < left)
            left = g->coordinates[i].x;
    }
    for (uint32_t i = 0; i < g->nnodes; i++) {
        struct tabia_coordinates *xy = &g->coordinates[i];
        xy->x = round_to_thousandths(xy->x - left + LAYOUT_RADIUS);
        xy->y = round_to_thousandths(top - xy->y);
    }
}

/*
 * Some versions round the size of nodes up to whole points before they lay
 * out, so layers are 130 apart instead of 129.6: here they are put right.
 */
static bool graphviz_align_layers(struct layout_graph *g,
                                  struct tabia_error *err)
{
    uint32_t *order = calloc((size_t)g->nnodes + 1, sizeof(*order));
    if (!order)
        return error_nomem(err);
    for (uint32_t i = 0; i < g->nnodes; i++)
        order[i] = i;
    const bool is_sorted =
        sort_stable(order, g->nnodes, sizeof(*order), compare_heights,
                    g->coordinates, NULL, err);
    double last = 0;
    int layer = 0;
    for (uint32_t i = 0; is_sorted && i < g->nnodes; i++) {
        struct tabia_coordinates *xy = &g->coordinates[order[i]];
        layer += xy->y > last + LAYOUT_RADIUS;
        last = xy->y;
        xy->y = round_to_thousandths(layer * LAYOUT_RANK_STEP);
    }
    free(order);
    return is_sorted;
}

/*
 * Statements end with ';' and may go over several lines, so lines are joined
 * until one does.
 */
static enum child_result graphviz_read_places(struct child *child,
                                              uint64_t deadline,
                                              struct layout_graph *g,
                                              bool *is_placed)
{
    struct buf statement = { .limit = TEXT_MAX };
    enum child_result result;
    for (char *line;;) {
        result = child_read_line(child, deadline, &line);
        if (result != CHILD_LINE)
            break;
        buf_add_text(&statement, line);
        const size_t len = strlen(line);
        if (len && line[len - 1] != ';' && line[len - 1] != '{')
            continue;
        graphviz_read_node(buf_text(&statement), g, is_placed);
        buf_reset(&statement);
    }
    buf_clear(&statement);
    return result;
}

/* ---- the question ---------------------------------------------------- */

/*
 * Nodes that would overlap are moved apart and the others stay; by default
 * Graphviz also shrinks the picture until its circles touch. The distance has
 * room for the label of a move; the programs that keep one of their own, from
 * ring to ring, need less.
 */
static void graphviz_put_graph(const struct layout_graph *g,
                               const char *program, struct buf *out)
{
    const bool is_spaced =
        strcmp(program, "twopi") == 0 || strcmp(program, "circo") == 0;
    buf_addf(out,
             "digraph {\n"
             "graph [rankdir=TB, ranksep=1.5, nodesep=0.8, splines=false, "
             "overlap=prism, overlap_scaling=0, overlap_shrink=false, "
             "sep=\"+%d\", start=1]\n"
             "node [shape=circle, width=0.3, height=0.3, fixedsize=true, "
             "label=\"\"]\n",
             is_spaced ? 20 : 43);
    for (uint32_t i = 0; i < g->nnodes; i++)
        buf_addf(out, "n%u\n", i);
    for (uint32_t i = 0; i < g->nedges; i++)
        buf_addf(out, "n%u -> n%u\n", g->from[i], g->to[i]);
    buf_add_text(out, "}\n");
}

/* ---- running --------------------------------------------------------- */

/* The program reads everything before it writes, so this cannot deadlock. */
static bool graphviz_run(struct child *child, const char *program,
                         const struct buf *in, int timeout_ms,
                         struct layout_graph *g, bool *is_placed,
                         struct tabia_error *err)
{
    const uint64_t deadline = clock_now_ns() + (uint64_t)timeout_ms * NS_PER_MS;
    struct tabia_error why = { 0 };
    if (!child_write(child, in->data, in->size, deadline, &why))
        return error_set(err, TABIA_ERR_IO, "%s: %s", program, why.msg);
    process_close_in(&child->process);
    if (graphviz_read_places(child, deadline, g, is_placed) == CHILD_LATE)
        return error_set(err, TABIA_ERR_IO, "%s did not finish within %d s",
                         program, timeout_ms / 1000) ||
               error_hint(err, TABIA_HINT_LAYOUT);
    for (uint32_t i = 0; i < g->nnodes; i++)
        if (!is_placed[i])
            return error_set(err, TABIA_ERR_IO,
                             "%s did not place every position", program);
    return true;
}

bool layout_graphviz(struct layout_graph *g, const char *program,
                     int timeout_ms, struct tabia_error *err)
{
    char *path = process_find(program);
    if (!path)
        return error_set(err, TABIA_ERR_IO,
                         "cannot find the program '%s': install Graphviz",
                         program) ||
               error_hint(err, TABIA_HINT_LAYOUT);
    char format[] = "-Tdot";
    char *argv[] = { path, format, NULL };
    struct child child = { .buffer = NULL };
    struct buf in = { .limit = TEXT_MAX };
    bool *is_placed = calloc((size_t)g->nnodes + 1, sizeof(*is_placed));
    graphviz_put_graph(g, program, &in);
    bool ok = false;
    if (!is_placed)
        error_nomem(err);
    else if (in.failed)
        buf_error(&in, err);
    else if (child_start(&child, argv, err))
        ok = graphviz_run(&child, program, &in,
                          timeout_ms ? timeout_ms : TIMEOUT_MS, g, is_placed,
                          err);
    child_stop(&child);
    if (ok)
        graphviz_move_to_origin(g);
    if (ok && strcmp(program, "dot") == 0)
        ok = graphviz_align_layers(g, err);
    free(is_placed);
    buf_clear(&in);
    free(path);
    return ok;
}
