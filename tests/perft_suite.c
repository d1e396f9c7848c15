/*
 * perft_suite.c - every line of a perft file, through a given depth
 *
 *     perft_suite DEPTH FILE [DEPTH FILE]...
 *
 * A line is a FEN and the number of leaves per depth: "FEN ;D1 20 ;D2 400".
 * A file that is not there is skipped. Two threads share the lines.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "chess/pos.h"

enum { LINES_MAX = 4096, LINE_SIZE = 512, THREADS = 2 };

struct line {
    char text[LINE_SIZE];
    char fault[256];   // empty if all counts are right
    unsigned nchecked; // 0 if all counts lie deeper than asked for
};

struct suite {
    struct line *lines;
    size_t nlines;
    int depth;
};

static void check_counts(struct line *line, const struct tabia_pos *pos,
                         const char *counts, int max_depth)
{
    for (const char *p = strstr(counts, ";D"); p; p = strstr(p + 1, ";D")) {
        char *end;
        const long depth = strtol(p + 2, &end, 10);
        const uint64_t want = strtoull(end, NULL, 10);
        if (depth > max_depth)
            continue;
        const uint64_t got = pos_perft(pos, (int)depth);
        line->nchecked++;
        if (got == want)
            continue;
        snprintf(line->fault, sizeof(line->fault),
                 "depth %ld: got %" PRIu64 ", want %" PRIu64, depth, got, want);
        return;
    }
}

static void check_line(void *ctx, size_t i)
{
    const struct suite *suite = ctx;
    struct line *line = &suite->lines[i];
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    size_t len = strcspn(line->text, ";");
    const char *counts = line->text + len;
    while (len > 0 && line->text[len - 1] == ' ')
        len--;

    if (!tabia_fen_parse(&pos, line->text, len, 0, &err))
        snprintf(line->fault, sizeof(line->fault), "column %u: %s",
                 (unsigned)err.col, err.msg);
    else
        check_counts(line, &pos, counts, suite->depth);
    if (!line->fault[0] && !*counts)
        snprintf(line->fault, sizeof(line->fault), "no counts to compare");
}

static void read_lines(struct suite *suite, FILE *file)
{
    while (suite->nlines < LINES_MAX) {
        struct line *line = &suite->lines[suite->nlines];
        if (!fgets(line->text, sizeof(line->text), file))
            return;
        line->text[strcspn(line->text, "\r\n")] = '\0';
        if (line->text[0])
            suite->nlines++;
    }
}

/* Prints the faults of a file and adds up the lines. */
static void report(const struct suite *suite, const char *path, size_t *npassed,
                   size_t *nfailed)
{
    for (size_t i = 0; i < suite->nlines; i++) {
        const struct line *line = &suite->lines[i];
        if (line->fault[0])
            printf("%s: %s: %s\n", path, line->text, line->fault);
        *nfailed += line->fault[0] != '\0';
        *npassed += !line->fault[0] && line->nchecked > 0;
    }
    printf("%s: %zu lines through depth %d\n", path, suite->nlines,
           suite->depth);
    fflush(stdout);
}

/* False if the file cannot be read or there is no memory. */
static bool run_file(struct pool *pool, const char *path, int depth,
                     size_t *npassed, size_t *nfailed)
{
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT) {
        printf("%s: skipped, it is not there\n", path);
        return true;
    }
    struct suite suite = {
        .lines = calloc(LINES_MAX, sizeof(*suite.lines)),
        .depth = depth,
    };
    const bool ready = file && suite.lines;
    if (ready) {
        read_lines(&suite, file);
        pool_run(pool, suite.nlines, check_line, &suite);
        report(&suite, path, npassed, nfailed);
    } else {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    if (file)
        fclose(file);
    free(suite.lines);
    return ready;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc % 2 == 0) {
        fprintf(stderr, "usage: perft_suite DEPTH FILE [DEPTH FILE]...\n");
        return 2;
    }
    struct tabia_error err = { 0 };
    struct pool *pool = pool_new(THREADS, &err);
    if (!pool) {
        fprintf(stderr, "perft_suite: %s\n", err.msg);
        return 3;
    }
    size_t npassed = 0, nfailed = 0;
    bool done = true;
    for (int i = 1; i + 1 < argc; i += 2)
        done = run_file(pool, argv[i + 1], (int)strtol(argv[i], NULL, 10),
                        &npassed, &nfailed) &&
               done;
    pool_free(pool);
    printf("%zu passed, %zu failed\n", npassed, nfailed);
    return !done ? 3 : nfailed != 0;
}
