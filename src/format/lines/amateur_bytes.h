/*
 * amateur_bytes.h - what the format and the prober on top of it share
 */
#ifndef FORMAT_AMATEUR_BYTES_H
#define FORMAT_AMATEUR_BYTES_H

#include "format/lines/movecode.h"
#include "embed/amateur_probe.h"
#include "tabia/error.h"

/* The bytes as the small prober takes them; borrowed. */
struct tabia_amateur_book amateur_book(struct tabia_bytes src,
                                       enum movecode_kind kind);

/* How the moves are coded: FROM-TO unless only offsets make sense. */
enum movecode_kind amateur_kind(struct tabia_bytes src);

#endif
