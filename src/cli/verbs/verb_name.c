/*
 * verb_name.c - tabia name
 */
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/vec.h"
#include "cli/batch.h"
#include "cli/books.h"
#include "cli/columns.h"
#include "cli/move_view.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { FEN, MOVES, NAMES, ALL, BATCH };

enum { MOVES_MAX = 4096 }; // of a line; no book is as deep

static const struct option_spec options[] = {
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [NAMES] = SHARED_NAMES,
    [ALL] = { .name = "all", .help = "every name on the way" },
    [BATCH] = SHARED_BATCH,
};

/* A name on the way, and the move that led to it. */
struct stage {
    struct tabia_name name;
    unsigned ply;
    char move[TABIA_SAN_SIZE + 16]; // "1...e5"; "" at the start
};

/* The names on the way to a position. */
struct way {
    const struct tabia_names *names;
    struct stage *stages; // owned
    size_t n, room;
    unsigned ply;
    bool failed;
};

static void add_stage(struct way *way, const struct tabia_name *name,
                      const char *move)
{
    if (!VEC_RESERVE(way->stages, way->room, way->n + 1, UINT32_MAX, NULL)) {
        way->failed = true;
        return;
    }
    struct stage *stage = &way->stages[way->n++];
    *stage = (struct stage){ .name = *name, .ply = way->ply };
    snprintf(stage->move, sizeof(stage->move), "%s", move);
}

/* Plays the moves, and notes the names on the way. */
static enum cli_status follow(struct way *way, struct tabia_pos *pos,
                              const char *text, const struct cli_place *at)
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
        cli_play_at(pos, text, moves, MOVES_MAX, &n, at);
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

static void add_name(struct buf *text, const struct tabia_name *name)
{
    const struct tabia_node_data data = {
        .has =
            (name->name ? TABIA_HAS_NAME : 0) | (name->eco ? TABIA_HAS_ECO : 0),
        .name = name->name,
        .eco = name->eco,
    };
    move_view_add_name(text, &data);
}

static void put_name(struct json *js, const struct stage *stage)
{
    json_pair_text(js, "eco", stage ? stage->name.eco : NULL);
    json_pair_text(js, "name", stage ? stage->name.name : NULL);
    if (!stage)
        return;
    json_pair_uint(js, "ply", stage->ply);
}

static const struct stage *last_stage(const struct way *way)
{
    return way->n ? &way->stages[way->n - 1] : NULL;
}

static void print_name(const struct way *way)
{
    struct buf text = { .limit = 1 << 16 };
    if (way->n)
        add_name(&text, &last_stage(way)->name);
    puts(way->n ? buf_text(&text) : "-");
    buf_clear(&text);
}

static bool print_all(const struct way *way)
{
    struct columns table;
    columns_init(&table, "ll");
    for (size_t i = 0; i < way->n; i++) {
        struct buf text = { .limit = 1 << 16 };
        add_name(&text, &way->stages[i].name);
        columns_add(&table, "%s",
                    way->stages[i].ply ? way->stages[i].move : "start");
        columns_add(&table, "%s", buf_text(&text));
        buf_clear(&text);
    }
    const bool is_done = columns_print(&table, stdout);
    columns_clear(&table);
    return is_done;
}

static void print_json(const struct way *way, const char *position, bool all,
                       bool pretty)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, pretty);
    json_begin_object(&js);
    json_pair_text(&js, pretty ? "fen" : "position", position);
    put_name(&js, last_stage(way));
    if (all) {
        json_key(&js, "all");
        json_begin_array(&js);
        for (size_t i = 0; i < way->n; i++) {
            json_begin_object(&js);
            put_name(&js, &way->stages[i]);
            json_end(&js);
        }
        json_end(&js);
    }
    json_end(&js);
}

/* ---- one position, or many ------------------------------------------- */

/* What a line of --batch is answered with. */
struct batch {
    struct way *way;
    const struct args *args;
};

static enum cli_status name_one(struct way *way, const struct args *args)
{
    static const struct cli_place option = { "--moves", 1 };
    const struct option_value *values = args->values;
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    enum cli_status status = cli_position(&pos, values[FEN].text);
    if (status != CLI_DONE)
        return status;
    status = follow(way, &pos, values[MOVES].text, &option);
    if (status != CLI_DONE)
        return status;

    tabia_pos_to_fen(&pos, 0, fen);
    bool is_done = !way->failed;
    if (is_done && args->json)
        print_json(way, fen, values[ALL].given, true);
    else if (is_done && values[ALL].given)
        is_done = print_all(way);
    else if (is_done && way->n)
        print_name(way);
    if (!is_done)
        return cli_fail(CLI_FAILED, "out of memory");
    if (!way->n)
        cli_note(args, "no name");
    return way->n ? CLI_DONE : CLI_NO;
}

static enum cli_status name_line(void *ctx, const struct batch_line *line)
{
    struct batch *batch = ctx;
    struct way *way = batch->way;
    const struct args *args = batch->args;
    struct tabia_pos pos;
    enum cli_status status = CLI_DONE;
    tabia_pos_start(&pos);
    if (line->is_fen)
        status = cli_position_at(&pos, line->text, &line->at);
    if (status == CLI_DONE)
        status = follow(way, &pos, line->is_fen ? NULL : line->text, &line->at);
    if (way->failed)
        return cli_fail(CLI_FAILED, "out of memory");
    if (status != CLI_DONE) {
        batch_unreadable(line, args->json);
        return status;
    }
    if (args->json) {
        print_json(way, line->text, args->values[ALL].given, false);
    } else {
        printf("%s\t", line->text);
        print_name(way);
    }
    return way->n ? CLI_DONE : CLI_NO;
}

static enum cli_status run(const struct args *args)
{
    const struct option_value *values = args->values;
    if (values[BATCH].given && (values[FEN].given || values[MOVES].given))
        return cli_misuse(args->verb, "--batch reads the positions itself");
    if (values[BATCH].given && values[NAMES].text &&
        strcmp(values[NAMES].text, "-") == 0)
        return cli_misuse(args->verb,
                          "standard input holds the positions of --batch");

    struct tabia_names *names;
    enum cli_status status = books_open_names(&names, values[NAMES].text);
    if (status != CLI_DONE)
        return status;
    struct way way = { .names = names };
    status = values[BATCH].given
                 ? batch_run(args, name_line, &(struct batch){ &way, args })
                 : name_one(&way, args);
    free(way.stages);
    tabia_names_free(names);
    return status;
}

const struct verb verb_name = {
    .name = "name",
    .summary = "say what an opening is called",
    .operands = "",
    .description =
        "Names the position after the moves: by its own name, else by the "
        "last named position on the way. Names belong to positions, so it "
        "does not matter by which moves one came about: 1.c4 d5 2.d4 is a "
        "Queen's Gambit. The status is 1 when there is no name.\n"
        "--batch reads FENs, or moves from the start of the game, and prints "
        "each with a tab and the name, - if there is none, error if the line "
        "is no position.",
    .example = "tabia name --moves \"c4 d5 d4\"\n"
               "tabia name --all --moves \"e4 e5 Nf3 Nc6 Bb5 a6\"\n"
               "tabia name --names scid.eco --moves \"e4 c5 Nf3\"",
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
