/*
 * draw.h - coordinates for the positions of a book, and pictures of it
 *
 *     struct tabia_book *placed = tabia_book_layout(book, NULL, NULL, err);
 *     if (placed)
 *         done = tabia_book_draw(placed, NULL, &data, &size, err);
 *
 * The caller frees the new book and the picture.
 */
#ifndef TABIA_DRAW_H
#define TABIA_DRAW_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- coordinates ----------------------------------------------------- */

enum tabia_layout {
    TABIA_LAYOUT_TREE, // built-in: layers, linear time; runs no program
    TABIA_LAYOUT_AUTO, // dot; tree for large books or without Graphviz
    TABIA_LAYOUT_DOT,
    TABIA_LAYOUT_NEATO,
    TABIA_LAYOUT_FDP,
    TABIA_LAYOUT_SFDP,
    TABIA_LAYOUT_TWOPI,
    TABIA_LAYOUT_CIRCO,
};

enum { TABIA_DOT_POSITIONS_MAX = 2000 }; // positions that AUTO gives to dot

/* All-zero means the defaults. */
struct tabia_layout_options {
    enum tabia_layout layout;
    int timeout_ms; // that Graphviz may take; 0: 60,000
    uint64_t reserved[4];
};

/*
 * A copy of the book with coordinates for every position: x to the right, y
 * down, in points; layers are 129.6 apart. If Graphviz takes too long or is not
 * installed, the call fails; AUTO falls back to TREE. 'options' may be NULL;
 * 'used', if not NULL, gets the layout that was used.
 */
TABIA_API struct tabia_book *tabia_book_layout(
    const struct tabia_book *book, const struct tabia_layout_options *options,
    enum tabia_layout *used, struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- pictures -------------------------------------------------------- */

enum tabia_picture {
    TABIA_PICTURE_SVG,
    TABIA_PICTURE_HTML, // one page that loads nothing else
    TABIA_PICTURE_DOT,
    TABIA_PICTURE_PNG,   // by rsvg-convert or Graphviz
    TABIA_PICTURE_SHEET, // HTML to print: chapters, lines, comments, diagrams
};

/* All-zero means the defaults. */
struct tabia_draw_options {
    enum tabia_picture picture;
    bool boards;                     // small boards in the nodes
    const struct tabia_pos *current; // highlighted; may be NULL
    const char *title;               // UTF-8; NULL: that of the book
    uint64_t reserved[4];
};

/*
 * Draws a book, to memory that the caller frees by tabia_free. Every position
 * must have coordinates, except for a sheet.
 */
TABIA_API bool tabia_book_draw(const struct tabia_book *book,
                               const struct tabia_draw_options *options,
                               uint8_t **data, size_t *size,
                               struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
