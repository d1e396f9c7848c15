/*
 * obk.h - what the files of the Chessmaster format share
 */
#ifndef FORMAT_OBK_H
#define FORMAT_OBK_H

#include "base/buf.h"
#include "base/compiler.h"
#include "format/format_contract.h"

enum {
    OBK_COUNT_AT = 4,      // LE32: moves
    OBK_NOTES_SIZE_AT = 8, // LE32: bytes of notes; new header only
    OBK_OLD_HEADER_SIZE = 8,
    OBK_NEW_HEADER_SIZE = 12,
    OBK_MOVE_SIZE = 2,
    OBK_NOTE_HEADER_SIZE = 6, // LE32 move, length of the text, type
    OBK_NOTE_MAX = 255,       // bytes of a note's text

    // First byte of a move: two flags and the square it comes from.
    OBK_LINE_ENDS = 0x80,
    OBK_LAST_SIBLING = 0x40,
    // Both bytes: the square. The second has the weight above it.
    OBK_SQUARE = 0x3F,
    OBK_WEIGHT_SHIFT = 6,
};

enum obk_note_type {
    OBK_NOTE_NAME = 0x80,
    OBK_NOTE_REMARK = 0x81,
    OBK_NOTE_ECO = 0x82,
};

extern const char obk_old_magic[4], obk_new_magic[4];

/* What the two bits of a move's weight stand for: 0, 25, 50, 100. */
extern const uint8_t obk_steps[4];

/*
 * Texts of the book by which a writer repeats what a reader met. Each is set
 * only where a file differs from what would be written anyway.
 */
#define OBK_KEY_VERSION    "obk-version"    // "old"
#define OBK_KEY_NOTE_BASE  "obk-note-base"  // "0"
#define OBK_KEY_NOTE_TEXT  "obk-note-text"  // "utf-8"
#define OBK_KEY_NOTE_ORDER "obk-note-order" // "MOVE:TYPE:LENGTH ..."

/* ---- settings -------------------------------------------------------- */

enum obk_rule { OBK_RULE_AUTO, OBK_RULE_SHARE, OBK_RULE_RANK };

struct obk_settings {
    enum { OBK_BASE_0 = 1, OBK_BASE_1 } note_base; // 0: not given
    enum { OBK_NEW = 1, OBK_OLD } version;         // 0: not given
    bool note_utf8;
    enum obk_rule rule;
    uint64_t max_nodes;
    bool plays_mistakes;
};

extern const struct setting_row obk_settings_table[];

/* ---- files ----------------------------------------------------------- */

/* The parts of a file. Borrows the bytes. */
struct obk_file {
    struct tabia_bytes bytes;
    bool is_old;
    uint32_t nmoves; // that are really there
    size_t moves_at;
    size_t notes_at, notes_end;
};

/* A location in a file, and who gets reports about it. */
struct obk_reader {
    struct obk_file file;
    struct read_job *job;
    struct tabia_error *err;
};

/* Finds the parts; reports what contradicts the size of the file. */
bool obk_file_parse(struct obk_reader *r, struct tabia_bytes bytes);

/* Reports a contradiction at an offset. True: go on. */
bool obk_fail(struct obk_reader *r, enum tabia_status status, uint64_t offset,
              const char *fmt, ...) PRINTF_LIKE(4, 5);

bool obk_has_magic(struct tabia_bytes bytes, const char magic[4]);

/* Where the 'index'-th move stands, from 0. */
static inline size_t obk_move_offset(const struct obk_file *f, uint32_t index)
{
    return f->moves_at + (size_t)index * OBK_MOVE_SIZE;
}

/* The legal move of two squares, or TABIA_MOVE_NONE. */
tabia_move obk_move_decode(const struct tabia_pos *pos, const uint8_t *bytes);

/* The squares of a legal move; false if its promotion cannot be written. */
bool obk_move_encode(const struct tabia_pos *pos, tabia_move mv,
                     uint8_t bytes[OBK_MOVE_SIZE]);

/*
 * Goes along one legal move of the file, the 'index'-th from 0: 'c' is where
 * it is played and becomes where it leads. False ends the walk.
 */
typedef bool obk_move_fn(void *ctx, struct tabia_builder_cursor *c,
                         tabia_move mv, uint32_t index,
                         struct tabia_error *err);

/* Follows the tree from 'start', move by move in the order of the file. */
bool obk_walk(struct obk_reader *r, const struct tabia_builder_cursor *start,
              obk_move_fn *on_move, void *ctx);

/* ---- notes ----------------------------------------------------------- */

/* What a move of the file became; TABIA_NUMBER_NONE if it was dropped. */
struct obk_place {
    uint32_t node, edge;
};

/* Adds the notes to the moves at 'places', one for every move. */
bool obk_notes_read(struct obk_reader *r, const struct obk_settings *settings,
                    const struct obk_place *places, struct tabia_builder *out);

/* The moves of a file to be written, in its order. */
struct obk_plan {
    struct obk_plan_move {
        uint32_t node, edge;
        uint8_t bytes[OBK_MOVE_SIZE];
    } * moves;
    size_t nmoves, room;
};

/* Appends the whole section of notes; 'notes' has the limit of the field. */
bool obk_notes_write(const struct tabia_book *book, const struct obk_plan *plan,
                     const struct obk_settings *settings, struct buf *notes,
                     struct tabia_report *report, struct tabia_error *err);

/* ---- the format's functions ------------------------------------------ */

bool obk_open(struct tabia_bytes bytes, struct read_job *job,
              struct table_impl *table, struct tabia_error *err);

bool obk_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
