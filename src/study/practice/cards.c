/*
 * cards.c - what is remembered: cards, by position and move, from their answers
 */
#include "study/practice/cards.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "study/practice/progress_lines.h"
#include "base/banned.h"

tabia_key card_key(const struct tabia_pos *pos)
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    return tabia_pos_key(&identity);
}

/* ---- cards ------------------------------------------------------------- */

struct wanted_card {
    const struct cards *cards;
    tabia_key position;
    tabia_move move;
};

static bool is_wanted_card(const void *ctx, uint32_t id)
{
    const struct wanted_card *wanted = ctx;
    const struct card *card = &wanted->cards->list[id];
    return card->key == wanted->position && card->move == wanted->move;
}

static uint64_t card_hash(tabia_key key, tabia_move move)
{
    return key ^ (uint64_t)move * UINT64_C(0x9E3779B97F4A7C15);
}

static struct card *find_card(const struct cards *cards, tabia_key key,
                              tabia_move move)
{
    const struct wanted_card wanted = { cards, key, move };
    const uint32_t id = hashmap_find(&cards->map, card_hash(key, move),
                                     is_wanted_card, &wanted);
    return id == HASHMAP_NONE ? NULL : &cards->list[id];
}

const struct card *cards_find(const struct cards *cards, tabia_key key,
                              tabia_move move)
{
    return find_card(cards, key, move);
}

static struct card *add_card(struct cards *cards, const struct card *card,
                             struct tabia_error *err)
{
    cards->map.limit = CARDS_MAX;
    if (!VEC_RESERVE(cards->list, cards->room, cards->n + 1, CARDS_MAX, err) ||
        !hashmap_insert(&cards->map, card_hash(card->key, card->move),
                        (uint32_t)cards->n, err))
        return NULL;
    cards->list[cards->n] = *card;
    return &cards->list[cards->n++];
}

/* Of two states of a card the later one counts. */
static bool take_card(struct cards *cards, const struct card *card,
                      struct tabia_error *err)
{
    struct card *known = find_card(cards, card->key, card->move);
    if (!known)
        return add_card(cards, card, err) != NULL;
    if (card->at.time > known->at.time ||
        (card->at.time == known->at.time &&
         card->memory.reps > known->memory.reps))
        *known = *card;
    return true;
}

/* What an answer is to its card. */
enum answer_part {
    ANSWER_FIRST,
    ANSWER_LATER,
    ANSWER_COVERED, // it is in the card's line
};

static bool take_answer(struct cards *cards, const struct card_answer *answer,
                        enum answer_part *part, struct tabia_error *err)
{
    struct card *card = find_card(cards, answer->key, answer->move);
    const int32_t day = moment_day(answer->at);
    *part = card ? ANSWER_LATER : ANSWER_FIRST;
    if (!card) {
        const struct card fresh = {
            .key = answer->key,
            .move = answer->move,
            .summed_until = INT64_MIN,
            .first = day,
        };
        card = add_card(cards, &fresh, err);
        if (!card)
            return false;
    }
    if (answer->at.time <= card->summed_until) {
        *part = ANSWER_COVERED;
        return true;
    }
    fsrs_review(&card->memory, answer->grade, day);
    card->at = answer->at;
    card->grade = answer->grade;
    return true;
}

/* ---- puzzles ----------------------------------------------------------- */

