/*
 * puzzles_read.c - puzzles from other programs: JSON, EPD, PGN
 *
 * What puzzles_write.c writes comes back whole. Other operations of EPD, other
 * tags of PGN and all moves are ignored. Lines above 32 bytes are cut,
 * with a warning.
 */
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/format_contract.h"
#include "format/puzzle/puzzles.h"
#include "format/shared/json_member.h"
#include "format/shared/loose_fen.h"
#include "base/banned.h"

struct puzzle_reader {
    struct text t; // its errors go to 'problem'; not used for JSON
    struct tabia_error problem;
    struct read_job *job;
    struct puzzles *set;
    struct tabia_error *err;
    char lines[PUZZLE_LINES][PUZZLE_LINE_MAX + 1];
    struct puzzle_place place[PUZZLE_SOLUTIONS];
    struct tabia_pos pos;
    bool has_pos;
    uint32_t line;
};

static bool puzzle_report_problem(struct puzzle_reader *r,
                                  enum tabia_severity severity)
{
    const bool goes_on = format_problem(r->job, severity, &r->problem, r->err);
    r->problem = (struct tabia_error){ 0 };
    return goes_on;
}

/* Keeps a line of the puzzle; 'at' is NULL where there are no lines. */
static bool keep_line(struct puzzle_reader *r, size_t i, const char *at,
                      const char *text, size_t len)
{
    const char *nul = len ? memchr(text, '\0', len) : NULL;
    if (nul) { // JSON has none
        text_fail(&r->t, at, TABIA_ERR_SYNTAX, "the text contains a NUL");
        return puzzle_report_problem(r, TABIA_SEVERITY_ERROR);
    }
    if (at && i >= PUZZLE_DESCRIPTIONS)
        r->place[i - PUZZLE_DESCRIPTIONS] = puzzle_place_at(&r->t, at);
    const size_t cut = utf8_cut(text, len, PUZZLE_LINE_MAX);
    memcpy(r->lines[i], text, cut);
    r->lines[i][cut] = '\0';
    if (cut == len)
        return true;
    static const char msg[] = "the text has %zu bytes and is truncated to %zu";
    if (at)
        text_fail(&r->t, at, TABIA_ERR_LIMIT, msg, len, cut);
    else
        error_set(&r->problem, TABIA_ERR_LIMIT, msg, len, cut);
    return puzzle_report_problem(r, TABIA_SEVERITY_WARNING);
}

static void clear_lines(struct puzzle_reader *r)
{
    memset(r->lines, 0, sizeof(r->lines));
    memset(r->place, 0, sizeof(r->place));
}

static bool add_puzzle(struct puzzle_reader *r)
{
    struct puzzle puzzle = { .pos = r->pos, .line = r->line };
    for (size_t i = 0; i < PUZZLE_LINES; i++)
        puzzle_set_line(&puzzle, i, r->lines[i]);
    memcpy(puzzle.place, r->place, sizeof(puzzle.place));
    const bool is_added = !r->has_pos || puzzles_add(r->set, &puzzle, r->err);
    clear_lines(r);
    r->has_pos = false;
    return is_added;
}

/* True if this text is in the input, where its first puzzle must be. */
static bool contains_text(struct tabia_bytes bytes, const char *text)
{
    const struct tabia_bytes front = format_first_bytes(bytes);
    return memmem(front.data, front.size, text, strlen(text)) != NULL;
}

/* ---- EPD ------------------------------------------------------------- */

enum { CLOCK_MAX = 65535 };

/* The end of the first four fields. */
static const char *skip_fields(const char *p, const char *end)
{
    for (int i = 0; i < 4; i++) {
        while (p < end && *p == ' ')
            p++;
        while (p < end && *p != ' ')
            p++;
    }
    return p;
}

/* The number that follows, if there is one. */
static unsigned read_fen_clock(const char *p, const char *end,
                               unsigned fallback)
{
    unsigned value = 0;
    const char *start = p;
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        value = value * 10 + (unsigned)(*p - '0');
        if (value > CLOCK_MAX)
            return fallback;
    }
    return p > start ? value : fallback;
}

