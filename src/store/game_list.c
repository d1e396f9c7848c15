/*
 * game_list.c - games of a position or a player, filtered and sorted
 */
#include "store/game_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "store/store_def.h"
#include "base/banned.h"

enum {
    REPLAY_COST = 16, // a game that is replayed, in rows that are looked at
    EVERY =
        TABIA_DIMENSION_RATING | TABIA_DIMENSION_SPEED | TABIA_DIMENSION_MONTH,
};

/* ---- players --------------------------------------------------------- */

bool game_list_is_player(const char *name, const char *player)
{
    while (*name || *player) {
        if (text_is_blank(*name))
            name++;
        else if (text_is_blank(*player))
            player++;
        else if (text_lower(*name++) != text_lower(*player++))
            return false;
    }
    return true;
}

/* All spellings of a name that a store has, or all names with a prefix. */
struct player_set {
    size_t n, room, sorted_room;
    uint64_t *numbers;   // owned; in the order in which they were found
    uint64_t *sorted;    // owned; the same, ascending
    uint64_t first, end; // of those with the prefix
    uint64_t games;      // of all of them
};

static void player_set_clear(struct player_set *set)
{
    free(set->numbers);
    free(set->sorted);
    *set = (struct player_set){ .n = 0 };
}

/* How many of the sorted numbers are below 'number'. */
static size_t player_set_place(const struct player_set *set, uint64_t number)
{
    size_t first = 0, end = set->n;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (set->sorted[middle] < number)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool is_in_set(const struct player_set *set, uint64_t number)
{
    if (number >= set->first && number < set->end)
        return true;
    const size_t at = player_set_place(set, number);
    return at < set->n && set->sorted[at] == number;
}

static bool player_set_add(struct player_set *set, uint64_t number,
                           struct tabia_error *err)
{
    const size_t at = player_set_place(set, number);
    if (!VEC_RESERVE(set->numbers, set->room, set->n + 1, SIZE_MAX / 16, err) ||
        !VEC_RESERVE(set->sorted, set->sorted_room, set->n + 1, SIZE_MAX / 16,
                     err))
        return false;
    memmove(set->sorted + at + 1, set->sorted + at,
            (set->n - at) * sizeof(*set->sorted));
    set->sorted[at] = number;
    set->numbers[set->n++] = number;
    return true;
}

/* Adds the names that begin with 'prefix' and mean the player. */
static bool add_players(const struct tabia_store *store, const char *prefix,
                        const char *player, struct player_set *set,
                        struct tabia_error *err)
{
    char name[TABIA_STORE_NAME_SIZE];
    uint64_t number, end, games;
    if (!store_find_players(store, prefix, &number, &end, err))
        return false;
    for (; number < end; number++) {
        if (!store_get_name(store, &store->players, number, name, err))
            return false;
        if (!game_list_is_player(name, player) || is_in_set(set, number))
            continue;
        if (!store_get_player(store, number, name, &games, err) ||
            !player_set_add(set, number, err))
            return false;
        set->games += games;
    }
    return true;
}

/*
 * Names are sorted with their blanks, so they are looked for as they were
 * given, without blanks, and with the first blank behind each letter. The set
 * is to be cleared in any case.
 */
static bool find_players(const struct tabia_store *store, const char *player,
                         struct player_set *set, struct tabia_error *err)
{
    char plain[TABIA_STORE_NAME_SIZE], prefix[TABIA_STORE_NAME_SIZE + 2];
    size_t n = 0;
    *set = (struct player_set){ .n = 0 };
    while (text_is_blank(*player))
        player++;
    for (const char *p = player; *p && n + 1 < sizeof(plain); p++)
        if (!text_is_blank(*p))
            plain[n++] = *p;
    plain[n] = '\0';
    if (n == 0)
        return true;
    if (!add_players(store, player, player, set, err) ||
        !add_players(store, plain, player, set, err))
        return false;
    for (size_t i = 1; i < n; i++) {
        memcpy(prefix, plain, i);
        prefix[i] = ' ';
        prefix[i + 1] = plain[i];
        prefix[i + 2] = '\0';
        if (!add_players(store, prefix, player, set, err))
            return false;
    }
    return true;
}

/* The names that begin with 'prefix'. Of very many the games do not matter. */
static bool find_prefix(const struct tabia_store *store, const char *prefix,
                        struct player_set *set, struct tabia_error *err)
{
    enum { NAMES_MAX = 1000 };
    char name[TABIA_STORE_NAME_SIZE];
    uint64_t games;
    *set = (struct player_set){ .n = 0 };
    if (!store_find_players(store, prefix, &set->first, &set->end, err))
        return false;
    if (set->end - set->first > NAMES_MAX) {
        set->games = store->tail.games;
        return true;
    }
    for (uint64_t i = set->first; i < set->end; i++) {
        if (!store_get_player(store, i, name, &games, err))
            return false;
        set->games += games;
    }
    return true;
}

/* ---- searching ------------------------------------------------------- */

struct game_search {
    const struct tabia_store *store;
    const struct game_selection *selection;
    struct player_set players; // if 'selection' has a player
    unsigned colors;
    bool is_by_player; // those of the player are looked at, not all
    bool wants_rows; // 'on_ranked' does: else they are read only to be compared
    /* Returns false to end the search. */
    bool (*on_ranked)(void *ctx, const struct store_ranked *ranked);
    void *ctx;
    uint64_t nseen;
    bool is_cut, failed;
    struct store_games games; // the block of the last game
    bool has_games;
    struct tabia_error *err;
};

/* Most searches ascend: a block of games is fetched once for all of them. */
static bool search_fetch(struct game_search *search, uint64_t game)
{
    const uint64_t number = game / STORE_BLOCK_GAMES;
    if (search->has_games && search->games.block.number == number)
        return true;
    if (search->has_games)
        store_block_clear(&search->games.block);
    search->has_games =
        game < search->store->tail.games &&
        store_fetch_games(search->store, number, &search->games, search->err);
    if (search->has_games)
        return true;
    if (game >= search->store->tail.games)
        error_set(search->err, TABIA_ERR_CORRUPT, "there is no game %llu",
                  (unsigned long long)game);
    search->failed = true;
    return false;
}

static bool has_player(const struct game_search *search, unsigned row)
{
    static const enum store_field fields[] = { STORE_FIELD_WHITE,
                                               STORE_FIELD_BLACK };
    for (unsigned color = 0; color < 2; color++)
        if (search->colors >> color & 1 &&
            is_in_set(&search->players,
                      store_games_field(&search->games, row, fields[color])))
            return true;
    return false;
}

/* Counts one more game, unless there were enough: then the search ends. */
static bool may_look(struct game_search *search)
{
    const uint64_t max = search->selection->max;
    search->is_cut = max && search->nseen == max;
    if (!search->is_cut)
        search->nseen++;
    return !search->is_cut;
}

/* Returns false when the search is to end. */
static bool search_game(void *ctx, const struct tabia_store_game_ref *sample)
{
    struct game_search *search = ctx;
    const struct game_selection *selection = search->selection;
    struct store_ranked ranked = { .sample = *sample };
    const unsigned i = (unsigned)(sample->game % STORE_BLOCK_GAMES);
    if (selection->move && selection->move != sample->move)
        return true;
    if (!search->is_by_player && !may_look(search))
        return false;
    const bool wants_player = selection->player && !search->is_by_player;
    if (!search->wants_rows && !wants_player)
        return search->on_ranked(search->ctx, &ranked);
    if (!search_fetch(search, sample->game))
        return false;
    if (wants_player && !has_player(search, i))
        return true;
    store_games_row(&search->games, i, &ranked.row);
    const unsigned mode = ranked.row.flags & TALLY_CASUAL
                              ? TABIA_GAME_MODE_CASUAL
                              : TABIA_GAME_MODE_RATED;
    return (selection->modes && !(selection->modes & mode)) ||
           !store_filter_passes(&selection->filter,
                                tally_group(EVERY, &ranked.row)) ||
           search->on_ranked(search->ctx, &ranked);
}

/* A game of a player: whether it had the position follows by replaying it. */
static bool search_played(void *ctx, uint64_t game, enum tabia_color color)
{
    struct game_search *search = ctx;
    const struct game_selection *selection = search->selection;
    struct tabia_store_game_ref sample = { .game = game };
    struct store_found found;
    found.game = TABIA_GAME_NONE;
    if (!(search->colors >> color & 1))
        return true;
    if (color == TABIA_BLACK && search->colors >> TABIA_WHITE & 1) {
        if (!search_fetch(search, game))
            return false;
        // Against another spelling of the same name: it was found as White's.
        if (is_in_set(&search->players,
                      store_games_field(&search->games,
                                        (unsigned)(game % STORE_BLOCK_GAMES),
                                        STORE_FIELD_WHITE)))
            return true;
    }
    if (!may_look(search))
        return false;
    if (selection->pos) {
        if (!store_try_game(search->store, selection->pos, game, &found,
                            search->err)) {
            search->failed = true;
            return false;
        }
        if (found.game == TABIA_GAME_NONE ||
            !tabia_pos_is_legal(selection->pos, found.move))
            return true;
        sample.move = found.move;
    }
    return search_game(search, &sample);
}

static bool search_players(struct game_search *search)
{
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < search->players.n; i++)
        if (!store_list_player_games(search->store, search->players.numbers[i],
                                     search_played, search, &goes_on,
                                     search->err))
            return false;
    for (uint64_t i = search->players.first; goes_on && i < search->players.end;
         i++)
        if (!store_list_player_games(search->store, i, search_played, search,
                                     &goes_on, search->err))
            return false;
    return true;
}

