/*
 * store_verbs.c - info and merge for stores of game statistics
 */
#include "cli/parts/store_verbs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "io/input.h"
#include "base/jsonw.h"
#include "base/words.h"
#include "cli/parts/build_watch.h"
#include "cli/view/facts.h"
#include "cli/files/repeats.h"
#include "cli/files/book_output.h"
#include "cli/verbs/verbs.h"
#include "store/store.h"
#include "tabia/build.h"
#include "tabia/format.h"

#include "base/banned.h"

enum {
    PROVENANCE_SHOWN = 1000, // bytes
    INPUTS_SHOWN = 5,
};

bool store_verbs_is_output(const struct args *args, const char *path)
{
    const char *dot = strrchr(path, '.');
    return args->to ? strcmp(args->to, "tabia") == 0
                    : dot && strcasecmp(dot, ".tabia") == 0;
}

const char *store_verbs_date(uint32_t date, char text[GAME_DATE_SIZE])
{
    text[0] = '\0';
    return date ? game_record_date(date, text) : text;
}

/* ---- info ------------------------------------------------------------ */

static const struct {
    unsigned bit;
    const char *name;
} dimensions[] = {
    { TABIA_DIMENSION_RATING, "rating" },
    { TABIA_DIMENSION_SPEED, "speed" },
    { TABIA_DIMENSION_MONTH, "month" },
};

struct inputs {
    size_t n;
    struct buf names; // of the first ones
};

static void store_verbs_add_input(void *ctx, const char *name)
{
    struct inputs *inputs = ctx;
    if (inputs->n++ < INPUTS_SHOWN)
        buf_addf(&inputs->names, "%s%s", inputs->n > 1 ? ", " : "", name);
}

/* The text itself as long as it can be read, else the inputs in it. */
static bool state_provenance(struct facts *f, const struct tabia_store *store,
                             const char *provenance, struct tabia_error *err)
{
    struct inputs inputs = { .names = { .limit = 1 << 16 } };
    facts_add(f, "provenance", NULL, fact_text(provenance));
    if (f->js)
        return true;
    if (strlen(provenance) <= PROVENANCE_SHOWN) {
        facts_line(f, "provenance: %s", provenance);
        return true;
    }
    const bool ok =
        store_list_inputs(store, store_verbs_add_input, &inputs, err);
    if (inputs.n > INPUTS_SHOWN)
        buf_addf(&inputs.names, " and %zu more", inputs.n - INPUTS_SHOWN);
    if (ok)
        facts_line(f, "inputs: %s; --json prints the provenance",
                   buf_text(&inputs.names));
    buf_clear(&inputs.names);
    return ok;
}

static bool state_store(struct facts *f, const struct source_file *file,
                        const struct tabia_store *store,
                        struct tabia_error *err)
{
    const struct tabia_store_info info = tabia_store_get_info(store);
    char first[GAME_DATE_SIZE], last[GAME_DATE_SIZE];
    facts_object(f, NULL);
    facts_add(f, "book", NULL, fact_text(file->name));
    facts_add(f, "format", NULL, fact_text("tabia"));
    facts_line(f, "%s: tabia, %s", file->name,
               tabia_format_get_info(file->format)->title);
    facts_add(f, "player", NULL, fact_text(info.player));
    if (info.player)
        facts_line(f, "player: %s", info.player);
    struct buf text = { .limit = 1 << 10 };
    facts_array(f, "by");
    for (size_t i = 0; i < COUNT_OF(dimensions); i++) {
        if (!(info.dimensions & dimensions[i].bit))
            continue;
        if (f->js)
            jsonw_put_text(f->js, dimensions[i].name);
        buf_addf(&text, " %s", dimensions[i].name);
    }
    facts_end(f);
    facts_line(f, "by:%s", info.dimensions ? buf_text(&text) : " nothing");
    buf_clear(&text);
    store_verbs_date(info.first, first);
    store_verbs_date(info.last, last);
    facts_add(f, "first", NULL, fact_some(first));
    facts_add(f, "last", NULL, fact_some(last));
    if (info.last)
        facts_line(f, "dates: %s to %s", first, last);
    if (!state_provenance(f, store, info.provenance, err))
        return false;
    facts_gap(f);
    facts_add(f, "games", "games", fact_count(info.games));
    facts_add(f, "positions", "positions", fact_count(info.positions));
    facts_add(f, "moves", "moves", fact_count(info.moves));
    facts_add(f, "roots", "roots", fact_count(info.roots));
    facts_add(f, "blocks", "blocks", fact_count(info.blocks));
    facts_add(f, "schema", "schema", fact_count(info.schema));
    facts_end(f);
    return true;
}

enum cli_status store_verbs_info(const struct args *args,
                                 const struct source_file *file)
{
    struct tabia_error err = { 0 };
    const struct tabia_store *store = tabia_source_store(file->source, &err);
    struct facts f;
    if (!store)
        return cli_print_error(&err);
    facts_open(&f, args->json);
    const bool ok = state_store(&f, file, store, &err);
    const enum cli_status status = facts_close(&f);
    return ok ? status : cli_print_error(&err);
}

/* ---- merge ----------------------------------------------------------- */

enum cli_status store_verbs_merge(const struct args *args,
                                  const struct source_set *set, bool strict)
{
    const struct tabia_write_options write = {
        .force = args->force,
        .allow_empty = args->allow_empty,
        .on_note = cli_note_file,
        .ctx = (void *)args,
    };
    struct tabia_build_options o = { .output = args->output,
                                     .write_options = &write };
    struct tabia_build_result result;
    struct build_watch watch;
    struct tabia_error err = { 0 };
    uint64_t ngames = 0;
    const struct tabia_store **list =
        calloc(set->n + 1, sizeof(struct tabia_store *));
    if (!list)
        return cli_fail(CLI_FAILED, "out of memory");
    enum cli_status status = CLI_DONE;
    for (size_t i = 0; i < set->n && status == CLI_DONE; i++) {
        list[i] = tabia_source_store(set->files[i].source, &err);
        if (list[i])
            ngames += tabia_store_get_info(list[i]).games;
        else
            status = cli_print_error(&err);
    }
    if (status == CLI_DONE)
        status = repeats_check_stores(args, list, set->n, strict);
    if (status == CLI_DONE) {
        build_watch_start(&watch, &o, args->quiet);
        if (!tabia_build_merge(list, set->n, &o, &result, &err))
            status = book_output_print_error(args, &err);
        build_watch_finish(&watch);
    }
    free(list);
    if (status != CLI_DONE)
        return status;
    cli_note(args, "%d %s -> %s: %llu %s", args->noperands,
             plural((uint64_t)args->noperands, "store", "stores"), args->output,
             (unsigned long long)ngames, plural(ngames, "game", "games"));
    if (!args->json)
        return CLI_DONE;
    struct facts f;
    facts_open(&f, true);
    facts_object(&f, NULL);
    facts_texts(&f, "inputs", (const char *const *)args->operands,
                (size_t)args->noperands);
    facts_add(&f, "output", NULL, fact_text(args->output));
    facts_add(&f, "games", NULL, fact_count(ngames));
    facts_end(&f);
    return facts_close(&f);
}
