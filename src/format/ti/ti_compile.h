/*
 * ti_compile.h - compiling books and puzzles for TI-Chess on a calculator
 *
 *     struct ti_options options = { .prefix = "mybook" };
 *     struct ti_files files;
 *     if (ti_compile_book(book, &options, &files, err))
 *         ... files.list[0].name, .data, .size ...
 *     ti_files_clear(&files);
 *
 * What does not fit into one file goes on in the next: mybook0.89y,
 * mybook1.89y and so on, the same for the TI-92 Plus with .9xy.
 */
#ifndef FORMAT_TI_COMPILE_H
#define FORMAT_TI_COMPILE_H

#include "tabia/book.h"
#include "format/puzzles.h"

enum {
    TI_SIZE_MAX = 65511, // what one variable can hold
    TI_FILES_MAX = 20,   // ten numbers, two calculators
    TI_FOLDER = 8,       // bytes of the longest name
    TI_PREFIX = 7,
};

/* All-zero means the defaults. */
struct ti_options {
    const char *folder; // on the calculator; NULL: "tict"
    const char *prefix; // of the names; NULL: "ticbook" or "ticpuz"
    int offset;         // number of the first file, 0 to 9
    unsigned size;      // of a file on the calculator; 0: TI_SIZE_MAX
    bool no_ti89, no_ti92p;
    bool no_white, no_black; // of a book: positions with that side to move
    bool compat; // of a book: a rook taken by a rook leaves its castling right
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

/*
 * White's files come first, then Black's, numbered on. 'options' may be NULL.
 * A position that is too full for the format is an error; it has a place when
 * the book was read with keep_location. On failure there is nothing to clear.
 */
bool ti_compile_book(const struct tabia_book *book,
                     const struct ti_options *options, struct ti_files *files,
                     struct tabia_error *err);

/* Like ti_compile_book, but for puzzles. */
bool ti_compile_puzzles(const struct puzzles *set,
                        const struct ti_options *options,
                        struct ti_files *files, struct tabia_error *err);

/* Frees the data of the files. */
void ti_files_clear(struct ti_files *files);

#endif
