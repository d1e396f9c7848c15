/*
 * variant.h - what the tag Variant may say
 */
#ifndef PGN_VARIANT_H
#define PGN_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

/* Is it orthodox chess or Chess960, by one of their many names? */
bool variant_is_chess(const char *name, size_t len);

/* Is it Chess960, with one array or two? */
bool variant_is_chess960(const char *name, size_t len);

#endif
