/*
 * verb_verify.c - tabia verify
 */
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "cli/books.h"
#include "cli/store_files.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

struct verifying {
    struct json *js; // NULL: print text
    uint64_t nproblems;
};

/* As errors call it. */
static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static void tell(void *ctx, const struct tabia_error *problem)
{
    struct verifying *v = ctx;
    v->nproblems++;
    if (!v->js) {
        cli_print_error(problem, "error", (struct tabia_bytes){ 0 });
        return;
    }
    json_begin_object(v->js);
    json_pair_uint(v->js, "offset", problem->offset);
    json_pair_text(v->js, "message", problem->msg);
    json_end(v->js);
}

/* What cannot be opened has one problem, unless the system is to blame. */
static enum cli_status verify_file(struct verifying *v, const char *path,
                                   struct tabia_store_info *info)
{
    struct tabia_error err = { 0 };
    struct tabia_store *store = tabia_store_open(path, &err);
    if (!store) {
        tell(v, &err);
        return cli_status_of(err.status);
    }
    const bool is_sound = tabia_store_verify(store, tell, v);
    *info = tabia_store_info(store);
    tabia_store_close(store);
    return is_sound ? CLI_DONE : CLI_NO;
}

static enum cli_status verify_text(const struct args *args, const char *path)
{
    struct verifying v = { 0 };
    struct tabia_store_info info = { 0 };
    const enum cli_status status = verify_file(&v, path, &info);
    if (status == CLI_DONE)
        cli_note(args, "%s: sound, %llu %s, %llu %s", name_of(path),
                 (unsigned long long)info.positions,
                 plural(info.positions, "position", "positions"),
                 (unsigned long long)info.games,
                 plural(info.games, "game", "games"));
    return status;
}

static enum cli_status verify_json(struct json *js, const char *path)
{
    struct verifying v = { .js = js };
    struct tabia_store_info info = { 0 };
    json_begin_object(js);
    json_pair_text(js, "file", name_of(path));
    json_key(js, "problems");
    json_begin_array(js);
    const enum cli_status status = verify_file(&v, path, &info);
    json_end(js);
    json_pair_uint(js, "positions", info.positions);
    json_pair_uint(js, "games", info.games);
    json_end(js);
    return status;
}

static enum cli_status run(const struct args *args)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    enum cli_status worst = books_check_stdin(args);
    if (worst != CLI_DONE)
        return worst;
    json_init(&js, &dst, true);
    if (args->json)
        json_begin_array(&js);
    for (int i = 0; i < args->noperands; i++) {
        const char *path = args->operands[i];
        const enum cli_status status =
            args->json ? verify_json(&js, path) : verify_text(args, path);
        if (status > worst)
            worst = status;
    }
    if (args->json)
        json_end(&js);
    return worst;
}

const struct verb verb_verify = {
    .name = "verify",
    .summary = "check every byte of stores",
    .operands = "STORE...",
    .description =
        "Reads each store once and checks all of it: every checksum, the "
        "order of the keys, every record and the counts. Each fault is told "
        "with its place in the file. A damaged block costs the answers of its "
        "own positions or games; the rest of the store stays readable. The "
        "status is 1 when anything is wrong.",
    .example = "tabia verify games.tabia\ntabia verify --json *.tabia",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON,
    .run = run,
};
