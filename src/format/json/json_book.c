/*
 * json_book.c - the canonical dump of a book
 *
 *     { "schema": 1,
 *       "texts":     [ {"key", "value"} ],
 *       "positions": [ {"id", "fen", "key"} ],
 *       "roots":     [ {"node", "fen", "tags": [ {"key", "value"} ]} ],
 *       "nodes":     [ {"id", "position", ..., "moves": [ {"uci", "to"} ]} ] }
 *
 * docs/formats/json.md has every member. Nothing is believed: members that
 * are not known are errors, each move is checked by the rules, and the
 * position that it leads to has to be the one that its node names. Syntax
 * errors have a line and a column, all others the way to the member.
 *
 * Members are written in a fixed order, absent values are omitted, and every
 * text, position, root, node and move has a line of its own, so that two dumps
 * can be compared line by line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "book/copy.h"
#include "format/formats.h"
#include "format/json/json_data.h"
#include "format/losses.h"
#include "format/shared/tag_list.h"
#include "base/banned.h"

enum { SCHEMA = 1 };

/* The text that loading sets and that is therefore never written. */
static bool is_own_text(const char *key)
{
    return strcmp(key, "format") == 0;
}

/* ---- reading --------------------------------------------------------- */

struct json_reader {
    struct json_member_location at;
    const char *node_members[3 + JSON_DATA_MEMBERS_MAX];
    const char *move_members[2 + JSON_DATA_MEMBERS_MAX];
    const json_t *nodes, *roots;
    size_t npositions, nnodes;
    struct tabia_packed *positions;
    struct tabia_builder *out;
    struct tag_list tags; // of a root
};

static bool json_read_position(struct json_reader *r, const json_t *object)
{
    static const char *const members[] = { "id", "fen", "key", NULL };
    struct tabia_pos pos;
    if (!json_member_check(&r->at, object, members) ||
        !json_member_id(&r->at, object) ||
        !json_member_fen(&r->at, object, " 0 1", &pos))
        return false;
    const struct tabia_pos same = tabia_pos_identity(&pos);
    if (!tabia_pos_is_same(&pos, &same))
        return json_member_fail(&r->at, TABIA_ERR_ILLEGAL, "fen",
                                "no capture on the en passant square is legal");

    uint64_t key;
    if (json_object_get(object, "key") &&
        !json_member_hex64(&r->at, object, "key", &key))
        return false;
    if (json_object_get(object, "key") && key != tabia_pos_key(&pos))
        return json_member_fail(&r->at, TABIA_ERR_CORRUPT, "key",
                                "the position's key is %016" PRIx64,
                                tabia_pos_key(&pos));
    tabia_pos_pack(&pos, &r->positions[r->at.item]);
    return true;
}

static bool json_book_read_pair(struct json_member_location *at,
                                const json_t *object, const char **key,
                                const char **value)
{
    static const char *const members[] = { "key", "value", NULL };
    *value = NULL;
    return json_member_check(at, object, members) &&
           (*key = json_member_text(at, object, "key")) &&
           (*value = json_member_text(at, object, "value"));
}

static bool json_read_text(struct json_reader *r, const json_t *object)
{
    const char *key, *value;
    if (!json_book_read_pair(&r->at, object, &key, &value))
        return false;
    if (is_own_text(key))
        return json_member_fail(&r->at, TABIA_ERR_SYNTAX, "key",
                                "'%s' is reserved", key);

    struct tabia_error why = { 0 };
    return tabia_builder_add_text(r->out, key, value, strlen(value), &why) ||
           json_member_fail_why(&r->at, "value", &why);
}

/* Roots are in the order of their nodes, each node at most once. */
static bool json_read_root(struct json_reader *r, const json_t *object)
{
    static const char *const members[] = { "node", "fen", "tags", NULL };
    uint32_t node, last;
    if (!json_member_check(&r->at, object, members) ||
        !json_member_number(&r->at, object, "node", "node", r->nnodes, &node))
        return false;
    if (!r->at.item)
        return true;
    const json_t *before = json_array_get(r->roots, r->at.item - 1);
    if (!json_member_u32(&r->at, before, "node", &last))
        return false;
    return node > last || json_member_fail(&r->at, TABIA_ERR_SYNTAX, "node",
                                           "expected a number above %" PRIu32
                                           ", found %" PRIu32,
                                           last, node);
}

