/*
 * volume_def.h - steps that changing a volume and repeating changes share
 *
 * All are for the writer: who holds 'writer', or knows the volume alone.
 */
#ifndef SERVE_VOLUME_DEF_H
#define SERVE_VOLUME_DEF_H

#include "serve/volume.h"

/* Tells people something about a volume, if the shelf has a way to. */
void volume_say(const struct shelf *shelf, const struct volume *v,
                const char *text);

/* The book of the current state; the writer needs no lock to look at it. */
const struct tabia_book *volume_current(const struct volume *v);

/* The edition that changes lead to, in memory only. NULL with an error. */
struct edition *volume_make_edition(const struct volume *v,
                                    const json_t *changes,
                                    struct draft_report *report,
                                    struct tabia_error *err);

/* Owns 'next', the current state now. What was undone cannot be done again. */
void volume_push(struct volume *v, struct edition *next);

/* Makes another of the states the current one. */
void volume_go_to(struct volume *v, size_t at);

/* Adds the whole book to the journal, for a state it did not lead to. */
bool volume_note_book(struct volume *v, const struct tabia_book *book,
                      struct tabia_error *err);

#endif
