/*
 * share.c - how often a book's own program plays each move of a position
 */
#include "book/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/copy.h"
#include "book/edges.h"
#include "book/move_list.h"
#include "base/banned.h"

/* ---- texts ----------------------------------------------------------- */

/* The number behind a word; false when something else stands there. */
static bool parse_part(const char **p, const char *word, uint32_t *number)
{
    const size_t len = strlen(word);
    if (strncmp(*p, word, len) != 0 || (*p)[len] < '0' || (*p)[len] > '9')
        return false;
    char *end;
    const unsigned long value = strtoul(*p + len, &end, 10);
    *p = end;
    *number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    return true;
}

struct share share_parse(const char *text)
{
    static const struct share by_weight;
    struct share share = { .rule = SHARE_ARENA };
    if (text && strcmp(text, SHARE_CHESSBASE_TEXT) == 0)
        return (struct share){ .rule = SHARE_CHESSBASE };
    if (text && strcmp(text, SHARE_EXPERIENCE_TEXT) == 0)
        return (struct share){ .rule = SHARE_EXPERIENCE };
    const size_t len = strlen(SHARE_ARENA_TEXT);
    if (!text || strncmp(text, SHARE_ARENA_TEXT, len) != 0)
        return by_weight;
    const char *p = text + len;
    const bool is_good = parse_part(&p, " priority ", &share.priority) &&
                         parse_part(&p, " games ", &share.games) &&
                         parse_part(&p, " score ", &share.score) && !*p;
    return is_good ? share : by_weight;
}

const char *share_print(const struct share *share, char text[SHARE_TEXT_SIZE])
{
    if (share->rule == SHARE_CHESSBASE)
        return SHARE_CHESSBASE_TEXT;
    if (share->rule == SHARE_EXPERIENCE)
        return SHARE_EXPERIENCE_TEXT;
    snprintf(text, SHARE_TEXT_SIZE,
             SHARE_ARENA_TEXT " priority %u games %u score %u", share->priority,
             share->games, share->score);
    return text;
}

/* ---- ChessBase ------------------------------------------------------- */

enum { GOOD = 1, BAD, BRILLIANT, BLUNDER, INTERESTING, DUBIOUS, NGLYPHS };

/* In eighths, by the move's glyph; 0: never. */
enum { EIGHTHS = 8 };

static const uint16_t green_factors[NGLYPHS] = {
    [0] = 8, [GOOD] = 64, [BRILLIANT] = 256
};
static const uint16_t other_factors[NGLYPHS] = {
    [0] = 8, [GOOD] = 64, [BRILLIANT] = 256, [INTERESTING] = 4, [DUBIOUS] = 1
};

static unsigned chessbase_factor(const struct tabia_move_data *data,
                                 bool only_green)
{
    const unsigned glyph = data->nags[0] < NGLYPHS ? data->nags[0] : 0;
    if (data->mark == TABIA_MARK_PASSIVE || (only_green && !data->weight))
        return 0;
    return only_green ? green_factors[glyph] : other_factors[glyph];
}

static void fill_chessbase(struct tabia_book_move *list, size_t n)
{
    bool only_green = false;
    uint64_t games = 0;
    for (size_t i = 0; i < n; i++)
        only_green |= chessbase_factor(&list[i].data, true) > 0;
    for (size_t i = 0; i < n; i++)
        if (chessbase_factor(&list[i].data, only_green))
            games += tabia_move_data_games(&list[i].data);
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all |= list[i].share =
            (games ? tabia_move_data_games(&list[i].data) : 1) *
            chessbase_factor(&list[i].data, only_green);
    for (size_t i = 0; i < n && all % EIGHTHS == 0; i++)
        list[i].share /= EIGHTHS;
}

/* ---- experience ------------------------------------------------------ */

static void fill_experience(struct tabia_book_move *list, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += list[i].share = list[i].data.learn >> 48;
    for (size_t i = 0; i < n && !sum; i++)
        list[i].share = list[i].data.mark != TABIA_MARK_PASSIVE;
}

/* ---- Arena ----------------------------------------------------------- */

/* What counts about a move, and how much the book says that each counts. */
enum { PRIORITY, GAMES, SCORE, NPARTS };

