/*
 * training.h - what to practise, how an answer counts, and how it went so far
 *
 *     struct training session;
 *     if (training_plan(&session, &decisions, &cards, &how, err)) {
 *         for (size_t i = 0; i < session.n; i++)
 *             ask(session.items[i]);
 *         training_clear(&session);
 *     }
 *
 * A card is a decision and one of its accepted moves. A session asks for each
 * decision once: the card that is due, or one that is new.
 */
#ifndef STUDY_TRAINING_H
#define STUDY_TRAINING_H

#include "study/practice/cards.h"
#include "study/practice/decisions.h"

enum {
    TRAINING_NEW_PER_DAY = 10,    // new cards per day
    TRAINING_LEARNT_DAYS = 21,    // days: due later than this is learnt
    TRAINING_CALENDAR_DAYS = 366, // days
    TRAINING_FORECAST_DAYS = 30,  // days
    TRAINING_WEAKEST_MAX = 10,    // positions
};

/* In the order of a session. */
enum training_state {
    TRAINING_STATE_DUE,
    TRAINING_STATE_NEW,
    TRAINING_STATE_WAITING
};

extern const char *const training_state_names[]; // "due", "new", "waiting"

/* The state of a card on a day; NULL: never answered. */
enum training_state training_state_of(const struct card *card, int32_t today);

/* All-zero but for the day means: nothing new. */
struct training_options {
    int32_t today;
    uint32_t new_per_day;
    bool ahead;      // then what is not due yet
    bool tree_order; // of new cards, even if their likelihoods are known
};

struct training_item {
    uint32_t decision; // in the list of decisions
    uint32_t move;     // of its moves: the one to be remembered
    enum training_state state;
};

struct training_counts {
    size_t decisions, cards, new_cards, due, waiting;
    size_t learnt;
    size_t new_today;     // in the whole file
    size_t new_left;      // of today's limit
    size_t answers_today; // in the whole file
};

struct training {
    struct training_item *items;
    size_t n;
    struct training_counts counts;
};

bool training_plan(struct training *t, const struct decisions *d,
                   const struct cards *cards,
                   const struct training_options *options,
                   struct tabia_error *err);

void training_clear(struct training *t);

/* ---- answers ----------------------------------------------------------- */

struct training_answer {
    tabia_move asked;
    tabia_move played; // TABIA_MOVE_NONE: not known
    bool used_hint;
    bool ahead;
};

enum training_reason {
    TRAINING_REASON_RECORDED,
    TRAINING_REASON_EARLY,    // right, before its time
    TRAINING_REASON_REPEATED, // it was answered wrong on the same day
};

extern const char *const training_reason_names[]; // NULL, "early", "repeated"

struct training_verdict {
    bool is_right;
    enum fsrs_grade grade;
    tabia_move move; // whose card it counts for
    enum training_reason reason;
};

/* Judges an answer at a decision whose accepted moves are 'moves'. */
struct training_verdict training_judge(const struct cards *cards, tabia_key key,
                                       const tabia_move *moves, size_t n,
                                       const struct training_answer *answer,
                                       int32_t today);

/* ---- overview ---------------------------------------------------------- */

/* How well a decision is remembered: by the weakest of its answered moves. */
struct training_memory {
    uint32_t decision;
    enum training_state state; // the first that one of its moves has
    bool is_answered;
    double retention;
    uint32_t lapses;
};

struct training_memory training_memory_of(const struct decisions *d,
                                          const struct cards *cards, size_t i,
                                          int32_t today);

/* The weakest answered decisions, at most 'max' into 'list'. Sets 'n'. */
bool training_weakest(const struct decisions *d, const struct cards *cards,
                      int32_t today, struct training_memory *list, size_t max,
                      size_t *n, struct tabia_error *err);

/* Cards that become due on each of 'ndays' days; the first has the overdue. */
void training_forecast(const struct decisions *d, const struct cards *cards,
                       int32_t today, uint32_t *due, size_t ndays);

/* ---- progress of older pages ------------------------------------------- */

/* A line with the Leitner box it was in. */
struct boxed_line {
    struct tabia_pos start;
    const tabia_move *moves;
    size_t n;
    int box;     // 0 to 6
    int64_t due; // seconds
    uint32_t seen, lapses;
};

/*
 * Adds the lines of cards for the decisions of 'boxed' that have no answers in
 * 'cards'; of several lines the highest box counts. 'd' has all decisions.
 */
bool training_convert(struct buf *lines, const struct decisions *d,
                      const struct cards *cards, const struct boxed_line *boxed,
                      size_t n, struct cards_import_result *result,
                      struct tabia_error *err);

#endif
