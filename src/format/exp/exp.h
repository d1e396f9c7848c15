/*
 * exp.h - experience files: what engines have learnt, by position and move
 *
 * Four layouts hold the same few numbers; docs/formats/exp.md has them all.
 */
#ifndef FORMAT_EXP_H
#define FORMAT_EXP_H

#include "format/exp/stockfish.h"
#include "format/key_walk.h"

enum exp_layout { // in the order of EXP_LAYOUTS
    EXP_NO_LAYOUT,
    EXP_BRAINLEARN, // no signature, 24-byte records
    EXP_SUGAR1,     // "SugaR"
    EXP_SUGAR2,     // "SugaR Experience version 2"
    EXP_REVOLUTION, // text
};

#define EXP_LAYOUTS "brainlearn|sugar1|sugar2|revolution"

struct exp_settings {
    struct key_walk_settings walk; // first: see key_walk.h
    enum exp_layout layout;
};

extern const struct setting_row exp_settings_table[];

/* The text of the book that names the layout. */
#define EXP_KEY_LAYOUT "exp-layout"
/* Texts with counts of the file. */
#define EXP_KEY_RECORDS "exp-records"

enum { EXP_DEPTH_MAX = 245, EXP_SCORE_MAX = 32767, EXP_COUNT_MAX = 65535 };

/* What is learnt, in the 64 bits that the model keeps as they come. */
uint64_t exp_pack(const struct format_learnt *values);
struct format_learnt exp_unpack(uint64_t learn);

struct exp_record {
    uint64_t key;
    uint64_t learn;
    uint64_t offset; // in the file
    uint16_t code;   // the move, as Stockfish codes it
};

/* The records of a file, in the order of keys, then of the file. */
struct exp_file {
    enum exp_layout layout;
    bool is_asked; // only records of one key are kept
    uint64_t asked;
    uint64_t nread; // records that were looked at
    struct exp_record *list;
    size_t n, room;
    struct stockfish_keys keys;
};

/*
 * Reads and sorts all records; problems are reported with their place. With
 * 'asked' only those of that position are kept: of a large file that is in
 * order they are searched for, and no others are read.
 */
bool exp_file_read(struct exp_file *file, struct tabia_bytes bytes,
                   const struct tabia_pos *asked, struct read_job *job,
                   struct tabia_error *err);

void exp_file_clear(struct exp_file *file);

/*
 * What two records of one move make together: the deeper one counts. At equal
 * depth BrainLearn takes the newer, the others the mean; counts are added.
 */
uint64_t exp_merge(enum exp_layout layout, uint64_t older, uint64_t newer);

/*
 * The moves of a position from the records of its key, each once, merged, in
 * the order of the file.
 */
size_t exp_list_moves(const struct exp_file *file, struct key_rows rows,
                      const struct tabia_pos *pos,
                      struct tabia_book_move list[TABIA_MOVES_MAX]);

/* How sure the content is to be an experience file. */
enum format_match exp_detect(struct tabia_bytes bytes);

bool exp_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);
bool exp_write_rows(struct row_stream *rows,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err);

#endif
