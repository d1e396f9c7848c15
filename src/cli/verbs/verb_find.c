/*
 * verb_find.c - tabia find
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/sink.h"
#include "base/wording.h"
#include "cli/batch.h"
#include "cli/cli_pos.h"
#include "cli/files/opening_names.h"
#include "cli/files/store_file.h"
#include "cli/game_filter_options.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/answer_view.h"
#include "cli/view/verb_output.h"
#include "store/game_list.h"

#include "base/banned.h"

enum {
    FEN,
    MOVES,
    BATCH,
    TABLE,
    WIDE,
    SUM,
    RATINGS,
    SPEEDS,
    SINCE,
    UNTIL,
    PLAYER,
    COLOR,
    SAMPLES,
    GAMES,
    SORT,
    HISTORY,
};

enum {
    GAME_MAX = 8192,          // plies, more than the longest game has
    JSON_MAX = 1 << 30,       // bytes of all that is put
    NEAR_PLAYERS = 3,         // names to choose from where one is unknown,
    NEAR_PLAYERS_READ = 1000, // of at most this many with the same beginning,
    NEAR_LETTERS = 3,         // in this many letters at least
};

enum { SORT_BY_RATING, SORT_BY_DATE };

static const char *const sorts[] = {
    [SORT_BY_RATING] = "rating",
    [SORT_BY_DATE] = "date",
    NULL,
};

static const struct option_spec options[] = {
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [BATCH] = SHARED_BATCH,
    [TABLE] = { .name = "table",
                .help = "search files in place instead of loading them" },
    [WIDE] = { .name = "wide", .help = "include avoided moves in the shares" },
    [SUM] = { .name = "sum", .help = "add up the books, as if they were one" },
    [RATINGS] = { .name = "ratings",
                  .group = "Games (stores only)",
                  .kind = OPTION_TEXT,
                  .value = "LIST",
                  .help = "rating groups to count, by lower bound: 0, 1000, "
                          "1200, 1400, 1600, 1800, 2000, 2200, 2500, none" },
    [SPEEDS] = { .name = "speeds",
                 .kind = OPTION_TEXT,
                 .value = "LIST",
                 .help = "speeds to count: ultraBullet, bullet, blitz, "
                         "rapid, classical, correspondence, unknown" },
    [SINCE] = { .name = "since",
                .kind = OPTION_TEXT,
                .value = "YYYY-MM",
                .help = "count games from this month on" },
    [UNTIL] = { .name = "until",
                .kind = OPTION_TEXT,
                .value = "YYYY-MM",
                .help = "count games up to this month" },
    [PLAYER] = { .name = "player",
                 .kind = OPTION_TEXT,
                 .value = "NAME",
                 .help = "count only games of this player" },
    [COLOR] = { .name = "color",
                .kind = OPTION_CHOICE,
                .value = "COLOR",
                .choices = shared_colors,
                .help = "count only games in which --player has this colour" },
    [SAMPLES] = { .name = "samples",
                  .help = "list the best rated and the newest games" },
    [GAMES] = { .name = "games",
                .kind = OPTION_INT,
                .value = "N",
                .min = 1,
                .max = TABIA_STORE_PAGE_MAX,
                .help = "list the first N games" },
    [SORT] = { .name = "sort",
               .kind = OPTION_CHOICE,
               .value = "KEY",
               .default_value = "rating",
               .choices = sorts,
               .help = "order of --games: best rated or newest first" },
    [HISTORY] = { .name = "history", .help = "print results by month" },
};

struct find_command {
    const struct args *args;
    struct tabia_names *names; // NULL where no names are printed
    struct source_files books;
    struct played_game game; // with has_game: how the position came about
    bool has_game;
    struct tabia_store_filter filter; // of stores
    struct answer_view_games shown;   // of games
    struct answer_view view;          // large, so it is kept off the stack
    bool is_one_of_several;           // books are named
    bool is_known;    // a book has moves in the position asked last
    size_t nanswered; // books
    struct buf row_moves, row_counts; // of a line of --batch
    tabia_move moves[GAME_MAX];
};

static enum cli_status find_ask_book(struct find_command *job, size_t i,
                                     const struct tabia_pos *pos)
{
    const struct answer_view_options how = {
        .game = job->has_game ? &job->game : NULL,
        .filter = &job->filter,
        .sum = job->args->values[SUM].given ? &job->books : NULL,
        .allow_avoided = job->args->values[WIDE].given,
        .player = job->shown.player,
        .side = job->shown.side,
    };
    return answer_view_init(&job->view, &job->books.files[i], pos, &how);
}

/* How many answers there are: one of each book, or one of all. */
static size_t count_answers(const struct find_command *job)
{
    return job->args->values[SUM].given ? 1 : job->books.n;
}

