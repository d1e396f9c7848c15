/*
 * slow_build.c - games made up, and counted in the plainest way
 */
#include "slow_build.h"
#include "chess/pos.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "check.h"

/* ---- making games up ------------------------------------------------- */

static unsigned below(struct slow_games *games, unsigned limit)
{
    games->seed = games->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(games->seed >> 33) % limit;
}

/* Can the piece go back at once? */
static bool is_reversible(const struct tabia_pos *pos, tabia_move mv)
{
    const enum tabia_piece_type type =
        tabia_piece_type_of(pos->board[tabia_move_from(mv)]);
    return (type == TABIA_KNIGHT || type == TABIA_QUEEN) &&
           !pos->board[tabia_move_to(mv)];
}

static tabia_move back(tabia_move mv)
{
    return tabia_move_make(tabia_move_to(mv), tabia_move_from(mv),
                           TABIA_PIECE_NONE);
}

static tabia_move choose(struct slow_games *games, const struct tabia_pos *pos,
                         const struct slow_game *game)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    const unsigned ply = game->nmoves;
    if (n == 0)
        return TABIA_MOVE_NONE;
    if (ply >= 3 && below(games, 6) == 0) { // where it came from
        const tabia_move mv = back(game->moves[ply - 2]);
        if (tabia_pos_is_legal(pos, mv) && is_reversible(pos, mv))
            return mv;
    }
    // The first plies are well known: few choices, some more than others.
    const unsigned few = ply < 10 ? 3 : 30;
    const unsigned i = below(games, few) * below(games, 3);
    return list[(i * 7 + pos->key % 5) % n];
}

static void make_moves(struct slow_games *games, struct slow_game *game)
{
    struct tabia_pos pos = game->start;
    const unsigned want = below(games, SLOW_PLIES);
    while (game->nmoves < want) {
        const tabia_move mv = choose(games, &pos, game);
        if (mv == TABIA_MOVE_NONE)
            break;
        game->moves[game->nmoves++] = mv;
        tabia_pos_play(&pos, mv);
    }
}

static void make_tags(struct slow_games *games, struct slow_game *game)
{
    static const unsigned times[] = { 0, 60, 180, 600, 5400 };
    snprintf(game->white, SLOW_NAME, "Player %u", below(games, 8));
    snprintf(game->black, SLOW_NAME, "Player %u", below(games, 8));
    for (unsigned c = 0; c < 2; c++)
        game->elo[c] = below(games, 10) ? 1000 + below(games, 1800) : 0;
    game->year = below(games, 12) ? 2000 + below(games, 25) : 0;
    game->month = game->year && below(games, 8) ? 1 + below(games, 12) : 0;
    game->day = game->month && below(games, 8) ? 1 + below(games, 28) : 0;
    game->result = below(games, 12) ? below(games, 3) : 3;
    game->seconds = times[below(games, 5)];
    game->is_broken = below(games, 25) == 0;
}

static void make_start(struct slow_games *games, struct slow_game *game)
{
    static const char fen[] = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1";
    tabia_pos_set_start(&game->start);
    const unsigned kind = below(games, 20);
    if (kind == 0)
        (void)!tabia_fen_parse(&game->start, fen, strlen(fen), 0, NULL);
    game->is_chess960 = kind == 1;
    if (game->is_chess960)
        tabia_pos_set_start960(&game->start, (int)below(games, 3) * 100);
}

void slow_games_make(struct slow_games *games, size_t n, uint64_t seed)
{
    *games = (struct slow_games){ .list = calloc(n, sizeof(*games->list)),
                                  .seed = seed };
    assert_non_null(games->list);
    for (; games->n < n; games->n++) {
        struct slow_game *game = &games->list[games->n];
        if (games->n > 10 && below(games, 15) == 0) { // a copy
            *game = games->list[below(games, (unsigned)games->n)];
            game->elo[0] = 1500; // copies differ in what does not count
            continue;
        }
        make_start(games, game);
        make_tags(games, game);
        make_moves(games, game);
    }
}

void slow_games_clear(struct slow_games *games)
{
    free(games->list);
    *games = (struct slow_games){ 0 };
}

/* ---- printing -------------------------------------------------------- */

static void print_number(struct buf *text, const char *sep, unsigned n,
                         unsigned width)
{
    if (n)
        buf_addf(text, "%s%0*u", sep, (int)width, n);
    else
        buf_addf(text, "%s%.*s", sep, (int)width, "????");
}

