/*
 * progress_lines.c - the lines of a progress file, read and written
 */
#include "study/practice/progress_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/banned.h"

static const char promotion_letters[] = "..nbrq"; // by enum tabia_piece_type

/* ---- lines ------------------------------------------------------------ */

/* The fields of a line, separated by single blanks. */
struct progress_fields {
    const char *p, *end;
};

static bool next_field(struct progress_fields *f, const char **field,
                       size_t *len)
{
    if (f->p >= f->end)
        return false;
    const char *blank = memchr(f->p, ' ', (size_t)(f->end - f->p));
    *field = f->p;
    *len = (size_t)((blank ? blank : f->end) - f->p);
    f->p = blank ? blank + 1 : f->end;
    return *len > 0;
}

static bool read_count(struct progress_fields *f, uint32_t *value)
{
    const char *text;
    size_t len;
    uint64_t n = 0;
    if (!next_field(f, &text, &len) || len > 10)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (!text_is_digit(text[i]))
            return false;
        n = n * 10 + (uint64_t)(text[i] - '0');
    }
    *value = (uint32_t)n;
    return n <= UINT32_MAX;
}

/* A number with eight decimals, exactly. */
static bool read_decimal(struct progress_fields *f, double *value)
{
    const char *text;
    size_t len;
    uint64_t n = 0;
    if (!next_field(f, &text, &len) || len < 10 || len > 14 ||
        text[len - 9] != '.')
        return false;
    for (size_t i = 0; i < len; i++) {
        if (i == len - 9)
            continue;
        if (!text_is_digit(text[i]))
            return false;
        n = n * 10 + (uint64_t)(text[i] - '0');
    }
    *value = (double)n / 1e8;
    return true;
}

static void print_decimal(struct buf *text, double value)
{
    const uint64_t n = (uint64_t)(value * 1e8 + 0.5);
    buf_addf(text, " %" PRIu64 ".%08" PRIu64, n / 100000000, n % 100000000);
}

static bool read_hex(struct progress_fields *f, uint64_t *value)
{
    const char *text;
    size_t len;
    *value = 0;
    if (!next_field(f, &text, &len) || len != 16)
        return false;
    for (size_t i = 0; i < len; i++) {
        const unsigned digit = text_hex_digit(text[i]);
        if (digit > 15)
            return false;
        *value = *value << 4 | digit;
    }
    return true;
}

static bool read_square_name(const char *text, tabia_square *sq)
{
    const unsigned file = (unsigned)text[0] - 'a';
    const unsigned rank = (unsigned)text[1] - '1';
    *sq = (tabia_square)(rank * 8 + file);
    return file < 8 && rank < 8;
}

/* A move without its position: no board is needed to compare them. */
static bool read_bare_move(struct progress_fields *f, tabia_move *mv)
{
    const char *text;
    size_t len;
    tabia_square from, to;
    unsigned promotion = TABIA_PIECE_NONE;
    if (!next_field(f, &text, &len) || len < 4 || len > 5 ||
        !read_square_name(text, &from) || !read_square_name(text + 2, &to))
        return false;
    if (len == 5) {
        promotion = TABIA_KNIGHT;
        while (promotion <= TABIA_QUEEN &&
               promotion_letters[promotion] != text[4])
            promotion++;
    }
    *mv = tabia_move_make(from, to, (enum tabia_piece_type)promotion);
    return promotion <= TABIA_QUEEN && from != to;
}

static void print_bare_move(struct buf *text, tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    buf_addf(text, " %c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + to % 8,
             '1' + to / 8);
    if (tabia_move_promotion(mv))
        buf_add_char(text, promotion_letters[tabia_move_promotion(mv)]);
}

static bool read_grade(struct progress_fields *f, enum fsrs_grade *grade)
{
    const char *text;
    size_t len;
    if (!next_field(f, &text, &len))
        return false;
    for (int i = FSRS_AGAIN; i <= FSRS_GOOD; i++) {
        if (text_is(text, len, fsrs_grade_names[i])) {
            *grade = (enum fsrs_grade)i;
            return true;
        }
    }
    return false;
}

static bool read_moment(struct progress_fields *f, struct moment *at)
{
    const char *text;
    size_t len;
    return next_field(f, &text, &len) && moment_parse(text, len, at);
}

static bool read_day(struct progress_fields *f, int32_t *day)
{
    const char *text;
    size_t len;
    return next_field(f, &text, &len) && moment_parse_day(text, len, day);
}

static bool read_answer(struct progress_fields *f, struct card_answer *answer)
{
    return read_moment(f, &answer->at) && read_hex(f, &answer->key) &&
           read_bare_move(f, &answer->move) && read_grade(f, &answer->grade) &&
           f->p == f->end;
}

