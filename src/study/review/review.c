/*
 * review.c - where games left a book: adding up, and what came out
 *
 * Workers follow the games of a piece of text each. Then, in the order of the
 * text, what became of the games is added up, so that nothing depends on who
 * was quicker. How many games came to a position is counted by every worker
 * for itself.
 */
#include "study/review/review.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "chess/packed.h"
#include "study/review/review_internal.h"
#include "base/banned.h"

enum {
    LIST_MAX = 1 << 28,
    TEXTS_MAX = 1 << 30,
    RECORD_TAGS = 5,
};

const char *review_outcome_name(enum review_outcome outcome)
{
    static const char *const names[REVIEW_OUTCOME_COUNT] = {
        [REVIEW_DEVIATION] = "deviation",
        [REVIEW_GAP] = "gap",
        [REVIEW_COMPLETED] = "completed",
        [REVIEW_NEVER] = "never_entered",
    };
    return names[outcome];
}

/* ---- life ------------------------------------------------------------ */

/* The tags that are wanted: those of a record and those of the filter. */
static bool choose_tags(struct review *r, struct tabia_error *err)
{
    static const char *const own[RECORD_TAGS] = { "White", "Black", "Date",
                                                  "Event", "Result" };
    const struct where *where = r->options.where;
    const char *const *more = where ? where_tags(where) : NULL;
    size_t n = 0;
    r->tags = calloc(RECORD_TAGS + WHERE_TAGS_MAX + 1, sizeof(const char *));
    if (!r->tags)
        return error_nomem(err);
    for (size_t i = 0; i < RECORD_TAGS; i++)
        r->tags[n++] = own[i];
    for (; more && *more; more++) {
        size_t i = 0;
        while (i < RECORD_TAGS && strcmp(own[i], *more) != 0)
            i++;
        if (i == RECORD_TAGS)
            r->tags[n++] = *more;
    }
    return true;
}

/* Whose games these are, if no player says it. */
static void choose_common_side(struct review *r)
{
    const struct review_books *books = &r->books;
    for (size_t i = 0; i < books->n; i++)
        r->served |= books->sides[i] == TABIA_SIDE_BOTH
                         ? 1u << TABIA_SIDE_WHITE | 1u << TABIA_SIDE_BLACK
                         : 1u << books->sides[i];
    r->side = r->options.side;
    if (r->side != TABIA_SIDE_BOTH)
        return;
    if (r->served == 1u << TABIA_SIDE_WHITE)
        r->side = TABIA_SIDE_WHITE;
    else if (r->served == 1u << TABIA_SIDE_BLACK)
        r->side = TABIA_SIDE_BLACK;
}

static bool review_start_workers(struct review *r, struct tabia_error *err)
{
    r->pool = pool_new(r->options.nthreads, err);
    if (!r->pool)
        return false;
    r->workers =
        calloc((size_t)pool_thread_count(r->pool), sizeof(*r->workers));
    if (!r->workers)
        return error_nomem(err);
    r->nworkers = pool_thread_count(r->pool);
    for (int i = 0; i < r->nworkers; i++) {
        struct review_worker *w = &r->workers[i];
        for (size_t side = 0; side < 3; side++)
            review_nodes_init(&w->nodes[side], &r->books,
                              (enum tabia_side)side);
        w->reader = review_reader_new(r, w, err);
        if (!w->reader)
            return false;
    }
    return true;
}

struct review *review_new(const struct review_options *options,
                          struct tabia_error *err)
{
    struct review *r = calloc(1, sizeof(*r));
    if (!r) {
        error_nomem(err);
        return NULL;
    }
    r->options = *options;
    if (r->options.max_ply < 1 || r->options.max_ply > REVIEW_PLIES_MAX)
        r->options.max_ply = REVIEW_PLIES_MAX;
    r->map.limit = LIST_MAX;
    r->texts.limit = TEXTS_MAX;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    tabia_pos_set_start(&r->usual);
    r->books.allow_avoided = options->allow_avoided;
    r->books.n = options->nbooks;
    for (size_t i = 0; i < options->nbooks && i < REVIEW_BOOKS_MAX; i++)
        r->books.list[i] = options->books[i];
    if (options->nbooks > REVIEW_BOOKS_MAX ||
        options->nagainst > REVIEW_SOURCES_MAX) {
        error_set(err, TABIA_ERR_LIMIT, "more than %d books", REVIEW_BOOKS_MAX);
    } else if (review_books_prepare(&r->books, err) && choose_tags(r, err)) {
        choose_common_side(r);
        if (review_start_workers(r, err))
            return r;
    }
    review_free(r);
    return NULL;
}

