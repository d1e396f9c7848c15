/*
 * progress_bar.h - shows on stderr how far a long job is
 *
 *     struct progress_bar p;
 *     progress_bar_init(&p, "reading", "games", total, quiet);
 *     ... progress_bar_update(&p, done) ...
 *     progress_bar_finish(&p);
 *
 * On a terminal: one line with a bar, rate and time left, redrawn ten times
 * a second, in plain characters. Elsewhere, or with TERM=dumb: one line
 * every ten seconds. Jobs shorter than half a second show nothing. For
 * programs; one thread at a time.
 */
#ifndef CLI_PROGRESS_BAR_H
#define CLI_PROGRESS_BAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRESS_BAR_SIZE = 256 };

struct progress_bar {
    const char *label; // what is being done: "reading"; borrowed
    const char *unit;  // what is counted: "games"; borrowed
    uint64_t total;    // 0: not known
    uint64_t done;
    uint64_t start_ns, shown_ns;
    int fd;
    int columns;
    bool is_quiet, is_terminal, is_drawn;
};

/* Columns of a terminal; 80 if it is not one, or unknown. */
int progress_bar_columns(int fd);

void progress_bar_init(struct progress_bar *bar, const char *label,
                       const char *unit, uint64_t total, bool quiet);

/* 'done' of the total are done. Cheap enough for every chunk of work. */
void progress_bar_update(struct progress_bar *bar, uint64_t done);

/* Clears the bar. Call it also before anything else is printed on stderr. */
void progress_bar_finish(struct progress_bar *bar);

/*
 * The line for a moment 'now_ns', without a line end. Returns its length.
 * This is all the drawing there is; the rest decides when.
 */
size_t progress_bar_print(const struct progress_bar *bar, uint64_t now_ns,
                          char line[PROGRESS_BAR_SIZE]);

#endif
