/*
 * native.c KIND BOOK - answers positions from standard input, one on a line
 *
 * KIND is p (PolyGlot) or c (CT800). An r behind it reads the book piece by
 * piece. Compiles as C99, C17 and C++17.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"

static bool read_piece(void *ctx, uint64_t offset, void *dst, size_t size)
{
    FILE *file = (FILE *)ctx;
    return fseek(file, (long)offset, SEEK_SET) == 0 &&
           fread(dst, 1, size, file) == size;
}

int main(int argc, char **argv)
{
    static char line[256], text[ANSWER_SIZE];
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 3;
    const long size = ftell(file);
    void *data = NULL;
    if (!strchr(argv[1], 'r')) {
        data = malloc((size_t)size + 1);
        if (!data || !read_piece(file, 0, data, (size_t)size))
            return 3;
    }
    struct tabia_probe_book book = { data, (uint64_t)size, read_piece, file };
    while (fgets(line, sizeof(line), stdin)) {
        line[strcspn(line, "\n")] = '\0';
        print_answer(&book, argv[1][0], line, text);
        printf("%s\t%s\n", line, text);
    }
    free(data);
    fclose(file);
    return 0;
}
