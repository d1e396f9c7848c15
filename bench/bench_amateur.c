/*
 * bench_amateur.c - tabia-bench amateur: probes along a book's own lines
 *
 * The same lines for all representations. The move strings are asked with
 * their codes, the others with positions; neither is timed while it is made.
 */
#include "bench.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "embed/amateur_probe.h"
#include "format/table_io.h"
#include "io/input.h"

#include "base/banned.h"

enum {
    SAMPLE = 400,   // lines, at equal distances
    SWAPS = 100,    // transpositions
    SWAP_MOVES = 5, // of each
    WINDOW_PLY = 3, // moves played before the fourth ply
    PLIES_MAX = 64,
};

/* A line of the book as codes. */
struct line {
    uint16_t codes[PLIES_MAX];
    uint32_t n;
};

struct work {
    struct bench *b;
    struct tabia_book *book;
    struct line *lines; // owned
    size_t nlines;
    struct tabia_pos *positions; // owned: of all probes
    size_t npositions, room;
    tabia_move moves[SAMPLE * PLIES_MAX]; // played in each of them
    uint32_t plies[SAMPLE * PLIES_MAX];   // and how many before it
    uint16_t codes[SWAPS][2][SWAP_MOVES];
    struct tabia_amateur_swap swaps[SWAPS];
    uint16_t nswaps;
};

/* Bytes that the user's format makes of the book. */
struct encoded {
    uint8_t *data; // owned
    size_t size;
};

static bool encode(const struct work *w, const char *format,
                   const char *setting, struct encoded *e,
                   struct tabia_error *err)
{
    const struct tabia_setting settings[] = { { "sort", "" }, { setting, "" } };
    const struct tabia_write_options options = {
        .settings = settings,
        .nsettings = setting ? 2 : 1,
    };
    const bool is_sorted = setting || tabia_format_find(format, NULL) ==
                                          tabia_format_find("amateur", NULL);
    return tabia_book_encode(w->book, tabia_format_find(format, NULL),
                             is_sorted ? &options : NULL, &e->data, &e->size,
                             NULL, err);
}

/* ---- what is asked --------------------------------------------------- */

/* Reads the next string into 'line', which holds the one before. */
static bool next_line(const struct tabia_amateur_book *book,
                      struct tabia_amateur_scan *scan, struct line *line)
{
    enum tabia_amateur_item item = tabia_amateur_next(book, scan);
    line->n =
        item == TABIA_AMATEUR_TOKEN && scan->value < line->n ? scan->value : 0;
    if (item == TABIA_AMATEUR_TOKEN)
        item = tabia_amateur_next(book, scan);
    for (; item == TABIA_AMATEUR_MOVE; item = tabia_amateur_next(book, scan)) {
        if (line->n < PLIES_MAX)
            line->codes[line->n++] = scan->value;
        if (scan->ends)
            return true;
    }
    return false;
}

static size_t count_lines(const struct tabia_amateur_book *book)
{
    struct tabia_amateur_scan scan = { 0 };
    struct line line = { .n = 0 };
    size_t n = 0;
    while (next_line(book, &scan, &line))
        n++;
    return n;
}

static bool sample_lines(const struct tabia_amateur_book *book,
                         struct line **lines, size_t *n,
                         struct tabia_error *err)
{
    const size_t step = count_lines(book) / SAMPLE + 1;
    struct tabia_amateur_scan scan = { 0 };
    struct line line = { .n = 0 };
    *n = 0;
    *lines = calloc(SAMPLE, sizeof(**lines));
    if (!*lines)
        return error_nomem(err);
    for (size_t i = 0; *n < SAMPLE && next_line(book, &scan, &line); i++)
        if (i % step == 0)
            (*lines)[(*n)++] = line;
    return true;
}

