/*
 * engine_run.c - a book evaluated by an engine
 */
#include "cli/evaluate/engine_run.h"

#include <signal.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "cli/progress_bar.h"

#include "base/banned.h"

struct engine_run {
    const struct args *args;
    struct eval_journal *journal; // or NULL
    struct progress_bar progress;
    bool journal_failed;
};

/* ---- Ctrl-C ---------------------------------------------------------- */

static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int number)
{
    (void)number;
    was_interrupted = 1;
}

static bool is_interrupted(void *ctx)
{
    (void)ctx;
    return was_interrupted;
}

/* With a journal a signal ends the work, not the program. */
static void catch_signals(bool catches, struct sigaction old[2])
{
    static const int numbers[] = { SIGINT, SIGTERM };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct sigaction action = { .sa_handler = on_interrupt };
        sigemptyset(&action.sa_mask);
        if (catches)
            sigaction(numbers[i], &action, &old[i]);
        else
            sigaction(numbers[i], &old[i], NULL);
    }
}

/* ---- values as they come --------------------------------------------- */

static void on_engine_value(void *ctx, const struct tabia_pos *pos,
                            const struct tabia_eval *eval, uint32_t done,
                            uint32_t total)
{
    struct engine_run *run = ctx;
    if (run->journal && !eval_journal_add(run->journal, pos, eval))
        run->journal_failed = true;
    run->progress.total = total;
    progress_bar_update(&run->progress, done);
}

static bool find_known(void *ctx, const struct tabia_pos *pos,
                       struct tabia_eval *eval)
{
    const struct engine_run *run = ctx;
    return run->journal && eval_journal_find(run->journal, pos, eval);
}

enum cli_status engine_run_evaluate(const struct args *args,
                                    const struct tabia_book *book,
                                    struct evaluate_options options,
                                    struct eval_journal *journal,
                                    struct tabia_book **more)
{
    struct engine_run run = { .args = args, .journal = journal };
    struct tabia_error err = { 0 };
    struct evaluate_result result;
    struct sigaction old[2];
    options.engine.is_stopped = is_interrupted;
    options.on_value = on_engine_value;
    options.find_known = find_known;
    options.ctx = &run;
    progress_bar_init(&run.progress, "evaluating", "positions", 0, args->quiet);
    if (journal)
        catch_signals(true, old);
    *more = evaluate_book(book, &options, &result, &err);
    if (journal)
        catch_signals(false, old);
    progress_bar_finish(&run.progress);
    if (!*more)
        return cli_print_error(&err);
    if (!result.done && !result.known && result.error.status) {
        tabia_book_free(*more); // there is nothing to write
        *more = NULL;
    }
    if (result.known)
        cli_note(run.args, "%u %s from an earlier run", result.known,
                 plural(result.known, "evaluation", "evaluations"));
    if (result.restarts)
        cli_note(run.args, "the engine was restarted %s",
                 plural(result.restarts, "once", "several times"));
    if (run.journal_failed)
        cli_note(run.args, "the journal could not be written");
    if (!result.error.status) {
        cli_note(run.args, "%u %s evaluated", result.done,
                 plural(result.done, "position", "positions"));
        return CLI_DONE;
    }
    cli_add_hint(&result.error);
    return cli_fail(CLI_FAILED, "%s: %u of %u %s evaluated",
                    was_interrupted ? "stopped" : result.error.msg, result.done,
                    result.wanted,
                    plural(result.wanted, "position", "positions"));
}
