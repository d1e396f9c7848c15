/*
 * book.h - an opening book in memory
 *
 *     struct tabia_book_move list[32];
 *     size_t n = tabia_book_find(book, &pos, TABIA_MERGE_DEFAULT, list, 32);
 *     for (size_t i = 0; i < n && i < 32; i++)
 *         use(list[i].move, list[i].data.weight);
 *
 * A book is an ordered forest of moves. A node is one occurrence of a
 * position in the source; an edge is a move from one node to another. Several
 * nodes may be occurrences of one position: looking a position up finds them
 * all. Books are built (builder.h), then frozen: reading one is safe from any
 * number of threads.
 *
 * Positions, nodes, edges, roots and texts are numbered. The names of functions
 * show which number they take or return: tabia_book_position_..., _node_...,
 * _edge_..., _root_..., _text_.... Functions called tabia_pos_... (chess.h) are
 * about a board alone.
 */
#ifndef TABIA_BOOK_H
#define TABIA_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/chess.h"
#include "tabia/error.h"
#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_book;

/* ---- values of moves and positions ----------------------------------- */

/*
 * The attributes. Those of moves belong to edges, those of positions to
 * nodes. A set of them is a mask of the bits below; it may have bits that this
 * header does not know, when the library is newer. tabia_attr_name and JSON
 * call the comment of a move "remark", that of a position "comment".
 */
enum tabia_attr {
    TABIA_ATTR_WEIGHT,           // move: how often to play it
    TABIA_ATTR_RESULTS,          // move: games, by their result
    TABIA_ATTR_MARK,             // move: passive or avoided
    TABIA_ATTR_NAGS,             // move: numeric annotation glyphs
    TABIA_ATTR_MOVE_COMMENT,     // move: a comment
    TABIA_ATTR_LEARN,            // move: what an engine learnt, as in the file
    TABIA_ATTR_NAME,             // position: the opening's name
    TABIA_ATTR_ECO,              // position: its ECO code
    TABIA_ATTR_POSITION_COMMENT, // position: a comment
    TABIA_ATTR_EVAL,             // position: an engine's evaluation
    TABIA_ATTR_COORDINATES,      // position: where it is drawn
    TABIA_ATTR_TAGS,             // position of a root: the tags of its game
    TABIA_ATTR_LOCATION, // move: line and column, or offset, in its file
    TABIA_ATTR_COUNT,    // that this header knows
};

/* Most attributes of any version: what is stored by attribute is this long. */
enum { TABIA_ATTRS_MAX = 31 };

/*
 * The bit of an attribute in a mask. Such masks are called 'has' where values
 * are set (tabia_move_data, tabia_node_data, tabia_answer), and attrs where
 * they are meant in general (tabia_book_attrs, tabia_format_info). What else a
 * format holds is another mask, of TABIA_HOLDS_ bits (format.h).
 */
enum tabia_attr_flags {
    TABIA_HAS_WEIGHT = 1 << TABIA_ATTR_WEIGHT,
    TABIA_HAS_RESULTS = 1 << TABIA_ATTR_RESULTS,
    TABIA_HAS_MARK = 1 << TABIA_ATTR_MARK,
    TABIA_HAS_NAGS = 1 << TABIA_ATTR_NAGS,
    TABIA_HAS_MOVE_COMMENT = 1 << TABIA_ATTR_MOVE_COMMENT,
    TABIA_HAS_LEARN = 1 << TABIA_ATTR_LEARN,
    TABIA_HAS_NAME = 1 << TABIA_ATTR_NAME,
    TABIA_HAS_ECO = 1 << TABIA_ATTR_ECO,
    TABIA_HAS_POSITION_COMMENT = 1 << TABIA_ATTR_POSITION_COMMENT,
    TABIA_HAS_EVAL = 1 << TABIA_ATTR_EVAL,
    TABIA_HAS_COORDINATES = 1 << TABIA_ATTR_COORDINATES,
    TABIA_HAS_TAGS = 1 << TABIA_ATTR_TAGS,
    TABIA_HAS_LOCATION = 1 << TABIA_ATTR_LOCATION,
};

enum tabia_mark {
    TABIA_MARK_NONE,
    TABIA_MARK_AVOIDED, // x: playable, but not chosen
    TABIA_MARK_PASSIVE, // ?: known and answered, never played
};

