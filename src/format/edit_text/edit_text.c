/*
 * edit_text.c - a book as a text that people edit, and back
 *
 *     line     = ( "text" | "tag" ) "key" string "value" string
 *              | ( "root" FEN | "position" FIELDS ) [ "@" number ] values
 *              | SAN [ ">" "@" number ] values
 *
 * It is read twice: first the positions, so that moves find where they lead,
 * then the moves. A tag belongs to the root above it, a text to the whole
 * book. Lines that begin with '#' are comments for the editor.
 *
 * A node that has moves, or about which anything is said, gets a line of its
 * own. Occurrences of a position are distinguished by a number: those that have
 * a line come first, in the order of lines, then those that moves lead to.
 * This is the order in which the reader makes them, so that what it made is
 * written the same way again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sink.h"
#include "base/vec.h"
#include "book/copy.h"
#include "format/edit_text/edit_values.h"
#include "format/format_contract.h"
#include "format/formats.h"
#include "format/losses.h"
#include "format/shared/tag_list.h"
#include "base/banned.h"

enum { ROOT_FIELDS = 6, POSITION_FIELDS = 4 };

#define NODES_MAX (UINT32_MAX - 1)

/* One occurrence of a position: which one, from 1. */
struct edit_occurrence {
    struct tabia_pos pos; // its identity
    uint32_t label, node;
};

enum edit_block_state { BLOCK_NONE, BLOCK_OPEN, BLOCK_BAD };

struct edit_reader {
    struct edit_line line;
    struct tabia_builder *out;
    struct read_job *job;
    struct tabia_error *err;
    struct hashmap map; // of occurrences
    struct edit_occurrence *occurrences;
    size_t noccurrences, room;
    const struct edit_occurrence *wanted;
    bool is_second; // the moves are being read
    enum edit_block_state state;
    struct tabia_builder_cursor block; // the position whose moves follow
    uint32_t root; // that 'tags' belong to, or TABIA_NUMBER_NONE
    struct tag_list tags;
};

/* ---- occurrences ----------------------------------------------------- */

static bool is_wanted_occurrence(const void *ctx, uint32_t id)
{
    const struct edit_reader *r = ctx;
    const struct edit_occurrence *occurrence = &r->occurrences[id];
    return occurrence->label == r->wanted->label &&
           tabia_pos_is_same(&occurrence->pos, &r->wanted->pos);
}

static uint64_t hash_of(const struct edit_occurrence *occurrence)
{
    return occurrence->pos.key +
           occurrence->label * UINT64_C(0x9E3779B97F4A7C15);
}

/* The node of an occurrence, or TABIA_NUMBER_NONE. */
static uint32_t find_occurrence(struct edit_reader *r,
                                const struct edit_occurrence *occurrence)
{
    r->wanted = occurrence;
    const uint32_t id =
        hashmap_find(&r->map, hash_of(occurrence), is_wanted_occurrence, r);
    return id == HASHMAP_NONE ? TABIA_NUMBER_NONE : r->occurrences[id].node;
}

static bool add_occurrence(struct edit_reader *r,
                           const struct edit_occurrence *occurrence)
{
    if (!VEC_RESERVE(r->occurrences, r->room, r->noccurrences + 1, NODES_MAX,
                     r->err))
        return false;
    r->occurrences[r->noccurrences] = *occurrence;
    return hashmap_insert(&r->map, hash_of(occurrence),
                          (uint32_t)r->noccurrences++, r->err);
}

/* ---- lines ----------------------------------------------------------- */

/* "@2", or nothing for the first occurrence. */
static bool read_label(struct text *t, uint32_t *label)
{
    uint64_t n = 1;
    *label = 1;
    text_skip_blanks(t);
    const char *at = t->p;
    if (!text_accept(t, '@'))
        return true;
    if (!text_read_number(t, UINT32_MAX, &n))
        return false;
    if (n == 0 || (t->p < t->end && !text_is_blank(*t->p)))
        return edit_fail_found(t, at, "an occurrence such as @2");
    *label = (uint32_t)n;
    return true;
}

static bool edit_read_fen(struct text *t, int nfields, struct tabia_pos *pos)
{
    static const char clocks[] = " 0 1";
    struct edit_word word = { NULL, NULL };
    char fen[256];
    text_skip_blanks(t);
    const char *start = t->p;
    for (int i = 0; i < nfields; i++)
        if (!edit_next_word(t, &word))
            return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                             "expected a position of %d fields", nfields);
    size_t len = (size_t)(t->p - start);
    if (len > sizeof(fen) - sizeof(clocks))
        return text_fail(t, start, TABIA_ERR_SYNTAX, "not a valid position");
    memcpy(fen, start, len);
    if (nfields == POSITION_FIELDS) {
        memcpy(fen + len, clocks, sizeof(clocks) - 1);
        len += sizeof(clocks) - 1;
    }
    struct tabia_error why = { 0 };
    if (tabia_fen_parse(pos, fen, len, 0, &why))
        return true;
    const char *at = start + (why.col ? why.col - 1 : 0);
    return text_fail(t, at < t->p ? at : t->p, why.status, "%s", why.msg);
}

