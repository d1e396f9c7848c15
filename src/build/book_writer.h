/*
 * book_writer.h - positions become a book, by walking from where games began
 */
#ifndef BUILD_BOOK_WRITER_H
#define BUILD_BOOK_WRITER_H

#include "base/compiler.h"
#include "build/keep_rule.h"
#include "build/position_writer.h"
#include "tabia/book.h"
#include "tabia/builder.h"
#include "tabia/format.h"

struct book_writer_move {
    tabia_move move;
    uint32_t weight, white, draws, black;
};

/* Holds all moves that are kept, sorted by key. */
struct book_writer {
    struct position_writer base;
    struct keep_rule keep;
    struct book_writer_position {
        struct tally_key key;
        uint16_t nmoves;
        bool is_done; // its moves are in the book
        size_t first;
    } * positions;
    size_t npositions, positions_room;
    struct book_writer_move *moves;
    size_t nmoves, moves_room;
};

void book_writer_init(struct book_writer *out, const struct keep_rule *keep);

/*
 * The book of all that can be reached from the roots; each position is there
 * once. 'report' gets how many positions cannot, and 'out->base' counts those
 * that can. NULL with an error.
 */
struct tabia_book *book_writer_make(struct book_writer *out,
                                    const struct tabia_packed *roots,
                                    size_t nroots,
                                    const struct tabia_builder_options *options,
                                    struct tabia_report *report,
                                    struct tabia_error *err) MUST_CHECK;

void book_writer_clear(struct book_writer *out);

#endif
