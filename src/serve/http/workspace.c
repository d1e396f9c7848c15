/*
 * workspace.c - memory that requests use one after another
 */
#include "serve/http/workspace.h"

#include <stdlib.h>

#include "base/banned.h"

static void workspace_free(struct workspace *ws)
{
    tabia_answer_clear(&ws->answer);
    buf_clear(&ws->body);
    buf_clear(&ws->packed);
    compressor_clear(&ws->compressor);
    free(ws);
}

void workspaces_init(struct workspaces *all)
{
    *all = (struct workspaces){ .first = NULL };
    pthread_mutex_init(&all->lock, NULL);
}

void workspaces_clear(struct workspaces *all)
{
    while (all->first) {
        struct workspace *next = all->first->next;
        workspace_free(all->first);
        all->first = next;
    }
    all->n = 0;
    pthread_mutex_destroy(&all->lock);
}

struct workspace *workspace_acquire(struct workspaces *all)
{
    pthread_mutex_lock(&all->lock);
    struct workspace *ws = all->first;
    if (ws) {
        all->first = ws->next;
        all->n--;
    }
    pthread_mutex_unlock(&all->lock);
    return ws ? ws : calloc(1, sizeof(*ws));
}

void workspace_release(struct workspaces *all, struct workspace *ws)
{
    if (ws->body.room > WORKSPACE_BODY_MAX)
        buf_clear(&ws->body);
    if (ws->packed.room > WORKSPACE_BODY_MAX)
        buf_clear(&ws->packed);
    pthread_mutex_lock(&all->lock);
    const bool is_kept = all->n < WORKSPACES_KEPT_MAX;
    if (is_kept) {
        ws->next = all->first;
        all->first = ws;
        all->n++;
    }
    pthread_mutex_unlock(&all->lock);
    if (!is_kept)
        workspace_free(ws);
}
