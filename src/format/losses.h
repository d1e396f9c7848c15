/*
 * losses.h - what a format cannot hold of a book
 */
#ifndef FORMAT_LOSSES_H
#define FORMAT_LOSSES_H

#include "tabia/book.h"

/*
 * Removes coordinates that are not finite, as no text can hold them. True if it
 * did.
 */
bool losses_drop_coordinates(struct tabia_node_data *data);

#endif
