/*
 * build_book.c - makes a book and saves it
 *
 *     build_book [FILE]
 *
 * Writes to FILE or to standard output, and reports what the format
 * could not hold.
 */
#include <stdio.h>
#include <string.h>

#include "tabia/builder.h"
#include "tabia/format.h"

static bool add_line(struct tabia_builder *b, const char *line, uint32_t weight,
                     struct tabia_error *err)
{
    struct tabia_builder_cursor c;
    if (!tabia_builder_start(b, NULL, &c, err))
        return false;
    for (const char *p = line; *p; p += strspn(p, " ")) {
        const size_t len = strcspn(p, " ");
        tabia_move mv;
        if (!tabia_san_parse(&c.pos, p, len, 0, &mv, err) ||
            !tabia_builder_play(b, &c, mv, err))
            return false;
        p += len;
    }
    const struct tabia_move_data data = { .has = TABIA_HAS_WEIGHT,
                                          .weight = weight };
    return tabia_builder_set_move(b, c.edge, &data, err);
}

int main(int argc, char **argv)
{
    struct tabia_error err = { 0 };
    struct tabia_report *report = tabia_report_new(&err);
    struct tabia_book *book = NULL;
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    if (b && add_line(b, "e4 e5 Nf3 Nc6 Bb5", 3, &err) &&
        add_line(b, "e4 c5", 5, &err))
        book = tabia_builder_freeze(b, &err);
    else
        tabia_builder_free(b);

    const struct tabia_format *lines = tabia_format_find("lines", &err);
    const bool is_saved = book && report && lines &&
                          tabia_book_save(book, argc > 1 ? argv[1] : "-", lines,
                                          NULL, report, &err);
    const struct tabia_loss *loss;
    for (size_t i = 0; report && (loss = tabia_report_at(report, i)); i++)
        printf("lost: %llu %s\n", (unsigned long long)loss->count, loss->what);
    if (!is_saved)
        fprintf(stderr, "build_book: %s\n", err.msg);
    tabia_report_free(report);
    tabia_book_free(book);
    return !is_saved;
}
