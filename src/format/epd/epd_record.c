/*
 * epd_record.c - one line of an EPD file
 */
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "base/wording.h"
#include "chess/pos.h"
#include "format/epd/epd.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

enum {
    FIELDS = 4,
    CLOCKS = 2,
    FEN_MAX = 256, // bytes of the fields; longer is no position
    CLOCK_MAX = 9999,
};

/* ---- the fields of a line -------------------------------------------- */

/* The next word; NULL at the end. '*p' then stands behind it. */
static const char *epd_next_word(const char **p, const char *end)
{
    while (*p < end && text_is_blank(**p))
        ++*p;
    const char *word = *p;
    while (*p < end && !text_is_blank(**p))
        ++*p;
    return word < *p ? word : NULL;
}

/* Steps over the two numbers of a FEN, if both are there. */
static bool skip_clocks(const char **p, const char *end)
{
    const char *at = *p;
    for (int i = 0; i < CLOCKS; i++) {
        const char *word = epd_next_word(&at, end);
        if (!word)
            return false;
        while (word < at && text_is_digit(*word))
            word++;
        if (word < at)
            return false;
    }
    *p = at;
    return true;
}

/* Other formats too begin with a position, but go on with a sign. */
bool epd_looks_like_record(const char *p, const char *end)
{
    const char *board = epd_next_word(&p, end);
    int nslashes = 0;
    if (!board)
        return false;
    for (; board < p; board++) {
        if (!strchr("pnbrqkPNBRQK12345678/", *board) || !*board)
            return false;
        nslashes += *board == '/';
    }
    if (nslashes != 7)
        return false;
    const char *turn = epd_next_word(&p, end);
    if (!turn || p - turn != 1 || (*turn != 'w' && *turn != 'b'))
        return false;
    if (!epd_next_word(&p, end) || !epd_next_word(&p, end))
        return false;
    skip_clocks(&p, end);
    struct epd_op op;
    const enum epd_scan scan = epd_next_op(&p, end, &op);
    return scan == EPD_END || scan == EPD_FOUND;
}

static void report_field_flaw(struct epd_record *rec, enum epd_flaw kind,
                              const char *at, const char *what)
{
    if (!rec->normalise)
        rec->on_flaw(rec->ctx, kind, at, what);
}

/* ---- the position ---------------------------------------------------- */

/*
 * Reads the fields up to 'end'. What only the lenient reading takes, such as
 * a right to castle without a rook, is corrected and reported.
 */
static bool epd_read_position(struct epd_record *rec, struct text *t,
                              const char *start, const char *end,
                              bool has_clocks)
{
    static const char clocks[] = " 0 1";
    struct tabia_error strict = { 0 }, why = { 0 };
    char fen[FEN_MAX + sizeof(clocks)];
    size_t len = (size_t)(end - start);
    if (len > FEN_MAX)
        return text_fail(t, start, TABIA_ERR_SYNTAX, "not a valid position");
    memcpy(fen, start, len);
    if (!has_clocks) {
        memcpy(fen + len, clocks, sizeof(clocks) - 1);
        len += sizeof(clocks) - 1;
    }
    if (tabia_fen_parse(&rec->pos, fen, len, 0, &strict))
        return true;
    const size_t col = strict.col ? strict.col - 1 : 0;
    const char *at = start + col < end ? start + col : end;
    if (!tabia_fen_parse(&rec->pos, fen, len, TABIA_FEN_LENIENT, &why))
        return text_fail(t, at, strict.status, "%s", strict.msg);
    report_field_flaw(rec, EPD_FLAW_POSITION, at, strict.msg);
    return true;
}

/* ---- operands -------------------------------------------------------- */

/* Backslashes are not in the standard, but in what is written today. */
static void add_unescaped(struct buf *buf, const char *p, const char *end)
{
    struct buf plain = { .limit = SIZE_MAX / 4 };
    while (p < end)
        buf_add_char(&plain, foreign_text_unquote(&p, end));
    if (plain.failed) {
        buf->failed = true;
        buf->why = plain.why;
    }
    foreign_text_add(buf, buf_text(&plain), plain.size);
    buf_clear(&plain);
}

