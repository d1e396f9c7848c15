/*
 * book_choice.h - which move the books play in a position, and by which rules
 *
 *     if (book_choice_make(&stack, &rules, &request, &hit, &err))
 *         play(hit.answer.moves[hit.chosen].move);
 *     book_hit_clear(&hit);
 */
#ifndef UCI_BOOK_CHOICE_H
#define UCI_BOOK_CHOICE_H

#include "tabia/pick.h"
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

/* The zero value is no hit. */
struct book_hit {
    const struct tabia_source *source;
    const char *name;           // of the book: the last part of its path
    struct tabia_answer answer; // what passed the rules
    size_t chosen;
    struct tabia_pick_options options; // by which it was chosen
    tabia_move expected_reply;         // by the routine, or TABIA_MOVE_NONE
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

void book_hit_clear(struct book_hit *hit);

/* The reply that the book likes best in 'pos', or TABIA_MOVE_NONE. */
tabia_move book_hit_reply(const struct book_hit *hit,
                          const struct tabia_pos *pos);

/*
 * The book's evaluation, for the side that moves, of the i-th move; 0: unknown.
 */
int book_hit_score_cp(const struct book_hit *hit, size_t i,
                      enum tabia_color turn);

#endif