static void unpack_position(const struct json_reader *r, uint32_t position,
                            struct tabia_pos *pos)
{
    const bool is_good = tabia_pos_unpack(pos, &r->positions[position], NULL);
    (void)is_good; // it was packed from a legal position
}

/* Adds the node as the n-th root, with the raw position that stands there. */
static bool json_add_root(struct json_reader *r, size_t n,
                          const struct tabia_pos *pos)
{
    struct json_member_location at = r->at; // errors are about the root
    at.list = "roots";
    at.item = n;
    struct tabia_pos raw;
    if (!json_member_fen(&at, json_array_get(r->roots, n), "", &raw))
        return false;
    const struct tabia_pos same = tabia_pos_identity(&raw);
    if (!tabia_pos_is_same(&same, pos))
        return json_member_fail(&at, TABIA_ERR_CORRUPT, "fen",
                                "not the position of node %zu", r->at.item);

    struct tabia_builder_cursor cursor;
    struct tabia_error why = { 0 };
    if (!tabia_builder_start(r->out, &raw, &cursor, &why))
        return json_member_fail_why(&at, NULL, &why);
    const json_t *tags = json_object_get(json_array_get(r->roots, n), "tags");
    if (!tags)
        return true;
    if (!json_is_array(tags))
        return json_member_fail_type(&at, "tags", "a list", tags);
    at.sub = "tags";
    at.sub_is_list = true;
    tag_list_reset(&r->tags);
    for (at.sub_item = 0; at.sub_item < json_array_size(tags); at.sub_item++) {
        const char *key, *value;
        if (!json_book_read_pair(&at, json_array_get(tags, at.sub_item), &key,
                                 &value) ||
            !tag_list_add(&r->tags, key, strlen(key), value, strlen(value),
                          at.err))
            return false;
    }
    at.sub = NULL;
    return tag_list_apply(&r->tags, r->out, cursor.node, &why) ||
           json_member_fail_why(&at, "tags", &why);
}

static bool read_node(struct json_reader *r, const json_t *object,
                      size_t *next_root)
{
    struct tabia_node_data data = { 0 };
    struct tabia_error why = { 0 };
    uint32_t position, node;
    if (!json_member_check(&r->at, object, r->node_members) ||
        !json_member_id(&r->at, object) ||
        !json_member_number(&r->at, object, "position", "position",
                            r->npositions, &position) ||
        !json_data_read(&r->at, object, ATTR_OF_NODE, &data))
        return false;

    struct tabia_pos pos;
    unpack_position(r, position, &pos);
    const json_t *root = json_array_get(r->roots, *next_root);
    if (root && json_integer_value(json_object_get(root, "node")) ==
                    (json_int_t)r->at.item) {
        if (!json_add_root(r, (*next_root)++, &pos))
            return false;
    } else if (!tabia_builder_add_node(r->out, &pos, &node, &why)) {
        return json_member_fail_why(&r->at, NULL, &why);
    }
    return tabia_builder_set_node(r->out, (uint32_t)r->at.item, &data, &why) ||
           json_member_fail_why(&r->at, NULL, &why);
}

