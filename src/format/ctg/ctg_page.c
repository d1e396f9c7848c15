/*
 * ctg_page.c - the three files of a CTG book: pages, entries, index
 *
 * The index is a binary trie over the low bits of the hash. The node of depth
 * k for the bits 'b' has the number b + 2^k - 1. Nodes below 'lower' are all
 * split, nodes from 'upper' on are not; in between, a node without a page is
 * split.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "format/ctg/ctg.h"
#include "format/format_io.h"
#include "base/banned.h"

enum {
    CTO_HEAD = 16,
    CTB_HEAD = 12,
    PAGES_MAX = 0x7FFFFFFF,
};

static const uint8_t cto_header[4] = { 0x00, 0x10, 0x00, 0x01 };
static const uint8_t ctb_header[4] = { 0x00, 0x0C, 0x00, 0x01 };

const char *const ctg_set[] = { ".ctb", ".cto", ".ctg", NULL };

/* ---- problems -------------------------------------------------------- */

/* Like format_problem, but names the page. */
static bool report_at(struct read_job *job, uint32_t page, size_t offset,
                      const struct tabia_error *why, struct tabia_error *err)
{
    struct tabia_error problem = { 0 };
    error_at_offset(&problem, why->status, offset, "page %u: %s", page,
                    why->msg);
    return format_problem(job, TABIA_SEVERITY_ERROR, &problem, err);
}

/* ---- the index ------------------------------------------------------- */

/* Opens the file beside 'path' whose last letter is another one. */
static bool open_sibling(const char *path, char last, struct input *in,
                         struct tabia_error *err)
{
    struct buf name = { .limit = SIZE_MAX / 2 };
    if (!buf_add_text(&name, path))
        return buf_error(&name, err);
    // In the case of the name that it stands beside.
    char *end = name.data + name.size - 1;
    *end = *end == 'G' ? (char)(last - 'a' + 'A') : last;
    struct tabia_error failure = { 0 };
    const struct input_options options = { .map_size =
                                               SIZE_MAX }; // small files
    const bool is_open = input_open(in, name.data, &options, &failure);
    if (is_open)
        in->name = NULL; // the name goes; input_check is not for siblings
    else
        error_set(err, failure.status, "its .ct%c file: %s", last, failure.msg);
    buf_clear(&name);
    return is_open;
}

static bool check_index(struct ctg_file *file, struct tabia_error *err)
{
    const struct tabia_bytes cto = file->cto.bytes, ctb = file->ctb.bytes;
    if (cto.size < CTO_HEAD || memcmp(cto.data, cto_header, 4) != 0)
        return error_set(err, TABIA_ERR_CORRUPT, "its .cto file has no header");
    if (ctb.size < CTB_HEAD || memcmp(ctb.data, ctb_header, 4) != 0)
        return error_set(err, TABIA_ERR_CORRUPT, "its .ctb file has no header");
    file->nslots = load_be32(cto.data + 4);
    file->lower = load_be32(ctb.data + 4);
    file->upper = load_be32(ctb.data + 8);
    if (file->nslots > (cto.size - CTO_HEAD) / 4)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "its .cto file is truncated: %zu bytes for %u pages",
                         cto.size, file->nslots);
    if (file->lower != load_be32(cto.data + 12) || file->lower > file->upper)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "its .cto and .ctb files do not belong together");
    uint32_t nsplit = 0;
    for (size_t i = CTB_HEAD; i < ctb.size; i++)
        nsplit += (uint32_t)__builtin_popcount(ctb.data[i]);
    if (nsplit + 1 != load_be32(file->bytes.data + CTG_PAGES_AT))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "its .ctb file belongs to another book: it has %u "
                         "pages",
                         nsplit + 1);
    if (ctg_is_mixed(file->bytes.data, cto, ctb))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "its .cto or .ctb file belongs to another book: a "
                         "write was interrupted");
    return true;
}

/* Opens the two files of the index, if the book is in a file at all. */
static bool open_index(struct ctg_file *file, struct read_job *job,
                       struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    const size_t len = job->path ? strlen(job->path) : 0;
    if (len < 4 || !text_is_like(job->path + len - 4, 4, ".ctg"))
        return true;
    file->has_index = open_sibling(job->path, 'o', &file->cto, &why) &&
                      open_sibling(job->path, 'b', &file->ctb, &why) &&
                      check_index(file, &why);
    return file->has_index ||
           format_problem(job, TABIA_SEVERITY_ERROR, &why, err);
}

