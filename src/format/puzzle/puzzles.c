/*
 * puzzles.c - a set of puzzles in memory, and its formats
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/format_io.h"
#include "format/puzzle/puzzles.h"
#include "format/ti/tipuzzle.h"
#include "base/banned.h"

enum { PUZZLES_MAX = 1 << 22 };

struct puzzles {
    struct puzzle *list;
    size_t n, room;
    struct arena texts;
};

/* ---- the set --------------------------------------------------------- */

struct puzzles *puzzles_new(struct tabia_error *err)
{
    struct puzzles *set = calloc(1, sizeof(*set));
    if (!set) {
        error_nomem(err);
        return NULL;
    }
    set->texts.limit = (size_t)1 << 30;
    return set;
}

void puzzles_free(struct puzzles *set)
{
    if (!set)
        return;
    arena_clear(&set->texts);
    free(set->list);
    free(set);
}

size_t puzzles_count(const struct puzzles *set)
{
    return set->n;
}

const struct puzzle *puzzles_at(const struct puzzles *set, size_t i)
{
    return &set->list[i];
}

/* Copies the lines; what an unfinished puzzle took stays in the arena. */
static bool puzzles_copy_lines(struct puzzles *set, struct puzzle *copy,
                               struct tabia_error *err)
{
    for (size_t i = 0; i < PUZZLE_LINES; i++) {
        const char *text = puzzle_line(copy, i);
        const size_t len = text ? strlen(text) : 0;
        if (len > PUZZLE_LINE_MAX)
            return error_set(err, TABIA_ERR_LIMIT,
                             "a line has %zu bytes, the limit is %d", len,
                             PUZZLE_LINE_MAX);
        if (len && strpbrk(text, "\r\n"))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "a line of a puzzle contains a line end");
        const char *own = len ? arena_dup_text(&set->texts, text, len) : "";
        if (!own)
            return error_nomem(err);
        puzzle_set_line(copy, i, own);
    }
    return true;
}

bool puzzles_add(struct puzzles *set, const struct puzzle *puzzle,
                 struct tabia_error *err)
{
    struct puzzle copy = *puzzle;
    if (!puzzles_copy_lines(set, &copy, err))
        return false;
    if (set->n == PUZZLES_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d puzzles",
                         PUZZLES_MAX);
    if (!VEC_RESERVE(set->list, set->room, set->n + 1, PUZZLES_MAX, err))
        return false;
    set->list[set->n++] = copy;
    return true;
}

/* ---- hints ----------------------------------------------------------- */

/* True if a line of the description has one of the words, in lower case. */
static bool mentions_word(const struct puzzle *puzzle, const char *const *words)
{
    for (; *words; words++)
        for (size_t i = 0; i < PUZZLE_DESCRIPTIONS; i++)
            for (const char *text = puzzle->description[i]; *text; text++) {
                size_t n = 0;
                while ((*words)[n] && text_lower(text[n]) == (*words)[n])
                    n++;
                if (!(*words)[n])
                    return true;
            }
    return false;
}

const char *puzzle_style_note(const struct puzzle *puzzle, size_t n)
{
    static const char *const goals[] = { "mate",   "draw", "win",  "plies",
                                         "ply",    "move", "matt", "remis",
                                         "gewinn", NULL };
    static const char *const sources[] = { "(c)", "copyright", "\xC2\xA9",
                                           "\xA9", NULL };
    static const struct {
        const char *const *words;
        const char *hint;
    } hints[] = {
        { goals, "names no goal" },
        { sources, "names no source" },
    };
    for (size_t i = 0; i < COUNT_OF(hints); i++)
        if (!mentions_word(puzzle, hints[i].words) && n-- == 0)
            return hints[i].hint;
    return NULL;
}

/* ---- formats --------------------------------------------------------- */

