/*
 * store_find.c - what stores say about a position, for all games or some
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/words.h"
#include "base/sink.h"
#include "cli/facts.h"
#include "cli/move_view.h"
#include "cli/store_files.h"
#include "cli/verbs/verbs.h"
#include "store/store.h"

#include "base/banned.h"

/* ---- which games are asked for ------------------------------------------ */

enum { NAME_SIZE = 24, LIST_SIZE = 160 };

bool store_query_is_empty(const struct store_query *query)
{
    return !query->ratings && !query->speeds && !query->since &&
           !query->until && !query->history && !query->samples;
}

/* The name of a value, or NULL behind the last one. */
typedef const char *name_of(unsigned i, char text[NAME_SIZE]);

/* A group is named by its lower bound; "none" is for games without ratings. */
static const char *rating_name(unsigned i, char text[NAME_SIZE])
{
    if (i == TABIA_RATING_NONE)
        return "none";
    snprintf(text, NAME_SIZE, "%u", tabia_rating_bound(i));
    return i < TABIA_NRATINGS ? text : NULL;
}

static const char *speed_name(unsigned i, char text[NAME_SIZE])
{
    (void)text;
    return i < TABIA_NSPEEDS ? tabia_speed_name((enum tabia_speed)i) : NULL;
}

static enum cli_status refuse_word(const struct args *args, const char *option,
                                   const char *word, size_t len, name_of *name)
{
    char all[LIST_SIZE], text[NAME_SIZE];
    const char *next;
    size_t at = 0;
    for (unsigned i = 0; (next = name(i, text)); i++)
        at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s",
                               i ? ", " : "", next);
    return cli_misuse(args->verb, "--%s: expected some of %s; found '%.*s'",
                      option, all, (int)(len < 40 ? len : 40), word);
}

/* Words with commas between them. */
static enum cli_status read_list(const struct args *args, const char *option,
                                 const char *list, unsigned *mask,
                                 name_of *name)
{
    while (list) {
        const size_t len = strcspn(list, ",");
        char text[NAME_SIZE];
        const char *known;
        unsigned i = 0;
        while ((known = name(i, text)) &&
               (strlen(known) != len || strncmp(known, list, len) != 0))
            i++;
        if (!known)
            return refuse_word(args, option, list, len, name);
        *mask |= 1u << i;
        list = list[len] ? list + len + 1 : NULL;
    }
    return CLI_DONE;
}

/* YYYY or YYYY-MM; a year alone is its first or its last month. */
static enum cli_status read_month(const struct args *args, const char *option,
                                  const char *text, uint32_t month,
                                  uint32_t *yyyymm)
{
    static const char digits[] = "0123456789";
    if (!text)
        return CLI_DONE;
    const char *end = text + strspn(text, digits);
    bool is_sound = end == text + 4;
    if (is_sound && *end == '-') {
        const char *second = end + 1;
        end = second + strspn(second, digits);
        month = (uint32_t)strtoul(second, NULL, 10);
        is_sound = end == second + 2 && month >= 1 && month <= 12;
    }
    if (!is_sound || *end)
        return cli_misuse(args->verb,
                          "--%s expects YYYY or YYYY-MM, found '%.40s'", option,
                          text);
    *yyyymm = (uint32_t)strtoul(text, NULL, 10) * 100 + month;
    return CLI_DONE;
}

enum cli_status store_query_read(const struct args *args,
                                 const struct store_query *query,
                                 struct tabia_store_filter *filter)
{
    enum cli_status status = read_list(args, "ratings", query->ratings,
                                       &filter->ratings, rating_name);
    if (status == CLI_DONE)
        status = read_list(args, "speeds", query->speeds, &filter->speeds,
                           speed_name);
    if (status == CLI_DONE)
        status = read_month(args, "since", query->since, 1, &filter->since);
    if (status == CLI_DONE)
        status = read_month(args, "until", query->until, 12, &filter->until);
    return status;
}

/* ---- asking ------------------------------------------------------------- */

enum { JSON_MAX = 1 << 30 }; // bytes of an answer

struct asked {
    const struct args *args;
    const struct store_query *query;
    struct tabia_store_filter filter;
    const struct tabia_pos *pos;
    const struct book_file *file; // the one that is asked now
    struct tabia_answer answer;
    struct facts facts;
    bool has_failed; // not only that there are no moves
};

static const struct tabia_store *store_of(const struct asked *a)
{
    return tabia_source_store(a->file->source, NULL);
}

/* ---- games ----------------------------------------------------------- */

static const struct facts_column game_columns[] = {
    { "id", "", 'l' },       { "san", "", 'l' },
    { "white", "", 'l' },    { "white_rating", "", 'r' },
    { "black", "", 'l' },    { "black_rating", "", 'r' },
    { "result", "", 'l' },   { "date", "", 'l' },
    { "speed", NULL, 'l' },  { "event", NULL, 'l' },
    { "source", NULL, 'l' }, { "offset", NULL, 'r' },
};