/*
 * A position that the store did not count has no games, whoever played it.
 * Otherwise those of the player are replayed, unless it is less work to look at
 * all games of the position.
 */
static bool choose_games(struct game_search *search)
{
    uint64_t games;
    search->is_by_player = true;
    if (!search->selection->pos)
        return true;
    if (!store_count_games(search->store, search->selection->pos, &games,
                           search->err))
        return false;
    search->is_by_player =
        games > 0 && games / REPLAY_COST > search->players.games;
    return true;
}

/* As search_run, when the players are known. */
static bool search_walk(struct game_search *search)
{
    const struct game_selection *selection = search->selection;
    if (selection->player && !choose_games(search))
        return false;
    if (selection->player && search->players.n == 0 &&
        search->players.first == search->players.end)
        return true;
    const bool ok =
        search->is_by_player
            ? search_players(search)
            : store_list_position_games(search->store, selection->pos,
                                        search_game, search, search->err);
    if (search->has_games)
        store_block_clear(&search->games.block);
    return ok && !search->failed;
}

static bool search_run(struct game_search *search)
{
    const struct game_selection *selection = search->selection;
    search->colors = selection->colors ? selection->colors
                                       : 1u << TABIA_WHITE | 1u << TABIA_BLACK;
    const bool ok = (!selection->player ||
                     (selection->is_prefix ? find_prefix : find_players)(
                         search->store, selection->player, &search->players,
                         search->err)) &&
                    search_walk(search);
    player_set_clear(&search->players);
    return ok;
}

