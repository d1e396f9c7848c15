/*
 * draw.c - a book as nodes and edges
 */
#include "draw/draw_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/banned.h"

/* ---- texts and colours -------------------------------------------------- */

void draw_eval(const struct draw_node *node, char text[DRAW_EVAL_SIZE])
{
    const struct tabia_eval *eval = &node->data.eval;
    const long long value = eval->value;
    const long long size = value < 0 ? -value : value;
    bool is_minus = value < 0;
    text[0] = '\0';
    if (!(node->data.has & TABIA_HAS_EVAL))
        return;
    if (eval->kind == TABIA_EVAL_MATE && !value)
        is_minus = node->pos.turn == TABIA_WHITE;
    if (eval->kind == TABIA_EVAL_MATE)
        snprintf(text, DRAW_EVAL_SIZE, "%s#%lld", is_minus ? "-" : "", size);
    else
        snprintf(text, DRAW_EVAL_SIZE, "%s%lld.%02lld", is_minus ? "-" : "+",
                 size / 100, size % 100);
}

void draw_color(const struct draw_node *node, char color[DRAW_COLOR_SIZE])
{
    static const int none[3] = { 0xCF, 0xC6, 0xB6 }; // equal
    static const int white[3] = { 0x13, 0x60, 0x4D };
    static const int black[3] = { 0x7A, 0x1F, 0x5C };
    const char *fixed = node->is_current                     ? DRAW_CURRENT
                        : node->is_start                     ? DRAW_START
                        : !(node->data.has & TABIA_HAS_EVAL) ? DRAW_PLAIN
                                                             : NULL;
    if (fixed) {
        snprintf(color, DRAW_COLOR_SIZE, "%s", fixed);
        return;
    }
    // The size of the advantage: 0 is equal, 255 is won.
    const struct tabia_eval *eval = &node->data.eval;
    const int64_t size = eval->value < 0 ? -(int64_t)eval->value : eval->value;
    bool is_white = eval->value > 0;
    int share = (int)(255 * size / (size + 100)); // a pawn is half way
    if (eval->kind == TABIA_EVAL_MATE) {
        share = 255;
        is_white |= !eval->value && node->pos.turn == TABIA_BLACK;
    }
    const int *full = is_white ? white : black;
    unsigned mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] =
            (unsigned)(none[i] + (full[i] - none[i]) * share / 255) & 255;
    snprintf(color, DRAW_COLOR_SIZE, "#%02x%02x%02x", mixed[0], mixed[1],
             mixed[2]);
}

void draw_escape(struct sink *dst, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            sink_put_text(dst, "&amp;");
            break;
        case '<':
            sink_put_text(dst, "&lt;");
            break;
        case '>':
            sink_put_text(dst, "&gt;");
            break;
        case '"':
            sink_put_text(dst, "&quot;");
            break;
        default:
            if ((unsigned char)*text >= ' ')
                sink_put_char(dst, *text);
            else
                sink_put_char(dst, ' ');
        }
    }
}

void draw_number(struct sink *dst, double value)
{
    const bool is_minus = value < 0;
    const long long tenths =
        (long long)((is_minus ? -value : value) * 10 + 0.5);
    sink_printf(dst, "%s%lld", is_minus && tenths ? "-" : "", tenths / 10);
    if (tenths % 10)
        sink_printf(dst, ".%lld", tenths % 10);
}

char draw_piece(const struct tabia_pos *pos, int square)
{
    static const char letters[] = "\0PNBRQK";
    const int rank = 7 - square / 8, file = square % 8;
    const tabia_piece piece = pos->board[rank * 8 + file];
    const char letter = letters[tabia_piece_type_of(piece)];
    const bool is_black = letter && tabia_piece_color_of(piece) == TABIA_BLACK;
    return is_black ? (char)(letter + ('a' - 'A')) : letter;
}

/* ---- the drawing ----------------------------------------------------- */

/* Moves everything so that the picture begins at 0, 0. */
static void drawing_set_size(struct drawing *d)
{
    double left = 0, right = 0, top = 0, bottom = 0;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        const struct draw_node *n = &d->nodes[i];
        if (i == 0 || n->x < left)
            left = n->x;
        if (i == 0 || n->x > right)
            right = n->x;
        if (i == 0 || n->y < top)
            top = n->y;
        if (i == 0 || n->y > bottom)
            bottom = n->y;
    }
    const double needed = right - left + 2 * DRAW_MARGIN;
    d->width = needed < DRAW_MIN_WIDTH ? DRAW_MIN_WIDTH : needed;
    d->height = bottom - top + DRAW_HEAD + 2 * DRAW_MARGIN;
    const double shift = (d->width - (right - left)) / 2 - left;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        d->nodes[i].x += shift;
        d->nodes[i].y += DRAW_HEAD + DRAW_MARGIN - top;
    }
}

