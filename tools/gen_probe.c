/*
 * gen_probe.c TEMPLATE LICENCE - prints tabia_probe.h as one whole file
 *
 * Puts the numbers of PolyGlot keys in the place of the line that mentions
 * this program, and the licence at the end.
 */
#include <stdio.h>
#include <string.h>

#include "chess/polyglot_random.h"

static void print_number(uint64_t number, int *n)
{
    printf("%s0x%016llx,",
           *n == 0  ? ""
           : *n % 4 ? " "
                    : "\n",
           (unsigned long long)number);
    ++*n;
}

/* The format counts black pawn, white pawn, black knight and so on. */
static void print_numbers(void)
{
    int n = 0;
    puts("    // clang-format off");
    for (unsigned piece = 2; piece < POLYGLOT_RANDOM_PIECES; piece++)
        for (int sq = 0; sq < 64; sq++)
            print_number(polyglot_random_piece[piece ^ 1][sq], &n);
    for (int i = 0; i < 4; i++)
        print_number(polyglot_random_castling[i], &n);
    for (int i = 0; i < 8; i++)
        print_number(polyglot_random_ep[i], &n);
    print_number(polyglot_random_turn, &n);
    puts("\n    // clang-format on");
}

/* Copies a file; 'mark' is a part of the line that is replaced, or NULL. */
static int copy(const char *path, const char *mark, const char *indent)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return 1;
    }
    while (fgets(line, sizeof(line), file)) {
        if (mark && strstr(line, mark))
            print_numbers();
        else
            printf("%s%s", *line == '\n' ? "" : indent, line);
    }
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: gen_probe TEMPLATE LICENCE\n", stderr);
        return 2;
    }
    int status = copy(argv[1], "tools/gen_probe.c", "");
    puts("\n/*");
    status |= copy(argv[2], NULL, " ");
    puts(" */");
    return status;
}