enum {
    COUNTS_MAX = 15, // what the header's numbers go up to
    WHOLE = 1 << 24, // that parts are taken of: products stay in 64 bits
};

static uint64_t arena_value(const struct tabia_move_data *data, unsigned part,
                            unsigned turn)
{
    const uint64_t games = tabia_move_data_games(data);
    const uint64_t wins = turn == TABIA_WHITE ? data->white : data->black;
    switch (part) {
    case PRIORITY:
        return data->weight;
    case GAMES:
        return games;
    default: // in 1/1000 of the games; unknown results are no points
        return games ? (2 * wins + data->draws) * 500 / games : 0;
    }
}

static void fill_arena(const struct share *share, unsigned turn,
                       struct tabia_book_move *list, size_t n)
{
    const uint32_t given[NPARTS] = { share->priority, share->games,
                                     share->score };
    uint64_t sums[NPARTS] = { 0 };
    bool has_priority = given[PRIORITY] || !(given[GAMES] || given[SCORE]);
    for (size_t i = 0; i < n; i++)
        has_priority |= list[i].data.weight > 0;

    bool is_played[TABIA_MOVES_MAX];
    for (size_t i = 0; i < n; i++) {
        const struct tabia_move_data *data = &list[i].data;
        is_played[i] =
            data->mark != TABIA_MARK_PASSIVE && (data->weight || !has_priority);
        for (unsigned k = 0; is_played[i] && k < NPARTS; k++)
            sums[k] += arena_value(data, k, turn);
    }

    uint64_t counts[NPARTS];
    unsigned ncounts = 0;
    for (unsigned k = 0; k < NPARTS; k++) {
        counts[k] = !sums[k]                ? 0
                    : given[k] < COUNTS_MAX ? given[k]
                                            : COUNTS_MAX;
        ncounts += counts[k] > 0;
    }
    if (!ncounts)
        counts[PRIORITY] = 1;
    for (size_t i = 0; i < n; i++) {
        list[i].share = 0;
        for (unsigned k = 0; is_played[i] && k < NPARTS; k++) {
            const uint64_t value = arena_value(&list[i].data, k, turn);
            if (counts[k] && ncounts > 1)
                list[i].share +=
                    counts[k] * ((value * WHOLE + sums[k] - 1) / sums[k]);
            else if (counts[k]) // alone it is the share, without rounding
                list[i].share = value;
        }
    }
}

void share_fill(const struct share *share, unsigned turn,
                struct tabia_book_move *list, size_t n)
{
    if (share->rule == SHARE_BY_WEIGHT)
        return;
    for (size_t i = 0; i < n; i++)
        list[i].has_share = true;
    if (share->rule == SHARE_CHESSBASE)
        fill_chessbase(list, n);
    else if (share->rule == SHARE_EXPERIENCE)
        fill_experience(list, n);
    else
        fill_arena(share, turn, list, n);
}

/* ---- shares as weights ----------------------------------------------- */

static void set_position_weights(const struct tabia_book *book,
                                 uint32_t position, uint32_t *weights)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n =
        tabia_book_position_moves(book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    uint64_t largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = list[i].share > largest ? list[i].share : largest;
    struct edges it = edges_of(book, position);
    struct tabia_book_move entry;
    while (edges_next(&it, &entry)) {
        const size_t i = move_list_find(list, n, entry.move);
        weights[entry.edge] =
            (uint32_t)move_list_scale_weight(list[i].share, largest,
                                             UINT16_MAX);
    }
}

static void set_weight(void *ctx, uint32_t edge, struct tabia_move_data *data)
{
    const uint32_t *weights = ctx;
    data->has |= TABIA_HAS_WEIGHT;
    data->weight = weights[edge];
}

struct tabia_book *share_weigh(const struct tabia_book *book,
                               struct tabia_error *err)
{
    uint32_t *weights = copy_numbers_new(tabia_book_edge_count(book), err);
    if (!weights)
        return NULL;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++)
        set_position_weights(book, i, weights);
    const struct copy_changes changes = {
        .move = set_weight,
        .without = SHARE_KEY,
        .ctx = weights,
    };
    struct tabia_book *weighed = copy_book(book, &changes, err);
    free(weights);
    return weighed;
}
