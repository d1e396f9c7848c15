/*
 * volume.h - changing a book on the shelf
 *
 * Every change names the revision that it is based on; if that is not the
 * current one, nothing happens and the caller is told. One writer at a time;
 * readers go on reading the edition they borrowed.
 */
#ifndef SERVE_VOLUME_H
#define SERVE_VOLUME_H

#include <jansson.h>

#include "serve/edit/draft.h"
#include "serve/shelf.h"

enum volume_result {
    VOLUME_DONE,
    VOLUME_CONFLICT, // another revision is current, or another file is there
    VOLUME_REFUSED,  // 'err' says why: the request makes no sense
    VOLUME_LOSSES,   // the format cannot hold all, and nobody confirmed it
    VOLUME_FAILED,   // 'err' says why
};

/* The state after the call, whatever came of it. */
struct volume_state {
    unsigned revision;
    size_t undo, redo;
    bool is_dirty;
};

/* 'changes' is a JSON array. */
enum volume_result volume_edit(struct shelf *shelf, struct volume *volume,
                               unsigned revision, json_t *changes,
                               struct draft_report *report,
                               struct volume_state *state,
                               struct tabia_error *err);

/* What volume_edit would report; changes nothing. */
enum volume_result volume_preview(struct volume *volume, unsigned revision,
                                  json_t *changes, struct draft_report *report,
                                  struct volume_state *state,
                                  struct tabia_error *err);

/* -1: undo; 1: redo. */
enum volume_result volume_step(struct shelf *shelf, struct volume *volume,
                               unsigned revision, int step,
                               struct volume_state *state,
                               struct tabia_error *err);

/* Writes the file, whole or not at all. 'report' starts empty. */
enum volume_result volume_save(struct shelf *shelf, struct volume *volume,
                               unsigned revision, bool confirm,
                               struct tabia_report *report,
                               struct volume_state *state,
                               struct tabia_error *err);

/*
 * Makes the changes that were not saved when the server ended, or sets them
 * aside, and tells people of it. Nobody else knows the volume yet.
 */
void volume_replay(struct shelf *shelf, struct volume *volume);

#endif