static void clear_worker(struct review_worker *w)
{
    for (size_t side = 0; side < 3; side++)
        review_nodes_clear(&w->nodes[side]);
    review_reader_free(w->reader);
    free(w->batch.games);
    free(w->batch.moves);
    free(w->batch.numbers);
    buf_clear(&w->batch.texts);
    buf_clear(&w->batch.annotated);
}

void review_free(struct review *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->nworkers; i++)
        clear_worker(&r->workers[i]);
    free(r->workers);
    pool_free(r->pool);
    review_books_clear(&r->books);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->changed);
    free(r->tags);
    free(r->departures);
    free(r->order);
    hashmap_clear(&r->map);
    free(r->plays);
    free(r->choices);
    free(r->kept);
    free(r->moves);
    for (size_t i = 0; i < r->nfiles; i++)
        free(r->files[i]);
    free(r->files);
    buf_clear(&r->texts);
    free(r);
}

/* ---- adding up ------------------------------------------------------- */

/* The points of a game for the side that it is reviewed for. */
static void add_game_score(struct review_score *score,
                           const struct review_game *game)
{
    const enum tabia_side side =
        game->side != TABIA_SIDE_BOTH ? (enum tabia_side)game->side
        : game->mover == TABIA_WHITE  ? TABIA_SIDE_WHITE
                                      : TABIA_SIDE_BLACK;
    const enum tabia_result win =
        side == TABIA_SIDE_WHITE ? TABIA_RESULT_WHITE : TABIA_RESULT_BLACK;
    score->games++;
    if (game->result == TABIA_RESULT_DRAW)
        score->drawn++;
    else if (game->result == win)
        score->won++;
    else if (game->result == TABIA_RESULT_WHITE ||
             game->result == TABIA_RESULT_BLACK)
        score->lost++;
}

bool review_score_share(const struct review_score *score, double *share)
{
    const uint64_t n = score->won + score->drawn + score->lost;
    *share =
        n ? ((double)score->won + 0.5 * (double)score->drawn) / (double)n : 0;
    return n > 0;
}

/* Appends moves to those that are kept; 'first' gets where. */
static bool keep_moves(struct review *r, const tabia_move *moves, size_t n,
                       uint32_t *first, struct tabia_error *err)
{
    if (!VEC_RESERVE(r->moves, r->moves_room, r->nmoves + n, LIST_MAX, err))
        return false;
    if (n)
        memcpy(r->moves + r->nmoves, moves, n * sizeof(*moves));
    *first = (uint32_t)r->nmoves;
    r->nmoves += n;
    return true;
}

struct wanted_sum {
    const struct review *review;
    const struct review_departure_sum *wanted;
};

