/*
 * source.h - opens any file, and looks up positions in it
 *
 *     struct tabia_source *source = tabia_source_open("book.bin", NULL, err);
 *     struct tabia_answer answer = TABIA_ZERO;
 *     if (source && tabia_source_find(source, &pos, NULL, &answer, err))
 *         for (size_t i = 0; i < answer.nmoves; i++)
 *             use(answer.moves[i].move, answer.moves[i].data.weight);
 *     tabia_answer_clear(&answer);
 *     tabia_source_close(source);
 *
 * A source is a book, a keyed table, a store of games, a list of evaluations
 * or a set of puzzles, in a file or in memory. Opening recognises it, and loads
 * it or searches it in place: see enum tabia_open_mode. A library is an ordered
 * list of sources.
 */
#ifndef TABIA_SOURCE_H
#define TABIA_SOURCE_H

#include "tabia/format.h"
#include "tabia/names.h"
#include "tabia/store.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_source;

/* ---- opening --------------------------------------------------------- */

/*
 * Whether a source is loaded or searched in place, in its file. A keyed file
 * that is searched answers at once, for every key in it. Loading takes a walk
 * over the whole file; the book then has only the positions that the walk
 * reaches, and moves between them that a search does not show. The names and
 * comments in a book that is a tree are known only when it is loaded.
 */
enum tabia_open_mode {
    /* For look-ups: searches keyed files, and others if above 64 MB. */
    TABIA_OPEN_AUTO,
    /* Loads, whatever the size. */
    TABIA_OPEN_LOAD,
    /* Searches; an error if the format cannot be searched. */
    TABIA_OPEN_IN_PLACE,
    /* Only recognises the file; tabia_source_book and the like do the rest. */
    TABIA_OPEN_RECOGNISE,
};

/* All-zero means the defaults. What it points to must outlive the source. */
struct tabia_open_options {
    enum tabia_open_mode mode;
    struct tabia_read_options read;
    uint64_t reserved[4];
};

/*
 * Opens a file of any format; "-" is standard input, NULL the built-in book.
 * 'options' may be NULL. NULL with an error. The caller closes the source;
 * books, stores and texts from it are valid until then.
 */
