/*
 * scan.h - PGN cut into tokens
 *
 *     struct scan s;
 *     struct scan_token t;
 *     scan_init(&s, text, size);
 *     while (scan_next(&s, &t) != SCAN_END)
 *         use(t.kind, t.text, t.len);
 *
 * The scanner knows the text, not the game: what follows what, and whether a
 * move is legal, is for game.c. It copies nothing and never allocates. Blanks,
 * move numbers, escape lines (%) and byte order marks are skipped.
 */
#ifndef PGN_SCAN_H
#define PGN_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "pgn/byte_mask.h"

enum scan_kind {
    SCAN_END,
    SCAN_WORD,      // a move, judging by its letters
    SCAN_NULL_MOVE, // a null move
    SCAN_NAG,       // $12, or !? and its like; 'number' is its value
    SCAN_COMMENT,   // { } or ; without the marks
    SCAN_OPEN,      // (
    SCAN_CLOSE,     // )
    SCAN_RESULT,    // 'number' is an enum tabia_result
    SCAN_TAG,       // 'text' is the name, 'value' what stands in quotes
    SCAN_BAD_TAG,   // looks like one, but is not whole; 'why' explains it
    SCAN_BAD,       // nothing of PGN; 'why' explains it
};

struct scan_token {
    enum scan_kind kind;
    const char *at; // where it begins
    const char *text;
    size_t len;
    const char *value; // of a tag
    size_t value_len;
    unsigned number;
    const char *why;
};

struct scan {
    const char *p, *end;
    const char *start;     // of the whole text
    const char *plain_end; // more than BYTE_MASK_BLOCK bytes follow before this
    const char *masked;    // the BYTE_MASK_BLOCK bytes that 'words' speaks of
    uint64_t words;
};

/* Borrows the text. */
void scan_init(struct scan *s, const char *text, size_t size);

/* Is the word one of the ways to write a null move: --, Z0, 0000? */
bool scan_is_null_move(const char *text, size_t len);

/* The number of a sign that stands for an annotation, or 0. */
unsigned scan_find_nag(const char *text, size_t len);

/* The length of the result that a word ends with, or 0: 3 of R8xg20-1. */
size_t scan_result_len(const char *text, size_t len);

/* Like scan_next, for everything that is not plain. */
enum scan_kind scan_next_slow(struct scan *s, struct scan_token *t);

/* What a byte begins; all others go the slow way. */
enum {
    SCAN_CLASS_OTHER,
    SCAN_CLASS_BLANK,
    SCAN_CLASS_LETTER,
    SCAN_CLASS_DIGIT
};
extern const uint8_t scan_class[256];

/*
 * The tag at 'p', a '[', if it is one of the plain form that almost all have:
 * on one line, shorter than BYTE_MASK_BLOCK bytes, nothing escaped. Stops at
 * its line end. False: nothing was done, scan_next knows more.
 */
static ALWAYS_INLINE bool scan_plain_tag(struct scan *s, struct scan_token *t)
{
    const char *p = s->p;
    if (s->end - p < BYTE_MASK_BLOCK)
        return false;
    uint64_t marks = byte_mask_pair(p, '"', '\n');
    if (!(marks & (marks - 1)))
        return false;
    const unsigned open = byte_mask_lowest(marks);
    marks &= marks - 1;
    const unsigned close = byte_mask_lowest(marks);
    // The quote, a bracket, then LF or CR LF; a line end instead of the
    // quote fails here as well, since no bracket may follow it.
    if (open < 3 || close > BYTE_MASK_BLOCK - 3 || p[open] != '"' ||
        p[close] != '"' || p[close - 1] == '\\' || p[close + 1] != ']' ||
        (p[close + 2] != '\n' && p[close + 2] != '\r'))
        return false;
    const unsigned name = byte_mask_lowest(~byte_mask_words(p + 1));
    if (name != open - 2 || p[open - 1] != ' ' ||
        scan_class[(uint8_t)p[1]] != SCAN_CLASS_LETTER)
        return false;
    t->kind = SCAN_TAG;
    t->at = p;
    t->text = p + 1;
    t->len = open - 2;
    t->value = p + open + 1;
    t->value_len = close - open - 1;
    s->p = p + close + 2;
    s->p += *s->p == '\r';
    return true;
}

