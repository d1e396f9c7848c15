/*
 * review_judge.c - what a departure costs
 *
 * The loss is measured in points of a game: by evaluations, as the difference
 * of the expected scores that they stand for; else by the scores of games.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "chess/packed.h"
#include "source/answer.h"
#include "source/source_internal.h"
#include "study/review/review_internal.h"
#include "base/banned.h"

/* All sources, those of 'against' first, as they have games. */
struct judge {
    struct review *review;
    const struct tabia_source *list[REVIEW_BOOKS_MAX + REVIEW_SOURCES_MAX];
    const char *names[REVIEW_BOOKS_MAX + REVIEW_SOURCES_MAX];
    bool has_evals[REVIEW_BOOKS_MAX + REVIEW_SOURCES_MAX];
    bool has_games[REVIEW_BOOKS_MAX + REVIEW_SOURCES_MAX];
    size_t n;
    bool is_needed;
    pthread_mutex_t lock;
    struct tabia_error err;
};

static void add_judge_source(struct judge *j, const struct tabia_source *source,
                             const char *name)
{
    const struct tabia_book *book = source_loaded_book(source);
    const struct tabia_store *store = source_loaded_store(source);
    const struct tabia_source_info info = tabia_source_get_info(source);
    const unsigned has = book ? tabia_book_attrs(book) : TABIA_HAS_RESULTS;
    j->list[j->n] = source;
    j->names[j->n] = name;
    j->has_evals[j->n] = info.kind == TABIA_SOURCE_EVALS ||
                         (has & TABIA_HAS_EVAL) ||
                         (store && tabia_store_get_info(store).evaluations);
    j->has_games[j->n] =
        info.kind != TABIA_SOURCE_EVALS && (has & TABIA_HAS_RESULTS);
    j->is_needed |= j->has_evals[j->n] || j->has_games[j->n];
    j->n++;
}

/* ---- evaluations ----------------------------------------------------- */

/* e to the power of x, for small x, to ten digits: the library has no libm. */
static double exponential(double x)
{
    const double small = x / 1024;
    double e = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)));
    for (int i = 0; i < 10; i++)
        e *= e;
    return e;
}

/*
 * The score that White can expect, by the curve that Lichess fitted to games of
 * its players. A mate in 0 is one that the side to move, 'turn', has suffered.
 */
static double expected_score(const struct tabia_eval *eval, unsigned turn)
{
    if (eval->kind == TABIA_EVAL_MATE && eval->value == 0)
        return turn == TABIA_BLACK ? 1 : 0;
    if (eval->kind == TABIA_EVAL_MATE)
        return eval->value > 0 ? 1 : 0;
    const int32_t most = 4000; // beyond it nothing changes
    const int32_t cp = eval->value > most    ? most
                       : eval->value < -most ? -most
                                             : eval->value;
    return 1 / (1 + exponential(-0.00368208 * cp));
}

/* The evaluation of a position in the first source that has one. */
static bool find_eval(const struct judge *j, const struct tabia_pos *pos,
                      struct tabia_answer *answer, struct tabia_eval *eval,
                      bool *is_found, struct tabia_error *err)
{
    *is_found = false;
    for (size_t i = 0; i < j->n && !*is_found; i++) {
        struct tabia_node_data data;
        if (!j->has_evals[i])
            continue;
        if (source_loaded_book(j->list[i])) {
            data = answer_node_data(j->list[i], pos, NULL);
        } else {
            if (!tabia_source_find(j->list[i], pos, NULL, answer, err))
                return false;
            data = answer->position_data;
        }
        *is_found = data.has & TABIA_HAS_EVAL;
        *eval = data.eval;
    }
    return true;
}

static bool find_choice_evals(const struct judge *j,
                              const struct tabia_pos *pos,
                              struct review_choice *list, size_t n,
                              struct tabia_answer *answer,
                              struct tabia_error *err)
{
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i].move);
        if (!find_eval(j, &after, answer, &list[i].eval, &list[i].has_eval,
                       err))
            return false;
    }
    return true;
}

/* The score of a side by an evaluation of a position where 'turn' moves. */
static double score_of(const struct tabia_eval *eval, unsigned turn,
                       unsigned side)
{
    const double white = expected_score(eval, turn);
    return side == TABIA_WHITE ? white : 1 - white;
}

/*
 * By evaluations: the best of the book's moves, else the position itself,
 * against what was played.
 */
