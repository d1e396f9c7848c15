/*
 * dimensions.h - what games are grouped by: mean rating, speed, month
 */
#ifndef STORE_DIMENSIONS_H
#define STORE_DIMENSIONS_H

#include "tabia/store.h"

/* Their names, in the order of the TABIA_DIMENSION_ bits; ends with NULL. */
enum { DIMENSIONS_COUNT = 3 };
extern const char *const dimensions_names[DIMENSIONS_COUNT + 1];

/* Such as "rating,month". False if a name is unknown, or there is none. */
bool dimensions_parse(const char *text, unsigned *mask);

/* The group of a mean rating; 0 is no rating, TABIA_RATING_NONE. */
unsigned dimensions_rating_group(unsigned mean);

#endif
