/*
 * draw_sheet.c - a repertoire on paper: chapters, lines, comments, diagrams
 *
 * Every root of the book is a chapter. Moves without alternatives run on in
 * one block of text; where the book has several moves, each begins a block of
 * its own, labelled A, B, ... below that A1, A2, A1a, and so on. A position
 * that another line continues is a link to the block that does. The walk is
 * made twice, because such a block may come later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/wording.h"
#include "book/book_side.h"
#include "book/game_tags.h"
#include "book/walk_internal.h"
#include "chess/san.h"
#include "draw/draw_internal.h"

#include "base/banned.h"

enum {
    LABEL_SIZE = 24,
    SQUARE = 20,        // of a diagram, in points
    NAMES = 10,         // of its files and ranks
    BESIDE = 17,        // the board: room for them
    INDENTS = 5,        // deeper blocks are indented like these
    PLIES_BETWEEN = 8,  // diagrams in one line, where a comment is; at most
    PLIES_AT_MOST = 12, // this many without one
    PLIES_AT_END = 5,   // and where a block ends, this many are enough
    LONG_COMMENT = 160, // bytes; a paragraph of its own
};

/* Text that runs on without alternatives. */
struct sheet_block {
    char label[LABEL_SIZE]; // empty before the first alternatives
    uint32_t depth;         // alternatives on the way to it
};

/* Where the moves of a node are printed. */
struct sheet_home {
    bool is_set;
    uint32_t block;
    uint32_t from, edge; // the move that leads there; TABIA_NUMBER_NONE: a root
    uint32_t ply;
};

/* A node on the way from the root. */
struct sheet_step {
    uint32_t node;
    uint32_t since;   // plies since the last diagram
    const char *name; // of the opening, the last one on the way
    bool is_main;     // the first move at each node on the way
};

struct sheet {
    const struct tabia_book *book;
    struct sink *page; // NULL: only numbers the blocks
    struct buf text;   // of the block that is being written
    struct sink to_text;
    struct sink *dst;    // what is being written to: the page, or the text
    struct buf diagrams; // of the block; they come before the text
    struct sink to_diagrams;
    struct tabia_error *err;
    bool is_flipped;
    enum tabia_color color;
    bool has_side;
    struct sheet_home *homes; // by node
    struct sheet_block *blocks;
    size_t nblocks, blocks_room;
    struct sheet_step *line; // one more than the walk's steps
    size_t line_room;
    uint32_t first_ply; // of the chapter: 0 if White begins at move 1
    struct buf opening; // the name that the chapter's heading has
    bool is_open;       // a paragraph is being written
    bool is_numbered;   // the next move needs its number
};

/* ---- texts ----------------------------------------------------------- */

static void sheet_close(struct sheet *s)
{
    if (s->is_open)
        sink_put_text(s->dst, "</p>\n");
    s->is_open = false;
    s->is_numbered = true;
}

static void sheet_open(struct sheet *s)
{
    sink_put_text(s->dst, s->is_open ? " " : "<p>");
    s->is_open = true;
}

/* A comment without the commands for arrows and clocks that it may hold. */
static void sheet_put_comment(struct sheet *s, const char *text)
{
    struct buf plain = { .limit = SIZE_MAX / 4 };
    for (const char *p = text; *p;) {
        const char *end = strncmp(p, "[%", 2) ? NULL : strchr(p, ']');
        if (end) {
            p = end + 1;
            continue;
        }
        if (*p != ' ' || (plain.size && plain.data[plain.size - 1] != ' '))
            buf_add_char(&plain, *p);
        p++;
    }
    while (plain.size && plain.data[plain.size - 1] == ' ')
        plain.size--;
    if (plain.size > LONG_COMMENT) {
        sheet_close(s);
        sink_put_text(s->dst, "<p class=\"c\">");
        draw_escape(s->dst, buf_text(&plain));
        sink_put_text(s->dst, "</p>\n");
    } else if (plain.size) {
        sheet_open(s);
        sink_put_text(s->dst, "<i>");
        draw_escape(s->dst, buf_text(&plain));
        sink_put_text(s->dst, "</i>");
        s->is_numbered = true;
    }
    if (plain.failed)
        s->dst->failed = !buf_error(&plain, s->err);
    buf_clear(&plain);
}

