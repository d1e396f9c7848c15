/*
 * consumer.c BOOK - answers positions like 'tabia find --batch BOOK'
 *
 * Reads FENs from standard input; prints each with a tab and the moves, or -.
 */
#include <stdio.h>
#include <string.h>
#include <tabia/format.h>
#include <tabia/version.h>

enum { MOVES_SHOWN = 64 }; // no book has more for a position

static const char *mark_of(const struct tabia_book_move *entry)
{
    static const char *const marks[] = { "", "x", "?" };
    return marks[entry->data.mark];
}

static void answer(const struct tabia_book *book, const char *fen)
{
    struct tabia_pos pos;
    struct tabia_book_move list[MOVES_SHOWN];
    size_t n = 0;
    if (tabia_fen_parse(&pos, fen, strlen(fen), TABIA_FEN_LENIENT, NULL))
        n = tabia_book_find(book, &pos, TABIA_MERGE_DEFAULT, list, MOVES_SHOWN);
    printf("%s\t", fen);
    for (size_t i = 0; i < n && i < MOVES_SHOWN; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, list[i].move, false, uci);
        printf("%s%s%s", i ? " " : "", uci, mark_of(&list[i]));
    }
    puts(n ? "" : "-");
}

int main(int argc, char **argv)
{
    char line[256];
    struct tabia_error err = { TABIA_OK };
    if (argc != 2 || tabia_abi_version() != TABIA_ABI_VERSION)
        return 2;
    struct tabia_book *book = tabia_book_load(argv[1], NULL, &err);
    if (!book) {
        fprintf(stderr, "%s\n", err.msg);
        return 1;
    }
    while (fgets(line, sizeof(line), stdin)) {
        line[strcspn(line, "\n")] = '\0';
        answer(book, line);
    }
    tabia_book_free(book);
    return 0;
}