/* ---- one position ---------------------------------------------------- */

/* What a book that has no moves here says in text, if anything. */
static void note_end(const struct find_command *job)
{
    // A line may end in a position that has a name, but no moves.
    const struct answer_view *view = &job->view;
    struct buf name = { .limit = 1 << 16 };
    move_view_add_name(&name, &view->found.position_data);
    if (view->found.is_known && name.size)
        cli_note(job->args, "%s ends here: %s",
                 view->sum ? "the sum" : view->file->name, buf_text(&name));
    buf_clear(&name);
}

static enum cli_status put_book(struct find_command *job, size_t i,
                                struct verb_output *out,
                                const struct tabia_pos *pos)
{
    struct tabia_error err = { 0 };
    const enum cli_status status = find_ask_book(job, i, pos);
    if (status != CLI_DONE)
        return status;
    const bool has_moves = job->view.found.nmoves > 0;
    if (!has_moves && !out->js) {
        note_end(job);
        return CLI_DONE;
    }
    if (job->is_known)
        verb_output_gap(out);
    job->is_known |= has_moves;
    return answer_view_put(out, &job->view, job->is_one_of_several, &job->shown,
                           &err)
               ? CLI_DONE
               : cli_print_error(&err);
}

/* What was put of a book that failed in the middle is taken back. */
static enum cli_status put_books(struct find_command *job,
                                 struct verb_output *out, struct buf *json,
                                 const struct tabia_pos *pos)
{
    enum cli_status worst = job->books.failed;
    for (size_t i = 0; i < count_answers(job); i++) {
        const struct verb_output before = *out;
        const size_t size = json->size;
        const enum cli_status status = put_book(job, i, out, pos);
        if (status != CLI_DONE && out->js) {
            *out = before;
            json->size = size;
        }
        job->nanswered += status == CLI_DONE;
        if (status > worst)
            worst = status;
    }
    return worst;
}

/*
 * With 'line', of --batch, JSON names it and is on one line. JSON is printed
 * when all is known: of the books that answered, but in a batch of all or not
 * at all.
 */
static enum cli_status put_position(struct find_command *job, const char *line,
                                    const struct tabia_pos *pos)
{
    struct buf json = { .limit = JSON_MAX };
    struct verb_output out;
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, 0, fen);
    job->is_known = false;
    verb_output_open(&out, job->args->json);
    out.dst = sink_to_buf(&json, &out.err);
    out.json.is_pretty = !line;
    verb_output_object(&out, NULL);
    if (line)
        verb_output_add(&out, "position", NULL, fact_text(line));
    verb_output_add(&out, "fen", NULL, fact_text(fen));
    verb_output_array(&out, "books");
    enum cli_status status = put_books(job, &out, &json, pos);
    const bool is_stated = line ? status == CLI_DONE : job->nanswered > 0;
    verb_output_end(&out);
    verb_output_end(&out);
    if (!sink_ok(&out.dst))
        status = cli_print_error(&out.err);
    else if (is_stated && json.size)
        fwrite(json.data, 1, json.size, stdout);
    buf_clear(&json);
    const enum cli_status printed = verb_output_close(&out);
    return status == CLI_DONE ? printed : status;
}

/* ---- many positions -------------------------------------------------- */

/* Adds a move's games, else its weight, else "-". True if it has a number. */
static bool find_add_count(struct buf *counts,
                           const struct tabia_move_data *data)
{
    if (counts->size)
        buf_add_char(counts, ' ');
    if (data->has & TABIA_HAS_RESULTS)
        return buf_addf(counts, "%" PRIu64, tabia_move_data_games(data));
    if (data->has & TABIA_HAS_WEIGHT)
        return buf_addf(counts, "%" PRIu32, data->weight);
    buf_add_char(counts, '-');
    return false;
}

/*
 * All books' moves in a row, each move once, as the first book has it; behind
 * another tab their numbers, if there are any.
 */
