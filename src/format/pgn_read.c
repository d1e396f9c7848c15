/*
 * pgn_read.c - PGN games as a book
 *
 * Every game is a tree of its own: a root at its initial position, the main
 * line first among its moves, variations after it in the order of the text.
 * A game is read twice, first to see whether it is whole, so that a broken
 * one leaves no trace. What belongs to what:
 *
 *     a comment after a move        the move's remark
 *     a comment before all moves    the comment of the root
 *     [%eval] in either             the evaluation of the position
 *     ECO, Opening of a game with   name and code of the position that ends
 *     the result *                  the main line
 *
 * Null moves are no moves of a book: a line ends there, with a warning.
 */
#include "format/pgn_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "format/pgn_comment.h"
#include "tabia/pgn.h"
#include "base/banned.h"

enum {
    TEXT_LIMIT = 1 << 30,
    LINES_LIMIT = 1 << 16,
    PLIES_LIMIT = 1 << 28,
};

/* A line being read: the game, or a variation. */
struct line {
    struct tabia_cursor now, before; // the last move
    size_t text;                     // its comment begins here in reader.texts
    uint8_t nags[TABIA_NAGS_MAX];
    int nnags;
    bool has_move;
    bool has_note;        // the comment is not settled yet
    bool is_cut, was_cut; // behind a null move, now and before the last move
};

struct reader {
    struct tabia_pgn *pgn;
    struct tabia_builder *out;
    const struct tabia_read_options *options;
    struct tabia_error *err;
    bool is_failed; // 'err' says why
    bool is_whole;  // the game just checked
    bool counts_results;

    struct line *lines;
    size_t nlines, room;
    struct buf texts;       // comments of all open lines, one after another
    struct buf note, value; // what is being set just now
    uint32_t *main;         // moves of the main line
    size_t nmain, main_room;

    struct buf tags, title, author; // of the first game
    struct buf eco, opening;        // of the current game
    enum tabia_pgn_result tag_result;
    const char *src;
    size_t ngames;
};

static struct line *top(struct reader *r)
{
    return &r->lines[r->nlines - 1];
}

static enum tabia_pgn_answer give_up(struct reader *r)
{
    r->is_failed = true;
    return TABIA_PGN_STOP;
}

static enum tabia_pgn_answer check(struct reader *r, bool is_done)
{
    return is_done ? TABIA_PGN_GO : give_up(r);
}

/* ---- problems -------------------------------------------------------- */

static enum tabia_pgn_answer report(struct reader *r, enum tabia_problem kind,
                                    const struct tabia_error *problem)
{
    return check(r, format_problem(r->options, kind, problem, r->err));
}

/* Errors are met when a game is checked, warnings when it is read. */
static enum tabia_pgn_answer on_error(void *ctx, enum tabia_pgn_fault fault,
                                      const struct tabia_error *problem)
{
    struct reader *r = ctx;
    if (fault == TABIA_PGN_WARNING)
        return TABIA_PGN_GO;
    if (problem->status == TABIA_NOMEM) // not the game's fault
        return check(r, error_pass(r->err, problem));
    return report(r, TABIA_PROBLEM_ERROR, problem);
}

static enum tabia_pgn_answer on_warning(void *ctx, enum tabia_pgn_fault fault,
                                        const struct tabia_error *problem)
{
    (void)fault;
    return report(ctx, TABIA_PROBLEM_WARNING, problem);
}

static enum tabia_pgn_answer warn(struct reader *r, const char *at,
                                  const char *words)
{
    struct tabia_error problem = { 0 };
    uint32_t line, col;
    tabia_pgn_place(r->pgn, at, &line, &col);
    error_at_place(&problem, TABIA_SYNTAX, line, col, (uint64_t)(at - r->src),
                   "%s", words);
    return report(r, TABIA_PROBLEM_WARNING, &problem);
}

/* ---- tags ------------------------------------------------------------ */

