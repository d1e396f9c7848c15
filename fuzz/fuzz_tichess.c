/*
 * fuzz_tichess.c - any bytes as the text of a TI-Chess book
 *
 * What is read compiles, unless a position is too full, and every compiled
 * file reads back with as many positions and moves as were written. Written
 * as text again it compiles to the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "format/formats.h"
#include "format/ti/tibook.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool go_on(void *ctx, enum tabia_severity severity,
                  const struct tabia_error *problem)
{
    const size_t *size = ctx;
    (void)severity;
    require(problem->status != TABIA_OK && problem->line > 0);
    require(problem->col > 0 && problem->col <= *size + 1);
    return true;
}

static void check_file(const struct ti_file *file)
{
    const struct tabia_bytes bytes = { file->data, file->size };
    const struct tabia_read_options options = { .format = &format_tibook };
    struct tabia_book *book = tabia_book_decode(bytes, &options, NULL);
    require(book != NULL);
    require(tabia_book_root_count(book) == file->positions);
    require(tabia_book_edge_count(book) == file->moves);
    tabia_book_free(book);
}

/* Writes the book as text, reads that and compares what it compiles to. */
static void check_text(const struct tabia_book *book,
                       const struct ti_options *how,
                       const struct ti_files *files)
{
    const struct tabia_read_options options = { .format = &format_tichess };
    struct ti_files again;
    struct tabia_bytes text;
    uint8_t *data;
    require(tabia_book_encode(book, &format_tichess, NULL, &data, &text.size,
                              NULL, NULL));
    text.data = data;
    struct tabia_book *read = tabia_book_decode(text, &options, NULL);
    require(read != NULL);
    require(tibook_compile(read, how, &again, NULL));
    require(again.n == files->n);
    for (size_t i = 0; i < files->n; i++)
        require(again.list[i].size == files->list[i].size &&
                memcmp(again.list[i].data, files->list[i].data,
                       files->list[i].size) == 0);
    ti_files_clear(&again);
    tabia_book_free(read);
    free(data);
}

static void check_book(const struct tabia_book *book)
{
    struct ti_files files;
    struct tabia_error err = { 0 };
    const struct ti_options options = { .no_ti92p = true,
                                        .keeps_stale_rights = true };
    if (!tibook_compile(book, &options, &files, &err)) {
        require(err.status == TABIA_ERR_LIMIT);
        return;
    }
    for (size_t i = 0; i < files.n; i++)
        check_file(&files.list[i]);
    check_text(book, &options, &files);
    ti_files_clear(&files);
}

static struct tabia_book *read_text(struct tabia_bytes bytes, bool is_german,
                                    bool is_lenient)
{
    const struct tabia_setting german = { "german", "" };
    const struct tabia_read_options options = {
        .format = &format_tichess,
        .settings = &german,
        .nsettings = is_german,
        .keep_location = true,
        .lenient = is_lenient,
        .on_problem = go_on,
        .ctx = &bytes.size,
    };
    return tabia_book_decode(bytes, &options, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    if (IS_READ_ONLY) {
        tabia_book_free(read_text(bytes, size % 2, true));
        return 0;
    }
    (void)format_tichess.detect(bytes);
    for (int is_german = 0; is_german < 2; is_german++) {
        tabia_book_free(read_text(bytes, is_german, false));
        struct tabia_book *book = read_text(bytes, is_german, true);
        if (book)
            check_book(book);
        tabia_book_free(book);
    }
    return 0;
}
