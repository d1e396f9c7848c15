/*
 * compare_sources.c - what several books have in a position, side by side
 *
 *     compare_sources [FILE...]
 *
 * Files of any kind: books, tables, stores of games. Without files two small
 * books are compared.
 */
#include <stdio.h>
#include <string.h>

#include "tabia/source.h"

static const char *const texts[] = {
    "e2e4 e7e5\nc2c4 e7e5\n",
    "e2e4 c7c5\nd2d4 d7d5\nf2f4? d7d5\n",
};

/* Adds the files, or the texts above. */
static bool fill(struct tabia_library *lib, int nfiles, char **files,
                 struct tabia_error *err)
{
    bool is_done = lib != NULL;
    for (int i = 0; is_done && i < nfiles; i++)
        is_done =
            tabia_library_add(lib, files[i],
                              tabia_source_open(files[i], NULL, err), err);
    for (int i = 0; is_done && nfiles == 0 && i < 2; i++) {
        const struct tabia_bytes bytes = { (const uint8_t *)texts[i],
                                           strlen(texts[i]) };
        is_done =
            tabia_library_add(lib, i ? "theirs" : "mine",
                              tabia_source_open_bytes(bytes, NULL, err), err);
    }
    return is_done;
}

int main(int argc, char **argv)
{
    struct tabia_error err = { 0 };
    struct tabia_comparison comparison = { 0 };
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    struct tabia_library *lib = tabia_library_new(&err);
    if (!fill(lib, argc - 1, argv + 1, &err) ||
        !tabia_library_compare(lib, &pos, NULL, &comparison, &err))
        fprintf(stderr, "compare_sources: %s\n", err.msg);

    for (size_t i = 0; i < comparison.nmoves; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, comparison.moves[i], san);
        printf("%-6s", san);
        for (size_t k = 0; k < comparison.nsources; k++) {
            const struct tabia_book_move *entry =
                tabia_comparison_at(&comparison, i, k);
            const char *name;
            (void)tabia_library_at(lib, k, &name);
            if (entry)
                printf(" %s%s", name,
                       entry->data.mark == TABIA_MARK_PASSIVE ? "?" : "");
        }
        putchar('\n');
    }
    tabia_comparison_clear(&comparison);
    tabia_library_free(lib);
    return err.status != TABIA_OK;
}
