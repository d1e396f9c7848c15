/*
 * writer.h - what positions become on their way out
 */
#ifndef BUILD_WRITER_H
#define BUILD_WRITER_H

#include "build/build_internal.h"
#include "tabia/book.h"

/* ---- where the positions of a merger go -------------------------------- */

/* Gets the positions of a merger; those below and others begin with one. */
struct writer {
    bool in_turn;        // 'add' is called in the order of keys, by one thread
    uint64_t skip_below; // positions with fewer games may be skipped
    /*
     * Before the positions of a bin. No other call has keys with the same
     * first 'bits' bits as those to come.
     */
    bool (*start)(struct writer *o, struct merger_worker *w, unsigned bits,
                  struct tabia_error *err);
    bool (*add)(struct writer *o, struct merger_worker *w,
                struct tabia_error *err);
    bool (*end)(struct writer *o, struct merger_worker *w,
                struct tabia_error *err);
    /* Called last, in the order of bins, by one thread at a time; or NULL. */
    bool (*append)(struct writer *o, struct merger_worker *w,
                   struct tabia_error *err);
    uint64_t positions, moves; // added; set by merger_merge
    void (*on_progress)(void *ctx, size_t done, size_t total);
    void *ctx;
};

/* ---- which moves of a position are kept, and their weights ------------- */

struct keep_rule {
    uint64_t min_games;
    double min_score;   // percent
    double min_rate[2]; // percent, by colour
    bool is_own[2];     // by colour: the best move stays, whatever its rate
    unsigned top;       // 0: all
    enum tabia_build_weight weight;
    bool drops_zero; // drop moves of weight 0
};

struct keep_move {
    tabia_move move;
    uint64_t weight;
    uint64_t white, draws, black;
};

/* The moves kept, the heaviest first, then as PolyGlot codes them. */
size_t keep_moves(const struct keep_rule *rule, uint8_t turn,
                  const struct count_move *list, size_t n,
                  struct keep_move kept[TABIA_MOVES_MAX]);

/* ---- a book, by walking from where games began ------------------------- */

struct writer_move {
    tabia_move move;
    uint32_t weight, white, draws, black;
};

/* Holds all moves that are kept, sorted by key. */
struct writer_book {
    struct writer base;
    struct keep_rule keep;
    struct writer_position {
        struct tally_key key;
        uint16_t nmoves;
        bool is_done; // its moves are in the book
        size_t first;
    } * positions;
    size_t npositions, positions_room;
    struct writer_move *moves;
    size_t nmoves, moves_room;
};

void writer_book_init(struct writer_book *out, const struct keep_rule *keep);

/*
 * The book of all that can be reached from the roots; each position is there
 * once. 'report' gets how many positions cannot, and 'out->base' counts those
 * that can. NULL with an error.
 */
struct tabia_book *writer_book_make(struct writer_book *out,
                                    const struct tabia_packed *roots,
                                    size_t nroots, struct tabia_report *report,
                                    struct tabia_error *err) ATTR_MUST_CHECK;

void writer_book_clear(struct writer_book *out);

/* ---- a whole build ----------------------------------------------------- */

/* Writes the output. */
bool build_write(struct build *b, struct tabia_error *err);

/* Writes the output, a store, to any sink. */
bool build_write_store(struct build *b, struct sink *dst,
                       struct tabia_error *err);

#endif
