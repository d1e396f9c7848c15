/*
 * cp1252.c - Windows-1252 on the way in and out
 */
#include "base/cp1252.h"

#include <stddef.h>

#include "base/compiler.h"
#include "base/banned.h"

/* What Windows-1252 has in 0x80 to 0x9F; elsewhere it equals Unicode. */
static const uint16_t cp1252_high[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

uint32_t cp1252_decode(uint8_t byte)
{
    return byte >= 0x80 && byte < 0xA0 ? cp1252_high[byte - 0x80] : byte;
}

bool cp1252_encode(uint32_t code, uint8_t *byte)
{
    if (code < 0x80 || (code >= 0xA0 && code <= 0xFF)) {
        *byte = (uint8_t)code;
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(cp1252_high); i++) {
        if (cp1252_high[i] == code) {
            *byte = (uint8_t)(0x80 + i);
            return true;
        }
    }
    return false;
}
