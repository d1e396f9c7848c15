/*
 * routes.c - which handler serves which path
 */
#include "serve/routes.h"

#include <string.h>

#include "base/compiler.h"
#include "serve/api/api.h"

#include "base/banned.h"

#define EXPLORE  (ROUTE_CACHED | ROUTE_CORS_ANY)
#define MASTERS  (EXPLORE | ROUTE_NO_RATINGS | ROUTE_NO_SPEEDS)
#define PLAYER   (EXPLORE | ROUTE_NO_RATINGS)
#define READ     (ROUTE_CACHED | ROUTE_CORS_LISTED)
#define PRACTICE (ROUTE_OWN_PAGE | ROUTE_VISITOR)

static const struct route routes[] = {
    { "/masters", CALL_GET, ROUTE_AT_ONCE, MASTERS, explorer_masters },
    { "/master", CALL_GET, ROUTE_AT_ONCE, MASTERS, explorer_masters },
    { "/lichess", CALL_GET, ROUTE_AT_ONCE, EXPLORE, explorer_lichess },
    { "/lichess/history", CALL_GET, ROUTE_AT_ONCE, EXPLORE, explorer_history },
    { "/player", CALL_GET, ROUTE_SLOW, PLAYER, explorer_player },
    { "/personal", CALL_GET, ROUTE_SLOW, PLAYER, explorer_player },
    { "/masters/pgn/", CALL_GET, ROUTE_SLOW, EXPLORE | ROUTE_PREFIX,
      api_game_pgn },
    { "/master/pgn/", CALL_GET, ROUTE_SLOW, EXPLORE | ROUTE_PREFIX,
      api_game_pgn },
    { "/api/books", CALL_GET, ROUTE_AT_ONCE, READ, api_books },
    { "/api/find", CALL_GET, ROUTE_AT_ONCE, READ, api_find },
    { "/api/here", CALL_GET, ROUTE_AT_ONCE, READ, api_here },
    { "/api/outline", CALL_GET, ROUTE_AT_ONCE, READ, api_outline },
    { "/api/pick", CALL_GET, ROUTE_SLOW, READ, api_pick },
    { "/api/graph", CALL_GET, ROUTE_SLOW, READ, api_graph },
    { "/api/tree", CALL_GET, ROUTE_SLOW, READ, api_graph_tree },
    { "/api/search", CALL_GET, ROUTE_SLOW, READ, api_search },
    { "/api/players", CALL_GET, ROUTE_SLOW, READ, api_players },
    { "/api/lines", CALL_GET, ROUTE_SLOW, READ, api_lines },
    { "/api/holes", CALL_GET, ROUTE_SLOW, READ, api_holes },
    { "/api/reply", CALL_GET, ROUTE_SLOW, READ, api_reply },
    { "/api/practice", CALL_POST, ROUTE_SLOW, PRACTICE, api_practice },
    { "/api/practice/answer", CALL_POST, ROUTE_SLOW, PRACTICE,
      api_practice_answer },
    { "/api/practice/overview", CALL_POST, ROUTE_SLOW, PRACTICE,
      api_practice_overview },
    { "/api/practice/solved", CALL_POST, ROUTE_SLOW, PRACTICE,
      api_practice_solved },
    { "/api/practice/export", CALL_POST, ROUTE_SLOW, PRACTICE,
      api_practice_export },
    { "/api/practice/import", CALL_POST, ROUTE_UPLOAD, PRACTICE,
      api_practice_import },
    { "/api/puzzles", CALL_GET, ROUTE_SLOW, READ, api_puzzles },
    { "/api/game", CALL_GET, ROUTE_SLOW, READ, api_game },
    { "/api/games", CALL_GET, ROUTE_SLOW, READ, api_games },
    { "/api/export", CALL_GET, ROUTE_SLOW, READ, api_export },
    { "/api/sheet", CALL_GET, ROUTE_SLOW, READ, api_sheet },
    { "/api/losses", CALL_GET, ROUTE_SLOW, READ, api_export_losses },
    { "/api/session", CALL_GET, ROUTE_AT_ONCE, ROUTE_OWN_PAGE,
      api_server_session },
    { "/api/edit", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_edit },
    { "/api/new", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_new },
    { "/api/preview", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_edit_preview },
    { "/api/undo", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_edit_undo },
    { "/api/redo", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_edit_redo },
    { "/api/save", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_edit_save },
    { "/api/import", CALL_POST, ROUTE_UPLOAD, ROUTE_WRITES, api_import },
    { "/api/review", CALL_POST, ROUTE_UPLOAD, ROUTE_WRITES, api_review },
    { "/api/close", CALL_POST, ROUTE_SLOW, ROUTE_WRITES, api_import_close },
    { "/api/evaluate", CALL_POST, ROUTE_IN_ENGINE, ROUTE_WRITES, api_evaluate },
    { "/api/live", CALL_POST, ROUTE_SLOW, ROUTE_WRITES | ROUTE_LIVE, api_live },
    { "/health", CALL_GET, ROUTE_AT_ONCE, ROUTE_CORS_ANY, api_server_health },
    { "/metrics", CALL_GET, ROUTE_AT_ONCE, 0, api_server_metrics },
};

const struct route *route_find(const char *path)
{
    for (size_t i = 0; path && i < COUNT_OF(routes); i++) {
        const struct route *route = &routes[i];
        const size_t len = strlen(route->path);
        if (route->flags & ROUTE_PREFIX ? strncmp(path, route->path, len) == 0
                                        : strcmp(path, route->path) == 0)
            return route;
    }
    return NULL;
}
