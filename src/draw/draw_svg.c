/*
 * draw_svg.c - a book as SVG
 *
 * Every node is a group of class "n" with its number, by which the page of
 * draw_html.c finds it, and a title that viewers show as a tooltip.
 */
#include <string.h>

#include "base/compiler.h"
#include "draw/draw_internal.h"
#include "base/banned.h"

static const char style[] =
    "<style>"
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:" DRAW_INK "}"
    ".t{font-size:20px;font-weight:bold}"
    ".k{font-size:12px}"
    ".m{font-size:12px;text-anchor:middle;paint-order:stroke;"
    "stroke:" DRAW_PAPER ";stroke-width:4px;stroke-linejoin:round}"
    ".b{fill:#5a6472}"
    ".v{font-size:9px;text-anchor:middle}"
    ".e{fill:none;stroke:" DRAW_EDGE ";stroke-width:1.5}"
    ".x{stroke:" DRAW_EXTRA ";stroke-dasharray:6 4}"
    ".p{font-size:8px;text-anchor:middle}"
    ".w{fill:#fff;stroke:#222;stroke-width:.2px}"
    "</style>\n";

static const char markers[] =
    "<defs>"
    "<marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
    "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
    "<path d=\"M0 0L8 4L0 8z\" fill=\"" DRAW_EDGE "\"/></marker>"
    "<marker id=\"d\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
    "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
    "<path d=\"M0 0L8 4L0 8z\" fill=\"" DRAW_EXTRA "\"/></marker>"
    "</defs>\n";

/* ---- small parts ----------------------------------------------------- */

/* An attribute with a number. */
static void svg_put_attr(struct sink *dst, const char *name, double value)
{
    sink_printf(dst, " %s=\"", name);
    draw_number(dst, value);
    sink_put_char(dst, '"');
}

static void svg_put_pair(struct sink *dst, const char *before, double x,
                         double y)
{
    sink_put_text(dst, before);
    draw_number(dst, x);
    sink_put_char(dst, ' ');
    draw_number(dst, y);
}

static void svg_put_circle(struct sink *dst, double x, double y, double r,
                           const char *fill, const char *more)
{
    sink_put_text(dst, "<circle");
    svg_put_attr(dst, "cx", x);
    svg_put_attr(dst, "cy", y);
    svg_put_attr(dst, "r", r);
    sink_printf(dst, " fill=\"%s\"%s/>", fill, more);
}

void draw_svg_text(struct sink *dst, const char *class, double x, double y,
                   const char *text)
{
    sink_printf(dst, "<text class=\"%s\"", class);
    svg_put_attr(dst, "x", x);
    svg_put_attr(dst, "y", y);
    sink_put_char(dst, '>');
    draw_escape(dst, text);
    sink_put_text(dst, "</text>");
}

/* ---- nodes ----------------------------------------------------------- */

void draw_svg_board(struct sink *dst, const struct tabia_pos *pos, double left,
                    double top, double side, bool is_flipped)
{
    // U+265A and so on, and the selector that asks for text, not an emoji.
    static const char *const glyphs[] = {
        "\xE2\x99\x9A\xEF\xB8\x8E", "\xE2\x99\x9B\xEF\xB8\x8E",
        "\xE2\x99\x9C\xEF\xB8\x8E", "\xE2\x99\x9D\xEF\xB8\x8E",
        "\xE2\x99\x9E\xEF\xB8\x8E", "\xE2\x99\x9F\xEF\xB8\x8E",
    };
    static const char letters[] = "kqrbnp";
    sink_put_text(dst, "<path fill=\"" DRAW_DARK "\" d=\"");
    for (int i = 0; i < 64; i++)
        if ((i / 8 + i % 8) % 2) {
            svg_put_pair(dst, "M", left + i % 8 * side, top + i / 8 * side);
            // A square drawn from its corner.
            sink_put_char(dst, 'h');
            draw_number(dst, side);
            sink_put_char(dst, 'v');
            draw_number(dst, side);
            sink_put_char(dst, 'h');
            draw_number(dst, -side);
            sink_put_char(dst, 'z');
        }
    sink_put_text(dst, "\"/>");
    for (int i = 0; i < 64; i++) {
        const char letter = draw_piece(pos, is_flipped ? 63 - i : i);
        if (!letter)
            continue;
        sink_printf(dst, "<text class=\"p%s\"", letter < 'a' ? " w" : "");
        svg_put_attr(dst, "x", left + (i % 8 + 0.5) * side);
        svg_put_attr(dst, "y", top + (i / 8 + 0.9) * side);
        sink_printf(dst, ">%s</text>",
                    glyphs[strchr(letters, letter | 0x20) - letters]);
    }
}

