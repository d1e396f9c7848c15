/*
 * tibook_read.c - from a compiled TI-Chess book to a book
 *
 * Every record becomes a root with its moves. A file has one side's moves
 * only, so nothing leads from one record to the next; with the option "link"
 * the other side's moves that do are found by trying all legal ones. They are
 * marked passive, since the file does not have them: the lines become whole,
 * and nobody plays them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "format/ti/tibook.h"
#include "base/banned.h"

struct record {
    struct tabia_pos pos;
    uint32_t node; // TABIA_NONE: not in the book yet
    bool is_good;
};

struct reader {
    struct tibook b;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct record *records;
    size_t *queue; // records in the book whose moves are not
    size_t first, last;
    bool links;
};

/* ---- records --------------------------------------------------------- */

static bool read_record(struct reader *r, size_t i)
{
    struct tabia_error problem = { 0 };
    struct record *record = &r->records[i];
    const char *flaw = NULL;
    record->node = TABIA_NONE;
    record->is_good = tibook_position(&r->b, i, &record->pos, &flaw, &problem);
    if (!record->is_good)
        return format_problem(r->options, TABIA_PROBLEM_ERROR, &problem,
                              r->err);
    if (!flaw)
        return true;
    error_offset(&problem, TABIA_LOSS,
                 TICONTAINER_HEAD + tibook_record(&r->b, i), "%s", flaw);
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &problem, r->err);
}

static void put_in_queue(struct reader *r, size_t i, uint32_t node)
{
    r->records[i].node = node;
    r->queue[r->last++] = i;
}

/* The record of exactly this position, or their number. */
static size_t find_record(const struct reader *r, const struct tabia_pos *pos)
{
    const struct tibook *b = &r->b;
    const uint64_t key = tihash_of(&b->hash, pos->board);
    uint8_t packed[TIHUFF_SIZE], own[TIHUFF_SIZE];
    if (!tihuff_encode(pos, packed))
        return b->n;
    for (size_t i = tibook_find(b, key); i < b->n && tibook_key(b, i) == key;
         i++)
        if (r->records[i].is_good && tihuff_encode(&r->records[i].pos, own) &&
            memcmp(own, packed, TIHUFF_SIZE) == 0)
            return i;
    return b->n;
}

/* ---- moves ----------------------------------------------------------- */

/* Adds an answer that leads to record 'i'. */
static bool add_answer(struct reader *r, struct tabia_cursor c, tabia_move mv,
                       size_t i)
{
    const struct tabia_move_data passive = {
        .has = TABIA_HAS_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    const uint32_t node = r->records[i].node;
    if (node != TABIA_NONE) {
        if (!tabia_builder_link(r->out, &c, mv, node, r->err))
            return false;
    } else {
        if (!tabia_builder_play(r->out, &c, mv, r->err))
            return false;
        put_in_queue(r, i, c.node);
    }
    return tabia_builder_set_move(r->out, c.edge, &passive, r->err);
}

static bool add_answers(struct reader *r, const struct tabia_cursor *c)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(&c->pos, list);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = c->pos;
        tabia_pos_play(&next, list[i]);
        const size_t found = find_record(r, &next);
        if (found < r->b.n && !add_answer(r, *c, list[i], found))
            return false;
    }
    return true;
}

static bool add_move(struct reader *r, const struct record *record,
                     uint16_t code, size_t at)
{
    const struct tabia_move_data source = {
        .has = TABIA_HAS_SOURCE,
        .col = (uint32_t)(TICONTAINER_HEAD + at),
    };
    struct tabia_cursor c = { record->pos, record->node, TABIA_NONE };
    const tabia_move mv = timove_decode(&record->pos, code);
    if (!tabia_builder_play(r->out, &c, mv, r->err))
        return false;
    if (r->options->keep_source &&
        !tabia_builder_set_move(r->out, c.edge, &source, r->err))
        return false;
    return !r->links || add_answers(r, &c);
}

static bool add_moves(struct reader *r, size_t i)
{
    const size_t at = tibook_record(&r->b, i);
    uint16_t code;
    size_t n = 0;
    do {
        code = tibook_code(&r->b, at, n);
        if (!add_move(r, &r->records[i], code, at + TIHUFF_SIZE + 2 * n))
            return false;
        n++;
    } while (code & TIMOVE_MORE);
    return true;
}

/* Adds what the records in the queue lead to. */
static bool add_queue(struct reader *r)
{
    while (r->first < r->last)
        if (!add_moves(r, r->queue[r->first++]))
            return false;
    return true;
}

/* Adds a record as a root, and all that it leads to. */
static bool add_from(struct reader *r, size_t i)
{
    struct tabia_cursor c;
    if (!r->records[i].is_good || r->records[i].node != TABIA_NONE)
        return true;
    if (!tabia_builder_start(r->out, &r->records[i].pos, &c, r->err))
        return false;
    put_in_queue(r, i, c.node);
    return add_queue(r);
}

/* Is there a move from here to a record? */
static bool has_answers(const struct reader *r, const struct tabia_pos *pos)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = *pos;
        tabia_pos_play(&next, list[i]);
        if (find_record(r, &next) < r->b.n)
            return true;
    }
    return false;
}

/*
 * Adds what the initial position leads to. A book for Black has answers to
 * first moves, not the position before them.
 */
static bool add_from_initial(struct reader *r)
{
    struct tabia_pos start;
    struct tabia_cursor c;
    tabia_pos_start(&start);
    const size_t i = find_record(r, &start);
    if (i < r->b.n)
        return add_from(r, i);
    if (!has_answers(r, &start))
        return true;
    return tabia_builder_start(r->out, &start, &c, r->err) &&
           add_answers(r, &c) && add_queue(r);
}

/* ---- the book -------------------------------------------------------- */

static bool add_text(struct reader *r, const char *key, const char *value)
{
    return tabia_builder_add_text(r->out, key, value, strlen(value), r->err);
}

static bool add_texts(struct reader *r)
{
    const struct ticontainer *file = &r->b.file;
    const bool is_ti89 = file->device == TICONTAINER_TI89;
    return add_text(r, "side", r->b.side == TABIA_WHITE ? "white" : "black") &&
           add_text(r, "ti-device", is_ti89 ? "ti89" : "ti92p") &&
           add_text(r, "ti-folder", file->folder) &&
           add_text(r, "ti-name", file->name);
}

/* What the initial position leads to comes first when lines are joined. */
static bool read_records(struct reader *r)
{
    for (size_t i = 0; i < r->b.n; i++)
        if (!read_record(r, i))
            return false;
    if (r->links && !add_from_initial(r))
        return false;
    for (size_t i = 0; i < r->b.n; i++)
        if (!add_from(r, i))
            return false;
    return true;
}

bool tibook_read(struct tabia_bytes src,
                 const struct tabia_read_options *options,
                 struct tabia_builder *out, struct tabia_error *err)
{
    struct reader r = { .options = options, .out = out, .err = err };
    struct tibook_settings settings = { 0 };
    format_settings_get(tibook_rows, options, &settings);
    r.links = settings.link;
    if (!tibook_open(src, &r.b, err) || !add_texts(&r))
        return false;
    r.records = calloc(r.b.n + 1, sizeof(*r.records));
    r.queue = calloc(r.b.n + 1, sizeof(*r.queue));
    const bool is_read =
        r.records && r.queue ? read_records(&r) : error_nomem(err);
    free(r.records);
    free(r.queue);
    return is_read;
}
