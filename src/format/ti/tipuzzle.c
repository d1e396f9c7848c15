/*
 * tipuzzle.c - the compiled puzzles of TI-Chess
 *
 *     0  4  "PUZ1"
 *     4  2  number of puzzles
 *     6 36  for each puzzle: seven offsets of texts (three of description,
 *           four of solution), then the position in 22 bytes
 *           then the texts, each once and with a NUL; the first is empty
 *
 * All numbers are big-endian. Offsets count from the length word before the
 * payload, two bytes earlier than in a book. A text that is missing points to
 * the empty one. Clocks are not stored.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "format/formats.h"
#include "format/ti/ti_container.h"
#include "format/ti/ti_pos.h"
#include "format/ti/tipuzzle.h"
#include "base/banned.h"

enum {
    HEAD_SIZE = 6,
    ENTRY_SIZE = 2 * PUZZLE_LINES + TI_POS_SIZE,
    LENGTH_WORD = 2, // where offsets count from
};

/* ---- reading --------------------------------------------------------- */

bool tipuzzle_is_compiled(struct tabia_bytes bytes)
{
    return ti_container_holds(bytes, "PUZ1");
}

static bool tipuzzle_fail_at(struct tabia_error *err, size_t at,
                             const char *msg)
{
    return error_at_offset(err, TABIA_ERR_CORRUPT, TI_CONTAINER_HEAD_SIZE + at,
                           "%s", msg);
}

/* The text that an offset means; NULL with an error. */
static const char *read_entry_text(struct tabia_bytes payload, size_t pool,
                                   size_t place, struct tabia_error *err)
{
    const size_t at = load_be16(payload.data + place);
    if (at < pool + LENGTH_WORD || at - LENGTH_WORD >= payload.size) {
        tipuzzle_fail_at(err, place, "the text is outside the file");
        return NULL;
    }
    const char *text = (const char *)payload.data + at - LENGTH_WORD;
    const size_t room = payload.size - (at - LENGTH_WORD);
    const char *end = memchr(text, '\0', room);
    if (!end || end - text > PUZZLE_LINE_MAX) {
        tipuzzle_fail_at(err, at - LENGTH_WORD, "the text has no end");
        return NULL;
    }
    if (strpbrk(text, "\r\n")) {
        tipuzzle_fail_at(err, at - LENGTH_WORD, "the text contains a line end");
        return NULL;
    }
    return text;
}

static bool tipuzzle_read_position(struct tabia_bytes payload, size_t at,
                                   struct tabia_pos *pos, const char **flaw,
                                   struct tabia_error *err)
{
    struct ti_pos packed;
    struct tabia_error why = { 0 };
    if (!ti_pos_decode(payload.data + at, &packed))
        return tipuzzle_fail_at(err, at, "the position exceeds its 164 bits");
    *flaw = ti_pos_flaw(&packed);
    return ti_pos_restore(&packed, pos, &why) ||
           error_at_offset(err, TABIA_ERR_CORRUPT, TI_CONTAINER_HEAD_SIZE + at,
                           "not a legal position: %.150s", why.msg);
}

/* The puzzle whose entry is at 'at'; texts are borrowed. */
static bool read_entry(struct tabia_bytes payload, size_t pool, size_t at,
                       struct puzzle *puzzle, const char **flaw,
                       struct tabia_error *err)
{
    *puzzle = (struct puzzle){ .line = 0 };
    for (size_t i = 0; i < PUZZLE_LINES; i++) {
        const char *text = read_entry_text(payload, pool, at + 2 * i, err);
        if (!text)
            return false;
        puzzle_set_line(puzzle, i, text);
    }
    return tipuzzle_read_position(payload, at + 2 * (size_t)PUZZLE_LINES,
                                  &puzzle->pos, flaw, err);
}

static bool read_puzzle(struct tabia_bytes payload, size_t pool, size_t at,
                        struct read_job *job, struct puzzles *set,
                        struct tabia_error *err)
{
    struct tabia_error problem = { 0 };
    struct puzzle puzzle;
    const char *flaw = NULL;
    if (!read_entry(payload, pool, at, &puzzle, &flaw, &problem))
        return format_problem(job, TABIA_SEVERITY_ERROR, &problem, err);
    if (flaw) {
        error_at_offset(&problem, TABIA_ERR_LOSS,
                        TI_CONTAINER_HEAD_SIZE + at + 2 * (size_t)PUZZLE_LINES,
                        "%s", flaw);
        if (!format_problem(job, TABIA_SEVERITY_WARNING, &problem, err))
            return false;
    }
    return puzzles_add(set, &puzzle, err);
}

