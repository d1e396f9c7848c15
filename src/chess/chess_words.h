/*
 * chess_words.h - colours and results, as texts
 */
#ifndef CHESS_CHESS_WORDS_H
#define CHESS_CHESS_WORDS_H

#include "tabia/chess.h"

/* "white" or "black". */
const char *chess_words_color(enum tabia_color color);

/* "1-0", "0-1", "1/2-1/2"; "*" for a game that is open or has no result. */
const char *chess_words_result(enum tabia_result result);

/* Those four; TABIA_RESULT_NONE for anything else. */
enum tabia_result chess_words_parse_result(const char *text, size_t len);

#endif
