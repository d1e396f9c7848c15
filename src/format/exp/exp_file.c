/*
 * exp_file.c - the four layouts of experience files
 *
 *     BrainLearn  key 8, depth 4, score 4, move 2, padding 2, performance 4
 *     SugaR 1     key 8, move 4, score 4, depth 4, padding 4
 *     SugaR 2     key 8, move 2, padding 2, score 4, depth 4, count 2,
 *                 padding 2
 *     Revolution  a line of key, move, score, evaluation, depth, count
 *
 * Little-endian. The padding of real files is not 0. Some programs write
 * other records behind SugaR's signature: lengths and plausibility decide.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/exp/exp.h"
#include "base/banned.h"

enum { RECORD_SIZE = 24, RECORDS_ENOUGH = 64 };

static const struct {
    const char *text;
    enum exp_layout layout;
} signatures[] = {
    { "SugaR Experience version 2", EXP_SUGAR2 },
    { "SugaR", EXP_SUGAR1 },
    { "# Revolution experience format v1", EXP_REVOLUTION },
};

/* A record as its layout has it, before anything is believed. */
struct exp_raw {
    uint64_t key;
    int64_t move, score, second, depth, count;
};

uint64_t exp_pack(const struct format_learnt *v)
{
    return (uint64_t)(uint16_t)v->score | (uint64_t)(uint16_t)v->second << 16 |
           (uint64_t)v->depth << 32 | (uint64_t)v->count << 48;
}

static int16_t to_i16(uint16_t value)
{
    return (int16_t)(value < 0x8000 ? value : (int)value - 0x10000);
}

struct format_learnt exp_unpack(uint64_t learn)
{
    return (struct format_learnt){
        .score = to_i16((uint16_t)learn),
        .second = to_i16((uint16_t)(learn >> 16)),
        .depth = (uint16_t)(learn >> 32),
        .count = (uint16_t)(learn >> 48),
    };
}

/* ---- records --------------------------------------------------------- */

static int64_t load_i32(const uint8_t *p)
{
    const uint32_t value = load_le32(p);
    return value < UINT32_C(0x80000000) ? (int64_t)value
                                        : (int64_t)value - INT64_C(0x100000000);
}

static struct exp_raw exp_load_record(enum exp_layout layout, const uint8_t *p)
{
    struct exp_raw raw = { .key = load_le64(p) };
    if (layout == EXP_BRAINLEARN) {
        raw.depth = load_i32(p + 8);
        raw.score = load_i32(p + 12);
        raw.move = load_le16(p + 16);
        raw.second = load_i32(p + 20);
    } else if (layout == EXP_SUGAR1) {
        raw.move = load_le32(p + 8);
        raw.score = load_i32(p + 12);
        raw.depth = load_i32(p + 16);
        raw.count = 1;
    } else {
        raw.move = load_le16(p + 8);
        raw.score = load_i32(p + 12);
        raw.depth = load_i32(p + 16);
        raw.count = load_le16(p + 20);
    }
    return raw;
}

/* What is wrong with a record; NULL: it may be one. */
static const char *find_fault(const struct exp_raw *raw)
{
    if (raw->move < 0 || raw->move > UINT16_MAX ||
        !stockfish_move_is_plausible((uint16_t)raw->move))
        return "an impossible move";
    if (raw->depth < 0 || raw->depth > EXP_DEPTH_MAX)
        return "an impossible depth";
    if (raw->score < -EXP_SCORE_MAX || raw->score > EXP_SCORE_MAX)
        return "an impossible score";
    if (raw->second < -EXP_SCORE_MAX || raw->second > EXP_SCORE_MAX)
        return "an impossible second value";
    if (raw->count < 0 || raw->count > EXP_COUNT_MAX)
        return "an impossible count";
    return NULL;
}

static bool exp_add_raw(struct exp_file *file, const struct exp_raw *raw,
                        uint64_t offset, struct tabia_error *err)
{
    file->nread++;
    if (file->is_asked && raw->key != file->asked)
        return true;
    if (!VEC_RESERVE(file->list, file->room, file->n + 1, UINT32_MAX, err))
        return false;
    const struct format_learnt values = {
        .score = (int16_t)raw->score,
        .second = (int16_t)raw->second,
        .depth = (uint16_t)raw->depth,
        .count = (uint16_t)raw->count,
    };
    file->list[file->n++] = (struct exp_record){
        .key = raw->key,
        .learn = exp_pack(&values),
        .offset = offset,
        .code = (uint16_t)raw->move,
    };
    return true;
}

/* The key of a record; it comes first in every layout. */
static uint64_t record_key(struct tabia_bytes bytes, size_t head, size_t i)
{
    return load_le64(bytes.data + head + i * RECORD_SIZE);
}

