/*
 * edit_values.c - the words of a text for editing, and the values they make
 */
#include "format/edit_text/edit_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/sink.h"
#include "base/wording.h"
#include "format/shared/foreign_text.h"
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
        return text_fail(t, at, TABIA_ERR_SYNTAX,
                         "expected %s, found the end of the line", want);
    return text_fail(t, at, TABIA_ERR_SYNTAX, "expected %s, found '%s'", want,
                     quote(at, (size_t)(end - at), found));
}

bool edit_read_string(struct edit_line *line, const char **text)
{
    struct text *t = &line->text;
    text_skip_blanks(t);
    const char *start = t->p;
    if (line->ntexts == EDIT_TEXTS_MAX)
        return text_fail(t, start, TABIA_ERR_LIMIT, "more than %d strings",
                         EDIT_TEXTS_MAX);
    if (!text_accept(t, '"'))
        return edit_fail_found(t, t->p, "a string in quotes");
    struct buf *buf = &line->texts[line->ntexts++];
    buf_reset(buf);
    while (t->p < t->end && *t->p != '"')
        buf_add_char(buf, foreign_text_unquote(&t->p, t->end));
    if (!text_accept(t, '"'))
        return text_fail(t, start, TABIA_ERR_SYNTAX,
                         "the string has no closing quote");
    if (memchr(buf_text(buf), '\0', buf->size))
        return text_fail(t, start, TABIA_ERR_SYNTAX,
                         "a string cannot contain a zero byte");
    *text = buf_text(buf);
    return !buf->failed || error_nomem(t->err);
}

void edit_write_string(struct sink *dst, const char *word, const char *text)
{
    sink_printf(dst, " %s ", word);
    foreign_text_quote(dst, text, strlen(text));
}

/* ---- reading --------------------------------------------------------- */

static bool read_u32(struct text *t, uint32_t *value)
{
    uint64_t n;
    text_skip_blanks(t);
    if (!text_read_number(t, UINT32_MAX, &n))
        return false;
    *value = (uint32_t)n;
    return true;
}

/* Digits and what stands between them; no names of infinities. */
static bool read_double(struct text *t, double *value)
{
    struct edit_word word;
    char text[NUMBER_MAX + 1], *end = text;
    edit_next_word(t, &word);
    const size_t len = (size_t)(word.end - word.p);
    if (len && len <= NUMBER_MAX) {
        memcpy(text, word.p, len);
        text[len] = '\0';
        if (strspn(text, "+-.0123456789eE") == len)
            *value = strtod(text, &end);
    }
    return (end != text && *end == '\0' && isfinite(*value)) ||
           edit_fail_found(t, word.p, "a number");
}

static bool edit_values_read_hex(struct text *t, uint64_t *value)
{
    struct edit_word word;
    *value = 0;
    if (!edit_next_word(t, &word) || word.end - word.p > 16)
        return edit_fail_found(t, t->p, "16 hexadecimal digits");
    for (const char *p = word.p; p < word.end; p++) {
        if (text_hex_digit(*p) == 16)
            return edit_fail_found(t, word.p, "16 hexadecimal digits");
        *value = *value << 4 | text_hex_digit(*p);
    }
    return true;
}

static bool read_nag(struct text *t, uint8_t *nags)
{
    uint64_t n;
    size_t i = 0;
    while (i < TABIA_NAGS_MAX && nags[i])
        i++;
    if (i == TABIA_NAGS_MAX)
        return text_fail(t, t->p, TABIA_ERR_LIMIT, "more than %d glyphs",
                         TABIA_NAGS_MAX);
    text_skip_blanks(t);
    const char *at = t->p;
    if (!text_read_number(t, UINT8_MAX, &n))
        return false;
    if (!n)
        return edit_fail_found(t, at, "a number from 1 to 255");
    nags[i] = (uint8_t)n;
    return true;
}

static bool edit_read_eval(struct text *t, struct tabia_eval *eval)
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

/* The word before a value; marks are words themselves. */
static const char *word_of(const struct attr *a)
{
    return a->kind == ATTR_KIND_NAGS ? "nag" : a->name;
}

/*
 * Reads a value if 'word' is one of the attribute's; else 'is_own' is false.
 * Evaluations and places have further words, which follow the value.
 */