/* ---- one page -------------------------------------------------------- */

/* The first games so far: a heap, the last of them on top. */
struct game_pager {
    store_goes_before_fn *before;
    struct store_ranked *heap;
    size_t n, max;
    uint64_t total;
    struct store_ranked after; // games up to this one are not on the page
    bool has_after;
};

static bool pager_is_before(const struct game_pager *p,
                            const struct store_ranked *a,
                            const struct store_ranked *b)
{
    return p->before(&a->row, a->sample.game, &b->row, b->sample.game);
}

static void heap_sink(struct game_pager *p, size_t i, size_t n)
{
    const struct store_ranked moved = p->heap[i];
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n)
            break;
        if (child + 1 < n &&
            pager_is_before(p, &p->heap[child], &p->heap[child + 1]))
            child++;
        if (!pager_is_before(p, &moved, &p->heap[child]))
            break;
        p->heap[i] = p->heap[child];
        i = child;
    }
    p->heap[i] = moved;
}

static void heap_add(struct game_pager *p, const struct store_ranked *ranked)
{
    size_t i = p->n++;
    for (; i > 0 && pager_is_before(p, &p->heap[(i - 1) / 2], ranked);
         i = (i - 1) / 2)
        p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i] = *ranked;
}

static bool pager_add(void *ctx, const struct store_ranked *ranked)
{
    struct game_pager *p = ctx;
    p->total++;
    if (p->has_after && !pager_is_before(p, &p->after, ranked))
        return true;
    if (p->n < p->max) {
        heap_add(p, ranked);
    } else if (p->max && pager_is_before(p, ranked, &p->heap[0])) {
        p->heap[0] = *ranked;
        heap_sink(p, 0, p->n);
    }
    return true;
}

/* Leaves the heap sorted, first games first. */
static void heap_sort(struct game_pager *p)
{
    for (size_t n = p->n; n > 1; n--) {
        const struct store_ranked last = p->heap[0];
        p->heap[0] = p->heap[n - 1];
        p->heap[n - 1] = last;
        heap_sink(p, 0, n - 1);
    }
}

