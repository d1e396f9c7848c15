/*
 * store_find.c - what stores say about a position, for all games or some
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/sink.h"
#include "cli/columns.h"
#include "cli/move_view.h"
#include "cli/name_table.h"
#include "cli/store_files.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { JSON_MAX = 1 << 30 }; // bytes of an answer

struct asked {
    const struct args *args;
    const struct store_query *query;
    struct tabia_store_filter filter;
    const struct tabia_pos *pos;
    const struct tabia_names *names;
    const struct tabia_store *store; // the one that is asked now
    const char *name;
    struct tabia_store_answer answer;
    struct json *js;
    bool has_failed; // not only that there are no moves
};

/* ---- text ------------------------------------------------------------ */

/* What the table of names has for the position, or after 'mv' in it. */
static struct tabia_node_data name_of(const struct asked *a, tabia_move mv)
{
    struct tabia_node_data data = { 0 };
    struct tabia_pos pos = *a->pos;
    if (mv != TABIA_MOVE_NONE)
        tabia_pos_play(&pos, mv);
    name_table_fill(a->names, &pos, &data);
    return data;
}

static struct buf name_text(const struct asked *a, tabia_move mv)
{
    const struct tabia_node_data data = name_of(a, mv);
    struct buf text = { .limit = 1 << 16 };
    move_view_add_name(&text, &data);
    return text;
}

/* "2471", or "" where nobody has a rating. */
static void add_mean(struct columns *table, uint64_t sum, uint64_t n)
{
    if (n)
        columns_add(table, "%llu", (unsigned long long)((sum + n / 2) / n));
    else
        columns_add(table, "%s", "");
}

static void add_row(struct columns *table, const struct asked *a,
                    const struct tabia_store_move *move)
{
    char san[TABIA_SAN_SIZE], date[STORE_DATE_SIZE];
    const uint64_t all = tabia_results_games(&a->answer.all);
    const uint64_t n = tabia_results_games(&move->results);
    tabia_san_print(a->pos, move->move, san);
    columns_add(table, "%s", san);
    columns_add(table, "%llu", (unsigned long long)n);
    columns_add(table, "%.1f%%", 100.0 * (double)n / (double)all);
    columns_add(table, "%llu", (unsigned long long)move->results.white);
    columns_add(table, "%llu", (unsigned long long)move->results.draws);
    columns_add(table, "%llu", (unsigned long long)move->results.black);
    add_mean(table, move->own_sum, move->own_rated);
    add_mean(table, move->other_sum, move->other_rated);
    columns_add(table, "%s", store_files_date(move->first, date));
    columns_add(table, "%s", store_files_date(move->last, date));
    struct buf name = name_text(a, move->move);
    columns_add(table, "%s", buf_text(&name));
    buf_clear(&name);
}

