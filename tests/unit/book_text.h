/*
 * book_text.h - small books for tests, from and to one line of text
 *
 *     "e2e4=5 e7e5? | e2e4 c7c5+3/2/1 'Sicilian | d2d4{solid}"
 *
 * Every line starts from the starting position; lines that begin alike share
 * their nodes. After a move: =weight, +white/draws/black/unknown, ? or x, $nag,
 * {remark}. Words of their own: 'name of the position reached, #key=value for
 * the book, "new" for another root, "fen:..." for a root elsewhere (these two
 * with _ for blanks), and ~ before a move for a new occurrence in any case.
 */
#ifndef TESTS_BOOK_TEXT_H
#define TESTS_BOOK_TEXT_H

#include "tabia/book.h"

enum book_text_mode {
    BOOK_TEXT_TREE,  // a node per occurrence
    BOOK_TEXT_GRAPH, // a node per position
};

/* Ends the test when the text is wrong. The caller frees the book. */
struct tabia_book *book_text_make(const char *text, enum book_text_mode mode);

/*
 * The nodes in order, with '*' for roots, their names, their moves and where
 * these lead: "0* e2e4=5>1; 1 'King e7e5?>2; 2". The caller frees the text.
 */
char *book_text_dump(const struct tabia_book *book);

/* Compares a dump, and frees both; a failure names the case. */
bool book_text_check(const char *name, struct tabia_book *book,
                     const char *want);

#endif