bool ctg_page_of(const struct ctg_file *file, uint32_t hash, uint32_t *page)
{
    for (unsigned depth = 0; depth <= 32; depth++) {
        const uint32_t mask = (uint32_t)((UINT64_C(1) << depth) - 1);
        const uint64_t i = (uint64_t)(hash & mask) + mask;
        if (i >= file->lower && i < file->nslots) {
            *page = load_be32(file->cto.bytes.data + CTO_HEAD + 4 * (size_t)i);
            if (*page <= PAGES_MAX)
                return *page < file->npages;
        }
        if (i >= file->upper)
            break;
    }
    return false;
}

/* ---- pages ----------------------------------------------------------- */

bool ctg_file_open(struct ctg_file *file, struct tabia_bytes bytes,
                   struct read_job *job, struct tabia_error *err)
{
    *file = (struct ctg_file){ .bytes = bytes };
    file->cto.fd = file->ctb.fd = -1;
    if (!ctg_has_header(bytes))
        return error_at_offset(err, TABIA_ERR_CORRUPT, 0,
                               "not a ChessBase book: no header page");
    const uint32_t npages = load_be32(bytes.data + CTG_PAGES_AT);
    const size_t room = bytes.size / CTG_PAGE_SIZE - 1;
    file->npages = npages < room ? npages : (uint32_t)room;
    struct tabia_error why = { 0 };
    if (npages > room)
        error_at_offset(&why, TABIA_ERR_CORRUPT, bytes.size,
                        "the file is truncated: it has %zu of %u pages", room,
                        npages);
    else if (bytes.size != ctg_page_offset(npages))
        error_at_offset(&why, TABIA_ERR_CORRUPT, ctg_page_offset(npages),
                        "the file continues after its %u %s", npages,
                        plural(npages, "page", "pages"));
    if (why.status && !format_problem(job, TABIA_SEVERITY_ERROR, &why, err))
        return false;
    if (open_index(file, job, err))
        return true;
    ctg_file_close(file);
    return false;
}

void ctg_file_close(struct ctg_file *file)
{
    input_close(&file->cto);
    input_close(&file->ctb);
    file->has_index = false;
}

bool ctg_page_at(const struct ctg_file *file, uint32_t page, size_t *end,
                 uint32_t *npositions, struct tabia_error *err)
{
    const size_t offset = ctg_page_offset(page);
    const unsigned used = load_be16(file->bytes.data + offset + 2);
    *npositions = load_be16(file->bytes.data + offset);
    *end = offset + used;
    if (used < CTG_PAGE_HEAD_SIZE || used > CTG_PAGE_SIZE)
        return error_set(err, TABIA_ERR_CORRUPT, "uses %u of 4096 bytes", used);
    return true;
}

bool ctg_entry_at(struct tabia_bytes bytes, size_t offset, size_t end,
                  struct ctg_entry *entry, struct tabia_error *err)
{
    const size_t left = end - offset;
    const size_t nsignature = left ? bytes.data[offset] & 31 : 0;
    if (left == 0)
        return error_set(err, TABIA_ERR_CORRUPT, "an entry is missing");
    if (nsignature < 2 || nsignature >= left)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "a signature has %zu bytes, but %zu are left",
                         nsignature, left);
    const size_t nmoves = bytes.data[offset + nsignature];
    if (nmoves % 2 == 0)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "a move block has %zu bytes: expected an odd number",
                         nmoves);
    const size_t size = nsignature + nmoves + CTG_STATS_SIZE;
    if (size > left)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "an entry has %zu bytes, but %zu are left", size,
                         left);
    const uint8_t *p = bytes.data + offset;
    *entry = (struct ctg_entry){
        .signature = p,
        .nsignature = nsignature,
        .moves = p + nsignature + 1,
        .nmoves = nmoves / 2,
        .stats = p + nsignature + nmoves,
        .offset = offset,
        .size = size,
    };
    return true;
}

bool ctg_file_find(const struct ctg_file *file, const struct ctg_signature *sig,
                   struct ctg_entry *entry)
{
    uint32_t page, n;
    size_t end;
    if (sig->size < sizeof(uint64_t) ||
        !ctg_page_of(file, ctg_hash(sig->bytes), &page) ||
        !ctg_page_at(file, page, &end, &n, NULL))
        return false;
    // Positions begin alike, and differ in the last bytes nearly always.
    const uint8_t *data = file->bytes.data;
    const size_t tail = sig->size - sizeof(uint64_t);
    const uint64_t last = load_be64(sig->bytes + tail);
    size_t offset = ctg_page_offset(page) + CTG_PAGE_HEAD_SIZE;
    while (n-- && end - offset >= sig->size) {
        if (load_be64(data + offset + tail) == last &&
            memcmp(data + offset, sig->bytes, sig->size) == 0)
            return ctg_entry_at(file->bytes, offset, end, entry, NULL);
        const size_t nsignature = data[offset] & 31;
        if (end - offset <= nsignature)
            return false;
        const size_t size = nsignature + data[offset + nsignature];
        if (end - offset < size + CTG_STATS_SIZE)
            return false;
        offset += size + CTG_STATS_SIZE;
    }
    return false;
}

