/*
 * evals.c - evaluations from Lichess's database
 *
 *     {"fen":"... w KQkq -","evals":[{"pvs":[{"cp":20,"line":"e2e4 ..."}],
 *      "knodes":1000,"depth":30}]}                         (one line)
 *
 * 'cp' and 'mate' are White's view. There are hundreds of millions of lines
 * and few of them concern a book, so the position is cut out of the line, and
 * only where the book has it the line is read as JSON.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "book/copy.h"
#include "io/stream.h"
#include "source/evals.h"
#include "tabia/builder.h"
#include "base/banned.h"

enum { LINE_MAX_SIZE = 16 << 20, CHUNK_SIZE = 256 << 10 };

struct evals_reader {
    const struct evals_taker *taker;
    const struct evals_options *options;
    struct evals_result result;
    struct tabia_error *err;

    struct stream stream;
    uint8_t *chunk;          // owned; NULL: the text is mapped
    struct tabia_bytes rest; // text to be cut into lines
    struct buf line;         // one that began in an earlier chunk
    uint32_t number;         // of the line, from 1
};

static const char line_start[] = "{\"fen\":\"";

bool evals_detect(struct tabia_bytes bytes)
{
    const size_t len = sizeof(line_start) - 1;
    uint8_t head[sizeof(line_start)];
    struct stream stream;
    size_t size = 0;
    if (bytes.size >= len && memcmp(bytes.data, line_start, len) == 0)
        return true;
    if (bytes.size < len || !stream_open_bytes(&stream, bytes, NULL))
        return false;
    const bool is_read =
        !stream_is_map(&stream) && stream_read(&stream, head, len, &size, NULL);
    stream_close(&stream);
    return is_read && size == len && memcmp(head, line_start, len) == 0;
}

/* ---- one line -------------------------------------------------------- */

static bool fail_line(struct evals_reader *reader, size_t col, const char *what)
{
    struct tabia_error problem = error_for(reader->options->name);
    error_at_location(&problem, TABIA_ERR_SYNTAX, reader->number, col, 0, "%s",
                      what);
    reader->result.bad++;
    if (reader->options->on_problem &&
        reader->options->on_problem(reader->options->ctx, TABIA_SEVERITY_ERROR,
                                    &problem))
        return true;
    return error_pass(reader->err, &problem);
}

/* The deepest of "evals", the first of several; false if one is none. */
static bool read_deepest(const json_t *record, struct tabia_eval *deepest)
{
    const json_t *list = json_object_get(record, "evals");
    const size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        const json_t *depth = json_object_get(item, "depth");
        const json_t *pv = json_array_get(json_object_get(item, "pvs"), 0);
        const json_t *cp = json_object_get(pv, "cp");
        const json_t *value = cp ? cp : json_object_get(pv, "mate");
        if (!json_is_integer(depth) || !json_is_integer(value))
            return false;
        const json_int_t n = json_integer_value(value);
        const json_int_t d = json_integer_value(depth);
        if (n < -INT32_MAX || n > INT32_MAX || d < 0 || d > INT32_MAX)
            return false;
        if (i == 0 || d > deepest->depth)
            *deepest = (struct tabia_eval){
                .kind = cp ? TABIA_EVAL_CP : TABIA_EVAL_MATE,
                .value = (int32_t)n,
                .depth = (uint32_t)d,
            };
    }
    return count > 0;
}

/* A line about a position that is wanted. */
static bool take_record(struct evals_reader *reader, struct tabia_bytes line)
{
    json_error_t why;
    struct tabia_eval eval;
    json_t *record = json_loadb((const char *)line.data, line.size, 0, &why);
    if (!record && json_error_code(&why) == json_error_out_of_memory)
        return error_nomem(reader->err);
    if (!record)
        return fail_line(reader, why.column > 0 ? (size_t)why.column : 1,
                         why.text);
    const bool is_good = read_deepest(record, &eval);
    json_decref(record);
    if (!is_good)
        return fail_line(reader, 1,
                         "expected \"evals\" with \"depth\" and \"pvs\" of "
                         "\"cp\" or \"mate\"");
    reader->result.found++;
    return reader->taker->take(reader->taker->ctx, &eval, reader->err);
}

