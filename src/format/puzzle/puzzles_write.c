/*
 * puzzles_write.c - puzzles for other programs: JSON, EPD, PGN
 *
 * EPD has the lines of description in c0 to c2 and those of the solution in
 * c3 to c6, PGN in tags Description1 ... Solution4. Both keep the clocks. The
 * moves of a solution that can be understood are added for other programs.
 */
#include "base/compiler.h"
#include "base/json_writer.h"
#include "format/format_contract.h"
#include "format/puzzle/solution.h"
#include "base/banned.h"

/* ---- JSON ------------------------------------------------------------ */

static void put_puzzle_lines(struct json_writer *js, const char *key,
                             const char *const *lines, size_t n)
{
    while (n && !*lines[n - 1])
        n--;
    json_writer_key(js, key);
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++)
        json_writer_put_text(js, lines[i]);
    json_writer_end(js);
}

bool puzzles_write_json(const struct puzzles *set, struct sink *dst,
                        struct tabia_report *report, struct tabia_error *err)
{
    (void)report;
    (void)err;
    struct json_writer js;
    json_writer_init(&js, dst, true);
    json_writer_begin_object(&js);
    json_writer_key(&js, "schema");
    json_writer_put_uint(&js, 1);
    json_writer_key(&js, "puzzles");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&puzzle->pos, 0, fen);
        json_writer_begin_object(&js);
        put_puzzle_lines(&js, "description", puzzle->description,
                         PUZZLE_DESCRIPTIONS);
        put_puzzle_lines(&js, "solution", puzzle->solution, PUZZLE_SOLUTIONS);
        json_writer_key(&js, "fen");
        json_writer_put_text(&js, fen);
        struct solution solution;
        if (solution_parse(puzzle, &solution, NULL)) {
            json_writer_key(&js, "moves");
            solution_put_json(&solution, &js);
        }
        json_writer_end(&js);
    }
    json_writer_end(&js);
    json_writer_end(&js);
    return sink_ok(dst);
}

/* ---- EPD ------------------------------------------------------------- */

/* Strings of EPD cannot hold a quote. */
static uint64_t put_epd_text(struct sink *dst, size_t n, const char *text)
{
    uint64_t nquotes = 0;
    sink_printf(dst, " c%zu \"", n);
    for (; *text; text++) {
        nquotes += *text == '"';
        sink_put_char(dst, *text == '"' ? '\'' : *text);
    }
    sink_put_text(dst, "\";");
    return nquotes;
}

static void put_best_moves(struct sink *dst, const struct puzzle *puzzle)
{
    struct solution solution;
    if (!solution_parse(puzzle, &solution, NULL))
        return;
    sink_put_text(dst, " bm");
    for (unsigned i = solution.nodes[0].first; i; i = solution.nodes[i].next) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&puzzle->pos, solution.nodes[i].move, san);
        sink_printf(dst, " %s", san);
    }
    sink_put_char(dst, ';');
}

bool puzzles_write_epd(const struct puzzles *set, struct sink *dst,
                       struct tabia_report *report, struct tabia_error *err)
{
    (void)err;
    uint64_t nquotes = 0;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&puzzle->pos, TABIA_FEN_NO_CLOCKS, fen);
        sink_printf(dst, "%s hmvc %u; fmvn %u;", fen,
                    (unsigned)puzzle->pos.halfmove,
                    (unsigned)puzzle->pos.fullmove);
        put_best_moves(dst, puzzle);
        for (size_t n = 0; n < PUZZLE_LINES; n++)
            if (*puzzle_line(puzzle, n))
                nquotes += put_epd_text(dst, n, puzzle_line(puzzle, n));
        sink_put_char(dst, '\n');
    }
    report_add(report, nquotes, "quote becomes an apostrophe",
               "quotes become apostrophes");
    return sink_ok(dst);
}

/* ---- PGN ------------------------------------------------------------- */

static void put_puzzle_tag(struct sink *dst, const char *name, size_t number,
                           const char *value)
{
    sink_printf(dst, "[%s", name);
    if (number)
        sink_printf(dst, "%zu", number);
    sink_put_text(dst, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            sink_put_char(dst, '\\');
        sink_put_char(dst, *value);
    }
    sink_put_text(dst, "\"]\n");
}

static void put_puzzle_tags(struct sink *dst, const char *name,
                            const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (*lines[i])
            put_puzzle_tag(dst, name, i + 1, lines[i]);
}

bool puzzles_write_pgn(const struct puzzles *set, struct sink *dst,
                       struct tabia_report *report, struct tabia_error *err)
{
    static const char *const roster[][2] = {
        { "Event", "Puzzle" }, { "Site", "?" },  { "Date", "????.??.??" },
        { "Round", "-" },      { "White", "?" }, { "Black", "?" },
        { "Result", "*" },     { "SetUp", "1" },
    };
    (void)report;
    (void)err;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&puzzle->pos, 0, fen);
        if (i)
            sink_put_char(dst, '\n');
        for (size_t n = 0; n < COUNT_OF(roster); n++)
            put_puzzle_tag(dst, roster[n][0], 0, roster[n][1]);
        put_puzzle_tag(dst, "FEN", 0, fen);
        put_puzzle_tags(dst, "Description", puzzle->description,
                        PUZZLE_DESCRIPTIONS);
        put_puzzle_tags(dst, "Solution", puzzle->solution, PUZZLE_SOLUTIONS);
        sink_put_char(dst, '\n');
        struct solution solution;
        if (solution_parse(puzzle, &solution, NULL)) {
            solution_put_pgn(&solution, dst);
            sink_put_char(dst, ' ');
        }
        sink_put_text(dst, "*\n");
    }
    return sink_ok(dst);
}