/* "3.e3" or "3...c6", or only "c6" behind White's move. */
static void sheet_put_san(struct sheet *s, uint32_t from, uint32_t edge,
                          uint32_t ply, bool is_numbered)
{
    struct tabia_pos pos;
    char san[TABIA_SAN_SIZE];
    const uint32_t at = s->first_ply + ply - 1;
    tabia_book_position_pos_at(s->book, tabia_book_node_position(s->book, from),
                               &pos);
    tabia_san_print(&pos, tabia_book_edge_move(s->book, edge), san);
    if (pos.turn == TABIA_WHITE)
        sink_printf(s->dst, "%u.", at / 2 + 1);
    else if (is_numbered)
        sink_printf(s->dst, "%u\xE2\x80\xA6", at / 2 + 1);
    sink_put_text(s->dst, san);
}

/* "!?" at the move, others behind it; "+=" as one sign, that few fonts have. */
static void sheet_put_nag(struct sheet *s, int nag)
{
    const char *symbol = san_nag_symbol(nag);
    if (!symbol)
        sink_printf(s->dst, " $%d", nag);
    else if (symbol[1] && strchr(symbol, '='))
        sink_printf(s->dst, " <span class=\"q\">%c<br>%s</span>", symbol[0],
                    symbol + 1);
    else
        sink_printf(s->dst, nag <= NAG_MOVES_MAX ? "%s" : " %s", symbol);
}

static void sheet_put_move(struct sheet *s, uint32_t from, uint32_t edge,
                           uint32_t ply)
{
    struct tabia_pos pos;
    const struct tabia_move_data data = tabia_book_edge_data(s->book, edge);
    tabia_book_position_pos_at(s->book, tabia_book_node_position(s->book, from),
                               &pos);
    const bool is_bold =
        s->has_side ? pos.turn == s->color : s->line[ply].is_main;
    sheet_open(s);
    sink_put_text(s->dst, is_bold ? "<b>" : "<span>");
    sheet_put_san(s, from, edge, ply, s->is_numbered);
    for (size_t i = 0;
         data.has & TABIA_HAS_NAGS && i < TABIA_NAGS_MAX && data.nags[i]; i++)
        sheet_put_nag(s, data.nags[i]);
    sink_put_text(s->dst, is_bold ? "</b>" : "</span>");
    s->is_numbered = false;
}

static void sheet_put_diagram(struct sheet *s, uint32_t node, uint32_t from,
                              uint32_t edge, uint32_t ply)
{
    struct tabia_pos pos;
    tabia_book_position_pos_at(s->book, tabia_book_node_position(s->book, node),
                               &pos);
    struct sink *dst = s->dst;
    s->dst = &s->to_diagrams;
    sink_printf(s->dst,
                "<figure><svg viewBox=\"-%d -1 %d %d\" role=\"img\" "
                "aria-label=\"diagram\"><rect width=\"%d\" height=\"%d\" "
                "class=\"board\"/>",
                BESIDE, 8 * SQUARE + BESIDE + 1, 8 * SQUARE + BESIDE + 1,
                8 * SQUARE, 8 * SQUARE);
    draw_svg_board(s->dst, &pos, 0, 0, SQUARE, s->is_flipped);
    draw_svg_coordinates(s->dst, 0, 0, SQUARE, NAMES, s->is_flipped);
    draw_svg_shapes(s->dst, tabia_book_node_data(s->book, node).comment, 0, 0,
                    SQUARE, s->is_flipped);
    if (edge != TABIA_NUMBER_NONE)
        draw_svg_shapes(s->dst, tabia_book_edge_data(s->book, edge).comment, 0,
                        0, SQUARE, s->is_flipped);
    sink_put_text(s->dst, "</svg><figcaption>");
    if (edge != TABIA_NUMBER_NONE) {
        sink_put_text(s->dst, "after ");
        sheet_put_san(s, from, edge, ply, true);
    } else {
        sink_put_text(s->dst, pos.turn == TABIA_WHITE ? "White to move"
                                                      : "Black to move");
    }
    sink_put_text(s->dst, "</figcaption></figure>\n");
    s->dst = dst;
}