static bool is_wanted_sum(const void *ctx, uint32_t id)
{
    const struct wanted_sum *w = ctx;
    const struct review_departure_sum *sum = &w->review->departures[id];
    return sum->kind == w->wanted->kind && sum->move == w->wanted->move &&
           sum->side == w->wanted->side &&
           memcmp(sum->pos.bytes, w->wanted->pos.bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

/* The moves of the book, those that may be chosen first. */
static bool add_book_choices(struct review *r, struct review_departure_sum *sum,
                             const struct review_nodes *nodes, uint32_t node,
                             struct tabia_error *err)
{
    const struct review_node *n = &nodes->list[node];
    if (!VEC_RESERVE(r->choices, r->choices_room, r->nchoices + n->nmoves,
                     LIST_MAX, err))
        return false;
    sum->choices = (uint32_t)r->nchoices;
    sum->nchoices = n->nmoves;
    sum->nwanted = n->nwanted;
    sum->book = n->book;
    for (int pass = 1; pass >= 0; pass--)
        for (unsigned i = 0; i < n->nmoves; i++) {
            const struct review_move *m = &nodes->moves[n->first + i];
            if (m->is_wanted == pass)
                r->choices[r->nchoices++] = (struct review_choice){
                    .move = m->move,
                    .mark = (enum tabia_mark)m->mark,
                };
        }
    return true;
}

/* The sum of the departure of a game; it is added if it is new. */
static bool find_departure_sum(struct review *r,
                               const struct review_worker *worker,
                               const struct review_game *game, uint32_t *id,
                               struct tabia_error *err)
{
    const struct review_nodes *nodes = &worker->nodes[game->side];
    const tabia_move *moves = &worker->batch.moves[game->moves];
    const struct tabia_pos pos = review_nodes_pos(nodes, game->node);
    struct review_departure_sum sum = {
        .pos = nodes->list[game->node].pos,
        .key = pos.key,
        .move = game->outcome == REVIEW_GAP ? moves[game->left - 1]
                                            : TABIA_MOVE_NONE,
        .kind = game->outcome,
        .side = game->side,
        .start = game->start,
        .is_start = game->is_start,
        .nplay = (uint16_t)(game->left - 1),
        .first_play = REVIEW_NODE_NONE,
    };
    const struct wanted_sum wanted = { r, &sum };
    const uint64_t hash = pos.key ^ (uint64_t)sum.move * 0x9E3779B97F4A7C15;
    *id = hashmap_find(&r->map, hash, is_wanted_sum, &wanted);
    if (*id != HASHMAP_NONE)
        return true;
    *id = (uint32_t)r->ndepartures;
    if (!VEC_RESERVE(r->departures, r->departures_room, r->ndepartures + 1,
                     LIST_MAX, err) ||
        !add_book_choices(r, &sum, nodes, game->node, err) ||
        !keep_moves(r, moves, sum.nplay, &sum.play, err) ||
        !hashmap_insert(&r->map, hash, *id, err))
        return false;
    r->departures[r->ndepartures++] = sum;
    return true;
}

static bool add_play(struct review *r, struct review_departure_sum *sum,
                     const struct review_game *game, tabia_move mv,
                     struct tabia_error *err)
{
    uint32_t at = sum->first_play;
    while (at != REVIEW_NODE_NONE && r->plays[at].move != mv)
        at = r->plays[at].next;
    if (at == REVIEW_NODE_NONE) {
        if (!VEC_RESERVE(r->plays, r->plays_room, r->nplays + 1, LIST_MAX, err))
            return false;
        at = (uint32_t)r->nplays++;
        r->plays[at] = (struct review_play){
            .move = mv,
            .next = sum->first_play,
        };
        sum->first_play = at;
        sum->nplayed++;
    }
    add_game_score(&r->plays[at].games, game);
    return true;
}

/* Keeps a game for good; 'id' gets its record. */
static bool keep_record(struct review *r, const struct review_batch *b,
                        size_t i, uint32_t sum, uint32_t *id,
                        struct tabia_error *err)
{
    const struct review_game *game = &b->games[i];
    struct review_kept_game kept = {
        .game = *game,
        .file = r->file,
        .number = (b->is_numbered ? 0 : r->file_number) + b->numbers[i],
        .departure = sum,
    };
    const char *text = b->texts.data + game->text;
    size_t size = 0;
    for (int k = 0; k < RECORD_TAGS - 1; k++)
        size += strlen(text + size) + 1;
    kept.game.text = (uint32_t)r->texts.size;
    if (!VEC_RESERVE(r->kept, r->kept_room, r->nkept + 1, LIST_MAX, err) ||
        !keep_moves(r, b->moves + game->moves,
                    game->left == REVIEW_PLY_NONE ? 0 : game->nmoves,
                    &kept.game.moves, err))
        return false;
    if (!buf_add(&r->texts, text, size))
        return buf_error(&r->texts, err);
    *id = (uint32_t)r->nkept;
    r->kept[r->nkept++] = kept;
    return true;
}

static bool add_game(struct review *r, const struct review_worker *worker,
                     size_t i, struct tabia_error *err)
{
    const struct review_batch *b = &worker->batch;
    const struct review_game *game = &b->games[i];
    uint32_t id = REVIEW_NODE_NONE, record = REVIEW_NODE_NONE;
    r->totals.reviewed++;
    r->totals.returned += game->returned != REVIEW_PLY_NONE;
    add_game_score(&r->totals.outcomes[game->outcome], game);
    if (game->node != REVIEW_NODE_NONE &&
        !find_departure_sum(r, worker, game, &id, err))
        return false;
    struct review_departure_sum *sum =
        id == REVIEW_NODE_NONE ? NULL : &r->departures[id];
    const bool is_sample = sum && sum->nsamples < REVIEW_SAMPLES_MAX;
    if ((is_sample || r->options.keep_games) &&
        !keep_record(r, b, i, id, &record, err))
        return false;
    if (!sum)
        return true;
    if (is_sample)
        sum->samples[sum->nsamples++] = record;
    sum->returned += game->returned != REVIEW_PLY_NONE;
    add_game_score(&sum->games, game);
    return add_play(r, sum, game, b->moves[game->moves + game->left - 1u], err);
}

static bool review_add_games(struct review *r,
                             const struct review_worker *worker,
                             struct tabia_error *err)
{
    const struct review_batch *b = &worker->batch;
    for (size_t i = 0; i < b->ngames; i++)
        if (!add_game(r, worker, i, err))
            return false;
    r->totals.read += b->read;
    r->totals.broken += b->broken;
    r->totals.filtered += b->filtered;
    r->totals.others += b->others;
    r->totals.other_side += b->other_side;
    r->file_number += b->read;
    r->nproblems_all += b->nproblems_all;
    for (size_t i = 0; i < b->nproblems && r->nproblems < REVIEW_PROBLEMS_MAX;
         i++)
        r->problems[r->nproblems++] = b->problems[i];
    struct sink *dst = r->options.annotated;
    if (!dst || sink_write(dst, b->annotated.data, b->annotated.size))
        return true;
    // The sink has reported to its own error.
    return error_set(err, TABIA_ERR_IO, "the games cannot be written");
}

bool review_add_batch(struct review *r, struct review_worker *worker,
                      uint64_t number, const char *file,
                      struct tabia_error *err)
{
    pthread_mutex_lock(&r->lock);
    while (r->turn != number && !r->is_failed)
        pthread_cond_wait(&r->changed, &r->lock);
    bool ok = !r->is_failed;
    if (ok && file != r->file) {
        r->file = file;
        r->file_number = 0;
    }
    ok = ok && review_add_games(r, worker, err);
    r->is_failed |= !ok;
    r->turn++;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return ok;
}

void review_fail(struct review *r)
{
    pthread_mutex_lock(&r->lock);
    r->is_failed = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* ---- what came out --------------------------------------------------- */

/* Most games first, then as they came. */
static int by_games(const void *a, const void *b, void *ctx)
{
    const struct review_choice *x = a, *y = b;
    (void)ctx;
    return x->games.games > y->games.games   ? -1
           : x->games.games < y->games.games ? 1
                                             : 0;
}

/* The mark that the book has on a move that was played. */
static enum tabia_mark find_mark(const struct review *r,
                                 const struct review_departure_sum *sum,
                                 tabia_move mv)
{
    for (size_t i = 0; i < sum->nchoices; i++)
        if (r->choices[sum->choices + i].move == mv)
            return r->choices[sum->choices + i].mark;
    return TABIA_MARK_NONE;
}

/* The moves that were played as choices, and how many games came here. */
static bool finish_departure_sum(struct review *r,
                                 struct review_departure_sum *sum,
                                 struct tabia_error *err)
{
    struct tabia_pos pos;
    packed_unpack_unchecked(&pos, &sum->pos);
    for (int i = 0; i < r->nworkers; i++) {
        const struct review_nodes *nodes = &r->workers[i].nodes[sum->side];
        const uint32_t node = review_nodes_find(nodes, &pos);
        if (node != REVIEW_NODE_NONE)
            sum->reached += nodes->list[node].reached;
    }
    if (!VEC_RESERVE(r->choices, r->choices_room,
                     r->nchoices + sum->nplayed + sum->nchoices, LIST_MAX, err))
        return false;
    // Those of the book move behind each other with the ones that were played.
    struct review_choice *list = &r->choices[r->nchoices];
    for (size_t i = 0; i < sum->nchoices; i++)
        list[i] = r->choices[sum->choices + i];
    uint32_t at = sum->first_play;
    for (size_t i = sum->nplayed; i-- > 0; at = r->plays[at].next)
        list[sum->nchoices + i] = (struct review_choice){
            .move = r->plays[at].move,
            .mark = find_mark(r, sum, r->plays[at].move),
            .games = r->plays[at].games,
        };
    sum->choices = (uint32_t)r->nchoices;
    r->nchoices += sum->nchoices + (size_t)sum->nplayed;
    return sort_stable(list + sum->nchoices, sum->nplayed, sizeof(*list),
                       by_games, NULL, NULL, err);
}

static int review_compare_costs(const void *a, const void *b, void *ctx)
{
    const struct review *r = ctx;
    const struct review_departure_sum *x = &r->departures[*(const uint32_t *)a];
    const struct review_departure_sum *y = &r->departures[*(const uint32_t *)b];
    if (x->cost != y->cost)
        return x->cost > y->cost ? -1 : 1;
    return x->games.games > y->games.games   ? -1
           : x->games.games < y->games.games ? 1
                                             : 0;
}

bool review_finish(struct review *r, struct tabia_error *err)
{
    for (size_t i = 0; i < r->ndepartures; i++)
        if (!finish_departure_sum(r, &r->departures[i], err))
            return false;
    r->order = calloc(r->ndepartures + 1, sizeof(*r->order));
    if (!r->order)
        return error_nomem(err);
    for (size_t i = 0; i < r->ndepartures; i++)
        r->order[i] = (uint32_t)i;
    return review_judge(r, err) &&
           sort_stable(r->order, r->ndepartures, sizeof(*r->order),
                       review_compare_costs, r, NULL, err);
}

enum tabia_side review_get_side(const struct review *r)
{
    return r->options.nplayers ? r->options.side : r->side;
}

struct review_totals review_get_totals(const struct review *r)
{
    return r->totals;
}

size_t review_get_problems(const struct review *r,
                           const struct tabia_error **list, uint64_t *total)
{
    *list = r->problems;
    *total = r->nproblems_all;
    return r->nproblems;
}

size_t review_departure_count(const struct review *r)
{
    return r->ndepartures;
}

/* A start position, as it was. */
static struct tabia_pos restore_start(const struct review *r, bool is_start,
                                      const struct tabia_packed *packed)
{
    struct tabia_pos pos = r->usual;
    if (!is_start)
        packed_unpack_unchecked(&pos, packed);
    return pos;
}

struct review_departure review_departure_at(const struct review *r, size_t n)
{
    const struct review_departure_sum *t = &r->departures[r->order[n]];
    struct tabia_name name = { 0 };
    struct review_departure d = {
        .kind = (enum review_outcome)t->kind,
        .start = restore_start(r, t->is_start, &t->start),
        .play = r->moves + t->play,
        .nplay = t->nplay,
        .reached = t->reached,
        .returned = t->returned,
        .games = t->games,
        .book = r->choices + t->choices,
        .nbook = t->nchoices,
        .nwanted = t->kind == REVIEW_GAP ? 0 : t->nwanted,
        .book_index = t->book,
        .played = r->choices + t->choices + t->nchoices,
        .nplayed = t->nplayed,
        .likelihood = (double)t->games.games / (double)r->totals.reviewed,
        .has_book_score = t->has_book_score,
        .book_score = t->book_score,
        .book_games = t->book_games,
        .book_source = t->book_source,
        .measure = t->measure,
        .loss = t->loss,
        .cost = t->cost,
        .samples = t->samples,
        .nsamples = t->nsamples,
    };
    d.has_score = review_score_share(&d.games, &d.score);
    d.pos = d.start;
    for (size_t i = 0; i < d.nplay; i++)
        tabia_pos_play(&d.pos, d.play[i]);
    // Of a gap it is the opponent's turn.
    d.color = (enum tabia_color)(d.pos.turn ^ (d.kind == REVIEW_GAP));
    if (r->options.names)
        tabia_names_find_line(r->options.names, &d.start, d.play, d.nplay,
                              &name, NULL);
    d.eco = name.eco;
    d.name = name.name;
    return d;
}

size_t review_record_count(const struct review *r)
{
    return r->options.keep_games ? r->nkept : 0;
}

struct review_record review_record_at(const struct review *r, size_t n)
{
    const struct review_kept_game *kept = &r->kept[n];
    const struct review_game *game = &kept->game;
    const char *texts[RECORD_TAGS - 1];
    const char *text = buf_text(&r->texts) + game->text;
    for (size_t i = 0; i < RECORD_TAGS - 1; i++) {
        texts[i] = text;
        text += strlen(text) + 1;
    }
    struct review_record record = {
        .file = kept->file,
        .number = kept->number,
        .offset = game->offset,
        .length = game->length,
        .white = texts[0],
        .black = texts[1],
        .date = texts[2],
        .event = texts[3],
        .result = (enum tabia_result)game->result,
        .side = (enum tabia_side)game->side,
        .outcome = (enum review_outcome)game->outcome,
        .entered = game->entered,
        .left = game->left,
        .returned = game->returned,
        .nplies = game->nplies,
        .before = restore_start(r, game->is_start, &game->start),
    };
    if (game->left != REVIEW_PLY_NONE) {
        const tabia_move *moves = r->moves + game->moves;
        for (size_t i = 0; i + 1 < game->left; i++)
            tabia_pos_play(&record.before, moves[i]);
        record.went_on = moves + game->left - 1;
        record.nwent_on = (size_t)(game->nmoves - game->left + 1);
    }
    if (kept->departure != REVIEW_NODE_NONE) {
        const struct review_departure_sum *t = &r->departures[kept->departure];
        record.book = r->choices + t->choices;
        record.nbook = t->nchoices;
        record.nwanted = t->kind == REVIEW_GAP ? 0 : t->nwanted;
    }
    return record;
}