/* A row, or with a key a member of the row of a move. */
static bool state_game(struct asked *a, const char *key, uint64_t number,
                       tabia_move mv, struct tabia_error *err)
{
    struct facts *f = &a->facts;
    struct tabia_store_game game;
    char date[STORE_DATE_SIZE], san[TABIA_SAN_SIZE];
    if (!tabia_store_game(store_of(a), number, &game, err))
        return false;
    if (key)
        facts_row(f, key, game_columns, COUNT_OF(game_columns));
    tabia_san_print(a->pos, mv, san);
    facts_cell(f, fact_some(game.id));
    facts_cell(f, fact_some(san));
    for (int i = 0; i < 2; i++) { // White and Black; in text 0 is no rating
        facts_cell(f, fact_some(game.name[i]));
        facts_cell(f, game.rating[i] || f->js ? fact_count(game.rating[i])
                                              : fact_none(""));
    }
    facts_cell(f, fact_some(game.result == TABIA_RESULT_DRAW    ? "1/2-1/2"
                            : game.result == TABIA_RESULT_WHITE ? "1-0"
                                                                : "0-1"));
    facts_cell(f, fact_some(store_files_date(game.date, date)));
    facts_cell(f, fact_some(tabia_speed_name(game.speed)));
    facts_cell(f, fact_some(game.event));
    facts_cell(f, fact_some(game.source));
    facts_cell(f, fact_count(game.offset));
    return true;
}

static bool state_samples(struct asked *a, const char *key, const char *title,
                          const struct tabia_store_sample *list, size_t n,
                          struct tabia_error *err)
{
    bool ok = true;
    if (n) {
        facts_gap(&a->facts);
        facts_line(&a->facts, "%s", title);
    }
    facts_table(&a->facts, key, game_columns, COUNT_OF(game_columns));
    for (size_t i = 0; ok && i < n; i++)
        ok = state_game(a, NULL, list[i].game, list[i].move, err);
    facts_table_end(&a->facts);
    return ok;
}

/* ---- moves ----------------------------------------------------------- */

static struct fact mean_of(uint64_t sum, uint64_t n)
{
    return n ? fact_count((sum + n / 2) / n) : fact_none("");
}

/* JSON also has the only game in which the move was played. */
static bool state_move(struct asked *a, size_t i, struct tabia_error *err)
{
    struct facts *f = &a->facts;
    const struct tabia_store_move *move = &a->answer.games[i];
    const struct tabia_node_data *after = &a->answer.after[i];
    const uint64_t n = tabia_results_games(&move->results);
    const uint64_t all = tabia_results_games(&a->answer.all);
    char san[TABIA_SAN_SIZE], uci[TABIA_UCI_SIZE], date[STORE_DATE_SIZE];
    struct buf name = { .limit = 1 << 16 };
    bool ok = true;
    tabia_san_print(a->pos, move->move, san);
    tabia_uci_print(a->pos, move->move, cli_is_chess960(a->pos), uci);
    move_view_add_name(&name, after);
    facts_cell(f, fact_some(san));
    facts_cell(f, fact_some(uci));
    if (f->js)
        move_view_json_position(f->js, after);
    facts_cell(f, fact_count(n));
    facts_cell(f, fact_share((double)n / (double)all, 1));
    facts_cell(f, fact_count(move->results.white));
    facts_cell(f, fact_count(move->results.draws));
    facts_cell(f, fact_count(move->results.black));
    facts_cell(f, mean_of(move->own_sum, move->own_rated));
    facts_cell(f, mean_of(move->other_sum, move->other_rated));
    facts_cell(f, fact_some(store_files_date(move->first, date)));
    facts_cell(f, fact_some(store_files_date(move->last, date)));
    if (f->js && move->game == TABIA_NO_GAME) {
        json_pair_text(f->js, "game", NULL);
    } else if (f->js) {
        ok = state_game(a, "game", move->game, move->move, err);
    }
    facts_cell(f, fact_some(buf_text(&name)));
    buf_clear(&name);
    return ok;
}

static bool state_moves(struct asked *a, struct tabia_error *err)
{
    static const struct facts_column columns[] = {
        { "san", "move", 'l' },
        { "uci", NULL, 'l' },
        { "games", "games", 'r' },
        { "share", "share", 'r' },
        { "white", "white", 'r' },
        { "draws", "draws", 'r' },
        { "black", "black", 'r' },
        { "rating", "rating", 'r' },
        { "opponent_rating", "other", 'r' },
        { "first", "first", 'l' },
        { "last", "last", 'l' },
        { NULL, "name", 'l' },
    };
    bool ok = true;
    facts_table(&a->facts, "moves", columns, COUNT_OF(columns));
    for (size_t i = 0; ok && i < a->answer.n; i++)
        ok = state_move(a, i, err);
    facts_table_end(&a->facts);
    return ok;
}

