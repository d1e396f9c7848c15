/*
 * store_files.h - verbs for books that are given stores of game statistics
 *
 * A store knows more than a book: ratings, dates, games, and all of it for
 * some games only. find and info show that; merge joins stores as they are.
 */
#ifndef CLI_STORE_FILES_H
#define CLI_STORE_FILES_H

#include "cli/files/book_files.h"
#include "store/game_pgn.h"

/* Is the output to be a store, by --to or by its name's ending? */
bool store_files_is_output(const struct args *args, const char *path);

/* "2015.03.??", as PGN writes dates; "" for 0. Returns 'text'. */
const char *store_files_date(uint32_t date, char text[GAME_DATE_SIZE]);

/* tabia info FILE */
enum cli_status store_files_info(const struct args *args,
                                 const struct book_file *file);

/* tabia merge STORE... -o OUT */
enum cli_status store_files_merge(const struct args *args,
                                  const struct book_set *set, bool strict);

#endif