static void print_tags(const struct slow_game *game, struct buf *text)
{
    static const char *const results[] = { "1-0", "1/2-1/2", "0-1", "*" };
    struct tabia_pos usual;
    char fen[TABIA_FEN_SIZE];
    tabia_pos_set_start(&usual);
    buf_addf(text, "[Event \"Made up\"]\n[White \"%s\"]\n[Black \"%s\"]\n",
             game->white, game->black);
    print_number(text, "[Date \"", game->year, 4);
    print_number(text, ".", game->month, 2);
    print_number(text, ".", game->day, 2);
    buf_addf(text, "\"]\n[Result \"%s\"]\n", results[game->result]);
    if (game->elo[0])
        buf_addf(text, "[WhiteElo \"%u\"]\n", game->elo[0]);
    if (game->elo[1])
        buf_addf(text, "[BlackElo \"%u\"]\n", game->elo[1]);
    if (game->seconds)
        buf_addf(text, "[TimeControl \"%u+0\"]\n", game->seconds);
    if (game->is_chess960)
        buf_add_text(text, "[Variant \"Chess960\"]\n");
    if (!tabia_pos_is_same(&game->start, &usual)) {
        tabia_fen_print(&game->start, 0, fen);
        buf_addf(text, "[SetUp \"1\"]\n[FEN \"%s\"]\n", fen);
    }
    buf_add_char(text, '\n');
}

static void print_moves(const struct slow_game *game, struct buf *text)
{
    static const char *const results[] = { "1-0", "1/2-1/2", "0-1", "*" };
    struct tabia_pos pos = game->start;
    char san[TABIA_SAN_SIZE];
    for (unsigned i = 0; i < game->nmoves; i++) {
        tabia_san_print(&pos, game->moves[i], san);
        buf_addf(text, "%s%s%s", i % 10 == 3 ? "{a (b) c} (e4 e5) " : "", san,
                 i % 9 == 8 ? "\n" : " ");
        tabia_pos_play(&pos, game->moves[i]);
    }
    buf_addf(text, "%s%s\n\n", game->is_broken ? "Qz9 " : "",
             results[game->result]);
}

void slow_games_print(const struct slow_games *games, struct buf *text)
{
    text->limit = SIZE_MAX / 2;
    for (size_t i = 0; i < games->n; i++) {
        print_tags(&games->list[i], text);
        print_moves(&games->list[i], text);
    }
    assert_false(text->failed);
}

/* ---- choosing games -------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ')
            a++;
        while (*b == ' ')
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

static bool is_same_game(const struct slow_game *a, const struct slow_game *b)
{
    return is_same_name(a->white, b->white) &&
           is_same_name(a->black, b->black) && a->year == b->year &&
           a->month == b->month && a->day == b->day &&
           tabia_pos_is_same(&a->start, &b->start) && a->nmoves == b->nmoves &&
           memcmp(a->moves, b->moves, a->nmoves * sizeof(a->moves[0])) == 0;
}

/* What follows the last ply is read only to tell games met twice. */
static bool is_seen_broken(const struct slow_game *game,
                           const struct tabia_build_options *o)
{
    const bool is_read =
        !o->max_ply || game->nmoves < o->max_ply || o->drop_duplicates;
    return game->is_broken && is_read;
}

static bool is_chosen(const struct slow_game *game,
                      const struct tabia_build_options *o, slow_where_fn *where)
{
    const bool as_white = o->player && is_same_name(game->white, o->player);
    const bool as_black = o->player && is_same_name(game->black, o->player);
    if (is_seen_broken(game, o) || (where && !where(game)))
        return false;
    if (o->variant == TABIA_BUILD_VARIANT_CHESS960 && !game->is_chess960)
        return false;
    if (o->variant == TABIA_BUILD_VARIANT_STANDARD && game->is_chess960)
        return false;
    if (o->player && !(as_white && o->side != TABIA_SIDE_BLACK) &&
        !(as_black && o->side != TABIA_SIDE_WHITE))
        return false;
    return game->result < 3 || o->polyglot_compatible;
}

/* Was a chosen game the same before? */
static bool is_repeated(const struct slow_games *games, size_t i,
                        const struct tabia_build_options *o,
                        slow_where_fn *where)
{
    for (size_t k = 0; k < i; k++)
        if (is_chosen(&games->list[k], o, where) &&
            is_same_game(&games->list[k], &games->list[i]))
            return true;
    return false;
}

/* ---- counting -------------------------------------------------------- */

static uint32_t date_of(const struct slow_game *game)
{
    return game->year * 10000 + game->month * 100 + game->day;
}

