/*
 * ct800_book.c - what the tests of the CT800 formats share
 */
#include "ct800_book.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "check.h"

struct tabia_book *ct800_book_read(const char *format, const void *data,
                                   size_t size, struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
    };
    const struct tabia_bytes bytes = { data, size };
    assert_non_null(options.format);
    return tabia_book_decode(bytes, &options, err);
}

struct tabia_book *ct800_book_of(const char *text)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        ct800_book_read("ct800", text, strlen(text), &err);
    if (!book)
        print_error("%s: %s\n", text, err.msg);
    assert_non_null(book);
    return book;
}

/* ---- lines ----------------------------------------------------------- */

static const char *const marks[] = {
    [TABIA_MARK_NONE] = "",
    [TABIA_MARK_AVOIDED] = "x",
    [TABIA_MARK_PASSIVE] = "?",
};

static void add_names(struct buf *out, const struct tabia_node_data *data)
{
    if (!data->eco && !data->name)
        return;
    buf_addf(out, " (%s%s%s)", data->eco ? data->eco : "",
             data->eco && data->name ? " " : "", data->name ? data->name : "");
}

static void add_line(struct buf *out, const struct tabia_book *book,
                     uint32_t root)
{
    struct tabia_pos pos;
    uint32_t first, count, node = tabia_book_root_at(book, root);
    tabia_book_root_pos_at(book, root, &pos);
    for (size_t n = 0; tabia_book_node_edges(book, node, &first, &count), count;
         n++) {
        char uci[TABIA_UCI_SIZE];
        const tabia_move mv = tabia_book_edge_move(book, first);
        tabia_uci_print(&pos, mv, false, uci);
        buf_addf(out, "%s%s%s", n ? " " : "", uci,
                 marks[tabia_book_edge_data(book, first).mark]);
        tabia_pos_play(&pos, mv);
        node = tabia_book_edge_target(book, first);
        const struct tabia_node_data data = tabia_book_node_data(book, node);
        add_names(out, &data);
    }
}

struct buf ct800_book_lines(const struct tabia_book *book)
{
    struct buf out = { .limit = 16 << 20 };
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        if (i)
            buf_add_text(&out, " | ");
        add_line(&out, book, i);
    }
    return out;
}

/* ---- folded ---------------------------------------------------------- */

enum { ENTRY_SIZE = 16 };

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* One line per position: FEN, its names, its moves in order of their text. */
static char *describe_position(const struct tabia_book *book, uint32_t id)
{
    struct buf line = { .limit = 1 << 16 };
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    tabia_book_position_pos_at(book, id, &pos);
    tabia_fen_print(&pos, TABIA_FEN_NO_CLOCKS, fen);
    buf_add_text(&line, fen);
    const struct tabia_node_data data = tabia_book_position_data(book, id);
    add_names(&line, &data);

    struct tabia_book_move list[TABIA_MOVES_MAX];
    char texts[TABIA_MOVES_MAX][ENTRY_SIZE];
    const size_t n = tabia_book_position_moves(book, id, TABIA_MERGE_DEFAULT,
                                               list, TABIA_MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, list[i].move, false, uci);
        snprintf(texts[i], ENTRY_SIZE, "%s%s", uci, marks[list[i].data.mark]);
    }
    qsort(texts, n, ENTRY_SIZE, by_text);
    for (size_t i = 0; i < n; i++)
        buf_addf(&line, " %s", texts[i]);
    buf_add_char(&line, '\n');
    assert_false(line.failed);
    return line.data;
}

static int by_line(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct buf ct800_book_folded(const struct tabia_book *book)
{
    const uint32_t n = tabia_book_position_count(book);
    struct buf out = { .limit = 64 << 20 };
    char **lines = calloc((size_t)n + 1, sizeof(*lines));
    assert_non_null(lines);
    for (uint32_t i = 0; i < n; i++)
        lines[i] = describe_position(book, i);
    qsort(lines, n, sizeof(*lines), by_line);
    for (uint32_t i = 0; i < n; i++) {
        buf_add_text(&out, lines[i]);
        free(lines[i]);
    }
    free(lines);
    return out;
}

/* ---- bytes ----------------------------------------------------------- */

struct buf ct800_book_encode(const struct tabia_book *book, const char *format,
                             struct tabia_report *report)
{
    struct tabia_error err = { 0 };
    uint8_t *data = NULL;
    size_t size = 0;
    if (!tabia_book_encode(book, tabia_format_find(format, NULL), NULL, &data,
                           &size, report, &err))
        fail_msg("%s: %s", format, err.msg);
    struct buf out = { .limit = 64 << 20 };
    buf_add(&out, data, size);
    free(data);
    return out;
}

const char *ct800_book_error(const struct tabia_error *err, char *out,
                             size_t size)
{
    if (err->line)
        snprintf(out, size, "%u:%u: %s", err->line, err->col, err->msg);
    else if (err->col)
        snprintf(out, size, "@%llu: %s", (unsigned long long)err->offset,
                 err->msg);
    else
        snprintf(out, size, "%s", err->msg);
    return out;
}
