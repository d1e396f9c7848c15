/*
 * game.c - PGN as games: which token may follow which, and every move legal
 *
 * The scanner gives tokens; here they become calls of the visitor. Only the
 * position is kept, and where variations are wanted also the one before the
 * last move, since that is where a variation begins.
 */
#include "pgn/pgn_def.h"

#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/wording.h"
#include "chess/pos.h"
#include "pgn/pgn_internal.h"
#include "pgn/tags.h"
#include "base/banned.h"

#ifdef TABIA_GAME_AVX2
#define GAME_NEXT game_next_avx2
#else
#define GAME_NEXT game_next_plain
#endif

/* What a token means for the loop over the moves. */
enum game_step { GO_ON, LEAVE_LINE, END_GAME };

/* ---- answers and problems -------------------------------------------- */

/* What an answer means inside a line. */
static enum game_step obey_answer(struct tabia_pgn *pgn,
                                  enum tabia_pgn_flow answer)
{
    if (LIKELY(answer == TABIA_PGN_GO))
        return GO_ON;
    if (answer == TABIA_PGN_SKIP)
        return LEAVE_LINE;
    pgn->is_stopped = true;
    return END_GAME;
}

static enum game_step game_report_problem(struct tabia_pgn *pgn,
                                          enum tabia_severity severity,
                                          const char *at,
                                          enum tabia_status status,
                                          const char *words)
{
    if (!pgn->visitor->on_problem)
        return GO_ON;
    struct tabia_error err = { 0 };
    uint32_t line, col;
    pgn_location(pgn, at, &line, &col);
    error_at_location(&err, status, line, col,
                      pgn->offset + (uint64_t)(at - pgn->scan.start), "%s",
                      words);
    error_in_file(&err, pgn->file);
    return pgn->visitor->on_problem(pgn->ctx, severity, &err)
               ? GO_ON
               : obey_answer(pgn, TABIA_PGN_STOP);
}

static enum game_step game_warn_at(struct tabia_pgn *pgn, const char *at,
                                   const char *words)
{
    const enum game_step step =
        game_report_problem(pgn, TABIA_SEVERITY_WARNING, at, TABIA_ERR_SYNTAX,
                            words);
    return step == END_GAME ? END_GAME : GO_ON;
}

/* The game is broken at 'at'. */
static enum game_step fail_game(struct tabia_pgn *pgn, const char *at,
                                enum tabia_status status, const char *words)
{
    game_report_problem(pgn, TABIA_SEVERITY_ERROR, at, status, words);
    pgn->is_broken = true;
    return END_GAME;
}

/* Hands on an error of a text that begins at 'at'. */
static enum game_step fail_game_in(struct tabia_pgn *pgn, const char *at,
                                   const struct tabia_error *err)
{
    return fail_game(pgn, at + (err->col ? err->col - 1 : 0), err->status,
                     err->msg);
}

static enum game_step fail_game_token(struct tabia_pgn *pgn,
                                      const struct scan_token *t)
{
    if (t->why)
        return fail_game(pgn, t->at, TABIA_ERR_SYNTAX, t->why);
    char buf[QUOTE_SIZE], words[QUOTE_SIZE + 40] = "expected a move, found '";
    const size_t len = strlen(words);
    quote(t->text, t->len, buf);
    memcpy(words + len, buf, strlen(buf));
    memcpy(words + len + strlen(buf), "'", 2);
    return fail_game(pgn, t->at, TABIA_ERR_SYNTAX, words);
}

/* ---- skipping -------------------------------------------------------- */

/*
 * Takes the result off a word that ends with one, R8xg20-1, and goes back to
 * it: no move ends like that.
 */
static bool cut_result(struct tabia_pgn *pgn, struct scan_token *t)
{
    const size_t size = scan_result_len(t->text, t->len);
    t->len -= size;
    if (size)
        pgn->scan.p = t->text + t->len;
    return size;
}