/* ---- blocks ---------------------------------------------------------- */

/* "A", "A2", "A2c", "A2c1": letters and numbers by turns. */
static void sheet_label(const char *parent, uint32_t depth, uint32_t index,
                        char label[LABEL_SIZE])
{
    char word[16];
    size_t n = sizeof(word) - 1;
    word[n] = '\0';
    if (depth % 2) {
        for (uint32_t left = index + 1; left; left /= 10)
            word[--n] = (char)('0' + left % 10);
    } else {
        for (uint32_t left = index + 1; left; left = (left - 1) / 26)
            word[--n] = (char)((depth ? 'a' : 'A') + (left - 1) % 26);
    }
    // Far down only the end of the way is shown.
    const size_t own = sizeof(word) - n; // with its final 0
    size_t len = strlen(parent);
    if (len > LABEL_SIZE - own) {
        parent += len - (LABEL_SIZE - own);
        len = LABEL_SIZE - own;
    }
    memcpy(label, parent, len);
    memcpy(&label[len], &word[n], own);
}

/*
 * Adds a block; 'parent' is TABIA_NUMBER_NONE for the first one of a chapter.
 */
static bool sheet_add_block(struct sheet *s, uint32_t parent, uint32_t index,
                            uint32_t *number)
{
    struct sheet_block block = { .depth = 0 };
    if (parent != TABIA_NUMBER_NONE) {
        const struct sheet_block *above = &s->blocks[parent];
        sheet_label(above->label, above->depth, index, block.label);
        block.depth = above->depth + 1;
    }
    *number = (uint32_t)s->nblocks;
    if (s->page) { // numbered already
        s->nblocks++;
        return true;
    }
    if (!VEC_RESERVE(s->blocks, s->blocks_room, s->nblocks + 1, UINT32_MAX,
                     s->err))
        return false;
    s->blocks[s->nblocks++] = block;
    return true;
}

static void sheet_begin_block(struct sheet *s, uint32_t number,
                              const char *name)
{
    const struct sheet_block *block = &s->blocks[number];
    const unsigned indent = block->depth < INDENTS ? block->depth : INDENTS;
    sheet_close(s);
    sink_printf(s->page, "<div class=\"b d%u\" id=\"b%u\">\n", indent, number);
    if (!block->label[0])
        return;
    if (name) {
        const int level = block->depth == 1 ? 3 : 4;
        sink_printf(s->dst, "<h%d><span class=\"l\">%s</span> ", level,
                    block->label);
        draw_escape(s->dst, name);
        sink_printf(s->dst, "</h%d>\n", level);
    } else {
        sheet_open(s);
        sink_printf(s->dst, "<span class=\"l\">%s</span>", block->label);
    }
}

static void sheet_flush(struct sheet *s)
{
    sheet_close(s);
    sink_write(s->page, s->diagrams.data, s->diagrams.size);
    sink_write(s->page, s->text.data, s->text.size);
    s->page->failed |= !sink_ok(&s->to_text) || !sink_ok(&s->to_diagrams);
    s->diagrams.size = s->text.size = 0;
}

/* The home of a node's position in another line, or NULL. */
static const struct sheet_home *sheet_find_home(const struct sheet *s,
                                                uint32_t node)
{
    const uint32_t position = tabia_book_node_position(s->book, node);
    uint32_t other;
    for (uint32_t i = 0;
         (other = tabia_book_position_node_at(s->book, position, i)) !=
         TABIA_NUMBER_NONE;
         i++) {
        const struct sheet_home *home = &s->homes[other];
        if (home->is_set && home->edge != TABIA_NUMBER_NONE)
            return home;
    }
    return NULL;
}

