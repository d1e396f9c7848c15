/*
 * routine.c - an amateur book asked as the article's routine does it
 */
#include "cli/routine.h"

#include "base/json.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { LINE_SIZE = TABIA_AMATEUR_PLIES * TABIA_UCI_SIZE };

/* Indexed by enum tabia_amateur_source. */
static const char *const sources[] = { "none", "book", "universal", "first" };

static void warn(void *ctx, const struct tabia_error *warning)
{
    cli_note(ctx, "warning: %s", warning->msg);
}

enum cli_status routine_ask(struct routine *routine, const struct args *args,
                            const struct book_file *file,
                            const struct routine_options *how,
                            const tabia_move *game, size_t n)
{
    struct tabia_error err = { 0 };
    struct input table = { 0 };
    *routine = (struct routine){ .nbytes = file->bytes.size };
    if (how->transpositions &&
        !input_open(&table, how->transpositions, NULL, &err))
        return cli_error_in(&err, "");
    const struct amateur_options options = {
        .transpositions = table.bytes,
        .transpositions_name = table.name,
        .universal = how->universal,
        .first = how->first,
        .collect = how->collect,
        .on_warning = warn,
        .ctx = (void *)args,
    };
    struct amateur *a = amateur_open(file->bytes, &options, &err);
    enum cli_status status = CLI_DONE;
    if (a && amateur_play(a, game, n, how->seed, &routine->reply) &&
        routine->reply.answer.source == TABIA_AMATEUR_FROM_BOOK)
        routine->nstring =
            amateur_string(a, routine->reply.answer.string, routine->string);
    if (!a)
        status = cli_error(&err, table.bytes);
    amateur_close(a);
    input_close(&table);
    return status;
}

/* ---- explaining ------------------------------------------------------ */

/* The string as it stands in the article's tables. */
static const char *line_of(const struct routine *routine, char text[LINE_SIZE])
{
    struct tabia_pos pos;
    size_t used = 0;
    tabia_pos_start(&pos);
    text[0] = '\0';
    for (size_t i = 0; i < routine->nstring; i++) {
        used += tabia_uci_print(&pos, routine->string[i], false, text + used);
        tabia_pos_play(&pos, routine->string[i]);
    }
    return text;
}

void routine_print(const struct routine *routine)
{
    const struct tabia_amateur_answer *answer = &routine->reply.answer;
    char text[LINE_SIZE];
    printf("source %s\n", sources[answer->source]);
    if (answer->source == TABIA_AMATEUR_FROM_BOOK)
        printf("string %u at byte %u: %s\n", answer->string + 1, answer->offset,
               line_of(routine, text));
    if (answer->source == TABIA_AMATEUR_FROM_FIRST)
        return;
    printf("matches %u, other moves %u, transpositions %u\n", answer->nmatches,
           answer->nothers, answer->nswaps);
    printf("window %u to %u of %zu bytes, %u read%s; next %u to %u\n",
           answer->from, answer->to, routine->nbytes, answer->nread,
           answer->is_reset ? ", opened" : "", answer->low, answer->high);
}

void routine_json(struct json *js, const struct routine *routine)
{
    const struct tabia_amateur_answer *answer = &routine->reply.answer;
    char text[LINE_SIZE];
    json_key(js, "routine");
    json_begin_object(js);
    json_pair_text(js, "source", sources[answer->source]);
    if (answer->source == TABIA_AMATEUR_FROM_BOOK) {
        json_pair_uint(js, "string", answer->string + 1);
        json_pair_uint(js, "offset", answer->offset);
        json_pair_text(js, "moves", line_of(routine, text));
    }
    json_pair_uint(js, "matches", answer->nmatches);
    json_pair_uint(js, "others", answer->nothers);
    json_pair_uint(js, "transpositions", answer->nswaps);
    json_pair_uint(js, "from", answer->from);
    json_pair_uint(js, "to", answer->to);
    json_pair_uint(js, "read", answer->nread);
    json_pair_uint(js, "next_from", answer->low);
    json_pair_uint(js, "next_to", answer->high);
    json_end(js);
}
