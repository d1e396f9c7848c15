/*
 * verb_show.c - tabia show
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/error.h"
#include "io/path.h"
#include "base/json.h"
#include "base/plural.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "tabia/chess.h"
#include "tabia/store.h"

#include "base/banned.h"

enum { FEN, MOVES, GAME, GAMES };

static const struct option_spec options[] = {
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [GAME] = { .name = "game",
               .kind = OPTION_TEXT,
               .value = "ID",
               .help = "print the PGN of this game of the store instead, from "
                       "the file that it was read from" },
    [GAMES] = { .name = "games",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .repeats = true,
                .help = "with --game: a PGN file that the store was built "
                        "from, if it is neither in this folder nor beside "
                        "the store" },
};

/* A legal move with both its names. */
struct named_move {
    char san[TABIA_SAN_SIZE];
    char uci[TABIA_UCI_SIZE];
};

struct scene {
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    struct named_move moves[TABIA_MOVES_MAX];
    size_t nmoves;
    bool in_check;
};

static int by_san(const void *a, const void *b)
{
    const struct named_move *x = a, *y = b;
    return strcmp(x->san, y->san);
}

static void name_moves(struct scene *scene)
{
    tabia_move moves[TABIA_MOVES_MAX];
    bool chess960 = cli_is_chess960(&scene->pos);
    scene->nmoves = tabia_pos_legal_moves(&scene->pos, moves);
    for (size_t i = 0; i < scene->nmoves; i++) {
        tabia_san_print(&scene->pos, moves[i], scene->moves[i].san);
        tabia_uci_print(&scene->pos, moves[i], chess960, scene->moves[i].uci);
    }
    // SAN tells all legal moves apart, so the order is total.
    qsort(scene->moves, scene->nmoves, sizeof(scene->moves[0]), by_san);
}

/* "checkmate", "stalemate", "check", or "". */
static const char *state_of(const struct scene *scene)
{
    if (scene->nmoves == 0)
        return scene->in_check ? "checkmate" : "stalemate";
    return scene->in_check ? "check" : "";
}

static const char *side_of(const struct scene *scene)
{
    return scene->pos.turn == TABIA_WHITE ? "White" : "Black";
}

/* Indexed by tabia_piece; White's are the outlined ones. */
static const char *const glyphs[] = {
    "·", "·", "♙", "♟", "♘", "♞", "♗", "♝", "♖", "♜", "♕", "♛", "♔", "♚",
};

/*
 * On coloured squares the filled glyphs serve both sides, because outlines
 * are hard to see there.
 */
static void print_square(tabia_piece piece, int sq, bool colour)
{
    if (!colour) {
        printf(" %s", glyphs[piece]);
        return;
    }
    bool is_light = (sq / 8 + sq % 8) % 2 != 0;
    bool is_white = tabia_piece_color(piece) == TABIA_WHITE;
    printf("\x1b[48;5;%d;38;5;%dm %s \x1b[0m", is_light ? 180 : 137,
           is_white ? 231 : 16, piece ? glyphs[piece | 1] : " ");
}

static void print_board(const struct tabia_pos *pos, bool colour)
{
    for (int rank = 7; rank >= 0; rank--) {
        printf("%d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            int sq = 8 * rank + file;
            print_square(pos->board[sq], sq, colour);
        }
        putchar('\n');
    }
    fputs("  ", stdout);
    for (int file = 0; file < 8; file++)
        printf(colour ? " %c " : " %c", 'a' + file);
    putchar('\n');
}

static enum cli_status print_moves(const struct scene *scene)
{
    struct buf line = { .limit = 1 << 16 };
    for (size_t i = 0; i < scene->nmoves; i++)
        buf_addf(&line, "%s%s", i ? " " : "", scene->moves[i].san);
    bool failed = line.failed;
    if (!failed && scene->nmoves > 0)
        cli_wrap(stdout, buf_text(&line), 0, 0, cli_width(stdout) - 1);
    buf_clear(&line);
    return failed ? cli_fail(CLI_FAILED, "out of memory") : CLI_DONE;
}

static enum cli_status print_text(const struct scene *scene)
{
    const char *state = state_of(scene);
    print_board(&scene->pos, cli_colour(stdout));
    printf("\nFEN  %s\nkey  %016" PRIx64 "\n\n%s to move, ", scene->fen,
           tabia_pos_key(&scene->pos), side_of(scene));
    if (*state)
        printf("%s, ", state);
    printf("%zu legal %s\n", scene->nmoves,
           plural(scene->nmoves, "move", "moves"));
    return print_moves(scene);
}

