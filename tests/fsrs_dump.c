/*
 * fsrs_dump.c - random histories of cards, as FSRS schedules them
 *
 *     fsrs_dump COUNT SEED
 *
 * A line for each review: the number of the card, the day, the grade, then
 * interval, stability, difficulty, lapses, and the retention before it. Reviews
 * come early, in time and late; sometimes twice on a day.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "study/practice/fsrs.h"
#include "unit/random.h"

static uint64_t state;

/* When the next review takes place. */
static int32_t next_day(const struct fsrs_card *card, int32_t day)
{
    const int32_t wait = card->due - day;
    switch (random_next(&state) % 6) {
    case 0:
        return day; // again on the same day
    case 1:
        return day +
               (int32_t)(random_next(&state) % (uint64_t)(wait + 1)); // early
    case 2:
        return card->due + (int32_t)(random_next(&state) % 400); // late
    default:
        return card->due;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const long count = strtol(argv[1], NULL, 10);
    state = strtoull(argv[2], NULL, 10);
    for (long i = 0; i < count; i++) {
        struct fsrs_card card = { .reps = 0 };
        int32_t day = 20000 + (int32_t)(random_next(&state) % 1000);
        const unsigned n = 1 + (unsigned)(random_next(&state) % 20);
        for (unsigned k = 0; k < n && day < 100000; k++) {
            // Mostly right, so that intervals grow.
            const unsigned pick = (unsigned)(random_next(&state) % 8);
            const enum fsrs_grade grade = pick == 0   ? FSRS_AGAIN
                                          : pick <= 2 ? FSRS_HARD
                                                      : FSRS_GOOD;
            const double before = fsrs_retention(&card, day);
            fsrs_review(&card, grade, day);
            printf("%ld %" PRId32 " %d %" PRId32 " %.8f %.8f %" PRIu32
                   " %.8f\n",
                   i, day, (int)grade, card.due - day, card.stability,
                   card.difficulty, card.lapses, before);
            day = next_day(&card, day);
        }
    }
    return 0;
}