static const struct codec {
    const char *name, *suffix;
    bool (*is)(struct tabia_bytes bytes);
    puzzles_read_fn *read;
    puzzles_write_fn *write;
} codecs[] = {
    [PUZZLE_TI_TEXT] = { "puzzles", ".txt", tipuzzle_is_text,
                         tipuzzle_read_text, tipuzzle_write_text },
    [PUZZLE_TI89] = { "tipuzzle", ".89y", tipuzzle_is_compiled, tipuzzle_read,
                      tipuzzle_write_ti89 },
    [PUZZLE_TI92P] = { "tipuzzle-92p", ".9xy", NULL, tipuzzle_read,
                       tipuzzle_write_ti92p },
    [PUZZLE_JSON] = { "json", ".json", puzzles_is_json, puzzles_read_json,
                      puzzles_write_json },
    [PUZZLE_EPD] = { "epd", ".epd", puzzles_is_epd, puzzles_read_epd,
                     puzzles_write_epd },
    [PUZZLE_PGN] = { "pgn", ".pgn", puzzles_is_pgn, puzzles_read_pgn,
                     puzzles_write_pgn },
};

enum puzzle_format puzzles_detect(struct tabia_bytes bytes)
{
    for (unsigned i = PUZZLE_TI_TEXT; i < COUNT_OF(codecs); i++)
        if (codecs[i].is && codecs[i].is(bytes))
            return (enum puzzle_format)i;
    return PUZZLE_NONE;
}

enum puzzle_format puzzle_format_find(const char *name)
{
    for (unsigned i = PUZZLE_TI_TEXT; i < COUNT_OF(codecs); i++)
        if (strcmp(codecs[i].name, name) == 0)
            return (enum puzzle_format)i;
    return PUZZLE_NONE;
}

bool puzzle_format_is_exclusive(enum puzzle_format format)
{
    return format == PUZZLE_TI_TEXT || format == PUZZLE_TI89 ||
           format == PUZZLE_TI92P;
}

enum puzzle_format puzzle_format_for_path(const char *path)
{
    const size_t len = strlen(path);
    for (unsigned i = PUZZLE_TI_TEXT; i < COUNT_OF(codecs); i++) {
        const size_t n = strlen(codecs[i].suffix);
        if (len >= n && strcmp(path + len - n, codecs[i].suffix) == 0)
            return (enum puzzle_format)i;
    }
    return PUZZLE_NONE;
}

const char *puzzle_format_name(enum puzzle_format format)
{
    return format ? codecs[format].name : "none";
}

/* ---- reading --------------------------------------------------------- */

static bool read_set(struct tabia_bytes bytes, enum puzzle_format format,
                     struct read_job *job, struct puzzles *set,
                     struct tabia_error *err)
{
    if (!format)
        format = puzzles_detect(bytes);
    if (!format || (size_t)format >= COUNT_OF(codecs))
        return error_set(err, TABIA_ERR_SYNTAX, "not a set of puzzles");
    struct tabia_error failure = { 0 };
    const bool is_read = codecs[format].read(bytes, job, set, &failure);
    return read_job_end(job, is_read, &failure, err);
}

struct puzzles *puzzles_decode_job(struct tabia_bytes bytes,
                                   enum puzzle_format format,
                                   struct read_job *job,
                                   struct tabia_error *err)
{
    struct puzzles *set = puzzles_new(err);
    struct tabia_error failure = { 0 };
    if (!set || read_set(bytes, format, job, set, &failure))
        return set;
    puzzles_free(set);
    error_in_file(&failure, job->name);
    error_pass(err, &failure);
    return NULL;
}

struct puzzles *puzzles_decode(struct tabia_bytes bytes,
                               enum puzzle_format format,
                               const struct tabia_read_options *options,
                               struct tabia_error *err)
{
    static const struct tabia_read_options defaults;
    struct read_job job = { .user = options ? options : &defaults };
    job.name = job.user->name;
    return puzzles_decode_job(bytes, format, &job, err);
}

/* ---- writing --------------------------------------------------------- */

bool puzzles_encode(const struct puzzles *set, enum puzzle_format format,
                    uint8_t **data, size_t *size, struct tabia_report *report,
                    struct tabia_error *err)
{
    struct tabia_report own = { .n = 0 };
    struct buf buf = { .limit = SIZE_MAX / 2 };
    struct sink dst = sink_to_buf(&buf, err);
    if (!format || (size_t)format >= COUNT_OF(codecs))
        return error_set(err, TABIA_ERR_MISUSE, "not a format of puzzles");
    if (!buf_reserve(&buf, 1)) // the empty set too has an address
        return buf_error(&buf, err);
    if (!codecs[format].write(set, &dst, report ? report : &own, err) ||
        !sink_ok(&dst)) {
        buf_clear(&buf);
        return false;
    }
    *data = (uint8_t *)buf.data;
    *size = buf.size;
    return true;
}
