/*
 * attrs.h - the table of attributes, which moves and positions carry
 *
 *     unsigned left = data.has;
 *     const struct attr *a;
 *     while ((a = attr_next(&left, ATTR_OF_MOVE)))
 *         use(a->name, attr_get(a, &data));
 *
 * An attribute is a row. Whatever treats all of them alike (columns, copies,
 * differences, merging, reports of losses, JSON, the text for editing, views)
 * is a loop over rows and a switch over their kinds. A new attribute of a kind
 * that there is takes its line in enum tabia_attr, its TABIA_HAS_ line, its
 * member in tabia_move_data or tabia_node_data (cut from the end's 'reserved'),
 * and its row.
 */
#ifndef BOOK_ATTRS_H
#define BOOK_ATTRS_H

#include "base/compiler.h"
#include "tabia/book.h"

enum attr_owner { ATTR_OF_MOVE, ATTR_OF_NODE };

/* What the member of the struct is. */
enum attr_kind {
    ATTR_KIND_NUMBERS,     // uint32_t, one or several in a row
    ATTR_KIND_HEX,         // uint64_t, written as 16 hexadecimal digits
    ATTR_KIND_MARK,        // enum tabia_mark
    ATTR_KIND_NAGS,        // uint8_t[TABIA_NAGS_MAX]
    ATTR_KIND_TEXT,        // const char *
    ATTR_KIND_EVAL,        // struct tabia_eval
    ATTR_KIND_COORDINATES, // struct tabia_coordinates
    ATTR_KIND_TAGS,        // const struct tabia_tag *, and their number
};

/* How two values of one move or position become one. */
enum attr_merging {
    ATTR_MERGE_FIRST,   // the first stays; TABIA_MERGE_LAST: the last
    ATTR_MERGE_JOINED,  // likewise, but books that are added up keep both texts
    ATTR_MERGE_SILENT,  // like ATTR_MERGE_FIRST, never a contradiction
    ATTR_MERGE_LARGEST, // numbers by the policy; by default the largest
    ATTR_MERGE_ADDED,   // numbers by the policy; by default their sum
    ATTR_MERGE_MILDEST, // the mildest mark; none is milder than any
};

struct attr {
    const char *name; // in JSON, in reports, in the text for editing
    enum attr_owner owner;
    size_t offset; // in tabia_move_data or tabia_node_data
    enum attr_kind kind;
    enum attr_merging merging;
    struct {
        const char *one, *many;
    } noun;
    const char *number_names[4]; // none: the attribute's own name
    unsigned noptional;          // the last N are written only where not 0
};

extern const struct attr attr_table[TABIA_ATTR_COUNT];

/* The words of marks, by enum tabia_mark; NULL for none. */
extern const char *const attr_marks[TABIA_MARK_PASSIVE + 1];

enum {
    ATTRS_ALL = (1u << TABIA_ATTR_COUNT) - 1,
    ATTRS_OF_BOOK = ATTRS_ALL & ~TABIA_HAS_LOCATION, // not about its file
};

static inline unsigned attr_bit(const struct attr *a)
{
    return 1u << (a - attr_table);
}

/* Takes the next row of the owner from a mask; NULL: there is none left. */
static inline const struct attr *attr_next(unsigned *left,
                                           enum attr_owner owner)
{
    for (*left &= ATTRS_ALL; *left; *left &= *left - 1) {
        const struct attr *a = &attr_table[__builtin_ctz(*left)];
        if (a->owner == owner) {
            *left &= *left - 1;
            return a;
        }
    }
    return NULL;
}

/* The value in the struct of its owner. */
static inline const void *attr_get(const struct attr *a, const void *data)
{
    return (const char *)data + a->offset;
}

static inline void *attr_get_mutable(const struct attr *a, void *data)
{
    return (char *)data + a->offset;
}

/*
 * How many numbers an attribute of ATTR_KIND_NUMBERS has, and the i-th's name.
 */
static inline size_t attr_number_count(const struct attr *a)
{
    size_t n = 1;
    while (n < COUNT_OF(a->number_names) && a->number_names[n])
        n++;
    return n;
}

static inline const char *attr_number_name(const struct attr *a, size_t i)
{
    return a->number_names[0] ? a->number_names[i] : a->name;
}

/* Fails with TABIA_ERR_MISUSE for a value that its enum does not have. */
bool attr_check(const struct attr *a, const void *data,
                struct tabia_error *err);

/* The bytes of a value. */
size_t attr_size(const struct attr *a);

/* True if the values of two structs of the owner are the same. */
bool attr_is_same(const struct attr *a, const void *x, const void *y);

/* Copies the value, or with 'from' NULL takes it away. */
void attr_set(const struct attr *a, void *data, const void *from);

/*
 * The number that a limit is about: the largest of several, a text's length in
 * bytes, 0 for what has no size.
 */
uint64_t attr_magnitude(const struct attr *a, const void *data);

/* The mask of attributes that only one has, or in which the two differ. */
unsigned attrs_diff_moves(const struct tabia_move_data *a,
                          const struct tabia_move_data *b);
unsigned attrs_diff_nodes(const struct tabia_node_data *a,
                          const struct tabia_node_data *b);

/*
 * Adds 'more' to 'data' by the policy. Returns the mask of attributes in which
 * the two contradicted each other.
 */
unsigned attrs_merge_moves(struct tabia_move_data *data,
                           const struct tabia_move_data *more,
                           enum tabia_merge_policy policy);

/* The same for positions. */
unsigned attrs_merge_nodes(struct tabia_node_data *data,
                           const struct tabia_node_data *more,
                           enum tabia_merge_policy policy);

#endif
