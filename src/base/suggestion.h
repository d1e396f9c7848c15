/*
 * suggestion.h - the word that was meant
 *
 *     struct suggestion best;
 *     suggestion_init(&best, typed, strlen(typed));
 *     suggestion_offer(&best, "perft");
 *     if (best.word) ...
 */
#ifndef BASE_SUGGESTION_H
#define BASE_SUGGESTION_H

#include <stddef.h>

struct suggestion {
    const char *typed; // borrowed
    size_t len;
    const char *word; // the best so far; NULL: none is near
    size_t distance;  // of 'word'
};

void suggestion_init(struct suggestion *best, const char *typed, size_t len);

/* Takes 'word' if it is nearer than all before it. Borrows it. */
void suggestion_offer(struct suggestion *best, const char *word);

#endif
