/*
 * amateur_pick.c - a move chosen by the routine that an amateur book has
 */
#include "cli/verbs/amateur_pick.h"

#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "io/input.h"

#include "base/banned.h"

enum { LINE_SIZE = TABIA_AMATEUR_PLIES * TABIA_UCI_SIZE };

static const char *const sources[] = {
    [TABIA_AMATEUR_FROM_NOWHERE] = "none",
    [TABIA_AMATEUR_FROM_BOOK] = "book",
    [TABIA_AMATEUR_FROM_UNIVERSAL] = "universal",
    [TABIA_AMATEUR_FROM_FIRST] = "first",
};

static void print_routine_warning(void *ctx, const struct tabia_error *warning)
{
    cli_note(ctx, "warning: %s", warning->msg);
}

enum cli_status amateur_pick_ask(struct amateur_pick *routine,
                                 const struct args *args,
                                 const struct source_file *file,
                                 const struct amateur_pick_options *how,
                                 const tabia_move *game, size_t n)
{
    struct tabia_error err = { 0 };
    struct input table = { 0 };
    *routine = (struct amateur_pick){ .nbytes = file->bytes.size };
    if (how->transpositions &&
        !input_open(&table, how->transpositions, NULL, &err))
        return cli_print_error(&err);
    const struct amateur_options options = {
        .transpositions = table.bytes,
        .transpositions_name = table.name,
        .universal = how->universal,
        .first = how->first,
        .collects = how->collect,
        .on_warning = print_routine_warning,
        .ctx = (void *)args,
    };
    struct amateur *a = amateur_new(file->bytes, &options, &err);
    enum cli_status status = CLI_DONE;
    if (a && amateur_play(a, game, n, how->seed, &routine->choice) &&
        routine->choice.answer.source == TABIA_AMATEUR_FROM_BOOK)
        routine->nstring = amateur_get_string(a, routine->choice.answer.string,
                                              routine->string);
    if (!a)
        status = cli_print_error_at(&err, table.bytes);
    amateur_free(a);
    input_close(&table);
    return status;
}

/* ---- explaining ------------------------------------------------------ */

void amateur_pick_put(struct verb_output *out,
                      const struct amateur_pick *routine)
{
    const struct tabia_amateur_answer *answer = &routine->choice.answer;
    const bool is_first = answer->source == TABIA_AMATEUR_FROM_FIRST;
    char text[LINE_SIZE] = "";
    verb_output_object(out, "routine");
    verb_output_add(out, "source", NULL, fact_text(sources[answer->source]));
    verb_output_line(out, "source %s", sources[answer->source]);
    if (answer->source == TABIA_AMATEUR_FROM_BOOK) {
        // The string as it stands in the article's tables.
        struct tabia_pos pos;
        size_t used = 0;
        tabia_pos_set_start(&pos);
        for (size_t i = 0; i < routine->nstring; i++) {
            used +=
                tabia_uci_print(&pos, routine->string[i], false, text + used);
            tabia_pos_play(&pos, routine->string[i]);
        }
        verb_output_add(out, "string", NULL, fact_count(answer->string + 1));
        verb_output_add(out, "offset", NULL, fact_count(answer->offset));
        verb_output_add(out, "moves", NULL, fact_text(text));
        verb_output_line(out, "string %u at byte %u: %s", answer->string + 1,
                         answer->offset, text);
    }
    verb_output_add(out, "matches", NULL, fact_count(answer->nmatches));
    verb_output_add(out, "others", NULL, fact_count(answer->nothers));
    verb_output_add(out, "transpositions", NULL, fact_count(answer->nswaps));
    if (!is_first)
        verb_output_line(out, "matches %u, other moves %u, transpositions %u",
                         answer->nmatches, answer->nothers, answer->nswaps);
    verb_output_add(out, "from", NULL, fact_count(answer->from));
    verb_output_add(out, "to", NULL, fact_count(answer->to));
    verb_output_add(out, "bytes", NULL, fact_count(routine->nbytes));
    verb_output_add(out, "read", NULL, fact_count(answer->nread));
    verb_output_add(out, "opened", NULL, fact_flag(answer->is_reset));
    verb_output_add(out, "next_from", NULL, fact_count(answer->low));
    verb_output_add(out, "next_to", NULL, fact_count(answer->high));
    if (!is_first)
        verb_output_line(
            out, "window %u to %u of %zu bytes, %u read%s; next %u to %u",
            answer->from, answer->to, routine->nbytes, answer->nread,
            answer->is_reset ? ", opened" : "", answer->low, answer->high);
    verb_output_end(out);
}