const struct solved_puzzle *cards_find_solved(const struct cards *cards,
                                              tabia_key key)
{
    size_t lo = 0, hi = cards->nsolved;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (cards->solved[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < cards->nsolved && cards->solved[lo].key == key
               ? &cards->solved[lo]
               : NULL;
}

/* ---- days -------------------------------------------------------------- */

static int compare_days(const void *a, const void *b, void *ctx)
{
    const struct card_day *x = a, *y = b;
    (void)ctx;
    return x->day < y->day ? -1 : x->day > y->day;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* A damaged file may have counts of any size. */
static uint32_t sum_of(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

/* Days, before they are sorted. */
struct day_list {
    struct card_day *days; // owned
    size_t n, room;
};

static bool count_day(struct day_list *list, const struct card_answer *answer,
                      bool is_first, struct tabia_error *err)
{
    const int32_t day = moment_day(answer->at);
    // Time zones may move a day back a little, so a day may come again.
    if (!list->n || list->days[list->n - 1].day != day) {
        if (!VEC_RESERVE(list->days, list->room, list->n + 1, CARDS_MAX, err))
            return false;
        list->days[list->n++] = (struct card_day){ .day = day };
    }
    struct card_day *last = &list->days[list->n - 1];
    last->again += answer->grade == FSRS_AGAIN;
    last->hard += answer->grade == FSRS_HARD;
    last->good += answer->grade == FSRS_GOOD;
    last->new_cards += is_first;
    return true;
}

/* Sorts days and joins equal ones: their sum, or, of lines, the larger. */
static bool join_days(struct card_day *days, size_t *n, bool is_sum,
                      struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_stable(days, *n, sizeof(*days), compare_days, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < *n; i++) {
        struct card_day *last = &days[kept ? kept - 1 : 0];
        if (!kept || last->day != days[i].day) {
            days[kept++] = days[i];
        } else if (is_sum) {
            last->again = sum_of(last->again, days[i].again);
            last->hard = sum_of(last->hard, days[i].hard);
            last->good = sum_of(last->good, days[i].good);
            last->new_cards = sum_of(last->new_cards, days[i].new_cards);
        } else {
            last->again = larger(last->again, days[i].again);
            last->hard = larger(last->hard, days[i].hard);
            last->good = larger(last->good, days[i].good);
            last->new_cards = larger(last->new_cards, days[i].new_cards);
        }
    }
    *n = kept;
    return true;
}

static bool append_days(struct cards *cards, const struct card_day *days,
                        size_t n, struct tabia_error *err)
{
    if (!VEC_RESERVE(cards->days, cards->days_room, cards->ndays + n + 1,
                     3 * (size_t)CARDS_MAX, err))
        return false;
    if (n)
        memcpy(&cards->days[cards->ndays], days, n * sizeof(*days));
    cards->ndays += n;
    return true;
}

/*
 * Answers that are in the lines of cards are in those of days too, if these are
 * there; the others are added.
 */
static bool take_days(struct cards *cards, const struct progress_lines *lines,
                      struct day_list *covered, struct day_list *others,
                      struct tabia_error *err)
{
    return join_days(covered->days, &covered->n, true, err) &&
           append_days(cards, covered->days, covered->n, err) &&
           append_days(cards, lines->days, lines->ndays, err) &&
           join_days(cards->days, &cards->ndays, false, err) &&
           append_days(cards, others->days, others->n, err) &&
           join_days(cards->days, &cards->ndays, true, err);
}

struct card_day cards_get_day(const struct cards *cards, int32_t day)
{
    for (size_t i = cards->ndays; i > 0 && cards->days[i - 1].day >= day; i--)
        if (cards->days[i - 1].day == day)
            return cards->days[i - 1];
    return (struct card_day){ .day = day };
}

/* ---- whole texts ------------------------------------------------------- */

static bool take_lines(struct cards *cards, struct progress_lines *lines,
                       struct tabia_error *err)
{
    struct day_list covered = { .n = 0 }, others = { .n = 0 };
    bool ok = true;
    for (size_t i = 0; ok && i < lines->ncards; i++)
        ok = take_card(cards, &lines->cards[i], err);
    for (size_t i = 0; ok && i < lines->nanswers; i++) {
        enum answer_part part;
        ok = take_answer(cards, &lines->answers[i], &part, err) &&
             count_day(part == ANSWER_COVERED ? &covered : &others,
                       &lines->answers[i], part == ANSWER_FIRST, err);
    }
    ok = ok && take_days(cards, lines, &covered, &others, err);
    cards->nanswers = lines->nanswers;
    cards->ndamaged = lines->ndamaged;
    cards->sketch = lines->sketch;
    cards->solved = lines->solved; // are the cards' now
    cards->nsolved = lines->nsolved;
    lines->solved = NULL;
    free(covered.days);
    free(others.days);
    return ok;
}

bool cards_read(struct cards *cards, struct tabia_bytes text,
                struct tabia_error *err)
{
    struct progress_lines lines;
    *cards = (struct cards){ .n = 0 };
    if (!progress_lines_read(&lines, text, err))
        return false;
    const bool ok = take_lines(cards, &lines, err);
    progress_lines_clear(&lines);
    if (!ok)
        cards_clear(cards);
    return ok;
}

void cards_clear(struct cards *cards)
{
    free(cards->list);
    free(cards->days);
    free(cards->solved);
    hashmap_clear(&cards->map);
    *cards = (struct cards){ .n = 0 };
}

void cards_print(struct buf *text, const struct cards *cards)
{
    buf_add_text(text, CARDS_MAGIC "\n");
    if (cards->sketch.count)
        book_sketch_print(text, &cards->sketch);
    for (size_t i = 0; i < cards->n; i++)
        progress_lines_put_card(text, &cards->list[i]);
    for (size_t i = 0; i < cards->ndays; i++)
        progress_lines_put_day(text, &cards->days[i]);
    for (size_t i = 0; i < cards->nsolved; i++)
        progress_lines_put_solved(text, &cards->solved[i]);
}

static void import_lines(struct buf *text, const struct progress_lines *lines,
                         const struct progress_lines *own,
                         const struct cards *cards,
                         struct cards_import_result *result)
{
    for (size_t i = 0; i < lines->ncards; i++) {
        const struct card *card = &lines->cards[i];
        const struct card *known = cards_find(cards, card->key, card->move);
        const bool is_new = !known || known->at.time < card->at.time;
        if (is_new)
            progress_lines_put_card(text, card);
        result->imported += is_new;
        result->skipped += !is_new;
    }
    for (size_t i = 0; i < lines->nanswers; i++) {
        const struct card_answer *answer = &lines->answers[i];
        const struct card *known = cards_find(cards, answer->key, answer->move);
        const bool is_new =
            !(known && answer->at.time <= known->summed_until) &&
            !progress_lines_has_answer(own, answer);
        if (is_new)
            progress_lines_put_answer(text, answer);
        result->imported += is_new;
        result->skipped += !is_new;
    }
    for (size_t i = 0; i < lines->ndays; i++) {
        const struct card_day *day = &lines->days[i];
        const struct card_day known = cards_get_day(cards, day->day);
        if (day->again > known.again || day->hard > known.hard ||
            day->good > known.good || day->new_cards > known.new_cards)
            progress_lines_put_day(text, day);
    }
    for (size_t i = 0; i < lines->nsolved; i++) {
        const bool is_new = !cards_find_solved(cards, lines->solved[i].key);
        if (is_new)
            progress_lines_put_solved(text, &lines->solved[i]);
        result->imported += is_new;
        result->skipped += !is_new;
    }
    result->damaged = lines->ndamaged;
}

bool cards_import_text(struct buf *lines, struct tabia_bytes own,
                       struct tabia_bytes text,
                       struct cards_import_result *result,
                       struct tabia_error *err)
{
    struct progress_lines mine, other;
    struct cards cards;
    *result = (struct cards_import_result){ .imported = 0 };
    if (!progress_lines_read(&other, text, err))
        return false;
    bool ok = progress_lines_read(&mine, own, err);
    if (ok) {
        ok = cards_read(&cards, own, err);
        if (ok)
            import_lines(lines, &other, &mine, &cards, result);
        if (ok)
            cards_clear(&cards);
        progress_lines_clear(&mine);
    }
    progress_lines_clear(&other);
    return ok && (!lines->failed || buf_error(lines, err));
}