static void sheet_put_link(struct sheet *s, const struct sheet_home *home)
{
    const char *label = s->blocks[home->block].label;
    sheet_open(s);
    sink_printf(s->dst, "<a href=\"#b%u\">= ", home->block);
    sheet_put_san(s, home->from, home->edge, home->ply, true);
    if (*label)
        sink_printf(s->dst, " in %s", label);
    sink_put_text(s->dst, "</a>");
}

/* ---- one move -------------------------------------------------------- */

/* The values of a position: name, evaluation, comment. */
static void sheet_put_node(struct sheet *s, uint32_t node, bool is_named)
{
    const struct tabia_node_data data = tabia_book_node_data(s->book, node);
    struct draw_node drawn = { .data = data };
    char eval[DRAW_EVAL_SIZE];
    tabia_book_position_pos_at(s->book, tabia_book_node_position(s->book, node),
                               &drawn.pos);
    draw_eval(&drawn, eval);
    if (*eval) {
        sheet_open(s);
        sink_printf(s->dst, "<span class=\"v\">%s</span>", eval);
    }
    if (data.name && !is_named) {
        sheet_open(s);
        sink_put_text(s->dst, "<span class=\"n\">");
        if (data.eco)
            sink_printf(s->dst, "%s ", data.eco);
        draw_escape(s->dst, data.name);
        sink_put_text(s->dst, "</span>");
    }
    if (data.comment)
        sheet_put_comment(s, data.comment);
}

/* True if enough plies follow without alternatives for a diagram. */
static bool sheet_goes_on(const struct sheet *s, uint32_t node)
{
    for (int i = 0; i < PLIES_AT_END; i++) {
        uint32_t first, count;
        tabia_book_node_edges(s->book, node, &first, &count);
        if (count != 1)
            return false;
        node = tabia_book_edge_target(s->book, first);
    }
    return true;
}

/*
 * Writes the move to 'node', which is in 'block', and what the book has about
 * it. 'is_end': the block ends here.
 */
static void sheet_write_move(struct sheet *s, uint32_t edge, uint32_t node,
                             uint32_t ply, uint32_t block, bool is_first,
                             bool is_end)
{
    const struct tabia_move_data data = tabia_book_edge_data(s->book, edge);
    const struct tabia_node_data to = tabia_book_node_data(s->book, node);
    const struct sheet_step *above = &s->line[ply - 1];
    struct sheet_step *here = &s->line[ply];
    const bool is_new = to.name &&
                        (!above->name || strcmp(to.name, above->name)) &&
                        strcmp(to.name, buf_text(&s->opening));
    here->name = to.name ? to.name : above->name;
    here->since = above->since + 1;
    uint32_t first, count;
    tabia_book_node_edges(s->book, above->node, &first, &count);
    here->is_main = above->is_main && edge == first;
    if (is_first)
        sheet_begin_block(s, block, is_new ? to.name : NULL);
    sheet_put_move(s, above->node, edge, ply);
    if (data.comment)
        sheet_put_comment(s, data.comment);
    sheet_put_node(s, node, is_first || !is_new);
    const bool has_text = data.comment || to.comment;
    if (draw_has_shapes(data.comment) || draw_has_shapes(to.comment) ||
        (is_end && here->since >= PLIES_AT_END) ||
        (has_text && here->since >= PLIES_BETWEEN) ||
        (here->since >= PLIES_AT_MOST && sheet_goes_on(s, node))) {
        sheet_put_diagram(s, node, above->node, edge, ply);
        here->since = 0;
    }
}

/* Enters a node: its moves follow. */
static bool sheet_enter(struct sheet *s, struct node_walk *walk, uint32_t node,
                        uint32_t from, uint32_t edge, uint32_t block)
{
    const uint32_t ply = (uint32_t)walk->n;
    if (!VEC_RESERVE(s->line, s->line_room, walk->n + 2, UINT32_MAX, s->err) ||
        !node_walk_enter(walk, node, block, s->err))
        return false;
    s->line[ply].node = node;
    s->homes[node] = (struct sheet_home){
        .is_set = true, .block = block, .from = from, .edge = edge, .ply = ply
    };
    return true;
}

