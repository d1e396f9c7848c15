/*
 * chess_words.h - colours and results, as texts
 */
#ifndef CHESS_CHESS_WORDS_H
#define CHESS_CHESS_WORDS_H

#include "tabia/chess.h"

/* "white" or "black". */
const char *color_text(enum tabia_color color);

/* "1-0", "0-1", "1/2-1/2"; "*" for a game that is open or has no result. */
const char *result_text(enum tabia_result result);

/* Those four; TABIA_RESULT_NONE for anything else. */
enum tabia_result result_parse(const char *text, size_t len);

#endif