static bool judge_by_eval(const struct judge *j, struct review_departure_sum *t,
                          const struct tabia_pos *pos,
                          struct tabia_answer *answer, struct tabia_error *err)
{
    struct review_choice *book = &j->review->choices[t->choices];
    struct review_choice *played = book + t->nchoices;
    const unsigned side = pos->turn ^ (unsigned)(t->kind == REVIEW_GAP);
    const unsigned after = pos->turn ^ 1u; // who moves after a move
    struct tabia_eval eval;
    bool has_best;
    if (!find_choice_evals(j, pos, book, t->nchoices, answer, err) ||
        !find_choice_evals(j, pos, played, t->nplayed, answer, err) ||
        !find_eval(j, pos, answer, &eval, &has_best, err))
        return false;
    double best = has_best ? score_of(&eval, pos->turn, side) : 0;
    bool is_of_move = false;
    for (size_t i = 0; t->kind == REVIEW_DEVIATION && i < t->nwanted; i++) {
        if (!book[i].has_eval)
            continue;
        const double score = score_of(&book[i].eval, after, side);
        if (!is_of_move || score > best)
            best = score;
        has_best = is_of_move = true;
    }
    double sum = 0, games = 0;
    for (size_t i = 0; i < t->nplayed; i++)
        if (played[i].has_eval) {
            sum += score_of(&played[i].eval, after, side) *
                   (double)played[i].games.games;
            games += (double)played[i].games.games;
        }
    if (has_best && games > 0) {
        t->measure = REVIEW_BY_EVAL;
        t->loss = best - sum / games;
    }
    return true;
}

/* ---- games ----------------------------------------------------------- */

static struct tabia_tally move_results(const struct tabia_answer *answer,
                                       size_t i)
{
    const struct tabia_move_data *data = &answer->moves[i].data;
    if (answer->move_stats)
        return answer->move_stats[i].results;
    return (struct tabia_tally){ data->white, data->draws, data->black };
}

static double results_score(const struct tabia_tally *r, unsigned side)
{
    const uint64_t wins = side == TABIA_WHITE ? r->white : r->black;
    return ((double)wins + 0.5 * (double)r->draws) /
           (double)tabia_tally_games(r);
}

/*
 * What the book's moves score, by the first source that has games of them. Of a
 * gap: what the position scores.
 */
static bool judge_by_games(const struct judge *j,
                           struct review_departure_sum *t,
                           const struct tabia_pos *pos,
                           struct tabia_answer *answer, struct tabia_error *err)
{
    struct review_choice *book = &j->review->choices[t->choices];
    const bool is_gap = t->kind == REVIEW_GAP;
    const unsigned side = pos->turn ^ (unsigned)is_gap;
    for (size_t s = 0; s < j->n && !t->has_book_score; s++) {
        struct tabia_tally all = { 0 };
        if (!j->has_games[s])
            continue;
        if (!tabia_source_find(j->list[s], pos, NULL, answer, err))
            return false;
        for (size_t i = 0; i < answer->nmoves; i++) {
            const struct tabia_tally r = move_results(answer, i);
            const uint64_t games = tabia_tally_games(&r);
            size_t k = 0;
            while (k < t->nchoices && book[k].move != answer->moves[i].move)
                k++;
            if (k < t->nchoices && games && !book[k].has_score) {
                book[k].has_score = true;
                book[k].score = results_score(&r, pos->turn);
                book[k].nscored = games;
            }
            if (is_gap || k < t->nwanted)
                tabia_tally_add(&all, &r);
        }
        if (tabia_tally_games(&all)) {
            t->has_book_score = true;
            t->book_score = results_score(&all, side);
            t->book_games = tabia_tally_games(&all);
            t->book_source = j->names[s];
        }
    }
    double score;
    if (t->has_book_score && review_score_share(&t->games, &score) &&
        t->measure == REVIEW_BY_NOTHING) {
        t->measure = REVIEW_BY_SCORE;
        t->loss = t->book_score - score;
    }
    return true;
}

/* ---- all ------------------------------------------------------------- */

static void judge_share(void *ctx, size_t worker)
{
    struct judge *j = ctx;
    struct review *r = j->review;
    struct tabia_answer answer = { 0 };
    struct tabia_error err = { 0 };
    bool ok = true;
    for (size_t i = worker; i < r->ndepartures && ok;
         i += (size_t)r->nworkers) {
        struct review_departure_sum *t = &r->departures[i];
        struct tabia_pos pos;
        packed_unpack_unchecked(&pos, &t->pos);
        if (r->options.is_stopped && r->options.is_stopped(r->options.ctx))
            ok = error_set(&err, TABIA_ERR_STOPPED, "stopped");
        ok = ok && judge_by_eval(j, t, &pos, &answer, &err) &&
             judge_by_games(j, t, &pos, &answer, &err);
        t->cost = t->loss * (double)t->games.games / (double)r->totals.reviewed;
    }
    tabia_answer_clear(&answer);
    if (ok)
        return;
    pthread_mutex_lock(&j->lock);
    error_pass(&j->err, &err);
    pthread_mutex_unlock(&j->lock);
}

bool review_judge(struct review *r, struct tabia_error *err)
{
    const struct review_options *o = &r->options;
    struct judge j = { .review = r };
    for (size_t i = 0; i < o->nagainst; i++)
        add_judge_source(&j, o->against[i],
                         o->against_names ? o->against_names[i] : NULL);
    for (size_t i = 0; i < o->nbooks; i++)
        add_judge_source(&j, o->books[i],
                         o->book_names ? o->book_names[i] : NULL);
    if (!j.is_needed)
        return true;
    pthread_mutex_init(&j.lock, NULL);
    pool_run(r->pool, (size_t)r->nworkers, judge_share, &j);
    pthread_mutex_destroy(&j.lock);
    return !j.err.status || error_pass(err, &j.err);
}