static bool sheet_walk(struct sheet *s, uint32_t root, uint8_t *seen)
{
    struct node_walk walk = { .book = s->book };
    uint32_t block, edge;
    bool ok = sheet_add_block(s, TABIA_NUMBER_NONE, 0, &block) &&
              sheet_enter(s, &walk, root, TABIA_NUMBER_NONE, TABIA_NUMBER_NONE,
                          block);
    seen[root] = true;
    if (ok) {
        s->line[0].since = 0;
        s->line[0].name = NULL;
        s->line[0].is_main = true;
    }
    bool is_first = true; // of the chapter's first block
    while (ok && node_walk_next(&walk, &edge)) {
        const struct node_step top = walk.steps[walk.n - 1];
        const uint32_t ply = (uint32_t)walk.n;
        const uint32_t from = s->line[ply - 1].node;
        const uint32_t node = tabia_book_edge_target(s->book, edge);
        const bool is_choice = top.end - top.first > 1;
        uint32_t first, count;
        tabia_book_node_edges(s->book, node, &first, &count);
        block = top.mine;
        if (is_choice)
            ok = sheet_add_block(s, top.mine, edge - top.first, &block);
        const bool is_more = count && !seen[node];
        if (ok && s->page) {
            sheet_write_move(s, edge, node, ply, block, is_choice || is_first,
                             count != 1 || seen[node]);
            const struct sheet_home *home =
                is_more ? NULL : sheet_find_home(s, node);
            if (home)
                sheet_put_link(s, home);
            if (count != 1 || !is_more) {
                sheet_flush(s);
                sink_put_text(s->page, "</div>\n");
            }
            ok = sink_ok(s->page);
        }
        is_first = false;
        if (ok && is_more) {
            const uint32_t since = s->page ? s->line[ply].since : 0;
            const char *name = s->page ? s->line[ply].name : NULL;
            seen[node] = true;
            ok = sheet_enter(s, &walk, node, from, edge, block);
            s->line[ply].since = since;
            s->line[ply].name = name;
        }
    }
    node_walk_clear(&walk);
    return ok;
}

/* ---- chapters -------------------------------------------------------- */

static void sheet_chapter_title(const struct sheet *s, uint32_t root,
                                uint32_t number, struct buf *title)
{
    const struct tabia_node_data data = tabia_book_node_data(s->book, root);
    const char *text = game_tags_chapter(s->book, &data);
    if (text)
        buf_add_text(title, text);
    else
        buf_addf(title, "Chapter %u", number);
}

/*
 * The opening that the chapter's tags give to it as a whole. The book has it as
 * the name of the last position, where it would stand too late.
 */
static void sheet_put_opening(struct sheet *s,
                              const struct tabia_node_data *root)
{
    const char *eco = game_tags_eco(root->tags, root->ntags);
    buf_reset(&s->opening);
    s->opening.limit = SIZE_MAX / 4;
    game_tags_add_opening(root->tags, root->ntags, &s->opening);
    if (!s->opening.size)
        return;
    sink_put_text(s->page, "<p class=\"s\">");
    if (eco)
        sink_printf(s->page, "%s ", eco);
    draw_escape(s->page, buf_text(&s->opening));
    sink_put_text(s->page, "</p>\n");
}

