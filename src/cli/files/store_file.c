/*
 * store_file.c - info and merge for stores of game statistics
 */
#include "cli/files/store_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_writer.h"
#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/files/duplicate_inputs.h"
#include "cli/verbs/verbs.h"
#include "cli/view/build_watch.h"
#include "cli/view/verb_output.h"
#include "format/detect.h"
#include "format/formats.h"
#include "io/input.h"
#include "store/dimensions.h"
#include "store/store_internal.h"
#include "tabia/build.h"
#include "tabia/format.h"

#include "base/banned.h"

enum {
    PROVENANCE_SHOWN = 1000, // bytes
    INPUTS_SHOWN = 5,
};

bool store_file_is_output(const struct args *args, const char *path)
{
    return args->to ? tabia_format_find(args->to, NULL) == &format_tabia
                    : format_has_suffix(&format_tabia, path);
}

enum cli_status store_file_refuse_inputs(const struct args *args)
{
    for (int i = 0; i < args->noperands; i++)
        if (store_is_file(args->operands[i]))
            return cli_fail(CLI_NO,
                            "%s is a store, not a file of games: 'tabia "
                            "merge' joins stores, 'tabia info' describes one",
                            args->operands[i]);
    return CLI_DONE;
}

const char *store_file_date(uint32_t date, char text[GAME_DATE_SIZE])
{
    text[0] = '\0';
    return date ? game_record_date(date, text) : text;
}

/* ---- info ------------------------------------------------------------ */

struct provenance_names {
    size_t n;
    struct buf names; // of the first ones
};

static void store_file_add_input(void *ctx, const char *name)
{
    struct provenance_names *inputs = ctx;
    if (inputs->n++ < INPUTS_SHOWN)
        buf_addf(&inputs->names, "%s%s", inputs->n > 1 ? ", " : "", name);
}

/* A store may come from anywhere: what is no JSON is a text. */
static void put_json_provenance(struct json_writer *js, const char *provenance)
{
    json_t *json = json_loads(provenance, JSON_DECODE_ANY, NULL);
    json_writer_key(js, "provenance");
    if (json)
        json_writer_put_json(js, provenance);
    else
        json_writer_put_text(js, provenance);
    json_decref(json);
}

/* The text itself as long as it can be read, else the inputs in it. */
static bool put_provenance(struct verb_output *out,
                           const struct tabia_store *store,
                           const char *provenance, struct tabia_error *err)
{
    struct provenance_names inputs = { .names = { .limit = 1 << 16 } };
    if (out->js) {
        put_json_provenance(out->js, provenance);
        return true;
    }
    if (strlen(provenance) <= PROVENANCE_SHOWN) {
        verb_output_line(out, "provenance: %s", provenance);
        return true;
    }
    const bool ok =
        store_list_inputs(store, store_file_add_input, &inputs, err);
    if (inputs.n > INPUTS_SHOWN)
        buf_addf(&inputs.names, " and %zu more", inputs.n - INPUTS_SHOWN);
    if (ok)
        verb_output_line(out, "inputs: %s; --json prints the provenance",
                         buf_text(&inputs.names));
    buf_clear(&inputs.names);
    return ok;
}

static bool put_store(struct verb_output *out, const struct source_file *file,
                      const struct tabia_store *store, struct tabia_error *err)
{
    const struct tabia_store_info info = tabia_store_get_info(store);
    char first[GAME_DATE_SIZE], last[GAME_DATE_SIZE];
    verb_output_object(out, NULL);
    verb_output_add(out, "book", NULL, fact_text(file->name));
    verb_output_add(out, "format", NULL, fact_text("tabia"));
    verb_output_line(out, "%s: tabia, %s", file->name,
                     tabia_format_get_info(file->format)->title);
    verb_output_add(out, "player", NULL, fact_text(info.player));
    if (info.player)
        verb_output_line(out, "player: %s", info.player);
    struct buf text = { .limit = 1 << 10 };
    verb_output_array(out, "by");
    for (size_t i = 0; i < DIMENSIONS_COUNT; i++) {
        if (!(info.dimensions >> i & 1))
            continue;
        if (out->js)
            json_writer_put_text(out->js, dimensions_names[i]);
        buf_addf(&text, " %s", dimensions_names[i]);
    }
    verb_output_end(out);
    verb_output_line(out, "by:%s",
                     info.dimensions ? buf_text(&text) : " nothing");
    buf_clear(&text);
    store_file_date(info.first_date, first);
    store_file_date(info.last_date, last);
    verb_output_add(out, "first", NULL, fact_some(first));
    verb_output_add(out, "last", NULL, fact_some(last));
    if (info.last_date)
        verb_output_line(out, "dates: %s to %s", first, last);
    if (!put_provenance(out, store, info.provenance, err))
        return false;
    verb_output_gap(out);
    verb_output_add(out, "games", "games", fact_count(info.games));
    verb_output_add(out, "positions", "positions", fact_count(info.positions));
    verb_output_add(out, "moves", "moves", fact_count(info.moves));
    verb_output_add(out, "evaluations", info.evaluations ? "evaluations" : NULL,
                    fact_count(info.evaluations));
    verb_output_add(out, "roots", "roots", fact_count(info.roots));
    verb_output_add(out, "blocks", "blocks", fact_count(info.blocks));
    verb_output_add(out, "schema", "schema", fact_count(info.schema));
    verb_output_end(out);
    return true;
}

enum cli_status store_file_info(const struct args *args,
                                const struct source_file *file)
{
    struct tabia_error err = { 0 };
    const struct tabia_store *store = tabia_source_store(file->source, &err);
    struct verb_output out;
    if (!store)
        return cli_print_error(&err);
    verb_output_open(&out, args->json);
    const bool ok = put_store(&out, file, store, &err);
    const enum cli_status status = verb_output_close(&out);
    return ok ? status : cli_print_error(&err);
}

/* ---- merge ----------------------------------------------------------- */

enum cli_status store_file_merge(const struct args *args,
                                 const struct source_files *set,
                                 const struct merge_parts_options *how)
{
    const struct tabia_write_options write = book_output_options(args);
    struct tabia_build_options o = { .output = args->output,
                                     .format = &format_tabia,
                                     .memory_limit = how->memory,
                                     .threads = how->threads,
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
        status = duplicate_inputs_check_stores(args, list, set->n, how->strict);
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
    struct verb_output out;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_texts(&out, "inputs", (const char *const *)args->operands,
                      (size_t)args->noperands);
    verb_output_add(&out, "output", NULL, fact_text(args->output));
    verb_output_add(&out, "games", NULL, fact_count(ngames));
    verb_output_end(&out);
    return verb_output_close(&out);
}
