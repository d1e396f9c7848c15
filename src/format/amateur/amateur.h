/*
 * amateur.h - the bytes of a book in the format "amateur"
 */
#ifndef FORMAT_AMATEUR_H
#define FORMAT_AMATEUR_H

#include "embed/amateur_probe.h"
#include "format/shared/line_code.h"
#include "tabia/error.h"

/* The bytes as the small prober takes them; borrowed. */
struct tabia_amateur_book amateur_book(struct tabia_bytes bytes,
                                       enum line_code_kind kind);

/* How the moves are coded: FROM-TO unless only offsets make sense. */
enum line_code_kind amateur_detect_kind(struct tabia_bytes bytes);

#endif