/* The highest move that leads to a position is the plain one. */
static bool drawing_mark_extra(struct drawing *d, struct tabia_error *err)
{
    uint32_t *first = malloc(((size_t)d->nnodes + 1) * sizeof(*first));
    if (!first)
        return error_nomem(err);
    for (uint32_t i = 0; i < d->nnodes; i++)
        first[i] = TABIA_NUMBER_NONE;
    for (uint32_t i = 0; i < d->nedges; i++) {
        const struct draw_edge *edge = &d->edges[i];
        uint32_t *best = &first[edge->to];
        if (*best == TABIA_NUMBER_NONE ||
            d->nodes[edge->from].y < d->nodes[d->edges[*best].from].y)
            *best = i;
    }
    for (uint32_t i = 0; i < d->nedges; i++)
        d->edges[i].is_extra =
            first[d->edges[i].to] != i || d->nodes[d->edges[i].to].is_start;
    free(first);
    return true;
}

static bool drawing_set_title(struct drawing *d, const struct tabia_book *book,
                              struct tabia_error *err)
{
    d->title = d->options->title ? d->options->title
                                 : tabia_book_find_text(book, "title");
    if (!d->title)
        d->title = "Opening book";
    return utf8_is_valid(d->title, strlen(d->title)) ||
           error_set(err, TABIA_ERR_MISUSE, "the title is not valid UTF-8");
}

static bool drawing_fill(struct drawing *d, const struct tabia_book *book,
                         struct tabia_error *err)
{
    d->nnodes = tabia_book_position_count(book);
    d->nodes = calloc((size_t)d->nnodes + 1, sizeof(*d->nodes));
    d->edges =
        calloc((size_t)tabia_book_edge_count(book) + 1, sizeof(*d->edges));
    if (!d->nodes || !d->edges)
        return error_nomem(err);
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct tabia_pos *current = d->options->current;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        struct draw_node *node = &d->nodes[i];
        tabia_book_position_pos_at(book, i, &node->pos);
        node->data = tabia_book_position_data(book, i);
        node->is_start = tabia_pos_is_same(&node->pos, &start);
        // Files may have any numbers as coordinates; a picture may not.
        const struct tabia_coordinates *xy = &node->data.coordinates;
        if (!(node->data.has & TABIA_HAS_COORDINATES))
            return error_set(
                err, TABIA_ERR_MISUSE,
                "a position has no coordinates: lay out the book first");
        if (!(xy->x >= -DRAW_FAR && xy->x <= DRAW_FAR) ||
            !(xy->y >= -DRAW_FAR && xy->y <= DRAW_FAR))
            return error_set(err, TABIA_ERR_LIMIT,
                             "a position is more than %d points away from the "
                             "origin: lay out the book again",
                             DRAW_FAR);
        node->x = xy->x;
        node->y = xy->y;
    }
    const uint32_t at =
        current ? tabia_book_find_position(book, current) : TABIA_NUMBER_NONE;
    if (current && at == TABIA_NUMBER_NONE)
        return error_set(err, TABIA_ERR_ILLEGAL,
                         "the current position is not in the book");
    if (at != TABIA_NUMBER_NONE)
        d->nodes[at].is_current = true;

    drawing_set_size(d);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    for (uint32_t i = 0; i < d->nnodes; i++) {
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   list, TABIA_MOVES_MAX);
        for (size_t k = 0; k < n; k++) {
            struct draw_edge *edge = &d->edges[d->nedges++];
            edge->from = i;
            edge->to = tabia_book_node_position(book, list[k].to_node);
            edge->remark = list[k].data.comment;
            tabia_san_print(&d->nodes[i].pos, list[k].move, edge->san);
        }
    }
    return drawing_mark_extra(d, err);
}

bool tabia_book_draw(const struct tabia_book *book,
                     const struct tabia_draw_options *options, uint8_t **data,
                     size_t *size, struct tabia_error *err)
{
    static const struct tabia_draw_options defaults;
    struct drawing d = { .options = options ? options : &defaults };
    struct buf buf = { .limit = SIZE_MAX / 4 };
    struct sink dst = sink_to_buf(&buf, err);
    const bool is_sheet = d.options->picture == TABIA_PICTURE_SHEET;
    *data = NULL;
    *size = 0;
    bool ok = drawing_set_title(&d, book, err) &&
              (is_sheet || drawing_fill(&d, book, err));
    if (ok) {
        switch (d.options->picture) {
        case TABIA_PICTURE_SVG:
            draw_svg(&d, false, &dst);
            break;
        case TABIA_PICTURE_HTML:
            draw_html(&d, &dst);
            break;
        case TABIA_PICTURE_DOT:
            draw_dot(&d, &dst);
            break;
        case TABIA_PICTURE_PNG:
            ok = draw_png(&d, &buf, err);
            break;
        case TABIA_PICTURE_SHEET:
            ok = draw_sheet(book, d.title, &dst, err);
            break;
        default: // of a program newer than the library
            ok = error_set(err, TABIA_ERR_MISUSE, "no such kind of picture");
        }
    }
    ok = ok && sink_ok(&dst);
    free(d.nodes);
    free(d.edges);
    if (!ok) {
        buf_clear(&buf);
        return false;
    }
    *data = (uint8_t *)buf.data;
    *size = buf.size;
    return true;
}