/* ---- what they add up to --------------------------------------------- */

struct player_sum {
    uint8_t turn;
    size_t nmoves, ntop, nrecent;
    struct {
        tabia_move move;
        uint64_t game; // one of them
        struct tally_cell sum;
    } moves[TABIA_MOVES_MAX];
    struct store_ranked top[STORE_TOP_MAX], recent[STORE_RECENT_MAX];
};

static bool sum_add(void *ctx, const struct store_ranked *ranked)
{
    struct player_sum *s = ctx;
    size_t i = 0;
    while (i < s->nmoves && s->moves[i].move != ranked->sample.move)
        i++;
    if (i == TABIA_MOVES_MAX)
        return true; // a legal position has no more
    if (i == s->nmoves) {
        s->nmoves++;
        s->moves[i].move = ranked->sample.move;
        s->moves[i].sum = (struct tally_cell){ .group = 0 };
    }
    s->moves[i].game = ranked->sample.game;
    tally_cell_add_game(&s->moves[i].sum, s->turn, &ranked->row);
    store_rank(s->top, &s->ntop, STORE_TOP_MAX, tally_is_better, ranked);
    store_rank(s->recent, &s->nrecent, STORE_RECENT_MAX, tally_is_newer,
               ranked);
    return true;
}

bool game_list_each(const struct tabia_store *store,
                    const struct game_selection *selection,
                    bool (*on_ranked)(void *ctx,
                                      const struct store_ranked *ranked),
                    void *ctx, struct tabia_error *err)
{
    struct game_search search = { .store = store,
                                  .selection = selection,
                                  .wants_rows = true,
                                  .on_ranked = on_ranked,
                                  .ctx = ctx,
                                  .err = err };
    return search_run(&search);
}

bool game_list_sum(const struct tabia_store *store,
                   const struct game_selection *selection,
                   struct store_answer *answer, struct tabia_error *err)
{
    struct player_sum s;
    s.turn = selection->pos->turn;
    s.nmoves = s.ntop = s.nrecent = 0;
    store_answer_clear(answer);
    if (!game_list_each(store, selection, sum_add, &s, err))
        return false;
    for (size_t i = 0; i < s.nmoves; i++)
        store_answer_add(answer, s.moves[i].move, &s.moves[i].sum,
                         s.moves[i].game);
    for (; answer->ntop < s.ntop; answer->ntop++)
        answer->top[answer->ntop] = s.top[answer->ntop].sample;
    for (; answer->nrecent < s.nrecent; answer->nrecent++)
        answer->recent[answer->nrecent] = s.recent[answer->nrecent].sample;
    return true;
}

struct color_lookup {
    unsigned colors;
    bool is_there;
};

static bool note_color(void *ctx, uint64_t game, enum tabia_color color)
{
    struct color_lookup *asked = ctx;
    (void)game;
    asked->is_there = !asked->colors || asked->colors >> color & 1;
    return !asked->is_there;
}

bool game_list_player_games(const struct tabia_store *store, const char *player,
                            bool (*on_game)(void *ctx, uint64_t game,
                                            enum tabia_color color),
                            void *ctx, struct tabia_error *err)
{
    struct player_set set;
    bool goes_on = true;
    bool ok = find_players(store, player, &set, err);
    for (size_t i = 0; ok && goes_on && i < set.n; i++)
        ok = store_list_player_games(store, set.numbers[i], on_game, ctx,
                                     &goes_on, err);
    player_set_clear(&set);
    return ok;
}

bool game_list_has_player(const struct tabia_store *store, const char *player,
                          unsigned colors, bool *is_there,
                          struct tabia_error *err)
{
    struct color_lookup asked = { .colors = colors };
    const bool ok =
        game_list_player_games(store, player, note_color, &asked, err);
    *is_there = asked.is_there;
    return ok;
}

/* ---- for the public ---------------------------------------------------- */

/* Passes on the games of a page in the order in which they are found. */
struct game_stream {
    uint64_t skip, left; // to skip, and to pass on; left 0: no more
    uint64_t total;
    bool counts_on; // to the last game, for the total
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *game);
    void *ctx;
};

static bool stream_add(void *ctx, const struct store_ranked *ranked)
{
    struct game_stream *s = ctx;
    s->total++;
    if (s->skip)
        s->skip--;
    else if (s->left)
        s->left = s->on_game(s->ctx, &ranked->sample) ? s->left - 1 : 0;
    return s->left || s->counts_on;
}

