/*
 * ctg_roots.h - positions of a CTG book to which none of its moves leads
 */
#ifndef FORMAT_CTG_ROOTS_H
#define FORMAT_CTG_ROOTS_H

#include "format/key_walk.h"

bool ctg_is_near(struct key_walk *w, const struct tabia_pos *pos, tabia_move mv,
                 const struct tabia_pos *next, uint32_t path_tag);
bool ctg_roots_find_rest(struct key_walk *w);

#endif
