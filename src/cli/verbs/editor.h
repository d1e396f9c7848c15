/*
 * editor.h - a text in the user's editor
 */
#ifndef CLI_EDITOR_H
#define CLI_EDITOR_H

#include "base/buf.h"
#include "cli/cli.h"

enum { EDITOR_PATH_SIZE = 4096 };

/*
 * Puts the text into a file that only the user may read; 'path' gets its name.
 * On failure the reason has been printed.
 */
enum cli_status editor_keep(struct tabia_bytes text,
                            char path[EDITOR_PATH_SIZE]);

/*
 * Puts the text into a temporary file, lets the user edit it with $VISUAL or
 * $EDITOR, and reads it back into 'result'. The file stays: 'path' gets its
 * name. On failure the reason has been printed.
 */
enum cli_status editor_run(struct tabia_bytes text, struct buf *result,
                           char path[EDITOR_PATH_SIZE]);

#endif
