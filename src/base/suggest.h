/*
 * suggest.h - the word that was probably meant
 *
 *     struct suggestion best;
 *     suggest_init(&best, typed, strlen(typed));
 *     suggest_offer(&best, "perft");
 *     if (best.word) ...
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

struct suggestion {
    const char *typed; // borrowed
    size_t len;
    const char *word; // the best so far; NULL: none is near
    size_t distance;  // of 'word'
};

void suggest_init(struct suggestion *best, const char *typed, size_t len);

/* Takes 'word' if it is nearer than all before it. Borrows it. */
void suggest_offer(struct suggestion *best, const char *word);

#endif