/*
 * How many bytes from 'p' on can stand in a move, at most BYTE_MASK_WORD. One
 * mask serves several words: on the way from one to the next that is what the
 * processor would wait for.
 */
static ALWAYS_INLINE unsigned scan_word_len(struct scan *s, const char *p)
{
    size_t at = (size_t)(p - s->masked);
    if (at > BYTE_MASK_BLOCK - BYTE_MASK_WORD - 1) {
        s->masked = p;
        s->words = byte_mask_block(p);
        at = 0;
    }
    return byte_mask_lowest(~(s->words >> at) | UINT64_C(1) << BYTE_MASK_WORD);
}

/*
 * Where the comment at 'p', a '{', ends: behind its brace. NULL if another
 * brace comes first, or none before 'plain_end'.
 */
static ALWAYS_INLINE const char *scan_plain_comment(const struct scan *s,
                                                    const char *p)
{
    uint64_t braces = 0;
    while (p < s->plain_end && !(braces = byte_mask_pair(p + 1, '}', '{')))
        p += BYTE_MASK_BLOCK;
    if (UNLIKELY(!braces))
        return NULL;
    p += 1 + byte_mask_lowest(braces);
    return LIKELY(*p == '}') ? p + 1 : NULL;
}

/*
 * Steps from 'p' over blanks, move numbers that end with a point and, with
 * 'skips_comments', comments, as far as all that is plain. Returns where it
 * stopped, and in '*len' the length of the word there; 0 if there is none, or
 * not one that ends with a blank.
 */
static ALWAYS_INLINE const char *scan_to_word(struct scan *s, const char *p,
                                              bool skips_comments,
                                              unsigned *len)
{
    *len = 0;
    while (LIKELY(p < s->plain_end)) {
        unsigned kind = scan_class[(uint8_t)*p];
        if (LIKELY(kind == SCAN_CLASS_BLANK)) // nearly always one
            kind = scan_class[(uint8_t) * ++p];
        if (kind == SCAN_CLASS_LETTER) {
            const unsigned n = scan_word_len(s, p);
            if (LIKELY(scan_class[(uint8_t)p[n]] == SCAN_CLASS_BLANK))
                *len = n;
            break;
        }
        if (kind == SCAN_CLASS_DIGIT) {
            const unsigned n = scan_word_len(s, p);
            if (UNLIKELY(p[n] != '.' || n > 3 || p[1] == '-'))
                break;
            p += n + 1;
            p += *p == '.' ? 1 + (p[1] == '.') : 0; // 1... e5
        } else if (kind == SCAN_CLASS_OTHER) {
            const char *after =
                skips_comments && *p == '{' ? scan_plain_comment(s, p) : NULL;
            if (!after)
                break;
            p = after;
        }
    }
    return p;
}

/* Like scan_next, where scan_to_word found no word and stopped at s->p. */
static ALWAYS_INLINE enum scan_kind scan_next_other(struct scan *s,
                                                    struct scan_token *t)
{
    const char *p = s->p;
    const char *after =
        p < s->plain_end && *p == '{' ? scan_plain_comment(s, p) : NULL;
    if (!after)
        return scan_next_slow(s, t);
    t->kind = SCAN_COMMENT;
    t->at = p;
    t->text = p + 1;
    t->len = (size_t)(after - p) - 2;
    s->p = after;
    return SCAN_COMMENT;
}

/* The next token. */
static ALWAYS_INLINE enum scan_kind scan_next(struct scan *s,
                                              struct scan_token *t)
{
    unsigned len;
    const char *p = scan_to_word(s, s->p, false, &len);
    if (UNLIKELY(!len)) {
        s->p = p;
        return scan_next_other(s, t);
    }
    t->kind = SCAN_WORD;
    t->at = t->text = p;
    t->len = len;
    s->p = p + len;
    return SCAN_WORD;
}

#endif