static bool is_name(struct tabia_pgn_text name, const char *text)
{
    return name.len == strlen(text) && memcmp(name.text, text, name.len) == 0;
}

/* A tag without a value, as the standard has it. */
static bool is_unknown(struct tabia_pgn_text value)
{
    return !value.len || is_name(value, "?") || is_name(value, "-") ||
           is_name(value, "????.??.??");
}

/* Adds the value of a tag, unescaped and as UTF-8. */
static bool add_value(struct reader *r, struct buf *dst, const char *glue,
                      struct tabia_pgn_text value)
{
    const size_t before = dst->size;
    buf_reset(&r->value);
    if (!buf_reserve(&r->value, value.len + 1))
        return buf_error(&r->value, r->err);
    const size_t len = tabia_pgn_unescape(value, r->value.data, value.len + 1);
    if (before)
        buf_add_text(dst, glue);
    pgn_comment_add(dst, dst->size, r->value.data, len);
    return !dst->failed || buf_error(dst, r->err);
}

/* "Sicilian: Najdorf, English attack" from three tags. */
static bool add_opening(struct reader *r, struct tabia_pgn_text name,
                        struct tabia_pgn_text value)
{
    const char *glue = is_name(name, "Variation") ? ": " : ", ";
    return is_unknown(value) || add_value(r, &r->opening, glue, value);
}

/* Keeps a tag as a line of PGN. */
static bool keep_tag(struct reader *r, struct tabia_pgn_text name,
                     struct tabia_pgn_text value)
{
    if (r->ngames > 1)
        return true;
    struct buf *known = is_name(name, "Event")       ? &r->title
                        : is_name(name, "Annotator") ? &r->author
                                                     : NULL;
    if (known)
        return known->size || is_unknown(value) ||
               add_value(r, known, "", value);
    buf_add_char(&r->tags, '[');
    buf_add(&r->tags, name.text, name.len);
    buf_add_text(&r->tags, " \"");
    pgn_comment_add(&r->tags, r->tags.size, value.text, value.len);
    buf_add_text(&r->tags, "\"]\n");
    return !r->tags.failed || buf_error(&r->tags, r->err);
}

static const struct {
    const char *text;
    enum tabia_pgn_result result;
} played[] = {
    { "1-0", TABIA_PGN_WHITE_WINS },
    { "0-1", TABIA_PGN_BLACK_WINS },
    { "1/2-1/2", TABIA_PGN_DRAW },
};

/* The tag counts where the moves end without a result. */
static enum tabia_pgn_answer on_result_tag(struct reader *r,
                                           struct tabia_pgn_text value)
{
    for (size_t i = 0; i < COUNT_OF(played); i++)
        if (is_name(value, played[i].text))
            r->tag_result = played[i].result;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer on_tag(void *ctx, struct tabia_pgn_text name,
                                    struct tabia_pgn_text value)
{
    static const char *const ours[] = { "FEN", "SetUp", "Variant", "PlyCount" };
    static const char *const names[] = { "Opening", "Variation",
                                         "SubVariation" };
    struct reader *r = ctx;
    for (size_t i = 0; i < COUNT_OF(ours); i++)
        if (is_name(name, ours[i]))
            return TABIA_PGN_GO;
    if (is_name(name, "Result"))
        return on_result_tag(r, value);
    bool is_done = true;
    if (is_name(name, "ECO") && !is_unknown(value) && !r->eco.size)
        is_done = add_value(r, &r->eco, "", value);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_name(name, names[i]))
            is_done = add_opening(r, name, value);
    return check(r, is_done && keep_tag(r, name, value));
}

/* ---- comments -------------------------------------------------------- */

static void cut_text(struct buf *text, size_t size)
{
    text->size = size;
    if (text->data)
        text->data[size] = '\0';
}