enum { TABIA_NAGS_MAX = 4 };

/* The values of a move. Texts are UTF-8 and belong to the book, or are NULL. */
struct tabia_move_data {
    unsigned has; // mask of the attributes below that are set
    uint32_t weight;
    uint32_t white, draws, black; // results: games won by White, ...; at most
                                  // UINT32_MAX, see tabia_answer.move_stats
    uint32_t unknown_results;     // games without a known result
    enum tabia_mark mark;
    uint8_t nags[TABIA_NAGS_MAX]; // 0 ends the list
    const char *comment;
    uint64_t learn;
    uint32_t line, col; // source; line 0: 'col' is an offset
    uint64_t reserved[2];
};

enum tabia_eval_kind { TABIA_EVAL_CP, TABIA_EVAL_MATE };

/* An engine's evaluation. */
struct tabia_eval {
    enum tabia_eval_kind kind;
    int32_t value;    // centipawns, or moves to mate; White's view. A mate in
                      // 0: the side to move is mated
    uint32_t depth;   // 0: unknown
    const char *text; // as it was written; NULL for a new value
};

/* Where a position is drawn. */
struct tabia_coordinates {
    double x, y;
    const char *x_text, *y_text; // as written; NULL for new values
};

enum { TABIA_TAGS_MAX = 1024 }; // of one game

/* A tag of a game or a chapter: Event, Result, ... */
struct tabia_tag {
    const char *name, *value;
};

/* The values of a position. Texts as in tabia_move_data. */
struct tabia_node_data {
    unsigned has; // mask of the attributes below that are set
    const char *name;
    const char *eco; // "C84"
    const char *comment;
    struct tabia_eval eval;
    struct tabia_coordinates coordinates;
    const struct tabia_tag *tags; // in source order; a name may recur
    size_t ntags;
    uint64_t reserved[4];
};

/*
 * All games of a move, including those without a known result, which
 * tabia_tally_games does not count.
 */
static inline uint64_t tabia_move_data_games(const struct tabia_move_data *data)
{
    return (uint64_t)data->white + data->draws + data->black +
           data->unknown_results;
}

/* The attribute's name in JSON, such as "weight"; NULL beyond the last. */
TABIA_API const char *tabia_attr_name(enum tabia_attr attr);

/* ---- the forest ------------------------------------------------------ */

#define TABIA_NUMBER_NONE UINT32_MAX // no node, no edge, no position

/* One move of the book. */
struct tabia_book_move {
    tabia_move move;
    // Numbers in the book; in an answer of a source that is not loaded, and in
    // a sum of several, all three are TABIA_NUMBER_NONE.
    uint32_t edge; // of a folded move: the first of its edges
    uint32_t from_node, to_node;
    struct tabia_move_data data;
    bool has_share; // not an attribute: the book has a share rule, see
                    // tabia_book_text_at
    uint64_t share; // how often to play it, relative to the other moves
    uint64_t reserved[1];
};

/* Accepts NULL. */
TABIA_API void tabia_book_free(struct tabia_book *book);

/*
 * Counts; the numbers below run from 0 to the count minus 1. Numbers of nodes,
 * edges and positions must be in range; only functions called _at, and
 * tabia_book_root_pos_at, check them.
 */
TABIA_API uint32_t tabia_book_position_count(const struct tabia_book *book);
TABIA_API uint32_t tabia_book_node_count(const struct tabia_book *book);
TABIA_API uint32_t tabia_book_edge_count(const struct tabia_book *book);
TABIA_API uint32_t tabia_book_root_count(const struct tabia_book *book);

/*
 * The attributes in use (a mask), and how many moves or positions have one: 0
 * for an attribute that the library does not know.
 */
TABIA_API unsigned tabia_book_attrs(const struct tabia_book *book);
TABIA_API uint32_t tabia_book_attr_count(const struct tabia_book *book,
                                         enum tabia_attr attr);

/* The node that starts the n-th part of the forest, or TABIA_NUMBER_NONE. */
TABIA_API uint32_t tabia_book_root_at(const struct tabia_book *book,
                                      uint32_t n);

/*
 * The raw position of the n-th root, clocks and double step included; the
 * positions of other nodes are known by playing moves from here. False beyond
 * the last.
 */
