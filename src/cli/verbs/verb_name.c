/*
 * verb_name.c - tabia name
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/vec.h"
#include "cli/batch.h"
#include "cli/cli_pos.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/move_view.h"
#include "cli/view/verb_output.h"

#include "base/banned.h"

enum { FEN, MOVES, NAMES, ALL, BATCH };

enum { MOVES_MAX = 4096 }; // of a line; no book is as deep

static const struct option_spec options[] = {
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [NAMES] = SHARED_NAMES,
    [ALL] = { .name = "all", .help = "print every name on the way" },
    [BATCH] = SHARED_BATCH,
};

/* A name on the way, and the move that led to it. */
struct name_stage {
    struct tabia_name name;
    unsigned ply;
    char move[TABIA_SAN_SIZE + 16]; // "1...e5"; "" at the start
};

/* The names on the way to a position. */
struct name_way {
    const struct tabia_names *names;
    struct name_stage *stages; // owned
    size_t n, room;
    unsigned ply;
    bool failed;
};

static void add_stage(struct name_way *way, const struct tabia_name *name,
                      const char *move)
{
    if (!VEC_RESERVE(way->stages, way->room, way->n + 1, UINT32_MAX, NULL)) {
        way->failed = true;
        return;
    }
    struct name_stage *stage = &way->stages[way->n++];
    *stage = (struct name_stage){ .name = *name, .ply = way->ply };
    snprintf(stage->move, sizeof(stage->move), "%s", move);
}

/* Plays the moves, and notes the names on the way. */
static enum cli_status follow_names(struct name_way *way, struct tabia_pos *pos,
                                    const char *text,
                                    const struct cli_location *at)
{
    tabia_move moves[MOVES_MAX];
    struct tabia_pos before = *pos;
    size_t n = 0;
    struct tabia_name name;
    way->n = 0;
    way->ply = 0;
    if (tabia_names_find(way->names, pos, &name))
        add_stage(way, &name, "");
    const enum cli_status status =
        cli_pos_play_at(pos, text, moves, MOVES_MAX, &n, at);
    if (status != CLI_DONE)
        return status;
    for (size_t i = 0; i < n && i < MOVES_MAX; i++) {
        char san[TABIA_SAN_SIZE], move[TABIA_SAN_SIZE + 16];
        struct tabia_pos after = before;
        tabia_pos_play(&after, moves[i]);
        way->ply++;
        if (tabia_names_find(way->names, &after, &name)) {
            tabia_san_print(&before, moves[i], san);
            snprintf(move, sizeof(move), "%u.%s%s", before.fullmove,
                     before.turn == TABIA_WHITE ? "" : "..", san);
            add_stage(way, &name, move);
        }
        before = after;
    }
    return CLI_DONE;
}

/* ---- printing -------------------------------------------------------- */

/* "C84 Ruy Lopez: Closed", or "-" where there is no name. */
static void add_name(struct buf *text, const struct name_stage *stage)
{
    const struct tabia_node_data data = {
        .name = stage ? stage->name.name : NULL,
        .eco = stage ? stage->name.eco : NULL,
    };
    buf_reset(text);
    move_view_add_name(text, &data);
    if (!stage)
        buf_add_char(text, '-');
}

/* Of the position of a line of --batch, if 'line' is not NULL. */
static enum cli_status print_names(const struct name_way *way,
                                   const struct args *args, const char *fen,
                                   const char *line)
{
    static const struct verb_output_column columns[] = {
        { "move", "", 'l' },  { "eco", NULL, 'l' }, { "name", NULL, 'l' },
        { "ply", NULL, 'r' }, { NULL, "", 'l' },
    };
    const struct name_stage *last = way->n ? &way->stages[way->n - 1] : NULL;
    const bool all = args->values[ALL].given;
    struct buf text = { .limit = 1 << 16 };
    struct verb_output out;
    verb_output_open(&out, args->json);
    out.json.is_pretty = !line;
    verb_output_object(&out, NULL);
    verb_output_add(&out, line ? "position" : "fen", NULL,
                    fact_text(line ? line : fen));
    verb_output_add(&out, "eco", NULL, fact_text(last ? last->name.eco : NULL));
    verb_output_add(&out, "name", NULL,
                    fact_text(last ? last->name.name : NULL));
    if (last)
        verb_output_add(&out, "ply", NULL, fact_count(last->ply));
    if (all && (out.js || !line)) {
        verb_output_table(&out, "all", columns, COUNT_OF(columns));
        for (size_t i = 0; i < way->n; i++) {
            const struct name_stage *stage = &way->stages[i];
            add_name(&text, stage);
            verb_output_cell(&out, stage->ply ? fact_text(stage->move)
                                              : fact_none("start"));
            verb_output_cell(&out, fact_text(stage->name.eco));
            verb_output_cell(&out, fact_text(stage->name.name));
            verb_output_cell(&out, fact_count(stage->ply));
            verb_output_cell(&out, fact_text(buf_text(&text)));
        }
        verb_output_table_end(&out);
    } else if (!out.js && (last || line)) {
        add_name(&text, last);
        printf("%s%s%s\n", line ? line : "", line ? "\t" : "", buf_text(&text));
    }
    verb_output_end(&out);
    buf_clear(&text);
    const enum cli_status status = verb_output_close(&out);
    return status == CLI_DONE && !last ? CLI_NO : status;
}

