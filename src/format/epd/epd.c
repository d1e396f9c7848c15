/*
 * epd.c - positions with operations, one on a line
 *
 *     r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -
 *         bm Nf6 Bc5; id "Italian Game";                 (one line in a file)
 *
 * Part of Steven Edwards's PGN standard of 1994, and what engine testers call
 * a book: their files are lists of positions, as four fields or as whole FENs.
 *
 *     record    = fields [ clock number ] { operation }
 *     operation = name { operand } ";"       the last ";" may be missing
 *
 * Every record is a root of the book; 'bm' and 'am' are its moves. What the
 * model has no place for stays in the comment: see epd.h. Lines that start
 * with '#' are no part of the standard; they become the book's comment.
 */
#include "format/epd/epd.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/text.h"
#include "base/vec.h"
#include "book/builder_def.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

/* ---- detection ------------------------------------------------------- */

/* One bad line in five is a damaged file; more are something else. */
static enum format_match epd_detect(struct tabia_bytes bytes)
{
    size_t ngood = 0, nbad = 0;
    struct text t;
    if (!text_init(&t, format_first_lines(bytes), NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t)) {
        if (!text_skip_blanks(&t) || *t.p == '#')
            continue;
        if (epd_looks_like_record(t.p, t.end))
            ngood++;
        else
            nbad++;
    }
    return ngood && nbad * 4 <= ngood ? FORMAT_LIKELY : FORMAT_NO;
}

/* ---- flaws ----------------------------------------------------------- */

/* The first of several flaws of one kind, and how many there are. */
struct epd_flaws {
    struct tabia_error first;
    uint64_t count;
};

static const char *const flaw_words[EPD_FLAW_KINDS] = {
    "positions with impossible parts, which are dropped; this is the first",
    "en passant squares where no capture is possible; this is the first",
};

struct epd_reader {
    struct text text;
    struct tabia_builder *out;
    struct read_job *job;
    struct tabia_error *err;
    struct epd_record record;
    struct buf header;
    struct epd_flaws flaws[EPD_FLAW_KINDS];
    struct hashmap map; // with 'normalise': the positions so far
    struct tabia_builder_cursor *roots;
    size_t nroots, room;
};

static struct tabia_error problem_at(struct epd_reader *r, const char *at,
                                     const char *what)
{
    struct tabia_error problem = { 0 }, *err = r->text.err;
    r->text.err = &problem;
    text_fail(&r->text, at, TABIA_ERR_ILLEGAL, "%s", what);
    r->text.err = err;
    return problem;
}

/* An operation that the book will not have. */
static void on_lost_operation(void *ctx, const char *at, const char *what)
{
    struct epd_reader *r = ctx;
    struct tabia_error problem = problem_at(r, at, what);
    problem.status = TABIA_ERR_LOSS;
    format_problem(r->job, TABIA_SEVERITY_WARNING, &problem, NULL);
}

/* An en passant square is part of a position only if a capture is legal. */
static void report_flaw(struct epd_reader *r, enum epd_flaw kind,
                        const struct tabia_error *flaw, uint64_t count)
{
    struct tabia_error problem = { 0 };
    error_at_location(&problem,
                      kind == EPD_FLAW_EN_PASSANT ? TABIA_ERR_ILLEGAL
                                                  : TABIA_ERR_LOSS,
                      flaw->line, flaw->col, flaw->offset, "%s",
                      count > 1 ? flaw_words[kind] : flaw->msg);
    if (count > 1)
        format_warn_count(r->job, count, &problem, NULL);
    else
        format_problem(r->job, TABIA_SEVERITY_WARNING, &problem, NULL);
}

/*
 * Lists made by programs have the same flaw in every second line. So each is
 * reported only where sources are kept, to say where it stands; else as a
 * count.
 */
static void on_record_flaw(void *ctx, enum epd_flaw kind, const char *at,
                           const char *what)
{
    struct epd_reader *r = ctx;
    const struct tabia_error flaw = problem_at(r, at, what);
    if (r->job->user->keep_location)
        report_flaw(r, kind, &flaw, 1);
    else if (!r->flaws[kind].count++)
        r->flaws[kind].first = flaw;
}