static bool print_moves(const struct asked *a)
{
    static const char *const titles[] = { "move",  "games", "share",  "white",
                                          "draws", "black", "rating", "other",
                                          "first", "last",  "name" };
    struct columns table;
    columns_init(&table, "lrrrrrrrlll");
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        columns_add(&table, "%s", titles[i]);
    for (size_t i = 0; i < a->answer.nmoves; i++)
        add_row(&table, a, &a->answer.moves[i]);
    const bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

static const char *result_of(const struct tabia_store_game *game)
{
    return game->winner < 0              ? "1/2-1/2"
           : game->winner == TABIA_WHITE ? "1-0"
                                         : "0-1";
}

/* Nothing for a player without a rating. */
static void add_rating(struct columns *table, unsigned rating)
{
    if (rating)
        columns_add(table, "%u", rating);
    else
        columns_add(table, "%s", "");
}

static bool print_samples(const struct asked *a, const char *title,
                          const struct tabia_store_sample *list, size_t n,
                          struct tabia_error *err)
{
    struct columns table;
    bool done = true;
    columns_init(&table, "lllrlrll");
    for (size_t i = 0; done && i < n; i++) {
        struct tabia_store_game game;
        char san[TABIA_SAN_SIZE], date[STORE_DATE_SIZE];
        done = tabia_store_game(a->store, list[i].game, &game, err);
        if (!done)
            break;
        tabia_san_print(a->pos, list[i].move, san);
        columns_add(&table, "%s", game.id);
        columns_add(&table, "%s", san);
        columns_add(&table, "%s", game.name[0]);
        add_rating(&table, game.rating[0]);
        columns_add(&table, "%s", game.name[1]);
        add_rating(&table, game.rating[1]);
        columns_add(&table, "%s", result_of(&game));
        columns_add(&table, "%s", store_files_date(game.date, date));
    }
    if (done && n) {
        printf("\n%s\n", title);
        columns_print(&table, stdout);
    }
    columns_clear(&table);
    return done;
}

static void print_month(void *ctx, uint32_t yyyymm, struct tabia_results r)
{
    char date[STORE_DATE_SIZE];
    struct columns *table = ctx;
    store_files_date(yyyymm * 100, date);
    date[7] = '\0';
    columns_add(table, "%s", *date ? date : "unknown");
    columns_add(table, "%llu", (unsigned long long)r.white);
    columns_add(table, "%llu", (unsigned long long)r.draws);
    columns_add(table, "%llu", (unsigned long long)r.black);
}

static bool print_history(const struct asked *a, struct tabia_error *err)
{
    static const char *const titles[] = { "month", "white", "draws", "black" };
    struct columns table;
    columns_init(&table, "lrrr");
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        columns_add(&table, "%s", titles[i]);
    const bool done = tabia_store_history(a->store, a->pos, &a->filter,
                                          print_month, &table, err);
    if (done) {
        putchar('\n');
        columns_print(&table, stdout);
    }
    columns_clear(&table);
    return done;
}

static bool print_answer(struct asked *a, struct tabia_error *err)
{
    const struct tabia_store_answer *answer = &a->answer;
    struct buf name = name_text(a, TABIA_MOVE_NONE);
    if (a->args->noperands > 1)
        cli_line("%s%s%s", a->name, name.size ? ": " : "", buf_text(&name));
    else if (name.size)
        cli_line("%s", buf_text(&name));
    buf_clear(&name);
    if (!print_moves(a))
        return false;
    if (a->query->samples &&
        (!print_samples(a, "best rated", answer->top, answer->ntop, err) ||
         !print_samples(a, "newest", answer->recent, answer->nrecent, err)))
        return false;
    return !a->query->history || print_history(a, err);
}

/* ---- JSON ------------------------------------------------------------ */

static void put_text(struct json *js, const char *key, const char *text)
{
    json_pair_text(js, key, text && *text ? text : NULL);
}

static void put_results(struct json *js, const struct tabia_results *r)
{
    json_pair_uint(js, "white", r->white);
    json_pair_uint(js, "draws", r->draws);
    json_pair_uint(js, "black", r->black);
}

static void put_mean(struct json *js, const char *key, uint64_t sum, uint64_t n)
{
    json_key(js, key);
    if (n)
        json_put_uint(js, (sum + n / 2) / n);
    else
        json_put_null(js);
}

static bool put_game(const struct asked *a, uint64_t number, tabia_move mv,
                     struct tabia_error *err)
{
    struct json *js = a->js;
    struct tabia_store_game game;
    char date[STORE_DATE_SIZE], san[TABIA_SAN_SIZE];
    if (!tabia_store_game(a->store, number, &game, err)) {
        json_put_null(js);
        return false;
    }
    json_begin_object(js);
    tabia_san_print(a->pos, mv, san);
    put_text(js, "san", san);
    put_text(js, "id", game.id);
    put_text(js, "white", game.name[0]);
    json_pair_uint(js, "white_rating", game.rating[0]);
    put_text(js, "black", game.name[1]);
    json_pair_uint(js, "black_rating", game.rating[1]);
    put_text(js, "result", result_of(&game));
    put_text(js, "date", store_files_date(game.date, date));
    put_text(js, "speed", tabia_speed_name(game.speed));
    put_text(js, "event", game.event);
    put_text(js, "source", game.source);
    json_pair_uint(js, "offset", game.offset);
    json_end(js);
    return true;
}

static bool put_move(const struct asked *a, const struct tabia_store_move *move,
                     struct tabia_error *err)
{
    char san[TABIA_SAN_SIZE], uci[TABIA_UCI_SIZE], date[STORE_DATE_SIZE];
    struct json *js = a->js;
    bool done = true;
    tabia_san_print(a->pos, move->move, san);
    tabia_uci_print(a->pos, move->move, cli_is_chess960(a->pos), uci);
    json_begin_object(js);
    put_text(js, "san", san);
    put_text(js, "uci", uci);
    const struct tabia_node_data after = name_of(a, move->move);
    move_view_json_position(js, &after);
    json_pair_uint(js, "games", tabia_results_games(&move->results));
    put_results(js, &move->results);
    put_mean(js, "rating", move->own_sum, move->own_rated);
    put_mean(js, "opponent_rating", move->other_sum, move->other_rated);
    put_text(js, "first", store_files_date(move->first, date));
    put_text(js, "last", store_files_date(move->last, date));
    json_key(js, "game");
    if (move->game == TABIA_NO_GAME)
        json_put_null(js);
    else
        done = put_game(a, move->game, move->move, err);
    json_end(js);
    return done;
}

static bool put_samples(const struct asked *a, const char *key,
                        const struct tabia_store_sample *list, size_t n,
                        struct tabia_error *err)
{
    bool done = true;
    json_key(a->js, key);
    json_begin_array(a->js);
    for (size_t i = 0; done && i < n; i++)
        done = put_game(a, list[i].game, list[i].move, err);
    json_end(a->js);
    return done;
}

static void put_month(void *ctx, uint32_t yyyymm, struct tabia_results r)
{
    char date[STORE_DATE_SIZE];
    struct json *js = ctx;
    store_files_date(yyyymm * 100, date);
    date[7] = '\0';
    json_begin_object(js);
    put_text(js, "month", date);
    put_results(js, &r);
    json_end(js);
}

static bool put_answer(struct asked *a, struct tabia_error *err)
{
    const struct tabia_store_answer *answer = &a->answer;
    bool done = true;
    json_begin_object(a->js);
    put_text(a->js, "book", a->name);
    put_text(a->js, "format", "tabia");
    const struct tabia_node_data here = name_of(a, TABIA_MOVE_NONE);
    move_view_json_position(a->js, &here);
    put_results(a->js, &answer->all);
    json_key(a->js, "moves");
    json_begin_array(a->js);
    for (size_t i = 0; done && i < answer->nmoves; i++)
        done = put_move(a, &answer->moves[i], err);
    json_end(a->js);
    done = done && put_samples(a, "top", answer->top, answer->ntop, err) &&
           put_samples(a, "recent", answer->recent, answer->nrecent, err);
    if (done && a->query->history) {
        json_key(a->js, "history");
        json_begin_array(a->js);
        done = tabia_store_history(a->store, a->pos, &a->filter, put_month,
                                   a->js, err);
        json_end(a->js);
    }
    json_end(a->js);
    return done;
}

/* ---- asking ---------------------------------------------------------- */

static enum cli_status ask_store(struct asked *a, bool *is_known)
{
    struct tabia_error err = { 0 };
    a->has_failed = true;
    if (!tabia_store_find(a->store, a->pos, &a->filter, &a->answer, &err))
        return cli_error_in(&err, "");
    const bool has_moves = a->answer.nmoves > 0;
    if (has_moves && *is_known && !a->js)
        putchar('\n');
    *is_known |= has_moves;
    a->has_failed =
        a->js ? !put_answer(a, &err) : has_moves && !print_answer(a, &err);
    if (!a->has_failed)
        return CLI_DONE;
    return err.status ? cli_error_in(&err, "")
                      : cli_fail(CLI_FAILED, "out of memory");
}

static enum cli_status ask_all(struct asked *a, const struct store_set *set)
{
    enum cli_status status = CLI_DONE;
    bool is_known = false;
    for (size_t i = 0; i < set->n && status == CLI_DONE; i++) {
        a->store = set->list[i];
        a->name = a->args->operands[i];
        status = ask_store(a, &is_known);
    }
    if (status != CLI_DONE || is_known)
        return status;
    cli_note(a->args, "no moves in the %s", plural(set->n, "book", "books"));
    return CLI_NO;
}

/* The object around the answers. Nothing is printed when one fails. */
static enum cli_status ask_json(struct asked *a, const struct store_set *set)
{
    struct tabia_error err = { 0 };
    struct buf text = { .limit = JSON_MAX };
    struct sink dst = sink_to_buf(&text, &err);
    struct json js;
    char fen[TABIA_FEN_SIZE];
    json_init(&js, &dst, true);
    json_begin_object(&js);
    tabia_pos_to_fen(a->pos, 0, fen);
    put_text(&js, "fen", fen);
    json_key(&js, "books");
    json_begin_array(&js);
    a->js = &js;
    enum cli_status status = ask_all(a, set);
    json_end(&js);
    json_end(&js);
    if (!sink_ok(&dst))
        status = cli_error_in(&err, "");
    else if (!a->has_failed)
        fwrite(text.data, 1, text.size, stdout);
    buf_clear(&text);
    return status;
}

enum cli_status store_files_find(const struct args *args,
                                 const struct tabia_pos *pos,
                                 const struct store_query *query,
                                 const struct tabia_names *names)
{
    struct asked *a = calloc(1, sizeof(*a));
    if (!a)
        return cli_fail(CLI_FAILED, "out of memory");
    struct store_set set = { 0 };
    a->args = args;
    a->query = query;
    a->pos = pos;
    a->names = names;
    enum cli_status status = store_query_read(args, query, &a->filter);
    if (status == CLI_DONE)
        status = store_files_open(&set, args);
    if (status == CLI_DONE)
        status = args->json ? ask_json(a, &set) : ask_all(a, &set);
    store_files_close(&set);
    free(a);
    return status;
}