/*
 * True if the records are in order as far as is looked at: the first and the
 * last ones, where an engine adds what it learns, and some between. Smaller
 * files are read through, and so checked.
 */
static bool exp_looks_sorted(struct tabia_bytes bytes, size_t head)
{
    enum {
        SMALL = 1 << 20,
        ENDS = FORMAT_DETECT_SIZE / RECORD_SIZE,
        BETWEEN = 64,
    };
    const size_t n = (bytes.size - head) / RECORD_SIZE;
    if (bytes.size < SMALL || (bytes.size - head) % RECORD_SIZE)
        return false;
    const size_t step = (n - 2 * ENDS) / BETWEEN;
    uint64_t last = 0;
    for (size_t i = 0; i < n;) {
        const uint64_t key = record_key(bytes, head, i);
        if (key < last)
            return false;
        last = key;
        if (i < ENDS || i >= n - ENDS)
            i++;
        else
            i = i + step < n - ENDS ? i + step : n - ENDS;
    }
    return true;
}

/* Reduces a file in order to its head and the records of one key. */
static struct tabia_bytes exp_cut_records(struct tabia_bytes bytes, size_t head,
                                          uint64_t key, size_t *first)
{
    const size_t n = (bytes.size - head) / RECORD_SIZE;
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (record_key(bytes, head, mid) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    while (hi < n && record_key(bytes, head, hi) == key)
        hi++;
    *first = head + lo * RECORD_SIZE;
    bytes.size = head + hi * RECORD_SIZE;
    return bytes;
}

static bool read_records(struct exp_file *file, struct tabia_bytes bytes,
                         size_t head, struct read_job *job,
                         struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    size_t at = head;
    if (file->is_asked && exp_looks_sorted(bytes, head))
        bytes = exp_cut_records(bytes, head, file->asked, &at);
    for (; bytes.size - at >= RECORD_SIZE; at += RECORD_SIZE) {
        const struct exp_raw raw =
            exp_load_record(file->layout, bytes.data + at);
        const char *fault = find_fault(&raw);
        why = (struct tabia_error){ 0 };
        if (fault)
            error_at_offset(&why, TABIA_ERR_CORRUPT, at, "record %zu has %s",
                            (at - head) / RECORD_SIZE + 1, fault);
        if (fault ? !format_problem(job, TABIA_SEVERITY_ERROR, &why, err)
                  : !exp_add_raw(file, &raw, at, err))
            return false;
    }
    if (at == bytes.size)
        return true;
    why = (struct tabia_error){ 0 };
    error_at_offset(&why, TABIA_ERR_CORRUPT, at,
                    "the last record is truncated: %zu of 24 bytes",
                    bytes.size - at);
    return format_problem(job, TABIA_SEVERITY_ERROR, &why, err);
}

/* ---- text ------------------------------------------------------------ */

/* Magnitudes end at 'max', whatever the sign. */
static bool read_signed(struct text *t, uint64_t max, int64_t *value)
{
    text_skip_blanks(t);
    const bool is_negative = text_accept(t, '-');
    uint64_t number;
    if (!text_read_number(t, max, &number))
        return false;
    *value = is_negative ? -(int64_t)number : (int64_t)number;
    return true;
}

static bool exp_read_line(struct text *t, struct exp_raw *raw)
{
    *raw = (struct exp_raw){ 0 };
    const char *start = t->p;
    text_skip_blanks(t);
    if (!text_read_number(t, UINT64_MAX, &raw->key) ||
        !read_signed(t, UINT16_MAX, &raw->move) ||
        !read_signed(t, EXP_SCORE_MAX, &raw->score) ||
        !read_signed(t, EXP_SCORE_MAX, &raw->second) ||
        !read_signed(t, EXP_DEPTH_MAX, &raw->depth) ||
        !read_signed(t, EXP_COUNT_MAX, &raw->count))
        return false;
    if (text_skip_blanks(t))
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected the end of the line after six numbers");
    const char *fault = find_fault(raw);
    return !fault || text_fail(t, start, TABIA_ERR_CORRUPT, "%s", fault);
}

static bool exp_read_text(struct exp_file *file, struct tabia_bytes bytes,
                          struct read_job *job, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    struct text t;
    if (!text_init(&t, bytes, job->name, &why))
        return error_pass(err, &why);
    while (text_next_line(&t)) {
        struct exp_raw raw;
        if (!text_skip_blanks(&t) || *t.p == '#')
            continue;
        const uint64_t offset = (uint64_t)(t.line_start - t.src);
        if (exp_read_line(&t, &raw)) {
            if (!exp_add_raw(file, &raw, offset, err))
                return false;
            continue;
        }
        if (!format_problem(job, TABIA_SEVERITY_ERROR, &why, err))
            return false;
        why = (struct tabia_error){ 0 };
    }
    return true;
}

/* ---- whole files ----------------------------------------------------- */

/* The layout that a signature names, and its length; 0: there is none. */
static size_t find_signature(struct tabia_bytes bytes, enum exp_layout *layout)
{
    for (size_t i = 0; i < COUNT_OF(signatures); i++) {
        const size_t len = strlen(signatures[i].text);
        if (bytes.size < len ||
            memcmp(bytes.data, signatures[i].text, len) != 0)
            continue;
        *layout = signatures[i].layout;
        return len;
    }
    *layout = EXP_BRAINLEARN;
    return 0;
}

bool exp_file_read(struct exp_file *file, struct tabia_bytes bytes,
                   const struct tabia_pos *asked, struct read_job *job,
                   struct tabia_error *err)
{
    *file = (struct exp_file){ .is_asked = asked != NULL };
    const size_t head = find_signature(bytes, &file->layout);
    stockfish_keys_init(&file->keys);
    if (asked)
        file->asked = stockfish_key(&file->keys, asked);
    const bool is_read = file->layout == EXP_REVOLUTION
                             ? exp_read_text(file, bytes, job, err)
                             : read_records(file, bytes, head, job, err);
    if (is_read && sort_radix(file->list, file->n, sizeof(*file->list),
                              offsetof(struct exp_record, key), NULL, err))
        return true;
    exp_file_clear(file);
    return false;
}

void exp_file_clear(struct exp_file *file)
{
    free(file->list);
    file->list = NULL;
    file->n = file->room = 0;
}

uint64_t exp_merge(enum exp_layout layout, uint64_t older, uint64_t newer)
{
    const struct format_learnt a = exp_unpack(older), b = exp_unpack(newer);
    struct format_learnt sum = a.depth > b.depth ? a : b;
    const unsigned count = (unsigned)a.count + b.count;
    if (a.depth == b.depth && layout != EXP_BRAINLEARN)
        sum.score = (int16_t)((a.score + b.score) / 2);
    sum.count = (uint16_t)(count < EXP_COUNT_MAX ? count : EXP_COUNT_MAX);
    return exp_pack(&sum);
}

static void exp_add_move(const struct exp_file *file,
                         const struct exp_record *record, tabia_move mv,
                         struct tabia_book_move list[TABIA_MOVES_MAX],
                         size_t *n)
{
    for (size_t i = 0; i < *n; i++) {
        if (list[i].move != mv)
            continue;
        list[i].data.learn =
            exp_merge(file->layout, list[i].data.learn, record->learn);
        return;
    }
    const bool has_location = record->offset <= UINT32_MAX;
    list[*n] = table_entry(mv);
    list[(*n)++].data = (struct tabia_move_data){
        .has = TABIA_HAS_LEARN | (has_location ? TABIA_HAS_LOCATION : 0),
        .learn = record->learn,
        .col = has_location ? (uint32_t)record->offset : 0,
    };
}

size_t exp_list_moves(const struct exp_file *file, struct key_rows rows,
                      const struct tabia_pos *pos,
                      struct tabia_book_move list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (size_t i = rows.first; i < rows.end; i++) {
        const struct exp_record *record = &file->list[i];
        const tabia_move mv = stockfish_move_decode(pos, record->code);
        if (mv)
            exp_add_move(file, record, mv, list, &n);
    }
    return n;
}

/* ---- detection ------------------------------------------------------- */

enum format_match exp_detect(struct tabia_bytes bytes)
{
    const uint64_t start = UINT64_C(0x8F8F01D4562F59FB); // starting position
    enum exp_layout layout;
    const size_t head = find_signature(bytes, &layout);
    if (layout == EXP_REVOLUTION)
        return FORMAT_SURE;
    const bool fits = (bytes.size - head) % RECORD_SIZE == 0;
    if (head && !fits)
        return layout == EXP_SUGAR2 ? FORMAT_LIKELY : FORMAT_MAYBE;
    if (!fits || (!head && bytes.size == 0))
        return FORMAT_NO;
    size_t n = 0;
    bool has_start = false;
    for (size_t at = head; at < bytes.size && n < RECORDS_ENOUGH;
         at += RECORD_SIZE, n++) {
        const struct exp_raw raw = exp_load_record(layout, bytes.data + at);
        if (find_fault(&raw))
            return head ? FORMAT_LIKELY : FORMAT_NO;
        has_start |= raw.key == start;
    }
    if (head || has_start)
        return FORMAT_SURE;
    return n >= 8 ? FORMAT_LIKELY : FORMAT_MAYBE;
}
