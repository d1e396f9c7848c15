/*
 * pgn_format_read.c - PGN games as a book
 *
 * Every game is a tree of its own: a root at its starting position, the main
 * line first among its moves, variations after it in the order of the text.
 * A game is read twice, first to see whether it is whole, so that a broken
 * one leaves no trace. What belongs to what:
 *
 *     a comment after a move        the move's remark
 *     a comment before all moves    the comment of the root
 *     [%eval] in either             the evaluation of the position
 *     tags                          the tags of the root
 *     ECO, Opening of a game with   also name and code of the position that
 *     the result *                  ends the main line
 *
 * Null moves are no moves of a book: a line ends there, with a warning.
 */
#include "book/builder_def.h"
#include "format/pgn/pgn_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "book/game_tags.h"
#include "chess/chess_words.h"
#include "format/pgn/pgn_comment.h"
#include "format/pgn/pgn_letters.h"
#include "format/shared/foreign_text.h"
#include "format/shared/tag_list.h"
#include "pgn/pgn_internal.h"
#include "tabia/pgn.h"
#include "base/banned.h"

enum {
    TEXT_LIMIT = 1 << 30,
    LINES_LIMIT = 1 << 16,
    PLIES_LIMIT = 1 << 28,
};

/* A line being read: the game, or a variation. */
struct pgn_line {
    struct tabia_builder_cursor now, before; // the last move
    size_t text; // its comment begins here in reader.texts
    uint8_t nags[TABIA_NAGS_MAX];
    int nnags;
    bool has_move;
    bool has_note;        // the comment is not settled yet
    bool is_cut, was_cut; // behind a null move, now and before the last move
};

struct pgn_reader {
    struct tabia_pgn *pgn;
    struct tabia_builder *out;
    struct read_job *job;
    struct tabia_error *err;
    bool is_failed; // 'err' says why
    bool is_whole;  // the game just checked
    bool counts_results;

    struct pgn_line *lines;
    size_t nlines, room;
    struct buf texts;       // comments of all open lines, one after another
    struct buf note, value; // what is being set just now
    uint32_t *main;         // moves of the main line
    size_t nmain, main_room;

    uint32_t root;                  // of the game
    struct tag_list tags;           // the same
    const char *result_at;          // the value of its tag Result, or NULL
    struct game_tags_common common; // of all games
    struct tabia_error variant;     // the first game of another one
    const char *src;
};

static struct pgn_line *top_line(struct pgn_reader *r)
{
    return &r->lines[r->nlines - 1];
}

static enum tabia_pgn_flow stop_reading(struct pgn_reader *r)
{
    r->is_failed = true;
    return TABIA_PGN_STOP;
}

static enum tabia_pgn_flow go_on_if(struct pgn_reader *r, bool is_done)
{
    return is_done ? TABIA_PGN_GO : stop_reading(r);
}

/* ---- problems -------------------------------------------------------- */

/* False ends reading. */
static bool pgn_report(struct pgn_reader *r, enum tabia_severity severity,
                       const struct tabia_error *problem)
{
    const bool goes_on = format_problem(r->job, severity, problem, r->err);
    r->is_failed |= !goes_on;
    return goes_on;
}

/* Warns of something that the book will not have. */
static bool report_lost(struct pgn_reader *r, const struct tabia_error *problem)
{
    struct tabia_error lost = *problem;
    lost.status = TABIA_ERR_LOSS;
    return pgn_report(r, TABIA_SEVERITY_WARNING, &lost);
}

/* Errors are found when a game is checked, warnings when it is read. */
static bool check_on_problem(void *ctx, enum tabia_severity severity,
                             const struct tabia_error *problem)
{
    struct pgn_reader *r = ctx;
    if (severity == TABIA_SEVERITY_WARNING)
        return true;
    if (problem->status == TABIA_ERR_NOMEM) { // not the game's severity
        r->is_failed = true;
        return error_pass(r->err, problem);
    }
    if (problem->status != TABIA_ERR_LOSS)
        return pgn_report(r, TABIA_SEVERITY_ERROR, problem);
    error_pass(&r->variant, problem);
    return report_lost(r, problem);
}

