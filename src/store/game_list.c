/*
 * game_list.c - games of a position or a player, filtered and sorted
 */
#include "store/game_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "store/store_def.h"
#include "base/banned.h"

enum {
    SPELLINGS = 32,   // of a player's name
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

/* All spellings of a name that a store has. */
struct player_set {
    size_t n;
    uint64_t numbers[SPELLINGS];
    uint64_t games; // of all of them
};

static bool is_in_set(const struct player_set *set, uint64_t number)
{
    for (size_t i = 0; i < set->n; i++)
        if (set->numbers[i] == number)
            return true;
    return false;
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
    for (; number < end && set->n < SPELLINGS; number++) {
        if (!store_get_name(store, &store->players, number, name, err))
            return false;
        if (!game_list_is_player(name, player) || is_in_set(set, number))
            continue;
        if (!store_get_player(store, number, name, &games, err))
            return false;
        set->numbers[set->n++] = number;
        set->games += games;
    }
    return true;
}

/*
 * Names are sorted with their blanks, so they are looked for as they were
 * given, without blanks, and with the first blank behind each letter.
 */
static bool find_players(const struct tabia_store *store, const char *player,
                         struct player_set *set, struct tabia_error *err)
{
    char plain[TABIA_STORE_NAME_SIZE], prefix[TABIA_STORE_NAME_SIZE + 2];
    size_t n = 0;
    set->n = 0;
    set->games = 0;
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

/* ---- walking --------------------------------------------------------- */

struct walking {
    const struct tabia_store *store;
    const struct game_walk *walk;
    struct player_set players; // if 'walk' has a player
    unsigned colors;
    void (*found)(void *ctx, const struct store_ranked *ranked);
    void *ctx;
    uint64_t nseen;
    bool is_cut, failed;
    struct store_games games; // the block of the last game
    bool has_games;
    struct tabia_error *err;
};

/* Most walks are ascending: a block of games is loaded once for all of them. */
static bool walk_load(struct walking *w, uint64_t game)
{
    const uint64_t number = game / STORE_GAMES_BLOCK;
    if (w->has_games && w->games.block.number == number)
        return true;
    if (w->has_games)
        store_block_clear(&w->games.block);
    w->has_games = game < w->store->tail.games &&
                   store_load_games(w->store, number, &w->games, w->err);
    if (w->has_games)
        return true;
    if (game >= w->store->tail.games)
        error_set(w->err, TABIA_ERR_CORRUPT, "there is no game %llu",
                  (unsigned long long)game);
    w->failed = true;
    return false;
}

static bool has_player(const struct walking *w, unsigned row)
{
    static const enum store_field fields[] = { STORE_FIELD_WHITE,
                                               STORE_FIELD_BLACK };
    for (unsigned color = 0; color < 2; color++)
        if (w->colors >> color & 1 &&
            is_in_set(&w->players,
                      store_games_field(&w->games, row, fields[color])))
            return true;
    return false;
}

/* Returns false when the walk is to end. */
static bool walk_game(void *ctx, const struct tabia_store_game_ref *sample)
{
    struct walking *w = ctx;
    const struct game_walk *walk = w->walk;
    struct store_ranked ranked = { .sample = *sample };
    const unsigned i = (unsigned)(sample->game % STORE_GAMES_BLOCK);
    if (walk->max && w->nseen == walk->max) {
        w->is_cut = true;
        return false;
    }
    w->nseen++;
    if (!walk_load(w, sample->game))
        return false;
    if (walk->player && !has_player(w, i))
        return true;
    store_games_row(&w->games, i, &ranked.row);
    const unsigned mode =
        ranked.row.flags & TALLY_CASUAL ? GAME_CASUAL : GAME_RATED;
    if ((!walk->modes || walk->modes & mode) &&
        store_filter_passes(&walk->filter, tally_group(EVERY, &ranked.row)))
        w->found(w->ctx, &ranked);
    return true;
}

/* A game of a player: whether it had the position follows by replaying it. */
static bool walk_played(void *ctx, uint64_t game, enum tabia_color color)
{
    struct walking *w = ctx;
    const struct game_walk *walk = w->walk;
    struct tabia_store_game_ref sample = { .game = game };
    struct store_found found;
    found.game = TABIA_GAME_NONE;
    if (!(w->colors >> color & 1))
        return true;
    if (color == TABIA_BLACK && w->colors >> TABIA_WHITE & 1) {
        if (!walk_load(w, game))
            return false;
        // Against another spelling of the same name: it was found as White's.
        if (is_in_set(&w->players,
                      store_games_field(&w->games,
                                        (unsigned)(game % STORE_GAMES_BLOCK),
                                        STORE_FIELD_WHITE)))
            return true;
    }
    if (walk->pos) {
        if (!store_try_game(w->store, walk->pos, game, &found, w->err)) {
            w->failed = true;
            return false;
        }
        if (found.game == TABIA_GAME_NONE ||
            !tabia_pos_is_legal(walk->pos, found.move) ||
            (walk->move && walk->move != found.move))
            return true;
        sample.move = found.move;
    }
    return walk_game(w, &sample);
}

static bool walk_players(struct walking *w)
{
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < w->players.n; i++)
        if (!store_list_player_games(w->store, w->players.numbers[i],
                                     walk_played, w, &goes_on, w->err))
            return false;
    return true;
}

/*
 * A position that the store did not count has no games, whoever played it.
 * Otherwise those of the player are replayed, unless it is less work to look at
 * all games of the position.
 */
static bool walk_is_by_player(struct walking *w, bool *is_by_player)
{
    uint64_t games;
    *is_by_player = true;
    if (!w->walk->pos)
        return true;
    if (!store_count_games(w->store, w->walk->pos, &games, w->err))
        return false;
    *is_by_player = games > 0 && games / REPLAY_COST > w->players.games;
    return true;
}

static bool walk_run(struct walking *w)
{
    const struct game_walk *walk = w->walk;
    const struct tabia_games_query query = { .pos = walk->pos,
                                             .move = walk->move };
    bool is_by_player = false;
    w->colors =
        walk->colors ? walk->colors : 1u << TABIA_WHITE | 1u << TABIA_BLACK;
    bool ok = !walk->player ||
              (find_players(w->store, walk->player, &w->players, w->err) &&
               walk_is_by_player(w, &is_by_player));
    if (ok && walk->player && w->players.n == 0)
        return true;
    if (ok)
        ok = is_by_player ? walk_players(w)
                          : tabia_store_list_games(w->store, &query, walk_game,
                                                   w, w->err);
    if (w->has_games)
        store_block_clear(&w->games.block);
    return ok && !w->failed;
}

/* ---- one page -------------------------------------------------------- */

/* The first games so far: a heap, the last of them on top. */
struct game_pager {
    store_goes_before *before;
    struct store_ranked *heap;
    size_t n, max;
    uint64_t total;
    struct store_ranked after; // games up to this one are not on the page
    bool has_after;
};

static bool game_list_is_before(const struct game_pager *p,
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
            game_list_is_before(p, &p->heap[child], &p->heap[child + 1]))
            child++;
        if (!game_list_is_before(p, &moved, &p->heap[child]))
            break;
        p->heap[i] = p->heap[child];
        i = child;
    }
    p->heap[i] = moved;
}

