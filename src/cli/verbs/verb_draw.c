/*
 * verb_draw.c - tabia draw
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "cli/cli_pos.h"
#include "cli/files/book_output.h"
#include "cli/files/source_files.h"
#include "cli/files/target.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "draw/draw_internal.h"
#include "format/puzzle/puzzles.h"

#include "base/banned.h"

enum {
    PICTURE,
    ALGORITHM,
    BOARDS,
    SHEET,
    FEN,
    MOVES,
    TITLE,
    LAYOUT_TIMEOUT,
    PUZZLE,
};

static const char *const pictures[] = {
    [TABIA_PICTURE_SVG] = "svg",
    [TABIA_PICTURE_HTML] = "html",
    [TABIA_PICTURE_DOT] = "dot",
    [TABIA_PICTURE_PNG] = "png",
    NULL, // TABIA_PICTURE_SHEET is an option of its own
};

static const struct option_spec options[] = {
    [PICTURE] = { .name = "picture",
                  .letter = 'p',
                  .kind = OPTION_CHOICE,
                  .value = "KIND",
                  .choices = pictures,
                  .help = "type of picture; if absent, by file name" },
    [ALGORITHM] = { .name = "algorithm",
                    .letter = 'a',
                    .kind = OPTION_CHOICE,
                    .value = "NAME",
                    .choices = shared_layouts,
                    .help = "compute a new layout with tree or a Graphviz "
                            "program, even if the book has coordinates" },
    [BOARDS] = { .name = "boards",
                 .help = "draw small boards instead of circles" },
    [SHEET] = { .name = "sheet",
                .help = "write the lines of the book as HTML to print" },
    [FEN] = { .name = "fen",
              .kind = OPTION_TEXT,
              .value = "FEN",
              .help = "current position, drawn blue" },
    [MOVES] = { .name = "moves",
                .kind = OPTION_TEXT,
                .value = "MOVES",
                .help = "moves to the current position, such as \"d4 d5\"" },
    [TITLE] = { .name = "title",
                .kind = OPTION_TEXT,
                .value = "TEXT",
                .help = "title (default: the book's)" },
    [LAYOUT_TIMEOUT] = SHARED_LAYOUT_TIMEOUT,
    [PUZZLE] = { .name = "puzzle",
                 .kind = OPTION_INT,
                 .value = "N",
                 .default_value = "1",
                 .min = 1,
                 .max = 1000000,
                 .help = "number of the puzzle to draw" },
};

/* ---- the kind of picture --------------------------------------------- */

static const struct {
    const char *suffix;
    enum tabia_picture picture;
} suffixes[] = {
    { ".svg", TABIA_PICTURE_SVG },  { ".html", TABIA_PICTURE_HTML },
    { ".htm", TABIA_PICTURE_HTML }, { ".dot", TABIA_PICTURE_DOT },
    { ".gv", TABIA_PICTURE_DOT },   { ".png", TABIA_PICTURE_PNG },
};

static enum cli_status get_picture(const struct args *args,
                                   enum tabia_picture *picture)
{
    static const int of_graphs[] = { PICTURE, ALGORITHM, BOARDS, FEN, MOVES };
    const struct option_value *given = &args->values[PICTURE];
    for (size_t i = 0; args->values[SHEET].given && i < COUNT_OF(of_graphs);
         i++)
        if (args->values[of_graphs[i]].given)
            return cli_misuse(args->verb, "--%s does not apply to a sheet",
                              options[of_graphs[i]].name);
    if (args->values[SHEET].given) {
        *picture = TABIA_PICTURE_SHEET;
        return CLI_DONE;
    }
    if (given->given) {
        *picture = (enum tabia_picture)given->number;
        return CLI_DONE;
    }
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (text_ends(args->output, strlen(args->output), suffixes[i].suffix)) {
            *picture = suffixes[i].picture;
            return CLI_DONE;
        }
    return cli_misuse(args->verb,
                      "expected a name that ends with .svg, .html, .png or "
                      ".dot, or --picture");
}

/* ---- coordinates ----------------------------------------------------- */

/* Gives the book coordinates if it lacks some, or if new ones are asked for. */
static enum cli_status lay_out_drawing(const struct args *args,
                                       struct source_file *file)
{
    const struct option_value *v = args->values;
    struct tabia_error err = { 0 };
    enum tabia_layout used;
    uint32_t n = 0; // positions that have one
    while (n < tabia_book_position_count(file->book) &&
           tabia_book_position_data(file->book, n).has & TABIA_HAS_COORDINATES)
        n++;
    if (!v[ALGORITHM].given && n == tabia_book_position_count(file->book))
        return CLI_DONE;
    struct tabia_book *placed = tabia_book_layout(
        file->book,
        &(struct tabia_layout_options){
            .layout = v[ALGORITHM].given
                          ? (enum tabia_layout)v[ALGORITHM].number
                          : TABIA_LAYOUT_AUTO,
            .timeout_ms = (int)v[LAYOUT_TIMEOUT].number * 1000 },
        &used, &err);
    if (!placed)
        return cli_print_error(&err);
    source_file_replace_book(file, placed);
    return CLI_DONE;
}

/* ---- the verb -------------------------------------------------------- */

