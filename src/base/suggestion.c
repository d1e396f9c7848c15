/*
 * suggestion.c - the word that was meant
 *
 * Near a word is what takes few edits: a letter too many, missing, wrong, or
 * two letters in the wrong order. A word that starts with what was typed is
 * always near.
 */
#include "base/suggestion.h"

#include <stdint.h>
#include <string.h>

#include "base/banned.h"

enum { WORD_MAX = 32 }; // longer words are compared by their start

static size_t min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of edits between two words, swapped neighbours counting one. */
static size_t edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t rows[3][WORD_MAX + 1]; // the last three rows of the usual table
    na = min_of(na, WORD_MAX);
    nb = min_of(nb, WORD_MAX);
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = j;

    for (size_t i = 1; i <= na; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = min_of(best, min_of(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = min_of(best, above2[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[na % 3][nb];
}

void suggestion_init(struct suggestion *best, const char *typed, size_t len)
{
    *best = (struct suggestion){
        .typed = typed,
        .len = len,
        .distance = SIZE_MAX,
    };
}

void suggestion_offer(struct suggestion *best, const char *word)
{
    const size_t limit = best->len / 3 + (best->len > 1);
    size_t len = strlen(word);
    size_t distance = edit_distance(best->typed, best->len, word, len);
    if (best->len > 0 && strncmp(best->typed, word, best->len) == 0)
        distance = 1;
    if (distance > limit || distance >= best->distance)
        return;
    best->word = word;
    best->distance = distance;
}
