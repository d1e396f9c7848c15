/*
 * source_internal.h - opening a source in two steps, for programs
 *
 *     struct tabia_source *source = source_recognise(path, &options, err);
 *     ... choose by tabia_source_get_info(source) ...
 *     if (!source_finish_open(source, &options, err)) ...
 *
 * A program may have to know the format before it knows what to do with it.
 */
#ifndef SOURCE_SOURCE_INTERNAL_H
#define SOURCE_SOURCE_INTERNAL_H

#include "format/puzzle/puzzles.h"
#include "tabia/source.h"
#include "table/table.h"

/* Bytes: a larger file is searched for look-ups, if its format can be. */
enum { SOURCE_SEARCHED_SIZE = 64 << 20 };

/* Opened and recognised, whatever 'options->mode' is. 'options' may be NULL. */
struct tabia_source *source_recognise(const char *path,
                                      const struct tabia_open_options *options,
                                      struct tabia_error *err);

/* The same over bytes, with 'options->read.name'. */
struct tabia_source *source_recognise_bytes(
    struct tabia_bytes bytes, const struct tabia_open_options *options,
    struct tabia_error *err);

/*
 * A source of a book that was made in memory, which it owns in any case. Its
 * format is the one that the book says it is of; NULL if it says none.
 */
struct tabia_source *source_of_book(struct tabia_book *book,
                                    struct tabia_error *err);

/*
 * What will be looked up: see format_open_table_for. For a single look-up a
 * small tree is searched, not loaded, if that misses nothing. To be set before
 * the source is opened completely; must outlive it.
 */
void source_set_lookup(struct tabia_source *source, struct table_lookup lookup);

/*
 * What the source was made into, for the caller to free; NULL if it was made
 * into something else. It stays valid when the source is closed.
 */
struct tabia_book *source_take_book(struct tabia_source *source);
struct puzzles *source_take_puzzles(struct tabia_source *source);

/* Takes another book instead of its own, which is freed. */
void source_replace_book(struct tabia_source *source, struct tabia_book *book);

/*
 * Makes what 'options->mode' asks for; 'options' is borrowed for the call. The
 * name, the path and the format are those of the source already.
 */
bool source_finish_open(struct tabia_source *source,
                        const struct tabia_open_options *options,
                        struct tabia_error *err);

struct key_walk_counts;

/*
 * Counts a keyed file without a walk; the format must be able to
 * (key_walk_can_count). Its book then has the texts of the file and no moves.
 */
bool source_count_rows(struct tabia_source *source,
                       const struct tabia_read_options *read,
                       struct key_walk_counts *counts, struct tabia_error *err);

/* The book of the source if it is loaded already, else NULL. */
const struct tabia_book *source_loaded_book(const struct tabia_source *source);

/* The store of the source if it is open, else NULL. */
const struct tabia_store *source_loaded_store(
    const struct tabia_source *source);

/* The source as a table, for whole-file work by key. NULL with an error. */
struct table *source_table(struct tabia_source *source,
                           struct tabia_error *err);

/*
 * True for a set of puzzles, and for EPD, PGN and JSON that have one in them,
 * unless the format was asked for.
 */
bool source_could_be_puzzles(const struct tabia_source *source);

/*
 * These puzzles; they belong to the source. 'read', for what is reported, may
 * be NULL. NULL with an error.
 */
const struct puzzles *source_puzzles(struct tabia_source *source,
                                     const struct tabia_read_options *read,
                                     struct tabia_error *err);

#endif