/* An operation: its name, then everything up to its semicolon. */
struct puzzle_operation {
    const char *name, *value, *end; // of the value, without quotes
    size_t name_len;
};

static bool next_operation(struct puzzle_reader *r, struct puzzle_operation *op)
{
    struct text *t = &r->t;
    if (!text_skip_blanks(t))
        return false;
    op->name = t->p;
    while (t->p < t->end && *t->p != ' ' && *t->p != ';')
        t->p++;
    op->name_len = (size_t)(t->p - op->name);
    text_skip_blanks(t);
    const bool is_quoted = text_accept(t, '"');
    const char stop = is_quoted ? '"' : ';';
    op->value = t->p;
    while (t->p < t->end && *t->p != stop)
        t->p++;
    op->end = t->p;
    while (t->p < t->end && *t->p != ';')
        t->p++;
    text_accept(t, ';');
    return true;
}

static bool is_operation_named(const struct puzzle_operation *op,
                               const char *name)
{
    return op->name_len == strlen(name) &&
           memcmp(op->name, name, op->name_len) == 0;
}

/* The line that an operation holds (c0, c1 ...), or PUZZLE_LINES. */
static size_t line_of_operation(const struct puzzle_operation *op)
{
    if (op->name_len != 2 || op->name[0] != 'c' || op->name[1] < '0' ||
        op->name[1] >= '0' + PUZZLE_LINES)
        return PUZZLE_LINES;
    return (size_t)(op->name[1] - '0');
}

static bool read_operations(struct puzzle_reader *r, unsigned *halfmove,
                            unsigned *fullmove)
{
    struct puzzle_operation op;
    while (next_operation(r, &op)) {
        const size_t len = (size_t)(op.end - op.value);
        const size_t line = line_of_operation(&op);
        if (is_operation_named(&op, "hmvc"))
            *halfmove = read_fen_clock(op.value, op.end, 0);
        else if (is_operation_named(&op, "fmvn"))
            *fullmove = read_fen_clock(op.value, op.end, 1);
        else if (line < PUZZLE_LINES &&
                 !keep_line(r, line, op.value, op.value, len))
            return false;
    }
    return true;
}

static bool read_epd_line(struct puzzle_reader *r)
{
    const char *text = r->t.p;
    const char *end = skip_fields(text, r->t.end);
    unsigned halfmove = 0, fullmove = 1;
    r->t.p = end;
    r->line = r->t.line;
    if (!read_operations(r, &halfmove, &fullmove))
        return false;

    char fen[TABIA_FEN_SIZE];
    struct tabia_error why = { 0 };
    const int len = snprintf(fen, sizeof(fen), "%.*s %u %u",
                             (int)(end - text < 100 ? end - text : 100), text,
                             halfmove, fullmove);
    r->has_pos = loose_fen_parse(fen, (size_t)len, &r->pos, NULL, &why);
    if (r->has_pos)
        return add_puzzle(r);
    const size_t at =
        why.col - 1 < (size_t)(end - text) ? why.col - 1 : (size_t)(end - text);
    text_fail(&r->t, text + at, why.status, "%s", why.msg);
    clear_lines(r);
    return puzzle_report_problem(r, TABIA_SEVERITY_ERROR);
}

bool puzzles_read_epd(struct tabia_bytes bytes, struct read_job *job,
                      struct puzzles *set, struct tabia_error *err)
{
    struct puzzle_reader r = { .job = job, .set = set, .err = err };
    if (!text_init(&r.t, bytes, job->name, err))
        return false;
    r.t.err = &r.problem;
    while (text_next_line(&r.t))
        if (text_skip_blanks(&r.t) && *r.t.p != '#' && !read_epd_line(&r))
            return false;
    return true;
}

/*
 * A position, then clocks, then nothing but texts: as a puzzle is written. Best
 * moves are those of a solution; without one the file is a book.
 */
