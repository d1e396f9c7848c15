/*
 * uci_words.h - the words of a line of the UCI protocol
 *
 *     struct uci_rest rest = uci_rest_begin(line, len);
 *     struct uci_word word;
 *     while (uci_rest_next(&rest, &word))
 *         if (uci_word_is(word, "infinite")) ...
 *
 * Words are separated by blanks, tabs and line ends, as many as there are.
 * Everything borrows from the line; nothing can fail for lack of memory.
 */
#ifndef UCI_UCI_WORDS_H
#define UCI_UCI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/chess.h"

struct uci_word {
    const char *text;
    size_t len;
};

/* What is left of a line. */
struct uci_rest {
    const char *p, *end;
};

struct uci_rest uci_rest_begin(const char *line, size_t len);

/* The next word; false at the end of the line. */
bool uci_rest_next(struct uci_rest *rest, struct uci_word *word);

bool uci_word_is(struct uci_word word, const char *text);

/* True if both are the same words, ignoring case and the blanks between. */
bool uci_word_is_name(struct uci_word name, const char *text);

/* A decimal number, with or without a minus; false if it is not one. */
bool uci_word_parse_number(struct uci_word word, int64_t *number);

/* ---- setoption, option ----------------------------------------------- */

/* "name N [value V]", both without the blanks around them. */
struct uci_setoption {
    struct uci_word name, value;
    bool has_value;
};

/* Reads what follows "setoption". False when there is no name. */
bool uci_setoption_parse(struct uci_rest rest, struct uci_setoption *setoption);

/* The name in what follows "option": "name N type T ...". */
bool uci_option_parse_name(struct uci_rest rest, struct uci_word *name);

/* ---- go -------------------------------------------------------------- */

struct uci_go {
    bool is_infinite, is_ponder, is_mate, is_perft, is_limited;
    int64_t movetime_ms; // -1: not given
    int64_t clock_ms[2]; // by enum tabia_color; -1: not given
    bool has_searchmoves;
    struct uci_rest searchmoves; // and all that follows them
};

/* Reads what follows "go". Words that it does not know are ignored. */
struct uci_go uci_go_parse(struct uci_rest rest);

/* True if the move is among the searchmoves, or if there are none. */
bool uci_go_allows(const struct uci_go *go, const struct tabia_pos *pos,
                   tabia_move mv);

/* The milliseconds in which the side to move has to answer; -1: any. */
int64_t uci_go_limit_ms(const struct uci_go *go, unsigned turn);

#endif