static bool read_on_problem(void *ctx, enum tabia_severity severity,
                            const struct tabia_error *problem)
{
    (void)severity;
    return report_lost(ctx, problem);
}

static enum tabia_pgn_flow pgn_warn(struct pgn_reader *r, const char *at,
                                    const char *words)
{
    struct tabia_error problem = { 0 };
    uint32_t line, col;
    pgn_location(r->pgn, at, &line, &col);
    error_at_location(&problem, TABIA_ERR_SYNTAX, line, col,
                      (uint64_t)(at - r->src), "%s", words);
    return report_lost(r, &problem) ? TABIA_PGN_GO : TABIA_PGN_STOP;
}

/* ---- tags ------------------------------------------------------------ */

/* Keeps the tag, its value as UTF-8 on one line. */
static enum tabia_pgn_flow read_on_tag(void *ctx, struct tabia_pgn_text name,
                                       struct tabia_pgn_text value)
{
    struct pgn_reader *r = ctx;
    struct buf *plain = &r->note, *text = &r->value;
    if (r->tags.n == TABIA_TAGS_MAX)
        return pgn_warn(r, name.text,
                        "a game has more than 1024 tags: the rest are dropped");
    buf_reset(plain);
    buf_reset(text);
    if (!buf_reserve(plain, value.len + 1))
        return go_on_if(r, buf_error(plain, r->err));
    const size_t len = tabia_pgn_unescape(value, plain->data, value.len + 1);
    foreign_text_add(text, plain->data, len);
    if (text->failed)
        return go_on_if(r, buf_error(text, r->err));
    for (size_t i = 0; i < text->size; i++)
        if ((unsigned char)text->data[i] < ' ')
            text->data[i] = ' ';
    if (!r->result_at && name.len == 6 && memcmp(name.text, "Result", 6) == 0)
        r->result_at = value.text;
    return go_on_if(r, tag_list_add(&r->tags, name.text, name.len,
                                    buf_text(text), text->size, r->err));
}

/* ---- comments -------------------------------------------------------- */

/* Names the position that the line stands at by what is in 'value'. */
static bool set_name(struct pgn_reader *r, uint32_t node, enum tabia_attr attr,
                     const char *text)
{
    const struct tabia_node_data data = {
        .has = 1u << attr,
        .name = text,
        .eco = text,
        .comment = text,
    };
    return !*text || tabia_builder_set_node(r->out, node, &data, r->err);
}

/* Takes our commands out of the note; the first of each counts. */
static bool extract_names(struct pgn_reader *r, uint32_t node)
{
    static const char *const names[] = { "eco", "opening", NULL };
    struct pgn_commands it = { .text = &r->note, .names = names };
    bool has_eco = false, has_name = false;
    const char *name;
    while ((name = pgn_comment_next(&it, &r->value))) {
        const bool is_eco = name == names[0];
        if (r->value.failed)
            return buf_error(&r->value, r->err);
        bool *is_done = is_eco ? &has_eco : &has_name;
        const enum tabia_attr attr = is_eco ? TABIA_ATTR_ECO : TABIA_ATTR_NAME;
        if (!*is_done && !set_name(r, node, attr, buf_text(&r->value)))
            return false;
        *is_done = true;
    }
    return true;
}

/*
 * Gives the line's comment to its last move, or to the root. This is done
 * once, when the next move or the end shows that nothing more is added.
 */
static bool attach_comment(struct pgn_reader *r)
{
    struct pgn_line *line = top_line(r);
    const struct tabia_builder_cursor *c = &line->now;
    struct buf *note = &r->note;
    if (!line->has_note)
        return true;
    line->has_note = false;
    if (r->texts.failed)
        return buf_error(&r->texts, r->err);
    buf_reset(note);
    buf_add(note, buf_text(&r->texts) + line->text, r->texts.size - line->text);
    if (!extract_names(r, c->node))
        return false;
    if (note->failed)
        return buf_error(note, r->err);
    const char *text = buf_text(note);
    struct tabia_node_data node = { .has = TABIA_HAS_EVAL };
    size_t start, end;
    if (pgn_comment_find_eval(text, &node.eval, &start, &end) &&
        !tabia_builder_set_node(r->out, c->node, &node, r->err))
        return false;
    if (!line->has_move)
        return set_name(r, c->node, TABIA_ATTR_POSITION_COMMENT, text);
    const struct tabia_move_data move = {
        .has = TABIA_HAS_MOVE_COMMENT,
        .comment = text,
    };
    return !*text || tabia_builder_set_move(r->out, c->edge, &move, r->err);
}