static bool read_solved(struct progress_fields *f, struct solved_puzzle *solved)
{
    return read_moment(f, &solved->at) && read_hex(f, &solved->key) &&
           f->p == f->end;
}

static bool read_card(struct progress_fields *f, struct card *card)
{
    struct fsrs_card *m = &card->memory;
    if (!read_moment(f, &card->at) || !read_hex(f, &card->key) ||
        !read_bare_move(f, &card->move) || !read_decimal(f, &m->stability) ||
        !read_decimal(f, &m->difficulty) || !read_day(f, &m->due) ||
        !read_day(f, &card->first) || !read_count(f, &m->reps) ||
        !read_count(f, &m->lapses) || !read_grade(f, &card->grade) ||
        f->p != f->end)
        return false;
    m->last = moment_day(card->at);
    card->summed_until = card->at.time;
    return m->stability >= 0.001 && m->stability <= FSRS_STABILITY_MAX &&
           m->difficulty >= 1 && m->difficulty <= 10 && m->reps > 0;
}

static bool read_card_day(struct progress_fields *f, struct card_day *day)
{
    return read_count(f, &day->again) && read_count(f, &day->hard) &&
           read_count(f, &day->good) && read_count(f, &day->new_cards) &&
           read_day(f, &day->day) && f->p == f->end;
}

static bool read_sketch(struct progress_fields *f, struct book_sketch *sketch)
{
    *sketch = (struct book_sketch){ .count = 0 };
    if (!read_count(f, &sketch->count))
        return false;
    while (f->p < f->end) {
        if (sketch->n == BOOK_SKETCH_SIZE ||
            !read_hex(f, &sketch->hash[sketch->n]))
            return false;
        sketch->n++;
        if (sketch->n > 1 &&
            sketch->hash[sketch->n - 1] <= sketch->hash[sketch->n - 2])
            return false;
    }
    return sketch->n <= sketch->count;
}

void progress_lines_put_answer(struct buf *text,
                               const struct card_answer *answer)
{
    char at[MOMENT_SIZE];
    moment_print(answer->at, at);
    buf_addf(text, "answer %s %016" PRIx64, at, answer->key);
    print_bare_move(text, answer->move);
    buf_addf(text, " %s\n", fsrs_grade_names[answer->grade]);
}

void progress_lines_put_solved(struct buf *text,
                               const struct solved_puzzle *solved)
{
    char at[MOMENT_SIZE];
    moment_print(solved->at, at);
    buf_addf(text, "solved %s %016" PRIx64 "\n", at, solved->key);
}

void progress_lines_put_card(struct buf *text, const struct card *card)
{
    const struct fsrs_card *m = &card->memory;
    char at[MOMENT_SIZE], due[DAY_SIZE], first[DAY_SIZE];
    moment_print(card->at, at);
    moment_print_day(m->due, due);
    moment_print_day(card->first, first);
    buf_addf(text, "card %s %016" PRIx64, at, card->key);
    print_bare_move(text, card->move);
    print_decimal(text, m->stability);
    print_decimal(text, m->difficulty);
    buf_addf(text, " %s %s %" PRIu32 " %" PRIu32 " %s\n", due, first, m->reps,
             m->lapses, fsrs_grade_names[card->grade]);
}

void progress_lines_put_day(struct buf *text, const struct card_day *day)
{
    char date[DAY_SIZE];
    moment_print_day(day->day, date);
    buf_addf(text, "day %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %s\n",
             day->again, day->hard, day->good, day->new_cards, date);
}

/* ---- a text as lists --------------------------------------------------- */

void progress_lines_clear(struct progress_lines *lines)
{
    free(lines->answers);
    free(lines->cards);
    free(lines->days);
    free(lines->solved);
}

/* Reads a line; false only when there is no memory. */
static bool add_line(struct progress_lines *lines, const char *line, size_t len,
                     struct tabia_error *err)
{
    struct progress_fields f = { line, line + len };
    const char *word;
    size_t word_len;
    struct card_answer answer;
    struct card card;
    struct card_day day;
    struct solved_puzzle solved;
    struct book_sketch book;
    if (len == 0)
        return true;
    const bool has_word = next_field(&f, &word, &word_len);
    if (has_word && text_is(word, word_len, "answer") &&
        read_answer(&f, &answer)) {
        if (!VEC_RESERVE(lines->answers, lines->answers_room,
                         lines->nanswers + 1, CARDS_MAX, err))
            return false;
        lines->answers[lines->nanswers++] = answer;
    } else if (has_word && text_is(word, word_len, "card") &&
               read_card(&f, &card)) {
        if (!VEC_RESERVE(lines->cards, lines->cards_room, lines->ncards + 1,
                         CARDS_MAX, err))
            return false;
        lines->cards[lines->ncards++] = card;
    } else if (has_word && text_is(word, word_len, "day") &&
               read_card_day(&f, &day)) {
        if (!VEC_RESERVE(lines->days, lines->days_room, lines->ndays + 1,
                         CARDS_MAX, err))
            return false;
        lines->days[lines->ndays++] = day;
    } else if (has_word && text_is(word, word_len, "solved") &&
               read_solved(&f, &solved)) {
        if (!VEC_RESERVE(lines->solved, lines->solved_room, lines->nsolved + 1,
                         CARDS_MAX, err))
            return false;
        lines->solved[lines->nsolved++] = solved;
    } else if (has_word && text_is(word, word_len, "book") &&
               read_sketch(&f, &book)) {
        lines->sketch = book;
    } else {
        lines->ndamaged++;
    }
    return true;
}

