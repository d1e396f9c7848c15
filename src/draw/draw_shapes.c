/*
 * draw_shapes.c - arrows and circles of a comment, on the board of a diagram
 *
 * As Lichess, ChessBase and the page have them: "[%cal Ge2e4,Rd7d5]" is a green
 * and a red arrow, "[%csl Yf7]" a yellow circle.
 */
#include <math.h>
#include <string.h>

#include "draw/draw_internal.h"

#include "base/banned.h"

enum { SQUARE_LEN = 2 };

struct shape {
    const char *color;
    int from, to; // squares, from a1; the same for a circle
};

/* Where shapes are drawn. */
struct shape_board {
    double left, top, side;
    bool is_flipped;
};

static const char *shape_color(char letter)
{
    switch (letter) {
    case 'G':
        return "#15781b";
    case 'R':
        return "#a02020";
    case 'Y':
        return "#d08000";
    case 'B':
        return "#104090";
    default:
        return NULL;
    }
}

/* A square, or -1. */
static int read_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8'
               ? (text[1] - '1') * 8 + text[0] - 'a'
               : -1;
}

/* The next shape of a command's list; false at its end. */
static bool next_shape(const char **text, bool is_arrow, struct shape *shape)
{
    const char *p = *text;
    while (*p && *p != ']') {
        const char *word = p;
        const size_t len = strcspn(p, ",] ");
        p += len;
        p += strspn(p, ", ");
        if (len != (is_arrow ? 1 + 2 * SQUARE_LEN : 1 + SQUARE_LEN))
            continue;
        *shape = (struct shape){
            .color = shape_color(word[0]),
            .from = read_square(&word[1]),
            .to = read_square(&word[is_arrow ? 1 + SQUARE_LEN : 1]),
        };
        if (shape->color && shape->from >= 0 && shape->to >= 0) {
            *text = p;
            return true;
        }
    }
    return false;
}

/* The list of the next command of arrows or circles, or NULL. */
static const char *next_command(const char *text, bool *is_arrow)
{
    while (text && (text = strstr(text, "[%c"))) {
        *is_arrow = strncmp(text, "[%cal ", 6) == 0;
        if (*is_arrow || strncmp(text, "[%csl ", 6) == 0)
            return text + 6;
        text += 3;
    }
    return NULL;
}

bool draw_has_shapes(const char *comment)
{
    struct shape shape;
    bool is_arrow;
    const char *list = comment;
    while ((list = next_command(list, &is_arrow)))
        if (next_shape(&list, is_arrow, &shape))
            return true;
    return false;
}

static double shape_x(const struct shape_board *b, int square)
{
    const int file = square % 8;
    return b->left + ((b->is_flipped ? 7 - file : file) + 0.5) * b->side;
}

static double shape_y(const struct shape_board *b, int square)
{
    const int rank = square / 8;
    return b->top + ((b->is_flipped ? rank : 7 - rank) + 0.5) * b->side;
}

static void put_attribute(struct sink *dst, const char *name, double value)
{
    sink_printf(dst, " %s=\"", name);
    draw_number(dst, value);
    sink_put_char(dst, '"');
}

static void put_point(struct sink *dst, char command, double x, double y)
{
    sink_put_char(dst, command);
    draw_number(dst, x);
    sink_put_char(dst, ' ');
    draw_number(dst, y);
}

static void put_circle(struct sink *dst, const struct shape_board *b,
                       const struct shape *shape)
{
    sink_put_text(dst, "<circle");
    put_attribute(dst, "cx", shape_x(b, shape->from));
    put_attribute(dst, "cy", shape_y(b, shape->from));
    put_attribute(dst, "r", b->side * 0.44);
    put_attribute(dst, "stroke-width", b->side * 0.1);
    sink_printf(dst, " stroke=\"%s\" fill=\"none\"/>", shape->color);
}

/* A line to the head, and the head: a triangle that ends in the square. */
static void put_arrow(struct sink *dst, const struct shape_board *b,
                      const struct shape *shape)
{
    const double x = shape_x(b, shape->from), y = shape_y(b, shape->from);
    const double dx = shape_x(b, shape->to) - x;
    const double dy = shape_y(b, shape->to) - y;
    const double len = sqrt(dx * dx + dy * dy);
    const double ux = dx / len, uy = dy / len;
    const double half = b->side * 0.26; // of the head's width
    const double end = len - b->side * 0.5;
    const double end_x = x + ux * end, end_y = y + uy * end;
    sink_printf(dst, "<g opacity=\".8\" stroke=\"%s\" fill=\"%s\"><path",
                shape->color, shape->color);
    put_attribute(dst, "stroke-width", b->side * 0.16);
    sink_put_text(dst, " d=\"");
    put_point(dst, 'M', x + ux * half, y + uy * half);
    put_point(dst, 'L', end_x, end_y);
    sink_put_text(dst, "\"/><path stroke=\"none\" d=\"");
    put_point(dst, 'M', x + dx, y + dy);
    put_point(dst, 'L', end_x - uy * half, end_y + ux * half);
    put_point(dst, 'L', end_x + uy * half, end_y - ux * half);
    sink_put_text(dst, "z\"/></g>");
}

void draw_svg_shapes(struct sink *dst, const char *comment, double left,
                     double top, double side, bool is_flipped)
{
    const struct shape_board b = { left, top, side, is_flipped };
    const char *list = comment;
    struct shape shape;
    bool is_arrow;
    while ((list = next_command(list, &is_arrow)))
        while (next_shape(&list, is_arrow, &shape))
            (shape.from == shape.to ? put_circle : put_arrow)(dst, &b, &shape);
}
