/*
 * engine_run.h - a book evaluated by an engine
 */
#ifndef CLI_ENGINE_RUN_H
#define CLI_ENGINE_RUN_H

#include "cli/parts/eval_journal.h"
#include "cli/options.h"
#include "study/evaluate.h"

/*
 * Evaluates the book by 'options'; its callbacks are set here. Every value
 * also goes to the journal, unless that is NULL, and what is in it is not
 * looked for again; a signal then ends the work, not the program. 'more' gets
 * the book with its values, NULL when there are none. Reports how it went;
 * CLI_FAILED when something is left to do.
 */
enum cli_status engine_run_evaluate(const struct args *args,
                                    const struct tabia_book *book,
                                    struct evaluate_options options,
                                    struct eval_journal *journal,
                                    struct tabia_book **more);

#endif