void draw_svg_coordinates(struct sink *dst, double left, double top,
                          double side, double size, bool is_flipped)
{
    for (int i = 0; i < 8; i++) {
        const char file[2] = { (char)(is_flipped ? 'h' - i : 'a' + i), '\0' };
        const char rank[2] = { (char)(is_flipped ? '1' + i : '8' - i), '\0' };
        const double middle = (i + 0.5) * side;
        draw_svg_text(dst, "k", left + middle, top + 8 * side + size * 3 / 2,
                      file);
        draw_svg_text(dst, "k", left - size * 7 / 6, top + middle + size / 3,
                      rank);
    }
}

static void svg_put_square(struct sink *dst, const struct draw_node *n,
                           double side, const char *fill, const char *more)
{
    sink_put_text(dst, "<rect");
    svg_put_attr(dst, "x", n->x - side / 2);
    svg_put_attr(dst, "y", n->y - side / 2);
    svg_put_attr(dst, "width", side);
    svg_put_attr(dst, "height", side);
    sink_printf(dst, " fill=\"%s\"%s/>", fill, more);
}

/* The ring shows the side to move, the disc who is better. */
static void svg_put_node(const struct drawing *d, uint32_t i, bool is_page,
                         struct sink *dst)
{
    static const char outline[] =
        " stroke=\"" DRAW_INK "\" stroke-width=\"1.2\"";
    const struct draw_node *n = &d->nodes[i];
    const char *ring = n->pos.turn == TABIA_WHITE ? "#ffffff" : "#2b2f36";
    char color[DRAW_COLOR_SIZE], eval[DRAW_EVAL_SIZE];
    draw_color(n, color);
    draw_eval(n, eval);
    sink_printf(dst, "<g class=\"n\" data-n=\"%u\">", i);
    if (!is_page) {
        // The tooltip of viewers without scripts.
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&n->pos, 0, fen);
        sink_put_text(dst, "<title>");
        draw_escape(dst, fen);
        sink_printf(dst, "%s%s</title>", *eval ? "  " : "", eval);
    }
    if (d->options->boards) {
        svg_put_square(dst, n, DRAW_BOARD + 12, color, outline);
        svg_put_square(dst, n, DRAW_BOARD + 4, ring, "");
        svg_put_square(dst, n, DRAW_BOARD, DRAW_LIGHT, "");
        draw_svg_board(dst, &n->pos, n->x - DRAW_BOARD / 2.0,
                       n->y - DRAW_BOARD / 2.0, DRAW_BOARD / 8.0, false);
    } else {
        svg_put_circle(dst, n->x, n->y, DRAW_RADIUS, ring, outline);
        svg_put_circle(dst, n->x, n->y, DRAW_RADIUS - 4, color,
                       " stroke=\"" DRAW_INK "\" stroke-width=\".6\"");
    }
    if (*eval)
        draw_svg_text(dst, "v", n->x,
                      n->y + (d->options->boards ? DRAW_BOARD / 2 + 16
                                                 : DRAW_RADIUS + 11),
                      eval);
    sink_put_text(dst, "</g>\n");
}

/* ---- the head -------------------------------------------------------- */