static void sheet_put_chapter(struct sheet *s, uint32_t root, uint32_t number,
                              bool is_only)
{
    struct tabia_pos pos, start;
    const uint32_t node = tabia_book_root_at(s->book, root);
    const struct tabia_node_data data = tabia_book_node_data(s->book, node);
    struct buf title = { .limit = SIZE_MAX / 4 };
    tabia_book_root_pos_at(s->book, root, &pos);
    tabia_pos_set_start(&start);
    sink_printf(s->page, "<section id=\"c%u\">\n", number);
    if (!is_only) {
        sheet_chapter_title(s, node, number, &title);
        sink_put_text(s->page, "<h2>");
        draw_escape(s->page, buf_text(&title));
        sink_put_text(s->page, "</h2>\n");
    }
    sheet_put_opening(s, &data);
    if (title.failed || s->opening.failed)
        s->page->failed =
            !buf_error(title.failed ? &title : &s->opening, s->err);
    buf_clear(&title);
    s->is_open = false;
    s->is_numbered = true;
    if (!tabia_pos_is_same(&pos, &start) || draw_has_shapes(data.comment))
        sheet_put_diagram(s, node, TABIA_NUMBER_NONE, TABIA_NUMBER_NONE, 0);
    if (data.comment)
        sheet_put_comment(s, data.comment);
    if (s->diagrams.size || s->text.size) {
        sink_put_text(s->page, "<div class=\"b\">\n");
        sheet_flush(s);
        sink_put_text(s->page, "</div>\n");
    }
}

/*
 * Walks all chapters. Roots that a move leads to come last, and only if no
 * line has come to them.
 */
static bool sheet_walk_all(struct sheet *s, uint32_t *nchapters, bool is_only)
{
    const size_t nnodes = tabia_book_node_count(s->book);
    uint8_t *seen = calloc(nnodes + 1, 1), *inside = calloc(nnodes + 1, 1);
    bool ok = (seen && inside) || error_nomem(s->err);
    s->nblocks = 0;
    *nchapters = 0;
    for (uint32_t i = 0; ok && i < tabia_book_edge_count(s->book); i++)
        inside[tabia_book_edge_target(s->book, i)] = true;
    for (int turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; ok && i < tabia_book_root_count(s->book); i++) {
            struct tabia_pos pos;
            const uint32_t root = tabia_book_root_at(s->book, i);
            if (inside[root] != turn || seen[root])
                continue;
            tabia_book_root_pos_at(s->book, i, &pos);
            s->first_ply =
                2 * ((uint32_t)(pos.fullmove > 0 ? pos.fullmove : 1) - 1) +
                (pos.turn == TABIA_BLACK);
            ++*nchapters;
            if (s->page)
                sheet_put_chapter(s, i, *nchapters, is_only);
            ok = sheet_walk(s, root, seen);
            if (s->page)
                sink_put_text(s->page, "</section>\n");
        }
    free(seen);
    free(inside);
    return ok;
}

/* ---- the sheet ------------------------------------------------------- */

static const char sheet_style[] =
    "<style>"
    "@page{margin:16mm}"
    "body{font:11pt/1.45 Georgia,'DejaVu Serif',serif;color:" DRAW_INK ";"
    "max-width:44em;margin:2em auto;padding:0 1em}"
    "h1{font-size:22pt;margin:0 0 .2em}"
    "h2{font-size:16pt;margin:1.6em 0 .4em;border-bottom:1px solid " DRAW_PLAIN
    "}"
    "h3{font-size:13pt;margin:.6em 0 .2em}h4{font-size:11pt;margin:.3em 0}"
    "h1,h2,h3,h4{break-after:avoid;line-height:1.2}"
    "section{columns:2 18em;column-gap:8mm}h2{column-span:all}"
    "p{margin:.25em 0;orphans:2;widows:2}"
    ".s{color:#59636f}"
    ".b{display:flow-root;overflow-wrap:break-word;margin:.5em 0;"
    "break-inside:avoid}"
    ".d2{margin-left:.8em}.d3{margin-left:1.6em}.d4{margin-left:2.4em}"
    ".d5{margin-left:3.2em}"
    ".l{display:inline-block;border:1px solid " DRAW_EDGE ";border-radius:3px;"
    "padding:0 .35em;font:bold .8em/1.4 sans-serif}"
    ".c{font-style:italic}"
    ".q{display:inline-block;text-align:center;line-height:.5;"
    "vertical-align:-.1em}"
    ".n{font-variant:small-caps}.v{color:#59636f;font-size:.9em}"
    "a{color:inherit;text-decoration:none;border-bottom:1px dotted}"
    "figure{float:right;clear:right;width:34mm;margin:.2em 0 .4em 1em;"
    "break-inside:avoid;text-align:center;font-size:9pt}"
    "svg{width:100%;display:block;print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}"
    ".board{fill:" DRAW_LIGHT ";stroke:" DRAW_INK "}"
    "text{font-family:'DejaVu Sans',sans-serif;text-anchor:middle;"
    "font-size:19px}"
    ".k{font-size:10px;fill:#59636f}"
    ".w{fill:#fff;stroke:#222;stroke-width:.6px}"
    "@media print{body{max-width:none;margin:0;padding:0}}"
    "</style>\n";

