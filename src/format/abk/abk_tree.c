/*
 * abk_tree.c - the records of an Arena book, and the walk over them
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/move_code.h"
#include "format/abk/abk.h"
#include "format/format_io.h"
#include "base/banned.h"

/* ---- problems -------------------------------------------------------- */

bool abk_fail(struct abk_reader *r, enum tabia_status status, uint64_t offset,
              const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on = format_problem_at_v(r->job, TABIA_SEVERITY_ERROR,
                                             status, offset, r->err, fmt, ap);
    va_end(ap);
    return goes_on;
}

/* ---- the header ------------------------------------------------------ */

static bool has_magic(struct tabia_bytes bytes, const char *magic)
{
    return bytes.size >= 4 && memcmp(bytes.data, magic, 4) == 0;
}

static bool has_layout(struct tabia_bytes bytes)
{
    return bytes.size >= ABK_HEADER_SIZE &&
           load_le32(bytes.data + ABK_START_AT) == ABK_HEADER_SIZE &&
           load_le32(bytes.data + ABK_RECORD_SIZE_AT) == ABK_RECORD_SIZE;
}

enum format_match abk_detect(struct tabia_bytes bytes)
{
    if (!has_magic(bytes, "\3ABK") && !has_magic(bytes, "\3AB2"))
        return FORMAT_NO;
    return has_layout(bytes) ? FORMAT_SURE : FORMAT_LIKELY;
}

/* ---- records --------------------------------------------------------- */

enum {
    GAMES_AT = 4,
    WON_AT = 8,
    LOST_AT = 12,
    FLAGS_AT = 16, // AB2: captured piece, 0, 0, deleted; ABK: deleted, 0, 0, 0
    CHILD_AT = 20,
    NEXT_AT = 24,
};

struct abk_record abk_record_decode(const struct abk_file *f, uint32_t number)
{
    const uint8_t *p = f->bytes.data + abk_offset(number);
    return (struct abk_record){
        .from = p[0],
        .to = p[1],
        .promotion = (int8_t)p[2],
        .priority = p[3],
        .games = load_le32(p + GAMES_AT),
        .won = load_le32(p + WON_AT),
        .lost = load_le32(p + LOST_AT),
        .captured = f->is_new ? (int8_t)p[FLAGS_AT] : 0,
        .is_deleted = f->is_new ? p[FLAGS_AT + 3] == 1 : p[FLAGS_AT] == 1,
        .child = (int32_t)load_le32(p + CHILD_AT),
        .next = (int32_t)load_le32(p + NEXT_AT),
    };
}

void abk_record_encode(const struct abk_record *rec, bool is_new,
                       uint8_t bytes[ABK_RECORD_SIZE])
{
    memset(bytes, 0, ABK_RECORD_SIZE);
    bytes[0] = rec->from;
    bytes[1] = rec->to;
    bytes[2] = (uint8_t)rec->promotion;
    bytes[3] = rec->priority;
    put_le32(bytes + GAMES_AT, rec->games);
    put_le32(bytes + WON_AT, rec->won);
    put_le32(bytes + LOST_AT, rec->lost);
    if (is_new)
        bytes[FLAGS_AT] = (uint8_t)rec->captured;
    bytes[is_new ? FLAGS_AT + 3 : FLAGS_AT] |= rec->is_deleted;
    put_le32(bytes + CHILD_AT, (uint32_t)rec->child);
    put_le32(bytes + NEXT_AT, (uint32_t)rec->next);
}

struct tabia_move_data abk_record_data(const struct abk_file *f,
                                       const struct abk_record *rec,
                                       const struct tabia_pos *pos,
                                       bool is_mover_view)
{
    const uint64_t decided = (uint64_t)rec->won + rec->lost;
    const uint32_t rest =
        rec->games > decided ? (uint32_t)(rec->games - decided) : 0;
    const bool is_swapped = is_mover_view && pos->turn == TABIA_BLACK;
    struct tabia_move_data data = {
        .has = TABIA_HAS_WEIGHT,
        .weight = rec->priority,
        .white = is_swapped ? rec->lost : rec->won,
        .black = is_swapped ? rec->won : rec->lost,
        .draws = f->has_results ? rest : 0,
        .unknown_results = f->has_results ? 0 : rest,
    };
    if (rec->games || decided)
        data.has |= TABIA_HAS_RESULTS;
    return data;
}

/* ---- the file ------------------------------------------------------- */

