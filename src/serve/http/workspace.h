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
#include <stdbool.h>
#include <stddef.h>

enum {
    WORKSPACES_KEPT_MAX = 16,
    WORKSPACE_BODY_MAX = 1 << 18, // bytes that are kept
};

struct workspace; // see server_internal.h

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
