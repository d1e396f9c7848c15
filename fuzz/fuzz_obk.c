/*
 * fuzz_obk.c - any bytes as a Chessmaster book
 *
 * What is accepted without a warning must come back as the same bytes. What
 * is read leniently must be written as a file that is accepted. Searching the
 * file must find what the book has. Any file at all may be followed along a
 * line.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "format/table_io.h"
#include "found.h"
#include "tabia/builder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY_LIMIT = 64 << 20, PLIES_MAX = 64 };

static bool count_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    size_t *nproblems = ctx;
    require(problem->status && problem->msg[0]);
    ++*nproblems;
    return severity == TABIA_SEVERITY_WARNING;
}

static struct tabia_book *decode(struct tabia_bytes bytes, bool lenient,
                                 size_t *nproblems)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
        .memory_limit = MEMORY_LIMIT,
        .lenient = lenient,
        .on_problem = count_problem,
        .ctx = nproblems,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    require(!book == (err.status != TABIA_OK));
    require(book || err.offset <= bytes.size);
    return book;
}

/* The caller frees the data. */
static struct tabia_bytes encode(const struct tabia_book *book)
{
    uint8_t *data = NULL;
    size_t size = 0;
    require(tabia_book_encode(book, tabia_format_find("obk", NULL), NULL, &data,
                              &size, NULL, NULL));
    return (struct tabia_bytes){ data, size };
}

/* Follows the last move of each answer; all that is found is legal. */
static void follow(struct tabia_bytes bytes)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
        .lenient = true,
    };
    const struct table_lookup along = { .use = TABLE_USE_LINE };
    struct read_job job;
    struct table *t = read_job_init(&job, bytes, &options, NULL)
                          ? format_open_table_for(bytes, &along, &job, NULL)
                          : NULL;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_move line[PLIES_MAX];
    struct tabia_pos start, pos;
    if (!t)
        return;
    tabia_pos_set_start(&start);
    pos = start;
    for (size_t n = 0; n < PLIES_MAX; n++) {
        const size_t nmoves = table_find_line(t, &start, line, n, list);
        if (!nmoves)
            break;
        for (size_t k = 0; k < nmoves; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
        line[n] = list[nmoves - 1].move;
        tabia_pos_play(&pos, line[n]);
    }
    table_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    size_t nproblems = 0;
    follow(bytes);
    struct tabia_book *book = decode(bytes, false, &nproblems);
    if (book) {
        const struct tabia_bytes again = encode(book);
        const bool is_same =
            again.size == size && memcmp(again.data, data, size) == 0;
        require(is_same || nproblems);
        check_found("obk", bytes, book);
        free((void *)again.data);
        tabia_book_free(book);
        return 0;
    }
    book = decode(bytes, true, &nproblems);
    if (!book)
        return 0;
    const struct tabia_bytes written = encode(book);
    size_t nmore = 0;
    struct tabia_book *back = decode(written, false, &nmore);
    require(back && tabia_book_edge_count(back) == tabia_book_edge_count(book));
    tabia_book_free(back);
    free((void *)written.data);
    tabia_book_free(book);
    return 0;
}
