/*
 * puzzle_maker.c - puzzles from the mistakes of a book and of many games
 */
#include "study/puzzle_maker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/store_def.h"
#include "study/coverage/candidates.h"
#include "base/banned.h"

enum {
    MARGIN = 150,
    MIN_GAMES = 20,
    LIMIT = 50,
    TRIES = 100,     // per puzzle
    QUICK_DEPTH = 6, // of a first look, which most mistakes do not pass
    PLIES = 40,
    MOVES = 3,
    POSITIONS_MAX = 200 * 1000,
    MISTAKES_MAX = 1 << 20,
    GAMES_MAX = 100 * 1000, // of a store that are looked at
    GAME_PLIES_MIN = 8,     // shorter ones are no fight
    GAME_PLIES_MAX = 256,
    LAST_MOVES = 3, // of the loser of a short game
    MATE_SCORE = 30000,
    WON = 200, // centipawns that are called a win
    NAG_MISTAKE = 2,
    NAG_BLUNDER = 4,
};

/* A position on the way; those from 'next' on have not been looked at. */
struct visited_node {
    struct tabia_packed pos;
    int ply;
};

struct puzzle_mistake {
    struct tabia_packed pos; // before it
    tabia_move move;
    bool is_marked;      // by the book
    uint64_t games, all; // with this move, and in the position; 0: not known
    double cost;         // how sure its games are that it is bad
    size_t plies;        // of the short game that it lost; 0: of many games
    size_t number;       // in order of discovery
};

/* Mistakes of one kind, the likeliest puzzles first. */
struct mistake_queue {
    struct puzzle_mistake *list;
    size_t n, room;
    size_t next;         // to be tried
    size_t tried, found; // since the book's own
};

struct maker {
    const struct tabia_book *book;
    const struct tabia_source *store;
    const struct tabia_store *games_of; // it, if it has games
    struct puzzle_maker_options how;
    struct puzzle_maker_result *result;
    struct visited_node *list;
    size_t n, room;
    struct hashmap index;
    struct mistake_queue many, games; // of many games, and of short ones
    struct engine *engine;
    struct puzzles *set;
    struct tabia_error *err;
};

/* ---- finding mistakes ------------------------------------------------ */

struct visited_key {
    const struct maker *maker;
    const struct tabia_packed *pos;
};

static bool is_visited_position(const void *ctx, uint32_t id)
{
    const struct visited_key *key = ctx;
    return memcmp(key->maker->list[id].pos.bytes, key->pos->bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

/* Adds a position to those that are to be visited, once. */
static bool visit_later(struct maker *m, const struct tabia_pos *pos, int ply)
{
    struct tabia_pos identity = tabia_pos_identity(pos);
    struct visited_node visited = { .ply = ply };
    tabia_pos_pack(&identity, &visited.pos);
    const struct visited_key key = { m, &visited.pos };
    const uint64_t hash = tabia_pos_key(&identity);
    if (hashmap_find(&m->index, hash, is_visited_position, &key) !=
        HASHMAP_NONE)
        return true;
    if (m->n == POSITIONS_MAX) {
        m->result->is_cut = true;
        return true;
    }
    if (!VEC_RESERVE(m->list, m->room, m->n + 1, POSITIONS_MAX, m->err) ||
        !hashmap_insert(&m->index, hash, (uint32_t)m->n, m->err))
        return false;
    m->list[m->n++] = visited;
    return true;
}

static bool is_marked_wrong(const struct tabia_move_data *data)
{
    for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        if (data->nags[i] == NAG_MISTAKE || data->nags[i] == NAG_BLUNDER)
            return true;
    return data->mark == TABIA_MARK_PASSIVE;
}

static bool keep_mistake(struct maker *m, struct puzzle_mistake mistake)
{
    struct mistake_queue *queue = mistake.plies ? &m->games : &m->many;
    if (!VEC_RESERVE(queue->list, queue->room, queue->n + 1, MISTAKES_MAX,
                     m->err))
        return false;
    mistake.number = queue->n;
    queue->list[queue->n++] = mistake;
    if (mistake.is_marked)
        m->result->from_book++;
    else if (!mistake.plies)
        m->result->from_store++;
    return true;
}

/* The games of a move among those of the store; NULL: it has none. */
static const struct candidate *games_of(const struct candidate *list, size_t n,
                                        tabia_move move)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].move == move)
            return &list[i];
    return NULL;
}

