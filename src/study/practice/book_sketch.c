/*
 * book_sketch.c - recognises a book, or puzzles, by a sample of the positions
 *
 * Positions are hashed, and the smallest hashes are the sample (bottom-k
 * sketch): of the smallest hashes of two books together, the share that both
 * have estimates the share of positions that both have.
 */
#include "study/practice/book_sketch.h"

#include <inttypes.h>
#include <string.h>

#include "study/practice/cards.h"

#include "base/banned.h"

/* Mixes a key, so that the order of hashes says nothing about positions. */
static uint64_t sketch_hash(tabia_key key)
{
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

static void sketch_add(struct book_sketch *sketch, const struct tabia_pos *pos)
{
    const uint64_t hash = sketch_hash(card_key(pos));
    uint32_t at = sketch->n;
    if (at == BOOK_SKETCH_SIZE && hash >= sketch->hash[at - 1])
        return;
    while (at > 0 && sketch->hash[at - 1] > hash)
        at--;
    if (at > 0 && sketch->hash[at - 1] == hash)
        return;
    if (sketch->n < BOOK_SKETCH_SIZE)
        sketch->n++;
    memmove(&sketch->hash[at + 1], &sketch->hash[at],
            (sketch->n - 1 - at) * sizeof(*sketch->hash));
    sketch->hash[at] = hash;
}

void book_sketch_make(struct book_sketch *sketch, const struct tabia_book *book)
{
    *sketch = (struct book_sketch){ .count = 0 };
    const uint32_t n = tabia_book_position_count(book);
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        if (!tabia_book_position_moves(book, i, TABIA_MERGE_FIRST, NULL, 0))
            continue;
        tabia_book_position_pos_at(book, i, &pos);
        sketch->count++;
        sketch_add(sketch, &pos);
    }
}

void book_sketch_make_of_puzzles(struct book_sketch *sketch,
                                 const struct puzzles *set)
{
    *sketch = (struct book_sketch){ .count = (uint32_t)puzzles_count(set) };
    for (size_t i = 0; i < puzzles_count(set); i++)
        sketch_add(sketch, &puzzles_at(set, i)->pos);
}

double book_sketch_compare(const struct book_sketch *a,
                           const struct book_sketch *b, double *part)
{
    // A book that is smaller than the sample is in it as a whole.
    const uint32_t size = BOOK_SKETCH_SIZE;
    uint32_t i = 0, k = 0, seen = 0, shared = 0;
    while (seen < size && (i < a->n || k < b->n)) {
        const bool takes_a =
            k == b->n || (i < a->n && a->hash[i] <= b->hash[k]);
        const bool takes_b =
            i == a->n || (k < b->n && b->hash[k] <= a->hash[i]);
        shared += takes_a && takes_b;
        i += takes_a;
        k += takes_b;
        seen++;
    }
    const double all = seen ? (double)shared / seen : 0;
    const double both = all / (1 + all) * ((double)a->count + b->count);
    const uint32_t smaller = a->count < b->count ? a->count : b->count;
    *part = smaller ? both / smaller : 0;
    if (*part > 1)
        *part = 1;
    return all;
}

void book_sketch_print(struct buf *text, const struct book_sketch *sketch)
{
    buf_addf(text, "book %" PRIu32, sketch->count);
    for (uint32_t i = 0; i < sketch->n; i++)
        buf_addf(text, " %016" PRIx64, sketch->hash[i]);
    buf_add_char(text, '\n');
}
