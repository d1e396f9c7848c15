/*
 * utf8_repair.h - texts that come from the system or from files, as UTF-8
 */
#ifndef BASE_UTF8_REPAIR_H
#define BASE_UTF8_REPAIR_H

#include "base/buf.h"

/*
 * Makes valid what may be in any encoding: each byte that is no part of a valid
 * character is taken as Windows-1252. Valid texts stay as they are. Adds the
 * result; false if the buffer failed.
 */
bool utf8_repair(struct buf *dst, const char *text, size_t size);

/* True if utf8_repair makes 'repaired' of 'text'. */
bool utf8_is_repaired(const char *text, const char *repaired);

#endif