/*
 * How far a move's score is below the mean, in proportion to what chance does;
 * squared, so that no root depends on the machine.
 */
static double deviation(double mean, const struct candidate *g)
{
    return (mean - g->score) * (mean - g->score) * (double)g->games;
}

/* The mistakes of one position, and the positions after its moves. */
static bool visit_position(struct maker *m, const struct visited_node *visited)
{
    struct tabia_book_move moves[TABIA_MOVES_MAX];
    struct candidate games[TABIA_MOVES_MAX];
    struct tabia_pos pos, after;
    size_t ngames = 0;
    if (!tabia_pos_unpack(&pos, &visited->pos, m->err))
        return false;
    const size_t n = tabia_book_find(m->book, &pos, TABIA_MERGE_DEFAULT, moves,
                                     TABIA_MOVES_MAX);
    const struct likely_sources from = { &m->store, 1, NULL };
    if (m->store &&
        !candidates_find(&from, &pos, games, TABIA_MOVES_MAX, &ngames, m->err))
        return false;
    uint64_t all = 0;
    double points = 0, known = 0;
    for (size_t i = 0; i < ngames; i++) {
        const double scored = (double)tabia_tally_games(&games[i].results);
        all += games[i].games;
        points += games[i].score * scored;
        known += scored;
    }
    for (size_t i = 0; i < n; i++) {
        const struct candidate *g = games_of(games, ngames, moves[i].move);
        const struct puzzle_mistake mistake = {
            .pos = visited->pos,
            .move = moves[i].move,
            .is_marked = true,
            .games = g ? g->games : 0,
            .all = all,
        };
        if (is_marked_wrong(&moves[i].data) && !keep_mistake(m, mistake))
            return false;
        after = pos;
        tabia_pos_play(&after, moves[i].move);
        if (!visit_later(m, &after, visited->ply + 1))
            return false;
    }
    for (size_t i = 0; i < ngames; i++) {
        const struct candidate *g = &games[i];
        if (g->games < m->how.min_games)
            continue;
        size_t k = 0;
        while (k < n && moves[k].move != g->move)
            k++;
        const bool is_kept = k < n && is_marked_wrong(&moves[k].data);
        const double mean = known > 0 ? points / known : 0;
        const struct puzzle_mistake mistake = {
            .pos = visited->pos,
            .move = g->move,
            .games = g->games,
            .all = all,
            .cost = mean > g->score ? deviation(mean, g) : 0,
        };
        if (!is_kept && g->has_score && mistake.cost > 0 &&
            !keep_mistake(m, mistake))
            return false;
        after = pos;
        tabia_pos_play(&after, g->move);
        if (!visit_later(m, &after, visited->ply + 1))
            return false;
    }
    return true;
}

/* The book's own first, as they were found; then the surest. */
static int by_cost(const void *a, const void *b, void *ctx)
{
    const struct puzzle_mistake *x = a, *y = b;
    (void)ctx;
    if (x->is_marked != y->is_marked)
        return x->is_marked ? -1 : 1;
    if (!x->is_marked && x->cost != y->cost)
        return x->cost > y->cost ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* ---- short games ----------------------------------------------------- */

/* The last moves of who lost, the last one first, if the book has the game. */
static bool visit_game(struct maker *m, const struct tabia_pos *start,
                       const tabia_move *moves, size_t n,
                       enum tabia_color loser)
{
    struct tabia_packed before[GAME_PLIES_MAX];
    struct tabia_pos pos = *start;
    bool is_of_book = false;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos identity = tabia_pos_identity(&pos);
        tabia_pos_pack(&identity, &before[i]);
        tabia_pos_play(&pos, moves[i]);
        identity = tabia_pos_identity(&pos);
        is_of_book |=
            tabia_book_find_position(m->book, &identity) != TABIA_NUMBER_NONE;
    }
    // The side that made the last move.
    enum tabia_color color =
        pos.turn == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE;
    size_t at = n - 1 - (color != loser);
    for (size_t k = 0; is_of_book && k < LAST_MOVES && at < n; k++, at -= 2) {
        const struct puzzle_mistake mistake = {
            .pos = before[at],
            .move = moves[at],
            .cost = -(double)k,
            .plies = n,
        };
        if (!keep_mistake(m, mistake))
            return false;
    }
    return true;
}

/*
 * One of the loser's last moves in a short game is a mistake, as a rule. Strong
 * players make them, too, but hardly ever the same one often.
 */
