/*
 * amateur_pick.c - a move chosen by the routine that an amateur book has
 */
#include "cli/parts/amateur_pick.h"

#include "cli/view/facts.h"
#include "cli/verbs/verbs.h"
#include "io/input.h"

#include "base/banned.h"

enum { LINE_SIZE = TABIA_AMATEUR_PLIES * TABIA_UCI_SIZE };

/* Indexed by enum tabia_amateur_source. */
static const char *const sources[] = { "none", "book", "universal", "first" };

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
    struct amateur *a = amateur_open(file->bytes, &options, &err);
    enum cli_status status = CLI_DONE;
    if (a && amateur_play(a, game, n, how->seed, &routine->reply) &&
        routine->reply.answer.source == TABIA_AMATEUR_FROM_BOOK)
        routine->nstring =
            amateur_string(a, routine->reply.answer.string, routine->string);
    if (!a)
        status = cli_print_error_at(&err, table.bytes);
    amateur_close(a);
    input_close(&table);
    return status;
}

/* ---- explaining ------------------------------------------------------ */

void amateur_pick_state(struct facts *f, const struct amateur_pick *routine)
{
    const struct tabia_amateur_answer *answer = &routine->reply.answer;
    const bool is_first = answer->source == TABIA_AMATEUR_FROM_FIRST;
    char text[LINE_SIZE] = "";
    facts_object(f, "routine");
    facts_add(f, "source", NULL, fact_text(sources[answer->source]));
    facts_line(f, "source %s", sources[answer->source]);
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
        facts_add(f, "string", NULL, fact_count(answer->string + 1));
        facts_add(f, "offset", NULL, fact_count(answer->offset));
        facts_add(f, "moves", NULL, fact_text(text));
        facts_line(f, "string %u at byte %u: %s", answer->string + 1,
                   answer->offset, text);
    }
    facts_add(f, "matches", NULL, fact_count(answer->nmatches));
    facts_add(f, "others", NULL, fact_count(answer->nothers));
    facts_add(f, "transpositions", NULL, fact_count(answer->nswaps));
    if (!is_first)
        facts_line(f, "matches %u, other moves %u, transpositions %u",
                   answer->nmatches, answer->nothers, answer->nswaps);
    facts_add(f, "from", NULL, fact_count(answer->from));
    facts_add(f, "to", NULL, fact_count(answer->to));
    facts_add(f, "bytes", NULL, fact_count(routine->nbytes));
    facts_add(f, "read", NULL, fact_count(answer->nread));
    facts_add(f, "opened", NULL, fact_flag(answer->is_reset));
    facts_add(f, "next_from", NULL, fact_count(answer->low));
    facts_add(f, "next_to", NULL, fact_count(answer->high));
    if (!is_first)
        facts_line(f, "window %u to %u of %zu bytes, %u read%s; next %u to %u",
                   answer->from, answer->to, routine->nbytes, answer->nread,
                   answer->is_reset ? ", opened" : "", answer->low,
                   answer->high);
    facts_end(f);
}