/* Adds the moves of a node; by now all nodes are there. */
static bool json_read_moves(struct json_reader *r, const json_t *node)
{
    const json_t *moves = json_object_get(node, "moves");
    if (!moves)
        return true;
    if (!json_is_array(moves))
        return json_member_fail_type(&r->at, "moves", "a list", moves);

    struct tabia_pos pos;
    unpack_position(
        r, (uint32_t)json_integer_value(json_object_get(node, "position")),
        &pos);
    r->at.sub = "moves";
    r->at.sub_is_list = true;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *object = json_array_get(moves, i);
        struct tabia_builder_cursor cursor = { pos, (uint32_t)r->at.item,
                                               TABIA_NUMBER_NONE };
        struct tabia_move_data data = { 0 };
        struct tabia_error why = { 0 };
        uint32_t to;
        tabia_move mv;
        r->at.sub_item = i;
        if (!json_member_check(&r->at, object, r->move_members))
            return false;
        const char *uci = json_member_text(&r->at, object, "uci");
        if (!uci ||
            !json_member_number(&r->at, object, "to", "node", r->nnodes, &to) ||
            !json_data_read(&r->at, object, ATTR_OF_MOVE, &data))
            return false;
        if (!tabia_uci_parse(&pos, uci, strlen(uci), &mv, &why))
            return json_member_fail_why(&r->at, "uci", &why);
        if (!tabia_builder_link(r->out, &cursor, mv, to, &why))
            return json_member_fail_why(&r->at, "to", &why);
        if (!tabia_builder_set_move(r->out, cursor.edge, &data, &why))
            return json_member_fail_why(&r->at, NULL, &why);
    }
    r->at.sub = NULL;
    return true;
}

/* A list of the outermost object; NULL with an error. */
static const json_t *get_list(struct json_reader *r, const json_t *top,
                              const char *name)
{
    const json_t *list = json_object_get(top, name);
    if (list && json_is_array(list))
        return list;
    r->at.list = NULL;
    json_member_fail_type(&r->at, name, "a list", list);
    return NULL;
}

static bool json_read_list(struct json_reader *r, const json_t *top,
                           const char *name,
                           bool (*read)(struct json_reader *r,
                                        const json_t *object))
{
    const json_t *list = get_list(r, top, name);
    if (!list)
        return false;
    r->at.list = name;
    for (r->at.item = 0; r->at.item < json_array_size(list); r->at.item++)
        if (!read(r, json_array_get(list, r->at.item)))
            return false;
    return true;
}

static bool json_read_book(struct json_reader *r, const json_t *top)
{
    static const char *const members[] = { "schema", "texts", "positions",
                                           "roots",  "nodes", NULL };
    int64_t schema;
    if (!json_member_check(&r->at, top, members) ||
        !json_member_int(&r->at, top, "schema", SCHEMA, SCHEMA, &schema))
        return false;
    const json_t *positions = get_list(r, top, "positions");
    if (!positions || !(r->roots = get_list(r, top, "roots")) ||
        !(r->nodes = get_list(r, top, "nodes")))
        return false;
    r->npositions = json_array_size(positions);
    r->nnodes = json_array_size(r->nodes);
    r->positions = calloc(r->npositions + 1, sizeof(*r->positions));
    if (!r->positions)
        return error_nomem(r->at.err);
    if (!json_read_list(r, top, "texts", json_read_text) ||
        !json_read_list(r, top, "positions", json_read_position) ||
        !json_read_list(r, top, "roots", json_read_root))
        return false;

    size_t next_root = 0;
    r->at.list = "nodes";
    for (r->at.item = 0; r->at.item < r->nnodes; r->at.item++)
        if (!read_node(r, json_array_get(r->nodes, r->at.item), &next_root))
            return false;
    for (r->at.item = 0; r->at.item < r->nnodes; r->at.item++)
        if (!json_read_moves(r, json_array_get(r->nodes, r->at.item)))
            return false;
    return true;
}

/* ---- syntax ---------------------------------------------------------- */

/*
 * The parser names the end of the token that it did not like and, if that is
 * short, the token.
 */
static bool fail_syntax(struct tabia_bytes bytes, size_t skipped,
                        const char *name, const json_error_t *error,
                        struct tabia_error *err)
{
    if (json_error_code(error) == json_error_out_of_memory)
        return error_nomem(err);
    const size_t end = error->position > 0 ? (size_t)error->position : 0;
    const char *token = strstr(error->text, " near '");
    const size_t len = token ? strlen(token + strlen(" near '")) - 1 : 0;
    const size_t offset = skipped + (len <= end ? end - len : 0);
    const char *at =
        (const char *)bytes.data + (offset <= bytes.size ? offset : bytes.size);
    struct text t;
    if (!text_init(&t, bytes, name, err))
        return false;
    while (text_next_line(&t) && t.end < at)
        ;
    if (!t.line || at < t.line_start || at > t.end)
        at = t.end;
    return text_fail(&t, at, TABIA_ERR_SYNTAX, "not valid JSON: %s",
                     error->text);
}

