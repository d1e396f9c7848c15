/*
 * format_check.c - books from texts and back, in tests of formats
 */
#include "format_check.h"

#include "fail_alloc.h"
#include "format/format_contract.h"

/* ---- texts and books ------------------------------------------------- */

struct tabia_book *decode_text(const char *format, const char *text,
                               struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
    };
    assert_non_null(options.format);
    return tabia_book_decode(bytes_of(text), &options, err);
}

char *encode_with(const struct tabia_book *book,
                  const struct tabia_format *format,
                  const struct tabia_write_options *options,
                  struct tabia_report *report, struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, format, options, &data, &size, report, err))
        return NULL;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, data, size);
    text[size] = '\0';
    free(data);
    return text;
}

char *encode_text(const struct tabia_book *book, const char *format,
                  struct tabia_report *report)
{
    struct tabia_error err = { 0 };
    char *text =
        encode_with(book, tabia_format_find(format, NULL), NULL, report, &err);
    if (!text)
        fail_msg("encode: %s", err.msg);
    return text;
}

const char *error_text(const struct tabia_error *err, char *buf, size_t size)
{
    if (err->line)
        snprintf(buf, size, "%u:%u: %s", err->line, err->col, err->msg);
    else
        snprintf(buf, size, "%s", err->msg);
    return buf;
}

const char *report_text(const struct tabia_report *report, char *buf,
                        size_t size)
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < report->n && len < size; i++)
        len +=
            (size_t)snprintf(buf + len, size - len, "%s%llu %s", i ? "; " : "",
                             (unsigned long long)report->list[i].count,
                             report->list[i].what);
    return buf;
}

const char *entries_text(const struct tabia_pos *pos,
                         const struct tabia_book_move *list, size_t n,
                         char *buf, size_t size)
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < n && len < size; i++) {
        char uci[TABIA_UCI_SIZE], weight[16] = "";
        tabia_uci_print(pos, list[i].move, false, uci);
        if (list[i].data.has & TABIA_HAS_WEIGHT)
            snprintf(weight, sizeof(weight), "=%u", list[i].data.weight);
        len += (size_t)snprintf(buf + len, size - len, "%s%s%s", i ? " " : "",
                                uci, weight);
    }
    return buf;
}

/* ---- making books ---------------------------------------------------- */

void play_moves(struct tabia_builder *b, struct tabia_builder_cursor *c,
                const char *moves)
{
    struct tabia_error err = { 0 };
    for (const char *p = moves; *p; p += strspn(p, " ")) {
        const size_t len = strcspn(p, " ");
        tabia_move mv;
        if (!tabia_uci_parse(&c->pos, p, len, &mv, &err) ||
            !tabia_builder_play(b, c, mv, &err))
            fail_msg("%s: %s", moves, err.msg);
        p += len;
    }
}

void join_move(struct tabia_builder *b, struct tabia_builder_cursor *c,
               const char *uci)
{
    tabia_move mv;
    assert_true(tabia_uci_parse(&c->pos, uci, strlen(uci), &mv, NULL));
    assert_true(tabia_builder_play_joined(b, c, mv, NULL));
}

struct tabia_builder *new_builder(void)
{
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    assert_non_null(b);
    return b;
}

struct tabia_book *freeze(struct tabia_builder *b)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    if (!book)
        fail_msg("freeze: %s", err.msg);
    return book;
}

/* ---- tables of cases ------------------------------------------------- */

static struct tabia_book *decode(const struct tabia_format *format,
                                 const char *text, struct tabia_error *err)
{
    const struct tabia_read_options options = { .format = format };
    return tabia_book_decode(bytes_of(text), &options, err);
}

static bool check_row(const struct tabia_format *format,
                      const struct text_case *row, struct tabia_report *report)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode(format, row->text, &err);
    char *got = book ? encode_with(book, format, NULL, report, &err) : NULL;
    const bool ok = check_text(row->name, got ? got : err.msg, row->want);
    free(got);
    tabia_book_free(book);
    return ok;
}