static bool is_epd_puzzle(struct puzzle_reader *r)
{
    const char *text = r->t.p;
    const char *end = skip_fields(text, r->t.end);
    struct puzzle_operation op;
    struct tabia_pos pos;
    r->t.p = end;
    if (!tabia_fen_parse(&pos, text, (size_t)(end - text), TABIA_FEN_LENIENT,
                         NULL) ||
        !next_operation(r, &op) || !is_operation_named(&op, "hmvc"))
        return false;
    bool has_moves = false, has_solution = false;
    while (next_operation(r, &op)) {
        const size_t line = line_of_operation(&op);
        has_moves |= is_operation_named(&op, "bm");
        has_solution |= line >= PUZZLE_DESCRIPTIONS && line < PUZZLE_LINES;
        if (!(is_operation_named(&op, "hmvc") ||
              is_operation_named(&op, "fmvn") ||
              is_operation_named(&op, "bm") || line < PUZZLE_LINES))
            return false;
    }
    return has_solution || !has_moves;
}

/* EPD in general is a book, with moves and more than a puzzle can hold. */
bool puzzles_is_epd(struct tabia_bytes bytes)
{
    struct puzzle_reader r = { 0 };
    bool is_epd = false;
    if (!text_init(&r.t, format_first_lines(bytes), NULL, NULL))
        return false;
    while (text_next_line(&r.t)) {
        if (!text_skip_blanks(&r.t) || *r.t.p == '#')
            continue;
        if (!is_epd_puzzle(&r))
            return false;
        is_epd = true;
    }
    return is_epd;
}

/* ---- PGN ------------------------------------------------------------- */

/* Copies a tag's value without its backslashes; the length. */
static size_t unescape_tag(const char *p, const char *end, char *dst,
                           size_t room)
{
    size_t n = 0;
    for (; p < end && *p != '"' && n < room; p++) {
        if (*p == '\\' && end - p > 1)
            p++;
        dst[n++] = *p;
    }
    return n;
}

/* The line that a tag holds, or PUZZLE_LINES. */
static size_t line_of_tag(const char *name, size_t len)
{
    static const struct {
        const char *name;
        size_t first, n;
    } tags[] = {
        { "Description", 0, PUZZLE_DESCRIPTIONS },
        { "Solution", PUZZLE_DESCRIPTIONS, PUZZLE_SOLUTIONS },
    };
    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(tags[i].name);
        if (len != n + 1 || memcmp(name, tags[i].name, n) != 0)
            continue;
        const size_t number = (size_t)(name[n] - '1');
        if (number < tags[i].n)
            return tags[i].first + number;
    }
    return PUZZLE_LINES;
}

static bool read_puzzle_tag(struct puzzle_reader *r)
{
    const char *name = ++r->t.p;
    char value[256];
    while (r->t.p < r->t.end && *r->t.p != ' ' && *r->t.p != ']')
        r->t.p++;
    const size_t len = (size_t)(r->t.p - name);
    if (!text_skip_blanks(&r->t) || !text_accept(&r->t, '"'))
        return true;
    const size_t n = unescape_tag(r->t.p, r->t.end, value, sizeof(value));
    const size_t i = line_of_tag(name, len);
    if (i < PUZZLE_LINES)
        return keep_line(r, i, r->t.p, value, n);
    if (len == 3 && memcmp(name, "FEN", 3) == 0) {
        struct tabia_error why = { 0 };
        r->line = r->t.line;
        r->has_pos = loose_fen_parse(value, n, &r->pos, NULL, &why);
        if (r->has_pos)
            return true;
        const size_t left = (size_t)(r->t.end - r->t.p);
        text_fail(&r->t, r->t.p + (why.col - 1 < left ? why.col - 1 : left),
                  why.status, "%s", why.msg);
        return puzzle_report_problem(r, TABIA_SEVERITY_ERROR);
    }
    return true;
}