static bool json_book_read(struct tabia_bytes bytes, struct read_job *job,
                           struct tabia_builder *out, struct tabia_error *err)
{
    struct text t; // refuses UTF-16, and knows the byte order mark
    size_t skipped;
    if (!text_init(&t, bytes, job->name, err))
        return false;
    text_detect(bytes, &skipped);

    json_error_t error;
    json_t *top =
        json_loadb((const char *)bytes.data + skipped, bytes.size - skipped,
                   JSON_REJECT_DUPLICATES, &error);
    if (!top)
        return fail_syntax(bytes, skipped, job->name, &error, err);
    struct json_reader r = {
        .out = out,
        .at = { .err = err },
        .node_members = { "id", "position", "moves" },
        .move_members = { "uci", "to" },
    };
    json_data_members(ATTR_OF_NODE, r.node_members + 3);
    json_data_members(ATTR_OF_MOVE, r.move_members + 2);
    const bool ok = json_read_book(&r, top);
    free(r.positions);
    tag_list_clear(&r.tags);
    json_decref(top);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

/* An object on a line of its own: its members stay on that line. */
static void begin_line(struct json_writer *js)
{
    js->is_pretty = true;
    json_writer_begin_object(js);
    js->is_pretty = false;
}

static void begin_list(struct json_writer *js, const char *name)
{
    js->is_pretty = true;
    json_writer_key(js, name);
    json_writer_begin_array(js);
}

static void end_list(struct json_writer *js)
{
    js->is_pretty = true;
    json_writer_end(js);
}

static void json_book_put_fen(struct json_writer *js,
                              const struct tabia_pos *pos, unsigned flags)
{
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, flags, fen);
    json_writer_pair_text(js, "fen", fen);
}

static void json_writer_put_pair(struct json_writer *js, const char *key,
                                 const char *value)
{
    begin_line(js);
    json_writer_pair_text(js, "key", key);
    json_writer_pair_text(js, "value", value);
    json_writer_end(js);
}

static void json_put_moves(struct json_writer *js,
                           const struct tabia_book *book, uint32_t node)
{
    uint32_t first, count;
    struct tabia_pos pos;
    tabia_book_node_edges(book, node, &first, &count);
    if (!count)
        return;
    tabia_book_position_pos_at(book, tabia_book_node_position(book, node),
                               &pos);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, tabia_book_edge_move(book, i), true, uci);
        begin_line(js);
        json_writer_pair_text(js, "uci", uci);
        json_writer_pair_uint(js, "to", tabia_book_edge_target(book, i));
        json_data_put_move(js, &data, ATTRS_ALL);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void json_book_put_texts(struct json_writer *js,
                                const struct tabia_book *book)
{
    begin_list(js, "texts");
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        if (!is_own_text(key))
            json_writer_put_pair(js, key, value);
    }
    end_list(js);
}

/*
 * Positions are numbered in the order in which nodes use them, whatever their
 * numbers in memory, so that reading and writing again changes nothing.
 * 'numbers' gets the new ones; all are TABIA_NUMBER_NONE before.
 */
static void json_book_put_positions(struct json_writer *js,
                                    const struct tabia_book *book,
                                    uint32_t *numbers)
{
    uint32_t count = 0;
    begin_list(js, "positions");
    for (uint32_t node = 0; node < tabia_book_node_count(book); node++) {
        const uint32_t position = tabia_book_node_position(book, node);
        struct tabia_pos pos;
        if (numbers[position] != TABIA_NUMBER_NONE)
            continue;
        tabia_book_position_pos_at(book, position, &pos);
        begin_line(js);
        json_writer_pair_uint(js, "id", count);
        json_book_put_fen(js, &pos, TABIA_FEN_NO_CLOCKS | TABIA_FEN_EP_LEGAL);
        json_writer_key(js, "key");
        json_writer_put_hex64(js, tabia_pos_key(&pos));
        json_writer_end(js);
        numbers[position] = count++;
    }
    end_list(js);
}

