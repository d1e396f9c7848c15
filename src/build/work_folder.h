/*
 * work_folder.h - the folder from which a later call goes on with a build
 */
#ifndef BUILD_WORK_FOLDER_H
#define BUILD_WORK_FOLDER_H

#include "build/build_internal.h"
#include "io/output.h"

/*
 * Opens the files for games, named or not, and goes on where an earlier call
 * with the same inputs and options has stopped.
 */
bool work_folder_open(struct build *b, struct tabia_error *err);

/*
 * An earlier call with the same inputs and options may have put the output in
 * place and been killed before it removed the folder: then 'is_done' is set and
 * 'result' filled in.
 */
bool work_folder_is_done(struct build *b, struct tabia_build_result *result,
                         bool *is_done, struct tabia_error *err);

/* Writes out all of the output, and notes what its file will be. */
bool work_folder_note_output(struct build *b, struct output *out,
                             struct tabia_error *err);

/* A new file for a run. */
bool work_folder_new_run(struct build *b, struct spool *spool,
                         struct tabia_error *err);

/* The last run is whole: a later call need not make it again. */
bool work_folder_save(struct build *b, struct tabia_error *err);

/* Removes what was for a later call; the folder, too, if it is empty. */
void work_folder_remove(struct build *b);

#endif
