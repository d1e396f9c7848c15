/*
 * cp1252.h - Windows-1252 on the way in and out
 *
 * Its five unused bytes stand for the control characters of the same number, so
 * that every byte has a code and the way back is exact.
 */
#ifndef BASE_CP1252_H
#define BASE_CP1252_H

#include <stdbool.h>
#include <stdint.h>

uint32_t cp1252_decode(uint8_t byte);

/* False when the character is not in Windows-1252. */
bool cp1252_encode(uint32_t code, uint8_t *byte);

#endif