static bool take_line(struct evals_reader *reader, struct tabia_bytes line)
{
    // All lines begin with the position.
    const size_t len = sizeof(line_start) - 1;
    const uint8_t *fen = NULL, *end = NULL;
    struct tabia_error why = { 0 };
    struct tabia_pos pos;
    if (line.size == 0)
        return true;
    if (line.size >= len && memcmp(line.data, line_start, len) == 0) {
        fen = line.data + len;
        end = memchr(fen, '"', line.size - len);
    }
    if (!end || memchr(fen, '\\', (size_t)(end - fen)))
        return fail_line(reader, 1, "expected {\"fen\":\"...\" and more");
    if (!tabia_fen_parse(&pos, (const char *)fen, (size_t)(end - fen),
                         TABIA_FEN_LENIENT, &why))
        return fail_line(reader, len + why.col, why.msg);
    reader->result.records++;
    bool is_wanted = false;
    return reader->taker->wants(reader->taker->ctx, &pos, &is_wanted,
                                reader->err) &&
           (!is_wanted || take_record(reader, line));
}

/* ---- all lines ------------------------------------------------------- */

/*
 * The next line without its end, which lives until the next call. False at
 * the end of the text, and with an error.
 */
static bool next_line(struct evals_reader *reader, struct tabia_bytes *line)
{
    buf_reset(&reader->line);
    for (;;) {
        const struct tabia_bytes text = reader->rest;
        const uint8_t *end =
            text.size ? memchr(text.data, '\n', text.size) : NULL;
        *line = (struct tabia_bytes){
            .data = text.data,
            .size = end ? (size_t)(end - text.data) : text.size,
        };
        const size_t used = line->size + (end != NULL);
        if (used > 0)
            reader->rest =
                (struct tabia_bytes){ text.data + used, text.size - used };
        if (end && reader->line.size == 0)
            break;
        if (!buf_add(&reader->line, line->data, line->size))
            return buf_error(&reader->line, reader->err);
        *line = buf_bytes(&reader->line);
        if (end)
            break;
        size_t size = 0;
        if (reader->chunk && !stream_read(&reader->stream, reader->chunk,
                                          CHUNK_SIZE, &size, reader->err))
            return false;
        if (size == 0 && reader->stream.damage.status)
            return error_pass(reader->err, &reader->stream.damage);
        if (size == 0 && line->size == 0)
            return false;
        if (size == 0)
            break; // the last line has no end
        reader->rest = (struct tabia_bytes){ reader->chunk, size };
    }
    if (line->size > 0 && line->data[line->size - 1] == '\r')
        line->size--;
    reader->number++;
    return true;
}

/* From a file, or from bytes if there is no path. */
static bool read_evals(const char *path, struct tabia_bytes bytes,
                       const struct evals_taker *taker,
                       const struct evals_options *options,
                       struct evals_result *result, struct tabia_error *err)
{
    enum { BETWEEN = 1 << 12 };
    static const struct evals_options defaults;
    static const struct stream_options one = { .nthreads = 1 };
    struct evals_options named = options ? *options : defaults;
    struct tabia_error failure = { 0 };
    struct evals_reader reader = { .taker = taker,
                                   .options = &named,
                                   .line.limit = LINE_MAX_SIZE,
                                   .err = &failure };
    struct tabia_bytes line;
    if (path ? stream_open(&reader.stream, path, &one, &failure)
             : stream_open_bytes(&reader.stream, bytes, &failure)) {
        const struct tabia_bytes map = reader.stream.raw.map;
        const bool is_text = stream_is_map(&reader.stream);
        if (!named.name)
            named.name = reader.stream.raw.name;
        if (is_text)
            reader.rest = map;
        else if (!(reader.chunk = malloc(CHUNK_SIZE)))
            error_nomem(&failure);
        while (!failure.status && next_line(&reader, &line)) {
            if (named.on_progress && reader.number % BETWEEN == 0)
                named.on_progress(named.ctx,
                                  is_text ? map.size - reader.rest.size
                                          : stream_tell(&reader.stream),
                                  map.size);
            if (!take_line(&reader, line))
                break;
        }
        if (!failure.status)
            (void)!raw_file_check(&reader.stream.raw, &failure);
        free(reader.chunk);
        buf_clear(&reader.line);
        stream_close(&reader.stream);
    }
    if (result)
        *result = reader.result;
    if (!failure.status)
        return true;
    error_in_file(&failure, named.name);
    return error_pass(err, &failure);
}

bool evals_read(const char *path, const struct evals_taker *taker,
                const struct evals_options *options,
                struct evals_result *result, struct tabia_error *err)
{
    return read_evals(path, (struct tabia_bytes){ 0 }, taker, options, result,
                      err);
}

/* ---- into a book ----------------------------------------------------- */

/* The deepest evaluation of a position so far. */
struct best_eval {
    struct tabia_eval eval;
    bool is_set;
};

