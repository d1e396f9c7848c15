/*
 * review_internal.h - what the parts of a review share
 */
#ifndef STUDY_REVIEW_INTERNAL_H
#define STUDY_REVIEW_INTERNAL_H

#include <pthread.h>

#include "base/buf.h"
#include "base/pool.h"
#include "pgn/game_reader.h"
#include "study/review/review.h"
#include "study/review/review_nodes.h"
#include "where/where.h"

/* A game that was reviewed, in a batch or as a record. */
struct review_game {
    struct tabia_packed start;
    uint64_t offset, length; // of its text; 0: there is none
    uint32_t text;           // White, Black, Date, Event, each with a NUL
    uint32_t moves;          // the first, in a list
    uint32_t node;           // the position that it left; or REVIEW_NODE_NONE
    uint16_t nmoves;         // kept: up to a few behind the one that left
    uint16_t nplies;         // reviewed
    uint16_t entered, left, returned;
    uint8_t side;    // enum tabia_side
    uint8_t mover;   // enum tabia_color: of the move that left
    uint8_t outcome; // enum review_outcome
    uint8_t result;  // enum tabia_result
    bool is_start;   // 'start' is the usual starting position
};

/* The games of one piece of text; belongs to a worker. */
struct review_batch {
    struct review_game *games;
    size_t ngames, games_room;
    tabia_move *moves;
    size_t nmoves, moves_room;
    struct buf texts;     // see review_game.text
    struct buf annotated; // if wanted
    uint64_t *numbers;    // of the games, from 1, among those that were read
    size_t numbers_room;
    bool is_numbered; // 'numbers' are those in the file
    uint64_t read, broken, filtered, others, other_side;
    struct tabia_error problems[REVIEW_PROBLEMS_MAX];
    size_t nproblems;
    uint64_t nproblems_all;
};

struct review_reader;

struct review_worker {
    struct review_nodes nodes[3]; // by enum tabia_side
    struct review_batch batch;
    struct review_reader *reader; // owned; see review_games.c
};

/* A record of a game: what is kept when its batch is done. */
struct review_kept_game {
    struct review_game game;
    const char *file;
    uint64_t number;
    uint32_t departure; // or REVIEW_NODE_NONE
};

struct review_departure_sum {
    struct tabia_packed pos, start;
    tabia_key key;   // of 'pos'
    tabia_move move; // of a gap
    uint8_t kind;    // enum review_outcome
    uint8_t side;    // enum tabia_side: the nodes that it is in
    bool is_start;
    uint32_t play; // moves before it, in 'moves'
    uint16_t nplay;
    uint16_t nchoices, nwanted, nplayed;
    uint32_t choices;    // of the book, then (when finished) the played ones
    uint32_t first_play; // in 'plays', or REVIEW_NODE_NONE
    uint8_t book;
    uint8_t nsamples;
    uint32_t samples[REVIEW_SAMPLES_MAX];
    uint64_t returned, reached;
    struct review_score games;
    // judged
    bool has_book_score;
    double book_score;
    uint64_t book_games;
    const char *book_source;
    enum review_measure measure;
    double loss, cost;
};

/* A move that left the book, in a list of those of its sum. */
struct review_play {
    tabia_move move;
    uint8_t mark;
    uint32_t next;
    struct review_score games;
};

struct review {
    struct review_options options;
    struct review_books books;
    enum tabia_side side;   // without players
    unsigned served;        // 1u << side: that some book is for
    struct tabia_pos usual; // the starting position
    const char **tags;      // owned: wanted of games
    struct pool *pool;
    struct review_worker *workers;
    int nworkers;

    /* Batches are added in their order. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t turn;
    bool is_failed;
    const char *file;     // of the last batch
    uint64_t file_number; // games so far in it

    struct review_totals totals;
    struct review_departure_sum *departures;
    size_t ndepartures, departures_room;
    uint32_t *order;    // of the sums, when finished
    struct hashmap map; // of sums
    struct review_play *plays;
    size_t nplays, plays_room;
    struct review_choice *choices;
    size_t nchoices, choices_room;
    struct review_kept_game *kept;
    size_t nkept, kept_room;
    tabia_move *moves;
    size_t nmoves, moves_room;
    char **files; // owned: their names
    size_t nfiles, files_room;
    struct buf texts;
    struct tabia_error problems[REVIEW_PROBLEMS_MAX];
    size_t nproblems;
    uint64_t nproblems_all;
};

/* ---- review_games.c: reading ----------------------------------------- */

struct review_reader *review_reader_new(const struct review *review,
                                        struct review_worker *worker,
                                        struct tabia_error *err);
void review_reader_free(struct review_reader *r);

/* Reads the games of a text into the worker's batch, which is emptied first. */
bool review_reader_read(struct review_reader *r,
                        const struct game_reader_piece *piece,
                        struct game_reader *reader, struct tabia_error *err);

/* ---- review.c: adding up --------------------------------------------- */

/*
 * Adds a batch when it is its turn. 'file' must outlive the review. False when
 * this or another batch failed.
 */
bool review_add_batch(struct review *review, struct review_worker *worker,
                      uint64_t number, const char *file,
                      struct tabia_error *err);

/* Lets those who wait for their turn end. */
void review_fail(struct review *review);

/* ---- review_judge.c -------------------------------------------------- */

bool review_judge(struct review *review, struct tabia_error *err);

#endif
