/*
 * pgn_letters.c - PGN whose pieces have other letters than English
 *
 * The standard knows English letters only, but books and programs for people
 * write their language. Upper case in a move is a piece or castling, so each
 * such letter is replaced, which moves nothing.
 */
#include "format/pgn/pgn_letters.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "pgn/scan.h"
#include "base/banned.h"

enum { NLETTERS = 5, WORD_MIN = 3 }; // a shorter word is no piece's move

static const char english[] = "KQRBN";

static bool is_alphabet(const char *letters)
{
    if (strlen(letters) != NLETTERS)
        return false;
    for (int i = 0; i < NLETTERS; i++)
        if (letters[i] < 'A' || letters[i] > 'Z' ||
            strchr(letters + i + 1, letters[i]))
            return false;
    return true;
}

char *pgn_letters_translate(struct tabia_bytes bytes, const char *letters,
                            struct tabia_error *err)
{
    struct scan s;
    struct scan_token t;
    if (!is_alphabet(letters)) {
        error_set(
            err, TABIA_ERR_MISUSE,
            "expected five different letters, such as KDTLS, found '%.40s'",
            letters);
        return NULL;
    }
    char *text = malloc(bytes.size + 1);
    if (!text) {
        error_nomem(err);
        return NULL;
    }
    if (bytes.size)
        memcpy(text, bytes.data, bytes.size);
    scan_init(&s, text, bytes.size);
    while (scan_next(&s, &t) != SCAN_END) {
        if (t.kind != SCAN_WORD || t.len < WORD_MIN ||
            text_begins(t.text, t.len, "O-O"))
            continue;
        char *word = text + (t.text - text);
        for (size_t i = 0; i < t.len; i++) {
            const char *found = memchr(letters, word[i], NLETTERS);
            if (found)
                word[i] = english[found - letters];
        }
    }
    return text;
}
