/*
 * ct800_c.c - compiled CT800 books as the C file that the original generates
 *
 *     static FLASH_ROM const uint8_t ctbook_crc_dat[] = {
 *       0x00U, 0x07U, ... records, then 16 bytes that identify the format
 *     static FLASH_ROM const uint32_t ctbook_crc_dat_len = 113104UL;
 *     #define BOOK_SCAN_CRC_SHIFT 24U
 *     static FLASH_ROM const uint32_t book_crc_index_cache[256] = {
 *            0UL,    379UL, ...
 *
 * Lines end with CR LF. The length does not count the identifying bytes.
 * ct800_c_read.c reads it.
 */
#include "format/ct800/ct800_c.h"

#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "format/ct800/ct800_probe.h"
#include "format/formats.h"
#include "base/banned.h"

enum {
    BYTES_A_ROW = 10,
    OFFSETS_A_ROW = 8,
    DIGITS_MAX = 7,
};

/* ---- writing --------------------------------------------------------- */

/* The original tool names itself; its version is that of the format. */
static const char box[] =
    "/***************************************************\r\n"
    "* this is the CT800 opening book in binary format. *\r\n"
    "* generated using the opening book tool V1.22.     *\r\n"
    "***************************************************/\r\n"
    "\r\n";

bool ct800_c_put(struct sink *dst, struct tabia_bytes records)
{
    sink_put_text(dst, box);
    const size_t size = records.size + CT800_ID_SIZE;
    sink_put_text(dst,
                  "static FLASH_ROM const uint8_t " CT800_C_ARRAY "[] = {");
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte =
            i < records.size ? records.data[i] : ct800_id[i - records.size];
        sink_put_text(dst, i % BYTES_A_ROW ? " " : "\r\n  ");
        sink_printf(dst, i + 1 < size ? "0x%02XU," : "0x%02XU", byte);
    }
    sink_put_text(dst, "\r\n};\r\n\r\n");
    sink_printf(dst,
                "static FLASH_ROM const uint32_t " CT800_C_LENGTH
                " = %luUL;\r\n\r\n",
                (unsigned long)records.size);
    sink_printf(dst, "#define " CT800_C_SHIFT " %dU\r\n\r\n",
                CT800_C_SHIFT_BITS);
    size_t n = records.size;
    int digits = 1;
    for (; n >= 10; n /= 10)
        digits++;

    const int width = digits < DIGITS_MAX ? digits : DIGITS_MAX;
    uint32_t index[CT800_INDEX_SIZE];
    ct800_records_fill_index(records, CT800_INDEX_BITS, index);
    sink_put_text(dst,
                  "static FLASH_ROM const uint32_t " CT800_C_INDEX "[256] = {");
    for (size_t i = 0; i < CT800_INDEX_SIZE; i++) {
        sink_put_text(dst, i % OFFSETS_A_ROW ? " " : "\r\n  ");
        sink_printf(dst, i + 1 < CT800_INDEX_SIZE ? "%*luUL," : "%*luUL", width,
                    (unsigned long)index[i]);
    }
    sink_put_text(dst, "\r\n};\r\n");
    return sink_ok(dst);
}

static bool ct800_c_write(const struct tabia_book *book,
                          const struct tabia_write_options *options,
                          struct sink *dst, struct tabia_report *report,
                          struct tabia_error *err)
{
    (void)options;
    return ct800_write_book(book, ct800_c_put, dst, report, err);
}

static bool ct800_c_write_rows(struct row_stream *rows,
                               const struct tabia_write_options *options,
                               struct sink *dst, struct tabia_report *report,
                               struct tabia_error *err)
{
    (void)options;
    return ct800_write_rows(rows, ct800_c_put, dst, report, err);
}

/* ---- reading --------------------------------------------------------- */

static bool ct800_c_open(struct tabia_bytes bytes, struct read_job *job,
                         struct table_impl *table, struct tabia_error *err)
{
    struct buf records = { .limit = UINT32_MAX };
    (void)job;
    if (!ct800_c_decode(bytes, &records, err)) {
        buf_clear(&records);
        return false;
    }
    return ct800_table_open(buf_bytes(&records), records.data, table, err);
}

static enum format_match ct800_c_detect(struct tabia_bytes bytes)
{
    const char name[] = CT800_C_ARRAY "[]";
    const struct tabia_bytes front = format_first_bytes(bytes);
    // The index, 256 numbers, comes last.
    const uint8_t *end = bytes.data + (bytes.size - front.size);
    if (!bytes.size || bytes.size > TEXT_SIZE_MAX ||
        !memmem(front.data, front.size, name, strlen(name)))
        return FORMAT_NO;
    return memmem(end, front.size, CT800_C_INDEX, strlen(CT800_C_INDEX))
               ? FORMAT_SURE
               : FORMAT_LIKELY;
}

static const char *const suffixes[] = { ".c", NULL };
static const char *const text_keys[] = { "format", NULL };

const struct tabia_format format_ct800_c = {
    .info = {
        .name = "ct800-c",
        .title = "CT800 compiled book as a C file",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .can_merge = true,
        .ignores_ep = true,
        .holds = 0,
        .text_keys = text_keys,
    },
    .settings = ct800_walk_settings_table,
    .detect = ct800_c_detect,
    .walk = &ct800_walk,
    .write = ct800_c_write,
    .open = ct800_c_open,
    .write_rows = ct800_c_write_rows,
};
