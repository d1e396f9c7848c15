/*
 * fsrs.c - when a card is due: FSRS, version 6
 *
 * All results have eight decimals, as in other implementations: then those of
 * different mathematical libraries are the same.
 */
#include "study/practice/fsrs.h"

#include <math.h>
#include <stdbool.h>

#include "base/banned.h"

const char *const fsrs_grade_names[FSRS_GOOD + 1] = { "", "again", "hard",
                                                      "good" };

/* FSRS_EASY is never given, but difficulties tend to its first one. */
enum { FSRS_EASY = FSRS_GOOD + 1, FSRS_PARAMETERS = 21 };

static const double w[FSRS_PARAMETERS] = {
    0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194,
    0.001,  1.8722, 0.1666, 0.796,  1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
};

static const double STABILITY_MIN = 0.001;
static const double FIRST_STABILITY_MIN = 0.1;
static const double INTERVAL_MAX = 36500;

/* Halves go up, as in JavaScript. */
static double round_up(double value)
{
    return floor(value + 0.5);
}

static double to_8_decimals(double value)
{
    return round_up(value * 1e8) / 1e8;
}

static double clamp(double value, double min, double max)
{
    return fmin(fmax(value, min), max);
}

/* The share that is remembered after some days. */
static double forgetting_curve(double days, double stability)
{
    const double decay = -w[20];
    const double factor = to_8_decimals(exp(log(0.9) / decay) - 1);
    return to_8_decimals(pow(1 + factor * days / stability, decay));
}

static double first_difficulty(int grade)
{
    return to_8_decimals(w[4] - exp((grade - 1) * w[5]) + 1);
}

static double next_difficulty(double difficulty, int grade)
{
    const double change = -w[6] * (grade - FSRS_GOOD);
    const double damped = to_8_decimals(change * (10 - difficulty) / 9);
    const double mean = to_8_decimals(w[7] * first_difficulty(FSRS_EASY) +
                                      (1 - w[7]) * (difficulty + damped));
    return clamp(mean, 1, 10);
}

static double recalled_stability(const struct fsrs_card *card, double retention,
                                 int grade)
{
    const double s = card->stability;
    const double grown =
        s * (1 + exp(w[8]) * (11 - card->difficulty) * pow(s, -w[9]) *
                     (exp((1 - retention) * w[10]) - 1) *
                     (grade == FSRS_HARD ? w[15] : 1));
    return to_8_decimals(clamp(grown, STABILITY_MIN, FSRS_STABILITY_MAX));
}

static double forgotten_stability(const struct fsrs_card *card,
                                  double retention)
{
    const double s = card->stability;
    const double left = w[11] * pow(card->difficulty, -w[12]) *
                        (pow(s + 1, w[13]) - 1) * exp((1 - retention) * w[14]);
    const double most =
        to_8_decimals(clamp(left, STABILITY_MIN, FSRS_STABILITY_MAX));
    return clamp(to_8_decimals(s), STABILITY_MIN, most);
}

static double next_stability(const struct fsrs_card *card, double retention,
                             int grade)
{
    if (card->reps == 0)
        return fmax(w[grade - 1], FIRST_STABILITY_MIN);
    return grade == FSRS_AGAIN ? forgotten_stability(card, retention)
                               : recalled_stability(card, retention, grade);
}

/* For a retention of 90% an interval is the stability, in whole days. */
static double interval_of(double stability)
{
    return clamp(round_up(stability), 1, INTERVAL_MAX);
}

/* A better grade always has a longer interval. */
static double next_interval(const struct fsrs_card *card, double retention,
                            int grade)
{
    double interval[FSRS_GOOD + 1];
    for (int i = FSRS_AGAIN; i <= FSRS_GOOD; i++)
        interval[i] = interval_of(next_stability(card, retention, i));
    interval[FSRS_AGAIN] = fmin(interval[FSRS_AGAIN], interval[FSRS_HARD]);
    interval[FSRS_HARD] = fmax(interval[FSRS_HARD], interval[FSRS_AGAIN] + 1);
    interval[FSRS_GOOD] = fmax(interval[FSRS_GOOD], interval[FSRS_HARD] + 1);
    return interval[grade];
}

double fsrs_retention(const struct fsrs_card *card, int32_t day)
{
    if (card->reps == 0)
        return 0;
    return forgetting_curve(day > card->last ? day - card->last : 0,
                            card->stability);
}

void fsrs_review(struct fsrs_card *card, enum fsrs_grade given, int32_t day)
{
    const int grade = (int)given;
    const bool is_first = card->reps == 0;
    if (!is_first && day < card->last)
        day = card->last;
    const double retention = fsrs_retention(card, day);
    const double interval = next_interval(card, retention, grade);
    const double stability = next_stability(card, retention, grade);
    card->difficulty = is_first ? clamp(first_difficulty(grade), 1, 10)
                                : next_difficulty(card->difficulty, grade);
    card->stability = stability;
    card->last = day;
    card->due = day + (int32_t)interval;
    card->lapses +=
        !is_first && grade == FSRS_AGAIN && card->lapses < UINT32_MAX;
    card->reps += card->reps < UINT32_MAX;
}
