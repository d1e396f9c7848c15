/*
 * verb_show.c - tabia show
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/chess_words.h"
#include "cli/cli_pos.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/board_text.h"
#include "cli/view/verb_output.h"
#include "io/path.h"
#include "store/store_internal.h"
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
               .help = "print this game of the store as PGN, read from "
                       "its original file" },
    [GAMES] = { .name = "games",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .repeats = true,
                .help = "with --game: a PGN file that the store was built "
                        "from, if it is neither in this folder nor next to "
                        "the store" },
};

/* A legal move with both its names. */
struct named_move {
    char san[TABIA_SAN_SIZE];
    char uci[TABIA_UCI_SIZE];
};

static int by_san(const void *a, const void *b)
{
    const struct named_move *x = a, *y = b;
    return strcmp(x->san, y->san);
}

/* Lists the legal moves by SAN, which no two of them share. */
static size_t name_moves(const struct tabia_pos *pos, struct named_move *list)
{
    tabia_move moves[TABIA_MOVES_MAX];
    const bool chess960 = cli_pos_is_chess960(pos);
    const size_t n = tabia_pos_legal_moves(pos, moves);
    for (size_t i = 0; i < n; i++) {
        tabia_san_print(pos, moves[i], list[i].san);
        tabia_uci_print(pos, moves[i], chess960, list[i].uci);
    }
    qsort(list, n, sizeof(*list), by_san);
    return n;
}

static enum cli_status put_shown_position(const struct args *args,
                                          const struct tabia_pos *pos)
{
    static const struct verb_output_column columns[] = { { "san", NULL, 'l' },
                                                         { "uci", NULL, 'l' } };
    struct named_move moves[TABIA_MOVES_MAX];
    const size_t n = name_moves(pos, moves);
    const bool in_check = tabia_pos_is_in_check(pos);
    const char *state = !n         ? in_check ? "checkmate" : "stalemate"
                        : in_check ? "check"
                                   : "";
    char fen[TABIA_FEN_SIZE];
    struct buf line = { .limit = 1 << 16 };
    struct verb_output out;
    tabia_fen_print(pos, 0, fen);
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    if (!out.js)
        board_text_print(pos, TABIA_WHITE, cli_uses_color(stdout));
    verb_output_gap(&out);
    verb_output_add(&out, "fen", NULL, fact_text(fen));
    verb_output_line(&out, "FEN  %s", fen);
    verb_output_add(&out, "key", "key", fact_hex(tabia_pos_key(pos)));
    verb_output_gap(&out);
    verb_output_add(&out, "turn", NULL,
                    fact_text(chess_words_color(pos->turn)));
    verb_output_add(&out, "state", NULL, fact_some(state));
    verb_output_line(&out, "%s to move, %s%s%zu legal %s",
                     pos->turn == TABIA_WHITE ? "White" : "Black", state,
                     *state ? ", " : "", n, plural(n, "move", "moves"));
    verb_output_table(&out, "moves", columns, COUNT_OF(columns));
    for (size_t i = 0; i < n; i++) {
        verb_output_cell(&out, fact_text(moves[i].san));
        verb_output_cell(&out, fact_text(moves[i].uci));
        buf_addf(&line, "%s%s", i ? " " : "", moves[i].san);
    }
    verb_output_table_end(&out);
    verb_output_end(&out);
    out.failed |= line.failed;
    if (!out.failed && !out.js && n > 0)
        cli_wrap(stdout, buf_text(&line), 0, 0, cli_width(stdout) - 1);
    buf_clear(&line);
    return verb_output_close(&out);
}

/* ---- a game of a store ----------------------------------------------- */

/* From the files of --games, or where the library looks for it. */
static bool read_game_text(const struct args *args,
                           const struct tabia_store *store, uint64_t number,
                           char **text, size_t *size, struct tabia_error *err)
{
    const char *games[OPTIONS_REPEATED_MAX + 1];
    struct tabia_store_game game;
    options_collect(args, GAMES, games);
    if (!games[0])
        return tabia_store_get_pgn(store, number, args->operands[0], text, size,
                                   err);
    if (!tabia_store_get_game(store, number, &game, err))
        return false;
    const char *path = path_find(games, game.file);
    if (path)
        return store_get_pgn_from(path, &game, UINT64_MAX, text, size, err);
    return error_set(err, TABIA_ERR_IO,
                     "the game is in '%.120s', which --games does not name",
                     game.file);
}

static enum cli_status print_shown_game(const struct args *args)
{
    const struct option_value *values = args->values;
    const char *id = values[GAME].text;
    struct tabia_error err = { 0 };
    if (args->noperands == 0 || !values[GAME].given)
        return cli_misuse(args->verb, "--game ID and STORE need each other");
    if (values[FEN].given || values[MOVES].given || args->json)
        return cli_misuse(
            args->verb,
            "--game cannot be combined with --fen, --moves or --json");
    struct tabia_store *store = store_open(args->operands[0], &err);
    if (!store)
        return cli_print_error(&err);
    uint64_t game;
    enum cli_status status = CLI_DONE;
    char *text = NULL;
    size_t size;
    if (!tabia_store_find_game(store, id, &game, NULL))
        status = cli_fail(CLI_NO, "%s: there is no game '%.40s'",
                          args->operands[0], id);
    else if (read_game_text(args, store, game, &text, &size, &err))
        fwrite(text, 1, size, stdout);
    else
        status = cli_print_error(&err);
    free(text);
    store_close(store);
    return status;
}

static enum cli_status run_show(const struct args *args)
{
    if (args->noperands > 0 || args->values[GAME].given ||
        args->values[GAMES].given)
        return print_shown_game(args);
    struct tabia_pos pos;
    enum cli_status status = cli_pos_read(&pos, args->values[FEN].text);
    if (status == CLI_DONE)
        status = cli_pos_play(&pos, args->values[MOVES].text);
    return status == CLI_DONE ? put_shown_position(args, &pos) : status;
}

const struct verb verb_show = {
    .name = "show",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "show a position and its legal moves",
    .operands = "[STORE]",
    .description =
        "Prints the board, the FEN, the PolyGlot key and all legal moves "
        "in SAN. Incomplete FENs and impossible castling rights are "
        "repaired.\n"
        "With --game, it prints a game of a store as PGN. 'tabia find "
        "STORE --samples' lists the ids of games.",
    .example = "tabia show --moves \"e4 c5 Nf3\"\n"
               "tabia show games.tabia --game LA4Joxgg --games games.pgn",
    .max_operands = 1,
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_show,
};
