/*
 * ctg_reread.c - what of a book comes back otherwise from its CTG entries
 *
 * The file has each position with White to move, and the way to it shows whose
 * turn it is. Where there is no way the reader has to guess, and two positions
 * that are one but for colours have one list of moves. What becomes of that is
 * not predicted: the entries are read as they will be read from the file.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "format/ctg/ctg_graph.h"
#include "format/formats.h"
#include "base/banned.h"

static struct tabia_book *read_back(const struct ctg_entries *entries,
                                    struct tabia_error *err)
{
    const struct tabia_read_options lenient = { .lenient = true };
    struct read_job job = { .format = &format_ctg, .user = &lenient };
    struct ctg_state state = { .entries = *entries };
    struct table_impl table;
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    bool ok = b && ctg_table(&state, &table, err) &&
              key_walk_table(&ctg_walk, &table, &job, b, err);
    free(state.nleads);
    if (ok)
        return tabia_builder_freeze(b, err);
    tabia_builder_free(b);
    return NULL;
}

static uint64_t count_book_moves(const struct tabia_book *book)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    uint64_t n = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++)
        n += tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT, list,
                                       TABIA_MOVES_MAX);
    return n;
}

/*
 * True if a position of the book is missing only because it is mirrored.
 * Castling rights that the file does not have are another one.
 */
static bool is_mirrored(const struct tabia_book *book,
                        const struct tabia_book *back, uint32_t position)
{
    struct tabia_pos pos, normal, same;
    struct ctg_signature sig;
    tabia_book_position_pos_at(book, position, &pos);
    if (tabia_book_find_position(back, &pos) != TABIA_NUMBER_NONE)
        return false;
    const unsigned guise = ctg_signature_make(&pos, &sig);
    if (!ctg_signature_parse(sig.bytes, sig.size, &normal, NULL))
        return false;
    ctg_restore_guise(&normal, guise, &same);
    return tabia_book_find_position(book, &same) == position;
}

/* Moves of a position that have a code; the others are dropped. */
static uint64_t count_codes(const struct tabia_book *book, uint32_t position)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    struct ctg_signature sig;
    const size_t n =
        tabia_book_position_moves(book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    tabia_book_position_pos_at(book, position, &pos);
    const unsigned guise = ctg_signature_make(&pos, &sig);
    uint64_t ncodes = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t code;
        ncodes += ctg_move_encode(&pos, guise, list[i].move, &code);
    }
    return ncodes;
}

bool ctg_reread_compare(const struct tabia_book *book,
                        const struct ctg_entries *entries, uint64_t ndropped,
                        struct ctg_reread *result, struct tabia_error *err)
{
    struct tabia_book *back = read_back(entries, err);
    *result = (struct ctg_reread){ 0 };
    if (!back)
        return false;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        if (!is_mirrored(book, back, i))
            continue;
        result->mirrored_positions++;
        result->mirrored_moves += count_codes(book, i);
    }
    const uint64_t nkept = count_book_moves(book) - ndropped;
    const uint64_t nback = count_book_moves(back);
    result->added_moves = nback > nkept ? nback - nkept : 0;
    tabia_book_free(back);
    return true;
}