/* One row per move of a game that counts. */
static size_t list_game(const struct slow_game *game,
                        const struct tabia_build_options *o, bool legal_ep,
                        struct slow_row rows[SLOW_PLIES])
{
    struct tabia_pos pos = game->start;
    const unsigned last =
        o->max_ply && o->max_ply < game->nmoves ? o->max_ply : game->nmoves;
    size_t n = 0;
    for (unsigned i = 0; i < last; i++) {
        const struct tabia_pos known =
            legal_ep ? tabia_pos_identity(&pos) : pos;
        const bool is_white = pos.turn == TABIA_WHITE;
        struct slow_row row = { .key = pos_key_slow(&known),
                                .pos = pos,
                                .move = game->moves[i] };
        row.results[game->result < 3 ? game->result : 1] = 1;
        row.own_rating_sum = game->elo[pos.turn];
        row.own_rated_games = game->elo[pos.turn] > 0;
        row.first = row.last = date_of(game);
        tabia_pos_play(&pos, game->moves[i]);
        if (o->min_ply && i + 1 < o->min_ply)
            continue;
        if (o->side && is_white != (o->side == TABIA_SIDE_WHITE))
            continue;
        rows[n++] = row;
    }
    return n;
}

/* Leaves the last move of each position. */
static size_t drop_earlier(struct slow_row *rows, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        bool comes_again = false;
        for (size_t k = i + 1; k < n; k++)
            comes_again |= rows[k].key == rows[i].key;
        if (!comes_again)
            rows[kept++] = rows[i];
    }
    return kept;
}

static int compare_rows(const void *a, const void *b)
{
    const struct slow_row *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static void add_row(struct slow_row *to, const struct slow_row *row)
{
    for (size_t i = 0; i < 3; i++)
        to->results[i] += row->results[i];
    to->own_rating_sum += row->own_rating_sum;
    to->own_rated_games += row->own_rated_games;
    if (row->first && (!to->first || row->first < to->first))
        to->first = row->first;
    if (row->last > to->last)
        to->last = row->last;
    to->worth += row->worth;
}

/* Months since the year 0; 0: not known. */
static long month_of(uint32_t date)
{
    const long month = date / 100 % 100;
    return date ? (long)(date / 10000) * 12 + (month ? month - 1 : 0) : 0;
}

/* Sets what each game is worth beside the newest of its position. */
static void set_worth(struct slow_row *rows, size_t n, double half_life)
{
    for (size_t i = 0, end; i < n; i = end) {
        long newest = 0;
        for (end = i; end < n && rows[end].key == rows[i].key; end++)
            if (month_of(rows[end].last) > newest)
                newest = month_of(rows[end].last);
        for (size_t k = i; k < end; k++) {
            const long month = month_of(rows[k].last);
            const long age =
                month && newest - month < 600 ? newest - month : 600;
            const uint64_t *r = rows[k].results;
            const bool is_white = rows[k].pos.turn == TABIA_WHITE;
            const uint64_t points = 2 * r[is_white ? 0 : 2] + r[1];
            rows[k].worth =
                (double)points *
                floor(256 * pow(0.5, (double)age / 12 / half_life) + 0.5);
        }
    }
}

static void sum_up(struct slow_table *table)
{
    size_t n = 0;
    for (size_t i = 0; i < table->n; i++) {
        if (n && compare_rows(&table->rows[n - 1], &table->rows[i]) == 0)
            add_row(&table->rows[n - 1], &table->rows[i]);
        else
            table->rows[n++] = table->rows[i];
    }
    table->n = n;
}

void slow_count(const struct slow_games *games,
                const struct tabia_build_options *o, slow_where_fn *where,
                bool legal_ep, struct slow_table *table)
{
    *table = (struct slow_table){
        .rows = calloc(games->n * SLOW_PLIES + 1, sizeof(*table->rows)),
    };
    assert_non_null(table->rows);
    for (size_t i = 0; i < games->n; i++) {
        const struct slow_game *game = &games->list[i];
        struct slow_row *rows = table->rows + table->n;
        if (!is_chosen(game, o, where) ||
            (o->drop_duplicates && is_repeated(games, i, o, where)))
            continue;
        size_t n = list_game(game, o, legal_ep, rows);
        table->n += o->polyglot_compatible ? n : drop_earlier(rows, n);
        table->games++;
    }
    qsort(table->rows, table->n, sizeof(*table->rows), compare_rows);
    if (o->half_life > 0)
        set_worth(table->rows, table->n, o->half_life);
    sum_up(table);
}

void slow_table_clear(struct slow_table *table)
{
    free(table->rows);
    *table = (struct slow_table){ 0 };
}

/* ---- a book ---------------------------------------------------------- */

struct entry {
    uint16_t code;
    double weight;
};

/* from << 6 | to, and the promotion: 1 to 4 for knight to queen. */
static uint16_t code_of(tabia_move mv)
{
    const unsigned promotion = tabia_move_promotion(mv);
    return (uint16_t)(tabia_move_to(mv) | (unsigned)tabia_move_from(mv) << 6 |
                      (promotion ? promotion - 1 : 0) << 12);
}

static uint64_t games_of(const struct slow_row *row)
{
    return row->results[0] + row->results[1] + row->results[2];
}

static double weigh(const struct slow_row *row,
                    const struct tabia_build_options *o)
{
    const bool is_white = row->pos.turn == TABIA_WHITE;
    const uint64_t wins = row->results[is_white ? 0 : 2];
    const uint64_t points = 2 * wins + row->results[1];
    switch (o->weight) {
    case TABIA_BUILD_WEIGHT_GAMES:
        return (double)games_of(row);
    case TABIA_BUILD_WEIGHT_WINS:
        return (double)wins;
    case TABIA_BUILD_WEIGHT_UNIFORM:
        return points > 0;
    case TABIA_BUILD_WEIGHT_SCORE:
        break;
    }
    return o->half_life > 0 ? row->worth : (double)points;
}

static bool is_good(const struct slow_row *row,
                    const struct tabia_build_options *o)
{
    const bool is_white = row->pos.turn == TABIA_WHITE;
    const double games = (double)games_of(row);
    const double wins = (double)row->results[is_white ? 0 : 2];
    const double score = (wins + (double)row->results[1] / 2) / games * 100;
    return games_of(row) >= o->min_games && score >= o->min_score - 1e-9 &&
           weigh(row, o) > 0;
}

/* The most games; then the most points; then the smallest code. */
static bool is_better(const struct slow_row *a, const struct slow_row *b)
{
    const size_t win = a->pos.turn == TABIA_WHITE ? 0 : 2;
    const uint64_t points_a = 2 * a->results[win] + a->results[1];
    const uint64_t points_b = 2 * b->results[win] + b->results[1];
    if (games_of(a) != games_of(b))
        return games_of(a) > games_of(b);
    return points_a != points_b ? points_a > points_b
                                : code_of(a->move) < code_of(b->move);
}

/* Has the rate, or is the own side's best of the rows of its position. */
static bool is_kept(const struct slow_row *row, const struct slow_row *rows,
                    size_t n, uint64_t all, const struct tabia_build_options *o)
{
    const bool is_white = row->pos.turn == TABIA_WHITE;
    const bool is_own = is_white == (o->min_rate_side != TABIA_SIDE_BLACK);
    const double rate = (double)games_of(row) / (double)all * 100;
    bool is_best = o->min_rate_side && is_own;
    for (size_t i = 0; i < n; i++)
        is_best &= !is_good(&rows[i], o) || !is_better(&rows[i], row);
    return is_good(row, o) &&
           (is_best || rate >= o->min_rate[is_own ? 0 : 1] - 1e-9);
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

static void print_entries(uint64_t key, const struct entry *list, size_t n,
                          struct buf *bytes)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t row[16] = { 0 };
        put_be64(row, key);
        put_be16(row + 8, list[i].code);
        put_be16(row + 10, (uint16_t)list[i].weight);
        buf_add(bytes, row, sizeof(row));
    }
}