/*
 * Steps over the rest of a line, what it holds unseen. True at the end of a
 * variation, behind its parenthesis; false at the end of the game, before its
 * result or what else ends it.
 */
static bool skip_moves(struct tabia_pgn *pgn, size_t outside)
{
    struct scan_token t;
    size_t depth = outside;
    for (;;) {
        switch (scan_next(&pgn->scan, &t)) {
        case SCAN_WORD:
            cut_result(pgn, &t);
            break;
        case SCAN_OPEN:
            depth++;
            break;
        case SCAN_CLOSE:
            if (depth && --depth < outside)
                return true;
            break;
        case SCAN_RESULT:
            if (depth)
                break;
            pgn->result = (enum tabia_result)t.number;
            return false;
        case SCAN_TAG:
        case SCAN_END:
            pgn->scan.p = t.at;
            return false;
        default:
            break;
        }
    }
}

/* ---- moves ----------------------------------------------------------- */

static bool is_noise(const struct scan_token *t)
{
    return t->len == 2 && memcmp(t->text, "ep", 2) == 0;
}

static enum game_step game_report_move(struct tabia_pgn *pgn, const char *text,
                                       size_t len, tabia_move mv)
{
    const struct tabia_pgn_move move = {
        .move = mv,
        .pos = &pgn->line.pos,
        .san = { text, len },
    };
    pgn->line.has_move = true;
    return obey_answer(pgn, pgn->visitor->on_move(pgn->ctx, &move));
}

/* The side to move passes. In check it cannot. */
static enum game_step game_on_null(struct tabia_pgn *pgn,
                                   const struct scan_token *t)
{
    struct tabia_pos *pos = &pgn->line.pos;
    if (!pgn->visitor->on_move)
        return GO_ON;
    if (tabia_pos_is_in_check(pos))
        return fail_game(pgn, t->at, TABIA_ERR_CHECK,
                         "a null move leaves the king in check");
    pgn->line.before = *pos;
    pos->ep_file = TABIA_FILE_NONE;
    pos->halfmove = pos_tick(pos->halfmove, 1);
    pos->fullmove = pos_tick(pos->fullmove, pos->turn);
    pos_set_turn(pos, pos->turn == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE);
    return game_report_move(pgn, t->text, t->len, TABIA_MOVE_NONE);
}

static enum game_step game_on_nag(struct tabia_pgn *pgn,
                                  const struct scan_token *t)
{
    const struct tabia_pgn_visitor *v = pgn->visitor;
    if (!v->on_nag || !t->number)
        return GO_ON;
    if (t->number > UINT8_MAX)
        return game_warn_at(pgn, t->at, "annotations end at $255");
    return obey_answer(pgn, v->on_nag(pgn->ctx, t->number));
}

/* A word that is no usual move, or any word if the visitor wants no moves. */
static NEVER_INLINE enum game_step game_on_odd_word(struct tabia_pgn *pgn,
                                                    const char *text,
                                                    size_t len)
{
    struct scan_token word = { .at = text, .text = text, .len = len };
    struct scan_token *t = &word;
    if (!pgn->visitor->on_move) {
        cut_result(pgn, t);
        return GO_ON;
    }
    if (is_noise(t))
        return GO_ON;
    if (scan_is_null_move(t->text, t->len))
        return game_on_null(pgn, t);
    t->number = scan_find_nag(t->text, t->len);
    if (t->number)
        return game_on_nag(pgn, t);
    struct tabia_error err = { 0 };
    tabia_move mv;
    const struct tabia_pos before = pgn->line.pos;
    if (cut_result(pgn, t) &&
        tabia_san_play(&pgn->line.pos, t->text, t->len, &mv, NULL)) {
        pgn->line.before = before;
        return game_report_move(pgn, t->text, t->len, mv);
    }
    (void)!tabia_san_parse(&pgn->line.pos, t->text, t->len, 0, &mv, &err);
    return fail_game_in(pgn, t->text, &err);
}

