/*
 * ct800_bin.c - compiled CT800 books: the bare records
 *
 * The original compiler makes this file on the way to its C file and deletes
 * it. The records are described in ct800_compile.h, their keys in
 * ct800_key.h. There are no weights, no marks and no checksum.
 */
#include "base/compiler.h"
#include "format/ct800/ct800_probe.h"
#include "format/formats.h"
#include "base/banned.h"

enum { RECORDS_ENOUGH = 8 }; // in a row that no other file has by chance

/*
 * The records of the front ascend without a gap. The starting position may come
 * after them, where a search finds it.
 */
static enum format_match ct800_bin_detect(struct tabia_bytes bytes)
{
    const uint64_t start = UINT64_C(0x1C16842668); // the starting position
    const struct tabia_bytes front = format_first_bytes(bytes);
    struct ct800_record rec;
    uint64_t last = 0;
    size_t offset = 0, count = 0;
    bool has_start = false;
    for (; offset < front.size && ct800_record_at(bytes, offset, &rec, NULL);
         offset += rec.size) {
        if (count++ && rec.key <= last)
            break;
        last = rec.key;
        has_start |= rec.key == start;
    }
    if (offset < front.size || !count)
        return has_start && count > RECORDS_ENOUGH ? FORMAT_MAYBE : FORMAT_NO;
    if (has_start ||
        (front.size < bytes.size && ct800_records_find(bytes, start, &rec)))
        return FORMAT_SURE;
    return count >= RECORDS_ENOUGH ? FORMAT_LIKELY : FORMAT_MAYBE;
}

static bool ct800_bin_put_records(struct sink *dst, struct tabia_bytes records)
{
    return sink_write(dst, records.data, records.size);
}

static bool ct800_bin_write(const struct tabia_book *book,
                            const struct tabia_write_options *options,
                            struct sink *dst, struct tabia_report *report,
                            struct tabia_error *err)
{
    (void)options;
    return ct800_write_book(book, ct800_bin_put_records, dst, report, err);
}

static bool ct800_bin_write_rows(struct row_stream *rows,
                                 const struct tabia_write_options *options,
                                 struct sink *dst, struct tabia_report *report,
                                 struct tabia_error *err)
{
    (void)options;
    return ct800_write_rows(rows, ct800_bin_put_records, dst, report, err);
}

static bool ct800_bin_open(struct tabia_bytes bytes, struct read_job *job,
                           struct table_impl *table, struct tabia_error *err)
{
    (void)job;
    return ct800_table_open(bytes, NULL, table, err);
}

static const char *const suffixes[] = { ".dat", NULL };
static const char *const text_keys[] = { "format", NULL };

const struct tabia_format format_ct800_bin = {
    .info = {
        .name = "ct800-bin",
        .title = "CT800 compiled book",
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
    .detect = ct800_bin_detect,
    .walk = &ct800_walk,
    .write = ct800_bin_write,
    .open = ct800_bin_open,
    .write_rows = ct800_bin_write_rows,
};