/*
 * The first time a position is made, the second time only opened; one that
 * could not be made stays closed.
 */
static bool open_block(struct edit_reader *r, bool is_root,
                       const struct tabia_pos *pos,
                       struct edit_occurrence *occurrence, const char *at,
                       const struct tabia_node_data *data)
{
    occurrence->node = find_occurrence(r, occurrence);
    if (!r->is_second) {
        if (occurrence->node != TABIA_NUMBER_NONE)
            return text_fail(
                &r->line.text, at, TABIA_ERR_SYNTAX,
                "duplicate position; @2 makes it another occurrence");
        struct tabia_error *err = r->line.text.err;
        struct tabia_builder_cursor c;
        if (is_root ? !tabia_builder_start(r->out, pos, &c, err)
                    : !tabia_builder_add_node(r->out, pos, &c.node, err))
            return false;
        occurrence->node = c.node;
        if (!tabia_builder_set_node(r->out, c.node, data, err) ||
            !add_occurrence(r, occurrence))
            return false;
    }
    if (occurrence->node == TABIA_NUMBER_NONE)
        return true;
    r->root = is_root ? occurrence->node : TABIA_NUMBER_NONE;
    tag_list_reset(&r->tags);
    r->state = BLOCK_OPEN;
    r->block = (struct tabia_builder_cursor){ *pos, occurrence->node,
                                              TABIA_NUMBER_NONE };
    return true;
}

static bool read_block(struct edit_reader *r, bool is_root)
{
    struct text *t = &r->line.text;
    struct tabia_pos pos;
    struct edit_occurrence occurrence = { .node = TABIA_NUMBER_NONE };
    struct tabia_node_data data = { 0 };
    r->state = BLOCK_BAD;
    text_skip_blanks(t);
    const char *at = t->p;
    if (!edit_read_fen(t, is_root ? ROOT_FIELDS : POSITION_FIELDS, &pos) ||
        !read_label(t, &occurrence.label) ||
        !edit_read_values(&r->line, ATTR_OF_NODE, &data))
        return false;
    occurrence.pos = tabia_pos_identity(&pos);
    return open_block(r, is_root, &pos, &occurrence, at, &data);
}

/* The node that a move leads to; it is made where there is none yet. */
static bool edit_find_target(struct edit_reader *r, tabia_move mv,
                             uint32_t label, uint32_t *node)
{
    struct tabia_pos after = r->block.pos;
    tabia_pos_play(&after, mv);
    struct edit_occurrence occurrence = {
        .pos = tabia_pos_identity(&after),
        .label = label,
    };
    *node = find_occurrence(r, &occurrence);
    if (*node != TABIA_NUMBER_NONE)
        return true;
    if (!tabia_builder_add_node(r->out, &after, &occurrence.node,
                                r->line.text.err) ||
        !add_occurrence(r, &occurrence))
        return false;
    *node = occurrence.node;
    return true;
}

static bool edit_read_move(struct edit_reader *r, const struct edit_word *san)
{
    struct text *t = &r->line.text;
    struct tabia_move_data data = { 0 };
    struct tabia_error why = { 0 };
    uint32_t label = 1;
    tabia_move mv;
    if (r->state == BLOCK_BAD)
        return true;
    if (r->state == BLOCK_NONE)
        return edit_fail_found(t, san->p, "'root', 'position' or 'text'");
    const size_t len = (size_t)(san->end - san->p);
    if (!tabia_uci_parse(&r->block.pos, san->p, len, &mv, NULL) &&
        !tabia_san_parse(&r->block.pos, san->p, len, 0, &mv, &why))
        return text_fail(t, san->p, why.status, "%s", why.msg);
    if (text_skip_blanks(t) && text_accept(t, '>') && !read_label(t, &label))
        return false;
    if (!edit_read_values(&r->line, ATTR_OF_MOVE, &data))
        return false;
    struct tabia_builder_cursor c = r->block;
    uint32_t node;
    if (r->job->user->keep_location) {
        data.has |= TABIA_HAS_LOCATION;
        data.line = t->line;
        data.col = (uint32_t)(san->p - t->line_start) + 1;
    }
    return edit_find_target(r, mv, label, &node) &&
           tabia_builder_link(r->out, &c, mv, node, t->err) &&
           tabia_builder_set_move(r->out, c.edge, &data, t->err);
}