/* "me on lichess.org" for the address of a user there. */
static void sheet_put_author(struct sheet *s, const char *author)
{
    const char *site = strstr(author, "://"), *user = strstr(author, "/@/");
    const bool is_user = site && user && user > site && user[3];
    draw_escape(s->page, is_user ? user + 3 : author);
    if (is_user) {
        char host[64];
        snprintf(host, sizeof(host), "%.*s", (int)strcspn(site + 3, "/"),
                 site + 3);
        sink_put_text(s->page, " on ");
        draw_escape(s->page, host);
    }
    sink_put_text(s->page, " \xC2\xB7 ");
}

static void sheet_put_head(struct sheet *s, const char *title)
{
    const uint32_t npositions = tabia_book_position_count(s->book);
    const char *author = tabia_book_find_text(s->book, "author");
    const char *comment = tabia_book_find_text(s->book, "comment");
    sink_put_text(s->page, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
                           "<meta charset=\"utf-8\">"
                           "<meta name=\"viewport\" "
                           "content=\"width=device-width\"><title>");
    draw_escape(s->page, title);
    sink_put_text(s->page, "</title>");
    sink_put_text(s->page, sheet_style);
    sink_put_text(s->page, "</head><body>\n<h1>");
    draw_escape(s->page, title);
    sink_put_text(s->page, "</h1>\n<p class=\"s\">");
    if (s->has_side)
        sink_printf(s->page, "For %s \xC2\xB7 ",
                    s->color == TABIA_WHITE ? "White" : "Black");
    if (author)
        sheet_put_author(s, author);
    sink_printf(s->page, "%u %s</p>\n", npositions,
                plural(npositions, "position", "positions"));
    if (comment) {
        sink_put_text(s->page, "<p class=\"c\">");
        draw_escape(s->page, comment);
        sink_put_text(s->page, "</p>\n");
    }
}

bool draw_sheet(const struct tabia_book *book, const char *title,
                struct sink *dst, struct tabia_error *err)
{
    const char *side = tabia_book_find_text(book, "side");
    struct sheet s = {
        .book = book,
        .err = err,
        .text = { .limit = SIZE_MAX / 4 },
        .diagrams = { .limit = SIZE_MAX / 4 },
        .has_side = side && *side,
        .color = book_color(book),
    };
    uint32_t nchapters;
    s.is_flipped = s.has_side && s.color == TABIA_BLACK;
    s.homes = calloc((size_t)tabia_book_node_count(book) + 1, sizeof(*s.homes));
    bool ok = s.homes || error_nomem(err);
    ok = ok && sheet_walk_all(&s, &nchapters, false);
    if (ok) {
        s.page = dst;
        s.to_text = sink_to_buf(&s.text, err);
        s.to_diagrams = sink_to_buf(&s.diagrams, err);
        s.dst = &s.to_text;
        sheet_put_head(&s, title);
        ok = sheet_walk_all(&s, &nchapters, nchapters == 1);
        sink_put_text(dst, "</body></html>\n");
    }
    buf_clear(&s.text);
    buf_clear(&s.diagrams);
    buf_clear(&s.opening);
    free(s.homes);
    free(s.blocks);
    free(s.line);
    return ok && sink_ok(dst);
}
