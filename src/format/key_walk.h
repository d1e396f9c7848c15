/*
 * key_walk.h - from a file that knows positions by their keys to a book
 *
 * Such a file has no positions, so they have to be reached on the board: along
 * its own moves from the starting position, then from every other position that
 * may be in it, in the order of how likely that is. What is never reached stays
 * unknown, and is counted.
 *
 * A format with a table (table_def.h) becomes readable by a rule: it says which
 * rows of the file belong to a position, and the walk does the rest: the queue
 * of positions, which rows were reached, the settings "walk" and "positions",
 * moves that are not legal, the sentence about what was not reached.
 *
 * A book for one side has none of the other side's moves. A bridge is a legal
 * move that the file does not have, and that leads to a position which it has
 * and which was not reached before; it joins the book as a passive one: known,
 * not to be played.
 */
#ifndef FORMAT_KEY_WALK_H
#define FORMAT_KEY_WALK_H

#include "base/bitset.h"
#include "chess/packed.h"
#include "format/format_contract.h"

struct key_walk;
struct key_walk_counts;

/* How far to look for positions, beyond the initial one and those given. */
enum {
    KEY_WALK_KNOWN = 1, // all starts of Chess960 and the built-in book
    KEY_WALK_NEAR = 2,  // one move away from those that are known
    KEY_WALK_JOIN = 4,  // with NEAR: that move joins the book
    KEY_WALK_REST = 8,  // what the format itself can find: rule.find_rest
    KEY_WALK_BRIDGE = KEY_WALK_KNOWN | KEY_WALK_NEAR | KEY_WALK_JOIN,
};

struct key_walk_settings {
    unsigned word;         // the number of a word from 1; 0: not given
    const char *positions; // the path of a file, or NULL
};

/*
 * The rows of a format whose struct of settings begins with the one above;
 * 'usual' is a text.
 */
#define KEY_WALK_SETTINGS(usual)                                               \
    SETTING_FILE(struct key_walk_settings, positions, "positions",             \
                 TABIA_WHEN_READING,                                           \
                 "also look for these positions (FEN, EPD or PGN)"),           \
        SETTING_WORD(                                                          \
            struct key_walk_settings, word, "walk", TABIA_WHEN_READING,        \
            "start|known|near|bridge", NULL,                                   \
            "how far to search for the positions behind the keys (" usual ")")

/* True for the names above: what is searched by key has no use for them. */
bool key_walk_is_setting(const char *name);

/* Numbers of rows, from 'first' to before 'end'; equal: there are none. */
struct key_rows {
    size_t first, end;
};

/* Why a row is no move of a position. */
struct key_fault {
    uint64_t offset; // of the row in the file
    enum tabia_severity severity;
    char what[48]; // "entry 12: e2e5", which "is not legal in ..."; or empty
};

/* Which positions are one node of the book. */
enum key_walk_nodes {
    KEY_WALK_BY_KEY,      // of equal ones all are visited that have own rows
    KEY_WALK_BY_POSITION, // equal ones, visited once
    KEY_WALK_BY_ROW,      // those of one row; all others are nodes of their own
};

/*
 * What the walk has to know of a format. One of the first three lines says how
 * the rows of a position are found; all other functions may be NULL:
 *
 *     rows sorted by one key    key, key_at   (find_rows is NULL)
 *     rows found otherwise      find_rows     (key alone makes it faster)
 *     no numbers of rows        neither; with table.row_size each move that
 *                               table.find gives is a row, location / row_size.
 *                               Without, a position is reached when it is a
 *                               node, and 'list_moves' adds to 'nreached'
 *                               what the file has
 *
 *     NULL             means
 *     key_after        the move is played, then 'key' is asked
 *     check_row        every row is an entry, table.nentries of them, and legal
 *     list_moves       table.find
 *     next_path_tag    0 for all positions
 *     is_near          any move may lead to a row that was not reached
 *     add_roots        the starting position is the only root
 *     find_rest        nothing else is looked for
 *     finish           nothing to add
 *     add_texts        nothing to add
 *     count            the rows of the table are listed
 */
struct key_walk_rule {
    unsigned default_range;   // KEY_WALK_ bits, unless a setting says otherwise
    unsigned range_for_lines; // the same where lines are wanted; 0: as default
    enum key_walk_nodes nodes;
    bool counts_positions; // rows are positions, not entries
    bool drops_passive;    // no file has passive moves: bridges restore them
    size_t group;          // N rows in turn count as one; 0: each

    /* The key of a position, as table.next gives it to its rows; of a row. */
    uint64_t (*key)(const struct table_impl *t, const struct tabia_pos *pos);
    uint64_t (*key_at)(const struct table_impl *t, size_t row);

    /* The rows of a position, numbered below table.nrows. */
    struct key_rows (*find_rows)(const struct table_impl *t,
                                 const struct tabia_pos *pos,
                                 uint32_t path_tag);

    /* The key behind a legal move. */
    tabia_key (*key_after)(const struct tabia_pos *pos, tabia_move mv);

    /*
     * True if a row counts as an entry; with a position also what is wrong with
     * the row there.
     */
    bool (*check_row)(const struct table_impl *t, size_t row,
                      const struct tabia_pos *pos, struct key_fault *fault);

    /* The moves of a position. False ends the walk. */
    bool (*list_moves)(struct key_walk *w,
                       const struct tabia_builder_cursor *at,
                       struct key_rows rows, struct tabia_book_move *list,
                       size_t *n);