/* The move of a word, played; one in its usual form is done here. */
static ALWAYS_INLINE bool game_play_word(struct tabia_pgn *pgn,
                                         const char *text, size_t len,
                                         tabia_move *mv)
{
    *mv = pgn->movegen->play_san(&pgn->line.pos, text, len);
    return LIKELY(*mv != TABIA_MOVE_NONE) ||
           tabia_san_play(&pgn->line.pos, text, len, mv, NULL);
}

static ALWAYS_INLINE enum game_step game_on_word(struct tabia_pgn *pgn,
                                                 const char *text, size_t len)
{
    const struct tabia_pgn_visitor *v = pgn->visitor;
    tabia_move mv;
    if (v->on_begin_variation && v->on_move) {
        const struct tabia_pos before = pgn->line.pos;
        if (!game_play_word(pgn, text, len, &mv))
            return game_on_odd_word(pgn, text, len);
        pgn->line.before = before;
        return game_report_move(pgn, text, len, mv);
    }
    if (UNLIKELY(!v->on_move || !game_play_word(pgn, text, len, &mv)))
        return game_on_odd_word(pgn, text, len);
    return game_report_move(pgn, text, len, mv);
}

/* ---- variations ------------------------------------------------------ */

static enum game_step game_push_line(struct tabia_pgn *pgn, const char *open)
{
    if (pgn->depth == pgn->depth_limit)
        return fail_game(pgn, open, TABIA_ERR_LIMIT,
                         "variations are nested too deeply");
    if (!VEC_RESERVE(pgn->outer_lines, pgn->room, pgn->depth + 1,
                     pgn->depth_limit, NULL))
        return fail_game(pgn, open, TABIA_ERR_NOMEM, "out of memory");
    pgn->outer_lines[pgn->depth++] = pgn->line;
    pgn->line.pos = pgn->line.before;
    pgn->line.has_move = false;
    pgn->line.open = open;
    return GO_ON;
}

static enum game_step game_on_open(struct tabia_pgn *pgn,
                                   const struct scan_token *t)
{
    const struct tabia_pgn_visitor *v = pgn->visitor;
    if (v->on_begin_variation && v->on_move && !pgn->line.has_move)
        return fail_game(pgn, t->at, TABIA_ERR_SYNTAX,
                         "a variation needs a move before it");
    const enum tabia_pgn_flow answer = v->on_begin_variation
                                           ? v->on_begin_variation(pgn->ctx)
                                           : TABIA_PGN_SKIP;
    if (answer == TABIA_PGN_GO)
        return game_push_line(pgn, t->at);
    if (answer == TABIA_PGN_STOP)
        return obey_answer(pgn, answer);
    if (skip_moves(pgn, pgn->depth + 1))
        return GO_ON;
    return fail_game(pgn, t->at, TABIA_ERR_SYNTAX,
                     "the variation is not closed");
}

static enum game_step game_on_close(struct tabia_pgn *pgn,
                                    const struct scan_token *t)
{
    if (!pgn->depth)
        return fail_game(pgn, t->at, TABIA_ERR_SYNTAX,
                         "no variation is open here");
    pgn->line = pgn->outer_lines[--pgn->depth];
    if (pgn->visitor->on_end_variation)
        pgn->visitor->on_end_variation(pgn->ctx);
    return GO_ON;
}

/* ---- the loop over the moves ----------------------------------------- */

static enum game_step game_on_comment(struct tabia_pgn *pgn,
                                      const struct scan_token *t)
{
    const struct tabia_pgn_text text = { t->text, t->len };
    if (!pgn->visitor->on_comment)
        return GO_ON;
    return obey_answer(pgn, pgn->visitor->on_comment(pgn->ctx, text));
}

/* A result inside a variation is that variation's own, and means nothing. */
static enum game_step game_on_result(struct tabia_pgn *pgn,
                                     const struct scan_token *t)
{
    if (pgn->depth)
        return GO_ON;
    pgn->result = (enum tabia_result)t->number;
    return END_GAME;
}

