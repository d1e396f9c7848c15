/*
 * decisions.h - the positions of a book in which a side has to know a move
 *
 *     struct decisions d;
 *     const struct decisions_options how = { .color = TABIA_WHITE };
 *     if (decisions_find(&d, book, &how, err)) {
 *         for (size_t i = 0; i < d.n; i++)
 *             use(d.list[i].key, &d.moves[d.list[i].first]);
 *         decisions_clear(&d);
 *     }
 *
 * Each position is there once, by whatever order of moves it is reached. The
 * side plays the moves that the book would choose, the other side all moves of
 * the book.
 */
#ifndef STUDY_DECISIONS_H
#define STUDY_DECISIONS_H

#include "book/reach.h"
#include "study/coverage/coverage.h"

/* All-zero means the defaults. */
struct decisions_options {
    enum tabia_color color;

    /*
     * Only below this position, which 'moves' lead to from 'start'; NULL: from
     * all roots of the book. With 'wants_line' also the decisions on that line.
     */
    const struct tabia_pos *from;
    const struct tabia_pos *start;
    const tabia_move *moves;
    size_t nmoves;
    bool wants_line;

    /* Only these positions; NULL: all. */
    const struct tabia_pos *only;
    size_t nonly;
};

struct decision {
    uint32_t position; // of the book
    tabia_key key;     // card_key
    uint32_t first, n; // its accepted moves, in 'moves'
    double likelihood; // share of games that reach it; 0: unknown
};

/* In the order of the book's tree. Read only. */
struct decisions {
    const struct tabia_book *book; // borrowed
    struct decision *list;
    size_t n, room;
    tabia_move *moves;
    size_t nmoves, moves_room;
    uint32_t *of_position; // the number of its decision, or TABIA_NUMBER_NONE
    struct reach reach;    // from the roots, or from 'from'
    bool has_likelihood;
    // The line to 'from', if that was given.
    bool has_from;
    struct tabia_pos start;
    tabia_move *before; // owned
    size_t nbefore;
};

/* Borrows the book until decisions_clear. */
bool decisions_find(struct decisions *d, const struct tabia_book *book,
                    const struct decisions_options *options,
                    struct tabia_error *err);

/*
 * Only the decision at a position, without a way to it, whether or not games
 * reach it; none if its side has no move to know there.
 */
bool decisions_find_one(struct decisions *d, const struct tabia_book *book,
                        const struct tabia_pos *pos, struct tabia_error *err);

void decisions_clear(struct decisions *d);

/* Sets the likelihoods, from a coverage that was surveyed. */
void decisions_weigh(struct decisions *d, const struct coverage *coverage);

/*
 * The decision at a position; NULL: it is none, or not among them. Not after
 * decisions_find_one.
 */
const struct decision *decisions_at(const struct decisions *d,
                                    const struct tabia_pos *pos);

enum { DECISIONS_PLIES_MAX = 1024 }; // plies

/*
 * A shortest line to a position, from a root or through 'from': sets 'start',
 * returns the number of moves. 0, and 'start' is the position itself,
 * if there is none.
 */
size_t decisions_line_to(const struct decisions *d, uint32_t position,
                         struct tabia_pos *start,
                         tabia_move moves[DECISIONS_PLIES_MAX]);

/*
 * The accepted moves of a position, in the order of the book: those that it
 * would choose (tabia_pick_weight), so not passive or avoided ones, mistakes
 * (?), or moves of weight 0. Returns their number.
 */
size_t decisions_list_accepted(const struct tabia_book *book, uint32_t position,
                               struct tabia_book_move list[TABIA_MOVES_MAX]);

/*
 * The positions of a book, such as an EPD file, in which it has moves: appended
 * to 'list', a heap array of 'n'.
 */
bool decisions_of_positions(const struct tabia_book *positions,
                            struct tabia_pos **list, size_t *n,
                            struct tabia_error *err);

#endif
