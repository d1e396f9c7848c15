/*
 * book_choice.h - which move the books play in a position, and by which options
 *
 *     if (book_choice_make(&stack, &options, &request, &hit, &err))
 *         play(hit.answer.moves[hit.chosen].move);
 *     book_hit_clear(&hit);
 */
#ifndef UCI_BOOK_CHOICE_H
#define UCI_BOOK_CHOICE_H

#include "uci/book_hit.h"
#include "uci/book_stack.h"
#include "uci/uci_game.h"
#include "uci/uci_words.h"

/* All are numbers of one kind, so that a table can name them. */
struct book_choice_options {
    int64_t own_book;      // 0: the books are not used
    int64_t method;        // enum tabia_pick_method
    int64_t seed;          // 0: another one for every run
    int64_t max_ply;       // 0: no limit
    int64_t min_weight;    // moves without a weight stay
    int64_t min_games;     // moves without results stay
    int64_t leave_before;  // plies that the book must go on after the move
    int64_t allow_avoided; // avoided moves may be played
    int64_t repeat;        // moves may repeat a position of the game
    int64_t analyse;       // books answer in UCI_AnalyseMode, too
};

struct book_choice_request {
    const struct uci_game *game;
    const struct uci_go *go; // for its searchmoves
    uint64_t seed;           // of this very move
};

/*
 * Looks in the books in their order; the first that has a move to play under
 * the rules decides. An amateur book's routine comes before its position,
 * unless 'method' is given. False if no book has a move. Ignores 'own_book'. A
 * book that fails is skipped, with the reason in 'err'. Clear the hit in any
 * case.
 */
bool book_choice_make(const struct book_stack *stack,
                      const struct book_choice_options *options,
                      const struct book_choice_request *request,
                      struct book_hit *hit, struct tabia_error *err);

#endif