static enum cli_status save_drawing(const struct args *args, const void *data,
                                    size_t size)
{
    struct tabia_error err = { 0 };
    struct output out;
    if (!cli_output_open(&out, args, NULL, &err))
        return cli_print_error(&err);
    output_write(&out, data, size);
    return output_finish(&out, &err) ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status draw_book(const struct args *args,
                                 const struct source_file *file,
                                 struct tabia_draw_options *how)
{
    const struct option_value *v = args->values;
    struct tabia_error err = { 0 };
    struct tabia_pos pos;
    uint8_t *data;
    size_t size;
    if (!tabia_book_position_count(file->book))
        return cli_fail(CLI_NO, "%s has no positions to draw", file->name);
    if (v[FEN].given || v[MOVES].given) {
        enum cli_status status = cli_pos_read(&pos, v[FEN].text);
        if (status == CLI_DONE)
            status = cli_pos_play(&pos, v[MOVES].text);
        if (status != CLI_DONE)
            return status;
        how->current = &pos;
    }
    if (!tabia_book_draw(file->book, how, &data, &size, &err)) {
        if (cli_status_of(err.status) == CLI_NO) // else it is not the book
            error_in_file(&err, file->name);
        return cli_print_error(&err);
    }
    const enum cli_status status = save_drawing(args, data, size);
    free(data);
    const uint32_t npositions = tabia_book_position_count(file->book);
    const uint32_t nmoves = tabia_book_edge_count(file->book);
    if (status == CLI_DONE)
        cli_note(args, "%s: %u %s, %u %s", args->output, npositions,
                 plural(npositions, "position", "positions"), nmoves,
                 plural(nmoves, "move", "moves"));
    return status;
}

/* ---- puzzles --------------------------------------------------------- */

static enum cli_status draw_one_puzzle(const struct args *args,
                                       struct source_file *file,
                                       enum tabia_picture picture)
{
    static const int of_books[] = { ALGORITHM, BOARDS, SHEET, FEN, MOVES };
    const int64_t number = args->values[PUZZLE].number;
    const struct puzzles *set;
    for (size_t i = 0; i < COUNT_OF(of_books); i++)
        if (args->values[of_books[i]].given)
            return cli_misuse(args->verb,
                              "--%s applies to books, not to puzzles",
                              options[of_books[i]].name);
    enum cli_status status =
        source_file_load_puzzles(file, args, &(struct source_file_options){ 0 },
                                 &set);
    if (status != CLI_DONE)
        return status;
    const size_t n = puzzles_count(set);
    if ((uint64_t)number > n)
        return cli_fail(CLI_NO, "no puzzle %lld: the file has %zu",
                        (long long)number, n);
    struct tabia_error err = { 0 };
    char title[32], *data;
    size_t size;
    snprintf(title, sizeof(title), "Puzzle %lld", (long long)number);
    if (!draw_puzzle(puzzles_at(set, (size_t)number - 1), picture,
                     args->values[TITLE].given ? args->values[TITLE].text
                                               : title,
                     &data, &size, &err))
        return cli_print_error(&err);
    status = save_drawing(args, data, size);
    free(data);
    if (status == CLI_DONE)
        cli_note(args, "%s: puzzle %lld of %zu", args->output,
                 (long long)number, n);
    return status;
}

/* ---- running --------------------------------------------------------- */

static enum cli_status run_draw(const struct args *args)
{
    struct tabia_draw_options how = {
        .boards = args->values[BOARDS].given,
        .title = args->values[TITLE].text,
    };
    const struct source_file_options open = { .mode = TABIA_OPEN_LOAD,
                                              .wants_lines = true };
    struct source_file file;
    if (!args->output)
        return cli_misuse(args->verb, "expected -o OUT");
    enum cli_status status = get_picture(args, &how.picture);
    if (status == CLI_DONE)
        status = target_try(args, args->output);
    if (status == CLI_DONE)
        status = source_file_recognise(&file, args, args->operands[0], &open);
    if (status != CLI_DONE)
        return status;
    if (source_could_be_puzzles(file.source)) {
        status = draw_one_puzzle(args, &file, how.picture);
    } else if (args->values[PUZZLE].given) {
        status =
            cli_misuse(args->verb, "--puzzle applies to puzzle files only");
    } else {
        status = settings_check(args, &file.format, 1, NULL);
        if (status == CLI_DONE)
            status = source_file_finish_open(&file, args, &open);
        if (status == CLI_DONE && how.picture != TABIA_PICTURE_SHEET)
            status = lay_out_drawing(args, &file);
        if (status == CLI_DONE)
            status = draw_book(args, &file, &how);
    }
    source_file_close(&file);
    return status;
}

const struct verb verb_draw = {
    .name = "draw",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "draw the graph of a book, or a puzzle",
    .operands = "FILE -o OUT",
    .description =
        "Draws positions as circles and moves as labelled lines, as SVG, "
        "as a self-contained HTML page to zoom and pan, as DOT for "
        "Graphviz, or as PNG (made by rsvg-convert or Graphviz). Of a "
        "puzzle file, it draws one puzzle as a board with its texts (SVG "
        "or PNG). With --sheet it writes an HTML page to read and print: "
        "chapters, lines, comments, and a diagram every few moves.",
    .notes = "The starting position is green and the current one blue; the "
             "other colours show which side is better. The ring shows the side "
             "to move. Dashed lines are further ways to a position.\n"
             "Positions keep the coordinates stored in the book. If any are "
             "missing, all positions are laid out again: by dot, or by tree "
             "above 2000 positions or without Graphviz.\n"
             "On a sheet each starting position or chapter of a study is a "
             "chapter. Where the book has several moves, each begins a "
             "paragraph with a label (A, A1, A1a), and a line that transposes "
             "refers to the paragraph that continues it.",
    .example = "tabia draw london.txt -o london.svg\n"
               "tabia draw london.txt -o london.html --boards -a tree\n"
               "tabia draw london.txt -o print.html --sheet\n"
               "tabia draw london.txt -o london.png --moves \"d4 d5 Bf4\"\n"
               "tabia draw puzzles.txt -o third.svg --puzzle 3",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_OUTPUT | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_draw,
};
