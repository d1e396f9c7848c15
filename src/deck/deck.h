/*
 * deck.h - cards to learn from, for Anki and for spreadsheets
 *
 *     struct deck *deck = deck_new("My repertoire", err);
 *     if (deck_add_book(deck, book, TABIA_WHITE, err))
 *         deck_write(deck, DECK_ANKI, "white.apkg", now, NULL, err);
 *     deck_free(deck);
 *
 * A card is one decision: a position, and the moves that are right there. Its
 * identity follows from both, so a program that imports a later version of the
 * deck updates its cards and keeps what it knows about them.
 */
#ifndef DECK_DECK_H
#define DECK_DECK_H

#include "base/compiler.h"
#include "format/puzzle/puzzles.h"
#include "io/output.h"
#include "tabia/book.h"

enum { DECK_ID_SIZE = 24 };

/* Texts are UTF-8; their lines end with '\n'. */
struct deck_card {
    char id[DECK_ID_SIZE]; // see deck_card_id
    const char *front, *back;
    const char *tags;     // separated by blanks
    struct tabia_pos pos; // drawn on the front
    bool is_flipped;      // Black at the bottom
};

enum deck_format {
    DECK_ANKI, // .apkg: SQLite inside a zip file, with a picture per card
    DECK_CSV,
};

struct deck;

/* NULL when there is no memory. */
struct deck *deck_new(const char *title, struct tabia_error *err) MUST_CHECK;
void deck_free(struct deck *deck);

size_t deck_count(const struct deck *deck);
const struct deck_card *deck_card_at(const struct deck *deck, size_t i);
const char *deck_title(const struct deck *deck);

/* The identity of a decision, the same in every deck. */
void deck_card_id(const struct tabia_pos *pos, tabia_move move,
                  char id[DECK_ID_SIZE]);

/* Adds a copy, texts included. A card whose id is there already is dropped. */
bool deck_add(struct deck *deck, const struct deck_card *card,
              struct tabia_error *err);

/* Adds a card for each decision of 'color' (study/practice/decisions.h). */
bool deck_add_book(struct deck *deck, const struct tabia_book *book,
                   enum tabia_color color, struct tabia_error *err);

/* Adds a card for each puzzle whose solution can be understood. */
bool deck_add_puzzles(struct deck *deck, const struct puzzles *set,
                      struct tabia_error *err);

/*
 * Writes the file, whole or not at all. 'now', in seconds since 1970, is the
 * cards' time of change: Anki updates a card that it has only from a later
 * file. The same cards, title and time give the same bytes. 'options' may be
 * NULL.
 */
bool deck_write(const struct deck *deck, enum deck_format format,
                const char *path, int64_t now,
                const struct output_options *options, struct tabia_error *err);

/* The decisions of a book as a file: deck_new, deck_add_book, deck_write. */
bool deck_export_book(const struct tabia_book *book, enum tabia_color color,
                      const char *path, enum deck_format format, int64_t now,
                      const struct output_options *options, size_t *ncards,
                      struct tabia_error *err);

#endif
