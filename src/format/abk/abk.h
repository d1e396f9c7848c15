/*
 * abk.h - what the files of the Arena format share
 */
#ifndef FORMAT_ABK_H
#define FORMAT_ABK_H

#include "base/compiler.h"
#include "book/share.h"
#include "format/format_contract.h"

enum {
    ABK_RECORD_SIZE = 28,
    ABK_FIRST_RECORD =
        900, // number of the first record; the header is below it
    ABK_HEADER_SIZE = ABK_FIRST_RECORD * ABK_RECORD_SIZE,
    ABK_SIBLINGS_MAX = 255,
    ABK_PRIORITY_MAX = 9,

    // Offsets in the header, all numbers little-endian.
    ABK_START_AT = 4,       // offset of the first record
    ABK_RECORD_SIZE_AT = 8, // bytes of a record
    ABK_COMMENT_AT = 12,    // length, then the text
    ABK_COMMENT_MAX = 120,
    ABK_AUTHOR_AT = 133,
    ABK_AUTHOR_MAX = 80,
    ABK_DEPTH_AT = 214,
    ABK_COUNT_AT = 218,
    ABK_PRIORITY_AT = 238, // how much priority, games and score count
    ABK_GAMES_AT = 242,
    ABK_SCORE_AT = 246,
    ABK_FILLER_AT = 254,
};

/* Texts of the book; those of the numbers are in abk_numbers. */
#define ABK_KEY_COMMENT "comment"
#define ABK_KEY_AUTHOR  "author"
#define ABK_KEY_VERSION "abk-version" // "abk" or "ab2"

/* The settings in the header, each a text of the book. */
struct abk_number {
    const char *key;
    unsigned at;
    uint32_t standard;
};

enum { ABK_NNUMBERS = 5 };

extern const struct abk_number abk_numbers[ABK_NNUMBERS];

/* ---- settings -------------------------------------------------------- */

struct abk_settings {
    enum { ABK_ABK = 1, ABK_AB2 } version;  // 0: not given
    enum { ABK_WHITE = 1, ABK_MOVER } view; // whose wins and losses
    bool keep_deleted;
    bool plays_mistakes;
    uint64_t max_nodes;
};

extern const struct setting_row abk_settings_table[];

/* ---- files ----------------------------------------------------------- */

struct abk_record {
    uint8_t from, to;
    int8_t promotion; // 1 R, 2 N, 3 B, 4 Q; White's are negative
    uint8_t priority;
    uint32_t games, won, lost;
    int8_t captured;     // AB2: as a promotion, 6 a pawn; Black's are positive
    bool is_deleted;     // but still there, and so is what follows it
    int32_t child, next; // numbers of records; 0 or -1: none
};

/* Borrows the bytes. */
struct abk_file {
    struct tabia_bytes bytes;
    bool is_new;       // AB2
    uint32_t nrecords; // with those of the header
    bool has_results;  // as abk_has_results says
    struct share share;
};

/* A location in a file, and who gets reports about it. */
struct abk_reader {
    struct abk_file file;
    struct read_job *job;
    struct abk_settings settings;
    struct tabia_error *err;
};

/* FORMAT_SURE, or what the first bytes say otherwise. */
enum format_match abk_detect(struct tabia_bytes bytes);

/*
 * True if some record has games that were won or lost: games alone say nothing
 * about results. Reads up to the first such record.
 */
bool abk_has_results(const struct abk_file *f);

/*
 * Looks at the header; reports what contradicts the size of the file.
 * 'has_results' is left to the caller.
 */
bool abk_file_parse(struct abk_reader *r, struct tabia_bytes bytes);

struct abk_record abk_record_decode(const struct abk_file *f, uint32_t number);

void abk_record_encode(const struct abk_record *rec, bool is_new,
                       uint8_t bytes[ABK_RECORD_SIZE]);

/* The legal move of a record, or TABIA_MOVE_NONE. */
tabia_move abk_move_decode(const struct tabia_pos *pos,
                           const struct abk_record *rec);

/* Sets the squares, the promotion and what is captured. */
void abk_move_encode(const struct tabia_pos *pos, tabia_move mv,
                     struct abk_record *rec);

/*
 * The values of a record, for the side that moves in 'pos'. In a file without
 * any game that was won or lost the results are not known.
 */
struct tabia_move_data abk_record_data(const struct abk_file *f,
                                       const struct abk_record *rec,
                                       const struct tabia_pos *pos,
                                       bool is_mover_view);

/* Reports a contradiction in a record. True: go on. */
bool abk_fail(struct abk_reader *r, enum tabia_status status, uint64_t offset,
              const char *fmt, ...) PRINTF_LIKE(4, 5);

static inline uint64_t abk_offset(uint32_t number)
{
    return (uint64_t)number * ABK_RECORD_SIZE;
}

/*
 * Goes along one legal move, deleted or not: 'c' is where it is played and
 * becomes where it leads. False ends the walk.
 */
typedef bool abk_move_fn(void *ctx, struct tabia_builder_cursor *c,
                         tabia_move mv, uint32_t number,
                         const struct abk_record *rec, struct tabia_error *err);

/* Follows the tree from 'start', siblings in their order. */
bool abk_walk(struct abk_reader *r, const struct tabia_builder_cursor *start,
              abk_move_fn *on_move, void *ctx);

/* ---- the format's functions ------------------------------------------ */

bool abk_open(struct tabia_bytes bytes, struct read_job *job,
              struct table_impl *table, struct tabia_error *err);

bool abk_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