static void svg_put_legend(struct sink *dst)
{
    static const struct {
        const char *text, *ring, *fill;
    } items[] = {
        { "start", "#ffffff", DRAW_START },
        { "current", "#ffffff", DRAW_CURRENT },
        { "White better", "#ffffff", "#13604d" },
        { "Black better", "#ffffff", "#7a1f5c" },
        { "not evaluated", "#ffffff", DRAW_PLAIN },
        { "White to move", "#ffffff", DRAW_PAPER },
        { "Black to move", "#2b2f36", DRAW_PAPER },
    };
    double x = 28;
    const double y = 66;
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        svg_put_circle(dst, x, y, 8, items[i].ring,
                       " stroke=\"" DRAW_INK "\" stroke-width=\"1\"");
        svg_put_circle(dst, x, y, 5, items[i].fill, "");
        draw_svg_text(dst, "k", x + 13, y + 4, items[i].text);
        x += 30 + 6.6 * (double)strlen(items[i].text);
    }
    sink_put_text(dst, "<path class=\"e x\" d=\"");
    svg_put_pair(dst, "M", x - 6, y);
    sink_put_text(dst, "h26\"/>");
    draw_svg_text(dst, "k", x + 26, y + 4, "transposition");
    sink_put_char(dst, '\n');
}

void draw_svg(const struct drawing *d, bool is_page, struct sink *dst)
{
    sink_put_text(dst, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg_put_pair(dst, " viewBox=\"0 0 ", d->width, d->height);
    sink_put_char(dst, '"');
    if (!is_page) {
        svg_put_attr(dst, "width", d->width);
        svg_put_attr(dst, "height", d->height);
    }
    sink_put_text(dst, ">\n");
    sink_put_text(dst, style);
    sink_put_text(dst, markers);
    sink_put_text(dst, "<rect width=\"100%\" height=\"100%\" fill=\"" DRAW_PAPER
                       "\"/>\n");
    draw_svg_text(dst, "t", 20, 36, d->title);
    svg_put_legend(dst);

    const double gap =
        (d->options->boards ? DRAW_BOARD / 2.0 + 6 : DRAW_RADIUS) + 2;
    for (uint32_t i = 0; i < d->nedges && sink_ok(dst); i++) {
        const struct draw_edge *e = &d->edges[i];
        const struct draw_node *a = &d->nodes[e->from], *b = &d->nodes[e->to];
        const double is_down = b->y > a->y ? 1 : -1;
        const double y1 = a->y + gap * is_down, y2 = b->y - gap * is_down;
        const double bend = (y2 - y1) * 0.45;
        sink_printf(dst, "<path class=\"e%s\" marker-end=\"url(#%s)\" d=\"",
                    e->is_extra ? " x" : "", e->is_extra ? "d" : "a");
        svg_put_pair(dst, "M", a->x, y1);
        svg_put_pair(dst, "C", a->x, y1 + bend);
        svg_put_pair(dst, " ", b->x, y2 - bend);
        svg_put_pair(dst, " ", b->x, y2);
        sink_put_text(dst, "\"/>\n");
    }
    for (uint32_t i = 0; i < d->nnodes && sink_ok(dst); i++)
        svg_put_node(d, i, is_page, dst);
    for (uint32_t i = 0; i < d->nedges && sink_ok(dst); i++) {
        // Labels are near the end of an edge, where edges from one node have
        // parted; those of transpositions, which meet there, near the start.
        const struct draw_edge *e = &d->edges[i];
        const struct draw_node *a = &d->nodes[e->from], *b = &d->nodes[e->to];
        const double share = e->is_extra ? 0.38 : 0.62;
        const double x = a->x + (b->x - a->x) * (3 - 2 * share) * share * share;
        draw_svg_text(dst, a->pos.turn == TABIA_WHITE ? "m" : "m b", x,
                      a->y + (b->y - a->y) * share, e->san);
        sink_put_char(dst, '\n');
    }
    sink_put_text(dst, "</svg>\n");
}
