/*
 * draw_dot.c - a book as DOT
 *
 * The coordinates are in the file, so that "neato -n2" draws it as it is, while
 * "dot" computes its own.
 */
#include "draw/draw_internal.h"

#include "base/banned.h"

/* In double quotes; a backslash would be a command to Graphviz. */
static void dot_put_quoted(struct sink *dst, const char *text)
{
    sink_put_char(dst, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            sink_put_char(dst, '\\');
        sink_put_char(dst, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    sink_put_char(dst, '"');
}

void draw_dot(const struct drawing *d, struct sink *dst)
{
    sink_put_text(dst, "digraph book {\n  graph [label=");
    dot_put_quoted(dst, d->title);
    sink_put_text(dst, ", labelloc=t, fontsize=20, rankdir=TB, ranksep=1.5, "
                       "nodesep=0.8, fontname=\"DejaVu Sans\"]\n"
                       "  node [shape=circle, style=filled, width=0.3, "
                       "height=0.3, fixedsize=true, label=\"\", penwidth=3, "
                       "fontname=\"DejaVu Sans\", fontsize=9]\n"
                       "  edge [color=\"" DRAW_EDGE "\", fontname=\"DejaVu "
                       "Sans\", fontsize=11]\n");
    for (uint32_t i = 0; i < d->nnodes && sink_ok(dst); i++) {
        const struct draw_node *n = &d->nodes[i];
        char color[DRAW_COLOR_SIZE], eval[DRAW_EVAL_SIZE], fen[TABIA_FEN_SIZE];
        draw_color(n, color);
        draw_eval(n, eval);
        tabia_fen_print(&n->pos, 0, fen);
        sink_printf(dst, "  n%u [pos=\"", i);
        draw_number(dst, n->x);
        sink_put_char(dst, ',');
        draw_number(dst, d->height - n->y);
        sink_printf(dst, "!\", fillcolor=\"%s\", color=\"%s\", xlabel=\"%s\", ",
                    color, n->pos.turn == TABIA_WHITE ? "#9aa3ad" : "#000000",
                    eval);
        sink_printf(dst, "tooltip=\"%s\"]\n", fen);
    }
    for (uint32_t i = 0; i < d->nedges && sink_ok(dst); i++) {
        const struct draw_edge *e = &d->edges[i];
        sink_printf(dst, "  n%u -> n%u [label=\"%s\"", e->from, e->to, e->san);
        if (e->is_extra)
            sink_put_text(dst, ", style=dashed, color=\"" DRAW_EXTRA "\"");
        if (e->remark) {
            sink_put_text(dst, ", tooltip=");
            dot_put_quoted(dst, e->remark);
        }
        sink_put_text(dst, "]\n");
    }
    sink_put_text(dst, "}\n");
}