TABIA_API struct tabia_source *tabia_source_open(
    const char *path, const struct tabia_open_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Like tabia_source_open, over memory that must outlive the source. */
TABIA_API struct tabia_source *tabia_source_open_bytes(
    struct tabia_bytes bytes, const struct tabia_open_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_source_close(struct tabia_source *source);

enum tabia_source_kind {
    TABIA_SOURCE_BOOK,
    TABIA_SOURCE_TABLE,   // positions by their keys
    TABIA_SOURCE_STORE,   // statistics of games
    TABIA_SOURCE_EVALS,   // evaluations, as Lichess's database has them
    TABIA_SOURCE_PUZZLES, // not a book: a program can show what it is, by
                          // tabia_source_get_info; all else fails
};

struct tabia_source_info {
    enum tabia_source_kind kind;
    const struct tabia_format *format; // NULL for evaluations, which
                                       // tabia_format_get_info accepts
    const char *name; // to print: the path, "<stdin>"; NULL: bytes without one
    struct tabia_bytes bytes; // of the file
    bool is_searched;         // in the file, not loaded
    uint64_t reserved[4];
};

/* All-zero for a source that could not be made. */
TABIA_API struct tabia_source_info tabia_source_get_info(
    const struct tabia_source *source);

/*
 * The source as a book, loaded on demand; belongs to the source. NULL with an
 * error. Later look-ups in a file that is searched go on searching it, but have
 * the names, comments and evaluations of the book. Not to be called while other
 * threads use the source; neither are tabia_source_store, _save and _merge.
 */
TABIA_API const struct tabia_book *tabia_source_book(
    struct tabia_source *source, struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The source as a store, which belongs to the source; NULL with an error if it
 * is not a store.
 */
TABIA_API const struct tabia_store *tabia_source_store(
    struct tabia_source *source, struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Large files are mapped, not read: above 64 kB for look-ups or when they are
 * first only recognised, above 256 MB to be loaded. Two things can happen to a
 * mapped file. If another program replaces it, as all careful programs do, the
 * source goes on with the old one. If it is overwritten in place, answers may
 * be wrong from then on, and if it is truncated, touching what was lost raises
 * SIGBUS, which ends the process. Against that a program has the choice:
 *
 * - tabia_read_options.in_memory: the file is read into memory when it is
 *   opened, whatever its size.
 * - tabia_source_guard_sigbus, once: installs a handler of SIGBUS for the
 *   process, which lets lost parts of the library's own mapped files read as
 *   zeros, and passes everything else on to the handler that was there. Call it
 *   after other handlers are installed; a second call changes nothing.
 *
 * The library never installs a handler by itself. tabia_source_check_file then
 * shows whether answers can be trusted.
 */
TABIA_API bool tabia_source_guard_sigbus(struct tabia_error *err)
    TABIA_MUST_CHECK;

/*
 * False with an error if a mapped file was changed in place since it was
 * opened: answers since then may be wrong.
 */
TABIA_API bool tabia_source_check_file(const struct tabia_source *source,
                                       struct tabia_error *err)
    TABIA_MUST_CHECK;

/*
 * Converts: writes the source in a format, as tabia_book_save does. 'report'
 * gets what writing loses, and what reading loses if the book is loaded here,
 * instead of tabia_read_options.report; it may be NULL. A keyed file
 * that keeps its format is copied by key, with the entries that are not
 * reachable (tabia_source_merge); otherwise the book is loaded, for a format
 * without TABIA_HOLDS_ROOTS with its positions joined to lines. Open the source
 * with TABIA_OPEN_RECOGNISE, so that nothing is loaded in another way before.
 */
TABIA_API bool tabia_source_save(struct tabia_source *source, const char *path,
                                 const struct tabia_format *format,
                                 const struct tabia_write_options *options,
                                 struct tabia_report *report,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Merges sources that are keyed files of one format into a file of the same
 * format, row by row, without knowing the positions;
 * tabia_format_info.can_merge shows whether a format can. 'policy' applies to
 * moves that several sources have; TABIA_MERGE_FIRST takes each position from
 * the first source that has it. 'options' and 'report' may be NULL.
 */
TABIA_API bool tabia_source_merge(struct tabia_source *const *sources, size_t n,
                                  enum tabia_merge_policy policy,
                                  const char *path,
                                  const struct tabia_write_options *options,
                                  struct tabia_report *report,
                                  struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- looking up ------------------------------------------------------ */

/* All-zero means the defaults. */
struct tabia_query {
    /*
     * The game that led to the position: 'nline' moves from 'start', which is
     * not checked. A tree that is searched in place is followed along it.
     * NULL: by position.
     */
    const struct tabia_pos *start;
    const tabia_move *line;
    size_t nline;
    const struct tabia_store_filter *filter; // of games; NULL: all
    bool drop_filters;    // drop those the source cannot apply
    const char *player;   // only games of this player, as in tabia_store_query;
                          // then any store can be filtered. Or NULL
    enum tabia_side side; // of the player: the pieces that he or she had
    bool wants_after;     // fill in tabia_answer.after_data
    const struct tabia_names *names; // for positions without a name; or NULL
    uint64_t reserved[4];
};

/*
 * What a source has about a position. The zero value is empty; an answer may be
 * reused for another position or source, and belongs to one thread. Its arrays,
 * some 100 kB, belong to it and are valid until it is used again or cleared;
 * texts belong to the source, or, if 'query.names' added a name, to these
 * names.
 */
struct tabia_answer {
    bool is_known;                        // the position is in the source
    struct tabia_node_data position_data; // its name, comment, evaluation, ...
    size_t nmoves; // moves, each once, in the source's order
    struct tabia_book_move *moves;
    unsigned has;                        // TABIA_HAS_ mask: what any move has
    struct tabia_node_data *after_data;  // of each move; NULL unless asked for
    struct tabia_store_move *move_stats; // of each move; NULL: no store
    struct tabia_tally total;            // the sums of the moves
    uint64_t unknown_results;            // games without a known result
    size_t ntop_games, nrecent_games;    // games of a store
    struct tabia_store_game_ref *top_games;    // best rated first
    struct tabia_store_game_ref *recent_games; // newest first
    unsigned dropped_filters;                  // TABIA_DIMENSION_ mask
    size_t source_index; // the number in a library; else 0
    void *buffers;       // owned by the library
    uint64_t reserved[4];
};

/*
 * Frees its arrays; the answer is then empty and may be used again. Accepts
 * NULL.
 */
TABIA_API void tabia_answer_clear(struct tabia_answer *answer);

/*
 * Looks up a position. True without moves in the answer if the source does not
 * have it. 'query' may be NULL. False with an error if the file is damaged, if
 * the source cannot apply the filter (TABIA_ERR_MISUSE; so it is for a player
 * where there are no games, and a side without a player), or if it is a set of
 * puzzles or was only recognised; the answer is then empty. Safe from several
 * threads.
 */
TABIA_API bool tabia_source_find(const struct tabia_source *source,
                                 const struct tabia_pos *pos,
                                 const struct tabia_query *query,
                                 struct tabia_answer *answer,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- several sources ------------------------------------------------- */

/*
 *     struct tabia_library *lib = tabia_library_new(err);
 *     struct tabia_comparison comparison = TABIA_ZERO;
 *     if (tabia_library_add(lib, "mine", mine, err) && // two sources
 *         tabia_library_add(lib, "games", games, err) &&
 *         tabia_library_compare(lib, &pos, NULL, &comparison, err))
 *         for (size_t i = 0; i < comparison.nmoves; i++)
 *             for (size_t k = 0; k < comparison.nsources; k++)
 *                 put(tabia_comparison_at(&comparison, i, k));
 *     tabia_comparison_clear(&comparison);
 *     tabia_library_free(lib);
 */
struct tabia_library;

TABIA_API struct tabia_library *tabia_library_new(struct tabia_error *err)
    TABIA_MUST_CHECK;

/* Closes all sources. Accepts NULL. */
TABIA_API void tabia_library_free(struct tabia_library *lib);

/*
 * Adds a source after the others; the library owns it in any case. The name is
 * copied; NULL: that of the source. Without a library, NULL, the source is
 * closed.
 */
TABIA_API bool tabia_library_add(struct tabia_library *lib, const char *name,
                                 struct tabia_source *source,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The i-th source and its name, which belong to the library; NULL beyond the
 * last, and without a library, NULL. 'name' may be NULL.
 */
TABIA_API struct tabia_source *tabia_library_at(const struct tabia_library *lib,
                                                size_t i, const char **name);

static inline size_t tabia_library_count(const struct tabia_library *lib)
{
    size_t n = 0;
    while (tabia_library_at(lib, n, NULL) != NULL)
        n++;
    return n;
}

/*
 * Closes the i-th source and removes it; those behind it move up. Ignored
 * beyond the last, and without a library, NULL. Not to be called while other
 * threads use the library.
 */
TABIA_API void tabia_library_remove(struct tabia_library *lib, size_t i);

enum tabia_library_mode {
    /*
     * By priority: the moves of the first source that has one that
     * tabia_pick_move may choose. The values of the position are those of this
     * source and of the sources before it.
     */
    TABIA_LIBRARY_FIRST,
    /*
     * Summed: games and weights are added; a move that has neither counts once
     * for each source that has it. The most frequent move is first. For stores
     * the answer is that of the merged store, with at least its samples where
     * games are filtered; samples have the number of the source of their game.
     */
    TABIA_LIBRARY_SUM,
};

/* All-zero means the defaults. */
struct tabia_library_options {
    enum tabia_library_mode mode;

    /* With FIRST: avoided moves may be played. */
    bool allow_avoided;

    /*
     * With FIRST: which sources are searched, and which of their moves count;
     * what is refused is not in the answer. Called for each source in turn,
     * then for its moves. NULL: all.
     */
    bool (*accepts_source)(void *ctx, size_t source_index);
    bool (*accepts_move)(void *ctx, size_t source_index,
                         const struct tabia_book_move *mv);
    void *ctx; // of both
    uint64_t reserved[4];
};

/*
 * Like tabia_source_find, for all sources; the error of one is that of the
 * call. 'query' and 'options' may be NULL.
 */
TABIA_API bool tabia_library_find(const struct tabia_library *lib,
                                  const struct tabia_pos *pos,
                                  const struct tabia_query *query,
                                  const struct tabia_library_options *options,
                                  struct tabia_answer *answer,
                                  struct tabia_error *err) TABIA_MUST_CHECK;

/* Side by side: a row for each move of any source, a column for each source. */
struct tabia_comparison {
    size_t nsources;
    struct tabia_answer *answers; // of the sources
    size_t nmoves;
    tabia_move *moves; // those of the first source, then what others add
    size_t *indexes;   // by move and source: where in its answer, or SIZE_MAX
    struct tabia_error *errors; // of the sources: TABIA_OK, or its column is
                                // empty for this reason
    uint64_t reserved[4];
};

/*
 * Looks the position up in all sources. A source that fails, because it is
 * damaged or cannot apply the filter, has an empty column and its error. False
 * only if memory runs out. 'comparison' must be zero, or set by an earlier
 * call; it is empty after a failure. 'query' may be NULL. Safe from several
 * threads, as is tabia_library_find.
 */
TABIA_API bool tabia_library_compare(const struct tabia_library *lib,
                                     const struct tabia_pos *pos,
                                     const struct tabia_query *query,
                                     struct tabia_comparison *comparison,
                                     struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The i-th move in one of the sources, by its number; NULL if that does not
 * have it, and beyond the last move or source.
 */
static inline const struct tabia_book_move *tabia_comparison_at(
    const struct tabia_comparison *comparison, size_t i, size_t source)
{
    if (i >= comparison->nmoves || source >= comparison->nsources)
        return NULL;
    const size_t at = comparison->indexes[i * comparison->nsources + source];
    return at == SIZE_MAX ? NULL : &comparison->answers[source].moves[at];
}

/* Frees its arrays; the comparison is then empty. Accepts NULL. */
TABIA_API void tabia_comparison_clear(struct tabia_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
