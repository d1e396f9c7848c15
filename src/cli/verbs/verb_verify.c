/*
 * verb_verify.c - tabia verify
 */
#include <string.h>

#include "base/wording.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "store/store_internal.h"

#include "base/banned.h"

static bool print_verify_problem(void *ctx, enum tabia_severity severity,
                                 const struct tabia_error *problem)
{
    struct verb_output *out = ctx;
    (void)severity; // a store has no warnings
    if (!out->js) {
        cli_print_problem(problem, "error", (struct tabia_bytes){ 0 });
        return true;
    }
    verb_output_object(out, NULL);
    verb_output_add(out, "offset", NULL, fact_count(problem->offset));
    verb_output_add(out, "message", NULL, fact_text(problem->msg));
    verb_output_end(out);
    return true;
}

/* What cannot be opened has one problem, unless the system is to blame. */
static enum cli_status verify_file(const struct args *args,
                                   struct verb_output *out, const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    struct tabia_error err = { 0 };
    struct tabia_store_info info = { 0 };
    enum cli_status status = CLI_DONE;
    verb_output_object(out, NULL);
    verb_output_add(out, "file", NULL, fact_text(name));
    verb_output_array(out, "problems");
    struct tabia_store *store = store_open(path, &err);
    if (store) {
        const struct tabia_store_verify_options how = {
            .on_problem = print_verify_problem, .ctx = out
        };
        if (!tabia_store_verify(store, &how, &err))
            status = CLI_NO;
        info = tabia_store_get_info(store);
        store_close(store);
    } else {
        print_verify_problem(out, TABIA_SEVERITY_ERROR, &err);
        status = cli_status_of(err.status);
    }
    verb_output_end(out);
    verb_output_add(out, "positions", NULL, fact_count(info.positions));
    verb_output_add(out, "games", NULL, fact_count(info.games));
    verb_output_end(out);
    if (status == CLI_DONE && !out->js)
        cli_note(args, "%s: OK, %llu %s, %llu %s", name,
                 (unsigned long long)info.positions,
                 plural(info.positions, "position", "positions"),
                 (unsigned long long)info.games,
                 plural(info.games, "game", "games"));
    return status;
}

static enum cli_status run_verify(const struct args *args)
{
    struct verb_output out;
    enum cli_status worst = source_files_check_stdin(args);
    if (worst != CLI_DONE)
        return worst;
    verb_output_open(&out, args->json);
    verb_output_array(&out, NULL);
    for (int i = 0; i < args->noperands; i++) {
        const enum cli_status status =
            verify_file(args, &out, args->operands[i]);
        if (status > worst)
            worst = status;
    }
    verb_output_end(&out);
    verb_output_close(&out);
    return worst;
}

const struct verb verb_verify = {
    .name = "verify",
    .group = VERB_GROUP_GAMES,
    .summary = "check the integrity of stores",
    .operands = "STORE...",
    .description =
        "Reads each store completely and checks every checksum, the order "
        "of the keys, every record and the counts. Each error is reported "
        "with its offset in the file. A damaged block affects only its own "
        "positions or games; the rest of the store stays usable. The exit "
        "status is 1 if anything is wrong.",
    .example = "tabia verify games.tabia\ntabia verify --json *.tabia",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON,
    .run = run_verify,
};
