/*
 * store_file.h - what verbs for books do with stores of game statistics
 *
 * A store knows more than a book: ratings, dates, games, and all of it for
 * some games only. find and info show that; merge joins stores as they are.
 */
#ifndef CLI_STORE_FILE_H
#define CLI_STORE_FILE_H

#include "cli/files/merge_parts.h"
#include "cli/files/source_files.h"
#include "store/game_record.h"

/* True if the output is a store, by --to or by the extension of its name. */
bool store_file_is_output(const struct args *args, const char *path);

/* Refuses stores among the operands, which are to be files of games. */
enum cli_status store_file_refuse_inputs(const struct args *args);

/* "2015.03.??", as PGN writes dates; "" for 0. Returns 'text'. */
const char *store_file_date(uint32_t date, char text[GAME_DATE_SIZE]);

/* Does the work of tabia info FILE. */
enum cli_status store_file_info(const struct args *args,
                                const struct source_file *file);

/* Does the work of tabia merge STORE... -o OUT; 'how' is without a slice. */
enum cli_status store_file_merge(const struct args *args,
                                 const struct source_files *set,
                                 const struct merge_parts_options *how);

#endif
