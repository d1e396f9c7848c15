/*
 * ct800_c_read.c - reading the C file of a compiled CT800 book
 *
 * The file is read as tokens, so that line ends, blanks and comments may
 * differ. Length, identifying bytes, shift and index must be right.
 */
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "format/ct800/ct800_c.h"
#include "format/ct800/ct800_compile.h"
#include "base/banned.h"

/* ---- tokens ---------------------------------------------------------- */

struct c_lexer {
    struct text t;
    const char *start; // the current token; at the end of the text it is ""
    size_t len;
};

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
}

/* Goes to the next token, over blanks and comments; false at the end. */
static bool next_token(struct c_lexer *lex)
{
    struct text *t = &lex->t;
    bool in_comment = false;
    lex->len = 0;
    for (;;) {
        while (!text_skip_blanks(t))
            if (!text_next_line(t)) {
                lex->start = t->p;
                return false;
            }
        const size_t left = (size_t)(t->end - t->p);
        if (in_comment) {
            const char *end = memmem(t->p, left, "*/", 2);
            in_comment = !end;
            t->p = end ? end + 2 : t->end;
        } else if (left >= 2 && memcmp(t->p, "/*", 2) == 0) {
            in_comment = true;
            t->p += 2;
        } else if (left >= 2 && memcmp(t->p, "//", 2) == 0) {
            t->p = t->end;
        } else {
            break;
        }
    }
    lex->start = t->p;
    while (t->p < t->end && is_word_char(*t->p))
        t->p++;
    if (t->p == lex->start)
        t->p++;
    lex->len = (size_t)(t->p - lex->start);
    return true;
}

static bool is_token(const struct c_lexer *lex, const char *word)
{
    return lex->len == strlen(word) && memcmp(lex->start, word, lex->len) == 0;
}

static bool fail_token(struct c_lexer *lex, const char *wanted)
{
    char found[QUOTE_SIZE];
    if (lex->len == 0)
        return text_fail(&lex->t, lex->start, TABIA_ERR_SYNTAX,
                         "expected %s, found the end of the file", wanted);
    quote(lex->start, lex->len, found);
    return text_fail(&lex->t, lex->start, TABIA_ERR_SYNTAX,
                     "expected %s, found '%s'", wanted, found);
}

static bool expect_c_token(struct c_lexer *lex, const char *word)
{
    char wanted[40];
    if (next_token(lex) && is_token(lex, word))
        return true;
    snprintf(wanted, sizeof(wanted), "'%s'", word);
    return fail_token(lex, wanted);
}

/* Goes behind the next occurrence of a name. */
static bool ct800_c_read_find_name(struct c_lexer *lex, const char *name)
{
    while (next_token(lex))
        if (is_token(lex, name))
            return true;
    return text_fail(&lex->t, lex->t.p, TABIA_ERR_SYNTAX,
                     "expected %s, found the end of the file", name);
}

/* The current token as a number, with or without 0x, U and L. */
static bool parse_c_number(struct c_lexer *lex, uint64_t max, uint64_t *value)
{
    const char *p = lex->start, *end = p + lex->len;
    const bool is_hex = lex->len > 2 && p[0] == '0' && (p[1] | 0x20) == 'x';
    const unsigned base = is_hex ? 16 : 10;
    uint64_t sum = 0;
    p += is_hex ? 2 : 0;
    const char *digits = p;
    for (; p < end && text_hex_digit(text_lower(*p)) < base; p++) {
        sum = sum * base + text_hex_digit(text_lower(*p));
        if (sum > max)
            return text_fail(&lex->t, lex->start, TABIA_ERR_CORRUPT,
                             "the number is above %llu",
                             (unsigned long long)max);
    }
    const bool has_digits = p > digits;
    while (p < end && ((*p | 0x20) == 'u' || (*p | 0x20) == 'l'))
        p++;
    *value = sum;
    return (has_digits && p == end) || fail_token(lex, "a number");
}

static bool read_c_number(struct c_lexer *lex, uint64_t max, uint64_t *value)
{
    next_token(lex);
    return parse_c_number(lex, max, value);
}

/* ---- reading --------------------------------------------------------- */

