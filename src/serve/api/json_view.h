/*
 * json_view.h - positions, moves and books as JSON, the same everywhere
 */
#ifndef SERVE_JSON_VIEW_H
#define SERVE_JSON_VIEW_H

#include "base/json.h"
#include "serve/server_def.h"

/* "key": value, in the open object, as json_pair_*; NULL is left out. */
void json_view_text(struct json *js, const char *key, const char *text);

/* "key": null. */
void json_view_null(struct json *js, const char *key);

/* A share from 0 to 1 with four digits. */
void json_view_share(struct json *js, const char *key, double share);

/* "fen", without a double step that nobody can capture. */
void json_view_fen(struct json *js, const char *key,
                   const struct tabia_pos *pos);

/* "uci" (castling as king takes rook) and "san". */
void json_view_move(struct json *js, const struct tabia_pos *pos,
                    tabia_move mv);

/* "opening": {"eco", "name"}, or null for NULL. */
void json_view_opening(struct json *js, const struct tabia_name *name);

/* "white", "draws", "black". */
void json_view_results(struct json *js, struct tabia_results results);

/* "eval": {"cp"} or {"mate"}, where there is one. */
void json_view_eval(struct json *js, const struct tabia_node_data *data);

/* "weight", "mark", "nags", "remark": what there is. */
void json_view_data(struct json *js, const struct tabia_move_data *data);

/* "name", "eco", "comment", "eval", "depth": what there is. */
void json_view_node(struct json *js, const struct tabia_node_data *data);

/* An object as in /api/books. */
void json_view_volume(struct json *js, const struct loan *loan);

/* "losses": [{"count", "what"}]. */
void json_view_losses(struct json *js, const struct tabia_report *report);

#endif
