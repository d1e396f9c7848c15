/*
 * move_view.h - a book's move with everything that people see of it
 */
#ifndef CLI_MOVE_VIEW_H
#define CLI_MOVE_VIEW_H

#include "format/format_contract.h"
#include "tabia/book.h"

struct buf;
struct json_writer;

/* A value; its texts belong to the book. */
struct move_view {
    struct tabia_move_data data;
    struct tabia_node_data after; // of the position that the move leads to
    char san[TABIA_SAN_SIZE];
    char uci[TABIA_UCI_SIZE];
    double share;   // how often it is chosen, 0 to 1; below 0: not known
    bool is_learnt; // 'learnt' has the learn data of an experience file
    struct format_learnt learnt;
};

/* Names the move; there is no share yet. */
void move_view_init(struct move_view *view, const struct tabia_pos *pos,
                    const struct tabia_book_move *entry,
                    struct tabia_node_data after);

/* "x", "?" or "". */
const char *move_view_mark(enum tabia_mark mark);

enum { MOVE_VIEW_EVAL_SIZE = 24 };

/* "+0.35" or "#-4", White's view; "" where there is none. Returns 'text'. */
const char *move_view_eval(const struct tabia_node_data *data,
                           char text[MOVE_VIEW_EVAL_SIZE]);

/* Adds "C84 Ruy Lopez: Closed", or as much of it as is known, in one line. */
void move_view_add_name(struct buf *text, const struct tabia_node_data *data);

/* Adds the annotations, "!?" or "$14". */
void move_view_add_nags(struct buf *text, const struct tabia_move_data *data);

/* Adds "WHITE/DRAWS/BLACK", and the games without a known result, if any. */
void move_view_add_results(struct buf *text,
                           const struct tabia_move_data *data);

/* Adds the members of the open object: the move and all that it carries. */
void move_view_put_json(struct json_writer *js, const struct move_view *view);

/* Parts of that: the attributes but those of the mask 'without', ... */
void move_view_put_json_data(struct json_writer *js,
                             const struct move_view *view, unsigned without);

/* ... and what was learnt, and the position after the move. */
void move_view_put_json_after(struct json_writer *js,
                              const struct move_view *view);

/* Adds name, eco, comment and evaluation of a position, where it has them. */
void move_view_put_json_position(struct json_writer *js,
                                 const struct tabia_node_data *data);

#endif
