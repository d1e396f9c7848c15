/*
 * workspace.h - memory that requests use one after another
 *
 * A request takes a workspace when its handler is to run, and gives it back
 * when the response is made. A busy server so has about one for each thread,
 * and allocates nothing to parse, look up and write.
 */
#ifndef SERVE_WORKSPACE_H
#define SERVE_WORKSPACE_H

#include <pthread.h>

#include "serve/call.h"
#include "serve/http/compressor.h"

enum {
    WORKSPACES_KEPT_MAX = 16,
    WORKSPACE_BODY_MAX = 1 << 18, // bytes that are kept
};

struct workspace {
    struct workspace *next; // while it is not in use
    struct call call;
    struct tabia_answer answer;
    struct buf body;   // of the reply
    struct buf packed; // the same, compressed
    struct compressor compressor;
};

/* Those that are not in use. */
struct workspaces {
    pthread_mutex_t lock;
    struct workspace *first; // owned, like those after it
    size_t n;
};

void workspaces_init(struct workspaces *all);
void workspaces_clear(struct workspaces *all);

/* Its contents are what the last request left. NULL: out of memory. */
struct workspace *workspace_acquire(struct workspaces *all);

void workspace_release(struct workspaces *all, struct workspace *ws);

#endif
