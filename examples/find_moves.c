/*
 * find_moves.c - the moves of a book in a position
 *
 *     find_moves [FILE [MOVE...]]
 *
 * Any format will do: the content decides. Without a file a book of two lines
 * shows that positions count, not the way to them.
 */
#include <stdio.h>
#include <string.h>

#include "tabia/format.h"

static const char text[] = "e2e4 g7g6 d2d4 f8g7 (Modern Defence\n"
                           "d2d4 g7g6 e2e4 d7d6\n";

static struct tabia_book *open_book(const char *path, struct tabia_error *err)
{
    const struct tabia_bytes src = { (const uint8_t *)text, strlen(text) };
    return path ? tabia_book_load(path, NULL, err)
                : tabia_book_decode(src, NULL, err);
}

int main(int argc, char **argv)
{
    static const char *fallback[] = { "d4", "g6", "e4" };
    const char *const *moves = argc > 1 ? (const char **)argv + 2 : fallback;
    const int nmoves = argc > 1 ? argc - 2 : 3;

    struct tabia_error err = { 0 };
    struct tabia_book *book = open_book(argc > 1 ? argv[1] : NULL, &err);
    struct tabia_pos pos;
    tabia_pos_start(&pos);
    for (int i = 0; book && i < nmoves; i++) {
        tabia_move mv;
        if (!tabia_san_play(&pos, moves[i], strlen(moves[i]), &mv, &err))
            break;
    }
    if (err.status) {
        fprintf(stderr, "find_moves: %s\n", err.msg);
        tabia_book_free(book);
        return 1;
    }

    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n = tabia_book_find(book, &pos, TABIA_POLICY_DEFAULT, list);
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, list[i].move, san);
        printf("%s\n", san);
    }
    tabia_book_free(book);
    return 0;
}