/* A comment before the first move of a variation waits for that move. */
static enum tabia_pgn_flow read_on_comment(void *ctx,
                                           struct tabia_pgn_text text)
{
    struct pgn_reader *r = ctx;
    struct pgn_line *line = top_line(r);
    if (line->is_cut)
        return TABIA_PGN_GO;
    if (!pgn_comment_add(&r->texts, line->text, text.text, text.len)) {
        buf_error(&r->texts, r->err);
        return stop_reading(r);
    }
    line->has_note = true;
    return TABIA_PGN_GO;
}

/* Warns at the beginning of the word that was just read. */
static enum tabia_pgn_flow warn_of_word(struct pgn_reader *r, const char *what)
{
    const char *at = r->src + pgn_offset(r->pgn);
    while (at > r->src && (unsigned char)at[-1] <= ' ')
        at--;
    while (at > r->src && (unsigned char)at[-1] > ' ' && at[-1] != '(')
        at--;
    return pgn_warn(r, at, what);
}

static enum tabia_pgn_flow read_on_nag(void *ctx, unsigned nag)
{
    struct pgn_reader *r = ctx;
    struct pgn_line *line = top_line(r);
    if (line->is_cut)
        return TABIA_PGN_GO;
    if (!line->has_move)
        return warn_of_word(
            r, "a glyph before the first move of a line is dropped");
    for (int i = 0; i < line->nnags; i++)
        if (line->nags[i] == nag)
            return TABIA_PGN_GO;
    if (line->nnags == TABIA_NAGS_MAX)
        return warn_of_word(
            r, "a move has more than 4 glyphs: the rest are dropped");
    line->nags[line->nnags++] = (uint8_t)nag;
    struct tabia_move_data data = { .has = TABIA_HAS_NAGS };
    memcpy(data.nags, line->nags, sizeof(data.nags));
    return go_on_if(r, tabia_builder_set_move(r->out, line->now.edge, &data,
                                              r->err));
}

/* ---- moves ----------------------------------------------------------- */

static bool pgn_read_push_line(struct pgn_reader *r,
                               const struct pgn_line *line)
{
    if (!VEC_RESERVE(r->lines, r->room, r->nlines + 1, LINES_LIMIT, r->err))
        return false;
    r->lines[r->nlines++] = *line;
    return true;
}

static enum tabia_pgn_flow read_on_begin_moves(void *ctx,
                                               const struct tabia_pos *start)
{
    struct pgn_reader *r = ctx;
    struct pgn_line line = { 0 };
    r->nlines = 0;
    r->nmain = 0;
    pgn_comment_cut(&r->texts, 0);
    if (!tabia_builder_start(r->out, start, &line.now, r->err))
        return stop_reading(r);
    r->root = line.now.node;
    return go_on_if(r, pgn_read_push_line(r, &line));
}

static bool keep_location(struct pgn_reader *r, const char *at, uint32_t edge)
{
    struct tabia_move_data data = { .has = TABIA_HAS_LOCATION };
    if (!r->job->user->keep_location)
        return true;
    pgn_location(r->pgn, at, &data.line, &data.col);
    return tabia_builder_set_move(r->out, edge, &data, r->err);
}

