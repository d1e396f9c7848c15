/*
 * api.h - the handlers of all endpoints; docs/http.md has the contract
 */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "serve/server_internal.h"

/* One line per file, with whose name its handlers begin. */
route_fn api_books;
route_fn api_edit, api_edit_preview, api_edit_undo, api_edit_redo;
route_fn api_edit_save;
route_fn api_evaluate;
route_fn api_export, api_export_losses;
route_fn api_find;
route_fn api_game, api_game_pgn;
route_fn api_games;
route_fn api_graph, api_graph_tree;
route_fn api_here;
route_fn api_holes;
route_fn api_import, api_import_close;
route_fn api_lines;
route_fn api_live;
route_fn api_new;
route_fn api_outline;
route_fn api_pick;
route_fn api_players;
route_fn api_practice, api_practice_answer;
route_fn api_practice_export;
route_fn api_practice_import;
route_fn api_practice_overview;
route_fn api_practice_solved;
route_fn api_puzzles;
route_fn api_reply;
route_fn api_review;
route_fn api_search;
route_fn api_server_health, api_server_metrics, api_server_session;
route_fn api_sheet;

/* As on Lichess: explorer.c, explorer_history.c. */
route_fn explorer_masters, explorer_lichess, explorer_player;
route_fn explorer_history;

#endif