static enum cli_status print_row(struct find_command *job, const char *line,
                                 const struct tabia_pos *pos)
{
    tabia_move printed[TABIA_MOVES_MAX]; // legal ones, each once
    size_t nprinted = 0;
    bool is_counted = false;
    enum cli_status status = CLI_DONE;
    job->is_known = false;
    buf_reset(&job->row_moves);
    buf_reset(&job->row_counts);
    for (size_t i = 0; i < count_answers(job) && status == CLI_DONE; i++) {
        status = find_ask_book(job, i, pos);
        for (size_t k = 0; k < job->view.found.nmoves; k++) {
            const struct move_view *view = &job->view.views[k];
            const tabia_move mv = job->view.found.moves[k].move;
            size_t at = 0;
            while (at < nprinted && printed[at] != mv)
                at++;
            if (at < nprinted || at == TABIA_MOVES_MAX)
                continue;
            printed[nprinted++] = mv;
            if (job->is_known)
                buf_add_char(&job->row_moves, ' ');
            buf_add_text(&job->row_moves, view->uci);
            buf_add_text(&job->row_moves, move_view_mark(view->data.mark));
            is_counted |= find_add_count(&job->row_counts, &view->data);
            job->is_known = true;
        }
    }
    if (status == CLI_DONE)
        printf("%s\t%s%s%s\n", line,
               job->is_known ? buf_text(&job->row_moves) : "-",
               is_counted ? "\t" : "",
               is_counted ? buf_text(&job->row_counts) : "");
    return status;
}

static enum cli_status answer_line(void *ctx, const struct batch_line *line)
{
    struct find_command *job = ctx;
    struct tabia_pos pos;
    enum cli_status status;
    tabia_pos_set_start(&pos);
    if (line->is_fen)
        status = cli_pos_read_at(&pos, line->text, &line->at);
    else
        status = cli_pos_play_at(&pos, line->text, NULL, 0, NULL, &line->at);
    if (status != CLI_DONE) {
        batch_print_error(line, "not a position", job->args->json);
        return status;
    }
    status = job->args->json ? put_position(job, line->text, &pos)
                             : print_row(job, line->text, &pos);
    if (status != CLI_DONE) { // the book's own error has been printed
        struct tabia_error err = error_for(line->at.name);
        error_at_location(&err, TABIA_ERR_CORRUPT, line->at.line, 1, 0,
                          "the position was not looked up");
        batch_print_error(line, err.msg, job->args->json);
        cli_print_error(&err);
    }
    return status == CLI_DONE && !job->is_known ? CLI_NO : status;
}

/* ---- the verb -------------------------------------------------------- */

static enum cli_status check_batch(const struct args *args)
{
    const struct option_value *values = args->values;
    if (!values[BATCH].given)
        return CLI_DONE;
    if (values[FEN].given || values[MOVES].given)
        return cli_misuse(args->verb,
                          "--batch cannot be combined with --fen or --moves");
    for (int i = 0; i < args->noperands; i++)
        if (strcmp(args->operands[i], "-") == 0)
            return cli_misuse(args->verb,
                              "standard input has the positions of --batch");
    return CLI_DONE;
}

/* The position of --fen and --moves, and whether the moves are a game. */
static enum cli_status read_find_position(struct find_command *job,
                                          struct tabia_pos *pos)
{
    const struct option_value *values = job->args->values;
    enum cli_status status = cli_pos_read(pos, values[FEN].text);
    if (status == CLI_DONE)
        status = cli_pos_play_list(pos, values[MOVES].text, job->moves,
                                   GAME_MAX, &job->game.n);
    job->game.moves = job->moves;
    job->has_game =
        !values[FEN].given && !values[BATCH].given && job->game.n <= GAME_MAX;
    return status;
}

