/*
 * pgn_letters.h - PGN with the piece letters of another language
 */
#ifndef FORMAT_PGN_LETTERS_H
#define FORMAT_PGN_LETTERS_H

#include "tabia/error.h"

/*
 * The text with English letters in its moves; all else, and every place,
 * stays. 'letters' are those of king, queen, rook, bishop and knight. The
 * caller frees it. NULL after an error: TABIA_ERR_MISUSE for letters that
 * cannot be meant.
 */
char *pgn_letters_translate(struct tabia_bytes bytes, const char *letters,
                            struct tabia_error *err);

#endif
