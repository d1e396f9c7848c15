/*
 * graph_window.h - the part of a book that is drawn, and where
 */
#ifndef SERVE_GRAPH_WINDOW_H
#define SERVE_GRAPH_WINDOW_H

#include "serve/shelf.h"

struct graph_window {
    struct edition *edition; // borrowed
    uint32_t *list;          // owned: positions, parents before children
    uint32_t n;
    uint32_t *index; // owned: by position; TABIA_NONE: not in the window
    double *x, *y;   // owned: by index in 'list'
    bool is_whole;
};

/*
 * Everything when there are no more than 'limit' positions; else the way from
 * the root to 'current' (TABIA_NONE: the root), what comes after it, then what
 * comes after the positions before it.
 */
bool graph_window_init(struct graph_window *w, struct edition *edition,
                       uint32_t current, uint32_t limit,
                       struct tabia_error *err);

void graph_window_clear(struct graph_window *w);

#endif