/* A string, or whatever else stands there, as a text. */
static void epd_read_text(struct buf *buf, const struct epd_op *op)
{
    const char *p = op->args, *end = op->args_end;
    if (end - p >= 2 && *p == '"' && end[-1] == '"') {
        add_unescaped(buf, p + 1, end - 1);
        return;
    }
    foreign_text_add(buf, p, (size_t)(end - p));
}

/* A whole number within the limits. */
static bool epd_read_number(struct text *t, const struct epd_op *op,
                            int64_t min, int64_t max, int64_t *value)
{
    char found[QUOTE_SIZE];
    const char *p = op->args, *end = op->args_end;
    const bool is_negative = p < end && *p == '-';
    int64_t n = 0;
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    bool is_good = p < end;
    for (; is_good && p < end; p++) {
        is_good = text_is_digit(*p) && n <= INT32_MAX;
        n = n * 10 + (*p - '0');
    }
    n = is_negative ? -n : n;
    if (!is_good || n < min || n > max)
        return text_fail(t, op->args, TABIA_ERR_SYNTAX,
                         "%s: expected a whole number from %lld to %lld, "
                         "found '%s'",
                         epd_opcode_name(op->opcode), (long long)min,
                         (long long)max,
                         quote(op->args, (size_t)(end - op->args), found));
    *value = n;
    return true;
}

static bool epd_read_moves(struct epd_record *rec, struct text *t,
                           const struct epd_op *op, enum tabia_mark mark)
{
    const char *p = op->args, *word;
    while ((word = epd_next_word(&p, op->args_end))) {
        const char *end = p;
        struct tabia_error why = { 0 };
        tabia_move mv;
        while (end > word && end[-1] == ',')
            end--;
        const size_t len = (size_t)(end - word);
        if (!tabia_uci_parse(&rec->pos, word, len, &mv, NULL) &&
            !tabia_san_parse(&rec->pos, word, len, 0, &mv, &why))
            return text_fail(t, word, why.status, "%s", why.msg);
        if (rec->nmoves == EPD_MOVES_MAX)
            return text_fail(t, word, TABIA_ERR_LIMIT, "more than %d moves",
                             EPD_MOVES_MAX);
        rec->moves[rec->nmoves++] = (struct epd_move){ mv, mark, word };
    }
    return true;
}

/* True if it is a duplicate. The first is used. */
static bool epd_record_is_repeated(struct epd_record *rec,
                                   const struct epd_op *op)
{
    const unsigned bit = 1u << op->opcode;
    char what[64];
    if (!(rec->seen & bit)) {
        rec->seen |= bit;
        return false;
    }
    snprintf(what, sizeof(what), "duplicate %s: the first is used",
             epd_opcode_name(op->opcode));
    rec->on_warning(rec->ctx, op->code, what);
    return true;
}

static bool epd_read_clock(struct text *t, const struct epd_op *op, int64_t min,
                           uint16_t *clock)
{
    int64_t value;
    if (!epd_read_number(t, op, min, CLOCK_MAX, &value))
        return false;
    *clock = (uint16_t)value;
    return true;
}

static bool read_op(struct epd_record *rec, struct text *t,
                    const struct epd_op *op)
{
    switch (op->opcode) {
    case EPD_BM:
        return epd_read_moves(rec, t, op, TABIA_MARK_NONE);
    case EPD_AM:
        return epd_read_moves(rec, t, op, TABIA_MARK_PASSIVE);
    case EPD_CE:
        return epd_read_number(t, op, -EPD_MATE, EPD_MATE, &rec->ce);
    case EPD_ACD:
        return epd_read_number(t, op, 0, UINT32_MAX, &rec->acd);
    case EPD_HMVC:
        return epd_read_clock(t, op, 0, &rec->pos.halfmove);
    case EPD_FMVN:
        return epd_read_clock(t, op, 1, &rec->pos.fullmove);
    case EPD_ID:
        epd_read_text(&rec->name, op);
        return true;
    case EPD_ECO:
        epd_read_text(&rec->eco, op);
        return true;
    default:
        epd_read_text(&rec->comment, op);
        return true;
    }
}