/* ---- all entries ----------------------------------------------------- */

struct wanted_entry {
    const struct ctg_entry *list;
    const uint8_t *signature;
    size_t size;
};

static bool is_wanted_entry(const void *ctx, uint32_t id)
{
    const struct wanted_entry *w = ctx;
    const struct ctg_entry *entry = &w->list[id];
    return entry->nsignature == w->size &&
           memcmp(entry->signature, w->signature, w->size) == 0;
}

static uint32_t find_bytes(const struct ctg_entries *entries,
                           const uint8_t *signature, size_t size)
{
    const struct wanted_entry wanted = { entries->list, signature, size };
    return hashmap_find(&entries->index, ctg_hash(signature), is_wanted_entry,
                        &wanted);
}

uint32_t ctg_entries_find(const struct ctg_entries *entries,
                          const struct ctg_signature *sig)
{
    return sig->size ? find_bytes(entries, sig->bytes, sig->size)
                     : HASHMAP_NONE;
}

/* True if the position can be decoded, is new, and on the index's page. */
static bool ctg_page_check_entry(const struct ctg_entries *entries,
                                 const struct ctg_file *file, uint32_t page,
                                 const struct ctg_entry *entry,
                                 struct tabia_error *why)
{
    struct tabia_pos pos;
    uint32_t found;
    if (!ctg_signature_parse(entry->signature, entry->nsignature, &pos, why))
        return false;
    if (find_bytes(entries, entry->signature, entry->nsignature) !=
        HASHMAP_NONE)
        return error_set(why, TABIA_ERR_CORRUPT, "duplicate position");
    if (file->has_index &&
        (!ctg_page_of(file, ctg_hash(entry->signature), &found) ||
         found != page))
        return error_set(why, TABIA_ERR_CORRUPT,
                         "a position is on another page than the index says");
    return true;
}

static bool ctg_page_read_page(struct ctg_entries *entries,
                               const struct ctg_file *file, uint32_t page,
                               struct read_job *job, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    size_t end, offset = ctg_page_offset(page);
    uint32_t n;
    if (!ctg_page_at(file, page, &end, &n, &why))
        return report_at(job, page, offset, &why, err);
    offset += CTG_PAGE_HEAD_SIZE;
    for (; n; n--) {
        struct ctg_entry entry;
        why = (struct tabia_error){ 0 };
        if (!ctg_entry_at(file->bytes, offset, end, &entry, &why))
            return report_at(job, page, offset, &why, err);
        if (!ctg_page_check_entry(entries, file, page, &entry, &why)) {
            if (!report_at(job, page, offset, &why, err))
                return false;
        } else {
            if (!FORMAT_RESERVE(job, entries->list, entries->room,
                                entries->n + 1, err))
                return false;
            entries->list[entries->n] = entry;
            if (!hashmap_insert(&entries->index, ctg_hash(entry.signature),
                                (uint32_t)entries->n++, err))
                return false;
        }
        offset += entry.size;
    }
    if (offset == end)
        return true;
    error_set(&why, TABIA_ERR_CORRUPT,
              "after the last entry there %s %zu more %s",
              plural(end - offset, "is", "are"), end - offset,
              plural(end - offset, "byte", "bytes"));
    return report_at(job, page, offset, &why, err);
}

bool ctg_entries_read(struct ctg_entries *entries, const struct ctg_file *file,
                      struct read_job *job, struct tabia_error *err)
{
    *entries = (struct ctg_entries){
        .bytes = file->bytes,
        .index = { .limit = UINT32_MAX - 1 },
    };
    for (uint32_t page = 0; page < file->npages; page++)
        if (!ctg_page_read_page(entries, file, page, job, err)) {
            ctg_entries_clear(entries);
            return false;
        }
    return true;
}

void ctg_entries_clear(struct ctg_entries *entries)
{
    hashmap_clear(&entries->index);
    free(entries->list);
    *entries = (struct ctg_entries){ .bytes = entries->bytes };
}