/* The next game begins, or the text ends, without a result. */
static enum game_step game_on_end(struct tabia_pgn *pgn,
                                  const struct scan_token *t)
{
    pgn->scan.p = t->at;
    if (pgn->depth)
        return fail_game(pgn, pgn->line.open, TABIA_ERR_SYNTAX,
                         "the variation is not closed");
    return END_GAME;
}

/* What is no plain word. */
static enum game_step on_token(struct tabia_pgn *pgn)
{
    struct scan_token token, *t = &token;
    t->why = NULL;
    switch (scan_next_other(&pgn->scan, t)) {
    case SCAN_WORD:
        return game_on_word(pgn, t->text, t->len);
    case SCAN_COMMENT:
        return game_on_comment(pgn, t);
    case SCAN_NAG:
        return game_on_nag(pgn, t);
    case SCAN_NULL_MOVE:
        return game_on_null(pgn, t);
    case SCAN_OPEN:
        return game_on_open(pgn, t);
    case SCAN_CLOSE:
        return game_on_close(pgn, t);
    case SCAN_RESULT:
        return game_on_result(pgn, t);
    case SCAN_TAG:
    case SCAN_END:
        return game_on_end(pgn, t);
    default:
        return fail_game_token(pgn, t);
    }
}

/* The visitor wants no more of this line. */
static enum game_step leave_line(struct tabia_pgn *pgn)
{
    struct scan_token close = { .at = pgn->scan.p };
    if (skip_moves(pgn, pgn->depth))
        return game_on_close(pgn, &close);
    if (pgn->depth)
        return fail_game(pgn, pgn->line.open, TABIA_ERR_SYNTAX,
                         "the variation is not closed");
    return END_GAME;
}

/*
 * The next word is found before the move in front of it is played. Playing
 * takes long, and what follows in the text does not depend on it: so the
 * processor does both at once. Whoever moves the scanner on, such as a visitor
 * that skips a line, makes what was found void.
 */
static void read_moves(struct tabia_pgn *pgn)
{
    struct scan *scan = &pgn->scan;
    const bool skips_comments = !pgn->visitor->on_comment;
    unsigned len;
    const char *p = scan_to_word(scan, scan->p, skips_comments, &len);
    for (;;) {
        const char *behind = scan->p = p + len;
        enum game_step step;
        if (LIKELY(len)) {
            const char *word = p;
            const size_t word_len = len;
            p = scan_to_word(scan, behind, skips_comments, &len);
            step = game_on_word(pgn, word, word_len);
        } else {
            step = on_token(pgn);
            behind = NULL;
        }
        if (UNLIKELY(step == LEAVE_LINE))
            step = leave_line(pgn);
        if (UNLIKELY(step == END_GAME))
            return;
        if (UNLIKELY(scan->p != behind))
            p = scan_to_word(scan, scan->p, skips_comments, &len);
    }
}

/* ---- tags ------------------------------------------------------------ */

static bool game_is_wanted(const struct tabia_pgn_visitor *v,
                           const struct scan_token *t)
{
    if (!v->on_tag || !v->tags)
        return v->on_tag;
    for (const char *const *name = v->tags; *name; name++)
        if (**name == *t->text && text_is(t->text, t->len, *name))
            return true;
    return false;
}

/* Keeps what the game itself needs, and calls the visitor. */
static enum game_step game_on_tag(struct tabia_pgn *pgn,
                                  const struct scan_token *t)
{
    const struct tabia_pgn_visitor *v = pgn->visitor;
    const struct tabia_pgn_text value = { t->value, t->value_len };
    switch (*t->text) {
    case 'E':
        pgn->has_event |= text_is(t->text, t->len, "Event");
        break;
    case 'F':
        if (text_is(t->text, t->len, "FEN"))
            pgn->fen = value;
        break;
    case 'V':
        if (text_is(t->text, t->len, "Variant"))
            pgn->variant = value;
        break;
    default:
        break;
    }
    if (!game_is_wanted(v, t))
        return GO_ON;
    const struct tabia_pgn_text name = { t->text, t->len };
    return obey_answer(pgn, v->on_tag(pgn->ctx, name, value));
}

