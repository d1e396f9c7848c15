/*
 * recode.c - from one format to another in memory, for tables of tests
 */
#include "recode.h"

#include <stdlib.h>

#include "check.h"
#include "tabia/diff.h"

enum { SETTINGS_MAX = 4, WORD_SIZE = 16, BYTES_SIZE = 256 };

const char recode_table1[] = "e2e4e7e5g1f3b8c6f1b5a7a6\n"
                             "e2e4e7e5g1f3b8c6f1c4\n"
                             "e2e4e7e5g1f3g8f6\n"
                             "e2e4e7e5f2f4\n"
                             "e2e4c7c5g1f3d7d6d2d4\n"
                             "e2e4c7c5g1f3b8c6\n"
                             "e2e4e7e6\n";

void recode_wide(char lines[RECODE_WIDE_SIZE])
{
    static const char way[] = "e2e4c7c5d1h5d8b6d2d4b6c7f1c4b8a6c1f4a6b4b1c3"
                              "c7a5a2a3g8f6h2h3f6d5a3b4a7a6g1f3d5b6e1e2e8d8";
    struct tabia_pos pos;
    tabia_move list[TABIA_MOVES_MAX];
    size_t used = 0;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < RECODE_WIDE_PLIES; i++) {
        tabia_move mv;
        assert_true(tabia_uci_parse(&pos, way + 4 * i, 4, &mv, NULL));
        tabia_pos_play(&pos, mv);
    }
    assert_int_equal(tabia_pos_legal_moves(&pos, list), RECODE_WIDE_MOVES);
    for (size_t i = 0; i < RECODE_WIDE_MOVES; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, list[i], false, uci);
        used += (size_t)snprintf(lines + used, RECODE_WIDE_SIZE - used,
                                 "%s%s\n", way, uci);
    }
    assert_true(used < RECODE_WIDE_SIZE);
}

struct tabia_book *recode_read(const char *from, const char *setting,
                               const void *src, size_t size,
                               struct tabia_error *err)
{
    const struct tabia_setting settings = { setting, "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find(from, NULL),
        .settings = &settings,
        .nsettings = setting ? 1 : 0,
    };
    assert_non_null(options.format);
    return tabia_book_decode((struct tabia_bytes){ src, size }, &options, err);
}

struct recoded recode_write(const struct tabia_book *book, const char *to,
                            const char *settings)
{
    char words[SETTINGS_MAX][WORD_SIZE];
    struct tabia_setting list[SETTINGS_MAX];
    struct tabia_write_options options = { .settings = list };
    for (const char *p = settings ? settings : ""; *p; p += strspn(p, " ")) {
        const size_t len = strcspn(p, " ");
        snprintf(words[options.nsettings], WORD_SIZE, "%.*s", (int)len, p);
        list[options.nsettings].name = words[options.nsettings];
        list[options.nsettings].value = "";
        options.nsettings++;
        p += len;
    }
    struct tabia_error err = { 0 };
    struct recoded r = { 0 };
    if (!tabia_book_encode(book, tabia_format_find(to, NULL), &options, &r.data,
                           &r.size, &r.report, &err))
        fail_msg("writing %s: %s", to, err.msg);
    return r;
}

struct recoded recode(const char *from, const void *src, size_t size,
                      const char *to, const char *settings)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = recode_read(from, NULL, src, size, &err);
    if (!book)
        fail_msg("reading %s: %s", from, err.msg);
    const struct recoded r = recode_write(book, to, settings);
    tabia_book_free(book);
    return r;
}

void recode_free(struct recoded *r)
{
    free(r->data);
    r->data = NULL;
}

const char *recode_error(const struct tabia_error *err, char *buf, size_t size)
{
    if (!err->status)
        snprintf(buf, size, "%s", "");
    else if (err->line)
        snprintf(buf, size, "%u:%u: %s", err->line, err->col, err->msg);
    else
        snprintf(buf, size, "offset %llu: %s", (unsigned long long)err->offset,
                 err->msg);
    return buf;
}

size_t recode_hex(const char *hex, uint8_t *data, size_t size)
{
    size_t n = 0;
    for (const char *p = hex; *p && n < size;) {
        char *end;
        data[n] = (uint8_t)strtoul(p, &end, 16);
        n += end != p;
        p = end + strspn(end, " ");
    }
    return n;
}

const char *recode_print_hex(const struct recoded *r, char *buf, size_t size)
{
    buf[0] = '\0';
    for (size_t i = 0; i < r->size; i++)
        snprintf(buf + strlen(buf), size - strlen(buf), "%s%02X", i ? " " : "",
                 r->data[i]);
    return buf;
}

const char *recode_print_text(const struct recoded *r, char *buf, size_t size)
{
    snprintf(buf, size, "%.*s", (int)r->size, (const char *)r->data);
    return buf;
}

bool recode_check(const struct recode_case *row, const char *to,
                  struct recoded *bytes)
{
    char text[RECODE_WIDE_SIZE];
    *bytes = recode("lines", row->lines, strlen(row->lines), to, row->settings);
    return !row->want ||
           check_text(row->name, recode_print_hex(bytes, text, sizeof(text)),
                      row->want);
}

int recode_check_bad(const char *format, const struct recode_bad *rows,
                     size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[BYTES_SIZE];
        const size_t size = recode_hex(rows[i].hex, bytes, sizeof(bytes));
        struct tabia_error err = { 0 };
        char got[300];
        struct tabia_book *book =
            recode_read(format, rows[i].setting, bytes, size, &err);
        nfailed +=
            !check_text(rows[i].name, recode_error(&err, got, sizeof(got)),
                        rows[i].want);
        nfailed += book != NULL;
        tabia_book_free(book);
    }
    return nfailed;
}

uint32_t recode_differences(const struct tabia_book *a,
                            const struct tabia_book *b)
{
    struct tabia_diff_result counts = { 0 };
    assert_true(tabia_book_diff(
        a, b, &(struct tabia_diff_options){ .ignored = ~0u }, &counts, NULL));
    assert_true(counts.moves_both > 0);
    return counts.positions_a + counts.positions_b + counts.moves_a +
           counts.moves_b;
}
