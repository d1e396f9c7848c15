/*
 * likely_replies.h - what opponents are likely to play
 *
 * Each position is looked up once.
 *
 *     struct likely_replies *replies = likely_replies_new(false, err);
 *     const struct likely_sources from = { .list = sources, .n = 2 };
 *     const struct likely_move *list;
 *     size_t n;
 *     if (likely_replies_find(replies, &from, &pos, &list, &n, err))
 *         ... list[0].share ...
 *
 * Replies come from the first source that has any. What was found is kept, so
 * that a changed book costs look-ups only for positions that are new.
 */
#ifndef STUDY_LIKELY_REPLIES_H
#define STUDY_LIKELY_REPLIES_H

#include "tabia/source.h"

/* Borrowed for a call; the same sources in every call. */
struct likely_sources {
    const struct tabia_source *const *list;
    size_t n;
    const struct tabia_store_filter *filter; // of games; NULL: all
};

struct likely_move {
    double share; // of the games that reach the position
    tabia_move move;
};

struct likely_replies;

/* NULL when there is no memory. */
struct likely_replies *likely_replies_new(bool allow_avoided,
                                          struct tabia_error *err);
void likely_replies_free(struct likely_replies *replies);

/*
 * The likely moves of a position, valid until the next call; none if no source
 * has any that may be played.
 */
bool likely_replies_find(struct likely_replies *replies,
                         const struct likely_sources *from,
                         const struct tabia_pos *pos,
                         const struct likely_move **list, size_t *n,
                         struct tabia_error *err);

/* Look-ups in the sources so far. */
uint64_t likely_replies_lookup_count(const struct likely_replies *replies);

/*
 * How likely each of the 'n' moves of 'pos' is: by their shares or weights,
 * else by games, else all alike. Returns the number of moves that may be
 * played; the others have 0.
 */
size_t likely_replies_weigh(const struct tabia_pos *pos,
                            const struct tabia_book_move *moves, size_t n,
                            bool allow_avoided, double shares[TABIA_MOVES_MAX]);

#endif