bool abk_has_results(const struct abk_file *f)
{
    const uint8_t *p = f->bytes.data + ABK_HEADER_SIZE;
    const uint8_t *end = f->bytes.data + abk_offset(f->nrecords);
    while (p < end && !load_le32(p + WON_AT) && !load_le32(p + LOST_AT))
        p += ABK_RECORD_SIZE;
    return p < end;
}

bool abk_file_parse(struct abk_reader *r, struct tabia_bytes bytes)
{
    struct abk_file *f = &r->file;
    *f = (struct abk_file){ .bytes = bytes };
    f->is_new = has_magic(bytes, "\3AB2");
    if (!f->is_new && !has_magic(bytes, "\3ABK"))
        return error_at_offset(
            r->err, TABIA_ERR_CORRUPT, 0,
            "not an Arena book: expected byte 03, then ABK or AB2");
    if (bytes.size < ABK_HEADER_SIZE)
        return error_at_offset(r->err, TABIA_ERR_CORRUPT, bytes.size,
                               "the header is truncated: %zu of %d bytes",
                               bytes.size, ABK_HEADER_SIZE);
    if (!has_layout(bytes))
        return error_at_offset(
            r->err, TABIA_ERR_CORRUPT, ABK_START_AT,
            "records of %u bytes from offset %u are not supported",
            load_le32(bytes.data + ABK_RECORD_SIZE_AT),
            load_le32(bytes.data + ABK_START_AT));
    const size_t rest = bytes.size % ABK_RECORD_SIZE;
    if (bytes.size / ABK_RECORD_SIZE > INT32_MAX)
        return error_set(r->err, TABIA_ERR_LIMIT,
                         "the file has too many records");
    f->nrecords = (uint32_t)(bytes.size / ABK_RECORD_SIZE);
    f->share = (struct share){
        .rule = SHARE_ARENA,
        .priority = load_le32(bytes.data + ABK_PRIORITY_AT),
        .games = load_le32(bytes.data + ABK_GAMES_AT),
        .score = load_le32(bytes.data + ABK_SCORE_AT),
    };
    return !rest || abk_fail(r, TABIA_ERR_CORRUPT, bytes.size - rest,
                             "the last record is truncated: %zu of %d bytes",
                             rest, ABK_RECORD_SIZE);
}

/* ---- moves ----------------------------------------------------------- */

/* Pieces by their codes; there is no 5. */
static const uint8_t pieces[] = {
    TABIA_PIECE_NONE, TABIA_ROOK,       TABIA_KNIGHT, TABIA_BISHOP,
    TABIA_QUEEN,      TABIA_PIECE_NONE, TABIA_PAWN,
};

static int8_t piece_code(enum tabia_piece_type type)
{
    for (size_t i = 1; i < COUNT_OF(pieces); i++)
        if (type && pieces[i] == type)
            return (int8_t)i;
    return 0;
}

/* The sign of a promotion is not looked at: programs differ in it. */
tabia_move abk_move_decode(const struct tabia_pos *pos,
                           const struct abk_record *rec)
{
    const int code = abs(rec->promotion);
    if (rec->from > 63 || rec->to > 63 || code > 4)
        return TABIA_MOVE_NONE;
    return move_find(pos, rec->from, rec->to, pieces[code]);
}

void abk_move_encode(const struct tabia_pos *pos, tabia_move mv,
                     struct abk_record *rec)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    const int8_t sign = pos->turn == TABIA_WHITE ? 1 : -1;
    enum tabia_piece_type victim = tabia_piece_type_of(pos->board[to]);
    rec->from = from;
    rec->to = move_target(pos, mv);
    rec->promotion = (int8_t)(-sign * piece_code(tabia_move_promotion(mv)));
    if (tabia_pos_is_castling(pos, mv)) {
        victim = TABIA_PIECE_NONE;
    } else if (tabia_piece_type_of(pos->board[from]) == TABIA_PAWN &&
               (from & 7) != (to & 7)) {
        victim = victim ? victim : TABIA_PAWN; // en passant
    }
    rec->captured = (int8_t)(sign * piece_code(victim));
}

/* ---- the walk -------------------------------------------------------- */

/* A list of siblings that is still to be followed. */
struct abk_todo {
    struct tabia_packed pos;
    uint32_t node;
    uint32_t parent; // the record that leads to the list; 0: none
    int32_t first;
};

struct abk_tree_walk {
    struct abk_reader *r;
    abk_move_fn *each;
    void *ctx;
    uint8_t *is_met; // a bit per record
    uint32_t nreached, ndeleted;
    struct abk_todo *list; // a stack
    size_t n, room;
};