static void state_month(void *ctx, uint32_t yyyymm, struct tabia_results r)
{
    char date[STORE_DATE_SIZE];
    struct facts *f = ctx;
    store_files_date(yyyymm * 100, date);
    date[7] = '\0';
    facts_cell(f, *date ? fact_some(date) : fact_none("unknown"));
    facts_cell(f, fact_count(r.white));
    facts_cell(f, fact_count(r.draws));
    facts_cell(f, fact_count(r.black));
}

static bool state_answer(struct asked *a, struct tabia_error *err)
{
    static const struct facts_column months[] = { { "month", "month", 'l' },
                                                  { "white", "white", 'r' },
                                                  { "draws", "draws", 'r' },
                                                  { "black", "black", 'r' } };
    const struct tabia_answer *answer = &a->answer;
    struct facts *f = &a->facts;
    struct buf name = { .limit = 1 << 16 };
    facts_object(f, NULL);
    facts_add(f, "book", NULL, fact_some(a->file->name));
    facts_add(f, "format", NULL, fact_some("tabia"));
    if (f->js)
        move_view_json_position(f->js, &answer->position);
    move_view_add_name(&name, &answer->position);
    if (a->args->noperands > 1)
        facts_line(f, "%s%s%s", a->file->name, name.size ? ": " : "",
                   buf_text(&name));
    else if (name.size)
        facts_line(f, "%s", buf_text(&name));
    buf_clear(&name);
    facts_add(f, "white", NULL, fact_count(answer->all.white));
    facts_add(f, "draws", NULL, fact_count(answer->all.draws));
    facts_add(f, "black", NULL, fact_count(answer->all.black));
    bool ok = state_moves(a, err);
    if (ok && (f->js || a->query->samples))
        ok = state_samples(a, "top", "best rated", answer->top, answer->ntop,
                           err) &&
             state_samples(a, "recent", "newest", answer->recent,
                           answer->nrecent, err);
    if (ok && a->query->history) {
        facts_gap(f);
        facts_table(f, "history", months, COUNT_OF(months));
        ok = tabia_store_history(store_of(a), a->pos, &a->filter, state_month,
                                 f, err);
        facts_table_end(f);
    }
    facts_end(f);
    return ok;
}

/* ---- asking ---------------------------------------------------------- */

static enum cli_status ask_store(struct asked *a, bool *is_known)
{
    const struct tabia_query query = {
        .filter = &a->filter,
        .after = true,
        .names = a->file->names,
    };
    struct tabia_error err = { 0 };
    a->has_failed = true;
    if (!tabia_source_find(a->file->source, a->pos, &query, &a->answer, &err))
        return cli_error_in(&err, "");
    const bool has_moves = a->answer.n > 0;
    if (has_moves && *is_known)
        facts_gap(&a->facts);
    *is_known |= has_moves;
    a->has_failed = (has_moves || a->facts.js) && !state_answer(a, &err);
    return a->has_failed ? cli_error_in(&err, "") : CLI_DONE;
}

static enum cli_status ask_all(struct asked *a, const struct book_set *set)
{
    enum cli_status status = CLI_DONE;
    bool is_known = false;
    char fen[TABIA_FEN_SIZE];
    tabia_pos_to_fen(a->pos, 0, fen);
    facts_object(&a->facts, NULL);
    facts_add(&a->facts, "fen", NULL, fact_some(fen));
    facts_array(&a->facts, "books");
    for (size_t i = 0; i < set->n && status == CLI_DONE; i++) {
        a->file = &set->files[i];
        status = ask_store(a, &is_known);
    }
    facts_end(&a->facts);
    facts_end(&a->facts);
    if (status != CLI_DONE || is_known)
        return status;
    cli_note(a->args, "no moves in the %s", plural(set->n, "book", "books"));
    return CLI_NO;
}

/* JSON is printed when all is known, and not at all when a store fails. */
static enum cli_status answer(struct asked *a, const struct book_set *set)
{
    struct buf text = { .limit = JSON_MAX };
    facts_open(&a->facts, a->args->json);
    a->facts.dst = sink_to_buf(&text, &a->facts.err);
    enum cli_status status = ask_all(a, set);
    if (!sink_ok(&a->facts.dst))
        status = cli_error_in(&a->facts.err, "");
    else if (!a->has_failed && text.size)
        fwrite(text.data, 1, text.size, stdout);
    buf_clear(&text);
    const enum cli_status printed = facts_close(&a->facts);
    return printed == CLI_DONE ? status : printed;
}

enum cli_status store_files_find(const struct args *args,
                                 const struct book_set *set,
                                 const struct tabia_pos *pos,
                                 const struct store_query *query)
{
    struct asked a = { .args = args, .query = query, .pos = pos };
    enum cli_status status = store_query_read(args, query, &a.filter);
    if (status == CLI_DONE)
        status = answer(&a, set);
    tabia_answer_clear(&a.answer);
    return status;
}