/* Transpositions of the lines themselves: two moves of one side swapped. */
static void make_swaps(struct work *w)
{
    for (size_t i = 0; i < w->nlines && w->nswaps < SWAPS; i++) {
        const struct line *line = &w->lines[i];
        uint16_t(*codes)[SWAP_MOVES] = w->codes[w->nswaps];
        if (line->n < SWAP_MOVES)
            continue;
        for (int k = 0; k < SWAP_MOVES; k++)
            codes[0][k] = codes[1][k] = line->codes[k];
        codes[0][2] = line->codes[4];
        codes[0][4] = line->codes[2];
        w->swaps[w->nswaps++] = (struct tabia_amateur_swap){
            codes[0],
            codes[1],
            SWAP_MOVES,
        };
    }
}

static tabia_move move_of(const struct tabia_pos *pos, uint16_t code)
{
    char uci[TABIA_UCI_SIZE] = { 0 };
    tabia_move mv = TABIA_MOVE_NONE;
    uci[0] = (char)('a' + (code & 7));
    uci[1] = (char)('1' + (code >> 3 & 7));
    uci[2] = (char)('a' + (code >> 8 & 7));
    uci[3] = (char)('1' + (code >> 11 & 7));
    (void)!tabia_uci_parse(pos, uci, 4, &mv, NULL);
    return mv;
}

/* The positions at which the lines are asked. */
static bool list_positions(struct work *w, struct tabia_error *err)
{
    for (size_t i = 0; i < w->nlines; i++) {
        const struct line *line = &w->lines[i];
        struct tabia_pos pos;
        tabia_pos_set_start(&pos);
        for (uint32_t ply = 0; ply < line->n; ply++) {
            struct tabia_pos *more =
                vec_grow(w->positions, &w->room, w->npositions + 1,
                         sizeof(*more), (size_t)SAMPLE * PLIES_MAX);
            if (!more)
                return error_nomem(err);
            w->positions = more;
            const tabia_move mv = move_of(&pos, line->codes[ply]);
            more[w->npositions] = pos;
            w->moves[w->npositions] = mv;
            w->plies[w->npositions++] = ply;
            if (mv == TABIA_MOVE_NONE)
                break;
            tabia_pos_play(&pos, mv);
        }
    }
    return true;
}

/* ---- move strings ---------------------------------------------------- */

struct reads {
    uint32_t *late; // owned: bytes read by probes from the fourth ply on
    size_t nlate;
    uint64_t total;
    uint64_t nprobes, nfound;
    uint64_t ns;
};

static void ask_lines(const struct line *lines, size_t nlines,
                      const struct tabia_amateur_book *book,
                      const struct tabia_amateur_rules *rules, struct reads *r)
{
    struct tabia_amateur_state state;
    tabia_amateur_init(&state, 1);
    r->nlate = 0;
    r->total = r->nprobes = r->nfound = 0;
    for (size_t i = 0; i < nlines; i++)
        for (uint32_t ply = 0; ply < lines[i].n; ply++) {
            struct tabia_amateur_answer answer;
            r->nfound += tabia_amateur_find(&state, book, rules, lines[i].codes,
                                            ply, &answer);
            r->nprobes++;
            r->total += answer.nread;
            if (ply >= WINDOW_PLY)
                r->late[r->nlate++] = answer.nread;
        }
}

