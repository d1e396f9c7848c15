/*
 * share.h - how often a book's own program plays each move of a position
 *
 * In most books the weight says it. ChessBase and Arena have rules of their
 * own, in which results and annotations count too. Such a book names its rule
 * in a text; what the file says about moves stays as it is, and the shares are
 * found whenever moves are looked up.
 */
#ifndef BOOK_SHARE_H
#define BOOK_SHARE_H

#include "tabia/book.h"

/* The text of a book that names its rule. */
#define SHARE_KEY "share-rule"

/* The texts of the rules; Arena's has its three numbers behind it. */
#define SHARE_CHESSBASE_TEXT  "chessbase"
#define SHARE_EXPERIENCE_TEXT "experience"
#define SHARE_ARENA_TEXT      "arena"

enum { SHARE_TEXT_SIZE = 80 };

enum share_rule {
    SHARE_BY_WEIGHT, // none of its own: see tabia_pick_move
    SHARE_CHESSBASE,
    SHARE_EXPERIENCE, // engines that learn: the count in the learn data
    SHARE_ARENA,
};

struct share {
    enum share_rule rule;
    uint32_t priority, games, score; // Arena: how much each of them counts
};

/* The rule that a text names; NULL and unknown texts mean the weight. */
struct share share_parse(const char *text);

/* The text of a rule that is not SHARE_BY_WEIGHT. */
const char *share_print(const struct share *share, char text[SHARE_TEXT_SIZE]);

static inline bool share_is_same(const struct share *a, const struct share *b)
{
    return a->rule == b->rule && a->priority == b->priority &&
           a->games == b->games && a->score == b->score;
}

/*
 * Sets the shares of all moves of a position in which it is the turn of
 * 'turn'. Does nothing where the weight says it.
 *
 * ChessBase: of the green moves (weight above 0) those without !?, ?!, ? and
 * ??, by games times 32 for !!, 8 for !. Where there is none, all that are not
 * red (passive), likewise, with !? for 1/2, ?! for 1/8, ? and ?? never. If no
 * such move has games, each counts as one game.
 *
 * Experience: the count in the highest 16 bits of the learn data; where all are
 * 0, each counts 1.
 *
 * Arena: the mean of the move's parts of all priorities, of all games and of
 * all scores in per cent, weighted by the three numbers; what is 0 for all
 * moves does not take part. If all three numbers are 0, or nothing takes part,
 * the priority alone counts. Moves of priority 0 are never played, unless
 * priorities do not count and all are 0.
 */
void share_fill(const struct share *share, unsigned turn,
                struct tabia_book_move *list, size_t n);

/*
 * A copy of the book that says by weights alone what its rule says: each move
 * has its share, at most 65535, as its weight.
 */
struct tabia_book *share_weigh(const struct tabia_book *book,
                               struct tabia_error *err);

#endif