/* ---- one position, or many ------------------------------------------- */

/* What a line of --batch is answered with. */
struct name_batch {
    struct name_way *way;
    const struct args *args;
};

static enum cli_status name_one(struct name_way *way, const struct args *args)
{
    static const struct cli_location option = { "--moves", 1 };
    const struct option_value *values = args->values;
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    enum cli_status status = cli_pos_read(&pos, values[FEN].text);
    if (status != CLI_DONE)
        return status;
    status = follow_names(way, &pos, values[MOVES].text, &option);
    if (status != CLI_DONE)
        return status;

    if (way->failed)
        return cli_fail(CLI_FAILED, "out of memory");
    tabia_fen_print(&pos, 0, fen);
    status = print_names(way, args, fen, NULL);
    if (status == CLI_NO)
        cli_note(args, "no name");
    return status;
}

static enum cli_status name_line(void *ctx, const struct batch_line *line)
{
    struct name_batch *batch = ctx;
    struct name_way *way = batch->way;
    const struct args *args = batch->args;
    struct tabia_pos pos;
    enum cli_status status = CLI_DONE;
    tabia_pos_set_start(&pos);
    if (line->is_fen)
        status = cli_pos_read_at(&pos, line->text, &line->at);
    if (status == CLI_DONE)
        status = follow_names(way, &pos, line->is_fen ? NULL : line->text,
                              &line->at);
    if (way->failed)
        return cli_fail(CLI_FAILED, "out of memory");
    if (status != CLI_DONE) {
        batch_print_error(line, "not a position", args->json);
        return status;
    }
    return print_names(way, args, NULL, line->text);
}

static enum cli_status run_name(const struct args *args)
{
    const struct option_value *values = args->values;
    if (values[BATCH].given && (values[FEN].given || values[MOVES].given))
        return cli_misuse(args->verb,
                          "--batch cannot be combined with --fen or --moves");
    if (values[BATCH].given && values[NAMES].text &&
        strcmp(values[NAMES].text, "-") == 0)
        return cli_misuse(args->verb,
                          "standard input has the positions of --batch");

    struct tabia_names *names;
    enum cli_status status = opening_names_open(&names, args, NAMES);
    if (status != CLI_DONE)
        return status;
    struct name_way way = { .names = names };
    status = values[BATCH].given ? batch_run(args, name_line,
                                             &(struct name_batch){ &way, args })
                                 : name_one(&way, args);
    free(way.stages);
    tabia_names_free(names);
    return status;
}

const struct verb verb_name = {
    .name = "name",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "print the name of an opening",
    .operands = "",
    .description =
        "Prints the name of the position after the given moves, or of the "
        "last named position on the way there. Names belong to positions, "
        "so the move order does not matter: 1.c4 d5 2.d4 is a Queen's "
        "Gambit. The exit status is 1 if there is no name.",
    .notes =
        "--batch reads one FEN or move sequence per line. It prints each "
        "line again, a tab, and the name: - if there is none, error if the "
        "line is not a position.",
    .example = "tabia name --moves \"c4 d5 d4\"\n"
               "tabia name --all --moves \"e4 e5 Nf3 Nc6 Bb5 a6\"\n"
               "tabia name --names scid.eco --moves \"e4 c5 Nf3\"",
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_name,
};
