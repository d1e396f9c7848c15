/*
 * solution.c - the solution of a puzzle as moves on the board
 */
#include "format/puzzle/solution.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "base/banned.h"

enum {
    ENDS_MAX = 16, // lines that are read at once, because of 'or'
    WORD_MAX = 16, // bytes of the longest move
    PLIES_MAX =
        PUZZLE_SOLUTIONS * PUZZLE_LINE_MAX, // more than fit into the text
};

/* Where a line of moves stands. */
struct line_end {
    struct tabia_pos pos;
    uint16_t node, ply;
};

struct line_ends {
    struct line_end list[ENDS_MAX];
    size_t n;
};

struct solution_reader {
    struct solution *solution;
    const struct puzzle *puzzle;
    size_t line;             // of the solution, from 0
    struct line_ends now;    // where the next move is played
    struct line_ends before; // where the last one was, for 'or'
    struct line_ends fork;   // where (a) began
    bool is_or;              // 'or' was the last word
    bool has_fork, has_number;
    int first; // the ply of move 0, by the first number
    struct tabia_error *err;
};

/* ---- the tree -------------------------------------------------------- */

unsigned solution_find(const struct solution *solution, unsigned node,
                       tabia_move move)
{
    unsigned child = solution->nodes[node].first;
    while (child && solution->nodes[child].move != move)
        child = solution->nodes[child].next;
    return child;
}

/* The child with this move, new if need be; 0: there is no room. */
static unsigned solution_add(struct solution *solution, unsigned node,
                             tabia_move move)
{
    unsigned child = solution_find(solution, node, move);
    if (child || solution->n == SOLUTION_NODES_MAX)
        return child;
    child = (unsigned)solution->n++;
    solution->nodes[child] =
        (struct solution_node){ .move = move, .parent = (uint16_t)node };
    uint16_t *link = &solution->nodes[node].first;
    while (*link)
        link = &solution->nodes[*link].next;
    *link = (uint16_t)child;
    return child;
}

static struct tabia_pos solution_pos(const struct solution *solution,
                                     unsigned node)
{
    tabia_move moves[PLIES_MAX];
    size_t n = 0;
    for (; node && n < PLIES_MAX; node = solution->nodes[node].parent)
        moves[n++] = solution->nodes[node].move;
    struct tabia_pos pos = solution->pos;
    while (n > 0)
        tabia_pos_play(&pos, moves[--n]);
    return pos;
}

/* ---- moves ----------------------------------------------------------- */

/* Without the marks behind a move. */
static size_t trim_marks(const char *word, size_t len)
{
    while (len && strchr("!?+#,;.:", word[len - 1]))
        len--;
    return len;
}

