/*
 * text.h - a cursor over a text of lines that always knows where it is
 *
 *     struct text t;
 *     if (!text_init(&t, src, "lines.txt", err))
 *         return false;
 *     while (text_next_line(&t))
 *         while (t.p < t.end)
 *             ... read from t.p, never beyond t.end ...
 *
 * Lines end with LF, CR LF or CR, or with CR CR LF, which a file gets whose
 * line ends were translated twice. Errors are sticky, as everywhere.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/compiler.h"
#include "tabia/error.h"

/* Larger texts are refused before they are read: what they make is larger. */
#define TEXT_SIZE_MAX ((size_t)2 << 30)

/* Open for reading; move 'p' freely within the line, leave the rest alone. */
struct text {
    const char *p;          // the next byte of the current line
    const char *end;        // the end of the current line, before its CR LF
    const char *line_start; // the first byte of the current line
    const char *src;        // the whole input, byte order mark included
    const char *src_end;
    uint32_t line;    // from 1; 0 before the first text_next_line
    const char *file; // borrowed; may be NULL
    struct tabia_error *err;
};

enum text_encoding {
    TEXT_PLAIN, // no byte order mark
    TEXT_UTF8_MARK,
    TEXT_UTF16_LE,
    TEXT_UTF16_BE,
    TEXT_UTF32_LE,
    TEXT_UTF32_BE,
};

/* What the byte order mark says; 'mark_size' gets its length. */
enum text_encoding text_detect(struct tabia_bytes bytes, size_t *mark_size);

/*
 * Starts before the first line, behind a UTF-8 byte order mark. Fails with
 * TABIA_ERR_SYNTAX for UTF-16 and UTF-32, with TABIA_ERR_LIMIT for more than
 * TEXT_SIZE_MAX bytes. Borrows everything; 'err' may be NULL.
 */
bool text_init(struct text *t, struct tabia_bytes bytes, const char *file,
               struct tabia_error *err);

/* The length of the line end at 'p', which is one or the end of the text. */
size_t text_line_end(const char *p, const char *end);

/*
 * Goes to the next line, wherever 'p' stands. False at the end. A last line
 * without its line end counts; nothing after the last line end does not.
 */
bool text_next_line(struct text *t);

/* Records an error at 'at', a byte of the current line or its end. */
bool text_fail(struct text *t, const char *at, enum tabia_status status,
               const char *fmt, ...) PRINTF_LIKE(4, 5) COLD;

/*
 * True if the whole input is valid UTF-8; else records where the first bad
 * byte is. Does not move the cursor.
 */
bool text_check_utf8(struct text *t);

static inline bool text_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool text_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The value of a hexadecimal digit in lower case; 16 for anything else. */
static inline unsigned text_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

/* True if the 'len' bytes of 'text' are this word. */
static inline bool text_is(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

/* Like text_is, in capitals or not. */
static inline bool text_is_like(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

/* True if the bytes begin with the word. */
static inline bool text_begins(const char *text, size_t len, const char *word)
{
    const size_t n = strlen(word);
    return len >= n && memcmp(text, word, n) == 0;
}

/* True if the bytes end with the word. */
static inline bool text_ends(const char *text, size_t len, const char *word)
{
    const size_t n = strlen(word);
    return len >= n && memcmp(text + len - n, word, n) == 0;
}

/* Steps over blanks and tabs. Returns whether the line goes on. */
bool text_skip_blanks(struct text *t);

/* True if the rest of the line is empty, without blanks. */
static inline bool text_is_at_end(const struct text *t)
{
    return t->p == t->end;
}

/* True if the rest of the line begins with this word. */
static inline bool text_follows(const struct text *t, const char *word)
{
    return text_begins(t->p, (size_t)(t->end - t->p), word);
}

/* Steps over 'c' if it comes next. */
static inline bool text_accept(struct text *t, char c)
{
    if (t->p == t->end || *t->p != c)
        return false;
    t->p++;
    return true;
}

/*
 * Reads a decimal number without a sign, at most 'max'. On failure the error
 * says what was found, and 'p' does not move.
 */
bool text_read_number(struct text *t, uint64_t max, uint64_t *value);

#endif