static bool push_siblings(struct abk_tree_walk *w,
                          const struct tabia_builder_cursor *c, uint32_t parent,
                          int32_t first)
{
    if (first == 0 || first == -1)
        return true;
    if (!FORMAT_RESERVE(w->r->job, w->list, w->room, w->n + 1, w->r->err))
        return false;
    w->list[w->n] =
        (struct abk_todo){ .node = c->node, .parent = parent, .first = first };
    tabia_pos_pack(&c->pos, &w->list[w->n++].pos);
    return true;
}

/*
 * Follows a list of siblings. A pointer that cannot be followed ends the list;
 * false ends everything.
 */
static bool follow_list(struct abk_tree_walk *w, const struct abk_todo *todo)
{
    const uint32_t nrecords = w->r->file.nrecords;
    struct tabia_builder_cursor at = { .node = todo->node,
                                       .edge = TABIA_NUMBER_NONE };
    uint32_t from = todo->parent;
    int32_t to = todo->first;
    (void)!tabia_pos_unpack(&at.pos, &todo->pos, NULL); // it was packed here
    for (int count = 0; to != 0 && to != -1; count++) {
        if (count == ABK_SIBLINGS_MAX)
            return abk_fail(w->r, TABIA_ERR_CORRUPT, abk_offset(from),
                            "record %u is in a list of more than %d siblings",
                            from, ABK_SIBLINGS_MAX);
        if (to < ABK_FIRST_RECORD || (uint32_t)to >= nrecords)
            return abk_fail(w->r, TABIA_ERR_CORRUPT, abk_offset(from),
                            "record %u points to record %d, expected %d to %u",
                            from, to, ABK_FIRST_RECORD, nrecords - 1);
        if (!bitset_add(w->is_met, (uint32_t)to))
            return abk_fail(
                w->r, TABIA_ERR_CORRUPT, abk_offset(from),
                "record %u points to record %d, which is already in the tree",
                from, to);
        w->nreached++;
        from = (uint32_t)to;
        const struct abk_record rec = abk_record_decode(&w->r->file, from);
        struct tabia_builder_cursor c = at;
        const tabia_move mv = abk_move_decode(&c.pos, &rec);
        w->ndeleted += rec.is_deleted;
        if (mv) {
            if (!w->each(w->ctx, &c, mv, from, &rec, w->r->err) ||
                !push_siblings(w, &c, from, rec.child))
                return false;
        } else if (!rec.is_deleted) {
            char squares[TABIA_UCI_SIZE] = "?";
            if (rec.from < 64 && rec.to < 64)
                move_print(tabia_move_make(rec.from, rec.to, TABIA_PIECE_NONE),
                           squares);
            if (!abk_fail(w->r, TABIA_ERR_ILLEGAL, abk_offset(from),
                          "record %u: %s is not legal", from, squares))
                return false;
        }
        to = rec.next;
    }
    return true;
}

static void report_unreached_records(const struct abk_tree_walk *w)
{
    const uint32_t n = w->r->file.nrecords - ABK_FIRST_RECORD,
                   nrest = n - w->nreached;
    if (w->ndeleted && !w->r->settings.keep_deleted)
        format_warn_at(w->r->job, ABK_HEADER_SIZE, "%u deleted %s skipped",
                       w->ndeleted,
                       plural(w->ndeleted, "move is", "moves are"));
    if (nrest)
        format_warn_at(w->r->job, ABK_HEADER_SIZE,
                       "%u of %u %s %s not part of the tree", nrest, n,
                       plural(n, "record", "records"),
                       plural(nrest, "is", "are"));
}

bool abk_walk(struct abk_reader *r, const struct tabia_builder_cursor *start,
              abk_move_fn *on_move, void *ctx)
{
    struct abk_tree_walk w = { .r = r, .each = on_move, .ctx = ctx };
    w.is_met = calloc(bitset_size(r->file.nrecords), 1);
    if (!w.is_met)
        return error_nomem(r->err);
    bool ok = r->file.nrecords <= ABK_FIRST_RECORD ||
              push_siblings(&w, start, 0, ABK_FIRST_RECORD);
    while (ok && w.n) {
        const struct abk_todo todo = w.list[--w.n];
        ok = follow_list(&w, &todo);
    }
    if (ok)
        report_unreached_records(&w);
    free(w.list);
    free(w.is_met);
    return ok;
}
