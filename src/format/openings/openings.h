/*
 * openings.h - what the files of the Chess Openings format share
 *
 * A state of the format is a board, a side to move and castling rights; en
 * passant never counts. The oldest files do not even have the rights, and
 * then they come from the moves that lead to a state.
 */
#ifndef FORMAT_OPENINGS_H
#define FORMAT_OPENINGS_H

#include "base/buf.h"
#include "base/hashmap.h"
#include "format/format_contract.h"

/* A part of a line, without the blanks around it. */
struct openings_span {
    const char *p, *end;
};

static inline size_t openings_span_len(struct openings_span s)
{
    return (size_t)(s.end - s.p);
}

struct openings_settings {
    enum { OPENINGS_V4 = 1, OPENINGS_V5 } version; // 0: not given
};

extern const struct setting_row openings_settings_table[];

/* ---- values (openings_value.c) --------------------------------------- */

enum {
    OPENINGS_NUMBER_SIZE = 42, // JSON_WRITER_DOUBLE_SIZE and ".0"
    OPENINGS_EVAL_SIZE = 24,
};

/* Reads a decimal number such as 50.8 or -1e3; finite, the same anywhere. */
bool openings_parse_number(struct openings_span text, double *value);

/* Prints the shortest digits that read back the same, with a point: "0.0". */
void openings_print_number(double value, char buf[OPENINGS_NUMBER_SIZE]);

/*
 * Reads "white +0.35", "black -1.20", "white M5" or "M5". A mate without a
 * colour is given by the side to move.
 */
bool openings_parse_eval(struct openings_span text, enum tabia_color turn,
                         struct tabia_eval *eval);

/* Prints a value as the original tool does: "black +1.20", "white M5". */
void openings_print_eval(const struct tabia_eval *eval, enum tabia_color turn,
                         char buf[OPENINGS_EVAL_SIZE]);

/* ---- states of version 2 (openings_old.c) ---------------------------- */

/*
 * Reads "start[w]" or one of the two encodings with [w] or [b] behind it. The
 * position has no castling rights, unless it is the initial one. The error's
 * column counts from the start of the text.
 */
bool openings_parse_old_state(struct openings_span text, struct tabia_pos *pos,
                              struct tabia_error *err);

/* ---- the graph (openings_graph.c) ------------------------------------ */

/* One state of the file. */
struct openings_state {
    uint8_t
        key[TABIA_PACKED_CORE_SIZE]; // what distinguishes it from other states
    struct tabia_packed packed;      // with its rights, without en passant
    uint32_t first_transition, last_transition; // TABIA_NUMBER_NONE: none
    uint32_t first_variant;                     // TABIA_NUMBER_NONE: none
    uint32_t line;           // of its position line; 0: it has none
    uint32_t x_text, y_text; // in 'texts'
    uint32_t eval_text;      // in 'texts', or TABIA_NUMBER_NONE
    uint32_t nincoming;
    uint8_t double_steps; // files of the pawns that lead here by one
    double x, y;
    struct tabia_eval eval; // without its text
};

/* One transition of the file. */
struct openings_transition {
    uint32_t from, target; // nodes; TABIA_NUMBER_NONE while not known
    uint32_t next;         // of the same node
    uint32_t comment;      // in 'texts', or TABIA_NUMBER_NONE
    uint32_t line, col;    // of its first byte
    uint32_t state_len;    // of the text that names the node it leaves
    uint32_t move_text_len;
    const char *state; // borrowed from the file
    const char *move_text;
    tabia_move move; // TABIA_MOVE_NONE while not known
    uint8_t ep_file;
    bool is_state; // 'target' was named, not the move
    bool is_linked;
    bool is_bad; // reported as wrong
};

/*
 * An occurrence in the book. A state has more than one where positions that
 * the book distinguishes are one to this format.
 */
struct openings_variant {
    struct tabia_packed packed;
    uint32_t state; // in 'states'
    uint32_t node;  // in the book
    uint32_t next;  // of the same state
};

/* The zero value with limits in 'index' and 'texts' is empty. */
struct openings_graph {
    bool is_bare; // the file has no castling rights
    struct openings_state *states;
    struct openings_transition *transitions;
    struct openings_variant *variants;
    size_t nstates, ntransitions, nvariants;
    size_t states_room, transitions_room, variants_room;
    struct hashmap index; // of states
    struct buf texts;     // each with its NUL
    uint64_t nreplaced;   // comments of a transition that stands twice
    uint32_t replaced_line, replaced_col; // the first of them
    uint64_t nloose; // targets with other castling rights than the move leaves
    uint32_t loose_move; // the first of them
    uint64_t nunreached; // of a bare graph: states without a line from start
};

/* The number of a state, added if new. TABIA_NUMBER_NONE: no memory. */
uint32_t openings_add_state(struct openings_graph *g,
                            const struct tabia_pos *pos,
                            struct tabia_error *err);

void openings_state_pos(const struct openings_graph *g, uint32_t node,
                        struct tabia_pos *pos);

/* The position that a transition leaves, with its double step. */
void openings_transition_pos(const struct openings_graph *g,
                             const struct openings_transition *mv,
                             struct tabia_pos *pos);

/* Adds a transition to the list of the node that it leaves. */
bool openings_add_transition(struct openings_graph *g,
                             const struct openings_transition *mv,
                             struct tabia_error *err);

/* Keeps a text; returns its place, TABIA_NUMBER_NONE without memory. */
uint32_t openings_keep_text(struct openings_graph *g, struct openings_span text,
                            struct tabia_error *err);

/*
 * Finds the move of a transition from its text or its target, and the node
 * that it leads to. False: there is no such move; *is_fatal: no memory. A
 * capture en passant may rest on a double step that is known already.
 */
bool openings_resolve(struct openings_graph *g, uint32_t move, bool *is_fatal,
                      struct tabia_error *err);

/* True if the text is a move after some double step, known or not. */
bool openings_may_be_ep(const struct openings_graph *g, uint32_t move);

void openings_clear(struct openings_graph *g);

/* Gives every state of a bare graph the rights that lines from the start do. */
bool openings_restore_rights(struct openings_graph *g, struct tabia_error *err);

/* ---- the book (openings_build.c) ------------------------------------- */

/* Makes the book of all transitions that have a move. */
bool openings_build(struct openings_graph *g, struct tabia_builder *out,
                    struct tabia_error *err);

/* ---- writing (openings_write.c) -------------------------------------- */

bool openings_write(const struct tabia_book *book,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err);

#endif