bool tipuzzle_read(struct tabia_bytes bytes, struct read_job *job,
                   struct puzzles *set, struct tabia_error *err)
{
    struct ti_container file;
    if (!ti_container_parse(bytes, &file, err))
        return false;
    const struct tabia_bytes payload = file.payload;
    if (payload.size < HEAD_SIZE)
        return tipuzzle_fail_at(err, payload.size,
                                "the puzzles' header is truncated");
    if (memcmp(payload.data, "PUZ1", 4) != 0)
        return tipuzzle_fail_at(err, 0, "not puzzles: expected PUZ1");
    const size_t n = load_be16(payload.data + 4);
    const size_t pool = HEAD_SIZE + n * ENTRY_SIZE;
    if (pool > payload.size)
        return error_at_offset(err, TABIA_ERR_CORRUPT,
                               TI_CONTAINER_HEAD_SIZE + 4,
                               "the file is too small for %zu %s", n,
                               plural(n, "puzzle", "puzzles"));
    for (size_t i = 0; i < n; i++)
        if (!read_puzzle(payload, pool, HEAD_SIZE + i * ENTRY_SIZE, job, set,
                         err))
            return false;
    return true;
}

/* ---- one file while it grows ----------------------------------------- */

struct tipuzzle_part {
    struct buf pool;    // the texts
    struct buf entries; // offsets are relative to the pool until the end
    size_t n;
};

static void part_reset(struct tipuzzle_part *part)
{
    buf_reset(&part->pool);
    buf_reset(&part->entries);
    buf_add_char(&part->pool, '\0'); // the empty text
    part->n = 0;
}

/* Where a text is in the pool, or its size when it is not there. */
static size_t pool_find(const struct buf *pool, const char *text)
{
    size_t at = 0;
    while (at < pool->size && strcmp(pool->data + at, text) != 0)
        at += strlen(pool->data + at) + 1;
    return at;
}

/* The bytes that a puzzle would add to the pool; a text may be there twice. */
static size_t new_bytes(const struct buf *pool, const struct puzzle *puzzle)
{
    size_t size = 0;
    for (size_t i = 0; i < PUZZLE_LINES; i++) {
        const char *text = puzzle_line(puzzle, i);
        bool is_new = pool_find(pool, text) == pool->size;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = strcmp(puzzle_line(puzzle, k), text) != 0;
        size += is_new ? strlen(text) + 1 : 0;
    }
    return size;
}

static bool part_add(struct tipuzzle_part *part, const struct puzzle *puzzle,
                     struct tabia_error *err)
{
    uint8_t entry[ENTRY_SIZE];
    if (!ti_pos_encode(&puzzle->pos, entry + 2 * PUZZLE_LINES)) {
        const unsigned nbits = ti_pos_bits(puzzle->pos.board);
        static const char msg[] =
            "this position needs %u bits, the limit of TI-Chess is %d";
        return puzzle->line
                   ? error_at_location(err, TABIA_ERR_LIMIT, puzzle->line, 1, 0,
                                       msg, nbits, TI_POS_BITS)
                   : error_set(err, TABIA_ERR_LIMIT, msg, nbits, TI_POS_BITS);
    }
    for (size_t i = 0; i < PUZZLE_LINES; i++) {
        const char *text = puzzle_line(puzzle, i);
        const size_t at = pool_find(&part->pool, text);
        if (at == part->pool.size)
            buf_add(&part->pool, text, strlen(text) + 1);
        put_be16(entry + 2 * i, (uint16_t)at);
    }
    buf_add(&part->entries, entry, sizeof(entry));
    part->n++;
    return !part->pool.failed && !part->entries.failed ? true
                                                       : error_nomem(err);
}

static bool part_encode(const struct tipuzzle_part *part, struct buf *out,
                        struct tabia_error *err)
{
    uint8_t head[HEAD_SIZE] = "PUZ1";
    const size_t base = LENGTH_WORD + HEAD_SIZE + part->n * ENTRY_SIZE;
    put_be16(head + 4, (uint16_t)part->n);
    buf_reset(out);
    buf_add(out, head, sizeof(head));
    for (size_t i = 0; i < part->n; i++) {
        uint8_t entry[ENTRY_SIZE];
        memcpy(entry, part->entries.data + i * ENTRY_SIZE, ENTRY_SIZE);
        for (size_t k = 0; k < PUZZLE_LINES; k++)
            put_be16(entry + 2 * k,
                     (uint16_t)(load_be16(entry + 2 * k) + base));
        buf_add(out, entry, sizeof(entry));
    }
    buf_add(out, part->pool.data, part->pool.size);
    return !out->failed || buf_error(out, err);
}

/* ---- all files ------------------------------------------------------- */

struct tipuzzle_compiler {
    const struct ti_options *options;
    struct ti_files *files;
    struct tipuzzle_part part;
    struct buf payload;
    int number;
};