/* Which games count, and what is shown of them. */
static enum cli_status read_find_games(struct find_command *job)
{
    const struct args *args = job->args;
    const struct option_value *values = args->values;
    const bool is_batch = values[BATCH].given;
    const struct game_filter_options games = {
        .ratings = values[RATINGS].text,
        .speeds = values[SPEEDS].text,
        .since = values[SINCE].text,
        .until = values[UNTIL].text,
        .player = values[PLAYER].text,
        .wants_samples = values[SAMPLES].given,
        .wants_games = values[GAMES].given,
        .wants_history = values[HISTORY].given,
    };
    job->shown = (struct answer_view_games){
        .wants_samples = games.wants_samples || (args->json && !is_batch),
        .wants_only_game = !is_batch,
        .wants_history = games.wants_history,
        .filter = &job->filter,
        .nlisted = values[GAMES].given ? (size_t)values[GAMES].number : 0,
        .order = values[SORT].number == SORT_BY_DATE ? TABIA_STORE_ORDER_NEWEST
                                                     : TABIA_STORE_ORDER_BEST,
        .player = games.player,
        .side = shared_options_side(&values[COLOR]),
    };
    if (!game_filter_options_is_empty(&games) &&
        (is_batch || !source_files_are_all(&job->books, TABIA_SOURCE_STORE)))
        return cli_misuse(
            args->verb,
            "games can be filtered in stores only, and without --batch");
    if (values[SORT].given && !games.wants_games)
        return cli_misuse(args->verb, "--sort needs --games");
    if (values[COLOR].given && !games.player)
        return cli_misuse(args->verb, "--color needs --player");
    if (games.player && games.wants_history)
        return cli_misuse(args->verb,
                          "--history cannot be combined with --player");
    return game_filter_options_read(args, &games, &job->filter);
}

/* The players with the most games among those that may have been meant. */
struct near_players {
    const char *wanted;
    bool is_known; // the store has a player with this name
    size_t nread, n;
    uint64_t games[NEAR_PLAYERS];
    char names[NEAR_PLAYERS][TABIA_STORE_NAME_SIZE];
};

static bool add_near_player(void *ctx, const char *name, uint64_t games)
{
    struct near_players *near = ctx;
    size_t at = near->n;
    near->is_known = game_list_is_player(name, near->wanted);
    near->nread++;
    for (size_t i = 0; i < near->n; i++)
        if (game_list_is_player(near->names[i], name)) // spelled otherwise
            return true;
    while (at > 0 && near->games[at - 1] < games)
        at--;
    if (at < NEAR_PLAYERS) {
        const size_t n = near->n < NEAR_PLAYERS ? near->n : NEAR_PLAYERS - 1;
        memmove(&near->games[at + 1], &near->games[at],
                (n - at) * sizeof(near->games[0]));
        memmove(&near->names[at + 1], &near->names[at],
                (n - at) * sizeof(near->names[0]));
        near->games[at] = games;
        memcpy(near->names[at], name, strlen(name) + 1);
        near->n = n + 1;
    }
    return !near->is_known && near->nread < NEAR_PLAYERS_READ;
}

/* Those whose names share the most letters at the beginning, if enough. */
static void find_near_players(const struct tabia_store *store,
                              struct near_players *near)
{
    const size_t whole = strlen(near->wanted);
    char prefix[TABIA_STORE_NAME_SIZE];
    near->nread = 0;
    for (size_t len = whole; len > 0 && !near->nread && !near->is_known;
         len--) {
        snprintf(prefix, sizeof(prefix), "%.*s", (int)len, near->wanted);
        if ((len < NEAR_LETTERS && len < whole) ||
            !tabia_store_list_players(store, prefix, add_near_player, near,
                                      NULL, NULL))
            return;
    }
}

/* Says so if no store has the player; false if one has. */
static bool note_unknown_player(const struct find_command *job,
                                const char *player)
{
    struct near_players near = { .wanted = player };
    struct buf names = { .limit = 1 << 16 };
    for (size_t i = 0; i < job->books.n && !near.is_known; i++)
        find_near_players(tabia_source_store(job->books.files[i].source, NULL),
                          &near);
    for (size_t i = 0; i < near.n; i++)
        buf_addf(&names, "%s'%s'",
                 i == 0            ? "; did you mean "
                 : i + 1 == near.n ? " or "
                                   : ", ",
                 near.names[i]);
    if (!near.is_known)
        cli_note(job->args, "no player is called '%s'%s%s", player,
                 buf_text(&names), near.n ? "?" : "");
    buf_clear(&names);
    return !near.is_known;
}

/* Puts one position; CLI_NO if no book has moves in it. */
static enum cli_status find_one(struct find_command *job,
                                const struct tabia_pos *pos)
{
    const enum cli_status status = put_position(job, NULL, pos);
    if (job->is_known || !job->nanswered)
        return status;
    if (!job->shown.player || !note_unknown_player(job, job->shown.player))
        cli_note(job->args, "no moves in the %s%s",
                 status == CLI_DONE ? "" : "other ",
                 plural(job->books.n, "book", "books"));
    return status == CLI_DONE ? CLI_NO : status;
}

