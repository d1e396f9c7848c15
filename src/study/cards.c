/*
 * cards.c - what is remembered: cards, by position and move, from their answers
 */
#include "study/cards.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/banned.h"

tabia_key card_key(const struct tabia_pos *pos)
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    return tabia_pos_key(&identity);
}

static const char promotion_letters[] = "..nbrq"; // by enum tabia_piece_type

/* ---- lines ------------------------------------------------------------ */

/* The fields of a line, separated by single blanks. */
struct fields {
    const char *p, *end;
};

static bool next_field(struct fields *f, const char **field, size_t *len)
{
    if (f->p >= f->end)
        return false;
    const char *blank = memchr(f->p, ' ', (size_t)(f->end - f->p));
    *field = f->p;
    *len = (size_t)((blank ? blank : f->end) - f->p);
    f->p = blank ? blank + 1 : f->end;
    return *len > 0;
}

static bool read_count(struct fields *f, uint32_t *value)
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
static bool read_decimal(struct fields *f, double *value)
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

static bool read_hex(struct fields *f, uint64_t *value)
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
static bool read_bare_move(struct fields *f, tabia_move *mv)
{
    const char *text;
    size_t len;
    tabia_square from, to;
    unsigned promotion = TABIA_EMPTY;
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

static bool read_grade(struct fields *f, enum fsrs_grade *grade)
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

static bool read_moment(struct fields *f, struct moment *at)
{
    const char *text;
    size_t len;
    return next_field(f, &text, &len) && moment_parse(text, len, at);
}

static bool read_day(struct fields *f, int32_t *day)
{
    const char *text;
    size_t len;
    return next_field(f, &text, &len) && day_parse(text, len, day);
}

static bool read_answer(struct fields *f, struct card_answer *answer)
{
    return read_moment(f, &answer->at) && read_hex(f, &answer->position) &&
           read_bare_move(f, &answer->move) && read_grade(f, &answer->grade) &&
           f->p == f->end;
}

static bool read_solved(struct fields *f, struct solved_puzzle *solved)
{
    return read_moment(f, &solved->at) && read_hex(f, &solved->position) &&
           f->p == f->end;
}

static bool read_card(struct fields *f, struct card *card)
{
    struct fsrs_card *m = &card->memory;
    if (!read_moment(f, &card->at) || !read_hex(f, &card->position) ||
        !read_bare_move(f, &card->move) || !read_decimal(f, &m->stability) ||
        !read_decimal(f, &m->difficulty) || !read_day(f, &m->due) ||
        !read_day(f, &card->first) || !read_count(f, &m->reps) ||
        !read_count(f, &m->lapses) || !read_grade(f, &card->grade) ||
        f->p != f->end)
        return false;
    m->last = moment_day(card->at);
    card->base = card->at.time;
    return m->stability >= 0.001 && m->stability <= FSRS_STABILITY_MAX &&
           m->difficulty >= 1 && m->difficulty <= 10 && m->reps > 0;
}

static bool read_card_day(struct fields *f, struct card_day *day)
{
    return read_count(f, &day->again) && read_count(f, &day->hard) &&
           read_count(f, &day->good) && read_count(f, &day->fresh) &&
           read_day(f, &day->day) && f->p == f->end;
}

static bool read_sketch(struct fields *f, struct book_sketch *sketch)
{
    *sketch = (struct book_sketch){ .count = 0 };
    if (!read_count(f, &sketch->count))
        return false;
    while (f->p < f->end) {
        if (sketch->n == SKETCH_SIZE || !read_hex(f, &sketch->hash[sketch->n]))
            return false;
        sketch->n++;
        if (sketch->n > 1 &&
            sketch->hash[sketch->n - 1] <= sketch->hash[sketch->n - 2])
            return false;
    }
    return sketch->n <= sketch->count;
}

void card_answer_print(struct buf *text, const struct card_answer *answer)
{
    char at[MOMENT_SIZE];
    moment_print(answer->at, at);
    buf_addf(text, "answer %s %016" PRIx64, at, answer->position);
    print_bare_move(text, answer->move);
    buf_addf(text, " %s\n", fsrs_grade_names[answer->grade]);
}

void solved_puzzle_print(struct buf *text, const struct solved_puzzle *solved)
{
    char at[MOMENT_SIZE];
    moment_print(solved->at, at);
    buf_addf(text, "solved %s %016" PRIx64 "\n", at, solved->position);
}

void card_print(struct buf *text, const struct card *card)
{
    const struct fsrs_card *m = &card->memory;
    char at[MOMENT_SIZE], due[DAY_SIZE], first[DAY_SIZE];
    moment_print(card->at, at);
    day_print(m->due, due);
    day_print(card->first, first);
    buf_addf(text, "card %s %016" PRIx64, at, card->position);
    print_bare_move(text, card->move);
    print_decimal(text, m->stability);
    print_decimal(text, m->difficulty);
    buf_addf(text, " %s %s %" PRIu32 " %" PRIu32 " %s\n", due, first, m->reps,
             m->lapses, fsrs_grade_names[card->grade]);
}

static void card_day_print(struct buf *text, const struct card_day *day)
{
    char date[DAY_SIZE];
    day_print(day->day, date);
    buf_addf(text, "day %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %s\n",
             day->again, day->hard, day->good, day->fresh, date);
}

/* ---- a text as lists --------------------------------------------------- */

struct progress_lines {
    struct card_answer *answers;
    size_t nanswers, answers_room;
    struct card *cards;
    size_t ncards, cards_room;
    struct card_day *days;
    size_t ndays, days_room;
    struct solved_puzzle *solved;
    size_t nsolved, solved_room;
    size_t ndamaged;
    struct book_sketch book; // the last one
};

static void progress_lines_clear(struct progress_lines *lines)
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
    struct fields f = { line, line + len };
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
        lines->book = book;
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
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    if (x->move != y->move)
        return x->move < y->move ? -1 : 1;
    return (int)x->grade - (int)y->grade;
}