static bool tipuzzle_flush(struct tipuzzle_compiler *compiler,
                           struct tabia_error *err)
{
    if (!part_encode(&compiler->part, &compiler->payload, err))
        return false;
    const struct ti_files_payload part = {
        .payload = buf_bytes(&compiler->payload),
        .positions = (uint32_t)compiler->part.n,
    };
    part_reset(&compiler->part);
    return ti_files_add(compiler->files, compiler->options, "ticpuz", &part,
                        &compiler->number, err);
}

/* The original's measure: two bytes more than the payload will have. */
static bool tipuzzle_has_room(const struct tipuzzle_compiler *compiler,
                              const struct puzzle *puzzle)
{
    const size_t used = HEAD_SIZE + LENGTH_WORD +
                        (compiler->part.n + 1) * ENTRY_SIZE +
                        compiler->part.pool.size;
    return used + new_bytes(&compiler->part.pool, puzzle) <=
           ti_files_limit(compiler->options);
}

static bool compile_all(struct tipuzzle_compiler *compiler,
                        const struct puzzles *set, struct tabia_error *err)
{
    part_reset(&compiler->part);
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        if (compiler->part.n && !tipuzzle_has_room(compiler, puzzle) &&
            !tipuzzle_flush(compiler, err))
            return false;
        if (!tipuzzle_has_room(compiler, puzzle))
            return error_set(err, TABIA_ERR_LIMIT,
                             "a puzzle does not fit into a file of this size");
        if (!part_add(&compiler->part, puzzle, err))
            return false;
    }
    return compiler->part.n == 0 || tipuzzle_flush(compiler, err);
}

bool tipuzzle_compile(const struct puzzles *set,
                      const struct ti_options *options, struct ti_files *files,
                      struct tabia_error *err)
{
    static const struct ti_options defaults;
    struct tipuzzle_compiler compiler = {
        .options = options ? options : &defaults,
        .files = files,
        .part = { .pool = { .limit = TI_SIZE_MAX },
                  .entries = { .limit = TI_SIZE_MAX } },
        .payload = { .limit = TI_SIZE_MAX },
    };
    files->n = 0;
    const bool ok = ti_files_check(compiler.options, err) &&
                    compile_all(&compiler, set, err);
    buf_clear(&compiler.part.pool);
    buf_clear(&compiler.part.entries);
    buf_clear(&compiler.payload);
    if (!ok)
        ti_files_clear(files);
    return ok;
}

/* ---- one file -------------------------------------------------------- */

static bool write_one(const struct puzzles *set,
                      const struct ti_options *options, struct sink *dst,
                      struct tabia_report *report, struct tabia_error *err)
{
    struct ti_files files;
    uint64_t nclocks = 0;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct tabia_pos *pos = &puzzles_at(set, i)->pos;
        nclocks += pos->halfmove != 0 || pos->fullmove != 1;
    }
    report_add(report, nclocks, "pair of clocks dropped",
               "pairs of clocks dropped");
    if (!tipuzzle_compile(set, options, &files, err))
        return false;
    bool ok = files.n == 1;
    if (ok)
        ok = sink_write(dst, files.list[0].data, files.list[0].size);
    else if (files.n == 0)
        error_set(err, TABIA_ERR_LIMIT, "there are no puzzles to write");
    else
        ok = error_set(err, TABIA_ERR_LIMIT, "the puzzles need %zu files",
                       files.n) ||
             error_hint(err, TABIA_HINT_SEVERAL_FILES);
    ti_files_clear(&files);
    return ok;
}

bool tipuzzle_write_ti89(const struct puzzles *set, struct sink *dst,
                         struct tabia_report *report, struct tabia_error *err)
{
    const struct ti_options options = { .no_ti92p = true };
    return write_one(set, &options, dst, report, err);
}

bool tipuzzle_write_ti92p(const struct puzzles *set, struct sink *dst,
                          struct tabia_report *report, struct tabia_error *err)
{
    const struct ti_options options = { .no_ti89 = true };
    return write_one(set, &options, dst, report, err);
}

/* ---- the table ------------------------------------------------------- */

static enum format_match tipuzzle_detect(struct tabia_bytes bytes)
{
    return tipuzzle_is_compiled(bytes) ? FORMAT_SURE : FORMAT_NO;
}

/* In the list for the user's sake; see format_puzzles. */
const struct tabia_format format_tipuzzle = {
    .info = {
        .name = "tipuzzle",
        .title = "TI-Chess compiled puzzles: convert, info, check",
        .suffixes = (const char *const[]){ ".89y", ".9xy", NULL },
        .is_puzzles = true,
    },
    .detect = tipuzzle_detect,
};