static bool edit_read_value(struct edit_line *line,
                            const struct edit_word *word, const struct attr *a,
                            void *data, bool *is_own)
{
    struct text *t = &line->text;
    unsigned *has = data;
    void *value = attr_get_mutable(a, data);
    const bool was_set = *has & attr_bit(a);
    const bool is_first = edit_word_is(word, word_of(a));
    *is_own = true;
    *has |= attr_bit(a);
    switch (a->kind) {
    case ATTR_KIND_NUMBERS: {
        uint32_t *numbers = value;
        const size_t n = attr_number_count(a), nneeded = n - a->noptional;
        for (size_t i = 0; is_first && i < nneeded; i++)
            if (!read_u32(t, &numbers[i]))
                return false;
        for (size_t i = nneeded; !is_first && i < n; i++)
            if (edit_word_is(word, attr_number_name(a, i)))
                return read_u32(t, &numbers[i]);
        if (is_first)
            return true;
        break;
    }
    case ATTR_KIND_HEX:
        if (is_first)
            return edit_values_read_hex(t, value);
        break;
    case ATTR_KIND_MARK:
        for (unsigned i = TABIA_MARK_AVOIDED; i <= TABIA_MARK_PASSIVE; i++)
            if (edit_word_is(word, attr_marks[i])) {
                *(enum tabia_mark *)value = (enum tabia_mark)i;
                return true;
            }
        break;
    case ATTR_KIND_NAGS:
        if (is_first)
            return read_nag(t, value);
        break;
    case ATTR_KIND_TEXT:
        if (is_first)
            return edit_read_string(line, value);
        break;
    case ATTR_KIND_EVAL: {
        struct tabia_eval *eval = value;
        if (is_first)
            return edit_read_eval(t, eval);
        if (was_set && edit_word_is(word, "depth"))
            return read_u32(t, &eval->depth);
        if (was_set && edit_word_is(word, "written"))
            return edit_read_string(line, &eval->text);
        break;
    }
    case ATTR_KIND_COORDINATES: {
        struct tabia_coordinates *xy = value;
        if (is_first)
            return read_double(t, &xy->x) && read_double(t, &xy->y);
        if (was_set && edit_word_is(word, "x"))
            return edit_read_string(line, &xy->x_text);
        if (was_set && edit_word_is(word, "y"))
            return edit_read_string(line, &xy->y_text);
        break;
    }
    case ATTR_KIND_TAGS:
        break;
    }
    *is_own = false;
    if (!was_set)
        *has &= ~attr_bit(a);
    return true;
}

bool edit_read_values(struct edit_line *line, enum attr_owner owner, void *data)
{
    struct edit_word word;
    line->ntexts = 0;
    while (edit_next_word(&line->text, &word)) {
        unsigned left = ATTRS_OF_BOOK;
        bool is_own = false;
        const struct attr *a;
        while (!is_own && (a = attr_next(&left, owner)))
            if (!edit_read_value(line, &word, a, data, &is_own))
                return false;
        if (!is_own)
            return edit_fail_found(&line->text, word.p,
                                   owner == ATTR_OF_MOVE
                                       ? "an attribute of a move"
                                       : "an attribute of a position");
    }
    return true;
}

/* ---- writing --------------------------------------------------------- */

static void write_value(struct sink *dst, const struct attr *a,
                        const void *data)
{
    const void *value = attr_get(a, data);
    switch (a->kind) {
    case ATTR_KIND_NUMBERS: {
        const uint32_t *numbers = value;
        const size_t n = attr_number_count(a), nneeded = n - a->noptional;
        sink_printf(dst, " %s", word_of(a));
        for (size_t i = 0; i < nneeded; i++)
            sink_printf(dst, " %u", numbers[i]);
        for (size_t i = nneeded; i < n; i++)
            if (numbers[i])
                sink_printf(dst, " %s %u", attr_number_name(a, i), numbers[i]);
        break;
    }
    case ATTR_KIND_HEX:
        sink_printf(dst, " %s %016llx", word_of(a),
                    (unsigned long long)*(const uint64_t *)value);
        break;
    case ATTR_KIND_MARK:
        if (*(const enum tabia_mark *)value != TABIA_MARK_NONE)
            sink_printf(dst, " %s",
                        attr_marks[*(const enum tabia_mark *)value]);
        break;
    case ATTR_KIND_NAGS:
        for (const uint8_t *nag = value;
             nag < (const uint8_t *)value + TABIA_NAGS_MAX && *nag; nag++)
            sink_printf(dst, " %s %u", word_of(a), *nag);
        break;
    case ATTR_KIND_TEXT:
        edit_write_string(dst, word_of(a), *(const char *const *)value);
        break;
    case ATTR_KIND_EVAL: {
        const struct tabia_eval *eval = value;
        sink_printf(dst, " %s %s%d", word_of(a),
                    eval->kind == TABIA_EVAL_MATE ? "#" : "", eval->value);
        if (eval->depth)
            sink_printf(dst, " depth %u", eval->depth);
        if (eval->text)
            edit_write_string(dst, "written", eval->text);
        break;
    }
    case ATTR_KIND_COORDINATES: {
        const struct tabia_coordinates *xy = value;
        char x[JSON_WRITER_DOUBLE_SIZE], y[JSON_WRITER_DOUBLE_SIZE];
        json_writer_print_double(xy->x, x);
        json_writer_print_double(xy->y, y);
        sink_printf(dst, " %s %s %s", word_of(a), x, y);
        if (xy->x_text)
            edit_write_string(dst, "x", xy->x_text);
        if (xy->y_text)
            edit_write_string(dst, "y", xy->y_text);
        break;
    }
    case ATTR_KIND_TAGS:
        break;
    }
}

/* What names a line for the eye stands first, comments stand last. */
void edit_write_values(struct sink *dst, enum attr_owner owner,
                       const void *data)
{
    const unsigned first = TABIA_HAS_MARK | TABIA_HAS_ECO;
    const unsigned last = TABIA_HAS_MOVE_COMMENT | TABIA_HAS_POSITION_COMMENT;
    const unsigned turns[] = { first, ATTRS_OF_BOOK & ~(first | last), last };
    for (size_t i = 0; i < COUNT_OF(turns); i++) {
        unsigned left = *(const unsigned *)data & turns[i];
        const struct attr *a;
        while ((a = attr_next(&left, owner)))
            write_value(dst, a, data);
    }
}
