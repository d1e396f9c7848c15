/*
 * packed.h - packed positions that are known to be right
 */
#ifndef CHESS_PACKED_H
#define CHESS_PACKED_H

#include "tabia/chess.h"

/*
 * Like tabia_pos_unpack, but for what tabia_pos_pack has made: nothing is
 * checked.
 */
void packed_unpack_unchecked(struct tabia_pos *pos,
                             const struct tabia_packed *packed);

#endif
