/*
 * draw_html.c - a book as one page: the SVG, its data, and a small script
 *
 * The page loads nothing, and its content security policy forbids it to.
 * Scrolling zooms, dragging pans, a double click shows everything; pointing at
 * a node shows its board, moves, comments and evaluation.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/json_writer.h"
#include "draw/draw_internal.h"
#include "base/banned.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src "
    "data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n<title>";

static const char style[] =
    "</title>\n<style>\n"
    "html,body{margin:0;height:100%;background:" DRAW_PAPER ";color:" DRAW_INK
    ";font:13px/1.4 'DejaVu Sans',Verdana,sans-serif;overflow:hidden}\n"
    "svg{width:100vw;height:100vh;display:block;cursor:grab;"
    "touch-action:none}\n"
    "svg:active{cursor:grabbing}\n"
    ".n{cursor:pointer}\n"
    ".n:hover>*{filter:brightness(1.08)}\n"
    "#tip{position:fixed;display:none;max-width:280px;padding:10px;"
    "background:#fff;border:1px solid #c9ccd1;border-radius:8px;"
    "box-shadow:0 6px 24px #0003;pointer-events:none}\n"
    "#tip table{border-collapse:collapse;margin-bottom:6px;"
    "border:1px solid #8a7a5c}\n"
    "#tip td{width:24px;height:24px;padding:0;text-align:center;"
    "font-size:20px;line-height:24px;background:" DRAW_LIGHT ";color:#1b1b1b}\n"
    "#tip td.d{background:" DRAW_DARK "}\n"
    "#tip td.w{color:#fff;-webkit-text-stroke:.6px #222}\n"
    "#tip p{margin:2px 0}\n#tip .c{color:#5a6472;font-style:italic}\n"
    "#help{position:fixed;right:12px;bottom:8px;color:#5a6472;"
    "font-size:11px}\n"
    "</style>\n</head>\n<body>\n";

static const char script[] =
    "\n"
    "const svg = document.querySelector('svg');\n"
    "const tip = document.getElementById('tip');\n"
    "const full = svg.viewBox.baseVal;\n"
    "const all = {x: full.x, y: full.y, w: full.width, h: full.height};\n"
    "let view = {...all};\n"
    "const show = () => svg.setAttribute('viewBox',\n"
    "  `${view.x} ${view.y} ${view.w} ${view.h}`);\n"
    "const unit = () => Math.max(view.w / svg.clientWidth,\n"
    "  view.h / svg.clientHeight);\n"
    "const at = (event) => {\n"
    "  const p = new DOMPoint(event.clientX, event.clientY);\n"
    "  return p.matrixTransform(svg.getScreenCTM().inverse());\n"
    "};\n"
    "svg.addEventListener('wheel', (event) => {\n"
    "  event.preventDefault();\n"
    "  const p = at(event);\n"
    "  const wanted = Math.exp(event.deltaY * 0.0015);\n"
    "  const w = Math.min(all.w * 2, Math.max(all.w / 200, "
    "view.w * wanted));\n"
    "  const k = w / view.w;\n"
    "  view = {x: p.x - (p.x - view.x) * k, y: p.y - (p.y - view.y) * k,\n"
    "          w, h: view.h * k};\n"
    "  show();\n"
    "}, {passive: false});\n"
    "let drag = null;\n"
    "svg.addEventListener('pointerdown', (event) => {\n"
    "  drag = {x: event.clientX, y: event.clientY, view: {...view}};\n"
    "  svg.setPointerCapture(event.pointerId);\n"
    "});\n"
    "svg.addEventListener('pointermove', (event) => {\n"
    "  if (!drag) return;\n"
    "  view.x = drag.view.x - (event.clientX - drag.x) * unit();\n"
    "  view.y = drag.view.y - (event.clientY - drag.y) * unit();\n"
    "  show();\n"
    "});\n"
    "svg.addEventListener('pointerup', () => { drag = null; });\n"
    "svg.addEventListener('dblclick', () => { view = {...all}; show(); });\n"
    "\n"
    "const glyphs = {k: '\\u265a', q: '\\u265b', r: '\\u265c',\n"
    "  b: '\\u265d', n: '\\u265e', p: '\\u265f'};\n"
    "function board(text) {\n"
    "  const table = document.createElement('table');\n"
    "  for (let r = 0; r < 8; r++) {\n"
    "    const row = table.insertRow();\n"
    "    for (let f = 0; f < 8; f++) {\n"
    "      const cell = row.insertCell();\n"
    "      const c = text[r * 8 + f];\n"
    "      if ((r + f) % 2) cell.classList.add('d');\n"
    "      if (c === '.') continue;\n"
    "      cell.textContent = glyphs[c.toLowerCase()] + '\\ufe0e';\n"
    "      if (c !== c.toLowerCase()) cell.classList.add('w');\n"
    "    }\n"
    "  }\n"
    "  return table;\n"
    "}\n"
    "function line(text, name) {\n"
    "  const p = document.createElement('p');\n"
    "  p.textContent = text;\n"
    "  if (name) p.className = name;\n"
    "  return p;\n"
    "}\n"
    "function fill(node) {\n"
    "  tip.replaceChildren(board(node.board));\n"
    "  for (const mv of node.in) {\n"
    "    tip.append(line('after ' + mv.san));\n"
    "    if (mv.remark) tip.append(line(mv.remark, 'c'));\n"
    "  }\n"
    "  if (node.eval) tip.append(line('evaluation ' + node.eval));\n"
    "  if (node.name) tip.append(line(node.name));\n"
    "  const next = node.out.map((mv) => mv.san).join(', ');\n"
    "  const side = node.turn === 'w' ? 'White' : 'Black';\n"
    "  tip.append(line(side + ' to move' + (next ? ': ' + next : '')));\n"
    "  for (const mv of node.out)\n"
    "    if (mv.remark) tip.append(line(mv.san + ': ' + mv.remark, 'c'));\n"
    "}\n"
    "function move(event) {\n"
    "  const x = Math.min(event.clientX + 16,\n"
    "    innerWidth - tip.offsetWidth - 8);\n"
    "  const y = Math.min(event.clientY + 16,\n"
    "    innerHeight - tip.offsetHeight - 8);\n"
    "  tip.style.left = Math.max(0, x) + 'px';\n"
    "  tip.style.top = Math.max(0, y) + 'px';\n"
    "}\n"
    "for (const g of document.querySelectorAll('.n')) {\n"
    "  g.addEventListener('mouseenter', (event) => {\n"
    "    fill(nodes[g.dataset.n]);\n"
    "    tip.style.display = 'block';\n"
    "    move(event);\n"
    "  });\n"
    "  g.addEventListener('mousemove', move);\n"
    "  g.addEventListener('mouseleave', () => {\n"
    "    tip.style.display = 'none';\n"
    "  });\n"
    "}\n";

/* ---- data ------------------------------------------------------------ */

