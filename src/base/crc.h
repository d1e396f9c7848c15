/*
 * crc.h - cyclic redundancy checks of 8 and 32 bits, any polynomial
 *
 *     struct crc crc;
 *     crc_init(&crc, &crc_params_crc32);
 *     uint32_t sum = crc_sum(&crc, data, size);
 *
 * In pieces: crc_begin, crc_update as often as needed, crc_end.
 */
#ifndef BASE_CRC_H
#define BASE_CRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct crc_params {
    int width;      // 8 or 32
    uint32_t poly;  // highest power first, without the leading 1
    bool reflected; // bits of bytes and of the result in reverse
    uint32_t init;  // the register's first value, as if not reflected
    uint32_t xor_out;
};

/* The CRC-32 of zip and Ethernet. */
extern const struct crc_params crc_params_crc32;

/* Tables for one check, 8 KB; constant after crc_init, for any threads. */
struct crc {
    struct crc_params params;
    uint32_t table[8][256]; // [k]: a byte followed by k zero bytes
};

void crc_init(struct crc *crc, const struct crc_params *params);

/* The register before the first byte. */
uint32_t crc_begin(const struct crc *crc);

/* The register after 'size' more bytes. */
uint32_t crc_update(const struct crc *crc, uint32_t reg, const void *data,
                    size_t size);

/* The check value of a register. */
uint32_t crc_end(const struct crc *crc, uint32_t reg);

/* The check value of 'size' bytes. */
uint32_t crc_sum(const struct crc *crc, const void *data, size_t size);

#endif