static bool measure_strings(struct work *w, const struct line *lines,
                            size_t nlines, const struct encoded *e,
                            const struct tabia_amateur_rules *rules,
                            uint8_t kind, struct reads *r,
                            struct tabia_error *err)
{
    const struct tabia_amateur_book book = { e->data, (uint32_t)e->size, kind };
    *r = (struct reads){ .late = calloc((size_t)SAMPLE * PLIES_MAX,
                                        sizeof(*r->late)) };
    if (!r->late)
        return error_nomem(err);
    for (int i = 0; i < w->b->rounds; i++) {
        const uint64_t begin = bench_now_ns();
        ask_lines(lines, nlines, &book, rules, r);
        r->ns = bench_best(r->ns, bench_now_ns() - begin);
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(struct reads *r)
{
    qsort(r->late, r->nlate, sizeof(*r->late), by_number);
    return r->nlate ? r->late[r->nlate / 2] : 0;
}

static void add_speed(struct bench *b, const char *key, const char *what,
                      uint64_t n, uint64_t ns)
{
    bench_add(b, key, what, ns ? (double)n * 1e6 / (double)ns : 0, "k/s");
}

static void add_ratios(struct bench *b, struct reads *whole,
                       struct reads *window)
{
    const double from = median(whole), to = median(window);
    bench_add(b, "read_whole", "bytes of the median probe from the 4th ply",
              from, "bytes");
    bench_add(b, "read_window", "  with the window", to, "bytes");
    bench_add(b, "window_ratio", "  ratio", to > 0 ? from / to : 0, "");
    bench_add(b, "game_ratio", "ratio of the bytes of whole games",
              window->total ? (double)whole->total / (double)window->total : 0,
              "");
}

/* The three ways to ask the FROM-TO book, in one run. */
static bool measure_amateur(struct work *w, const struct encoded *e,
                            struct tabia_error *err)
{
    static const struct tabia_amateur_rules whole = { .no_window = true };
    static const struct tabia_amateur_rules window;
    const struct tabia_amateur_rules swaps = {
        .swaps = w->swaps,
        .nswaps = w->nswaps,
    };
    struct reads a = { 0 }, b = { 0 }, c = { 0 };
    const bool done = measure_strings(w, w->lines, w->nlines, e, &whole,
                                      TABIA_AMATEUR_FROM_TO, &a, err) &&
                      measure_strings(w, w->lines, w->nlines, e, &window,
                                      TABIA_AMATEUR_FROM_TO, &b, err) &&
                      measure_strings(w, w->lines, w->nlines, e, &swaps,
                                      TABIA_AMATEUR_FROM_TO, &c, err);
    if (done) {
        add_speed(w->b, "amateur_whole", "amateur, the whole book", a.nprobes,
                  a.ns);
        add_speed(w->b, "amateur", "amateur, window", b.nprobes, b.ns);
        add_speed(w->b, "amateur_swaps", "amateur, window, 100 transpositions",
                  c.nprobes, c.ns);
        add_ratios(w->b, &a, &b);
    }
    free(a.late);
    free(b.late);
    free(c.late);
    return done;
}

static bool measure_offsets(struct work *w, struct tabia_error *err)
{
    struct encoded e = { 0 };
    struct line *lines = NULL;
    struct reads r = { 0 };
    size_t n;
    if (!encode(w, "amateur", "offsets", &e, err))
        return false;
    const struct tabia_amateur_book book = { e.data, (uint32_t)e.size,
                                             TABIA_AMATEUR_OFFSETS };
    const bool done =
        sample_lines(&book, &lines, &n, err) &&
        measure_strings(w, lines, n, &e, NULL, TABIA_AMATEUR_OFFSETS, &r, err);
    if (done)
        add_speed(w->b, "amateur_offsets", "amateur, offsets, window",
                  r.nprobes, r.ns);
    free(r.late);
    free(lines);
    free(e.data);
    return done;
}

/* ---- the others ------------------------------------------------------ */

static void ask_positions(const struct work *w, const struct table *t)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    for (size_t k = 0; k < w->npositions; k++)
        table_find(t, &w->positions[k], list);
}

static void ask_along_lines(const struct work *w, const struct table *t)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    for (size_t k = 0; k < w->npositions; k++)
        table_find_line(t, &start, &w->moves[k - w->plies[k]], w->plies[k],
                        list);
}

/* A format that is searched in the file, by position or along lines. */
struct searched {
    const char *format, *key, *what;
    bool by_line;
};