static void json_book_put_roots(struct json_writer *js,
                                const struct tabia_book *book)
{
    begin_list(js, "roots");
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        const uint32_t node = tabia_book_root_at(book, i);
        const struct tabia_node_data data = tabia_book_node_data(book, node);
        struct tabia_pos pos;
        tabia_book_root_pos_at(book, i, &pos);
        begin_line(js);
        json_writer_pair_uint(js, "node", node);
        json_book_put_fen(js, &pos, 0);
        if (data.ntags) {
            json_writer_key(js, "tags");
            json_writer_begin_array(js);
            for (size_t k = 0; k < data.ntags; k++)
                json_writer_put_pair(js, data.tags[k].name, data.tags[k].value);
            json_writer_end(js);
        }
        json_writer_end(js);
    }
    end_list(js);
}

/* Returns how many pairs of coordinates are dropped. */
static uint64_t json_book_put_nodes(struct json_writer *js,
                                    const struct tabia_book *book,
                                    const uint32_t *numbers)
{
    uint64_t nbad_coordinates = 0;
    begin_list(js, "nodes");
    for (uint32_t node = 0; node < tabia_book_node_count(book); node++) {
        struct tabia_node_data data = tabia_book_node_data(book, node);
        nbad_coordinates += losses_drop_coordinates(&data);
        begin_line(js);
        json_writer_pair_uint(js, "id", node);
        json_writer_pair_uint(js, "position",
                              numbers[tabia_book_node_position(book, node)]);
        json_data_put_node(js, &data, ATTRS_ALL);
        json_put_moves(js, book, node);
        json_writer_end(js);
    }
    end_list(js);
    return nbad_coordinates;
}

static bool json_book_write(const struct tabia_book *book,
                            const struct tabia_write_options *options,
                            struct sink *dst, struct tabia_report *report,
                            struct tabia_error *err)
{
    (void)options;
    uint32_t *numbers = copy_numbers_new(tabia_book_position_count(book), err);
    struct json_writer js;
    if (!numbers)
        return false;

    json_writer_init(&js, dst, true);
    json_writer_begin_object(&js);
    json_writer_pair_uint(&js, "schema", SCHEMA);
    json_book_put_texts(&js, book);
    json_book_put_positions(&js, book, numbers);
    json_book_put_roots(&js, book);
    const uint64_t nbad = json_book_put_nodes(&js, book, numbers);
    json_writer_end(&js);
    free(numbers);
    report_add(report, nbad,
               "pair of coordinates that is not finite is dropped",
               "pairs of coordinates that are not finite are dropped");
    return sink_ok(dst);
}

/* ---- detection and the table ----------------------------------------- */

static const uint8_t *json_book_skip_space(const uint8_t *p, const uint8_t *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
        p++;
    return p;
}

static enum format_match json_book_detect(struct tabia_bytes bytes)
{
    static const char schema[] = "\"schema\"";
    size_t skipped;
    bytes = format_first_bytes(bytes);
    if (text_detect(bytes, &skipped) > TEXT_UTF8_MARK)
        return FORMAT_NO;
    const uint8_t *end = bytes.data + bytes.size;
    const uint8_t *p = json_book_skip_space(bytes.data + skipped, end);
    if (p == end || *p != '{')
        return FORMAT_NO;
    p = json_book_skip_space(p + 1, end);
    const size_t left = (size_t)(end - p);
    if (left >= sizeof(schema) - 1 && !memcmp(p, schema, sizeof(schema) - 1))
        return FORMAT_SURE;
    return FORMAT_MAYBE;
}

static const char *const suffixes[] = { ".json", NULL };

const struct tabia_format format_json = {
    .info = {
        .name = "json",
        .title = "lossless dump of the model",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_ALL,
        .attrs = ATTRS_ALL,
    },
    .detect = json_book_detect,
    .read = json_book_read,
    .write = json_book_write,
};