static bool sort_answers(struct progress_lines *lines, struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_merge(lines->answers, lines->nanswers, sizeof(*lines->answers),
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
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return x->at.time < y->at.time ? -1 : x->at.time > y->at.time;
}

/* Of each puzzle the first time is kept. */
static bool sort_solved(struct progress_lines *lines, struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_merge(lines->solved, lines->nsolved, sizeof(*lines->solved),
                    compare_solved, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < lines->nsolved; i++)
        if (!kept ||
            lines->solved[kept - 1].position != lines->solved[i].position)
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

bool cards_read_book(struct tabia_bytes bytes, struct book_sketch *book)
{
    const char *text = (const char *)bytes.data, *end = text + bytes.size,
               *line;
    size_t len;
    *book = (struct book_sketch){ .count = 0 };
    if (!bytes.size || !next_line(&text, end, &line, &len) ||
        !text_is(line, len, CARDS_MAGIC))
        return false;
    while (next_line(&text, end, &line, &len)) {
        struct fields f = { line + 5, line + len };
        struct book_sketch one;
        if (text_begins(line, len, "book ") && read_sketch(&f, &one))
            *book = one;
    }
    return book->count > 0;
}

static bool read_lines(struct progress_lines *lines, struct tabia_bytes bytes,
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

/* ---- cards ------------------------------------------------------------- */

struct wanted_card {
    const struct cards *cards;
    tabia_key position;
    tabia_move move;
};

static bool is_wanted_card(const void *ctx, uint32_t id)
{
    const struct wanted_card *wanted = ctx;
    const struct card *card = &wanted->cards->list[id];
    return card->position == wanted->position && card->move == wanted->move;
}

static uint64_t card_hash(tabia_key position, tabia_move move)
{
    return position ^ (uint64_t)move * UINT64_C(0x9E3779B97F4A7C15);
}

static struct card *find_card(const struct cards *cards, tabia_key position,
                              tabia_move move)
{
    const struct wanted_card wanted = { cards, position, move };
    const uint32_t id = hashmap_find(&cards->map, card_hash(position, move),
                                     is_wanted_card, &wanted);
    return id == HASHMAP_NONE ? NULL : &cards->list[id];
}

const struct card *cards_find(const struct cards *cards, tabia_key position,
                              tabia_move move)
{
    return find_card(cards, position, move);
}

static struct card *add_card(struct cards *cards, const struct card *card,
                             struct tabia_error *err)
{
    cards->map.limit = CARDS_MAX;
    if (!VEC_RESERVE(cards->list, cards->room, cards->n + 1, CARDS_MAX, err) ||
        !hashmap_insert(&cards->map, card_hash(card->position, card->move),
                        (uint32_t)cards->n, err))
        return NULL;
    cards->list[cards->n] = *card;
    return &cards->list[cards->n++];
}

/* Of two states of a card the later one counts. */
static bool take_card(struct cards *cards, const struct card *card,
                      struct tabia_error *err)
{
    struct card *known = find_card(cards, card->position, card->move);
    if (!known)
        return add_card(cards, card, err) != NULL;
    if (card->at.time > known->at.time ||
        (card->at.time == known->at.time &&
         card->memory.reps > known->memory.reps))
        *known = *card;
    return true;
}

/* What an answer is to its card. */
enum answer_part {
    ANSWER_FIRST,
    ANSWER_LATER,
    ANSWER_COVERED, // it is in the card's line
};

static bool take_answer(struct cards *cards, const struct card_answer *answer,
                        enum answer_part *part, struct tabia_error *err)
{
    struct card *card = find_card(cards, answer->position, answer->move);
    const int32_t day = moment_day(answer->at);
    *part = card ? ANSWER_LATER : ANSWER_FIRST;
    if (!card) {
        const struct card fresh = {
            .position = answer->position,
            .move = answer->move,
            .base = INT64_MIN,
            .first = day,
        };
        card = add_card(cards, &fresh, err);
        if (!card)
            return false;
    }
    if (answer->at.time <= card->base) {
        *part = ANSWER_COVERED;
        return true;
    }
    fsrs_review(&card->memory, answer->grade, day);
    card->at = answer->at;
    card->grade = answer->grade;
    return true;
}

/* ---- puzzles ----------------------------------------------------------- */

const struct solved_puzzle *cards_solved(const struct cards *cards,
                                         tabia_key position)
{
    size_t lo = 0, hi = cards->nsolved;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (cards->solved[mid].position < position)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < cards->nsolved && cards->solved[lo].position == position
               ? &cards->solved[lo]
               : NULL;
}

/* ---- days -------------------------------------------------------------- */

static int compare_days(const void *a, const void *b, void *ctx)
{
    const struct card_day *x = a, *y = b;
    (void)ctx;
    return x->day < y->day ? -1 : x->day > y->day;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* A damaged file may have counts of any size. */
static uint32_t sum_of(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

/* Days, before they are sorted. */
struct day_list {
    struct card_day *days; // owned
    size_t n, room;
};

static bool count_day(struct day_list *list, const struct card_answer *answer,
                      bool is_first, struct tabia_error *err)
{
    const int32_t day = moment_day(answer->at);
    // Time zones may move a day back a little, so a day may come again.
    if (!list->n || list->days[list->n - 1].day != day) {
        if (!VEC_RESERVE(list->days, list->room, list->n + 1, CARDS_MAX, err))
            return false;
        list->days[list->n++] = (struct card_day){ .day = day };
    }
    struct card_day *last = &list->days[list->n - 1];
    last->again += answer->grade == FSRS_AGAIN;
    last->hard += answer->grade == FSRS_HARD;
    last->good += answer->grade == FSRS_GOOD;
    last->fresh += is_first;
    return true;
}

/* Sorts days and joins equal ones: their sum, or, of lines, the larger. */
static bool join_days(struct card_day *days, size_t *n, bool is_sum,
                      struct tabia_error *err)
{
    size_t kept = 0;
    if (!sort_merge(days, *n, sizeof(*days), compare_days, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < *n; i++) {
        struct card_day *last = &days[kept ? kept - 1 : 0];
        if (!kept || last->day != days[i].day) {
            days[kept++] = days[i];
        } else if (is_sum) {
            last->again = sum_of(last->again, days[i].again);
            last->hard = sum_of(last->hard, days[i].hard);
            last->good = sum_of(last->good, days[i].good);
            last->fresh = sum_of(last->fresh, days[i].fresh);
        } else {
            last->again = larger(last->again, days[i].again);
            last->hard = larger(last->hard, days[i].hard);
            last->good = larger(last->good, days[i].good);
            last->fresh = larger(last->fresh, days[i].fresh);
        }
    }
    *n = kept;
    return true;
}

static bool append_days(struct cards *cards, const struct card_day *days,
                        size_t n, struct tabia_error *err)
{
    if (!VEC_RESERVE(cards->days, cards->days_room, cards->ndays + n + 1,
                     3 * (size_t)CARDS_MAX, err))
        return false;
    if (n)
        memcpy(&cards->days[cards->ndays], days, n * sizeof(*days));
    cards->ndays += n;
    return true;
}

/*
 * Answers that are in the lines of cards are in those of days too, if these are
 * there; the others are added.
 */
static bool take_days(struct cards *cards, const struct progress_lines *lines,
                      struct day_list *covered, struct day_list *others,
                      struct tabia_error *err)
{
    return join_days(covered->days, &covered->n, true, err) &&
           append_days(cards, covered->days, covered->n, err) &&
           append_days(cards, lines->days, lines->ndays, err) &&
           join_days(cards->days, &cards->ndays, false, err) &&
           append_days(cards, others->days, others->n, err) &&
           join_days(cards->days, &cards->ndays, true, err);
}

struct card_day cards_day(const struct cards *cards, int32_t day)
{
    for (size_t i = cards->ndays; i > 0 && cards->days[i - 1].day >= day; i--)
        if (cards->days[i - 1].day == day)
            return cards->days[i - 1];
    return (struct card_day){ .day = day };
}

/* ---- whole texts ------------------------------------------------------- */

static bool take_lines(struct cards *cards, struct progress_lines *lines,
                       struct tabia_error *err)
{
    struct day_list covered = { .n = 0 }, others = { .n = 0 };
    bool ok = true;
    for (size_t i = 0; ok && i < lines->ncards; i++)
        ok = take_card(cards, &lines->cards[i], err);
    for (size_t i = 0; ok && i < lines->nanswers; i++) {
        enum answer_part part;
        ok = take_answer(cards, &lines->answers[i], &part, err) &&
             count_day(part == ANSWER_COVERED ? &covered : &others,
                       &lines->answers[i], part == ANSWER_FIRST, err);
    }
    ok = ok && take_days(cards, lines, &covered, &others, err);
    cards->nanswers = lines->nanswers;
    cards->ndamaged = lines->ndamaged;
    cards->book = lines->book;
    cards->solved = lines->solved; // are the cards' now
    cards->nsolved = lines->nsolved;
    lines->solved = NULL;
    free(covered.days);
    free(others.days);
    return ok;
}

bool cards_read(struct cards *cards, struct tabia_bytes text,
                struct tabia_error *err)
{
    struct progress_lines lines;
    *cards = (struct cards){ .n = 0 };
    if (!read_lines(&lines, text, err))
        return false;
    const bool ok = take_lines(cards, &lines, err);
    progress_lines_clear(&lines);
    if (!ok)
        cards_clear(cards);
    return ok;
}

void cards_clear(struct cards *cards)
{
    free(cards->list);
    free(cards->days);
    free(cards->solved);
    hashmap_clear(&cards->map);
    *cards = (struct cards){ .n = 0 };
}

void cards_print(struct buf *text, const struct cards *cards)
{
    buf_add_text(text, CARDS_MAGIC "\n");
    if (cards->book.count)
        book_sketch_print(text, &cards->book);
    for (size_t i = 0; i < cards->n; i++)
        card_print(text, &cards->list[i]);
    for (size_t i = 0; i < cards->ndays; i++)
        card_day_print(text, &cards->days[i]);
    for (size_t i = 0; i < cards->nsolved; i++)
        solved_puzzle_print(text, &cards->solved[i]);
}

/* True if the sorted list has this answer. */
static bool has_answer(const struct progress_lines *lines,
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

static void import_lines(struct buf *text, const struct progress_lines *lines,
                         const struct progress_lines *own,
                         const struct cards *cards, struct cards_import *report)
{
    for (size_t i = 0; i < lines->ncards; i++) {
        const struct card *card = &lines->cards[i];
        const struct card *known =
            cards_find(cards, card->position, card->move);
        const bool is_new = !known || known->at.time < card->at.time;
        if (is_new)
            card_print(text, card);
        report->imported += is_new;
        report->skipped += !is_new;
    }
    for (size_t i = 0; i < lines->nanswers; i++) {
        const struct card_answer *answer = &lines->answers[i];
        const struct card *known =
            cards_find(cards, answer->position, answer->move);
        const bool is_new = !(known && answer->at.time <= known->base) &&
                            !has_answer(own, answer);
        if (is_new)
            card_answer_print(text, answer);
        report->imported += is_new;
        report->skipped += !is_new;
    }
    for (size_t i = 0; i < lines->ndays; i++) {
        const struct card_day *day = &lines->days[i];
        const struct card_day known = cards_day(cards, day->day);
        if (day->again > known.again || day->hard > known.hard ||
            day->good > known.good || day->fresh > known.fresh)
            card_day_print(text, day);
    }
    for (size_t i = 0; i < lines->nsolved; i++) {
        const bool is_new = !cards_solved(cards, lines->solved[i].position);
        if (is_new)
            solved_puzzle_print(text, &lines->solved[i]);
        report->imported += is_new;
        report->skipped += !is_new;
    }
    report->damaged = lines->ndamaged;
}

bool cards_import_text(struct buf *lines, struct tabia_bytes own,
                       struct tabia_bytes text, struct cards_import *report,
                       struct tabia_error *err)
{
    struct progress_lines mine, other;
    struct cards cards;
    *report = (struct cards_import){ .imported = 0 };
    if (!read_lines(&other, text, err))
        return false;
    bool ok = read_lines(&mine, own, err);
    if (ok) {
        ok = cards_read(&cards, own, err);
        if (ok)
            import_lines(lines, &other, &mine, &cards, report);
        if (ok)
            cards_clear(&cards);
        progress_lines_clear(&mine);
    }
    progress_lines_clear(&other);
    return ok && (!lines->failed || buf_error(lines, err));
}
