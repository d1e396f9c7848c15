/*
 * edit_values.c - the words of a text for editing
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/quote.h"
#include "format/edit/edit_text.h"
#include "format/escape.h"
#include "base/banned.h"

enum { NUMBER_MAX = 40 }; // bytes

/* ---- words ----------------------------------------------------------- */

bool edit_next_word(struct text *t, struct edit_word *word)
{
    const bool goes_on = text_skip_blanks(t);
    word->p = t->p;
    while (t->p < t->end && !text_is_blank(*t->p))
        t->p++;
    word->end = t->p;
    return goes_on;
}

bool edit_word_is(const struct edit_word *word, const char *text)
{
    const size_t len = (size_t)(word->end - word->p);
    return strlen(text) == len && memcmp(word->p, text, len) == 0;
}

bool edit_fail_found(struct text *t, const char *at, const char *want)
{
    char found[QUOTE_SIZE];
    const char *end = at;
    while (end < t->end && !text_is_blank(*end))
        end++;
    if (end == at)
        return text_fail(t, at, TABIA_SYNTAX,
                         "expected %s, found the end of the line", want);
    return text_fail(t, at, TABIA_SYNTAX, "expected %s, found '%s'", want,
                     quote(at, (size_t)(end - at), found));
}

static bool read_u32(struct text *t, uint32_t *value)
{
    uint64_t n;
    text_skip_blanks(t);
    if (!text_read_number(t, UINT32_MAX, &n))
        return false;
    *value = (uint32_t)n;
    return true;
}

/* A string in quotes; NULL with an error. It lives as long as the line. */
static const char *read_string(struct edit_line *line)
{
    struct text *t = &line->text;
    text_skip_blanks(t);
    const char *start = t->p;
    if (line->ntexts == EDIT_TEXTS) {
        text_fail(t, start, TABIA_LIMIT, "more than %d texts", EDIT_TEXTS);
        return NULL;
    }
    struct buf *buf = &line->texts[line->ntexts];
    if (!text_accept(t, '"')) {
        edit_fail_found(t, t->p, "a text in quotes");
        return NULL;
    }
    line->ntexts++;
    buf_reset(buf);
    while (t->p < t->end && *t->p != '"')
        buf_add_char(buf, escape_next(&t->p, t->end));
    if (!text_accept(t, '"')) {
        text_fail(t, start, TABIA_SYNTAX, "the text has no end");
        return NULL;
    }
    if (memchr(buf_text(buf), '\0', buf->size)) {
        text_fail(t, start, TABIA_SYNTAX, "a text cannot hold a byte 0");
        return NULL;
    }
    if (buf->failed)
        error_nomem(t->err);
    return buf->failed ? NULL : buf_text(buf);
}

/* Digits and what stands between them; no names of infinities. */
static bool is_decimal(const char *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!p[i] || !strchr("+-.0123456789eE", p[i]))
            return false;
    return true;
}

static bool read_double(struct text *t, double *value)
{
    struct edit_word word;
    char text[NUMBER_MAX + 1];
    if (!edit_next_word(t, &word))
        return edit_fail_found(t, t->p, "a number");
    const size_t len = (size_t)(word.end - word.p);
    if (!len || len > NUMBER_MAX || !is_decimal(word.p, len))
        return edit_fail_found(t, word.p, "a number");
    memcpy(text, word.p, len);
    text[len] = '\0';
    char *end;
    *value = strtod(text, &end);
    return (*end == '\0' && isfinite(*value)) ||
           edit_fail_found(t, word.p, "a number");
}

/* ---- values of positions --------------------------------------------- */

static bool read_eval(struct text *t, struct tabia_eval *eval)
{
    uint64_t n;
    text_skip_blanks(t);
    eval->kind = text_accept(t, '#') ? TABIA_EVAL_MATE : TABIA_EVAL_CP;
    const bool is_negative = text_accept(t, '-');
    if (!text_read_number(t, (uint64_t)INT32_MAX + is_negative, &n))
        return false;
    eval->value = (int32_t)(is_negative ? -(int64_t)n : (int64_t)n);
    return true;
}

bool edit_read_string(struct edit_line *line, const char **text)
{
    *text = read_string(line);
    return *text != NULL;
}