/* Tags after something else than tags begin a new puzzle. */
bool puzzles_read_pgn(struct tabia_bytes bytes, struct read_job *job,
                      struct puzzles *set, struct tabia_error *err)
{
    struct puzzle_reader r = { .job = job, .set = set, .err = err };
    bool has_moves = false;
    if (!text_init(&r.t, bytes, job->name, err))
        return false;
    r.t.err = &r.problem;
    while (text_next_line(&r.t)) {
        if (!text_skip_blanks(&r.t))
            continue;
        if (*r.t.p != '[') {
            has_moves = true;
            continue;
        }
        if (has_moves && !add_puzzle(&r))
            return false;
        has_moves = false;
        if (!read_puzzle_tag(&r))
            return false;
    }
    return add_puzzle(&r);
}

bool puzzles_is_pgn(struct tabia_bytes bytes)
{
    return bytes.size <= TEXT_SIZE_MAX && contains_text(bytes, "[FEN \"") &&
           (contains_text(bytes, "[Description1 \"") ||
            contains_text(bytes, "[Solution1 \""));
}

/* ---- JSON ------------------------------------------------------------ */

static bool puzzles_read_texts(struct puzzle_reader *r,
                               struct json_member_location *at,
                               const json_t *object, const char *name,
                               size_t first, size_t max)
{
    const json_t *list = json_object_get(object, name);
    if (!json_is_array(list))
        return json_member_fail_type(at, name, "a list", list);
    if (json_array_size(list) > max)
        return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                "more than %zu lines", max);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *text = json_array_get(list, i);
        if (!json_is_string(text))
            return json_member_fail_type(at, name, "texts", text);
        if (strpbrk(json_string_value(text), "\r\n"))
            return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                    "a string contains a line end");
        if (!keep_line(r, first + i, NULL, json_string_value(text),
                       json_string_length(text)))
            return false;
    }
    return true;
}

static bool read_object(struct puzzle_reader *r,
                        struct json_member_location *at, const json_t *object)
{
    // The moves follow from the solution.
    static const char *const members[] = { "description", "solution", "fen",
                                           "moves", NULL };
    if (!json_member_check(at, object, members) ||
        !puzzles_read_texts(r, at, object, "description", 0,
                            PUZZLE_DESCRIPTIONS) ||
        !puzzles_read_texts(r, at, object, "solution", PUZZLE_DESCRIPTIONS,
                            PUZZLE_SOLUTIONS) ||
        !json_member_fen(at, object, "", &r->pos))
        return false;
    r->has_pos = true;
    return add_puzzle(r);
}

static bool read_top(struct puzzle_reader *r, const json_t *top)
{
    static const char *const members[] = { "schema", "puzzles", NULL };
    struct json_member_location at = { .err = r->err };
    int64_t schema;
    if (!json_member_check(&at, top, members) ||
        !json_member_int(&at, top, "schema", 1, 1, &schema))
        return false;
    const json_t *list = json_object_get(top, "puzzles");
    if (!json_is_array(list))
        return json_member_fail_type(&at, "puzzles", "a list", list);
    at.list = "puzzles";
    for (at.item = 0; at.item < json_array_size(list); at.item++)
        if (!read_object(r, &at, json_array_get(list, at.item)))
            return false;
    return true;
}

bool puzzles_read_json(struct tabia_bytes bytes, struct read_job *job,
                       struct puzzles *set, struct tabia_error *err)
{
    struct puzzle_reader r = { .job = job, .set = set, .err = err };
    json_error_t error;
    json_t *top = json_loadb((const char *)bytes.data, bytes.size,
                             JSON_REJECT_DUPLICATES, &error);
    if (!top)
        return error_at_location(err, TABIA_ERR_SYNTAX,
                                 error.line > 0 ? (size_t)error.line : 1,
                                 error.column > 0 ? (size_t)error.column : 1,
                                 (uint64_t)error.position, "%.150s",
                                 error.text);
    const bool is_read = read_top(&r, top);
    json_decref(top);
    return is_read;
}

bool puzzles_is_json(struct tabia_bytes bytes)
{
    const size_t size = format_first_bytes(bytes).size;
    size_t i = 0;
    while (i < size && strchr(" \t\r\n", bytes.data[i]) && bytes.data[i])
        i++;
    return i < size && bytes.data[i] == '{' && bytes.size <= TEXT_SIZE_MAX &&
           contains_text(bytes, "\"puzzles\":");
}
