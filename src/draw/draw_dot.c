/*
 * draw_dot.c - a book as DOT, and PNG by other programs
 *
 * The coordinates are in the file, so that "neato -n2" draws it as it is, while
 * "dot" computes its own.
 */
#include <stdlib.h>
#include <string.h>

#include "io/child.h"
#include "draw/draw.h"
#include "base/compiler.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/banned.h"

enum { PNG_MS = 120 * 1000, NS_PER_MS = 1000 * 1000 };

/* In double quotes; a backslash would be a command to Graphviz. */
static void dot_put_quoted(struct sink *dst, const char *text)
{
    sink_char(dst, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            sink_char(dst, '\\');
        sink_char(dst, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    sink_char(dst, '"');
}

void draw_dot(const struct drawing *d, struct sink *dst)
{
    sink_text(dst, "digraph book {\n  graph [label=");
    dot_put_quoted(dst, d->title);
    sink_text(dst, ", labelloc=t, fontsize=20, rankdir=TB, ranksep=1.5, "
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
        sink_char(dst, ',');
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
            sink_text(dst, ", style=dashed, color=\"" DRAW_EXTRA "\"");
        if (e->remark) {
            sink_text(dst, ", tooltip=");
            dot_put_quoted(dst, e->remark);
        }
        sink_text(dst, "]\n");
    }
    sink_text(dst, "}\n");
}

/* ---- PNG ------------------------------------------------------------- */

/* A program that reads a picture and writes PNG. */
struct png_converter {
    const char *program;
    const char *args[3];
    bool reads_svg; // else DOT
};

static const struct png_converter png_converters[] = {
    { "rsvg-convert", { "-f", "png" }, true },
    { "neato", { "-n2", "-Tpng" }, false },
};

static bool run_png_converter(const struct png_converter *c, char *path,
                              const struct buf *picture, struct buf *png,
                              struct tabia_error *err)
{
    char *argv[4] = { path, (char *)(uintptr_t)c->args[0],
                      (char *)(uintptr_t)c->args[1], NULL };
    const uint64_t deadline = clock_now_ns() + (uint64_t)PNG_MS * NS_PER_MS;
    struct child child = { .buffer = NULL };
    if (!child_start(&child, argv, err))
        return false;
    bool ok = child_write(&child, picture->data, picture->size, deadline, err);
    process_close_in(&child.process);
    ok = ok && child_read_all(&child, deadline, png, err);
    child_stop(&child);
    if (ok && (png->size < 8 || memcmp(png->data, "\x89PNG", 4) != 0))
        return error_set(err, TABIA_ERR_IO, "%s did not produce a PNG",
                         c->program);
    return ok;
}

bool draw_svg_to_png(const struct buf *svg, struct buf *png,
                     struct tabia_error *err)
{
    const struct png_converter *c = &png_converters[0];
    char *path = process_find(c->program);
    if (!path)
        return error_set(
            err, TABIA_ERR_MISUSE,
            "drawing a puzzle as PNG needs rsvg-convert (librsvg2-bin)");
    const bool ok = run_png_converter(c, path, svg, png, err);
    free(path);
    return ok;
}

bool draw_png(const struct drawing *d, struct buf *png, struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(png_converters); i++) {
        const struct png_converter *c = &png_converters[i];
        char *path = process_find(c->program);
        if (!path)
            continue;
        struct buf picture = { .limit = SIZE_MAX / 4 };
        struct sink dst = sink_to_buf(&picture, err);
        if (c->reads_svg)
            draw_svg(d, false, &dst);
        else
            draw_dot(d, &dst);
        const bool ok =
            sink_ok(&dst) && run_png_converter(c, path, &picture, png, err);
        buf_clear(&picture);
        free(path);
        return ok;
    }
    return error_set(err, TABIA_ERR_MISUSE,
                     "PNG needs rsvg-convert (librsvg2-bin) or Graphviz");
}