static bool find_short_games(struct maker *m)
{
    const struct tabia_store *store = m->games_of;
    const uint64_t all = tabia_store_get_info(store).games;
    const size_t max = (size_t)m->how.max_ply;
    const size_t cut = store->tail.rule.max_ply; // where games may go on; or 0
    tabia_move moves[GAME_PLIES_MAX];
    for (uint64_t i = 0; i < all && i < GAMES_MAX; i++) {
        struct tabia_store_game game;
        struct tabia_pos start;
        size_t n;
        if (!tabia_store_get_moves(store, i, &start, moves, COUNT_OF(moves), &n,
                                   m->err))
            return false;
        if (n < GAME_PLIES_MIN || n > max || n > COUNT_OF(moves) ||
            (cut && n >= cut))
            continue;
        if (!tabia_store_get_game(store, i, &game, m->err))
            return false;
        if (game.result != TABIA_RESULT_WHITE &&
            game.result != TABIA_RESULT_BLACK)
            continue;
        if (!visit_game(m, &start, moves, n,
                        game.result == TABIA_RESULT_WHITE ? TABIA_BLACK
                                                          : TABIA_WHITE))
            return false;
    }
    m->result->from_games = m->games.n;
    return true;
}

static bool sort_mistakes(struct mistake_queue *queue, struct tabia_error *err)
{
    return sort_stable(queue->list, queue->n, sizeof(queue->list[0]), by_cost,
                       NULL, NULL, err);
}

