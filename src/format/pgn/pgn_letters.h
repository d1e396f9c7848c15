/*
 * pgn_letters.h - PGN whose pieces have other letters than English
 */
#ifndef FORMAT_PGN_LETTERS_H
#define FORMAT_PGN_LETTERS_H

#include "format/format_def.h"

/*
 * The text with English letters in its moves; all else, and every place,
 * stays. 'letters' are those of king, queen, rook, bishop and knight. The
 * caller frees it. NULL after an error: TABIA_MISUSE for letters that cannot
 * be meant.
 */
char *pgn_letters_translate(struct tabia_bytes src, const char *letters,
                            struct tabia_error *err);

#endif
