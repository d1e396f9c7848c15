/*
 * training.c - what to practise, how an answer counts, and how it went so far
 */
#include "study/practice/training.h"
#include "study/practice/progress_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/banned.h"

const char *const training_state_names[] = { "due", "new", "waiting" };
const char *const training_reason_names[] = { NULL, "early", "repeated" };

enum training_state training_state_of(const struct card *card, int32_t today)
{
    if (!card)
        return TRAINING_STATE_NEW;
    return card->memory.due <= today ? TRAINING_STATE_DUE
                                     : TRAINING_STATE_WAITING;
}

static const struct card *card_of(const struct decisions *d,
                                  const struct cards *cards,
                                  const struct decision *at, uint32_t move)
{
    return cards_find(cards, at->key, d->moves[at->first + move]);
}

/* ---- sessions ---------------------------------------------------------- */

/* A card that may be asked, and what decides when. */
struct candidate_card {
    struct training_item item;
    double rank; // the smallest first
};

/* Cards that are due before new ones; ranks among their like. */
static int compare_candidates(const void *a, const void *b, void *ctx)
{
    const struct candidate_card *x = a, *y = b;
    (void)ctx;
    if (x->item.state != y->item.state)
        return (int)x->item.state - (int)y->item.state;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static double rank_of(const struct decision *at, const struct card *card,
                      enum training_state state,
                      const struct training_options *o)
{
    switch (state) {
    case TRAINING_STATE_DUE:
        return fsrs_retention(&card->memory, o->today);
    case TRAINING_STATE_WAITING:
        return card->memory.due;
    default:
        return o->tree_order ? 0 : -at->likelihood;
    }
}

/* The card of a decision that a session asks for, and the counts of all. */
static struct candidate_card choose_card(const struct decisions *d,
                                         const struct cards *cards, uint32_t i,
                                         const struct training_options *o,
                                         struct training_counts *counts)
{
    const struct decision *at = &d->list[i];
    struct candidate_card best = { .rank = 0 };
    for (uint32_t k = 0; k < at->n; k++) {
        const struct card *card = card_of(d, cards, at, k);
        const enum training_state state = training_state_of(card, o->today);
        const struct candidate_card one = {
            .item = { .decision = i, .move = k, .state = state },
            .rank = rank_of(at, card, state, o),
        };
        counts->cards++;
        counts->due += state == TRAINING_STATE_DUE;
        counts->new_cards += state == TRAINING_STATE_NEW;
        counts->waiting += state == TRAINING_STATE_WAITING;
        counts->learnt +=
            card && card->memory.due >= o->today + TRAINING_LEARNT_DAYS;
        if (k == 0 || compare_candidates(&one, &best, NULL) < 0)
            best = one;
    }
    return best;
}

bool training_plan(struct training *t, const struct decisions *d,
                   const struct cards *cards,
                   const struct training_options *options,
                   struct tabia_error *err)
{
    const struct card_day today = cards_get_day(cards, options->today);
    struct training_counts *counts = &t->counts;
    *t = (struct training){ .n = 0 };
    struct candidate_card *list = calloc(d->n + 1, sizeof(*list));
    t->items = calloc(d->n + 1, sizeof(*t->items));
    if (!list || !t->items) {
        free(list);
        training_clear(t);
        return error_nomem(err);
    }
    counts->decisions = d->n;
    counts->new_today = today.new_cards;
    counts->answers_today = (size_t)today.again + today.hard + today.good;
    counts->new_left = options->new_per_day > today.new_cards
                           ? options->new_per_day - today.new_cards
                           : 0;
    for (uint32_t i = 0; i < d->n; i++)
        list[i] = choose_card(d, cards, i, options, counts);
    const bool ok = sort_stable(list, d->n, sizeof(*list), compare_candidates,
                                NULL, NULL, err);
    size_t nfresh = 0;
    for (size_t i = 0; ok && i < d->n; i++) {
        const enum training_state state = list[i].item.state;
        if ((state == TRAINING_STATE_NEW && nfresh++ >= counts->new_left) ||
            (state == TRAINING_STATE_WAITING && !options->ahead))
            continue;
        t->items[t->n++] = list[i].item;
    }
    free(list);
    if (!ok)
        training_clear(t);
    return ok;
}

void training_clear(struct training *t)
{
    free(t->items);
    *t = (struct training){ .n = 0 };
}

/* ---- answers ----------------------------------------------------------- */

struct training_verdict training_judge(const struct cards *cards, tabia_key key,
                                       const tabia_move *moves, size_t n,
                                       const struct training_answer *answer,
                                       int32_t today)
{
    struct training_verdict v = { .grade = FSRS_AGAIN, .move = answer->asked };
    for (size_t i = 0; i < n; i++)
        v.is_right |= moves[i] == answer->played;
    if (v.is_right) {
        v.grade = answer->used_hint ? FSRS_HARD : FSRS_GOOD;
        v.move = answer->played;
    }
    const struct card *card = cards_find(cards, key, v.move);
    if (!card)
        return v;
    // What follows a mistake on the same day proves nothing.
    if (card->grade == FSRS_AGAIN && card->memory.last >= today)
        v.reason = TRAINING_REASON_REPEATED;
    else if (v.is_right && card->memory.due > today && !answer->ahead)
        v.reason = TRAINING_REASON_EARLY;
    return v;
}

/* ---- overview ---------------------------------------------------------- */

struct training_memory training_memory_of(const struct decisions *d,
                                          const struct cards *cards, size_t i,
                                          int32_t today)
{
    const struct decision *at = &d->list[i];
    struct training_memory m = { .decision = (uint32_t)i,
                                 .state = TRAINING_STATE_WAITING };
    for (uint32_t k = 0; k < at->n; k++) {
        const struct card *card = card_of(d, cards, at, k);
        const enum training_state state = training_state_of(card, today);
        if (state < m.state)
            m.state = state;
        if (!card)
            continue;
        const double retention = fsrs_retention(&card->memory, today);
        if (!m.is_answered || retention < m.retention)
            m.retention = retention;
        m.is_answered = true;
        m.lapses += card->memory.lapses;
    }
    return m;
}

static int compare_memories(const void *a, const void *b, void *ctx)
{
    const struct training_memory *x = a, *y = b;
    (void)ctx;
    if (x->retention != y->retention)
        return x->retention < y->retention ? -1 : 1;
    return x->lapses > y->lapses ? -1 : x->lapses < y->lapses;
}

bool training_weakest(const struct decisions *d, const struct cards *cards,
                      int32_t today, struct training_memory *list, size_t max,
                      size_t *n, struct tabia_error *err)
{
    struct training_memory *all = calloc(d->n + 1, sizeof(*all));
    size_t count = 0;
    if (!all)
        return error_nomem(err);
    for (size_t i = 0; i < d->n; i++) {
        all[count] = training_memory_of(d, cards, i, today);
        count += all[count].is_answered;
    }
    const bool ok = sort_stable(all, count, sizeof(*all), compare_memories,
                                NULL, NULL, err);
    *n = count < max ? count : max;
    if (ok)
        memcpy(list, all, *n * sizeof(*list));
    free(all);
    return ok;
}

void training_forecast(const struct decisions *d, const struct cards *cards,
                       int32_t today, uint32_t *due, size_t ndays)
{
    memset(due, 0, ndays * sizeof(*due));
    for (size_t i = 0; i < d->n; i++) {
        const struct decision *at = &d->list[i];
        for (uint32_t k = 0; k < at->n; k++) {
            const struct card *card = card_of(d, cards, at, k);
            if (!card)
                continue;
            const int64_t wait = (int64_t)card->memory.due - today;
            if (wait < (int64_t)ndays)
                due[wait < 0 ? 0 : wait]++;
        }
    }
}

/* ---- progress of older pages ------------------------------------------- */

/* The days that a line of each box waited. */
static const double box_days[] = { 0.2, 1, 3, 7, 16, 35, 90 };

enum { BOX_MAX = 6 };

/* What a decision is known as: the line of the highest box. */
static void note_box(const struct boxed_line **best, const struct decisions *d,
                     const struct boxed_line *line)
{
    struct tabia_pos pos = line->start;
    for (size_t i = 0; i < line->n; i++) {
        const struct decision *at = decisions_at(d, &pos);
        for (uint32_t k = 0; at && k < at->n; k++) {
            const struct boxed_line **known = &best[at->first + k];
            if (d->moves[at->first + k] == line->moves[i] &&
                (!*known || (*known)->box < line->box))
                *known = line;
        }
        tabia_pos_play(&pos, line->moves[i]);
    }
}

static struct card boxed_card(tabia_key key, tabia_move move,
                              const struct boxed_line *line)
{
    struct fsrs_card first = { .reps = 0 };
    const int box = line->box < 0         ? 0
                    : line->box > BOX_MAX ? BOX_MAX
                                          : line->box;
    const double days = box_days[box];
    const struct moment last = moment_at(line->due - (int64_t)(days * 86400));
    // The difficulty of a card that was answered once.
    fsrs_review(&first, line->lapses ? FSRS_HARD : FSRS_GOOD, 0);
    return (struct card){
        .key = key,
        .move = move,
        .at = last,
        .summed_until = last.time,
        .first = moment_day(last),
        .grade = box > 0 ? FSRS_GOOD : FSRS_AGAIN,
        .memory = { .stability = days,
                    .difficulty = first.difficulty,
                    .last = moment_day(last),
                    .due = moment_day(moment_at(line->due)),
                    .reps = line->seen ? line->seen : 1,
                    .lapses = line->lapses },
    };
}

bool training_convert(struct buf *lines, const struct decisions *d,
                      const struct cards *cards, const struct boxed_line *boxed,
                      size_t n, struct cards_import_result *result,
                      struct tabia_error *err)
{
    const struct boxed_line **best = calloc(d->nmoves + 1, sizeof(*best));
    *result = (struct cards_import_result){ .imported = 0 };
    if (!best)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++)
        note_box(best, d, &boxed[i]);
    for (size_t i = 0; i < d->n; i++) {
        const struct decision *at = &d->list[i];
        for (uint32_t k = 0; k < at->n; k++) {
            const struct boxed_line *line = best[at->first + k];
            if (!line)
                continue;
            const bool is_known = card_of(d, cards, at, k);
            result->imported += !is_known;
            result->skipped += is_known;
            if (is_known)
                continue;
            const struct card card =
                boxed_card(at->key, d->moves[at->first + k], line);
            progress_lines_put_card(lines, &card);
        }
    }
    free(best);
    return !lines->failed || buf_error(lines, err);
}
