/*
 * reader_check.h - what a reader gives, beside what it should give
 */
#ifndef TESTS_READER_CHECK_H
#define TESTS_READER_CHECK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "pgn/game_reader.h"

/* The file then holds these bytes. */
void write_file(const char *path, struct tabia_bytes bytes);

/* ---- what is expected ------------------------------------------------ */

struct places {
    size_t *at; // owned
    size_t n, room;
};

/* Where games begin, line by line; then the end of the text. */
struct places find_games(struct tabia_bytes text);

/* The rule of game_reader.h, read from its words: where the pieces end. */
struct places find_cuts(struct tabia_bytes text, size_t piece_size);

/* ---- what comes ------------------------------------------------------ */

/* A file's pieces, put together again by any number of threads. */
struct gathering {
    const char *name;
    struct tabia_bytes text; // what was packed
    struct game_reader *reader;
    pthread_mutex_t lock;
    uint8_t *seen; // 1: the byte came; 2: and a piece begins with it
    uint64_t nbytes, npieces, highest;
    bool is_wrong;
    bool has_lines; // compare the numbers of lines
};

/*
 * Reads all that 'options' says and compares it with 'g->text'; the test
 * fails when a piece is not what was packed. forget frees what this makes.
 */
void gather(struct gathering *g, const struct game_reader_options *options);

void forget(struct gathering *g);

/* Did all of the text come, cut as it should be? Returns the failures. */
int check_cuts(const struct gathering *g, size_t piece_size);

#endif
