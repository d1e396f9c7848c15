/*
 * engine_run.h - a book evaluated by an engine
 */
#ifndef CLI_ENGINE_RUN_H
#define CLI_ENGINE_RUN_H

#include "cli/evaluate/eval_journal.h"
#include "cli/options.h"
#include "study/evaluate.h"

/*
 * Evaluates the book by 'options', whose callbacks are set here. With a journal
 * (or NULL) every value is also written there, positions in it are not
 * evaluated again, and a signal ends the work, not the program. 'more' gets the
 * book with its values, NULL if there are none. Reports how it went; CLI_FAILED
 * if something is left to do.
 */
enum cli_status engine_run_evaluate(const struct args *args,
                                    const struct tabia_book *book,
                                    struct evaluate_options options,
                                    struct eval_journal *journal,
                                    struct tabia_book **more);

#endif
