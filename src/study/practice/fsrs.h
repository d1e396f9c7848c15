/*
 * fsrs.h - when a card is due: FSRS, version 6
 *
 *     struct fsrs_card card = { .reps = 0 };
 *     fsrs_review(&card, FSRS_GOOD, today);
 *     if (card.due <= tomorrow) ...
 *
 * The published formulas and default parameters, a retention of 90%, without
 * fuzz and without steps within a day. Time is a number of whole days, which
 * the caller counts as it likes (from 1970, for example).
 */
#ifndef STUDY_FSRS_H
#define STUDY_FSRS_H

#include <stdint.h>

enum fsrs_grade { FSRS_AGAIN = 1, FSRS_HARD, FSRS_GOOD };

extern const char *const fsrs_grade_names[FSRS_GOOD + 1]; // "again", ...

/* The zero value is a new card. */
struct fsrs_card {
    double stability;  // days until the retention is 90%
    double difficulty; // 1 to 10
    int32_t last, due; // days
    uint32_t reps;     // reviews; 0: new, and then nothing else is set
    uint32_t lapses;   // reviews with FSRS_AGAIN, without the first
};

/* Values beyond this are not possible. */
#define FSRS_STABILITY_MAX 36500.0

/* A day before the last review counts as the day of it. */
void fsrs_review(struct fsrs_card *card, enum fsrs_grade grade, int32_t day);

/* The probability that the card is remembered on a day; 0 if it is new. */
double fsrs_retention(const struct fsrs_card *card, int32_t day);

#endif
