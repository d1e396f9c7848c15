/*
 * bench.h - measuring ourselves beside others, in one run
 *
 * Each part adds rows of results; the program prints them all. Nothing here
 * decides whether a time is good.
 */
#ifndef BENCH_H
#define BENCH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/error.h"

enum { BENCH_ROWS_MAX = 48 };

/* The exit statuses, those of the command. */
enum bench_status {
    BENCH_DONE = 0,
    BENCH_NO = 1,
    BENCH_MISUSE = 2,
    BENCH_FAILED = 3,
};

struct bench {
    char self[PATH_MAX];  // this program
    char tabia[PATH_MAX]; // the command, beside it or given by --tabia
    const char *games;    // a PGN file, or NULL
    const char *book;     // a book file, or NULL: the built-in one
    const char *stamps;   // a file; not NULL: stand in for Stockfish
    int rounds;           // the best of N counts
    bool quick;           // smaller trees
    bool is_quiet;
    struct bench_row {
        const char *key;  // in JSON
        const char *what; // for people
        const char *unit; // "" for ratios
        double value;
    } rows[BENCH_ROWS_MAX];
    size_t nrows;
};

/* Adds a result. The texts are borrowed. */
void bench_add(struct bench *b, const char *key, const char *what, double value,
               const char *unit);

/* Prints "tabia-bench: message" on stderr. Returns 'status'. */
enum bench_status bench_fail(enum bench_status status, const char *fmt, ...)
    PRINTF_LIKE(2, 3) COLD;

/* Prints an error with its location in 'bytes'. Returns the exit status. */
enum bench_status bench_error(const struct tabia_error *err,
                              struct tabia_bytes bytes);

/* Prints what was left out on stderr; nothing with -q. */
void bench_note(const struct bench *b, const char *fmt, ...) PRINTF_LIKE(2, 3);

/*
 * The processor time of this process: unlike the clock on the wall it does
 * not count what other programs take of a busy machine.
 */
uint64_t bench_now_ns(void);

struct input;

/*
 * The CT800 text of --book, or the built-in one; 'in' is to be closed after
 * either.
 */
bool bench_text_open(const struct bench *b, struct input *in,
                     struct tabia_bytes *text, struct tabia_error *err);

/* The smaller time, where 0 is none yet. */
uint64_t bench_best(uint64_t best, uint64_t ns);

enum bench_status bench_core(struct bench *b);
enum bench_status bench_book(struct bench *b);
enum bench_status bench_amateur(struct bench *b);
enum bench_status bench_pgn(struct bench *b);
enum bench_status bench_build(struct bench *b);
enum bench_status bench_growth(struct bench *b);
enum bench_status bench_uci(struct bench *b);
enum bench_status bench_probe(struct bench *b);
enum bench_status bench_keys(struct bench *b);
enum bench_status bench_store(struct bench *b);
enum bench_status bench_serve(struct bench *b);
enum bench_status bench_where(struct bench *b);

/* ---- other programs -------------------------------------------------- */

/*
 * Runs a program of PATH or /usr/games with 'input' on its standard input and
 * its output thrown away; 'argv[0]' is its name, NULL ends the list. 'ns'
 * gets its processor time. False when it cannot be run or fails.
 */
bool bench_run(const char *const *argv, const char *input, uint64_t *ns);

struct bench_used {
    uint64_t cpu_ns, clock_ns;
    uint64_t memory; // bytes that no file is behind, at most
};

/* Like bench_run without input; looks at the memory every millisecond. */
bool bench_run_used(const char *const *argv, struct bench_used *used);

/* ---- games ----------------------------------------------------------- */

/* The moves of games as words in a text; a length of 0 starts a game. */
struct bench_games {
    const char *text; // borrowed
    struct bench_word {
        uint32_t at;
        uint8_t len;
    } * words; // owned
    size_t nwords, room;
    size_t nmoves;
};

/*
 * Lists the words of the main lines in a PGN text of less than 4 GiB. Games
 * with their own starting position are left out.
 */
bool bench_games_scan(struct bench_games *games, struct tabia_bytes text,
                      struct tabia_error *err);

void bench_games_clear(struct bench_games *games);

struct buf;
struct tabia_book;

/* Adds a book's lines as PGN games. */
bool bench_games_print(const struct tabia_book *book, struct buf *text,
                       struct tabia_error *err);

#endif
