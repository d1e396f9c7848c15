/*
 * game_details.h - what a store shows of a game, in a file until it is written
 *
 *     game_details_put(&details, &detail, &start, moves);
 *     while ((used = game_details_read(src, &detail)))
 *         ... detail.event ...; src.data += used; src.size -= used;
 *
 * The details of a game follow those of the game before it:
 *
 *     White, Black, Event    1 byte of length, the text, a NUL; each of them
 *     file                   4 bytes: the number of the input
 *     offset                 8 bytes: of the text in the decompressed input
 *     length                 4 bytes: of the text
 *     plies                  2 bytes: moves that may count
 *     size                   2 bytes: of the moves
 *     moves                  as game_moves_encode has them
 *
 * Numbers are little-endian.
 */
#ifndef BUILD_GAME_DETAILS_H
#define BUILD_GAME_DETAILS_H

#include "base/buf.h"
#include "store/store_write.h"
#include "tabia/chess.h"

/*
 * Appends the details of a game; 'dst' remembers a failure. The moves are the
 * first 'detail->nplies' of 'moves', from 'start'; 'detail->moves' is not used.
 */
void game_details_put(struct buf *dst, const struct store_game_detail *detail,
                      const struct tabia_pos *start, const uint16_t *moves);

/*
 * Reads the details of a game at the front of 'bytes', from which texts and
 * moves are borrowed. Returns the bytes used, 0 when they are wrong.
 */
size_t game_details_read(struct tabia_bytes bytes,
                         struct store_game_detail *detail);

#endif
