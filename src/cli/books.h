/*
 * books.h - the books on a command line, opened
 *
 *     struct book_file file;
 *     enum cli_status status = books_open(&file, args, path, NULL);
 *     if (status != CLI_DONE)
 *         return status;
 *     n = books_moves(&file, &pos, list);
 *     books_close(&file);
 *
 * What is wrong with a book has been printed when opening it fails.
 */
#ifndef CLI_BOOKS_H
#define CLI_BOOKS_H

#include "io/input.h"
#include "cli/options.h"
#include "tabia/format.h"
#include "tabia/names.h"
#include "tabia/table.h"

/*
 * A book in memory, or a table over the file's bytes, or both: then the table
 * answers where the book has nothing. All are owned.
 */
struct book_file {
    const char *name; // for people; borrowed
    struct input in;
    const struct tabia_format *format;
    struct tabia_book *book;
    struct tabia_table *table;
    const struct tabia_names *names; // borrowed, see struct books_options
};

enum books_shape {
    BOOKS_LOAD,   // read into memory
    BOOKS_TABLE,  // search in the file; an error if its format cannot
    BOOKS_EITHER, // search in a large file or a tibook, load others; of
                  // those that are searched by key, search for the rest
};

/*
 * Takes a problem of a book. 'src' holds the input, empty if there is none.
 */
typedef void books_problem_fn(void *ctx, enum tabia_problem kind,
                              const struct tabia_error *problem,
                              struct tabia_bytes src);

/* All-zero means the defaults. */
struct books_options {
    enum books_shape shape;
    bool keep_source;
    bool wants_lines; // join positions without lines, if the format can
    bool lines_only;  // tables are asked by books_moves_after only
    bool strict;      // a book that cannot be read whole is an error
    struct tabia_report *unread;  // gets what cannot be read, unless NULL
    books_problem_fn *on_problem; // NULL: problems are printed on stderr
    void *ctx;
    const struct tabia_names *names; // for what the book does not name; or NULL
    struct input *in; // already open, taken over; NULL or closed: is opened
};

/*
 * Opens 'path', "-" for standard input, or the book that comes with the
 * library for NULL. 'options' may be NULL. On failure there is nothing to
 * close.
 */
enum cli_status books_open(struct book_file *file, const struct args *args,
                           const char *path,
                           const struct books_options *options);

/*
 * 'can_copy' gets whether 'path' is a table of the format that is to be
 * written. Its rows may then be copied as they are, reachable or not. Fails if
 * the file cannot be read: guessing would give another result.
 */
enum cli_status books_can_copy(const struct args *args, const char *path,
                               const struct tabia_format *to, bool *can_copy);

/* The moves of a position, each once; how many. */
size_t books_moves(const struct book_file *file, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX]);

/* A game from the initial position. Borrows the moves. */
struct played {
    const tabia_move *moves;
    size_t n;
};

/*
 * Like books_moves for the position after a game; a table that is a tree is
 * followed along its moves.
 */
size_t books_moves_after(const struct book_file *file,
                         const struct tabia_pos *pos, const struct played *game,
                         struct tabia_entry list[TABIA_MOVES_MAX]);

/*
 * What the book says about a position; a table says nothing. Its name is that
 * of options->names where the book has none.
 */
struct tabia_node_data books_position(const struct book_file *file,
                                      const struct tabia_pos *pos);

/*
 * Is the file one of those that their own program takes together, the moves of
 * all files as one answer? TI-Chess does so with its books.
 */
bool books_are_collected(const struct book_file *file);

void books_close(struct book_file *file);

/* ---- several --------------------------------------------------------- */

/* Complains when "-" is more than one of the operands. */
enum cli_status books_check_stdin(const struct args *args);

struct book_set {
    struct book_file *files; // owned
    size_t n;
};

/* Opens all operands, or the book of the library when there are none. */
enum cli_status books_open_all(struct book_set *set, const struct args *args,
                               const struct books_options *options);

void books_close_all(struct book_set *set);

#endif