    /*
     * What else of the path to a position counts, and is given to 'find_rows':
     * a number, from that of the position before a move. MOVE_NONE: of a root.
     */
    uint32_t (*next_path_tag)(uint32_t path_tag, const struct tabia_pos *pos,
                              tabia_move mv);

    /* True if a move may lead to a row that was not reached. */
    bool (*is_near)(struct key_walk *w, const struct tabia_pos *pos,
                    tabia_move mv, const struct tabia_pos *next,
                    uint32_t path_tag);

    /* Adds the first roots. */
    bool (*add_roots)(struct key_walk *w);

    /* Adds roots for the rows that were not reached. */
    bool (*find_rest)(struct key_walk *w);

    /* Called at the end, for texts and comments. */
    bool (*finish)(struct key_walk *w);

    /* Adds the texts of the book, which a count has too. */
    bool (*add_texts)(struct key_walk *w);

    /* Counts, where the rows of the table cannot be listed. */
    void (*count)(const struct table_impl *t, struct key_walk_counts *counts);
};

/* What one pass over the rows counts, without knowing a position. */
struct key_walk_counts {
    bool has_positions; // 'positions' is known
    uint64_t positions, moves;
    uint64_t weight;                  // of all moves
    uint64_t attrs[TABIA_ATTR_COUNT]; // moves that have it; 0: none, or unknown
};

/* A node of the book, in the order of being reached. */
struct key_walk_node {
    struct tabia_packed pos;
    uint32_t node;
    uint32_t path_tag;
    struct key_rows rows; // those to be visited here
};

struct key_walk {
    const struct key_walk_rule *rule;
    struct table_impl table;
    struct read_job *job;
    struct tabia_builder *out;
    struct tabia_error *err;
    unsigned range; // KEY_WALK_ bits

    struct key_walk_node *list; // owned
    size_t n, room;
    size_t next;   // the first whose moves were not added
    size_t near;   // the first whose surroundings were not looked at
    size_t ntried; // calls of key_walk_try

    uint8_t *reached;             // a bit per row
    uint32_t *nodes;              // by row: its node; only with BY_ROW
    uint64_t *unreached_bits;     // bits of keys that were not reached, or NULL
    unsigned unreached_bits_log2; // log2 of the number of words
    size_t unreached_nkeys;       // keys that were not reached when it was made
    size_t nentries, nreached, nbridges;
    size_t ntwins; // rows whose position was a node already: BY_POSITION
};

/* The rows of a key, by halving; they are sorted by it. */
struct key_rows key_rows_find(const struct table_impl *t, uint64_t key,
                              uint64_t (*key_at)(const struct table_impl *t,
                                                 size_t row));

/* Adds all that is reached to 'out'. Borrows the table, which stays open. */
bool key_walk_table(const struct key_walk_rule *rule,
                    const struct table_impl *table, struct read_job *job,
                    struct tabia_builder *out, struct tabia_error *err);

/* True if a file of the format can be counted without a walk. */
bool key_walk_can_count(const struct tabia_format *format);

/*
 * Counts the rows of a file, which are checked as for reading, and adds its
 * texts to 'out'; for format_io.c.
 */
bool key_walk_count(const struct tabia_format *format, struct tabia_bytes bytes,
                    struct read_job *job, struct key_walk_counts *counts,
                    struct tabia_builder *out, struct tabia_error *err);

/* Reads a file by the rule of its format; for format_io.c. */
bool key_walk_read(const struct tabia_format *format, struct tabia_bytes bytes,
                   struct read_job *job, struct tabia_builder *out,
                   struct tabia_error *err);

/* ---- for the functions of rules -------------------------------------- */

/* Adds a root (NULL: the starting position), which is visited later. */
bool key_walk_add_root(struct key_walk *w, const struct tabia_pos *pos);

/* The same, and all that is reached from there. */
bool key_walk_follow(struct key_walk *w, const struct tabia_pos *pos);

/* The same where the row of the position is known, and was not reached. */
bool key_walk_follow_row(struct key_walk *w, const struct tabia_pos *pos,
                         size_t row);

/*
 * The same as key_walk_follow if the file has rows of it that were not reached.
 */
bool key_walk_try(struct key_walk *w, const struct tabia_pos *pos);

/*
 * Looks one move around the i-th node, at what was not reached; each becomes a
 * root, or with KEY_WALK_JOIN the move a bridge.
 */
bool key_walk_look_around(struct key_walk *w, size_t i);

/* The same around all nodes, except for those that it did before. */
bool key_walk_near(struct key_walk *w);

/* The position of the i-th node. */
static inline struct tabia_builder_cursor key_walk_at(const struct key_walk *w,
                                                      size_t i)
{
    struct tabia_builder_cursor c = { .node = w->list[i].node,
                                      .edge = TABIA_NUMBER_NONE };
    packed_unpack_unchecked(&c.pos, &w->list[i].pos);
    return c;
}

static inline bool key_walk_is_reached(const struct key_walk *w, size_t row)
{
    return bitset_has(w->reached, row);
}

/* ---- positions from a file (key_walk_positions.c) -------------------- */

/*
 * Tries the positions of a file: FEN or EPD lines, or PGN. What is wrong with a
 * game is a warning, with a line an error.
 */
bool key_walk_positions(struct key_walk *w, const char *path);

#endif
