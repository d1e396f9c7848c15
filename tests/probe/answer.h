/*
 * answer.h - what a book says about a position, as text; without a library
 */
#define TABIA_PROBE_IMPLEMENTATION
#include "tabia_probe.h"

enum { ANSWER_SIZE = 256 * 17 };

static size_t add_number(char *text, size_t at, uint32_t number)
{
    char digits[10];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n > 0)
        text[at++] = digits[--n];
    return at;
}

/* Does castling start elsewhere? Then the command writes it as e1h1. */
static bool is_chess960(const struct tabia_probe_pos *pos)
{
    static const uint8_t corners[4] = { 7, 0, 63, 56 };
    for (int i = 0; i < 4; i++)
        if (pos->castling[i] != TABIA_PROBE_NONE &&
            pos->castling[i] != corners[i])
            return true;
    return false;
}

/* "e2e4:12 d2d4:5", or "-" for none, or "error". 'kind': 'p' or 'c'. */
static void print_answer(const struct tabia_probe_book *book, char kind,
                         const char *fen, char text[ANSWER_SIZE])
{
    struct tabia_probe_pos pos;
    struct tabia_probe_move list[TABIA_PROBE_MOVES];
    const bool is_good = tabia_probe_fen(&pos, fen);
    const int n = !is_good      ? 0
                  : kind == 'p' ? tabia_probe_polyglot(book, &pos, list)
                                : tabia_probe_ct800(book, &pos, list);
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            text[at++] = ' ';
        tabia_probe_uci(&pos, &list[i], is_chess960(&pos), text + at);
        at += list[i].promotion ? 5 : 4;
        text[at++] = ':';
        at = add_number(text, at, list[i].weight);
    }
    for (const char *p = is_good ? "-" : "error"; n == 0 && *p; p++)
        text[at++] = *p;
    text[at] = '\0';
}
