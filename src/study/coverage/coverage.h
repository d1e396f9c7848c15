/*
 * coverage.h - how far a book carries a player, and which holes it has
 *
 *     struct coverage_options options = { .color = TABIA_WHITE };
 *     struct coverage *c = coverage_new(&options, err);
 *     const struct coverage_sources from = { book, { sources, 2 } };
 *     if (coverage_survey(c, &from, NULL, err))
 *         for (size_t i = 0; i < coverage_hole_count(c); i++)
 *             use(coverage_hole_at(c, i));
 *
 * One side plays from the book, by the weights of its moves. The other side
 * plays what is likely: the replies of the first source that has any, else
 * those of the book. A position that such a reply leads to and in which the
 * book has no move is a hole. Its share is that of all games which come to it,
 * by any order of moves. A book for Black that has one first move of White,
 * such as one against 1.e4, is about the games with that move only.
 *
 * Positions are looked up, each once: nothing is loaded, and only positions
 * that the book leads to are visited. What was looked up is kept for the next
 * survey of the same book.
 */
#ifndef STUDY_COVERAGE_H
#define STUDY_COVERAGE_H

#include "base/buf.h"
#include "base/compiler.h"
#include "study/coverage/likely_replies.h"

struct coverage;

/* All-zero means the defaults. */
struct coverage_options {
    enum tabia_color color;         // who plays from the book
    bool allow_avoided;             // avoided moves are played as well
    int max_ply;                    // 0: COVERAGE_PLIES_MAX
    size_t max_positions;           // that are gone on from; 0: no limit
    struct likely_replies *replies; // borrowed, to share them; NULL: own ones

    /* Called now and then with the positions so far; false: stop. */
    bool (*on_progress)(void *ctx, uint64_t positions);
    void *ctx;
};

enum { COVERAGE_PLIES_MAX = 200 };

/* Borrowed for a call; the same in every call for one coverage. */
struct coverage_sources {
    const struct tabia_source *book;
    struct likely_sources replies; // n = 0: only the book's own
};

/* What is in the book at one ply. */
struct coverage_ply {
    uint32_t positions; // that the book leads to
    uint32_t moves;     // from there that the book goes on with
    double share;       // of all games that are still in the book
    double unanswered;  // share of all games that come to a hole with the next
                        // move
};

/*
 * True if a book for 'color' that has 'n' moves in a position is about games
 * with that first move only.
 */
bool coverage_is_only_first(const struct tabia_pos *pos, enum tabia_color color,
                            size_t n);

struct coverage_hole {
    double share;
    int ply;                // the moves of the line, with the reply
    bool is_known;          // the book has the reply, but nothing against it
    bool is_end;            // a line ends before it: no reply is answered there
    struct tabia_pos start; // the position that the line begins with
    struct tabia_pos pos;   // after the reply: the hole
};

/* NULL when there is no memory. 'options' is copied. */
struct coverage *coverage_new(const struct coverage_options *options,
                              struct tabia_error *err) MUST_CHECK;

void coverage_free(struct coverage *coverage);

/*
 * Follows all games from 'from', or from the positions that the lines of the
 * book begin with, equally often from each. The results below are those of the
 * last survey. False with an error.
 */
bool coverage_survey(struct coverage *coverage,
                     const struct coverage_sources *sources,
                     const struct tabia_pos *from, struct tabia_error *err);

/* From the start on; 0 when the book is empty. */
size_t coverage_ply_count(const struct coverage *coverage);
struct coverage_ply coverage_ply_at(const struct coverage *coverage,
                                    size_t ply);

/* The only first move, see above; TABIA_MOVE_NONE: all are counted. */
tabia_move coverage_first_move(const struct coverage *coverage);

/* The holes, the likeliest first, then the soonest. */
size_t coverage_hole_count(const struct coverage *coverage);
struct coverage_hole coverage_hole_at(const struct coverage *coverage,
                                      size_t n);

/* The hole that can come soonest, the likeliest of several; 0 without any. */
size_t coverage_find_soonest(const struct coverage *coverage);

/*
 * The moves to a hole from the start of its line, with the reply, into 'moves',
 * which has room for the hole's 'ply'. Where several lines lead there, a
 * shortest one, and of these the likeliest.
 */
void coverage_get_line(const struct coverage *coverage, size_t n,
                       tabia_move *moves);

/*
 * True if the book has several moves of its side somewhere. Their weights share
 * out the games, equally where there are none: what comes after one of two
 * counts for half of them.
 */
bool coverage_has_choice(const struct coverage *coverage);

/* True if the sources, and not only the book, have a reply to it somewhere. */
bool coverage_is_measured(const struct coverage *coverage);

/* How many moves are played from the book on average. */
double coverage_mean_moves(const struct coverage *coverage);

/* The share of games in which no reply is known when the book ends. */
double coverage_share_ended(const struct coverage *coverage);

/* The share of games that come to a hole. */
double coverage_share_unanswered(const struct coverage *coverage);

/*
 * The share of games in which the book answers each of the first 'n' replies.
 * Filling a hole never lowers it: the share of the hole is added to it if it is
 * among these replies, and what comes after the answer are later ones.
 */
double coverage_answered(const struct coverage *coverage, size_t n);

/* The replies after which the share of games above stays the same. */
size_t coverage_reply_count(const struct coverage *coverage);

/* The positions that were visited; true if the limit left some out. */
bool coverage_is_cut(const struct coverage *coverage, size_t *positions);

/*
 * The share of games that come to a position, by the first survey; 0 if it was
 * not visited.
 */
double coverage_share_reached(const struct coverage *coverage,
                              const struct tabia_pos *pos);

/*
 * Look-ups in the book; likely_replies_lookup_count counts those in the
 * sources.
 */
uint64_t coverage_lookup_count(const struct coverage *coverage);
const struct likely_replies *coverage_replies(const struct coverage *coverage);

#endif