static bool measure_table(struct work *w, const struct searched *how,
                          struct tabia_error *err)
{
    struct encoded e = { 0 };
    const struct tabia_read_options read = {
        .format = tabia_format_find(how->format, NULL),
    };
    const struct table_lookup lookup = {
        .use = how->by_line ? TABLE_USE_LINE : TABLE_USE_ANY,
    };
    if (!read.format || !tabia_format_get_info(read.format)->can_find)
        return true;
    if (!encode(w, how->format, NULL, &e, err))
        return false;
    const struct tabia_bytes bytes = { e.data, e.size };
    struct read_job job = { .format = read.format, .user = &read };
    struct table *table = format_open_table_for(bytes, &lookup, &job, err);
    uint64_t best = 0;
    for (int i = 0; table && i < w->b->rounds; i++) {
        const uint64_t begin = bench_now_ns();
        (how->by_line ? ask_along_lines : ask_positions)(w, table);
        best = bench_best(best, bench_now_ns() - begin);
    }
    if (table)
        add_speed(w->b, how->key, how->what, w->npositions, best);
    const bool done = table != NULL;
    table_close(table);
    free(e.data);
    return done;
}

static bool measure_tables(struct work *w, struct tabia_error *err)
{
    static const struct searched all[] = {
        { "spracklen-bin", "spracklen-bin", "spracklen-bin, index", false },
        { "obk", "obk_line", "obk, along the line", true },
        { "obk", "obk", "obk, index", false },
        { "ct800-bin", "ct800-bin", "ct800-bin", false },
        { "polyglot", "polyglot", "polyglot", false },
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (!measure_table(w, &all[i], err))
            return false;
    return true;
}

static void measure_book(struct work *w)
{
    uint64_t best = 0;
    for (int i = 0; i < w->b->rounds; i++) {
        const uint64_t begin = bench_now_ns();
        for (size_t k = 0; k < w->npositions; k++) {
            struct tabia_book_move list[TABIA_MOVES_MAX];
            const uint32_t position =
                tabia_book_find_position(w->book, &w->positions[k]);
            if (position != TABIA_NUMBER_NONE)
                tabia_book_position_moves(w->book, position,
                                          TABIA_MERGE_DEFAULT, list,
                                          TABIA_MOVES_MAX);
        }
        best = bench_best(best, bench_now_ns() - begin);
    }
    add_speed(w->b, "book", "book in memory", w->npositions, best);
}

/* ---- all of it ------------------------------------------------------- */

static bool measure(struct work *w, struct tabia_error *err)
{
    struct encoded e = { 0 };
    if (!encode(w, "amateur", NULL, &e, err))
        return false;
    const struct tabia_amateur_book book = { e.data, (uint32_t)e.size,
                                             TABIA_AMATEUR_FROM_TO };
    bool done = sample_lines(&book, &w->lines, &w->nlines, err) &&
                list_positions(w, err);
    if (done) {
        make_swaps(w);
        done = measure_amateur(w, &e, err) && measure_offsets(w, err) &&
               measure_tables(w, err);
    }
    if (done)
        measure_book(w);
    free(e.data);
    free(w->lines);
    free(w->positions);
    return done;
}

enum bench_status bench_amateur(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct input in;
    struct tabia_bytes text;
    if (!bench_text_open(b, &in, &text, &err))
        return bench_error(&err, (struct tabia_bytes){ 0 });
    const struct tabia_read_options read = {
        .format = tabia_format_find("ct800", NULL),
        .name = b->book ? b->book : "book",
    };
    struct work *w = calloc(1, sizeof(*w));
    bool done = w || error_nomem(&err);
    if (done) {
        w->b = b;
        w->book = tabia_book_decode(text, &read, &err);
        done = w->book &&
               (tabia_book_edge_count(w->book) ||
                error_set(&err, TABIA_ERR_SYNTAX, "the book has no moves"));
        done = done && measure(w, &err);
        tabia_book_free(w->book);
    }
    free(w);
    if (b->book)
        error_in_file(&err, b->book);
    enum bench_status status = done ? BENCH_DONE : bench_error(&err, text);
    input_close(&in);
    return status;
}