/*
 * Goes to the next token that is no comment. If that is a tag, the comments
 * before it are given when the moves begin, see report_lead; else they begin a
 * game without tags, and nothing moves.
 */
static enum scan_kind peek_past_comments(struct tabia_pgn *pgn,
                                         struct scan_token *t)
{
    const char *start = pgn->scan.p;
    bool has_comment = false;
    enum scan_kind kind;
    while ((kind = scan_next(&pgn->scan, t)) == SCAN_COMMENT)
        has_comment = true;
    const bool is_tag = kind == SCAN_TAG || kind == SCAN_BAD_TAG;
    if (is_tag && has_comment && !pgn->lead_comment)
        pgn->lead_comment = start;
    pgn->scan.p = is_tag ? t->at : start;
    return kind;
}

/* Goes to the tag that comes next, if nothing but blanks is before it. */
static bool is_before_tag(struct tabia_pgn *pgn)
{
    const char *p = pgn->scan.p;
    while (p < pgn->scan.plain_end &&
           scan_class[(uint8_t)*p] == SCAN_CLASS_BLANK)
        p++;
    if (p >= pgn->scan.plain_end || *p != '[' ||
        scan_class[(uint8_t)p[1]] != SCAN_CLASS_LETTER)
        return false;
    pgn->scan.p = p;
    return true;
}

/* Reports the comments from 'from' to 'to'; what else is there is not. */
static enum game_step report_comments(struct tabia_pgn *pgn, const char *from,
                                      const char *to)
{
    struct scan_token t;
    enum game_step step = GO_ON;
    pgn->scan.p = from;
    while (step == GO_ON && pgn->scan.p < to) {
        if (scan_next(&pgn->scan, &t) == SCAN_COMMENT && t.at < to)
            step = game_on_comment(pgn, &t);
    }
    pgn->scan.p = to;
    return step;
}

/* The comments before and between the tags, reported as before all moves. */
static enum game_step report_lead(struct tabia_pgn *pgn)
{
    if (!pgn->lead_comment || !pgn->visitor->on_comment)
        return GO_ON;
    return report_comments(pgn, pgn->lead_comment, pgn->scan.p);
}

/*
 * Comments behind the result belong to the game that has ended, unless the
 * moves of another follow at once.
 */
static void game_read_tail(struct tabia_pgn *pgn)
{
    const char *start = pgn->scan.p;
    struct scan_token t;
    enum scan_kind kind;
    while ((kind = scan_next(&pgn->scan, &t)) == SCAN_COMMENT)
        ;
    pgn->scan.p = start;
    if (kind != SCAN_TAG && kind != SCAN_BAD_TAG && kind != SCAN_END)
        return;
    if (pgn->is_broken)
        pgn->scan.p = t.at;
    else
        report_comments(pgn, start, t.at);
}

/* A second Event begins the next game, even if this one has no moves. */
static bool begins_next(const struct tabia_pgn *pgn, const struct scan_token *t)
{
    return pgn->has_event && *t->text == 'E' &&
           text_is(t->text, t->len, "Event");
}

static enum game_step read_tags(struct tabia_pgn *pgn)
{
    struct scan_token t;
    for (;;) {
        const char *at = pgn->scan.p;
        const bool is_plain =
            at < pgn->scan.end && *at == '[' && scan_plain_tag(&pgn->scan, &t);
        enum game_step step = GO_ON;
        if (!is_plain) {
            const enum scan_kind kind = peek_past_comments(pgn, &t);
            if (kind != SCAN_TAG && kind != SCAN_BAD_TAG)
                return GO_ON;
            at = pgn->scan.p;
            scan_next(&pgn->scan, &t);
            if (kind == SCAN_BAD_TAG)
                step = game_warn_at(pgn, t.at, t.why);
        }
        if (t.kind == SCAN_TAG && begins_next(pgn, &t)) {
            pgn->scan.p = at;
            return GO_ON;
        }
        if (t.kind == SCAN_TAG)
            step = game_on_tag(pgn, &t);
        if (pgn->scan.p < pgn->scan.end && *pgn->scan.p == '\n')
            pgn->scan.p++;
        if (step != GO_ON)
            return step;
    }
}

