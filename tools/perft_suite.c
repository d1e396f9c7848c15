/*
 * perft_suite.c - compares perft with node counts from a file
 *
 *     perft_suite DEPTH FILE
 *
 * Each line of FILE is "FEN ;D1 20 ;D2 400 ...". Counts deeper than DEPTH are
 * left out. Lines are shared out to one thread per processor.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/pool.h"
#include "tabia/chess.h"

#include "base/banned.h"

enum { LINES_MAX = 4096, LINE_SIZE = 512, REPORT_SIZE = 1024 };

struct line {
    char text[LINE_SIZE];
    char report[REPORT_SIZE]; // what went wrong; empty: nothing
    int ncounts;
    uint64_t nodes;
};

struct suite {
    struct line *lines;
    size_t nlines;
    int depth;
};

/* Compares one line; runs in any thread. */
static void check_line(void *ctx, size_t i)
{
    const struct suite *suite = ctx;
    struct line *line = &suite->lines[i];
    struct tabia_pos pos;
    struct tabia_error err = { 0 };

    size_t len = strcspn(line->text, ";");
    if (!tabia_pos_from_fen(&pos, line->text, len, TABIA_FEN_TOLERANT, &err)) {
        snprintf(line->report, sizeof(line->report), "column %u: %s", err.col,
                 err.msg);
        return;
    }

    const char *p = line->text + len;
    int depth, used;
    unsigned long long want;
    while (sscanf(p, " ;D%d %llu%n", &depth, &want, &used) == 2) {
        p += used;
        if (depth > suite->depth)
            break;
        uint64_t got = tabia_perft(&pos, depth);
        line->nodes += got;
        line->ncounts++;
        if (got == want)
            continue;
        snprintf(line->report, sizeof(line->report),
                 "depth %d: got %llu, want %llu", depth,
                 (unsigned long long)got, want);
        return;
    }
    if (line->ncounts == 0)
        snprintf(line->report, sizeof(line->report), "no counts");
}

static bool read_lines(struct suite *suite, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    suite->lines = calloc(LINES_MAX, sizeof(*suite->lines));
    while (suite->lines && suite->nlines < LINES_MAX &&
           fgets(suite->lines[suite->nlines].text, LINE_SIZE, file)) {
        const char *text = suite->lines[suite->nlines].text;
        suite->nlines += text[0] != '\n' && text[0] != '#';
    }
    fclose(file);
    return suite->lines;
}

static bool print_result(const struct suite *suite, const char *path,
                         uint64_t ns)
{
    size_t nfailed = 0;
    int ncounts = 0;
    uint64_t nodes = 0;
    for (size_t i = 0; i < suite->nlines; i++) {
        const struct line *line = &suite->lines[i];
        ncounts += line->ncounts;
        nodes += line->nodes;
        if (!line->report[0])
            continue;
        nfailed++;
        printf("%s:%zu: %s\n    %s", path, i + 1, line->report, line->text);
    }
    const char *name = strrchr(path, '/');
    printf("%s: %zu positions, %d counts through depth %d, %zu failed; "
           "%llu nodes in %.1f s\n",
           name ? name + 1 : path, suite->nlines, ncounts, suite->depth,
           nfailed, (unsigned long long)nodes, (double)ns / 1e9);
    return nfailed == 0 && suite->nlines > 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: perft_suite DEPTH FILE\n");
        return 2;
    }
    struct suite suite = { .depth = (int)strtol(argv[1], NULL, 10) };
    struct tabia_error err = { 0 };
    struct pool *pool = pool_new(0, &err);
    if (!pool || !read_lines(&suite, argv[2])) {
        fprintf(stderr, "perft_suite: %s: cannot be read\n", argv[2]);
        pool_free(pool);
        return 3;
    }
    uint64_t start = clock_now_ns();
    pool_run(pool, suite.nlines, check_line, &suite);
    pool_free(pool);
    bool good = print_result(&suite, argv[2], clock_now_ns() - start);
    free(suite.lines);
    return good ? 0 : 1;
}
