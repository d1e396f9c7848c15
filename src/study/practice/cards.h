/*
 * cards.h - what is remembered: cards, by position and move, from their answers
 *
 *     struct cards cards = { 0 };
 *     if (cards_read(&cards, text, err)) {
 *         const struct card *card = cards_find(&cards, key, move);
 *         ... card && card->memory.due <= today ...
 *     }
 *     cards_clear(&cards);
 *
 * The text is that of a progress file (docs/train.md): lines of answers, in any
 * order, some perhaps twice or damaged. The state of a card follows from its
 * answers, sorted by time; so any two texts can be merged. Puzzles that were
 * solved are remembered by their positions.
 */
#ifndef STUDY_CARDS_H
#define STUDY_CARDS_H

#include "base/buf.h"
#include "base/hashmap.h"
#include "study/practice/book_sketch.h"
#include "study/practice/fsrs.h"
#include "study/practice/moment.h"

#define CARDS_MAGIC "tabia-progress 1"

enum {
    CARDS_TEXT_MAX = 64 << 20, // bytes
    CARDS_MAX = 1 << 22,       // and of answers
};

/* The key of a position: any order of moves, any format of the book. */
tabia_key card_key(const struct tabia_pos *pos);

struct card {
    tabia_key key; // see card_key
    tabia_move move;
    struct moment at;     // of the last answer
    int64_t summed_until; // answers up to this time are in a line of the card
    int32_t first;        // day of the first one
    enum fsrs_grade grade;
    struct fsrs_card memory;
};

/* The answers of a day. */
struct card_day {
    int32_t day;
    uint32_t again, hard, good;
    uint32_t new_cards; // of these, first answers
};

struct card_answer {
    struct moment at;
    tabia_key key;
    tabia_move move;
    enum fsrs_grade grade;
};

struct solved_puzzle {
    tabia_key key;    // see card_key
    struct moment at; // the first time
};

/* The zero value has no cards. Read only. */
struct cards {
    struct card *list;
    size_t n, room;
    struct hashmap map;
    struct card_day *days; // ascending
    size_t ndays, days_room;
    struct solved_puzzle *solved; // by position, ascending
    size_t nsolved;
    size_t nanswers;           // lines that were answers, each counted once
    size_t ndamaged;           // lines that could not be read
    struct book_sketch sketch; // the last one; count 0: none
};

/*
 * Reads a text; the cards are empty before. Damaged lines and a last line
 * without its end are skipped. Fails with TABIA_ERR_SYNTAX if it is not a
 * progress file, with TABIA_ERR_LIMIT if it is too large. An empty text has no
 * cards.
 */
bool cards_read(struct cards *cards, struct tabia_bytes text,
                struct tabia_error *err);

void cards_clear(struct cards *cards);

/* NULL: never answered. */
const struct card *cards_find(const struct cards *cards, tabia_key key,
                              tabia_move move);

/* NULL: the puzzle of this position is not solved. */
const struct solved_puzzle *cards_find_solved(const struct cards *cards,
                                              tabia_key key);

/* The day's answers; all 0 if there are none. */
struct card_day cards_get_day(const struct cards *cards, int32_t day);

/* The shortest text that reads as these cards, without their answers. */
void cards_print(struct buf *text, const struct cards *cards);

struct cards_import_result {
    size_t imported, skipped, damaged; // lines
};

/*
 * Adds to 'lines' those of 'text', a progress file, that 'own', another one,
 * does not have.
 */
bool cards_import_text(struct buf *lines, struct tabia_bytes own,
                       struct tabia_bytes text,
                       struct cards_import_result *result,
                       struct tabia_error *err);

#endif