/* ---- games ----------------------------------------------------------- */

static enum game_step set_start(struct tabia_pgn *pgn)
{
    const struct tabia_pgn_text fen = pgn->fen, variant = pgn->variant;
    const struct tabia_pgn_visitor *v = pgn->visitor;
    struct tabia_error err = { 0 };
    pgn->depth = 0;
    pgn->line.has_move = false;
    if (!v->on_move && !v->on_begin_moves)
        return GO_ON;
    if (variant.text && !tags_is_chess(variant.text, variant.len))
        return fail_game(pgn, variant.text, TABIA_ERR_LOSS,
                         "games of this variant cannot be read");
    if (!fen.text)
        pgn->line.pos = pgn->start;
    else if (!tabia_fen_parse(&pgn->line.pos, fen.text, fen.len,
                              TABIA_FEN_LENIENT, &err))
        return fail_game_in(pgn, fen.text, &err);
    const enum game_step step =
        v->on_begin_moves
            ? obey_answer(pgn, v->on_begin_moves(pgn->ctx, &pgn->line.pos))
            : GO_ON;
    return step == GO_ON ? report_lead(pgn) : step;
}

static void reset_game(struct tabia_pgn *pgn,
                       const struct tabia_pgn_visitor *visitor, void *ctx)
{
    pgn->visitor = visitor;
    pgn->ctx = ctx;
    pgn->is_broken = false;
    pgn->has_event = false;
    pgn->lead_comment = NULL;
    pgn->depth = 0;
    pgn->result = TABIA_RESULT_NONE;
    pgn->fen = pgn->variant = (struct tabia_pgn_text){ 0 };
}

/* All up to the result; the steps are those of a line around the moves. */
static void read_game(struct tabia_pgn *pgn)
{
    const struct tabia_pgn_visitor *v = pgn->visitor;
    enum game_step step =
        v->on_begin_game ? obey_answer(pgn, v->on_begin_game(pgn->ctx)) : GO_ON;
    if (step == GO_ON)
        step = read_tags(pgn);
    if (step == GO_ON)
        step = set_start(pgn);
    if (step == GO_ON)
        read_moves(pgn);
    if (step == LEAVE_LINE) {
        pgn->visitor = &(struct tabia_pgn_visitor){ 0 };
        read_tags(pgn);
        pgn->visitor = v;
        skip_moves(pgn, 0);
    }
}

bool GAME_NEXT(struct tabia_pgn *pgn, const struct tabia_pgn_visitor *visitor,
               void *ctx)
{
    struct scan_token t;
    if (pgn->is_stopped)
        return false;
    const bool is_first = pgn->scan.p == pgn->text;
    reset_game(pgn, visitor, ctx);
    if (!is_before_tag(pgn) && peek_past_comments(pgn, &t) == SCAN_END) {
        pgn->scan.p = pgn->scan.end;
        return false;
    }
    if (!is_first) // they follow a game that was skipped
        pgn->lead_comment = NULL;
    read_game(pgn);
    if (pgn->is_stopped)
        return false;
    if (pgn->is_broken)
        skip_moves(pgn, 0);
    if (visitor->on_comment && pgn->result)
        game_read_tail(pgn);
    if (pgn->is_stopped)
        return false;
    if (!pgn->is_broken && visitor->on_result)
        visitor->on_result(ctx, pgn->result);
    if (visitor->on_end_game)
        pgn->is_stopped =
            visitor->on_end_game(ctx, !pgn->is_broken) == TABIA_PGN_STOP;
    return !pgn->is_stopped;
}