static enum cli_status search_books(struct find_command *job)
{
    const struct args *args = job->args;
    const bool is_batch = args->values[BATCH].given;
    struct tabia_pos pos;
    enum cli_status status = read_find_position(job, &pos);
    if (status == CLI_DONE)
        status = check_batch(args);
    if (status != CLI_DONE)
        return status;

    const struct source_file_options how = {
        .mode = args->values[TABLE].given ? TABIA_OPEN_IN_PLACE
                                          : TABIA_OPEN_AUTO,
        .lookup = {
            .use = job->has_game ? TABLE_USE_LINE
                   : is_batch    ? TABLE_USE_ANY
                                 : TABLE_USE_ONCE,
            .pos = is_batch ? NULL : &pos,
        },
        .names = job->names,
        .skip_failed = !is_batch && !args->values[SUM].given,
    };
    job->is_one_of_several = args->noperands > 1;
    status = source_files_open(&job->books, args, &how);
    if (status != CLI_DONE)
        return status;
    status = read_find_games(job);
    if (status == CLI_DONE)
        status =
            is_batch ? batch_run(args, answer_line, job) : find_one(job, &pos);
    answer_view_clear(&job->view);
    buf_clear(&job->row_moves);
    buf_clear(&job->row_counts);
    source_files_close(&job->books);
    return status;
}

static enum cli_status run_find(const struct args *args)
{
    struct find_command *job = calloc(1, sizeof(*job));
    if (!job)
        return cli_fail(CLI_FAILED, "out of memory");
    job->args = args;
    job->row_moves.limit = job->row_counts.limit = 1 << 16;
    enum cli_status status = CLI_DONE;
    if (args->json || !args->values[BATCH].given)
        status = opening_names_open(&job->names, NULL, 0);
    if (status == CLI_DONE)
        status = search_books(job);
    tabia_names_free(job->names);
    free(job);
    return status;
}

const struct verb verb_find = {
    .name = "find",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "look up a position in one or more books",
    .operands = "[BOOK...]",
    .description =
        "Prints the moves that each book has in a position, with "
        "everything the book knows about them. Without BOOK, it searches "
        "the built-in book, which all verbs know as 'default', unless there "
        "is a file with that name. The exit status is 1 if no book knows the "
        "position. A book that cannot be read is reported, and the others "
        "answer; the exit status is then that of the failure.",
    .notes =
        "The share is how often a book chooses the move. ChessBase, Arena "
        "and experience books follow the rules of their own programs; "
        "others go by weight, then by results, and otherwise all moves are "
        "equal. Moves marked ? (passive) or x (avoided) have no share. The "
        "name is that of the position after the move: the book's own, else "
        "the one in $TABIA_NAMES or Lichess's table.\n"
        "Keyed files (PolyGlot, ChessBase, stores and so on) and files "
        "above 64 MB are searched; others are loaded, unless --table is "
        "given. Two things are known of loaded books only, and shown by "
        "'tabia tree' and 'tabia convert': moves that lead into a book's "
        "positions without being in it, and the statistics of a ChessBase "
        "position. With --table, an obk file is followed along --moves; "
        "with --fen or --batch, its positions are found whatever moves led "
        "to them. TI-Chess books compare positions by TI-Chess's own rule "
        "(docs/formats/tibook.md).\n"
        "Stores show the number of games, the mean ratings of the side to "
        "move and of the opponents, and the first and last date of each "
        "move.\n"
        "With --player, all of this is about the games of one player, found "
        "by name whatever its case and blanks. They can be filtered even if "
        "the store was not built --by that.\n"
        "With --sum, several books answer as one: games and weights are "
        "added, and a move that has neither counts once for each book. So "
        "the stores of a collection need not be merged.\n"
        "--batch reads one FEN or move sequence per line. It prints each "
        "line again, a tab, and the moves in UCI notation: - if there are "
        "none, error if the line is not a position or could not be looked up. "
        "If the book has "
        "numbers, another tab follows, and the games or else the weights "
        "of the moves.",
    .example =
        "tabia find --moves \"e4 g6 d4\"\n"
        "tabia find mine.pgn games.tabia --moves \"d4 Nf6 c4 e6\"\n"
        "tabia find games.tabia --player Adler --color white --games 10\n"
        "tabia find book.bin --batch < positions.txt",
    .max_operands = -1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_find,
};