static bool list_as_stored(
    const struct tabia_store *store, const struct game_selection *selection,
    const struct tabia_store_query *query,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *), void *ctx,
    struct tabia_store_list_result *result, struct tabia_error *err)
{
    static const struct tabia_store_filter all;
    struct game_stream s = {
        .skip = query->skip,
        .left = query->max ? query->max : UINT64_MAX,
        .counts_on = result,
        .on_game = on_game,
        .ctx = ctx,
    };
    struct game_search search = {
        .store = store,
        .selection = selection,
        .wants_rows = selection->modes ||
                      memcmp(&selection->filter, &all, sizeof(all)) != 0,
        .on_ranked = stream_add,
        .ctx = &s,
        .err = err,
    };
    const bool ok = search_run(&search);
    if (ok && result)
        *result = (struct tabia_store_list_result){ .total = s.total,
                                                    .is_cut = search.is_cut };
    return ok;
}

static bool list_sorted(
    const struct tabia_store *store, const struct game_selection *selection,
    const struct tabia_store_query *query,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *), void *ctx,
    struct tabia_store_list_result *result, struct tabia_error *err)
{
    const uint64_t max = TABIA_STORE_PAGE_MAX;
    if (query->skip > max || query->max > max - query->skip)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d games",
                         TABIA_STORE_PAGE_MAX);
    struct game_pager p = {
        .before = query->order == TABIA_STORE_ORDER_NEWEST ? tally_is_newer
                                                           : tally_is_better,
        .max = (size_t)(query->max ? query->skip + query->max : max),
        .has_after = query->has_after && query->after != TABIA_GAME_NONE,
        .after.sample.game = query->after,
    };
    struct game_search search = { .store = store,
                                  .selection = selection,
                                  .wants_rows = true,
                                  .on_ranked = pager_add,
                                  .ctx = &p,
                                  .err = err };
    if (p.has_after &&
        !store_get_game_row(store, query->after, &p.after.row, err))
        return false;
    p.heap = malloc((p.max + 1) * sizeof(*p.heap));
    if (!p.heap)
        return error_nomem(err);
    const bool ok = search_run(&search);
    heap_sort(&p);
    if (ok && result)
        *result = (struct tabia_store_list_result){ .total = p.total,
                                                    .is_cut = search.is_cut };
    size_t i = (size_t)query->skip;
    while (ok && i < p.n && on_game(ctx, &p.heap[i].sample))
        i++;
    free(p.heap);
    return ok;
}

/* What has no effect is most likely a mistake. */
static bool check_query(const struct tabia_store *store,
                        const struct tabia_store_query *query,
                        struct tabia_error *err)
{
    if (query->move && !query->pos)
        return error_set(err, TABIA_ERR_MISUSE, "a move needs a position");
    if ((query->side || query->is_prefix) && !query->player)
        return error_set(err, TABIA_ERR_MISUSE,
                         "a side and a prefix need a player");
    if (query->side > TABIA_SIDE_BLACK ||
        query->order > TABIA_STORE_ORDER_NEWEST)
        return error_set(err, TABIA_ERR_MISUSE, "no such side or order");
    if (query->has_after && query->order == TABIA_STORE_ORDER_STORED)
        return error_set(err, TABIA_ERR_MISUSE,
                         "only a sorted list has games after another");
    if (query->has_after && query->after >= store->tail.games)
        return error_set(err, TABIA_ERR_MISUSE, "there is no game %llu",
                         (unsigned long long)query->after);
    return true;
}

bool tabia_store_list_games(
    const struct tabia_store *store, const struct tabia_store_query *query,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *game),
    void *ctx, struct tabia_store_list_result *result, struct tabia_error *err)
{
    static const struct tabia_store_query everything;
    if (!query)
        query = &everything;
    if (!check_query(store, query, err))
        return false;
    struct game_selection selection = {
        .pos = query->pos,
        .move = query->move,
        .modes = query->modes,
        .player = query->player,
        .is_prefix = query->is_prefix,
        .colors = game_list_colors(query->side),
        .max = query->max_read,
    };
    if (query->filter)
        selection.filter = *query->filter;
    return (query->order == TABIA_STORE_ORDER_STORED ? list_as_stored
                                                     : list_sorted)(
        store, &selection, query, on_game, ctx, result, err);
}