static enum tabia_pgn_flow read_on_move(void *ctx,
                                        const struct tabia_pgn_move *move)
{
    struct pgn_reader *r = ctx;
    struct pgn_line *line = top_line(r);
    const char *at = move->san.text;
    if (move->move == TABIA_MOVE_NONE || line->is_cut) {
        line->was_cut = line->is_cut;
        line->before = line->now;
        if (line->is_cut)
            return TABIA_PGN_GO;
        line->is_cut = true;
        return pgn_warn(
            r, at,
            "a book cannot hold a null move: the rest of the line is dropped");
    }

    const bool waits = !line->has_move && r->nlines > 1;
    if (!waits && !attach_comment(r))
        return stop_reading(r);
    line->before = line->now;
    line->was_cut = false;
    line->has_move = true;
    line->nnags = 0;
    memset(line->nags, 0, sizeof(line->nags));
    if (!tabia_builder_play(r->out, &line->now, move->move, r->err) ||
        !keep_location(r, at, line->now.edge))
        return stop_reading(r);
    if (r->counts_results && r->nlines == 1) {
        if (!VEC_RESERVE(r->main, r->main_room, r->nmain + 1, PLIES_LIMIT,
                         r->err))
            return stop_reading(r);
        r->main[r->nmain++] = line->now.edge;
    }
    if (!waits)
        pgn_comment_cut(&r->texts, line->text);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow read_on_begin_variation(void *ctx)
{
    struct pgn_reader *r = ctx;
    const struct pgn_line *outer = top_line(r);
    const struct pgn_line line = {
        .now = outer->before,
        .text = r->texts.size,
        .is_cut = outer->was_cut,
    };
    return go_on_if(r, pgn_read_push_line(r, &line));
}

static void read_on_end_variation(void *ctx)
{
    struct pgn_reader *r = ctx;
    if (top_line(r)->has_move)
        r->is_failed |= !attach_comment(r);
    pgn_comment_cut(&r->texts, top_line(r)->text);
    r->nlines--;
}

/* ---- games ----------------------------------------------------------- */

/*
 * Brings the tag Result to what ends the moves, if they say it. One that says
 * something else is lost.
 */
static bool set_result_tag(struct pgn_reader *r, enum tabia_result result)
{
    const char *end = chess_words_result(result);
    const struct tabia_tag *tags = tag_list_get(&r->tags);
    if (result == TABIA_RESULT_NONE ||
        strcmp(game_tags_result(tags, r->tags.n), end) == 0)
        return true;
    const struct tabia_tag *tag = game_tags_find(tags, r->tags.n, "Result");
    const bool is_lost = tag && !game_tags_is_unknown(tag->value);
    return tag_list_put_result(&r->tags, end, r->err) &&
           (!is_lost ||
            pgn_warn(r, r->result_at,
                     "the moves end with a different result, which is used") ==
                TABIA_PGN_GO);
}

/*
 * A game with a result was played to its end, which is far from the opening
 * that its tags name.
 */
static bool finish_game(struct pgn_reader *r, enum tabia_result result)
{
    if (!attach_comment(r) || !set_result_tag(r, result))
        return false;
    const struct tabia_tag *tags = tag_list_get(&r->tags);
    if (!game_tags_common_add(&r->common, tags, r->tags.n, r->err) ||
        !tag_list_apply(&r->tags, r->out, r->root, r->err))
        return false;
    const char *text = game_tags_result(tags, r->tags.n);
    if (*text == '*') {
        const uint32_t end = r->lines[0].now.node;
        const char *eco = game_tags_eco(tags, r->tags.n);
        buf_reset(&r->value);
        game_tags_add_opening(tags, r->tags.n, &r->value);
        if (r->value.failed)
            return buf_error(&r->value, r->err);
        return (!eco || set_name(r, end, TABIA_ATTR_ECO, eco)) &&
               set_name(r, end, TABIA_ATTR_NAME, buf_text(&r->value));
    }
    const struct tabia_move_data data = {
        .has = TABIA_HAS_RESULTS,
        .white = strcmp(text, "1-0") == 0,
        .draws = strcmp(text, "1/2-1/2") == 0,
        .black = strcmp(text, "0-1") == 0,
    };
    for (size_t i = 0; i < r->nmain; i++)
        if (!tabia_builder_set_move(r->out, r->main[i], &data, r->err))
            return false;
    return true;
}

static void read_on_result(void *ctx, enum tabia_result result)
{
    struct pgn_reader *r = ctx;
    r->is_failed |= !finish_game(r, result);
}

static enum tabia_pgn_flow check_on_end_game(void *ctx, bool is_whole)
{
    struct pgn_reader *r = ctx;
    r->is_whole = is_whole;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow check_on_begin_variation(void *ctx)
{
    (void)ctx;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow check_on_move(void *ctx,
                                         const struct tabia_pgn_move *move)
{
    (void)ctx;
    (void)move;
    return TABIA_PGN_GO;
}

static const struct tabia_pgn_visitor checker = {
    .on_move = check_on_move,
    .on_begin_variation = check_on_begin_variation,
    .on_end_game = check_on_end_game,
    .on_problem = check_on_problem,
};

static const struct tabia_pgn_visitor builder = {
    .on_tag = read_on_tag,
    .on_begin_moves = read_on_begin_moves,
    .on_move = read_on_move,
    .on_nag = read_on_nag,
    .on_comment = read_on_comment,
    .on_begin_variation = read_on_begin_variation,
    .on_end_variation = read_on_end_variation,
    .on_result = read_on_result,
    .on_problem = read_on_problem,
};

static bool pgn_read_games(struct pgn_reader *r)
{
    for (;;) {
        const size_t start = pgn_offset(r->pgn);
        if (!tabia_pgn_next(r->pgn, &checker, r, NULL))
            break;
        if (!r->is_whole)
            continue;
        pgn_seek(r->pgn, start);
        tag_list_reset(&r->tags);
        r->result_at = NULL;
        (void)!tabia_pgn_next(r->pgn, &builder, r, NULL);
        if (r->is_failed)
            return false;
    }
    if (r->is_failed)
        return false;
    // Other games are skipped; a file of nothing else is not for us.
    const struct tabia_error *first = &r->variant;
    return builder_node_count(r->out) || !first->status ||
           error_at_location(r->err, TABIA_ERR_LOSS, first->line, first->col,
                             first->offset,
                             "no game is of a variant that can be read");
}

static bool pgn_read_text(struct tabia_bytes bytes,
                          const struct pgn_settings *settings,
                          struct read_job *job, struct tabia_builder *out,
                          struct tabia_error *err)
{
    const struct tabia_pgn_options how = { .name = job->name };
    struct tabia_error ignored = { 0 };
    struct pgn_reader r = {
        .src = bytes.size ? (const char *)bytes.data : "",
        .out = out,
        .job = job,
        .err = err ? err : &ignored,
        .counts_results = settings->counts_results,
    };
    struct buf *const bufs[] = { &r.texts, &r.note, &r.value };
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        bufs[i]->limit = TEXT_LIMIT;
    r.pgn = tabia_pgn_open_bytes(bytes, &how, err);
    bool is_done = r.pgn && pgn_read_games(&r);
    for (unsigned i = 0; is_done && i < GAME_TAGS_NCOMMON; i++) {
        // What the games agree on is said of the book.
        const char *value = game_tags_common_value(&r.common, i);
        is_done =
            !value || tabia_builder_add_text(out, game_tags_common_text(i),
                                             value, strlen(value), r.err);
    }
    tabia_pgn_close(r.pgn);
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        buf_clear(bufs[i]);
    tag_list_clear(&r.tags);
    game_tags_common_clear(&r.common);
    free(r.lines);
    free(r.main);
    return is_done;
}

bool pgn_read(struct tabia_bytes bytes, struct read_job *job,
              struct tabia_builder *out, struct tabia_error *err)
{
    struct pgn_settings settings = { 0 };
    format_settings_get(pgn_settings_table, job->user, &settings);
    if (!settings.pieces)
        return pgn_read_text(bytes, &settings, job, out, err);
    char *text = pgn_letters_translate(bytes, settings.pieces, err);
    if (!text)
        return false;
    const struct tabia_bytes english = { (uint8_t *)text, bytes.size };
    const bool is_done = pgn_read_text(english, &settings, job, out, err);
    free(text);
    return is_done;
}
