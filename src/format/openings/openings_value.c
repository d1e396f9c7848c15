/*
 * openings_value.c - coordinates and evaluations of the Chess Openings format
 *
 *     evaluation = side [ sign ] digits "." digits | [ side ] "M" digits
 *     side       = "white " | "black "
 *
 * The side is the one that stands better, whatever the sign says: both
 * "black -1.20" and "black +1.20" are in use for the same thing. A mate
 * without a side is what an engine prints, so the side to move gives it.
 */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "format/openings/openings.h"
#include "base/banned.h"

enum {
    NUMBER_MAX = 30,       // bytes of a number that is read
    EVAL_DIGITS = 5,       // before the point
    EVAL_DECIMALS_MAX = 9, // behind it
    MATE_DIGITS = 4,
};

/* ---- numbers --------------------------------------------------------- */

static size_t openings_value_skip_digits(struct openings_span *s)
{
    const char *start = s->p;
    while (s->p < s->end && text_is_digit(*s->p))
        s->p++;
    return (size_t)(s->p - start);
}

static bool accept_char(struct openings_span *s, char c)
{
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

static void skip_sign(struct openings_span *s)
{
    if (!accept_char(s, '-'))
        accept_char(s, '+');
}

bool openings_parse_number(struct openings_span text, double *value)
{
    char copy[NUMBER_MAX + 1];
    const size_t len = openings_span_len(text);
    if (len > NUMBER_MAX)
        return false;
    struct openings_span s = text;
    skip_sign(&s);
    size_t ndigits = openings_value_skip_digits(&s);
    if (accept_char(&s, '.'))
        ndigits += openings_value_skip_digits(&s);
    if (!ndigits)
        return false;
    if (accept_char(&s, 'e') || accept_char(&s, 'E')) {
        skip_sign(&s);
        if (!openings_value_skip_digits(&s))
            return false;
    }
    if (s.p != s.end)
        return false;
    memcpy(copy, text.p, len);
    copy[len] = '\0';
    char *point = strchr(copy, '.');
    if (point)
        *point = *localeconv()->decimal_point;
    *value = strtod(copy, NULL);
    return isfinite(*value);
}

void openings_print_number(double value, char buf[OPENINGS_NUMBER_SIZE])
{
    json_writer_print_double(value, buf);
    if (!buf[strcspn(buf, ".e")])
        memcpy(buf + strlen(buf), ".0", 3);
}

/* ---- evaluations ----------------------------------------------------- */

static bool accept_word(struct openings_span *s, const char *word)
{
    const size_t len = strlen(word);
    if (openings_span_len(*s) < len || memcmp(s->p, word, len) != 0)
        return false;
    s->p += len;
    return true;
}

/* Reads the digits up to the end of the text; false if there are others. */
static bool read_mate(struct openings_span s, int32_t *value)
{
    const struct openings_span digits = s;
    const size_t n = openings_value_skip_digits(&s);
    if (!n || n > MATE_DIGITS || s.p != s.end)
        return false;
    *value = 0;
    for (size_t i = 0; i < n; i++)
        *value = *value * 10 + (digits.p[i] - '0');
    return true;
}

/* Hundredths are centipawns; what follows them is rounded. */
static bool read_pawns(struct openings_span s, int32_t *value)
{
    skip_sign(&s);
    const struct openings_span whole = s;
    const size_t nwhole = openings_value_skip_digits(&s);
    if (!nwhole || nwhole > EVAL_DIGITS || !accept_char(&s, '.'))
        return false;
    const struct openings_span part = s;
    const size_t npart = openings_value_skip_digits(&s);
    if (!npart || npart > EVAL_DECIMALS_MAX || s.p != s.end)
        return false;

    *value = 0;
    for (size_t i = 0; i < nwhole; i++)
        *value = *value * 10 + (whole.p[i] - '0');
    for (size_t i = 0; i < 2; i++)
        *value = *value * 10 + (i < npart ? part.p[i] - '0' : 0);
    *value += npart > 2 && part.p[2] >= '5';
    return true;
}

bool openings_parse_eval(struct openings_span text, enum tabia_color turn,
                         struct tabia_eval *eval)
{
    enum tabia_color better = turn;
    const bool is_white = accept_word(&text, "white ");
    const bool has_side = is_white || accept_word(&text, "black ");
    if (has_side)
        better = is_white ? TABIA_WHITE : TABIA_BLACK;

    *eval = (struct tabia_eval){ .kind = TABIA_EVAL_MATE };
    int32_t value;
    if (accept_char(&text, 'M')) {
        if (!read_mate(text, &value))
            return false;
    } else {
        eval->kind = TABIA_EVAL_CP;
        if (!has_side || !read_pawns(text, &value))
            return false;
    }
    eval->value = better == TABIA_WHITE ? value : -value;
    return true;
}

/* A mate in 0 is one that the side to move has suffered. */
void openings_print_eval(const struct tabia_eval *eval, enum tabia_color turn,
                         char buf[OPENINGS_EVAL_SIZE])
{
    const int64_t value = eval->value;
    const long long size = value < 0 ? -value : value;
    bool is_white = value >= 0;
    if (eval->kind == TABIA_EVAL_MATE && !value)
        is_white = turn == TABIA_BLACK;
    const char *side = is_white ? "white" : "black";
    if (eval->kind == TABIA_EVAL_MATE)
        snprintf(buf, OPENINGS_EVAL_SIZE, "%s M%lld", side, size);
    else
        snprintf(buf, OPENINGS_EVAL_SIZE, "%s +%lld.%02lld", side, size / 100,
                 size % 100);
}