static bool puzzle_solution_is_square(const char *text)
{
    const char file = text_lower(text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static bool is_castling(const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (i % 2 ? word[i] != '-' : !strchr("oO0", word[i]))
            return false;
    return len == 3 || len == 5;
}

/*
 * A square at the end, or one before a promotion, and nothing before it but
 * what moves are made of.
 */
static bool looks_like_move(const char *word, size_t len)
{
    if (is_castling(word, len))
        return true;
    if (len >= 3 && strchr("QRBNqrbn", word[len - 1]))
        len -= word[len - 2] == '=' ? 2 : 1;
    if (len < 2 || !puzzle_solution_is_square(word + len - 2))
        return false;
    for (size_t i = 0; i + 2 < len; i++)
        if (!strchr("KQRBNPabcdefghABCDEFGH12345678x-:", word[i]))
            return false;
    return true;
}

/*
 * A move in its usual spelling, then with its capitals as those of squares:
 * behind a piece's letter, and of a pawn. What is legal decides.
 */
static bool parse_word(const struct tabia_pos *pos, const char *word,
                       size_t len, tabia_move *move, struct tabia_error *err)
{
    char text[WORD_MAX];
    struct tabia_error why = { 0 };
    if (len > sizeof(text))
        return error_set(err, TABIA_ERR_SYNTAX, "the move is too long");
    if (tabia_san_parse(pos, word, len, 0, move, &why))
        return true;
    const bool has_piece = strchr("KQRBNP", word[0]) != NULL;
    const bool promotes = strchr("QRBNqrbn", word[len - 1]) != NULL;
    for (size_t first = has_piece ? 1 : 0; first < 2; first--) {
        struct tabia_error other = { 0 };
        for (size_t i = 0; i < len; i++)
            text[i] = i < first ? word[i] : text_lower(word[i]);
        if (promotes && text[len - 1] >= 'a')
            text[len - 1] = (char)(text[len - 1] - 'a' + 'A');
        if (tabia_san_parse(pos, text, len, 0, move, &other))
            return true;
        if (why.status == TABIA_ERR_SYNTAX)
            why = other;
    }
    char name[QUOTE_SIZE];
    if (why.status == TABIA_ERR_SYNTAX)
        return error_set(err, why.status, "'%s' cannot be read as a move",
                         quote(word, len, name));
    return error_set(err, why.status, "%s", why.msg);
}

/* An error at a byte of the current line. */
static bool solution_fail(const struct solution_reader *r, const char *at,
                          enum tabia_status status, const char *msg)
{
    const struct puzzle_place *place = &r->puzzle->place[r->line];
    const size_t skip = (size_t)(at - r->puzzle->solution[r->line]);
    if (!place->line)
        return error_set(r->err, status, "%s", msg);
    return error_at_location(r->err, status, place->line, place->col + skip,
                             place->offset + skip, "%s", msg);
}

static bool puzzle_solution_play_word(struct solution_reader *r,
                                      const char *word, size_t len)
{
    // After 'or' the move stands beside the last one.
    const struct line_ends from = r->is_or ? r->before : r->now;
    struct line_ends to = { .n = 0 };
    if (r->is_or)
        to = r->now;
    for (size_t i = 0; i < from.n; i++) {
        struct line_end end = from.list[i];
        struct tabia_error why = { 0 };
        tabia_move move;
        if (!parse_word(&end.pos, word, len, &move, &why))
            return solution_fail(r, word, why.status, why.msg);
        end.node = (uint16_t)solution_add(r->solution, end.node, move);
        if (!end.node || to.n == ENDS_MAX)
            return solution_fail(r, word, TABIA_ERR_LIMIT,
                                 "the solution has too many lines");
        tabia_pos_play(&end.pos, move);
        end.ply++;
        to.list[to.n++] = end;
    }
    r->before = from;
    r->now = to;
    r->is_or = false;
    return true;
}

/* ---- words ----------------------------------------------------------- */

/* Goes back to a ply that all lines have passed; each end once. */
static void go_back(struct solution_reader *r, int ply)
{
    struct line_ends to = { .n = 0 };
    if (ply < 0) // numbers that make no sense are ignored
        return;
    for (size_t i = 0; i < r->now.n; i++) {
        struct line_end end = r->now.list[i];
        if (end.ply <= ply)
            return;
        for (; end.ply > ply; end.ply--)
            end.node = r->solution->nodes[end.node].parent;
        size_t k = 0;
        while (k < to.n && to.list[k].node != end.node)
            k++;
        end.pos = solution_pos(r->solution, end.node);
        if (k == to.n)
            to.list[to.n++] = end;
    }
    r->now = to;
}

/* "1:", "2.", "3...": the bytes of a move's number; 0 if there is none. */
static size_t read_number(struct solution_reader *r, const char *text)
{
    enum { NUMBER_MAX = 999 };
    size_t len = 0, ndots = 0;
    int number = 0;
    while (text_is_digit(text[len]) && number <= NUMBER_MAX)
        number = number * 10 + (text[len++] - '0');
    if (!len || number > NUMBER_MAX || !text[len] || !strchr(".:", text[len]))
        return 0;
    while (text[len] && strchr(".: ", text[len]))
        ndots += text[len++] == '.';
    const int ply = 2 * number + (ndots > 1);
    if (!r->has_number)
        r->first = r->now.list[0].ply - ply;
    else
        go_back(r, r->first + ply);
    r->has_number = true;
    return len;
}

/*
 * "(a)" starts a line where the first of them did. Other parentheses hold
 * remarks, which may go on in the next line; their bytes are skipped.
 */
static size_t read_parenthesis(struct solution_reader *r, const char *text,
                               bool *is_remark)
{
    if (!text_is_letter(text[1]) || text[2] != ')') {
        *is_remark = true;
        return 1;
    }
    if (r->has_fork)
        r->now = r->fork;
    r->fork = r->now;
    r->has_fork = true;
    r->is_or = false;
    return 3;
}

static bool read_solution_line(struct solution_reader *r, bool *is_remark)
{
    const char *p = r->puzzle->solution[r->line];
    while (*p) {
        size_t len = 0;
        if (*is_remark) {
            *is_remark = *p != ')';
            p++;
            continue;
        }
        if (*p == '(') {
            p += read_parenthesis(r, p, is_remark);
            continue;
        }
        if (text_is_blank(*p) || *p == '.' || *p == ')') {
            p++;
            continue;
        }
        const size_t number = read_number(r, p);
        if (number) {
            p += number;
            continue;
        }
        while (p[len] && !text_is_blank(p[len]) && p[len] != '(' &&
               p[len] != ')')
            len++;
        const size_t word = trim_marks(p, len);
        if (text_is_like(p, word, "or") && r->solution->n > 1)
            r->is_or = true;
        else if (looks_like_move(p, word) &&
                 !puzzle_solution_play_word(r, p, word))
            return false;
        p += len;
    }
    return true;
}

bool solution_parse(const struct puzzle *puzzle, struct solution *solution,
                    struct tabia_error *err)
{
    struct solution_reader r = {
        .solution = solution,
        .puzzle = puzzle,
        .now = { .n = 1, .list = { { .pos = puzzle->pos } } },
        .err = err,
    };
    bool is_remark = false;
    r.before = r.now;
    solution->pos = puzzle->pos;
    solution->nodes[0] = (struct solution_node){ 0 };
    solution->n = 1;
    for (; r.line < PUZZLE_SOLUTIONS; r.line++)
        if (!read_solution_line(&r, &is_remark))
            return false;
    r.line = 0;
    return solution->n > 1 ||
           solution_fail(&r, puzzle->solution[0], TABIA_ERR_SYNTAX,
                         "the solution has no moves");
}

/* ---- judging --------------------------------------------------------- */

static bool is_mate(const struct tabia_pos *pos)
{
    tabia_move moves[TABIA_MOVES_MAX];
    return tabia_pos_is_in_check(pos) && !tabia_pos_legal_moves(pos, moves);
}

struct solution_judgement solution_judge(const struct solution *solution,
                                         const tabia_move *played, size_t n,
                                         tabia_move move)
{
    struct solution_judgement answer = { .verdict = SOLUTION_WRONG };
    const struct solution_node *nodes = solution->nodes;
    struct tabia_pos pos = solution->pos;
    unsigned node = 0;
    for (size_t i = 0; i < n; i++) {
        node = solution_find(solution, node, played[i]);
        if (!node)
            return answer;
        tabia_pos_play(&pos, played[i]);
    }
    if (!tabia_pos_is_legal(&pos, move))
        return answer;
    tabia_pos_play(&pos, move);
    const unsigned child = solution_find(solution, node, move);
    answer.is_solved = is_mate(&pos);
    if (child)
        answer.verdict =
            child == nodes[node].first ? SOLUTION_RIGHT : SOLUTION_ALTERNATIVE;
    else if (answer.is_solved)
        answer.verdict = SOLUTION_ALTERNATIVE;
    if (!child || answer.is_solved)
        return answer;
    // A defence that nothing is written against ends the solution as well.
    unsigned reply = nodes[child].first;
    while (reply && !nodes[reply].first)
        reply = nodes[reply].next;
    answer.reply = nodes[reply].move;
    answer.is_solved = !reply;
    return answer;
}

/* ---- writing --------------------------------------------------------- */

static void put_moves_json(const struct solution *solution, unsigned node,
                           struct json_writer *js)
{
    const struct tabia_pos pos = solution_pos(solution, node);
    json_writer_begin_array(js);
    for (unsigned child = solution->nodes[node].first; child;
         child = solution->nodes[child].next) {
        char san[TABIA_SAN_SIZE], uci[TABIA_UCI_SIZE];
        const tabia_move move = solution->nodes[child].move;
        tabia_san_print(&pos, move, san);
        tabia_uci_print(&pos, move, true, uci); // as in all JSON
        json_writer_begin_object(js);
        json_writer_pair_text(js, "uci", uci);
        json_writer_pair_text(js, "san", san);
        if (solution->nodes[child].first) {
            json_writer_key(js, "moves");
            put_moves_json(solution, child, js);
        }
        json_writer_end(js);
    }
    json_writer_end(js);
}

void solution_put_json(const struct solution *solution, struct json_writer *js)
{
    put_moves_json(solution, 0, js);
}

/* A move, with its number if White plays it or if it is the first. */
static void put_move_pgn(const struct solution *solution, unsigned node,
                         bool is_first, struct sink *dst)
{
    const struct tabia_pos pos =
        solution_pos(solution, solution->nodes[node].parent);
    char san[TABIA_SAN_SIZE];
    tabia_san_print(&pos, solution->nodes[node].move, san);
    if (pos.turn == TABIA_WHITE)
        sink_printf(dst, "%u. ", (unsigned)pos.fullmove);
    else if (is_first)
        sink_printf(dst, "%u... ", (unsigned)pos.fullmove);
    sink_put_text(dst, san);
}

/* Writes the children of 'node': the first, the others in parentheses. */
static void put_moves_pgn(const struct solution *solution, unsigned node,
                          bool is_first, struct sink *dst)
{
    const struct solution_node *nodes = solution->nodes;
    while (nodes[node].first) {
        const unsigned main = nodes[node].first;
        put_move_pgn(solution, main, is_first, dst);
        is_first = false;
        for (unsigned other = nodes[main].next; other;
             other = nodes[other].next) {
            sink_put_text(dst, " (");
            put_move_pgn(solution, other, true, dst);
            if (nodes[other].first)
                sink_put_char(dst, ' ');
            put_moves_pgn(solution, other, false, dst);
            sink_put_char(dst, ')');
            is_first = true;
        }
        node = main;
        if (nodes[node].first)
            sink_put_char(dst, ' ');
    }
}

void solution_put_pgn(const struct solution *solution, struct sink *dst)
{
    put_moves_pgn(solution, 0, true, dst);
}