static void heap_add(struct game_pager *p, const struct store_ranked *ranked)
{
    size_t i = p->n++;
    for (; i > 0 && game_list_is_before(p, &p->heap[(i - 1) / 2], ranked);
         i = (i - 1) / 2)
        p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i] = *ranked;
}

static void page_add(void *ctx, const struct store_ranked *ranked)
{
    struct game_pager *p = ctx;
    p->total++;
    if (p->has_after && !game_list_is_before(p, &p->after, ranked))
        return;
    if (p->n < p->max) {
        heap_add(p, ranked);
    } else if (p->max && game_list_is_before(p, ranked, &p->heap[0])) {
        p->heap[0] = *ranked;
        heap_sink(p, 0, p->n);
    }
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

void game_list_clear(struct game_list *list)
{
    free(list->games);
    *list = (struct game_list){ .n = 0 };
}

static bool page_take(const struct game_pager *p, size_t skip,
                      struct game_list *list, struct tabia_error *err)
{
    list->total = p->total;
    list->n = p->n > skip ? p->n - skip : 0;
    list->games = malloc((list->n + 1) * sizeof(*list->games));
    if (!list->games)
        return error_nomem(err);
    for (size_t i = 0; i < list->n; i++)
        list->games[i] = p->heap[skip + i].sample;
    return true;
}

bool game_list_make(const struct tabia_store *store,
                    const struct game_walk *walk, const struct game_page *page,
                    struct game_list *list, struct tabia_error *err)
{
    struct game_pager p = {
        .before = page->sort == GAME_BY_DATE ? tally_is_newer : tally_is_better,
        .max = page->skip + page->size,
        .has_after = page->after != TABIA_GAME_NONE,
        .after.sample.game = page->after,
    };
    struct walking w = {
        .store = store, .walk = walk, .found = page_add, .ctx = &p, .err = err
    };
    *list = (struct game_list){ .n = 0 };
    if (p.max > GAME_PAGE_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d games",
                         GAME_PAGE_MAX);
    if (p.has_after &&
        !store_get_game_row(store, page->after, &p.after.row, err))
        return false;
    p.heap = malloc((p.max + 1) * sizeof(*p.heap));
    if (!p.heap)
        return error_nomem(err);
    bool ok = walk_run(&w);
    heap_sort(&p);
    ok = ok && page_take(&p, page->skip, list, err);
    list->is_cut = w.is_cut;
    free(p.heap);
    if (!ok)
        game_list_clear(list);
    return ok;
}

/* ---- what they add up to --------------------------------------------- */

struct summing {
    uint8_t turn;
    size_t nmoves, ntop, nrecent;
    struct {
        tabia_move move;
        uint64_t game; // one of them
        struct tally_cell sum;
    } moves[TABIA_MOVES_MAX];
    struct store_ranked top[STORE_TOP], recent[STORE_RECENT];
};

static void sum_add(void *ctx, const struct store_ranked *ranked)
{
    struct summing *s = ctx;
    size_t i = 0;
    while (i < s->nmoves && s->moves[i].move != ranked->sample.move)
        i++;
    if (i == TABIA_MOVES_MAX)
        return; // a legal position has no more
    if (i == s->nmoves) {
        s->nmoves++;
        s->moves[i].move = ranked->sample.move;
        s->moves[i].sum = (struct tally_cell){ .group = 0 };
    }
    s->moves[i].game = ranked->sample.game;
    tally_cell_add_game(&s->moves[i].sum, s->turn, &ranked->row);
    store_rank(s->top, &s->ntop, STORE_TOP, tally_is_better, ranked);
    store_rank(s->recent, &s->nrecent, STORE_RECENT, tally_is_newer, ranked);
}

bool game_list_sum(const struct tabia_store *store,
                   const struct game_walk *walk, struct store_answer *answer,
                   struct tabia_error *err)
{
    struct summing s;
    struct walking w = {
        .store = store, .walk = walk, .found = sum_add, .ctx = &s, .err = err
    };
    s.turn = walk->pos->turn;
    s.nmoves = s.ntop = s.nrecent = 0;
    store_answer_clear(answer);
    if (!walk_run(&w))
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

bool game_list_each(const struct tabia_store *store, const char *player,
                    bool (*found)(void *ctx, uint64_t game,
                                  enum tabia_color color),
                    void *ctx, struct tabia_error *err)
{
    struct player_set set;
    bool goes_on = true;
    if (!find_players(store, player, &set, err))
        return false;
    for (size_t i = 0; goes_on && i < set.n; i++)
        if (!store_list_player_games(store, set.numbers[i], found, ctx,
                                     &goes_on, err))
            return false;
    return true;
}

bool game_list_has_player(const struct tabia_store *store, const char *player,
                          unsigned colors, bool *is_there,
                          struct tabia_error *err)
{
    struct color_lookup asked = { .colors = colors };
    const bool ok = game_list_each(store, player, note_color, &asked, err);
    *is_there = asked.is_there;
    return ok;
}
