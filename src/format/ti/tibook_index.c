/*
 * tibook_index.c - the index and the records of a compiled TI-Chess book
 */
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "format/ti/ti_records.h"
#include "format/ti/tibook.h"
#include "base/banned.h"

/* ---- the index ------------------------------------------------------- */

static bool tibook_fail_at(struct tabia_error *err, size_t at, const char *msg)
{
    return error_at_offset(err, TABIA_ERR_CORRUPT, TI_CONTAINER_HEAD_SIZE + at,
                           "%s", msg);
}

uint64_t tibook_key_at(const struct tibook *b, size_t i)
{
    return load_be64(b->data + TI_RECORDS_HEAD + i * TI_RECORDS_INDEX);
}

size_t tibook_record_at(const struct tibook *b, size_t i)
{
    return load_be16(b->data + TI_RECORDS_HEAD + i * TI_RECORDS_INDEX + 8);
}

uint16_t tibook_code_at(const struct tibook *b, size_t record, size_t n)
{
    return load_be16(b->data + record + TI_POS_SIZE + 2 * n);
}

/*
 * True if the record's position and all its moves are in the file. Records may
 * overlap, so without a limit to their moves a small file could have billions.
 */
static bool check_record(const struct tibook *b, size_t i, size_t *nmoves,
                         struct tabia_error *err)
{
    const size_t index_end = TI_RECORDS_HEAD + b->n * TI_RECORDS_INDEX;
    const size_t entry = TI_RECORDS_HEAD + i * TI_RECORDS_INDEX;
    size_t at = tibook_record_at(b, i);
    if (at < index_end || at + TI_POS_SIZE + 2 > b->size)
        return error_at_offset(err, TABIA_ERR_CORRUPT,
                               TI_CONTAINER_HEAD_SIZE + entry + 8,
                               "position %zu is outside the file", i + 1);
    at += TI_POS_SIZE;
    size_t n = 1;
    for (; load_be16(b->data + at) & TI_MOVE_MORE; n++) {
        at += 2;
        if (at + 2 > b->size)
            return tibook_fail_at(err, at, "the last move is missing");
        if (n == TABIA_MOVES_MAX)
            return tibook_fail_at(err, at, "more moves than any position has");
    }
    *nmoves += n;
    return true;
}

bool tibook_open(struct tabia_bytes bytes, struct tibook *b,
                 struct tabia_error *err)
{
    if (!ti_container_parse(bytes, &b->file, err))
        return false;
    b->data = b->file.payload.data;
    b->size = b->file.payload.size;
    if (b->size < TI_RECORDS_HEAD)
        return tibook_fail_at(err, b->size, "the book's header is truncated");
    if (memcmp(b->data, "BKW0", 4) != 0 && memcmp(b->data, "BKB0", 4) != 0)
        return tibook_fail_at(err, 0, "not a book: expected BKW0 or BKB0");
    b->color = b->data[2] == 'W' ? TABIA_WHITE : TABIA_BLACK;
    b->n = load_be16(b->data + 4);
    if (TI_RECORDS_HEAD + b->n * TI_RECORDS_INDEX > b->size)
        return error_at_offset(err, TABIA_ERR_CORRUPT,
                               TI_CONTAINER_HEAD_SIZE + 4,
                               "the file is too small for an index of %zu %s",
                               b->n, plural(b->n, "position", "positions"));
    ti_hash_init(&b->hash);
    enum { CLIP = 65535 };
    size_t nmoves = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (i && tibook_key_at(b, i) < tibook_key_at(b, i - 1))
            return error_at_offset(
                err, TABIA_ERR_CORRUPT,
                TI_CONTAINER_HEAD_SIZE + TI_RECORDS_HEAD + i * TI_RECORDS_INDEX,
                "the index is not sorted at position %zu", i + 1);
        if (!check_record(b, i, &nmoves, err))
            return false;
    }
    const size_t stored = load_be16(b->data + 6);
    if (stored == nmoves || (stored == CLIP && nmoves > CLIP))
        return true;
    return error_at_offset(err, TABIA_ERR_CORRUPT, TI_CONTAINER_HEAD_SIZE + 6,
                           "the header states %zu %s, the file has %zu", stored,
                           plural(stored, "move", "moves"), nmoves);
}

size_t tibook_find(const struct tibook *b, uint64_t key)
{
    size_t lo = 0, hi = b->n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (tibook_key_at(b, mid) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* ---- positions and moves --------------------------------------------- */

static bool tibook_read_position(const struct tibook *b, size_t i,
                                 struct tabia_pos *pos, const char **flaw,
                                 struct tabia_error *err)
{
    const size_t at = tibook_record_at(b, i);
    struct ti_pos packed;
    struct tabia_error why = { 0 };
    if (!ti_pos_decode(b->data + at, &packed))
        return tibook_fail_at(err, at, "the position exceeds its 164 bits");
    if (!ti_pos_restore(&packed, pos, &why))
        return error_at_offset(err, TABIA_ERR_CORRUPT,
                               TI_CONTAINER_HEAD_SIZE + at,
                               "not a legal position: %.150s", why.msg);
    if (pos->turn != b->color)
        return tibook_fail_at(err, at,
                              "the other side is to move in this book");
    if (ti_hash_of(&b->hash, packed.board) != tibook_key_at(b, i))
        return tibook_fail_at(err, TI_RECORDS_HEAD + i * TI_RECORDS_INDEX,
                              "the key does not match the position");
    *flaw = ti_pos_flaw(&packed);
    return true;
}

bool tibook_check_position(const struct tibook *b, size_t i,
                           struct tabia_pos *pos, const char **flaw,
                           struct tabia_error *err)
{
    if (!tibook_read_position(b, i, pos, flaw, err))
        return false;
    const size_t at = tibook_record_at(b, i);
    for (size_t n = 0;; n++) {
        const uint16_t code = tibook_code_at(b, at, n);
        if (!ti_move_decode(pos, code))
            return error_at_offset(err, TABIA_ERR_ILLEGAL,
                                   TI_CONTAINER_HEAD_SIZE + at + TI_POS_SIZE +
                                       2 * n,
                                   "illegal move %04x", code & ~TI_MOVE_MORE);
        if (!(code & TI_MOVE_MORE))
            return true;
    }
}