/* The rest of a text or a tag. */
static bool edit_text_read_pair(struct edit_reader *r, const char **key,
                                const char **value)
{
    struct text *t = &r->line.text;
    struct edit_word word;
    r->line.ntexts = 0;
    if (!edit_next_word(t, &word) || !edit_word_is(&word, "key"))
        return edit_fail_found(t, word.p, "'key' and a string in quotes");
    if (!edit_read_string(&r->line, key))
        return false;
    if (!edit_next_word(t, &word) || !edit_word_is(&word, "value"))
        return edit_fail_found(t, word.p, "'value' and a string in quotes");
    if (!edit_read_string(&r->line, value))
        return false;
    return !text_skip_blanks(t) ||
           edit_fail_found(t, t->p, "the end of the line");
}

/* Sets the tags of a root again with each one that is added. */
static bool edit_read_tag(struct edit_reader *r, const char *at)
{
    struct text *t = &r->line.text;
    const char *key, *value;
    if (r->state == BLOCK_BAD)
        return true;
    if (r->state == BLOCK_NONE || r->root != r->block.node)
        return text_fail(t, at, TABIA_ERR_SYNTAX, "a tag must follow a root");
    struct tabia_error why = { 0 };
    if (!edit_text_read_pair(r, &key, &value))
        return false;
    if (tag_list_add(&r->tags, key, strlen(key), value, strlen(value), &why) &&
        tag_list_apply(&r->tags, r->out, r->root, &why))
        return true;
    return why.status == TABIA_ERR_NOMEM
               ? error_nomem(t->err)
               : text_fail(t, at, why.status, "%s", why.msg);
}

static bool read_words(struct edit_reader *r)
{
    struct text *t = &r->line.text;
    struct edit_word word;
    if (!text_skip_blanks(t) || *t->p == '#')
        return true;
    edit_next_word(t, &word);
    if (edit_word_is(&word, "text")) {
        const char *key, *value;
        r->state = BLOCK_NONE;
        return r->is_second || (edit_text_read_pair(r, &key, &value) &&
                                tabia_builder_add_text(r->out, key, value,
                                                       strlen(value), t->err));
    }
    if (edit_word_is(&word, "tag"))
        return r->is_second || edit_read_tag(r, word.p);
    if (edit_word_is(&word, "root"))
        return read_block(r, true);
    if (edit_word_is(&word, "position"))
        return read_block(r, false);
    return !r->is_second || edit_read_move(r, &word);
}

static bool edit_read_lines(struct edit_reader *r, struct tabia_bytes bytes)
{
    if (!text_init(&r->line.text, bytes, r->job->name, r->err))
        return false;
    if (!r->is_second && !text_check_utf8(&r->line.text))
        return false;
    r->state = BLOCK_NONE;
    while (text_next_line(&r->line.text)) {
        struct tabia_error problem = { 0 };
        r->line.text.err = &problem;
        const bool is_good = read_words(r);
        r->line.text.err = NULL;
        if (is_good)
            continue;
        if (!problem.status) // reported already, or for want of memory
            return false;
        if (problem.status == TABIA_ERR_NOMEM)
            return error_pass(r->err, &problem);
        // Faults of positions were reported in the first reading.
        if (r->is_second && r->state == BLOCK_BAD)
            continue;
        if (!format_problem(r->job, TABIA_SEVERITY_ERROR, &problem, r->err))
            return false;
    }
    return true;
}

static bool edit_read(struct tabia_bytes bytes, struct read_job *job,
                      struct tabia_builder *out, struct tabia_error *err)
{
    struct edit_reader *r = calloc(1, sizeof(*r));
    if (!r)
        return error_nomem(err);
    r->out = out;
    r->job = job;
    r->err = err;
    r->map.limit = NODES_MAX;
    for (size_t i = 0; i < EDIT_TEXTS_MAX; i++)
        r->line.texts[i].limit = SIZE_MAX / 4;
    bool is_read = edit_read_lines(r, bytes);
    r->is_second = true;
    is_read = is_read && edit_read_lines(r, bytes);
    for (size_t i = 0; i < EDIT_TEXTS_MAX; i++)
        buf_clear(&r->line.texts[i]);
    hashmap_clear(&r->map);
    tag_list_clear(&r->tags);
    free(r->occurrences);
    free(r);
    return is_read;
}

/* ---- writing --------------------------------------------------------- */

struct edit_writer {
    const struct tabia_book *book;
    struct sink *dst;
    uint32_t *root_of; // by node, or TABIA_NUMBER_NONE
    uint32_t *label;   // by node: which occurrence, from 1; 0: not yet
    uint32_t *nlabels; // by position
    bool *has_way;     // by node: a move leads there
    uint64_t nbad_coordinates;
};