static bool read_node_value(struct edit_line *line,
                            const struct edit_word *word,
                            struct tabia_node_data *data)
{
    struct text *t = &line->text;
    const bool has_eval = data->has & TABIA_HAS_EVAL;
    const bool has_place = data->has & TABIA_HAS_PLACE;
    if (edit_word_is(word, "eco")) {
        data->has |= TABIA_HAS_ECO;
        return edit_read_string(line, &data->eco);
    }
    if (edit_word_is(word, "name")) {
        data->has |= TABIA_HAS_NAME;
        return edit_read_string(line, &data->name);
    }
    if (edit_word_is(word, "comment")) {
        data->has |= TABIA_HAS_COMMENT;
        return edit_read_string(line, &data->comment);
    }
    if (edit_word_is(word, "eval")) {
        data->has |= TABIA_HAS_EVAL;
        return read_eval(t, &data->eval);
    }
    if (edit_word_is(word, "depth") && has_eval)
        return read_u32(t, &data->eval.depth);
    if (edit_word_is(word, "written") && has_eval)
        return edit_read_string(line, &data->eval.text);
    if (edit_word_is(word, "place")) {
        data->has |= TABIA_HAS_PLACE;
        return read_double(t, &data->place.x) && read_double(t, &data->place.y);
    }
    if (edit_word_is(word, "x") && has_place)
        return edit_read_string(line, &data->place.x_text);
    if (edit_word_is(word, "y") && has_place)
        return edit_read_string(line, &data->place.y_text);
    return edit_fail_found(t, word->p, "a value of a position");
}

bool edit_read_node(struct edit_line *line, struct tabia_node_data *data)
{
    struct edit_word word;
    line->ntexts = 0;
    while (edit_next_word(&line->text, &word))
        if (!read_node_value(line, &word, data))
            return false;
    return true;
}

/* ---- values of moves ------------------------------------------------- */

static bool read_nag(struct text *t, struct tabia_move_data *data)
{
    uint64_t n;
    size_t i = 0;
    while (i < TABIA_NAGS_MAX && data->nags[i])
        i++;
    if (i == TABIA_NAGS_MAX)
        return text_fail(t, t->p, TABIA_LIMIT, "more than %d glyphs",
                         TABIA_NAGS_MAX);
    text_skip_blanks(t);
    const char *at = t->p;
    if (!text_read_number(t, UINT8_MAX, &n))
        return false;
    if (!n)
        return edit_fail_found(t, at, "a number from 1 to 255");
    data->nags[i] = (uint8_t)n;
    return true;
}

static bool read_hex(struct text *t, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    struct edit_word word;
    *value = 0;
    if (!edit_next_word(t, &word) || word.end - word.p > 16)
        return edit_fail_found(t, t->p, "16 hexadecimal digits");
    for (const char *p = word.p; p < word.end; p++) {
        const char *digit = *p ? strchr(digits, *p) : NULL;
        if (!digit)
            return edit_fail_found(t, word.p, "16 hexadecimal digits");
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

static bool read_move_value(struct edit_line *line,
                            const struct edit_word *word,
                            struct tabia_move_data *data)
{
    struct text *t = &line->text;
    const bool is_avoided = edit_word_is(word, "avoided");
    if (is_avoided || edit_word_is(word, "passive")) {
        data->has |= TABIA_HAS_MARK;
        data->mark = is_avoided ? TABIA_MARK_AVOIDED : TABIA_MARK_PASSIVE;
        return true;
    }
    if (edit_word_is(word, "weight")) {
        data->has |= TABIA_HAS_WEIGHT;
        return read_u32(t, &data->weight);
    }
    if (edit_word_is(word, "results")) {
        data->has |= TABIA_HAS_RESULTS;
        return read_u32(t, &data->white) && read_u32(t, &data->draws) &&
               read_u32(t, &data->black);
    }
    if (edit_word_is(word, "unknown")) {
        data->has |= TABIA_HAS_RESULTS;
        return read_u32(t, &data->unknown);
    }
    if (edit_word_is(word, "nag")) {
        data->has |= TABIA_HAS_NAGS;
        return read_nag(t, data);
    }
    if (edit_word_is(word, "learn")) {
        data->has |= TABIA_HAS_LEARN;
        return read_hex(t, &data->learn);
    }
    if (edit_word_is(word, "remark")) {
        data->has |= TABIA_HAS_REMARK;
        return edit_read_string(line, &data->remark);
    }
    return edit_fail_found(t, word->p, "a value of a move");
}

bool edit_read_move(struct edit_line *line, struct tabia_move_data *data)
{
    struct edit_word word;
    line->ntexts = 0;
    while (edit_next_word(&line->text, &word))
        if (!read_move_value(line, &word, data))
            return false;
    return true;
}
