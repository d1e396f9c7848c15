/*
 * dimensions.h - what games are grouped by: speed and mean rating
 */
#ifndef STORE_DIMENSIONS_H
#define STORE_DIMENSIONS_H

#include "tabia/store.h"

/* The group of a mean rating; 0 is no rating, TABIA_RATING_NONE. */
unsigned dimensions_rating_group(unsigned mean);

#endif
