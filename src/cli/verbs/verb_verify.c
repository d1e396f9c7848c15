/*
 * verb_verify.c - tabia verify
 */
#include <string.h>

#include "base/words.h"
#include "cli/files/source_files.h"
#include "cli/view/facts.h"
#include "cli/parts/store_verbs.h"
#include "cli/verbs/verbs.h"
#include "store/store.h"

#include "base/banned.h"

static bool print_verify_problem(void *ctx, enum tabia_severity severity,
                                 const struct tabia_error *problem)
{
    struct facts *f = ctx;
    (void)severity; // a store has no warnings
    if (!f->js) {
        cli_print_problem(problem, "error", (struct tabia_bytes){ 0 });
        return true;
    }
    facts_object(f, NULL);
    facts_add(f, "offset", NULL, fact_count(problem->offset));
    facts_add(f, "message", NULL, fact_text(problem->msg));
    facts_end(f);
    return true;
}

/* What cannot be opened has one problem, unless the system is to blame. */
static enum cli_status verify_file(const struct args *args, struct facts *f,
                                   const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    struct tabia_error err = { 0 };
    struct tabia_store_info info = { 0 };
    enum cli_status status = CLI_DONE;
    facts_object(f, NULL);
    facts_add(f, "file", NULL, fact_text(name));
    facts_array(f, "problems");
    struct tabia_store *store = store_open(path, &err);
    if (store) {
        if (!tabia_store_verify(store, print_verify_problem, f))
            status = CLI_NO;
        info = tabia_store_get_info(store);
        store_close(store);
    } else {
        print_verify_problem(f, TABIA_SEVERITY_ERROR, &err);
        status = cli_status_of(err.status);
    }
    facts_end(f);
    facts_add(f, "positions", NULL, fact_count(info.positions));
    facts_add(f, "games", NULL, fact_count(info.games));
    facts_end(f);
    if (status == CLI_DONE && !f->js)
        cli_note(args, "%s: OK, %llu %s, %llu %s", name,
                 (unsigned long long)info.positions,
                 plural(info.positions, "position", "positions"),
                 (unsigned long long)info.games,
                 plural(info.games, "game", "games"));
    return status;
}

static enum cli_status run_verify(const struct args *args)
{
    struct facts f;
    enum cli_status worst = source_files_check_stdin(args);
    if (worst != CLI_DONE)
        return worst;
    facts_open(&f, args->json);
    facts_array(&f, NULL);
    for (int i = 0; i < args->noperands; i++) {
        const enum cli_status status = verify_file(args, &f, args->operands[i]);
        if (status > worst)
            worst = status;
    }
    facts_end(&f);
    facts_close(&f);
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
