/*
 * eco.c - names of openings
 *
 *     eco<TAB>name<TAB>pgn
 *     A00<TAB>Amar Opening<TAB>1. Nh3
 *
 * The table of Lichess's chess-openings: a heading, then a code, a name and
 * the moves that lead to the named position. Other columns may stand between
 * and behind; "uci" may stand for "pgn". Scid's list (eco_scid.c) is the
 * other kind of file that is read; what is written is the table.
 *
 * Each row becomes a line of its own, so that reading and writing gives the
 * same rows.
 */
#include "format/eco/eco.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

/* ---- words ----------------------------------------------------------- */

bool eco_is_code(const char *text, size_t len)
{
    if (len < ECO_LEN || len > ECO_LEN + 2)
        return false;
    return text[0] >= 'A' && text[0] <= 'E' && text_is_digit(text[1]) &&
           text_is_digit(text[2]) &&
           (len < 4 || (text[3] >= 'a' && text[3] <= 'z')) &&
           (len < 5 || text_is_digit(text[4]));
}

/* ---- a line ---------------------------------------------------------- */

void eco_begin_line(struct eco_reader *r)
{
    r->problem = (struct tabia_error){ 0 };
    r->text.err = &r->problem;
    tabia_pos_set_start(&r->line.pos);
    r->line.nmoves = 0;
    buf_reset(&r->line.eco);
    buf_reset(&r->line.name);
}

/* "1.", "12...", with or without a move behind. */
static const char *skip_number(const char *p, const char *end)
{
    const char *at = p;
    while (at < end && text_is_digit(*at))
        at++;
    if (at == end)
        return at;
    if (*at != '.')
        return p;
    while (at < end && *at == '.')
        at++;
    return at;
}

bool eco_play_word(struct eco_reader *r, const char *p, const char *end)
{
    struct eco_line *line = &r->line;
    struct tabia_error why = { 0 };
    tabia_move mv;
    p = skip_number(p, end);
    const size_t len = (size_t)(end - p);
    if (!len)
        return true;
    if (line->nmoves == ECO_MOVES_MAX)
        return text_fail(&r->text, p, TABIA_ERR_LIMIT, "more than %d moves",
                         ECO_MOVES_MAX);
    if (!tabia_uci_parse(&line->pos, p, len, &mv, NULL) &&
        !tabia_san_parse(&line->pos, p, len, 0, &mv, &why))
        return text_fail(&r->text, p, why.status, "%s", why.msg);
    tabia_pos_play(&line->pos, mv);
    line->moves[line->nmoves] = mv;
    line->lines[line->nmoves] = r->text.line;
    line->cols[line->nmoves] = (uint32_t)(p - r->text.line_start) + 1;
    line->nmoves++;
    return true;
}

bool eco_end_line(struct eco_reader *r, bool is_good)
{
    const struct eco_line *line = &r->line;
    struct tabia_node_data data = { 0 };
    struct tabia_builder_cursor c;
    r->text.err = NULL;
    if (!is_good)
        return format_problem(r->job, TABIA_SEVERITY_ERROR, &r->problem,
                              r->err);
    if (line->eco.failed || line->name.failed)
        return buf_error(line->eco.failed ? &line->eco : &line->name, r->err);
    if (line->eco.size)
        data.has |= TABIA_HAS_ECO;
    if (line->name.size)
        data.has |= TABIA_HAS_NAME;
    data.eco = buf_text(&line->eco);
    data.name = buf_text(&line->name);
    if (!tabia_builder_start(r->out, NULL, &c, r->err))
        return false;
    for (size_t i = 0; i < line->nmoves; i++) {
        const struct tabia_move_data move = {
            .has = r->job->user->keep_location ? TABIA_HAS_LOCATION : 0,
            .line = line->lines[i],
            .col = line->cols[i],
        };
        if (!tabia_builder_play(r->out, &c, line->moves[i], r->err) ||
            !tabia_builder_set_move(r->out, c.edge, &move, r->err))
            return false;
    }
    return tabia_builder_set_node(r->out, c.node, &data, r->err);
}

/* ---- rows ------------------------------------------------------------ */

enum eco_column { COLUMN_ECO, COLUMN_NAME, COLUMN_PGN, COLUMN_UCI, COLUMNS };

static const char *const column_names[COLUMNS] = { "eco", "name", "pgn",
                                                   "uci" };

/* By column, the number of the cell in a row; -1: none. */
struct eco_heading {
    int cells[COLUMNS];
};

struct eco_cell {
    const char *p, *end;
};

/* The cell at '*p', which then stands behind its tab. False beyond the last. */
static bool next_cell(const char **p, const char *end, struct eco_cell *cell)
{
    if (!*p)
        return false;
    const char *tab = memchr(*p, '\t', (size_t)(end - *p));
    *cell = (struct eco_cell){ *p, tab ? tab : end };
    *p = tab ? tab + 1 : NULL;
    return true;
}

