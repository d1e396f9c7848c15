/*
 * epd.h - EPD records and their operations, for the reader and the writer
 */
#ifndef FORMAT_EPD_H
#define FORMAT_EPD_H

#include "base/buf.h"
#include "format/formats.h"

struct text;

struct epd_settings {
    bool normalises;
    bool only_ends;
    bool has_whole_fens;
    bool is_shredder;
};

extern const struct setting_row epd_settings_table[];

/* The operations that the model has a place for; all others are kept. */
enum epd_opcode {
    EPD_BM,   // best moves: moves of the book
    EPD_AM,   // moves to avoid: passive moves
    EPD_ID,   // the position's name
    EPD_ECO,  // its code
    EPD_CE,   // centipawns, the mover's view
    EPD_ACD,  // the depth of 'ce'
    EPD_HMVC, // halfmove clock
    EPD_FMVN, // move number
    EPD_C0,   // the position's comment
    EPD_OTHER,
};

/* One operation: the bytes of its name and of what follows, trimmed. */
struct epd_op {
    enum epd_opcode opcode;
    const char *code, *code_end;
    const char *args, *args_end;
};

enum epd_scan { EPD_END, EPD_FOUND, EPD_NO_OPCODE, EPD_OPEN_STRING };

/*
 * The operation at '*p', which then stands behind its semicolon; the last one
 * needs none. When something is wrong '*p' stands there.
 */
enum epd_scan epd_next_op(const char **p, const char *end, struct epd_op *op);

/* The name that an opcode has in the file. */
const char *epd_opcode_name(enum epd_opcode opcode);

/*
 * True if the reader keeps this operation as it is, instead of storing it
 * in the model, which has a depth only together with an evaluation.
 */
bool epd_is_kept(const struct epd_op *op, bool has_eval);

/* A code such as B90, or with letters and digits behind it. */
bool epd_is_eco(const char *text, size_t len);

/*
 * Kept operations stand at the end of a position's comment, as commands do in
 * PGN: "a comment [%epd pv e4 e5;]".
 */
#define EPD_COMMAND     "[%epd "
#define EPD_COMMAND_END ']'

enum {
    EPD_MATE = 32767,     // less the plies to mate
    EPD_MATE_MIN = 32000, // beyond this an evaluation is a mate
};

enum { EPD_MOVES_MAX = 256 }; // of one record

struct epd_move {
    tabia_move move;
    enum tabia_mark mark;
    const char *at; // where it stands
};

/* Flaws that many records of a list tend to share. */
enum epd_flaw { EPD_FLAW_POSITION, EPD_FLAW_EN_PASSANT, EPD_FLAW_KINDS };

/* All that one line says. The zero value with limits of its texts is empty. */
struct epd_record {
    struct tabia_pos pos;
    struct epd_move moves[EPD_MOVES_MAX];
    size_t nmoves;
    unsigned seen; // opcodes that may stand once
    bool has_ce;
    int64_t ce, acd;
    struct buf name, eco, comment, kept;

    bool normalise; // repair the position silently

    /* Called for what is no error; 'at' is in the line. */
    void (*on_flaw)(void *ctx, enum epd_flaw kind, const char *at,
                    const char *what);
    void (*on_warning)(void *ctx, const char *at, const char *what);
    void *ctx;
};

/* Reads the line at the cursor, which is not empty. Errors go to the text. */
bool epd_record_read(struct epd_record *rec, struct text *t);

/* Frees the texts. */
void epd_record_clear(struct epd_record *rec);

/* Looks at the content only; see format_contract.h. */
bool epd_looks_like_record(const char *p, const char *end);

bool epd_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