TABIA_API bool tabia_book_root_pos_at(const struct tabia_book *book, uint32_t n,
                                      struct tabia_pos *pos);

/* The number of the position that a node is an occurrence of. */
TABIA_API uint32_t tabia_book_node_position(const struct tabia_book *book,
                                            uint32_t node);

/* A position as a board; false beyond the last. */
TABIA_API bool tabia_book_position_pos_at(const struct tabia_book *book,
                                          uint32_t position,
                                          struct tabia_pos *pos);

/* The number of a position by its tabia_pos_identity, or TABIA_NUMBER_NONE. */
TABIA_API uint32_t tabia_book_find_position(const struct tabia_book *book,
                                            const struct tabia_pos *pos);

/* The nodes of a position, in source order: the n-th, or TABIA_NUMBER_NONE. */
TABIA_API uint32_t tabia_book_position_node_at(const struct tabia_book *book,
                                               uint32_t position, uint32_t n);

/*
 * The edges of a node, in sibling order: 'count' numbers, the smallest of which
 * is 'first'.
 */
TABIA_API void tabia_book_node_edges(const struct tabia_book *book,
                                     uint32_t node, uint32_t *first,
                                     uint32_t *count);

TABIA_API tabia_move tabia_book_edge_move(const struct tabia_book *book,
                                          uint32_t edge);
TABIA_API uint32_t tabia_book_edge_target(const struct tabia_book *book,
                                          uint32_t edge);
TABIA_API struct tabia_move_data tabia_book_edge_data(
    const struct tabia_book *book, uint32_t edge);
TABIA_API struct tabia_node_data tabia_book_node_data(
    const struct tabia_book *book, uint32_t node);

/* ---- texts of the whole book ----------------------------------------- */

/*
 * Pairs of key and value in source order. Known keys: "title", "side" ("white"
 * or "black"), "author", "comment", "format" (the format that it was read
 * from), "share-rule" (how its own program picks a move, if not by weight:
 * "chessbase", "arena ..."). Formats add their own. False beyond the last.
 */
TABIA_API uint32_t tabia_book_text_count(const struct tabia_book *book);
TABIA_API bool tabia_book_text_at(const struct tabia_book *book, uint32_t n,
                                  const char **key, const char **value);
/* The value of a key, or NULL. */
TABIA_API const char *tabia_book_find_text(const struct tabia_book *book,
                                           const char *key);

/* ---- finding --------------------------------------------------------- */

/* How the values of a move that occurs more than once are merged. */
enum tabia_merge_policy {
    TABIA_MERGE_DEFAULT, // results: the sum; weights: the largest
    TABIA_MERGE_SUM,     // results and weights: the sum
    TABIA_MERGE_FIRST,   // all but marks: the first
    TABIA_MERGE_MAX,     // results and weights: the largest
    TABIA_MERGE_LAST,    // all but marks: the last
};

/*
 * The moves of a position by its number, each once, in the order in which they
 * first occur. Values of a move that occurs more than once are merged: of
 * different marks the mildest counts, as in a CT800 book; of different texts
 * the first (LAST: the last). Shares are set if the book has a share rule.
 * Fills 'list' with the first 'max' moves, and returns how many there are: at
 * most TABIA_MOVES_MAX. 'list' may be NULL if 'max' is 0.
 */
TABIA_API size_t tabia_book_position_moves(const struct tabia_book *book,
                                           uint32_t position,
                                           enum tabia_merge_policy policy,
                                           struct tabia_book_move *list,
                                           size_t max);

/*
 * Like tabia_book_position_moves, but for a position on a board. If the book
 * comes from a format that ignores en passant, the answer includes the moves of
 * positions that differ only in it, as far as they are legal here. 0 if the
 * book does not have the position.
 */
TABIA_API size_t tabia_book_find(const struct tabia_book *book,
                                 const struct tabia_pos *pos,
                                 enum tabia_merge_policy policy,
                                 struct tabia_book_move *list, size_t max);

/* The values of all occurrences of a position, merged; of texts, the first. */
TABIA_API struct tabia_node_data tabia_book_position_data(
    const struct tabia_book *book, uint32_t position);

#ifdef __cplusplus
}
#endif

#endif