int check_rewritten(const struct tabia_format *format,
                    const struct text_case *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++)
        nfailed += !check_row(format, &rows[i], NULL);
    return nfailed;
}

int check_lossless(const struct tabia_format *format,
                   const struct text_case *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_report report = { 0 };
        char losses[300];
        nfailed += !check_row(format, &rows[i], &report);
        nfailed +=
            !check_text(rows[i].name,
                        report_text(&report, losses, sizeof(losses)), "");
    }
    return nfailed;
}

int check_refused(const struct tabia_format *format,
                  const struct text_case *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_error err = { 0 };
        char got[300];
        struct tabia_book *book = decode(format, rows[i].text, &err);
        nfailed +=
            !check_text(rows[i].name,
                        book ? "read" : error_text(&err, got, sizeof(got)),
                        rows[i].want);
        tabia_book_free(book);
    }
    return nfailed;
}

int check_matches(const struct tabia_format *format,
                  const struct match_case *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++)
        nfailed +=
            !check_number(rows[i].text, format->detect(bytes_of(rows[i].text)),
                          (unsigned long long)rows[i].want);
    return nfailed;
}

int check_detected(const struct text_case *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_format *format =
            tabia_format_detect(bytes_of(rows[i].text), NULL, NULL);
        nfailed +=
            !check_text(rows[i].name,
                        format ? tabia_format_get_info(format)->name : "",
                        rows[i].want);
    }
    return nfailed;
}

/* What is done again and again, and what comes of it with all memory. */
struct passage {
    struct tabia_bytes bytes; // unless only writing
    const struct tabia_read_options *options;
    const struct tabia_format *format;
    const struct tabia_book *book; // to write
    uint32_t nnodes, nedges;
    uint8_t *data; // written, owned; NULL where the format cannot
    size_t size;
};

static bool can_write(const struct tabia_format *format)
{
    return format->info.can_write && !format->set;
}

static bool write_again(void *ctx, struct tabia_error *err)
{
    const struct passage *p = ctx;
    uint8_t *data = NULL;
    size_t size;
    const bool ok =
        tabia_book_encode(p->book, p->format, NULL, &data, &size, NULL, err);
    if (ok && p->data && (size != p->size || memcmp(data, p->data, size) != 0))
        fail_msg("%s: without memory other bytes are written",
                 p->format->info.name);
    free(data);
    return ok;
}

static bool pass(void *ctx, struct tabia_error *err)
{
    struct passage p = *(struct passage *)ctx;
    struct tabia_book *book = tabia_book_decode(p.bytes, p.options, err);
    p.book = book;
    if (book && p.nnodes &&
        (tabia_book_node_count(book) != p.nnodes ||
         tabia_book_edge_count(book) != p.nedges))
        fail_msg("%s: without memory another book is read",
                 p.format->info.name);
    const bool ok = book && (!can_write(p.format) || write_again(&p, err));
    tabia_book_free(book);
    return ok;
}

void check_starved(struct tabia_bytes bytes,
                   const struct tabia_read_options *options)
{
    struct passage p = { bytes, options, .format = options->format };
    struct tabia_book *book = tabia_book_decode(bytes, options, NULL);
    assert_non_null(book);
    p.nnodes = tabia_book_node_count(book);
    p.nedges = tabia_book_edge_count(book);
    if (can_write(p.format))
        assert_true(tabia_book_encode(book, p.format, NULL, &p.data, &p.size,
                                      NULL, NULL));
    tabia_book_free(book);
    fail_alloc_each(pass, &p);
    free(p.data);
}

void check_starved_text(const struct tabia_format *format, const char *text)
{
    const struct tabia_read_options options = { .format = format };
    check_starved(bytes_of(text), &options);
}

void check_starved_writing(const struct tabia_book *book,
                           const struct tabia_format *format)
{
    struct passage p = { .book = book, .format = format };
    assert_true(
        tabia_book_encode(book, format, NULL, &p.data, &p.size, NULL, NULL));
    fail_alloc_each(write_again, &p);
    free(p.data);
}