static enum cli_status print_json(const struct scene *scene)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;

    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_pair_text(&js, "fen", scene->fen);
    json_key(&js, "key");
    json_put_hex64(&js, tabia_pos_key(&scene->pos));
    json_pair_text(&js, "turn",
                   scene->pos.turn == TABIA_WHITE ? "white" : "black");
    json_pair_text(&js, "state", *state_of(scene) ? state_of(scene) : NULL);
    json_key(&js, "moves");
    json_begin_array(&js);
    for (size_t i = 0; i < scene->nmoves; i++) {
        json_begin_object(&js);
        json_pair_text(&js, "san", scene->moves[i].san);
        json_pair_text(&js, "uci", scene->moves[i].uci);
        json_end(&js);
    }
    json_end(&js);
    json_end(&js);
    return CLI_DONE;
}

/* ---- a game of a store ----------------------------------------------- */

/* From the files of --games, or where the library looks for it. */
static bool read_game(const struct args *args, const struct tabia_store *store,
                      uint64_t number, char **text, size_t *size,
                      struct tabia_error *err)
{
    const char *games[OPTIONS_REPEATED + 1];
    struct tabia_store_game game;
    options_collect(args, GAMES, games);
    if (!games[0])
        return tabia_store_game_text(store, args->operands[0], number, text,
                                     size, err);
    if (!tabia_store_game(store, number, &game, err))
        return false;
    const char *path = path_find(games, game.source);
    if (path)
        return tabia_store_game_text_in(path, &game, UINT64_MAX, text, size,
                                        err);
    return error_set(err, TABIA_IO,
                     "the game is in '%.120s', which --games does not name",
                     game.source);
}

static enum cli_status print_game(const struct args *args,
                                  const struct tabia_store *store)
{
    struct tabia_error err = { 0 };
    char *text;
    size_t size;
    const char *id = args->values[GAME].text;
    const uint64_t game = tabia_store_game_find(store, id);
    if (game == TABIA_NO_GAME)
        return cli_fail(CLI_NO, "%s: there is no game '%.40s'",
                        args->operands[0], id);
    if (!read_game(args, store, game, &text, &size, &err))
        return cli_error_in(&err, "");
    fwrite(text, 1, size, stdout);
    free(text);
    return CLI_DONE;
}

static enum cli_status show_game(const struct args *args)
{
    const struct option_value *values = args->values;
    struct tabia_error err = { 0 };
    if (args->noperands == 0 || !values[GAME].given)
        return cli_misuse(args->verb, "--game ID and STORE belong together");
    if (values[FEN].given || values[MOVES].given || args->json)
        return cli_misuse(args->verb, "a game is printed as it is");
    struct tabia_store *store = tabia_store_open(args->operands[0], &err);
    if (!store)
        return cli_error_in(&err, "");
    const enum cli_status status = print_game(args, store);
    tabia_store_close(store);
    return status;
}

static enum cli_status run(const struct args *args)
{
    if (args->noperands > 0 || args->values[GAME].given ||
        args->values[GAMES].given)
        return show_game(args);
    struct scene scene;
    enum cli_status status = cli_position(&scene.pos, args->values[FEN].text);
    if (status == CLI_DONE)
        status = cli_play(&scene.pos, args->values[MOVES].text);
    if (status != CLI_DONE)
        return status;

    tabia_pos_to_fen(&scene.pos, 0, scene.fen);
    scene.in_check = tabia_pos_in_check(&scene.pos);
    name_moves(&scene);
    return args->json ? print_json(&scene) : print_text(&scene);
}

const struct verb verb_show = {
    .name = "show",
    .summary = "draw a position and list its legal moves",
    .operands = "[STORE]",
    .description =
        "Draws the board, and prints the position as FEN, its PolyGlot key "
        "and all legal moves in SAN. FENs that are incomplete or claim "
        "impossible castling rights are repaired.\n"
        "With --game it prints a game of a store as it stands in its file. "
        "'tabia find STORE --samples' tells the ids of games.",
    .example = "tabia show --moves \"e4 c5 Nf3\"\n"
               "tabia show games.tabia --game LA4Joxgg --games games.pgn",
    .max_operands = 1,
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
