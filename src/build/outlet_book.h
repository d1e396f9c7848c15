/*
 * outlet_book.h - positions become a book, by walking from where games began
 */
#ifndef BUILD_OUTLET_BOOK_H
#define BUILD_OUTLET_BOOK_H

#include "build/gather.h"
#include "build/keep.h"
#include "tabia/book.h"

struct outlet_book_move {
    tabia_move move;
    uint32_t weight, white, draws, black;
};

/* Holds all moves that are kept, sorted by key. */
struct outlet_book {
    struct outlet base;
    struct keep_rule keep;
    struct outlet_book_place {
        struct tally_key key;
        uint16_t nmoves;
        bool is_done; // its moves are in the book
        size_t first;
    } * places;
    size_t nplaces, places_room;
    struct outlet_book_move *moves;
    size_t nmoves, moves_room;
};

void outlet_book_init(struct outlet_book *o, const struct keep_rule *keep);

/*
 * The book of all that can be reached from the roots; each position is there
 * once. 'report' gets how many positions cannot, and 'o->base' counts those
 * that can. NULL with an error.
 */
struct tabia_book *outlet_book_make(struct outlet_book *o,
                                    const struct tabia_packed *roots,
                                    size_t nroots, struct tabia_report *report,
                                    struct tabia_error *err) ATTR_MUST_CHECK;

void outlet_book_clear(struct outlet_book *o);

#endif
