/*
 * draw_puzzle.c - a board alone, and a puzzle as a board with its texts
 *
 * In a puzzle White is always at the bottom; whose move it is stands below.
 */
#include <string.h>

#include "base/error_internal.h"
#include "draw/draw_internal.h"
#include "format/puzzle/puzzles.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

/* Sizes in points. */
enum {
    SQUARE = 44,
    BOARD = 8 * SQUARE,
    LEFT = 40,
    TOP = 60,
    WIDTH = BOARD + 2 * LEFT,
    LINE = 22,
    NAMES = 12,               // of files and ranks
    BELOW = TOP + BOARD + 54, // the line with the side to move
};

static const char style[] =
    "<style>"
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:" DRAW_INK "}"
    ".t{font-size:20px;font-weight:bold}"
    ".k{font-size:12px;text-anchor:middle;fill:" DRAW_EDGE "}"
    ".m{font-size:15px;font-weight:bold}"
    ".d{font-size:15px;white-space:pre}"
    ".s{font-size:15px;white-space:pre;fill:" DRAW_EXTRA "}"
    ".p{font-size:42px;text-anchor:middle}"
    ".w{fill:#fff;stroke:#222;stroke-width:1px}"
    "</style>\n";

/* The texts may have any encoding; a picture is UTF-8. */
static void puzzle_put_line(const char *text, const char *class, double y,
                            struct sink *dst)
{
    struct buf line = { .limit = 4096 };
    foreign_text_add(&line, text, strlen(text));
    if (buf_add_char(&line, '\0'))
        draw_svg_text(dst, class, LEFT, y, line.data);
    else
        dst->failed = !buf_error(&line, dst->err);
    buf_clear(&line);
    sink_put_char(dst, '\n');
}

/* Writes the lines that are not empty; returns the y of the next one. */
static double puzzle_put_lines(const char *const *lines, size_t n,
                               const char *class, double y, struct sink *dst)
{
    for (size_t i = 0; i < n; i++)
        if (*lines[i]) {
            puzzle_put_line(lines[i], class, y, dst);
            y += LINE;
        }
    return y;
}

static int puzzle_count_lines(const struct puzzle *puzzle)
{
    int n = 0;
    for (size_t i = 0; i < PUZZLE_DESCRIPTIONS; i++)
        n += *puzzle->description[i] != '\0';
    for (size_t i = 0; i < PUZZLE_SOLUTIONS; i++)
        n += *puzzle->solution[i] != '\0';
    return n;
}

/* The board in its frame, with the names of files and ranks. */
static void put_framed_board(struct sink *dst, const struct tabia_pos *pos,
                             int top, bool is_flipped)
{
    sink_printf(dst,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                "fill=\"" DRAW_LIGHT "\" stroke=\"" DRAW_INK "\" "
                "stroke-width=\"2\"/>\n",
                LEFT, top, BOARD, BOARD);
    draw_svg_board(dst, pos, LEFT, top, SQUARE, is_flipped);
    sink_put_char(dst, '\n');
    draw_svg_coordinates(dst, LEFT, top, SQUARE, NAMES, is_flipped);
    sink_put_char(dst, '\n');
}

static void put_svg_head(struct sink *dst, int height)
{
    sink_printf(dst,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d "
                "%d\" width=\"%d\" height=\"%d\">\n",
                WIDTH, height, WIDTH, height);
    sink_put_text(dst, style);
    sink_put_text(dst, "<rect width=\"100%\" height=\"100%\" fill=\"" DRAW_PAPER
                       "\"/>\n");
}

void draw_puzzle_diagram(const struct tabia_pos *pos, bool is_flipped,
                         struct sink *dst)
{
    put_svg_head(dst, BOARD + 2 * LINE + LINE / 2);
    put_framed_board(dst, pos, LINE, is_flipped);
    sink_put_text(dst, "</svg>\n");
}

bool draw_puzzle(const struct puzzle *puzzle, enum tabia_picture picture,
                 const char *title, char **data, size_t *size,
                 struct tabia_error *err)
{
    struct buf svg = { .limit = SIZE_MAX / 4 }, png = svg;
    if (picture != TABIA_PICTURE_SVG && picture != TABIA_PICTURE_PNG)
        return error_set(err, TABIA_ERR_MISUSE,
                         "a puzzle can be drawn as SVG or PNG");
    struct sink dst = sink_to_buf(&svg, err);
    const int height =
        BELOW + (puzzle_count_lines(puzzle) + 1) * LINE + LINE / 2;
    put_svg_head(&dst, height);
    puzzle_put_line(title ? title : "Puzzle", "t", 38, &dst);
    put_framed_board(&dst, &puzzle->pos, TOP, false);
    const bool is_white = puzzle->pos.turn == TABIA_WHITE;
    sink_printf(&dst,
                "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\" "
                "stroke=\"" DRAW_INK "\" stroke-width=\"1.5\"/>",
                LEFT + 8, BELOW - 5, is_white ? "#ffffff" : "#2b2f36");
    draw_svg_text(&dst, "m", LEFT + 24, BELOW,
                  is_white ? "White to move" : "Black to move");
    sink_put_char(&dst, '\n');
    const double y = puzzle_put_lines(puzzle->description, PUZZLE_DESCRIPTIONS,
                                      "d", BELOW + LINE + 4, &dst);
    puzzle_put_lines(puzzle->solution, PUZZLE_SOLUTIONS, "s", y + 6, &dst);
    sink_put_text(&dst, "</svg>\n");
    bool ok = sink_ok(&dst);
    struct buf *out = &svg;
    if (ok && picture == TABIA_PICTURE_PNG) {
        out = &png;
        ok = draw_png_from_svg(&svg, &png, err);
    }
    if (ok) {
        *data = out->data;
        *size = out->size;
        *out = (struct buf){ 0 };
    }
    buf_clear(&svg);
    buf_clear(&png);
    return ok;
}
