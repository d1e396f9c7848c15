/*
 * review.h - where games left a book
 *
 *     const struct review_options options = {
 *         .books = &book, .nbooks = 1, .players = &name, .nplayers = 1,
 *     };
 *     struct review *r = review_new(&options, err);
 *     if (r && review_read_files(r, paths, n, err) && review_finish(r, err))
 *         for (size_t i = 0; i < review_departure_count(r); i++)
 *             use(review_departure_at(r, i));
 *     review_free(r);
 *
 * **My side.** With players it is the side that one of them had; a game of two
 * of them is White's. Otherwise it is the side of the options, else the side
 * that all books are for, else both: then every move has to be the book's. With
 * players, 'side' only selects games. A book that is for one side is used only
 * in games of that side.
 *
 * **In the book.** Books are keyed by position: how a game came there does not
 * matter. Of several books the first that has a position counts. Where it is my
 * move, a book has a position if it has a move that I may choose, as
 * tabia_pick_move does: not a passive one, an avoided one only with
 * 'allow_avoided', not one of weight 0. Where it is the opponent's move, it has
 * a position if it has any move there; at the start of the game and after a
 * move of mine from the book, it is enough that a legal move leads to a
 * position in which the book has a move for me: some books have the moves of
 * one side only. A game *enters* the book with the first move that is played in
 * such a position.
 *
 * **Leaving it.** The game leaves the book with the first move after that
 *
 * - which is mine, and which the book has but I may not choose, or which it
 *   does not have: a *deviation*;
 * - which is the opponent's and which it does not have: a *gap*;
 * - which is played where the book has ended: after a move of mine to which it
 *   has no reply, or after a reply of its own to which it has no answer. Such a
 *   game is *completed*, and so is one that ends in the book.
 *
 * A move that the book does not have, but that leads to a position that it has,
 * does not leave it: it is a transposition.
 *
 * A game that does not enter the book is *never entered*. A game *returns* at
 * the first position behind the move that left in which the book has moves.
 *
 * **Totals.** Deviations are counted by position, gaps by position and reply.
 * Scores are mine; where both sides are reviewed, those of the side that moved.
 */
#ifndef STUDY_REVIEW_H
#define STUDY_REVIEW_H

#include "base/compiler.h"
#include "base/sink.h"
#include "tabia/names.h"
#include "tabia/source.h"

struct json_writer;
struct where;
struct review;

enum review_outcome {
    REVIEW_DEVIATION,
    REVIEW_GAP,
    REVIEW_COMPLETED,
    REVIEW_NEVER,
    REVIEW_OUTCOME_COUNT,
};

/* "deviation", "gap", "completed", "never_entered". */
const char *review_outcome_name(enum review_outcome outcome);

enum {
    REVIEW_PLIES_MAX = 1024, // the most that are followed
    REVIEW_SAMPLES_MAX = 10, // games kept for a departure
    REVIEW_WENT_ON_MAX = 6,  // moves kept from the one that left on
    REVIEW_PROBLEMS_MAX = 20,
    REVIEW_SOURCES_MAX = 16, // of either list
};

/* All-zero but the books means the defaults. Borrowed by the review. */
struct review_options {
    const struct tabia_source *const *books;
    const char *const *book_names; // for JSON
    size_t nbooks;
    const struct tabia_source *const *against; // for scores and evaluations
    const char *const *against_names;
    size_t nagainst;
    const char *const *players; // case and blanks do not matter
    size_t nplayers;
    enum tabia_side side;
    const struct where *where; // NULL: all games
    const struct tabia_names *names;
    bool allow_avoided; // I may choose avoided moves
    int max_ply;        // of a game that are reviewed; 0: REVIEW_PLIES_MAX
    int nthreads;       // 0: one per processor
    bool zstd_long;     // as in game_reader.h
    bool keep_games;    // a record of every reviewed game, not only of samples

    /*
     * Gets the text of each reviewed game, in their order, with comments where
     * it left the book and where it returned; or NULL.
     */
    struct sink *annotated;

    /* Now and then; 'is_stopped' in any thread. Either may be NULL. */
    tabia_progress_fn *on_progress;
    tabia_stop_fn *is_stopped;
    void *ctx;
};

struct review *review_new(const struct review_options *options,
                          struct tabia_error *err) MUST_CHECK;
void review_free(struct review *review);

/*
 * Reads the games of PGN files, compressed or not, or of stores, in their
 * order; "-" is standard input. May be called again for more (review_read.c).
 */
