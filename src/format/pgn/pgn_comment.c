/*
 * pgn_comment.c - the commands inside PGN comments
 */
#include "format/pgn/pgn_comment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cp1252.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/banned.h"

enum {
    DIGITS_MAX = 6, // of pawns, or of moves to mate
    CENTS = 100,
};

/* ---- %eval ----------------------------------------------------------- */

static const char eval_command[] = "[%eval ";

/* Reads digits; false when there are none or too many. */
static bool read_comment_number(const char **p, int32_t *value)
{
    int ndigits = 0;
    *value = 0;
    for (; text_is_digit(**p); (*p)++) {
        if (++ndigits > DIGITS_MAX)
            return false;
        *value = *value * 10 + (**p - '0');
    }
    return ndigits > 0;
}

/* Hundredths behind the point; further digits are beyond our units. */
static bool read_cents(const char **p, int32_t *value)
{
    int32_t cents = 0;
    *value *= CENTS;
    if (**p != '.')
        return true;
    (*p)++;
    if (!text_is_digit(**p))
        return false;
    for (int32_t unit = CENTS / 10; text_is_digit(**p); (*p)++, unit /= 10)
        cents += unit * (**p - '0');
    *value += cents;
    return true;
}

/* Reads what stands behind "[%eval " up to its bracket. */
static bool read_comment_eval(const char *p, struct tabia_eval *eval,
                              const char **end)
{
    *eval = (struct tabia_eval){ .kind = TABIA_EVAL_CP };
    if (*p == '#') {
        eval->kind = TABIA_EVAL_MATE;
        p++;
    }
    const bool is_negative = *p == '-';
    p += *p == '-' || *p == '+';
    if (!read_comment_number(&p, &eval->value) ||
        (eval->kind == TABIA_EVAL_CP && !read_cents(&p, &eval->value)))
        return false;
    if (is_negative)
        eval->value = -eval->value;
    if (*p == ',') {
        int32_t depth;
        p++;
        if (!read_comment_number(&p, &depth))
            return false;
        eval->depth = (uint32_t)depth;
    }
    *end = p;
    return *p == ']';
}

bool pgn_comment_find_eval(const char *text, struct tabia_eval *eval,
                           size_t *start, size_t *end)
{
    const char *p = text, *stop;
    while ((p = strstr(p, eval_command))) {
        p += sizeof(eval_command) - 1;
        if (!read_comment_eval(p, eval, &stop))
            continue;
        *start = (size_t)(p - text);
        *end = (size_t)(stop - text);
        return true;
    }
    return false;
}

size_t pgn_comment_print_eval(const struct tabia_eval *eval,
                              char buf[PGN_EVAL_SIZE])
{
    const long value = labs((long)eval->value);
    const char *sign = eval->value < 0 ? "-" : "";
    int len;
    if (eval->kind == TABIA_EVAL_MATE)
        len = snprintf(buf, PGN_EVAL_SIZE, "#%s%ld", sign, value);
    else
        len = snprintf(buf, PGN_EVAL_SIZE, "%s%ld.%02ld", sign, value / CENTS,
                       value % CENTS);
    if (eval->depth)
        len += snprintf(buf + len, PGN_EVAL_SIZE - (size_t)len, ",%u",
                        eval->depth);
    return (size_t)len;
}

bool pgn_comment_is_same_eval(const struct tabia_eval *a,
                              const struct tabia_eval *b)
{
    return a->kind == b->kind && a->value == b->value && a->depth == b->depth;
}

/* ---- texts ----------------------------------------------------------- */

bool pgn_comment_add(struct buf *dst, size_t from, const char *text, size_t len)
{
    const bool is_utf8 = utf8_is_valid(text, len);
    char due = dst->size > from ? '\n' : 0; // before the next byte
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] <= ' ') {
            due = due || dst->size <= from ? due : ' ';
            continue;
        }
        if (due)
            buf_add_char(dst, due);
        due = 0;
        char out[UTF8_MAX] = { text[i] };
        buf_add(dst, out,
                is_utf8 ? 1
                        : utf8_encode(cp1252_decode((uint8_t)text[i]), out));
    }
    return !dst->failed;
}

void pgn_comment_cut(struct buf *text, size_t size)
{
    text->size = size;
    if (text->data)
        text->data[size] = '\0';
}

/* ---- commands -------------------------------------------------------- */

/* The command whose head the text before 'end' ends with: "[%name ". */
static const char *const *find_head(const char *text, size_t end,
                                    const char *const *names, size_t *start)
{
    for (; *names; names++) {
        const size_t len = strlen(*names);
        const size_t size = len + sizeof("[% ") - 1;
        if (end < size)
            continue;
        const char *head = text + end - size;
        if (memcmp(head, "[%", 2) != 0 || memcmp(head + 2, *names, len) != 0)
            continue;
        *start = end - size;
        return names;
    }
    return NULL;
}

const char *pgn_comment_next(struct pgn_commands *it, struct buf *value)
{
    char *text = it->text->data;
    const char *const *name = NULL;
    size_t start = 0, arg = 0;
    while (it->in < it->text->size) {
        const char c = text[it->in++];
        text[it->out++] = c;
        if (c == ' ' && !name) {
            name = find_head(text, it->out, it->names, &start);
            arg = it->out;
        } else if (c == ']' && name) {
            buf_reset(value);
            pgn_comment_add(value, 0, text + arg, it->out - 1 - arg);
            it->out = start;
            it->in +=
                it->in < it->text->size && (unsigned char)text[it->in] <= ' ';
            return *name;
        }
    }
    // The end of the text: what has not been taken out has moved up.
    while (it->out && (unsigned char)text[it->out - 1] <= ' ')
        it->out--;
    pgn_comment_cut(it->text, it->out);
    return NULL;
}
