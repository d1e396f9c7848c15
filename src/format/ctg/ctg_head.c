/*
 * ctg_head.c - the header page of a CTG book
 */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "base/text.h"
#include "format/ctg/ctg.h"
#include "base/banned.h"

enum { UNKNOWN_SIZE = 32 }; // bytes of each unknown part

static const uint8_t header[16] = {
    0x00, 0x20, 0x10, 0x00, 0x00, 0x01, 0x00, 0x01,
    0x00, 0x00, 0x10, 0x00, 0x7F, 0xFF, 0x7F, 0xFF,
};
static const char stamp_name[12] = "tabia set 1\n";

bool ctg_has_header(struct tabia_bytes bytes)
{
    return bytes.size >= CTG_PAGE_SIZE &&
           memcmp(bytes.data, header, sizeof(header)) == 0;
}

/* ---- bytes of unknown meaning ---------------------------------------- */

/* Where the bytes of unknown meaning are, and what they usually say. */
static const struct {
    size_t at;
    uint8_t bytes[UNKNOWN_SIZE];
} unknown[2] = {
    { 1024, { 0, 1, 0, 5,  0, 1, 0x7F, 0xFF, 0, 3, 0x7F, 0xFF,
              0, 5, 0, 30, 0, 6, 0,    2,    0, 7, 0,    1 } },
    { 2048, { 0, 0, 0, 12, 0, 0, 1, 0 } },
};

bool ctg_header_print(const uint8_t page[CTG_PAGE_SIZE],
                      char text[CTG_HEADER_TEXT_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    bool is_usual = true;
    for (size_t i = 0; i < 2 * UNKNOWN_SIZE; i++) {
        const size_t part = i / UNKNOWN_SIZE, k = i % UNKNOWN_SIZE;
        const uint8_t byte = page[unknown[part].at + k];
        is_usual &= byte == unknown[part].bytes[k];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    text[CTG_HEADER_TEXT_SIZE - 1] = '\0';
    return !is_usual;
}

void ctg_header_make(uint8_t page[CTG_PAGE_SIZE], uint32_t npages,
                     uint32_t npositions, uint32_t ngames, const char *text)
{
    size_t n = 0;
    while (text && text_hex_digit(text[n]) < 16)
        n++;

    const bool has_text =
        text && n == CTG_HEADER_TEXT_SIZE - 1 && text[n] == '\0';
    memset(page, 0, CTG_PAGE_SIZE);
    memcpy(page, header, sizeof(header));
    put_be32(page + CTG_PAGES_AT, npages);
    put_be32(page + 20, UINT32_MAX);
    put_be32(page + 24, npositions);
    put_be32(page + 28, ngames);
    for (size_t i = 0; i < 2 * UNKNOWN_SIZE; i++) {
        const size_t part = i / UNKNOWN_SIZE, k = i % UNKNOWN_SIZE;
        page[unknown[part].at + k] =
            has_text ? (uint8_t)(text_hex_digit(text[2 * i]) << 4 |
                                 text_hex_digit(text[2 * i + 1]))
                     : unknown[part].bytes[k];
    }
}

/* ---- the stamp ------------------------------------------------------- */

static void make_stamp(const uint8_t *page, struct tabia_bytes cto,
                       struct tabia_bytes ctb, uint8_t stamp[CTG_STAMP_SIZE])
{
    struct crc crc;
    crc_init(&crc, &crc_params_crc32);
    memcpy(stamp, stamp_name, sizeof(stamp_name));
    put_be32(stamp + 12, crc_sum(&crc, page, CTG_STAMP_AT));
    put_be32(stamp + 16, crc_sum(&crc, cto.data, cto.size));
    put_be32(stamp + 20, crc_sum(&crc, ctb.data, ctb.size));
}

void ctg_stamp(uint8_t page[CTG_PAGE_SIZE], struct tabia_bytes cto,
               struct tabia_bytes ctb)
{
    make_stamp(page, cto, ctb, page + CTG_STAMP_AT);
}

bool ctg_is_mixed(const uint8_t page[CTG_PAGE_SIZE], struct tabia_bytes cto,
                  struct tabia_bytes ctb)
{
    const uint8_t *stamp = page + CTG_STAMP_AT;
    uint8_t wanted[CTG_STAMP_SIZE];
    make_stamp(page, cto, ctb, wanted);
    return memcmp(stamp, wanted, 16) == 0 &&
           memcmp(stamp, wanted, CTG_STAMP_SIZE) != 0;
}