/* ---- into the book --------------------------------------------------- */

static bool set_node(struct epd_reader *r, uint32_t node)
{
    struct epd_record *rec = &r->record;
    struct tabia_node_data data = { 0 };
    if (rec->kept.size) {
        buf_addf(&rec->comment, "%s%s", rec->comment.size ? " " : "",
                 EPD_COMMAND);
        buf_add(&rec->comment, rec->kept.data, rec->kept.size);
        buf_add_char(&rec->comment, EPD_COMMAND_END);
    }
    const struct buf *const texts[] = { &rec->name, &rec->eco, &rec->comment,
                                        &rec->kept };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (texts[i]->failed)
            return buf_error(texts[i], r->err);
    if (rec->name.size) {
        data.has |= TABIA_HAS_NAME;
        data.name = buf_text(&rec->name);
    }
    if (rec->eco.size) {
        data.has |= TABIA_HAS_ECO;
        data.eco = buf_text(&rec->eco);
    }
    if (rec->comment.size) {
        data.has |= TABIA_HAS_POSITION_COMMENT;
        data.comment = buf_text(&rec->comment);
    }
    if (rec->has_ce) {
        data.has |= TABIA_HAS_EVAL;
        const int64_t view = rec->pos.turn == TABIA_WHITE ? 1 : -1;
        const int64_t size = rec->ce < 0 ? -rec->ce : rec->ce;
        data.eval.depth = (uint32_t)rec->acd;
        data.eval.kind = size > EPD_MATE_MIN ? TABIA_EVAL_MATE : TABIA_EVAL_CP;
        data.eval.value = (int32_t)(rec->ce * view);
        if (size > EPD_MATE_MIN) {
            int64_t moves = (EPD_MATE - size + 1) / 2;
            if (rec->ce > 0 && !moves)
                moves = 1; // the side to move cannot have mated
            data.eval.value =
                (int32_t)(rec->ce < 0 ? -moves * view : moves * view);
        }
    }
    return tabia_builder_set_node(r->out, node, &data, r->err);
}

static bool is_same_root(const void *ctx, uint32_t id)
{
    const struct epd_reader *r = ctx;
    return tabia_pos_is_same(&r->roots[id].pos, &r->record.pos);
}

/* A second record of a position only adds the moves that are new. */
static bool epd_add_record(struct epd_reader *r)
{
    struct epd_record *rec = &r->record;
    struct tabia_builder_cursor c;
    uint32_t id = HASHMAP_NONE;
    if (rec->normalise)
        id = hashmap_find(&r->map, rec->pos.key, is_same_root, r);
    if (id != HASHMAP_NONE)
        c = r->roots[id];
    else if (!tabia_builder_start(r->out, &rec->pos, &c, r->err) ||
             !set_node(r, c.node))
        return false;
    if (rec->normalise && id == HASHMAP_NONE) {
        if (!VEC_RESERVE(r->roots, r->room, r->nroots + 1, HASHMAP_NONE,
                         r->err))
            return false;
        r->roots[r->nroots] = c;
        if (!hashmap_insert(&r->map, c.pos.key, (uint32_t)r->nroots++, r->err))
            return false;
    }
    for (size_t i = 0; i < rec->nmoves; i++) {
        const struct epd_move *move = &rec->moves[i];
        if (rec->normalise &&
            builder_child(r->out, &c, move->move) != TABIA_NUMBER_NONE)
            continue;
        struct tabia_builder_cursor after = c;
        struct tabia_move_data data = {
            .mark = move->mark,
            .line = r->text.line,
            .col = (uint32_t)(move->at - r->text.line_start) + 1,
        };
        if (move->mark != TABIA_MARK_NONE)
            data.has |= TABIA_HAS_MARK;
        if (r->job->user->keep_location)
            data.has |= TABIA_HAS_LOCATION;
        if (!tabia_builder_play(r->out, &after, move->move, r->err) ||
            !tabia_builder_set_move(r->out, after.edge, &data, r->err))
            return false;
    }
    return true;
}