/* By time; what is equal is the same answer. */
static int compare_answers(const void *a, const void *b, void *ctx)
{
    const struct card_answer *x = a, *y = b;
    (void)ctx;
    if (x->at.time != y->at.time)
        return x->at.time < y->at.time ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->move != y->move)
        return x->move < y->move ? -1 : 1;
    return (int)x->grade - (int)y->grade;
}

static bool sort_answers(struct progress_lines *lines, struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_stable(lines->answers, lines->nanswers, sizeof(*lines->answers),
                     compare_answers, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < lines->nanswers; i++)
        if (!kept || compare_answers(&lines->answers[kept - 1],
                                     &lines->answers[i], NULL) != 0)
            lines->answers[kept++] = lines->answers[i];
    lines->nanswers = kept;
    return true;
}

/* By position, then by time. */
static int compare_solved(const void *a, const void *b, void *ctx)
{
    const struct solved_puzzle *x = a, *y = b;
    (void)ctx;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->at.time < y->at.time ? -1 : x->at.time > y->at.time;
}

/* Of each puzzle the first time is kept. */
static bool sort_solved(struct progress_lines *lines, struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_stable(lines->solved, lines->nsolved, sizeof(*lines->solved),
                     compare_solved, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < lines->nsolved; i++)
        if (!kept || lines->solved[kept - 1].key != lines->solved[i].key)
            lines->solved[kept++] = lines->solved[i];
    lines->nsolved = kept;
    return true;
}

/* The next complete line after 'text', which moves behind it. */
static bool next_line(const char **text, const char *end, const char **line,
                      size_t *len)
{
    const char *stop = memchr(*text, '\n', (size_t)(end - *text));
    if (!stop)
        return false; // the end, or cut off by a kill
    *line = *text;
    *len = (size_t)(stop - *text);
    *len -= *len > 0 && stop[-1] == '\r';
    *text = stop + 1;
    return true;
}

bool progress_lines_read_sketch(struct tabia_bytes bytes,
                                struct book_sketch *book)
{
    const char *text = (const char *)bytes.data, *end = text + bytes.size,
               *line;
    size_t len;
    *book = (struct book_sketch){ .count = 0 };
    if (!bytes.size || !next_line(&text, end, &line, &len) ||
        !text_is(line, len, CARDS_MAGIC))
        return false;
    while (next_line(&text, end, &line, &len)) {
        struct progress_fields f = { line + 5, line + len };
        struct book_sketch one;
        if (text_begins(line, len, "book ") && read_sketch(&f, &one))
            *book = one;
    }
    return book->count > 0;
}

bool progress_lines_read(struct progress_lines *lines, struct tabia_bytes bytes,
                         struct tabia_error *err)
{
    const char *text = (const char *)bytes.data, *end = text + bytes.size,
               *line;
    size_t len;
    *lines = (struct progress_lines){ .answers = NULL };
    if (bytes.size == 0)
        return true;
    if (bytes.size > CARDS_TEXT_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the progress has more than %d MB",
                         CARDS_TEXT_MAX >> 20);
    if (!next_line(&text, end, &line, &len) || !text_is(line, len, CARDS_MAGIC))
        return error_set(err, TABIA_ERR_SYNTAX,
                         "not a progress file: the first line is not '%s'",
                         CARDS_MAGIC);
    while (next_line(&text, end, &line, &len)) {
        if (!add_line(lines, line, len, err)) {
            progress_lines_clear(lines);
            return false;
        }
    }
    if (sort_answers(lines, err) && sort_solved(lines, err))
        return true;
    progress_lines_clear(lines);
    return false;
}

bool progress_lines_has_answer(const struct progress_lines *lines,
                               const struct card_answer *answer)
{
    size_t lo = 0, hi = lines->nanswers;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (compare_answers(&lines->answers[mid], answer, NULL) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < lines->nanswers &&
           compare_answers(&lines->answers[lo], answer, NULL) == 0;
}