struct book_evals {
    const struct tabia_book *book;
    enum evals_policy policy;
    struct best_eval *best; // by position
    uint32_t position;      // of the line
};

static bool is_in_book(void *ctx, const struct tabia_pos *pos, bool *is_wanted,
                       struct tabia_error *err)
{
    struct book_evals *to = ctx;
    (void)err;
    to->position = tabia_book_find_position(to->book, pos);
    *is_wanted = to->position != TABIA_NUMBER_NONE;
    return true;
}

static bool keep_best(void *ctx, const struct tabia_eval *eval,
                      struct tabia_error *err)
{
    const struct book_evals *to = ctx;
    struct best_eval *best = &to->best[to->position];
    (void)err;
    if (!best->is_set || best->eval.depth < eval->depth)
        *best = (struct best_eval){ .eval = *eval, .is_set = true };
    return true;
}

/* What a node of the copy says; 'data' is what it said. */
static void set_eval(const struct book_evals *to, const struct best_eval *best,
                     struct tabia_node_data *data)
{
    const bool has_eval = data->has & TABIA_HAS_EVAL;
    if (!best->is_set)
        return;
    if (has_eval && to->policy != EVALS_REPLACE &&
        (to->policy == EVALS_KEEP || data->eval.depth >= best->eval.depth))
        return;
    data->eval = best->eval;
    data->has |= TABIA_HAS_EVAL;
}

static void change_node(void *ctx, uint32_t node, struct tabia_node_data *data)
{
    const struct book_evals *to = ctx;
    set_eval(to, &to->best[tabia_book_node_position(to->book, node)], data);
}

/* How many positions get a value. */
static uint32_t count_filled(const struct book_evals *to)
{
    const uint32_t n = tabia_book_position_count(to->book);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_node_data data = tabia_book_position_data(to->book, i);
        const struct tabia_eval old = data.eval;
        const bool had_eval = data.has & TABIA_HAS_EVAL;
        set_eval(to, &to->best[i], &data);
        filled +=
            (data.has & TABIA_HAS_EVAL) &&
            (!had_eval || old.kind != data.eval.kind ||
             old.value != data.eval.value || old.depth != data.eval.depth);
    }
    return filled;
}

static struct tabia_book *add_evals(const struct tabia_book *book,
                                    const char *path, struct tabia_bytes bytes,
                                    const struct evals_options *options,
                                    struct evals_result *result,
                                    struct tabia_error *err)
{
    struct book_evals to = {
        .book = book,
        .policy = options ? options->policy : EVALS_DEEPER,
        .best = calloc((size_t)tabia_book_position_count(book) + 1,
                       sizeof(*to.best)),
    };
    const struct evals_taker taker = { .wants = is_in_book,
                                       .take = keep_best,
                                       .ctx = &to };
    const struct copy_changes changes = { .node = change_node, .ctx = &to };
    struct tabia_book *copy = NULL;
    if (!to.best)
        error_nomem(err);
    else if (read_evals(path, bytes, &taker, options, result, err))
        copy = copy_book(book, &changes, err);
    if (copy && result)
        result->filled = count_filled(&to);
    free(to.best);
    return copy;
}

struct tabia_book *evals_add_bytes(const struct tabia_book *book,
                                   struct tabia_bytes bytes,
                                   const struct evals_options *options,
                                   struct evals_result *result,
                                   struct tabia_error *err)
{
    return add_evals(book, NULL, bytes, options, result, err);
}

struct tabia_book *evals_add(const struct tabia_book *book, const char *path,
                             const struct evals_options *options,
                             struct evals_result *result,
                             struct tabia_error *err)
{
    return add_evals(book, path, (struct tabia_bytes){ 0 }, options, result,
                     err);
}

static bool pass_over(void *ctx, enum tabia_severity severity,
                      const struct tabia_error *problem)
{
    (void)ctx, (void)severity, (void)problem;
    return true;
}

bool evals_find(struct tabia_bytes bytes, const struct tabia_pos *pos,
                struct tabia_node_data *data, struct tabia_error *err)
{
    const struct evals_options options = { .on_problem = pass_over };
    struct tabia_builder_cursor c;
    struct tabia_book *book = NULL, *more = NULL;
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    if (b && tabia_builder_start(b, pos, &c, err))
        book = tabia_builder_freeze(b, err);
    else
        tabia_builder_free(b);
    if (book)
        more = evals_add_bytes(book, bytes, &options, NULL, err);
    if (more) // its values have no texts, so they outlive it
        *data = tabia_book_position_data(more, 0);
    tabia_book_free(book);
    tabia_book_free(more);
    return more != NULL;
}