/* A record that goes wrong is skipped as a whole. */
static bool epd_read_lines(struct epd_reader *r)
{
    struct text *t = &r->text;
    while (text_next_line(t)) {
        struct tabia_error problem = { 0 };
        if (!text_skip_blanks(t))
            continue;
        if (*t->p == '#') {
            const char *end = t->end;
            while (end > t->p + 1 && (text_is_blank(end[-1]) || !end[-1]))
                end--;
            foreign_text_add_line(&r->header, t->p + 1, end);
            continue;
        }
        t->err = &problem;
        const bool is_good = epd_record_read(&r->record, t);
        t->err = NULL;
        if (is_good ? !epd_add_record(r)
                    : !format_problem(r->job, TABIA_SEVERITY_ERROR, &problem,
                                      r->err))
            return false;
    }
    for (int i = 0; i < EPD_FLAW_KINDS; i++)
        if (r->flaws[i].count)
            report_flaw(r, (enum epd_flaw)i, &r->flaws[i].first,
                        r->flaws[i].count);
    if (r->header.failed)
        return buf_error(&r->header, r->err);
    return !r->header.size ||
           tabia_builder_add_text(r->out, "comment", r->header.data,
                                  r->header.size, r->err);
}

static bool epd_read(struct tabia_bytes bytes, struct read_job *job,
                     struct tabia_builder *out, struct tabia_error *err)
{
    const size_t limit = SIZE_MAX / 4;
    struct epd_reader *r = calloc(1, sizeof(*r));
    if (!r)
        return error_nomem(err);
    r->out = out;
    r->job = job;
    r->err = err;
    r->map.limit = HASHMAP_NONE - 1;
    r->header.limit = limit;
    r->record.name.limit = r->record.eco.limit = limit;
    r->record.comment.limit = r->record.kept.limit = limit;
    r->record.on_flaw = on_record_flaw;
    r->record.on_warning = on_lost_operation;
    r->record.ctx = r;
    struct epd_settings settings = { 0 };
    format_settings_get(epd_settings_table, job->user, &settings);
    r->record.normalise = settings.normalises;
    const bool is_read =
        text_init(&r->text, bytes, job->name, err) && epd_read_lines(r);
    epd_record_clear(&r->record);
    buf_clear(&r->header);
    hashmap_clear(&r->map);
    free(r->roots);
    free(r);
    return is_read;
}

static const char *const suffixes[] = { ".epd", ".fen", NULL };

static const char *const text_keys[] = { "comment", NULL };

const struct setting_row epd_settings_table[] = {
    SETTING_FLAG(struct epd_settings, normalises, "normalise",
                 TABIA_WHEN_READING | TABIA_WHEN_WRITING,
                 "drop impossible castling rights and en passant squares, and "
                 "duplicate positions"),
    SETTING_FLAG(struct epd_settings, only_ends, "ends", TABIA_WHEN_WRITING,
                 "only positions at the ends of lines"),
    SETTING_FLAG(struct epd_settings, has_whole_fens, "fen", TABIA_WHEN_WRITING,
                 "whole FENs with both clocks"),
    SETTING_FLAG(struct epd_settings, is_shredder, "shredder",
                 TABIA_WHEN_WRITING, "castling rights as files of rooks"),
    SETTING_END,
};

const struct tabia_format format_epd = {
    .info = {
        .name = "epd",
        .title = "EPD: positions with operations, FEN lists",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_MARK | TABIA_HAS_NAME | TABIA_HAS_ECO |
                 TABIA_HAS_POSITION_COMMENT | TABIA_HAS_EVAL,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_EVAL] = { EPD_MATE_MIN, NULL },
    },
    .settings = epd_settings_table,
    .detect = epd_detect,
    .read = epd_read,
    .write = epd_write,
};
