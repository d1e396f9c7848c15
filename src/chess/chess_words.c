/*
 * chess_words.c - colours and results, as texts
 */
#include "chess/chess_words.h"

#include <string.h>

#include "base/banned.h"

const char *chess_words_color(enum tabia_color color)
{
    return color == TABIA_WHITE ? "white" : "black";
}

const char *chess_words_result(enum tabia_result result)
{
    switch (result) {
    case TABIA_RESULT_WHITE:
        return "1-0";
    case TABIA_RESULT_BLACK:
        return "0-1";
    case TABIA_RESULT_DRAW:
        return "1/2-1/2";
    default:
        return "*";
    }
}

enum tabia_result chess_words_parse_result(const char *text, size_t len)
{
    for (int i = TABIA_RESULT_WHITE; i <= TABIA_RESULT_OPEN; i++) {
        const char *known = chess_words_result((enum tabia_result)i);
        if (len == strlen(known) && memcmp(text, known, len) == 0)
            return (enum tabia_result)i;
    }
    return TABIA_RESULT_NONE;
}
