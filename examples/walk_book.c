/*
 * walk_book.c - all lines of a book, each position gone into once
 *
 *     walk_book [FILE]
 */
#include <stdio.h>
#include <string.h>

#include "tabia/format.h"
#include "tabia/walk.h"

static const char text[] = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4\n"
                           "c2c4 g8f6 d2d4 e7e6 g1f3\n"
                           "c2c4 e7e5\n";

static void print_step(const struct tabia_walk_step *step)
{
    char san[TABIA_SAN_SIZE];
    if (!step->ply)
        return;
    tabia_san_print(&step->before, step->book_move.move, san);
    printf("%*s%s%s\n", 2 * ((int)step->ply - 1), "", san,
           step->is_seen ? " (seen before)" : "");
}

int main(int argc, char **argv)
{
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_error err = { 0 };
    struct tabia_book *book = argc > 1 ? tabia_book_load(argv[1], NULL, &err)
                                       : tabia_book_decode(bytes, NULL, &err);
    struct tabia_walk *walk = book ? tabia_walk_new(book, NULL, &err) : NULL;
    struct tabia_walk_step step;
    while (walk && tabia_walk_next(walk, &step, &err))
        print_step(&step);

    if (err.status)
        fprintf(stderr, "walk_book: %s\n", err.msg);
    tabia_walk_free(walk);
    tabia_book_free(book);
    return err.status != TABIA_OK;
}