/* True for a heading: it starts with "eco", or has its words reordered. */
static bool read_heading(const char *p, const char *end,
                         struct eco_heading *heading)
{
    struct eco_heading found = { { -1, -1, -1, -1 } };
    struct eco_cell cell;
    for (int i = 0; next_cell(&p, end, &cell); i++)
        for (int k = 0; k < COLUMNS; k++)
            if (found.cells[k] < 0 &&
                text_is(cell.p, (size_t)(cell.end - cell.p), column_names[k]))
                found.cells[k] = i;
    if (found.cells[COLUMN_ECO] < 0 || found.cells[COLUMN_NAME] < 0 ||
        (found.cells[COLUMN_PGN] < 0 && found.cells[COLUMN_UCI] < 0))
        return false;
    *heading = found;
    return true;
}

static bool read_row(struct eco_reader *r, const struct eco_heading *heading)
{
    struct text *t = &r->text;
    struct eco_cell cells[COLUMNS] = { { NULL, NULL } }, cell;
    const char *p = t->p;
    for (int i = 0; next_cell(&p, t->end, &cell); i++)
        for (int k = 0; k < COLUMNS; k++)
            if (heading->cells[k] == i)
                cells[k] = cell;
    const enum eco_column moves =
        heading->cells[COLUMN_PGN] >= 0 ? COLUMN_PGN : COLUMN_UCI;
    const enum eco_column needed[] = { COLUMN_ECO, COLUMN_NAME, moves };
    for (size_t i = 0; i < COUNT_OF(needed); i++)
        if (!cells[needed[i]].p)
            return text_fail(t, t->end, TABIA_ERR_SYNTAX,
                             "expected a tab and the column '%s'",
                             column_names[needed[i]]);
    const struct eco_cell *name = &cells[COLUMN_NAME],
                          *eco = &cells[COLUMN_ECO];
    const size_t len = (size_t)(eco->end - eco->p);
    char found[QUOTE_SIZE];
    if (len && !eco_is_code(eco->p, len))
        return text_fail(t, eco->p, TABIA_ERR_SYNTAX,
                         "expected a code from A00 to E99, found '%s'",
                         quote(eco->p, len, found));
    buf_add(&r->line.eco, eco->p, len);
    foreign_text_add(&r->line.name, name->p, (size_t)(name->end - name->p));
    const bool has_failed = r->line.name.failed || r->line.eco.failed;
    if (!r->line.name.size && !r->line.eco.size && !has_failed)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX, "the row has no name");

    const char *end = cells[moves].end;
    for (p = cells[moves].p; p < end;) {
        const char *word = p;
        while (p < end && !text_is_blank(*p))
            p++;
        if (word < p && !eco_play_word(r, word, p))
            return false;
        while (p < end && text_is_blank(*p))
            p++;
    }
    return true;
}

/* ---- the format ------------------------------------------------------ */

static enum format_match detect_rows(struct tabia_bytes bytes)
{
    struct text t;
    struct eco_heading heading;
    struct eco_cell cell;
    if (!text_init(&t, format_first_lines(bytes), NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t) && text_is_at_end(&t))
        continue;
    if (read_heading(t.p, t.end, &heading))
        return FORMAT_SURE;
    const char *p = t.p;
    if (!next_cell(&p, t.end, &cell) || !p ||
        !eco_is_code(cell.p, (size_t)(cell.end - cell.p)))
        return FORMAT_NO;
    return next_cell(&p, t.end, &cell) && p ? FORMAT_LIKELY : FORMAT_NO;
}

static enum format_match eco_detect(struct tabia_bytes bytes)
{
    const enum format_match match = detect_rows(bytes);
    return match != FORMAT_NO ? match : eco_scid_detect(bytes);
}

/* Files that were put together have their heading more than once. */
static bool read_rows(struct eco_reader *r)
{
    struct eco_heading heading = { { 0, 1, 2, -1 } };
    while (text_next_line(&r->text)) {
        if (text_is_at_end(&r->text) ||
            read_heading(r->text.p, r->text.end, &heading))
            continue;
        eco_begin_line(r);
        const bool is_good = read_row(r, &heading);
        if (!eco_end_line(r, is_good))
            return false;
    }
    return true;
}

static bool eco_read(struct tabia_bytes bytes, struct read_job *job,
                     struct tabia_builder *out, struct tabia_error *err)
{
    struct eco_reader *r = calloc(1, sizeof(*r));
    if (!r)
        return error_nomem(err);
    r->out = out;
    r->job = job;
    r->err = err;
    r->line.eco.limit = r->line.name.limit = r->header.limit = SIZE_MAX / 4;
    const bool is_read =
        text_init(&r->text, bytes, job->name, err) &&
        (eco_scid_detect(bytes) == FORMAT_NO ? read_rows(r) : eco_scid_read(r));
    buf_clear(&r->line.eco);
    buf_clear(&r->line.name);
    buf_clear(&r->header);
    free(r);
    return is_read;
}

static const char *const suffixes[] = { ".tsv", ".eco", NULL };

const struct tabia_format format_eco = {
    .info = {
        .name = "eco",
        .title = "names of openings: Lichess's table, Scid's list",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_NAME | TABIA_HAS_ECO,
    },
    .limits = {
        [TABIA_ATTR_ECO] = { ECO_LEN, NULL },
    },
    .detect = eco_detect,
    .read = eco_read,
    .write = eco_write,
};
