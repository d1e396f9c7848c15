/*
 * ct800_c.h - the C file of a compiled CT800 book, for its two writers
 */
#ifndef FORMAT_CT800_C_H
#define FORMAT_CT800_C_H

#include "base/sink.h"

/* Writes the C file of these records. */
bool ct800_c_put(struct sink *dst, struct tabia_bytes records);

#endif
