/*
 * draw_internal.h - a book as nodes and edges, and the pictures made of it
 *
 * A function draw_KIND_... is in draw_KIND.c; draw.c has the rest.
 */
#ifndef DRAW_DRAW_INTERNAL_H
#define DRAW_DRAW_INTERNAL_H

#include "base/buf.h"
#include "base/sink.h"
#include "format/puzzle/puzzles.h"
#include "tabia/draw.h"

/* Sizes in points. */
enum {
    DRAW_RADIUS = 15,
    DRAW_BOARD = 56,  // the side of a small board
    DRAW_MARGIN = 60, // around the graph
    DRAW_HEAD = 72,   // above it, for the title and the legend
    DRAW_MIN_WIDTH = 880,
    DRAW_FAR = 1000 * 1000 * 1000, // maximum distance from the origin
    DRAW_COLOR_SIZE = 8,
    DRAW_EVAL_SIZE = 24,
};

struct draw_node {
    struct tabia_pos pos;
    struct tabia_node_data data;
    double x, y; // in the picture
    bool is_start, is_current;
};

struct draw_edge {
    uint32_t from, to; // nodes
    char san[TABIA_SAN_SIZE];
    const char *remark;
    bool is_extra; // another move leads to the same position
};

struct drawing {
    const struct tabia_draw_options *options;
    const char *title;
    struct draw_node *nodes;
    struct draw_edge *edges;
    uint32_t nnodes, nedges;
    double width, height;
};

/* The colours, for all kinds of pictures: those of the page's map. */
#define DRAW_START   "#23704a"
#define DRAW_CURRENT "#1b6680"
#define DRAW_PLAIN   "#a89f90"
#define DRAW_EDGE    "#a89f90"
#define DRAW_EXTRA   "#b5651d"
#define DRAW_INK     "#24211c"
#define DRAW_PAPER   "#fffdf9"
#define DRAW_DARK    "#b58c66" // squares
#define DRAW_LIGHT   "#eedfc4"

/* A node's colour: start, current, else by evaluation. */
void draw_color(const struct draw_node *node, char color[DRAW_COLOR_SIZE]);

/* "+0.26", "-1.20", "#5", "-#3"; empty without an evaluation. */
void draw_eval(const struct draw_node *node, char text[DRAW_EVAL_SIZE]);

/* Writes text for XML and HTML; control characters become spaces. */
void draw_escape(struct sink *dst, const char *text);

/* Writes a number with one decimal, independent of the locale. */
void draw_number(struct sink *dst, double value);

/* The letter of a piece in FEN, or 0 for an empty square; 0 is a8. */
char draw_piece(const struct tabia_pos *pos, int square);

/* Writes an SVG text element with a class. */
void draw_svg_text(struct sink *dst, const char *class, double x, double y,
                   const char *text);

/*
 * Writes the dark squares and the pieces of a board as SVG; a square is 'side'
 * wide. Uses the classes "p" for pieces and "w" for White's. Black is at the
 * bottom of a board that is flipped.
 */
void draw_svg_board(struct sink *dst, const struct tabia_pos *pos, double left,
                    double top, double side, bool is_flipped);

/*
 * Writes the names of files and ranks below and left of such a board, in the
 * class "k", whose letters are 'size' high.
 */
void draw_svg_coordinates(struct sink *dst, double left, double top,
                          double side, double size, bool is_flipped);

/*
 * Writes the arrows and circles of a comment ("[%cal Ge2e4] [%csl Rf7]", or
 * NULL) on such a board. The other is true if there are any.
 */
void draw_svg_shapes(struct sink *dst, const char *comment, double left,
                     double top, double side, bool is_flipped);
bool draw_has_shapes(const char *comment);

/* Write the picture. 'is_page': as part of an HTML page. */
void draw_svg(const struct drawing *d, bool is_page, struct sink *dst);
void draw_html(const struct drawing *d, struct sink *dst);
void draw_dot(const struct drawing *d, struct sink *dst);

/* Writes the whole book as a page to print. */
bool draw_sheet(const struct tabia_book *book, const char *title,
                struct sink *dst, struct tabia_error *err);

/* Runs a program that turns a picture into PNG. */
bool draw_png(const struct drawing *d, struct buf *png,
              struct tabia_error *err);

/* Runs a program that turns SVG into PNG. */
bool draw_png_from_svg(const struct buf *svg, struct buf *png,
                       struct tabia_error *err);

/*
 * Writes a position as a picture of its own: a board with the names of files
 * and ranks.
 */
void draw_puzzle_diagram(const struct tabia_pos *pos, bool is_flipped,
                         struct sink *dst);

/*
 * Draws a puzzle as a board with the side to move and all its texts; 'title'
 * may be NULL. SVG and PNG only, PNG by rsvg-convert. The caller frees the data
 * with free().
 */
bool draw_puzzle(const struct puzzle *puzzle, enum tabia_picture picture,
                 const char *title, char **data, size_t *size,
                 struct tabia_error *err);

#endif
