/*
 * progress_lines.h - the lines of a progress file, read and written
 *
 *     struct progress_lines lines;
 *     if (progress_lines_read(&lines, bytes, err)) {
 *         ... lines.answers[0] ...
 *         progress_lines_clear(&lines);
 *     }
 *
 * The file is described in docs/train.md; cards.h makes cards of its lines.
 */
#ifndef STUDY_PROGRESS_LINES_H
#define STUDY_PROGRESS_LINES_H

#include "study/practice/cards.h"

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
    struct book_sketch sketch; // the last one
};

/*
 * Reads a text: answers by time, each once; solved puzzles by position, each
 * with its first time. Fails as cards_read does; the lines are then empty.
 */
bool progress_lines_read(struct progress_lines *lines, struct tabia_bytes bytes,
                         struct tabia_error *err);

void progress_lines_clear(struct progress_lines *lines);

bool progress_lines_has_answer(const struct progress_lines *lines,
                               const struct card_answer *answer);

/* The book that a progress file belongs to; false: it is not such a file. */
bool progress_lines_read_sketch(struct tabia_bytes bytes,
                                struct book_sketch *book);

/* The line of an answer, of a solved puzzle, of a card's state, of a day. */
void progress_lines_put_answer(struct buf *text,
                               const struct card_answer *answer);
void progress_lines_put_solved(struct buf *text,
                               const struct solved_puzzle *solved);
void progress_lines_put_card(struct buf *text, const struct card *card);
void progress_lines_put_day(struct buf *text, const struct card_day *day);

#endif
