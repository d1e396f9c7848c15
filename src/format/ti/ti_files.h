/*
 * ti_files.h - the numbered files that a compiler for TI-Chess makes
 *
 *     struct ti_options options = { .prefix = "mybook" };
 *     struct ti_files files;
 *     if (tibook_compile(book, &options, &files, err))
 *         ... files.list[0].name, .data, .size ...
 *     ti_files_clear(&files);
 *
 * What does not fit into one file goes on in the next: mybook0.89y,
 * mybook1.89y and so on, the same for the TI-92 Plus with .9xy.
 */
#ifndef FORMAT_TI_FILES_H
#define FORMAT_TI_FILES_H

#include "tabia/error.h"

enum {
    TI_SIZE_MAX = 65511, // what one variable can hold
    TI_FILES_MAX = 20,   // ten numbers, two calculators
    TI_FOLDER_MAX = 8,   // bytes of the longest name
    TI_PREFIX_MAX = 7,
};

/* All-zero means the defaults. */
struct ti_options {
    const char *folder; // on the calculator; NULL: "tict"
    const char *prefix; // of the names; NULL: "ticbook" or "ticpuz"
    int offset;         // number of the first file, 0 to 9
    unsigned size;      // of a file on the calculator; 0: TI_SIZE_MAX
    bool no_ti89, no_ti92p;
    bool no_white, no_black; // of a book: positions with that side to move
    bool keeps_stale_rights; // of a book: when a rook takes a rook
};

struct ti_files {
    size_t n;
    struct ti_file {
        char name[16]; // "ticbook0.89y"
        uint8_t *data;
        size_t size;
        uint32_t positions, moves; // of a set of puzzles: puzzles, 0
        char side;                 // of a book: 'w' or 'b'; else 0
    } list[TI_FILES_MAX];
};

/* Frees the data of the files. */
void ti_files_clear(struct ti_files *files);

/* ---- for the compilers ------------------------------------------------- */

/* What a payload is, for the list of files. */
struct ti_files_payload {
    struct tabia_bytes payload;
    uint32_t positions, moves;
    char side;
};

/* Fails with TABIA_ERR_MISUSE for invalid options. */
bool ti_files_check(const struct ti_options *options, struct tabia_error *err);

/* The largest payload that the options allow. */
size_t ti_files_limit(const struct ti_options *options);

/*
 * Adds a payload under the next number, for each calculator. 'number' counts
 * them, from 0; 'prefix' is used when the options name none.
 */
bool ti_files_add(struct ti_files *files, const struct ti_options *options,
                  const char *prefix, const struct ti_files_payload *payload,
                  int *number, struct tabia_error *err);

#endif
