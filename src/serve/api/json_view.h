/*
 * json_view.h - positions, moves and books as JSON, the same everywhere
 */
#ifndef SERVE_JSON_VIEW_H
#define SERVE_JSON_VIEW_H

#include "base/json_writer.h"
#include "serve/server_internal.h"

/* Like json_writer_pair_text, but skips the key for NULL. */
void json_view_put_optional_text(struct json_writer *js, const char *key,
                                 const char *text);

/* "key": null. */
void json_view_put_null(struct json_writer *js, const char *key);

/* "key": "2024-03". */
void json_view_put_month(struct json_writer *js, const char *key, unsigned year,
                         unsigned month);

/* A share from 0 to 1 with four digits. */
void json_view_put_share(struct json_writer *js, const char *key, double share);

/* A FEN, with an en-passant square only if a capture is legal. */
void json_view_put_fen(struct json_writer *js, const char *key,
                       const struct tabia_pos *pos);

/* "uci" (castling as king takes rook) and "san". */
void json_view_put_move(struct json_writer *js, const struct tabia_pos *pos,
                        tabia_move mv);

/* "key": {"uci", "san"}, or null for TABIA_MOVE_NONE. */
void json_view_put_move_of(struct json_writer *js, const char *key,
                           const struct tabia_pos *pos, tabia_move mv);

/*
 * The usual line to a position that a book reaches: "play", "start" if it does
 * not begin with the starting position, and "line", its last move with its
 * number ("3...c6").
 */
void json_view_put_line_to(struct json_writer *js,
                           const struct edition *edition, uint32_t position);

/* "opening": {"eco", "name"}, or null for NULL. */
void json_view_put_opening(struct json_writer *js,
                           const struct tabia_name *name);

/* "white", "draws", "black". */
void json_view_put_results(struct json_writer *js, struct tabia_tally results);

/* "eval": {"cp"} or {"mate"}, if there is one. */
void json_view_put_eval(struct json_writer *js,
                        const struct tabia_node_data *data);

/* "weight", "mark", "nags", "remark": those that are set. */
void json_view_put_data(struct json_writer *js,
                        const struct tabia_move_data *data);

/* "name", "eco", "comment", "eval", "depth": those that are set. */
void json_view_put_node(struct json_writer *js,
                        const struct tabia_node_data *data);

struct json_view_game_style {
    bool is_masters; // without speed and mode
    bool has_event;  // and the whole date
};

/* A game of a store: its id, winner, players, date, ... */
void json_view_put_game(struct json_writer *js,
                        const struct tabia_store_game *game,
                        const struct json_view_game_style *style);

/* An object as in /api/books. */
void json_view_put_volume(struct json_writer *js, const struct loan *loan);

#endif
