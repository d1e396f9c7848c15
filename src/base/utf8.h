/*
 * utf8.h - UTF-8: checked, cut, counted, and folded for a search
 *
 * Valid means: shortest form, no surrogates, nothing above U+10FFFF.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4 }; // bytes of the longest character

/*
 * Reads one character from 'size' bytes. Returns its length, or 0 when there
 * is none (no bytes, or not valid); 'code' is set only on success.
 */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);

/* Writes one character; returns its length, 0 for a code that has none. */
size_t utf8_encode(uint32_t code, char out[UTF8_MAX]);

/* The length of the valid start of the text: 'size' if all of it is. */
size_t utf8_valid_prefix(const char *text, size_t size);

bool utf8_is_valid(const char *text, size_t size);

/* The characters in a valid text. */
size_t utf8_count(const char *text, size_t size);

/*
 * The largest length <= 'max' that does not cut a character in two. Bytes
 * that are not UTF-8 count as characters of their own.
 */
size_t utf8_cut(const char *text, size_t size, size_t max);

/*
 * For searching: Latin letters in lower case and without their accents, "ü"
 * as "u", or with 'spell_out' as "ue"; everything else as it is. Writes at
 * most 'room' bytes, with a NUL at the end; what does not fit is cut.
 */
void utf8_fold(const char *text, bool spell_out, char *out, size_t room);

#endif