static bool next_op(struct text *t, struct epd_op *op, bool *is_end)
{
    char found[QUOTE_SIZE];
    const enum epd_scan scan = epd_next_op(&t->p, t->end, op);
    *is_end = scan == EPD_END;
    if (scan == EPD_NO_OPCODE) {
        const char *end = t->p;
        epd_next_word(&end, t->end);
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected an operation, found '%s'",
                         quote(t->p, (size_t)(end - t->p), found));
    }
    if (scan == EPD_OPEN_STRING)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "the string has no closing quote");
    return true;
}

/* True if there is an evaluation: a depth before it belongs to it. */
static bool has_eval(const struct text *t)
{
    struct epd_op op;
    const char *p = t->p;
    while (epd_next_op(&p, t->end, &op) == EPD_FOUND)
        if (op.opcode == EPD_CE)
            return true;
    return false;
}

/* ---- the whole ------------------------------------------------------- */

bool epd_record_read(struct epd_record *rec, struct text *t)
{
    struct buf *const texts[] = { &rec->name, &rec->eco, &rec->comment,
                                  &rec->kept };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        buf_reset(texts[i]);
    rec->nmoves = 0;
    rec->seen = 0;
    rec->has_ce = false;
    rec->ce = rec->acd = 0;
    const char *nul = memchr(t->p, '\0', (size_t)(t->end - t->p));
    if (nul)
        return text_fail(t, nul, TABIA_ERR_SYNTAX,
                         "a record cannot contain a zero byte");
    const char *start = t->p, *p = t->p, *last = t->p;
    for (int i = 0; i < FIELDS; i++) {
        const char *word = epd_next_word(&p, t->end);
        last = word ? word : last;
        if (!word && i < 2)
            return text_fail(t, t->end, TABIA_ERR_SYNTAX,
                             "expected a position of four fields");
    }
    const bool has_clocks = skip_clocks(&p, t->end);
    if (!epd_read_position(rec, t, start, p, has_clocks))
        return false;
    struct tabia_pos *pos = &rec->pos;
    if (pos->ep_file != TABIA_FILE_NONE &&
        pos_legal_ep_square(pos) == TABIA_SQUARE_NONE) {
        char what[96];
        snprintf(what, sizeof(what),
                 "en passant square %c%c, but no pawn can capture there",
                 'a' + pos->ep_file, pos->turn == TABIA_WHITE ? '6' : '3');
        report_field_flaw(rec, EPD_FLAW_EN_PASSANT, last, what);
        if (rec->normalise)
            *pos = tabia_pos_identity(pos);
    }
    t->p = p;

    struct epd_op op;
    bool is_end;
    rec->has_ce = has_eval(t);
    while (next_op(t, &op, &is_end) && !is_end) {
        if (epd_is_kept(&op, rec->has_ce)) {
            struct buf *kept = &rec->kept;
            if (kept->size)
                buf_add_char(kept, ' ');
            foreign_text_add(kept, op.code, (size_t)(op.code_end - op.code));
            if (op.args < op.args_end) {
                buf_add_char(kept, ' ');
                foreign_text_add(kept, op.args,
                                 (size_t)(op.args_end - op.args));
            }
            buf_add_char(kept, ';');
            continue;
        }
        const bool is_list = op.opcode == EPD_BM || op.opcode == EPD_AM;
        if ((is_list || !epd_record_is_repeated(rec, &op)) &&
            !read_op(rec, t, &op))
            return false;
    }
    return !t->err->status;
}

void epd_record_clear(struct epd_record *rec)
{
    buf_clear(&rec->name);
    buf_clear(&rec->eco);
    buf_clear(&rec->comment);
    buf_clear(&rec->kept);
}
