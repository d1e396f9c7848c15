/*
 * book_stack.h - a library of books, and the rules of playing from it
 *
 *     struct book_stack stack = { 0 };
 *     if (!book_stack_set(&stack, text, len, err)) ...
 *     if (book_stack_choose(&stack, &rules, &query, &hit, &err))
 *         play(hit.answer.moves[hit.chosen].move);
 *     book_hit_clear(&hit);
 *
 * A list of books is written as "a.bin;b.ctg:white": paths between semicolons,
 * each for both sides or for one. <default> is the built-in book, <empty>
 * none at all.
 */
#ifndef UCI_BOOK_STACK_H
#define UCI_BOOK_STACK_H

#include "format/built_in.h"
#include "format/lines/amateur_ask.h"
#include "source/source.h"
#include "tabia/pick.h"
#include "uci/uci_game.h"
#include "uci/uci_words.h"

enum { BOOK_STACK_MAX = 64 };

/* What the proxy has to know of a book beside its source. */
struct stack_book {
    bool plays[2];           // by enum tabia_color: asked for this side?
    struct amateur *routine; // of its own, which is asked first; owned, or NULL
};

/* The path of the built-in book. */
#define STACK_BUILT_IN "<" BUILT_IN_BOOK_ID ">"

/* The rules of the routine for amateur books. */
enum stack_rule {
    STACK_TRANSPOSITIONS, // the path of a table
    STACK_UNIVERSAL,
    STACK_FIRST,
    STACK_RULES,
};

/* The zero value is empty. */
struct book_stack {
    struct tabia_library *library;           // by path; owned, NULL: no books
    struct stack_book books[BOOK_STACK_MAX]; // of its sources
    char *rules[STACK_RULES];                // owned; NULL: none
};

/* How many books there are. */
size_t book_stack_count(const struct book_stack *stack);

/* Adds a source below the others; the stack owns it in any case. */
bool book_stack_add_source(struct book_stack *stack, const char *path,
                           struct tabia_source *source,
                           const struct stack_book *book,
                           struct tabia_error *err);

/* Adds a book, such as "PATH" or "PATH:white", below the others. */
bool book_stack_add(struct book_stack *stack, const char *spec, size_t len,
                    struct tabia_error *err);

/* Replaces all books by a list of them; on failure the old ones stay. */
bool book_stack_set(struct book_stack *stack, const char *list, size_t len,
                    struct tabia_error *err);

/*
 * Sets a rule for the amateur books of the stack, now and later; "" or
 * "<empty>" is none. On failure everything stays as it was.
 */
bool book_stack_set_rule(struct book_stack *stack, enum stack_rule rule,
                         const char *text, size_t len, struct tabia_error *err);

void book_stack_clear(struct book_stack *stack);

/* ---- choosing -------------------------------------------------------- */

/* All are numbers of one kind, so that a table can name them. */
struct book_rules {
    int64_t own_book;      // 0: the books are not asked
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

struct book_query {
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
    struct tabia_pick_options how; // by which it was chosen
    tabia_move hint; // the reply that the routine expects, or TABIA_MOVE_NONE
};

/*
 * Asks the books in their order; the first that has a move to play under the
 * rules decides. Of an amateur book the routine is asked before the position,
 * unless 'method' says how to choose. False when none has. Does not look at
 * 'own_book'. A book that fails is skipped, and 'err' says why. Clear the
 * hit in any case.
 */
bool book_stack_choose(const struct book_stack *stack,
                       const struct book_rules *rules,
                       const struct book_query *query, struct book_hit *hit,
                       struct tabia_error *err);

void book_hit_clear(struct book_hit *hit);

/* The answer that the book thinks best in 'pos', or TABIA_MOVE_NONE. */
tabia_move book_hit_reply(const struct book_hit *hit,
                          const struct tabia_pos *pos);

/*
 * The book's evaluation, for the side that moves, of the i-th move; 0: unknown.
 */
int book_hit_score_cp(const struct book_hit *hit, size_t i,
                      enum tabia_color turn);

#endif