static void html_put_position(struct json_writer *js, const struct draw_node *n)
{
    char board[64], eval[DRAW_EVAL_SIZE];
    for (int i = 0; i < 64; i++) {
        const char letter = draw_piece(&n->pos, i);
        board[i] = letter ? letter : '.';
    }
    draw_eval(n, eval);
    json_writer_key(js, "board");
    json_writer_put_string(js, board, sizeof(board));
    json_writer_pair_text(js, "turn", n->pos.turn == TABIA_WHITE ? "w" : "b");
    if (*eval)
        json_writer_pair_text(js, "eval", eval);
    if (n->data.name)
        json_writer_pair_text(js, "name", n->data.name);
}

static void html_put_moves(struct json_writer *js, const struct drawing *d,
                           uint32_t node, const char *key,
                           const uint32_t *first, const uint32_t *next)
{
    json_writer_key(js, key);
    json_writer_begin_array(js);
    for (uint32_t i = first[node]; i != TABIA_NUMBER_NONE; i = next[i]) {
        json_writer_begin_object(js);
        json_writer_pair_text(js, "san", d->edges[i].san);
        if (d->edges[i].remark)
            json_writer_pair_text(js, "remark", d->edges[i].remark);
        json_writer_end(js);
    }
    json_writer_end(js);
}

void draw_html(const struct drawing *d, struct sink *dst)
{
    sink_put_text(dst, head);
    draw_escape(dst, d->title);
    sink_put_text(dst, style);
    draw_svg(d, true, dst);
    sink_put_text(
        dst, "<div id=\"tip\"></div>\n<div id=\"help\">scroll to "
             "zoom, drag to pan, double-click to show all</div>\n<script>\n"
             "const nodes = ");

    // The edges of each node as lists, those into it and those out of it.
    const size_t n = (size_t)d->nnodes + 1, m = (size_t)d->nedges + 1;
    uint32_t *first_in = malloc(n * sizeof(*first_in));
    uint32_t *first_out = malloc(n * sizeof(*first_out));
    uint32_t *next_in = malloc(m * sizeof(*next_in));
    uint32_t *next_out = malloc(m * sizeof(*next_out));
    struct buf text = { .limit = SIZE_MAX / 4 };
    struct sink to_text = sink_to_buf(&text, dst->err);
    if (first_in && first_out && next_in && next_out) {
        for (uint32_t i = 0; i < d->nnodes; i++)
            first_in[i] = first_out[i] = TABIA_NUMBER_NONE;
        for (uint32_t i = d->nedges; i-- > 0;) {
            const struct draw_edge *e = &d->edges[i];
            next_in[i] = first_in[e->to];
            first_in[e->to] = i;
            next_out[i] = first_out[e->from];
            first_out[e->from] = i;
        }
        struct json_writer js;
        json_writer_init(&js, &to_text, false);
        json_writer_begin_array(&js);
        for (uint32_t i = 0; i < d->nnodes && sink_ok(&to_text); i++) {
            json_writer_begin_object(&js);
            html_put_position(&js, &d->nodes[i]);
            html_put_moves(&js, d, i, "in", first_in, next_in);
            html_put_moves(&js, d, i, "out", first_out, next_out);
            json_writer_end(&js);
        }
        json_writer_end(&js);
        dst->failed |= !sink_ok(&to_text);
    } else {
        dst->failed = !error_nomem(dst->err);
    }
    for (const char *p = buf_text(&text); *p; p++) {
        if (*p == '<') // no text may end the script around it
            sink_put_text(dst, "\\u003c");
        else
            sink_put_char(dst, *p);
    }
    buf_clear(&text);
    free(first_in);
    free(first_out);
    free(next_in);
    free(next_out);

    sink_put_text(dst, ";");
    sink_put_text(dst, script);
    sink_put_text(dst, "</script>\n</body>\n</html>\n");
}