/* Names the position that the line stands at by what is in 'value'. */
static bool set_name(struct reader *r, uint32_t node, enum tabia_attr attr,
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

static bool set_eval(struct reader *r, uint32_t node, const char *text)
{
    struct tabia_node_data data = { .has = 1u << TABIA_ATTR_EVAL };
    size_t start, end;
    return !pgn_comment_eval(text, &data.eval, &start, &end) ||
           tabia_builder_set_node(r->out, node, &data, r->err);
}

static bool set_remark(struct reader *r, uint32_t edge, const char *text)
{
    const struct tabia_move_data data = {
        .has = 1u << TABIA_ATTR_REMARK,
        .remark = text,
    };
    return !*text || tabia_builder_set_move(r->out, edge, &data, r->err);
}

/* Takes our commands out of the note; the first of each counts. */
static bool take_names(struct reader *r, uint32_t node)
{
    static const char *const names[] = { "eco", "opening", NULL };
    struct pgn_commands it = { .text = &r->note, .names = names };
    bool has_eco = false, has_name = false;
    const char *name;
    while ((name = pgn_comment_take(&it, &r->value))) {
        const bool is_eco = name == names[0];
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
static bool settle_comment(struct reader *r)
{
    struct line *line = top(r);
    const struct tabia_cursor *c = &line->now;
    struct buf *note = &r->note;
    if (!line->has_note)
        return true;
    line->has_note = false;
    if (r->texts.failed)
        return buf_error(&r->texts, r->err);
    buf_reset(note);
    buf_add(note, buf_text(&r->texts) + line->text, r->texts.size - line->text);
    if (!take_names(r, c->node))
        return false;
    if (note->failed || r->value.failed)
        return error_nomem(r->err);
    const char *text = buf_text(note);
    if (!set_eval(r, c->node, text))
        return false;
    return line->has_move ? set_remark(r, c->edge, text)
                          : set_name(r, c->node, TABIA_ATTR_COMMENT, text);
}

/* A comment before the first move of a variation waits for that move. */
static enum tabia_pgn_answer on_comment(void *ctx, struct tabia_pgn_text text)
{
    struct reader *r = ctx;
    struct line *line = top(r);
    if (line->is_cut)
        return TABIA_PGN_GO;
    if (!pgn_comment_add(&r->texts, line->text, text.text, text.len)) {
        buf_error(&r->texts, r->err);
        return give_up(r);
    }
    line->has_note = true;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer on_nag(void *ctx, unsigned nag)
{
    struct reader *r = ctx;
    struct line *line = top(r);
    if (line->is_cut || !line->has_move)
        return TABIA_PGN_GO;
    for (int i = 0; i < line->nnags; i++)
        if (line->nags[i] == nag)
            return TABIA_PGN_GO;
    if (line->nnags == TABIA_NAGS_MAX)
        return warn(r, r->src + tabia_pgn_tell(r->pgn),
                    "a move has room for 4 glyphs: another one is left out");
    line->nags[line->nnags++] = (uint8_t)nag;
    struct tabia_move_data data = { .has = 1u << TABIA_ATTR_NAGS };
    memcpy(data.nags, line->nags, sizeof(data.nags));
    return check(r,
                 tabia_builder_set_move(r->out, line->now.edge, &data, r->err));
}

/* ---- moves ----------------------------------------------------------- */

static bool push_line(struct reader *r, const struct line *line)
{
    struct line *lines = vec_grow(r->lines, &r->room, r->nlines + 1,
                                  sizeof(*lines), LINES_LIMIT);
    if (!lines)
        return error_nomem(r->err);
    r->lines = lines;
    lines[r->nlines++] = *line;
    return true;
}

static enum tabia_pgn_answer begin_moves(void *ctx,
                                         const struct tabia_pos *start)
{
    struct reader *r = ctx;
    struct line line = { 0 };
    r->nlines = 0;
    r->nmain = 0;
    cut_text(&r->texts, 0);
    return check(r, tabia_builder_start(r->out, start, &line.now, r->err) &&
                        push_line(r, &line));
}

static bool keep_source(struct reader *r, const char *at, uint32_t edge)
{
    struct tabia_move_data data = { .has = 1u << TABIA_ATTR_SOURCE };
    if (!r->options->keep_source)
        return true;
    tabia_pgn_place(r->pgn, at, &data.line, &data.col);
    return tabia_builder_set_move(r->out, edge, &data, r->err);
}

static bool keep_main(struct reader *r, uint32_t edge)
{
    if (!r->counts_results || r->nlines > 1)
        return true;
    uint32_t *more = vec_grow(r->main, &r->main_room, r->nmain + 1,
                              sizeof(*more), PLIES_LIMIT);
    if (!more)
        return error_nomem(r->err);
    r->main = more;
    r->main[r->nmain++] = edge;
    return true;
}

static enum tabia_pgn_answer on_null(struct reader *r, struct line *line,
                                     const char *at)
{
    line->was_cut = line->is_cut;
    line->before = line->now;
    if (line->is_cut)
        return TABIA_PGN_GO;
    line->is_cut = true;
    return warn(r, at,
                "a null move cannot be in a book: the rest of the line is "
                "left out");
}

static enum tabia_pgn_answer on_move(void *ctx,
                                     const struct tabia_pgn_move *move)
{
    struct reader *r = ctx;
    struct line *line = top(r);
    const char *at = move->san.text;
    if (move->mv == TABIA_MOVE_NONE || line->is_cut)
        return on_null(r, line, at);

    const bool waits = !line->has_move && r->nlines > 1;
    if (!waits && !settle_comment(r))
        return give_up(r);
    line->before = line->now;
    line->was_cut = false;
    line->has_move = true;
    line->nnags = 0;
    memset(line->nags, 0, sizeof(line->nags));
    if (!tabia_builder_play(r->out, &line->now, move->mv, r->err) ||
        !keep_source(r, at, line->now.edge) || !keep_main(r, line->now.edge))
        return give_up(r);
    if (!waits)
        cut_text(&r->texts, line->text);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer begin_variation(void *ctx)
{
    struct reader *r = ctx;
    const struct line *outer = top(r);
    const struct line line = {
        .now = outer->before,
        .text = r->texts.size,
        .is_cut = outer->was_cut,
    };
    return check(r, push_line(r, &line));
}

static void end_variation(void *ctx)
{
    struct reader *r = ctx;
    if (top(r)->has_move)
        r->is_failed |= !settle_comment(r);
    cut_text(&r->texts, top(r)->text);
    r->nlines--;
}

/* ---- games ----------------------------------------------------------- */

static bool set_results(struct reader *r, enum tabia_pgn_result result)
{
    const struct tabia_move_data data = {
        .has = 1u << TABIA_ATTR_RESULTS,
        .white = result == TABIA_PGN_WHITE_WINS,
        .draws = result == TABIA_PGN_DRAW,
        .black = result == TABIA_PGN_BLACK_WINS,
    };
    for (size_t i = 0; i < r->nmain; i++)
        if (!tabia_builder_set_move(r->out, r->main[i], &data, r->err))
            return false;
    return true;
}

/* Drops the kept tags that have become the name of a position. */
static void drop_names(struct buf *tags)
{
    static const char *const names[] = { "[ECO ", "[Opening ", "[Variation ",
                                         "[SubVariation " };
    char *dst = tags->data, *p = tags->data;
    while (p && *p) {
        char *end = strchr(p, '\n') + 1;
        bool is_name_tag = false;
        for (size_t i = 0; i < COUNT_OF(names); i++)
            is_name_tag |= strncmp(p, names[i], strlen(names[i])) == 0;
        if (!is_name_tag) {
            memmove(dst, p, (size_t)(end - p));
            dst += end - p;
        }
        p = end;
    }
    if (p)
        cut_text(tags, (size_t)(dst - tags->data));
}

static bool settle_played(struct reader *r, size_t which)
{
    const char *text = played[which].text;
    const struct tabia_pgn_text name = { "Result", 6 };
    const struct tabia_pgn_text value = { text, strlen(text) };
    return keep_tag(r, name, value) && set_results(r, played[which].result);
}

static bool settle_open(struct reader *r)
{
    const uint32_t end = r->lines[0].now.node;
    if (r->ngames == 1)
        drop_names(&r->tags);
    return set_name(r, end, TABIA_ATTR_ECO, buf_text(&r->eco)) &&
           set_name(r, end, TABIA_ATTR_NAME, buf_text(&r->opening));
}

/*
 * A game with a result was played to its end, which is far from the opening
 * that its tags name.
 */
static void on_result(void *ctx, enum tabia_pgn_result result)
{
    struct reader *r = ctx;
    r->is_failed |= !settle_comment(r);
    if (result == TABIA_PGN_NO_RESULT)
        result = r->tag_result;
    for (size_t i = 0; i < COUNT_OF(played); i++) {
        if (result != played[i].result)
            continue;
        r->is_failed |= !settle_played(r, i);
        return;
    }
    r->is_failed |= !settle_open(r);
}

static enum tabia_pgn_answer end_check(void *ctx, bool is_whole)
{
    struct reader *r = ctx;
    r->is_whole = is_whole;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer skip_check(void *ctx)
{
    (void)ctx;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer check_move(void *ctx,
                                        const struct tabia_pgn_move *move)
{
    (void)ctx;
    (void)move;
    return TABIA_PGN_GO;
}

static const struct tabia_pgn_visitor checker = {
    .move = check_move,
    .begin_variation = skip_check,
    .end_game = end_check,
    .problem = on_error,
};

static const struct tabia_pgn_visitor builder = {
    .tag = on_tag,
    .begin_moves = begin_moves,
    .move = on_move,
    .nag = on_nag,
    .comment = on_comment,
    .begin_variation = begin_variation,
    .end_variation = end_variation,
    .result = on_result,
    .problem = on_warning,
};

static bool read_games(struct reader *r)
{
    for (;;) {
        const size_t start = tabia_pgn_tell(r->pgn);
        if (!tabia_pgn_next(r->pgn, &checker, r))
            return !r->is_failed;
        if (!r->is_whole)
            continue;
        tabia_pgn_seek(r->pgn, start);
        r->ngames++;
        r->tag_result = TABIA_PGN_NO_RESULT;
        buf_reset(&r->eco);
        buf_reset(&r->opening);
        tabia_pgn_next(r->pgn, &builder, r);
        if (r->is_failed)
            return false;
    }
}

static bool add_text(struct reader *r, const char *key, const struct buf *text)
{
    return !text->size ||
           tabia_builder_add_text(r->out, key, text->data, text->size, r->err);
}

/* The tags of the only game in a file are texts of the book. */
static bool add_texts(struct reader *r)
{
    return r->ngames != 1 || (add_text(r, "title", &r->title) &&
                              add_text(r, "author", &r->author) &&
                              add_text(r, PGN_TAGS_KEY, &r->tags));
}

bool pgn_read(struct tabia_bytes src, const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err)
{
    const struct tabia_pgn_options how = { .name = options->name };
    struct tabia_error ignored = { 0 };
    struct reader r = {
        .src = src.size ? (const char *)src.data : "",
        .out = out,
        .options = options,
        .err = err ? err : &ignored,
        .counts_results = format_setting(options->settings, options->nsettings,
                                         "pgn-results"),
    };
    struct buf *const bufs[] = { &r.texts, &r.note,    &r.value, &r.tags,
                                 &r.eco,   &r.opening, &r.title, &r.author };
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        bufs[i]->limit = TEXT_LIMIT;
    r.pgn = tabia_pgn_open(src, &how, err);
    const bool is_done = r.pgn && read_games(&r) && add_texts(&r);
    tabia_pgn_close(r.pgn);
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        buf_clear(bufs[i]);
    free(r.lines);
    free(r.main);
    return is_done;
}