static bool has_line(const struct edit_writer *w, uint32_t node)
{
    uint32_t first, count;
    tabia_book_node_edges(w->book, node, &first, &count);
    return count || w->root_of[node] != TABIA_NUMBER_NONE ||
           !w->has_way[node] || tabia_book_node_data(w->book, node).has;
}

static void set_label(struct edit_writer *w, uint32_t node)
{
    if (!w->label[node])
        w->label[node] = ++w->nlabels[tabia_book_node_position(w->book, node)];
}

static void set_labels(struct edit_writer *w)
{
    const uint32_t n = tabia_book_node_count(w->book);
    for (uint32_t i = 0; i < tabia_book_edge_count(w->book); i++)
        w->has_way[tabia_book_edge_target(w->book, i)] = true;
    for (uint32_t i = 0; i < n; i++)
        if (has_line(w, i))
            set_label(w, i);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first, count;
        tabia_book_node_edges(w->book, i, &first, &count);
        for (uint32_t k = first; k < first + count; k++)
            set_label(w, tabia_book_edge_target(w->book, k));
    }
}

static void write_pair(struct sink *dst, const char *word, const char *key,
                       const char *value)
{
    sink_put_text(dst, word);
    edit_write_string(dst, "key", key);
    edit_write_string(dst, "value", value);
    sink_put_char(dst, '\n');
}

static void write_label(struct edit_writer *w, const char *before,
                        uint32_t node)
{
    if (w->label[node] > 1)
        sink_printf(w->dst, "%s@%u", before, w->label[node]);
}

static void write_node(struct edit_writer *w, uint32_t node)
{
    struct tabia_node_data data = tabia_book_node_data(w->book, node);
    w->nbad_coordinates += losses_drop_coordinates(&data);
    const uint32_t root = w->root_of[node];
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    if (root != TABIA_NUMBER_NONE)
        tabia_book_root_pos_at(w->book, root, &pos);
    else
        tabia_book_position_pos_at(
            w->book, tabia_book_node_position(w->book, node), &pos);
    tabia_fen_print(
        &pos, root == TABIA_NUMBER_NONE ? (unsigned)TABIA_FEN_NO_CLOCKS : 0,
        fen);
    sink_printf(w->dst, "%s %s",
                root == TABIA_NUMBER_NONE ? "position" : "root", fen);
    write_label(w, " ", node);
    edit_write_values(w->dst, ATTR_OF_NODE, &data);
    sink_put_char(w->dst, '\n');
    for (size_t i = 0; i < data.ntags; i++)
        write_pair(w->dst, "  tag", data.tags[i].name, data.tags[i].value);
    uint32_t first, count;
    tabia_book_node_edges(w->book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data move = tabia_book_edge_data(w->book, i);
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, tabia_book_edge_move(w->book, i), san);
        sink_printf(w->dst, "  %s", san);
        write_label(w, " > ", tabia_book_edge_target(w->book, i));
        edit_write_values(w->dst, ATTR_OF_MOVE, &move);
        sink_put_char(w->dst, '\n');
    }
}

static bool edit_write(const struct tabia_book *book,
                       const struct tabia_write_options *options,
                       struct sink *dst, struct tabia_report *report,
                       struct tabia_error *err)
{
    struct edit_writer w = { .book = book, .dst = dst };
    (void)options;
    const size_t n = (size_t)tabia_book_node_count(book) + 1;
    w.root_of = copy_root_numbers(book, err);
    w.label = calloc(n, sizeof(*w.label));
    w.nlabels = calloc(n, sizeof(*w.nlabels)); // positions are not more
    w.has_way = calloc(n, sizeof(*w.has_way));
    const bool has_room = w.root_of && w.label && w.nlabels && w.has_way;
    if (!has_room) {
        error_nomem(err);
    } else {
        set_labels(&w);
        for (uint32_t i = 0; i < tabia_book_text_count(w.book); i++) {
            const char *key, *value;
            tabia_book_text_at(w.book, i, &key, &value);
            if (strcmp(key, "format") == 0)
                continue;
            write_pair(w.dst, "text", key, value);
        }
        for (uint32_t i = 0; i < tabia_book_node_count(book) && sink_ok(dst);
             i++)
            if (has_line(&w, i))
                write_node(&w, i);
    }
    report_add(report, w.nbad_coordinates,
               "pair of coordinates that is not finite is dropped",
               "pairs of coordinates that are not finite are dropped");
    free(w.root_of);
    free(w.label);
    free(w.nlabels);
    free(w.has_way);
    return has_room && sink_ok(dst);
}

/* ---- the format ------------------------------------------------------ */

static const char *const suffixes[] = { NULL };

const struct tabia_format format_edit = {
    .info = {
        .name = "edit",
        .title = "text to edit by hand",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_ALL,
        .attrs = ATTRS_OF_BOOK,
    },
    .read = edit_read,
    .write = edit_write,
};
