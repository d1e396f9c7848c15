/*
 * polyglot.h - what the files of the PolyGlot format share
 */
#ifndef FORMAT_POLYGLOT_H
#define FORMAT_POLYGLOT_H

#include "base/compiler.h"
#include "format/key_walk.h"

enum {
    POLYGLOT_ENTRY_SIZE = 16, // all numbers are big-endian
    POLYGLOT_KEY_AT = 0,      // 8 bytes
    POLYGLOT_MOVE_AT = 8,     // 2
    POLYGLOT_WEIGHT_AT = 10,  // 2
    POLYGLOT_LEARN_AT = 12,   // 4
    POLYGLOT_TEXT_SIZE = 8,   // bytes of a header's text in one entry
    POLYGLOT_WEIGHT_MAX = 65535,

    // The code of the i-th header entry as a row: no move has this bit.
    POLYGLOT_HEADER_CODE = 0x8000,
};

/* The text of the book that holds a header. */
#define POLYGLOT_KEY_HEADER "polyglot-header"

/* ---- settings -------------------------------------------------------- */

enum polyglot_rule {
    POLYGLOT_RULE_AUTO, // weights, else POLYGLOT_RULE_SCORE
    POLYGLOT_RULE_SCORE,
    POLYGLOT_RULE_GAMES,
    POLYGLOT_RULE_UNIFORM,
};

struct polyglot_settings {
    struct key_walk_settings walk; // first: see key_walk.h
    enum polyglot_rule rule;
    bool repairs;
    bool has_header;
    bool plays_mistakes;
};

extern const struct setting_row polyglot_settings_table[];

/* ---- entries --------------------------------------------------------- */

/*
 * By the first bits of a key: how far from where evenly spread keys would put
 * it the last such key that was looked for has its place. Only a guess: any
 * numbers give the same answers.
 */
struct polyglot_guesses {
    unsigned shift;        // what is left of a key is the index
    _Atomic int16_t off[]; // 0: not known
};

/* For 'n' entries. NULL without memory: a search does without them. */
struct polyglot_guesses *polyglot_guesses_new(size_t n);

/* The entries of a file, or of a repaired copy. */
struct polyglot_entries {
    const uint8_t *data;
    size_t n;
    size_t nheader;   // entries at the start that hold the header's text
    uint8_t *owned;   // a sorted copy; NULL: the file itself
    uint64_t *origin; // of the copy: each entry's number in the file
    bool is_repaired; // what is wrong is a warning, not an error
    struct polyglot_guesses *guesses; // owned; NULL: none are kept
};

/* The whole entries of a file, as they are. Owns nothing. */
struct polyglot_entries polyglot_entries_of(struct tabia_bytes bytes);

/*
 * Like polyglot_entries_of, but reports everything that is wrong with their
 * order; where the caller wants to go on nevertheless, or to repair, 'e' is a
 * sorted copy. Repairing makes warnings of errors, and skips entries
 * that repeat another, or that hold no move. 'e' is cleared on failure.
 */
bool polyglot_entries_check(struct tabia_bytes bytes, struct read_job *job,
                            bool repair, struct polyglot_entries *e,
                            struct tabia_error *err);

void polyglot_entries_clear(struct polyglot_entries *e);

static inline const uint8_t *polyglot_entry_at(const struct polyglot_entries *e,
                                               size_t i)
{
    return e->data + i * POLYGLOT_ENTRY_SIZE;
}

/* Where an entry stands in the file. */
static inline uint64_t polyglot_entry_offset(const struct polyglot_entries *e,
                                             size_t i)
{
    return (e->origin ? e->origin[i] : i) * POLYGLOT_ENTRY_SIZE;
}

/* The entries of a key are [first, end), without those of the header. */
struct polyglot_range {
    size_t first, end;
};

struct polyglot_range polyglot_find(const struct polyglot_entries *e,
                                    uint64_t key);

/* ---- moves ----------------------------------------------------------- */

/*
 * The legal moves of a range, each once, in the order of the file. The
 * weights of a move that is there more than once are added, as its chances
 * are in PolyGlot itself. Each has the offset of its entry as its source.
 */
size_t polyglot_list_moves(const struct polyglot_entries *e,
                           struct polyglot_range range,
                           const struct tabia_pos *pos,
                           struct tabia_book_move list[TABIA_MOVES_MAX]);

/* ---- the format's functions ------------------------------------------ */

extern const struct key_walk_rule polyglot_walk; // polyglot_read.c

/* An entry without learn data. */
void polyglot_put_row(uint64_t key, uint16_t code, uint16_t weight,
                      uint8_t bytes[POLYGLOT_ENTRY_SIZE]);

bool polyglot_write(const struct tabia_book *book,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err);

bool polyglot_write_rows(struct row_stream *rows,
                         const struct tabia_write_options *options,
                         struct sink *dst, struct tabia_report *report,
                         struct tabia_error *err);

#endif
