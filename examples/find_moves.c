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

#include "tabia/source.h"

static const char text[] = "e2e4 g7g6 d2d4 f8g7 (Modern Defence\n"
                           "d2d4 g7g6 e2e4 d7d6\n";

int main(int argc, char **argv)
{
    static const char *fallback[] = { "d4", "g6", "e4" };
    const char *const *moves = argc > 1 ? (const char **)argv + 2 : fallback;
    const int nmoves = argc > 1 ? argc - 2 : 3;
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };

    struct tabia_error err = { 0 };
    struct tabia_answer answer = { 0 };
    struct tabia_source *book =
        argc > 1 ? tabia_source_open(argv[1], NULL, &err)
                 : tabia_source_open_bytes(bytes, NULL, &err);
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (int i = 0; book && i < nmoves; i++) {
        tabia_move mv;
        if (!tabia_san_play(&pos, moves[i], TABIA_LEN_NUL, &mv, &err))
            break;
    }
    if (err.status || !tabia_source_find(book, &pos, NULL, &answer, &err))
        fprintf(stderr, "find_moves: %s\n", err.msg);

    for (size_t i = 0; i < answer.nmoves; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, answer.moves[i].move, san);
        printf("%s\n", san);
    }
    tabia_answer_clear(&answer);
    tabia_source_close(book);
    return err.status != TABIA_OK;
}