/* Reads "[..] = {" and what follows up to "}" as bytes. */
static bool read_bytes(struct c_lexer *lex, struct buf *records)
{
    if (!expect_c_token(lex, "[") || !expect_c_token(lex, "]") ||
        !expect_c_token(lex, "=") || !expect_c_token(lex, "{"))
        return false;
    for (;;) {
        uint64_t value;
        next_token(lex);
        if (is_token(lex, "}"))
            return true;
        if (!parse_c_number(lex, UINT8_MAX, &value))
            return false;
        if (!buf_add_char(records, (char)value))
            return buf_error(records, lex->t.err);
        next_token(lex);
        if (is_token(lex, "}"))
            return true;
        if (!is_token(lex, ","))
            return fail_token(lex, "',' or '}'");
    }
}

/* True if the bytes are records. An error is located at their name. */
static bool check_records(const struct c_lexer *at, struct tabia_bytes records)
{
    struct tabia_error problem = { 0 };
    uint32_t count;
    if (ct800_records_check(records, &count, &problem))
        return true;
    struct text t = at->t;
    return text_fail(&t, at->start, TABIA_ERR_CORRUPT,
                     "byte %llu of the book: %s",
                     (unsigned long long)problem.offset, problem.msg);
}

bool ct800_c_decode(struct tabia_bytes bytes, struct buf *records,
                    struct tabia_error *err)
{
    struct c_lexer lex = { 0 };
    if (!text_init(&lex.t, bytes, NULL, err) ||
        !ct800_c_read_find_name(&lex, CT800_C_ARRAY))
        return false;
    const struct c_lexer array = lex;
    if (!read_bytes(&lex, records) ||
        !ct800_c_read_find_name(&lex, CT800_C_LENGTH))
        return false;
    // Checks the length and the identifying bytes, and takes these off.
    uint64_t length;
    if (!expect_c_token(&lex, "=") || !read_c_number(&lex, UINT32_MAX, &length))
        return false;
    if (records->size != length + CT800_ID_SIZE)
        return text_fail(&lex.t, lex.start, TABIA_ERR_CORRUPT,
                         "the length is %llu, but the array has %zu bytes, of "
                         "which 16 do not count",
                         (unsigned long long)length, records->size);
    records->size -= CT800_ID_SIZE;
    if (memcmp(records->data + records->size, ct800_id, CT800_ID_SIZE) != 0)
        return text_fail(
            &lex.t, lex.start, TABIA_ERR_CORRUPT,
            "the 16 bytes after the book are not those of the format");

    if (!check_records(&array, buf_bytes(records)) ||
        !ct800_c_read_find_name(&lex, CT800_C_SHIFT))
        return false;
    uint64_t shift;
    if (!read_c_number(&lex, UINT32_MAX, &shift))
        return false;

    if (!(shift == CT800_C_SHIFT_BITS ||
          text_fail(&lex.t, lex.start, TABIA_ERR_CORRUPT,
                    "the shift is %llu, expected %d", (unsigned long long)shift,
                    CT800_C_SHIFT_BITS)))
        return false;
    if (!ct800_c_read_find_name(&lex, CT800_C_INDEX))
        return false;
    uint64_t value;
    uint32_t index[CT800_INDEX_SIZE];
    ct800_records_fill_index(buf_bytes(records), CT800_INDEX_BITS, index);
    if (!expect_c_token(&lex, "[") ||
        !read_c_number(&lex, UINT32_MAX, &value) ||
        !expect_c_token(&lex, "]") || !expect_c_token(&lex, "=") ||
        !expect_c_token(&lex, "{"))
        return false;
    for (size_t i = 0; i < CT800_INDEX_SIZE; i++) {
        if (i > 0 && !expect_c_token(&lex, ","))
            return false;
        if (!read_c_number(&lex, UINT32_MAX, &value))
            return false;
        if (value != index[i])
            return text_fail(&lex.t, lex.start, TABIA_ERR_CORRUPT,
                             "entry %zu of the index is %llu, expected %lu", i,
                             (unsigned long long)value,
                             (unsigned long)index[i]);
    }
    return expect_c_token(&lex, "}");
}