static bool find_mistakes(struct maker *m)
{
    for (uint32_t i = 0; i < tabia_book_root_count(m->book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos_at(m->book, i, &pos);
        if (!visit_later(m, &pos, 0))
            return false;
    }
    for (size_t i = 0; i < m->n; i++) {
        const struct visited_node visited = m->list[i]; // the list may move
        if (visited.ply < m->how.max_ply && !visit_position(m, &visited))
            return false;
    }
    m->result->positions = m->n;
    return (!m->games_of || find_short_games(m)) &&
           sort_mistakes(&m->many, m->err) && sort_mistakes(&m->games, m->err);
}

/* ---- refutations ----------------------------------------------------- */

/* In centipawns, for one side; a mate is more than anything else. */
static int score_for(const struct tabia_eval *eval, enum tabia_color color)
{
    int32_t value = eval->value;
    if (eval->kind == TABIA_EVAL_MATE)
        value = value > 0 ? MATE_SCORE - value : -MATE_SCORE - value;
    else if (value > MATE_SCORE / 2 || value < -MATE_SCORE / 2)
        value = value > 0 ? MATE_SCORE / 2 : -MATE_SCORE / 2;
    return color == TABIA_WHITE ? value : -value;
}

struct puzzle_refutation {
    tabia_move moves[2 * PUZZLE_SOLUTIONS];
    size_t n;
    struct engine_line best; // of the first move
};

/*
 * The one best move of a position: true with its line if it is better than all
 * others by the margin. A single legal move counts if 'may_be_forced'.
 */
static bool find_only_move(struct maker *m, const struct tabia_pos *pos,
                           const struct engine_limits *limits, int margin,
                           bool may_be_forced, struct engine_line *best,
                           bool *is_only)
{
    struct engine_line lines[2];
    tabia_move legal[TABIA_MOVES_MAX];
    const enum tabia_color color = (enum tabia_color)pos->turn;
    const size_t nlegal = tabia_pos_legal_moves(pos, legal);
    size_t n;
    *is_only = false;
    if (nlegal == 0 || (nlegal == 1 && !may_be_forced))
        return true;
    if (!engine_search_lines(m->engine, pos, limits, lines, 2, &n, m->err))
        return false;
    if (n == 0 || (n == 1 && nlegal > 1))
        return error_set(m->err, TABIA_ERR_IO,
                         "the engine names only one line: it needs the option "
                         "MultiPV");
    *best = lines[0];
    *is_only = nlegal == 1 || score_for(&lines[0].eval, color) -
                                      score_for(&lines[1].eval, color) >=
                                  margin;
    return true;
}

/* Goes on while the solver has one right move; '*r' has the first. */
static bool extend_solution(struct maker *m, const struct tabia_pos *start,
                            struct puzzle_refutation *r)
{
    struct tabia_pos pos = *start;
    struct engine_line line = r->best;
    tabia_pos_play(&pos, r->moves[0]);
    for (int i = 1; i < m->how.moves && line.nmoves >= 2; i++) {
        const tabia_move reply = line.moves[1];
        bool is_only;
        tabia_pos_play(&pos, reply);
        if (!find_only_move(m, &pos, &m->how.limits, m->how.margin, true, &line,
                            &is_only))
            return false;
        if (!is_only)
            return true;
        r->moves[r->n++] = reply;
        r->moves[r->n++] = line.moves[0];
        tabia_pos_play(&pos, line.moves[0]);
    }
    return true;
}

/* ---- texts ----------------------------------------------------------- */

static void print_goal(char *text, size_t size, const struct tabia_pos *pos,
                       const struct tabia_eval *eval)
{
    const char *side = pos->turn == TABIA_WHITE ? "White" : "Black";
    const int score = score_for(eval, (enum tabia_color)pos->turn);
    if (eval->kind == TABIA_EVAL_MATE && score > 0)
        snprintf(text, size, "Mate in %d", MATE_SCORE - score);
    else if (score >= WON)
        snprintf(text, size, "%s wins", side);
    else
        snprintf(text, size, "%s to move: only one is good", side);
}

/* "after ...Nxe4? (37 of 120)" */
static void print_mistake(char text[PUZZLE_LINE_MAX + 1],
                          const struct tabia_pos *pos,
                          const struct puzzle_mistake *mistake)
{
    char san[TABIA_SAN_SIZE], games[64] = "";
    tabia_san_print(pos, mistake->move, san);
    if (mistake->games)
        snprintf(games, sizeof(games), " (%" PRIu64 " of %" PRIu64 ")",
                 mistake->games, mistake->all);
    const size_t len =
        (size_t)snprintf(text, PUZZLE_LINE_MAX + 1, "after %s%s?",
                         pos->turn == TABIA_WHITE ? "" : "...", san);
    if (len + strlen(games) <= PUZZLE_LINE_MAX)
        memcpy(text + len, games, strlen(games) + 1);
}

/* A line for each move of White: "1: Nxf7! Kxf7", "1: .. Qh4+!". */
static void print_solution(char lines[PUZZLE_SOLUTIONS][PUZZLE_LINE_MAX + 1],
                           struct tabia_pos pos,
                           const struct puzzle_refutation *r)
{
    size_t line = 0;
    for (size_t i = 0; i < r->n && line < PUZZLE_SOLUTIONS; i++) {
        char *text = lines[line], san[TABIA_SAN_SIZE];
        size_t len = strlen(text);
        tabia_san_print(&pos, r->moves[i], san);
        if (len == 0)
            len =
                (size_t)snprintf(text, PUZZLE_LINE_MAX + 1, "%zu:%s", line + 1,
                                 pos.turn == TABIA_WHITE ? "" : " ..");
        // A mate needs no other mark.
        const bool is_marked = i == 0 && !strchr(san, '#');
        snprintf(text + len, PUZZLE_LINE_MAX + 1 - len, " %s%s", san,
                 is_marked ? "!" : "");
        line += pos.turn == TABIA_BLACK;
        tabia_pos_play(&pos, r->moves[i]);
    }
}

static bool add_made_puzzle(struct maker *m, const struct tabia_pos *before,
                            const struct puzzle_mistake *mistake,
                            const struct puzzle_refutation *r)
{
    char goal[PUZZLE_LINE_MAX + 1], after[PUZZLE_LINE_MAX + 1];
    char lines[PUZZLE_SOLUTIONS][PUZZLE_LINE_MAX + 1] = { "" };
    struct puzzle puzzle = { .pos = *before };
    tabia_pos_play(&puzzle.pos, mistake->move);
    puzzle.pos.halfmove = 0; // a position of a book has no clocks
    puzzle.pos.fullmove = 1;
    print_goal(goal, sizeof(goal), &puzzle.pos, &r->best.eval);
    print_mistake(after, before, mistake);
    print_solution(lines, puzzle.pos, r);
    puzzle.description[0] = goal;
    puzzle.description[1] = after;
    puzzle.description[2] = "(c) Tabia";
    for (size_t i = 0; i < PUZZLE_SOLUTIONS; i++)
        puzzle.solution[i] = lines[i];
    return puzzles_add(m->set, &puzzle, m->err);
}

/* ---- the whole ------------------------------------------------------- */

/* True if there is a puzzle of this position already. */
static bool is_in_set(const struct maker *m, const struct tabia_pos *pos)
{
    const struct tabia_pos wanted = tabia_pos_identity(pos);
    for (size_t i = 0; i < puzzles_count(m->set); i++) {
        const struct tabia_pos one =
            tabia_pos_identity(&puzzles_at(m->set, i)->pos);
        if (tabia_pos_is_same(&one, &wanted))
            return true;
    }
    return false;
}

static bool try_mistake(struct maker *m, const struct puzzle_mistake *mistake)
{
    struct tabia_pos before, pos;
    struct puzzle_refutation r = { .n = 1 };
    struct tabia_eval best;
    bool is_only;
    if (!tabia_pos_unpack(&before, &mistake->pos, m->err))
        return false;
    pos = before;
    tabia_pos_play(&pos, mistake->move);
    if (is_in_set(m, &pos))
        return true;
    m->result->tried++;
    const struct engine_limits quick = { .depth = QUICK_DEPTH,
                                         .nodes = m->how.limits.nodes };
    if (!find_only_move(m, &pos, &quick, m->how.margin / 2, false, &r.best,
                        &is_only) ||
        (is_only && !find_only_move(m, &pos, &m->how.limits, m->how.margin,
                                    false, &r.best, &is_only)))
        return false;
    if (!is_only) {
        m->result->not_unique++;
        return true;
    }
    if (!engine_evaluate(m->engine, &before, &m->how.limits, &best, m->err))
        return false;
    const enum tabia_color color = (enum tabia_color)pos.turn;
    if (score_for(&r.best.eval, color) - score_for(&best, color) <
        m->how.margin) {
        m->result->not_refuted++;
        return true;
    }
    r.moves[0] = r.best.moves[0];
    return extend_solution(m, &pos, &r) &&
           add_made_puzzle(m, &before, mistake, &r);
}

/*
 * Where the next mistake comes from: the book's own first, then the kind of
 * which more were puzzles so far.
 */
static struct mistake_queue *choose_queue(struct maker *m)
{
    struct mistake_queue *a = &m->many, *b = &m->games;
    if (b->next == b->n || (a->next < a->n && a->list[a->next].is_marked))
        return a;
    if (a->next == a->n)
        return b;
    return (a->found + 1) * (b->tried + 2) >= (b->found + 1) * (a->tried + 2)
               ? a
               : b;
}

static bool try_next(struct maker *m)
{
    struct mistake_queue *queue = choose_queue(m);
    const struct puzzle_mistake *mistake = &queue->list[queue->next++];
    const size_t before = puzzles_count(m->set);
    if (!try_mistake(m, mistake))
        return false;
    queue->tried += !mistake->is_marked;
    queue->found += !mistake->is_marked && puzzles_count(m->set) > before;
    return true;
}

static bool try_mistakes(struct maker *m)
{
    const size_t all = m->many.n + m->games.n;
    const size_t n = all < m->how.max_tried ? all : m->how.max_tried;
    if (n == 0)
        return true;
    m->engine = engine_open(&m->how.engine, m->err);
    bool ok = m->engine != NULL;
    for (size_t i = 0; i < n && ok && puzzles_count(m->set) < m->how.limit;
         i++) {
        if (m->how.on_progress && !m->how.on_progress(m->how.ctx, i, n))
            break;
        ok = try_next(m);
    }
    engine_close(m->engine);
    return ok;
}

bool puzzle_maker_run(const struct tabia_book *book, struct tabia_source *store,
                      const struct puzzle_maker_options *options,
                      struct puzzles *set, struct puzzle_maker_result *result,
                      struct tabia_error *err)
{
    struct maker m = { .book = book,
                       .store = store,
                       .games_of =
                           store ? tabia_source_store(store, NULL) : NULL,
                       .how = *options,
                       .result = result,
                       .index = { .limit = POSITIONS_MAX },
                       .set = set,
                       .err = err };
    *result = (struct puzzle_maker_result){ 0 };
    if (m.how.margin <= 0)
        m.how.margin = MARGIN;
    if (!m.how.min_games)
        m.how.min_games = MIN_GAMES;
    if (!m.how.limit)
        m.how.limit = LIMIT;
    if (!m.how.max_tried)
        m.how.max_tried = TRIES * m.how.limit;
    if (!m.how.max_ply)
        m.how.max_ply = PLIES;
    if (m.how.moves < 1 || m.how.moves > PUZZLE_SOLUTIONS)
        m.how.moves = MOVES;
    const bool ok = find_mistakes(&m) && try_mistakes(&m);
    hashmap_clear(&m.index);
    free(m.list);
    free(m.many.list);
    free(m.games.list);
    return ok;
}