bool review_read_files(struct review *review, const char *const *paths,
                       size_t n, struct tabia_error *err);

/* Reads the games of a text, in the calling thread. */
bool review_read_text(struct review *review, struct tabia_bytes text,
                      struct tabia_error *err);

/* Adds up, judges and sorts. Call it once, after the last game. */
bool review_finish(struct review *review, struct tabia_error *err);

/* ---- totals ---------------------------------------------------------- */

/* Games of mine by their results; those without one are in neither. */
struct review_score {
    uint64_t games;
    uint64_t won, drawn, lost;
};

/* False if no game has a result. */
bool review_score_share(const struct review_score *score, double *share);

struct review_totals {
    uint64_t read;       // games in the files
    uint64_t broken;     // that cannot be read
    uint64_t filtered;   // of others, of the other side, or not selected
    uint64_t others;     // of these: none of the players plays
    uint64_t other_side; // of these: no book is for the player's side there, or
                         // another one is asked for
    uint64_t reviewed;
    uint64_t returned;
    struct review_score outcomes[REVIEW_OUTCOME_COUNT];
};

/* My side in all games; with players, that of the options. */
enum tabia_side review_get_side(const struct review *review);

struct review_totals review_get_totals(const struct review *review);

/* What is wrong with the files: the first REVIEW_PROBLEMS_MAX, of 'total'. */
size_t review_get_problems(const struct review *review,
                           const struct tabia_error **list, uint64_t *total);

/* ---- departures ------------------------------------------------------ */

enum review_measure { REVIEW_BY_NOTHING, REVIEW_BY_EVAL, REVIEW_BY_SCORE };

/* A move in the position of a departure. */
struct review_choice {
    tabia_move move;
    enum tabia_mark mark;      // in the book
    struct review_score games; // played: of mine
    bool has_score;            // book: in 'against', else in the book
    double score;              // of the side to move
    uint64_t nscored;          // games behind it
    bool has_eval;
    struct tabia_eval eval; // after the move
};

struct review_departure {
    enum review_outcome kind; // REVIEW_DEVIATION or REVIEW_GAP
    enum tabia_color color;   // mine
    struct tabia_pos start;   // of the game that came here first,
    const tabia_move *play;   // and its moves,
    size_t nplay;             // before the one that left
    struct tabia_pos pos;     // after them
    const char *eco, *name;   // of the opening; or NULL
    uint64_t reached;         // games that were here in the book
    uint64_t returned;        // of 'games.games'
    struct review_score games;
    const struct review_choice *played, *book; // most games first; book order
    size_t nplayed, nbook;
    size_t nwanted;    // the first of 'book' are those that I may choose
    size_t book_index; // whose moves these are

    double likelihood; // games of all that were reviewed
    bool has_score;    // mine, in 'games'
    double score;
    bool has_book_score; // what the book's moves score for me there
    double book_score;
    uint64_t book_games;
    const char *book_source; // where
    enum review_measure measure;
    double loss; // in points of a game; unless REVIEW_BY_NOTHING
    double cost; // likelihood times loss; 0 with REVIEW_BY_NOTHING

    const uint32_t *samples; // records
    size_t nsamples;
};

/* The worst cost first, then most games, then as they first came. */
size_t review_departure_count(const struct review *review);
struct review_departure review_departure_at(const struct review *review,
                                            size_t n);

/* ---- games ----------------------------------------------------------- */

enum { REVIEW_PLY_NONE = UINT16_MAX };

/* Texts are as in the file; "" if absent. */
struct review_record {
    const char *file; // NULL: none
    uint64_t number;  // in its file, from 1
    uint64_t offset;  // of its text in that of the file
    uint64_t length;  // in bytes; 0: it is in a store
    const char *white, *black, *date, *event;
    enum tabia_result result;
    enum tabia_side side; // mine
    enum review_outcome outcome;

    /*
     * In moves from the start of the game: before the first position in the
     * book; with the one that left; before the position of the return. Or
     * REVIEW_PLY_NONE: never; the game ended in the book; none.
     */
    uint16_t entered, left, returned;
    size_t nplies;                    // that were reviewed
    struct tabia_pos before;          // the move that left
    const tabia_move *went_on;        // it and those behind it
    size_t nwent_on;                  // at most REVIEW_WENT_ON_MAX
    const struct review_choice *book; // of a deviation or a gap: as there
    size_t nbook, nwanted;
};

/* All reviewed games in their order, if they were to be kept. */
size_t review_record_count(const struct review *review);
struct review_record review_record_at(const struct review *review, size_t n);

#endif