/* Weights of 16 bits: all are made smaller when one is too large. */
static void scale(struct entry *list, size_t n)
{
    const double largest = n ? list[0].weight : 0;
    for (size_t i = 0; largest > 65535 && i < n; i++) {
        const double scaled = floor(list[i].weight * 65535 / largest + 0.5);
        list[i].weight = scaled > 0 ? scaled : 1;
    }
    qsort(list, n, sizeof(*list), compare_entries);
}

void slow_book(const struct slow_table *table,
               const struct tabia_build_options *o, struct buf *bytes)
{
    bytes->limit = SIZE_MAX / 2;
    for (size_t i = 0, end; i < table->n; i = end) {
        struct entry list[TABIA_MOVES_MAX];
        uint64_t all = 0;
        size_t n = 0;
        for (end = i;
             end < table->n && table->rows[end].key == table->rows[i].key;
             end++)
            all += games_of(&table->rows[end]);
        for (size_t k = i; k < end; k++) {
            const struct slow_row *row = &table->rows[k];
            if (is_kept(row, &table->rows[i], end - i, all, o))
                list[n++] = (struct entry){ code_of(row->move), weigh(row, o) };
        }
        qsort(list, n, sizeof(*list), compare_entries);
        n = o->top && n > o->top ? o->top : n;
        scale(list, n);
        print_entries(table->rows[i].key, list, n, bytes);
    }
}
