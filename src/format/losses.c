/*
 * losses.c - what a format cannot hold of a book, counted
 *
 * Nothing here knows a format by name: all comes from its declaration and
 * from what the book really uses. Where a move stood in its file, and the
 * text "format" that loading sets, are about the source and never a loss; nor
 * is the text of a rule of choice, which becomes weights where it is not held.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/utf8.h"
#include "book/edges.h"
#include "book/game_tags.h"
#include "book/share.h"
#include "chess/position.h"
#include "format/format_def.h"
#include "base/banned.h"

/* ---- words ----------------------------------------------------------- */

struct noun {
    const char *one, *many;
};

static const struct noun nouns[TABIA_NATTRS] = {
    [TABIA_ATTR_WEIGHT] = { "weight", "weights" },
    [TABIA_ATTR_RESULTS] = { "game result", "game results" },
    [TABIA_ATTR_NAGS] = { "annotation glyph", "annotation glyphs" },
    [TABIA_ATTR_REMARK] = { "move comment", "move comments" },
    [TABIA_ATTR_LEARN] = { "learn value", "learn values" },
    [TABIA_ATTR_NAME] = { "name", "names" },
    [TABIA_ATTR_ECO] = { "ECO code", "ECO codes" },
    [TABIA_ATTR_COMMENT] = { "position comment", "position comments" },
    [TABIA_ATTR_EVAL] = { "evaluation", "evaluations" },
    [TABIA_ATTR_PLACE] = { "place on the canvas", "places on the canvas" },
    [TABIA_ATTR_TAGS] = { "tag of a game", "tags of games" },
};

static const struct noun passive_marks = { "passive mark", "passive marks" };
static const struct noun avoided_marks = { "avoided mark", "avoided marks" };
static const struct noun roots = { "other initial position",
                                   "other initial positions" };
static const struct noun underpromotions = { "under-promotion",
                                             "under-promotions" };
static const struct noun castlings = { "Chess960 castling move",
                                       "Chess960 castling moves" };

static const char *word(const struct noun *noun, uint64_t count)
{
    return plural(count, noun->one, noun->many);
}

static const char *be(uint64_t count)
{
    return plural(count, "is", "are");
}

static void drop(struct tabia_report *report, const struct noun *noun,
                 uint64_t count)
{
    tabia_report_add(report, count, "%s %s dropped", word(noun, count),
                     be(count));
}

/* ---- counting -------------------------------------------------------- */

/* What one walk over the book finds. */
struct tally {
    uint64_t passive, avoided;
    uint64_t above[TABIA_NATTRS]; // values too large, texts too long
    uint64_t leaf[TABIA_NATTRS];  // held, but at a position without moves
    uint64_t underpromotions, castlings, rights, ep_twins;
};

struct survey {
    const struct tabia_book *book;
    const struct tabia_format_info *info;
    struct tally tally;
};

static bool is_above(const struct survey *s, enum tabia_attr attr,
                     uint64_t value)
{
    const struct tabia_carry *carry = &s->info->carries[attr];
    return carry->is_held && carry->max && value > carry->max;
}

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The number, or the length of the text, that a carry's limit is about. */
static uint64_t move_value(const struct tabia_move_data *data,
                           enum tabia_attr attr)
{
    uint64_t largest = 0;
    switch (attr) {
    case TABIA_ATTR_WEIGHT:
        return data->weight;
    case TABIA_ATTR_RESULTS:
        return max_u64(max_u64(data->white, data->draws),
                       max_u64(data->black, data->unknown));
    case TABIA_ATTR_NAGS:
        for (size_t i = 0; i < TABIA_NAGS_MAX; i++)
            largest = max_u64(largest, data->nags[i]);
        return largest;
    case TABIA_ATTR_REMARK:
        return data->remark ? strlen(data->remark) : 0;
    case TABIA_ATTR_LEARN:
        return data->learn;
    default:
        return 0;
    }
}

static uint64_t node_value(const struct tabia_node_data *data,
                           enum tabia_attr attr)
{
    const char *text = NULL;
    switch (attr) {
    case TABIA_ATTR_NAME:
        text = data->name;
        break;
    case TABIA_ATTR_ECO:
        text = data->eco;
        break;
    case TABIA_ATTR_COMMENT:
        text = data->comment;
        break;
    case TABIA_ATTR_EVAL:
        return (uint64_t)llabs((long long)data->eval.value);
    default:
        return 0;
    }
    return text ? strlen(text) : 0;
}

static void survey_edge(struct survey *s, uint32_t edge)
{
    const struct tabia_move_data data = tabia_edge_data(s->book, edge);
    const enum tabia_piece_type promotion =
        tabia_move_promotion(tabia_edge_move(s->book, edge));

    s->tally.underpromotions += promotion && promotion != TABIA_QUEEN;
    if (data.has & TABIA_HAS_MARK) {
        s->tally.passive += data.mark == TABIA_MARK_PASSIVE;
        s->tally.avoided += data.mark == TABIA_MARK_AVOIDED;
    }
    for (unsigned a = 0; a < TABIA_NATTRS; a++)
        if (data.has & 1u << a)
            s->tally.above[a] += is_above(s, a, move_value(&data, a));
}

static bool has_moves(const struct tabia_book *book, uint32_t position)
{
    struct edges it = edges_of(book, position);
    struct tabia_entry entry;
    return edges_next(&it, &entry);
}

static void survey_node(struct survey *s, uint32_t node, bool is_leaf)
{
    const struct tabia_node_data data = tabia_node_data(s->book, node);
    for (unsigned a = 0; a < TABIA_NATTRS; a++) {
        if (!(data.has & 1u << a))
            continue;
        if (is_leaf)
            s->tally.leaf[a] += s->info->carries[a].is_held;
        else
            s->tally.above[a] += is_above(s, a, node_value(&data, a));
    }
}

/* All occurrences of a position; where it has moves is a matter of all. */
static void survey_nodes(struct survey *s, uint32_t position)
{
    const bool is_leaf = !(s->info->holds & TABIA_HOLDS_LEAF_DATA) &&
                         !has_moves(s->book, position);
    uint32_t node = tabia_position_node_at(s->book, position, 0);
    for (uint32_t i = 1; node != TABIA_NONE; i++) {
        survey_node(s, node, is_leaf);
        node = tabia_position_node_at(s->book, position, i);
    }
}

/* Is there a position that only lacks the double step, or has another one? */
static bool has_ep_twin(const struct tabia_book *book,
                        const struct tabia_pos *pos)
{
    if (pos->ep_file == TABIA_FILE_NONE)
        return false;
    struct tabia_pos twin = *pos; // the key has no part for the double step
    twin.ep_file = TABIA_FILE_NONE;
    if (tabia_book_position_find(book, &twin) != TABIA_NONE)
        return true;
    const uint32_t self = tabia_book_position_find(book, pos);
    for (uint8_t file = 0; file < pos->ep_file; file++) {
        twin.ep_file = file;
        if (position_ep_legal(&twin) == TABIA_SQUARE_NONE)
            continue;
        const uint32_t found = tabia_book_position_find(book, &twin);
        if (found != TABIA_NONE && found != self)
            return true;
    }
    return false;
}

static void survey_board(struct survey *s, uint32_t position)
{
    struct tabia_pos pos;
    tabia_book_position_at(s->book, position, &pos);
    if (!(s->info->holds & TABIA_HOLDS_EN_PASSANT))
        s->tally.ep_twins += has_ep_twin(s->book, &pos);
    if (s->info->holds & TABIA_HOLDS_CHESS960 ||
        position_usual_rights(&pos) == pos.castling)
        return;

    s->tally.rights++;
    struct edges it = edges_of(s->book, position);
    struct tabia_entry entry;
    while (edges_next(&it, &entry))
        s->tally.castlings += tabia_pos_is_castling(&pos, entry.move);
}

static void survey_book(struct survey *s)
{
    const unsigned boards = TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT;
    for (uint32_t i = 0; i < tabia_book_edge_count(s->book); i++)
        survey_edge(s, i);
    for (uint32_t i = 0; i < tabia_book_position_count(s->book); i++) {
        survey_nodes(s, i);
        if ((s->info->holds & boards) != boards)
            survey_board(s, i);
    }
}

/* ---- telling --------------------------------------------------------- */

static bool is_text(enum tabia_attr attr)
{
    return attr == TABIA_ATTR_NAME || attr == TABIA_ATTR_ECO ||
           attr == TABIA_ATTR_COMMENT || attr == TABIA_ATTR_REMARK;
}

static void tell_above(const struct tabia_carry *carry, enum tabia_attr attr,
                       uint64_t count, struct tabia_report *report)
{
    const char *noun = word(&nouns[attr], count);
    const unsigned long long max = carry->max;
    if (is_text(attr))
        tabia_report_add(report, count, "%s longer than %llu bytes %s cut",
                         noun, max, be(count));
    else if (carry->note)
        tabia_report_add(report, count, "%s above %llu %s scaled (%s)", noun,
                         max, be(count), carry->note);
    else
        tabia_report_add(report, count, "%s above %llu %s cut", noun, max,
                         be(count));
}

static void tell_attrs(const struct survey *s, struct tabia_report *report)
{
    for (unsigned a = 0; a < TABIA_NATTRS; a++) {
        const struct tabia_carry *carry = &s->info->carries[a];
        const uint64_t leaves = s->tally.leaf[a];
        if (a == TABIA_ATTR_MARK && !carry->is_held) {
            drop(report, &passive_marks, s->tally.passive);
            drop(report, &avoided_marks, s->tally.avoided);
        } else if (a == TABIA_ATTR_MARK || a == TABIA_ATTR_SOURCE) {
            continue;
        } else if (!carry->is_held) {
            drop(report, &nouns[a],
                 a == TABIA_ATTR_TAGS ? game_tags_count_own(s->book)
                                      : tabia_book_attr_count(s->book, a));
        } else {
            tell_above(carry, a, s->tally.above[a], report);
            tabia_report_add(report, leaves,
                             "%s at positions without moves %s "
                             "dropped",
                             word(&nouns[a], leaves), be(leaves));
        }
    }
}

static uint64_t count_roots(const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    const uint32_t usual = tabia_book_position_find(book, &start);
    uint64_t count = 0;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        count +=
            tabia_node_position(book, tabia_book_root_at(book, i)) != usual;
    return count;
}

static bool has_ep_capture(const struct tabia_book *book, uint32_t position,
                           const struct tabia_pos *pos)
{
    struct edges it = edges_of(book, position);
    struct tabia_entry entry;
    while (edges_next(&it, &entry)) {
        const unsigned from = tabia_move_from(entry.move);
        const unsigned to = tabia_move_to(entry.move);
        if (tabia_piece_type(pos->board[from]) == TABIA_PAWN &&
            !pos->board[to] && from % 8 != to % 8)
            return true;
    }
    return false;
}

/*
 * Before an initial position no move tells of a double step; only the capture
 * itself does.
 */
static uint64_t count_ep_roots(const struct tabia_book *book)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        const uint32_t position =
            tabia_node_position(book, tabia_book_root_at(book, i));
        struct tabia_pos pos;
        tabia_book_position_at(book, position, &pos);
        count += pos.ep_file != TABIA_FILE_NONE &&
                 !has_ep_capture(book, position, &pos);
    }
    return count;
}

static void tell_boards(const struct survey *s, struct tabia_report *report)
{
    const uint64_t rights = s->tally.rights, twins = s->tally.ep_twins;
    const unsigned holds = s->info->holds;
    if (!(holds & TABIA_HOLDS_ROOTS))
        drop(report, &roots, count_roots(s->book));
    else if (!(holds & TABIA_HOLDS_EN_PASSANT))
        tabia_report_add(report, count_ep_roots(s->book),
                         "en passant without its capture at the start of a "
                         "line is dropped");
    if (!(holds & TABIA_HOLDS_UNDERPROMOTION))
        drop(report, &underpromotions, s->tally.underpromotions);
    drop(report, &castlings, s->tally.castlings);
    format_loss(report, rights,
                "position with Chess960 castling rights loses them",
                "positions with Chess960 castling rights lose them");
    format_loss(report, twins,
                "position that differs from another only in en passant is "
                "joined with it",
                "positions that differ from another only in en passant are "
                "joined with it");
}

static bool is_held_text(const struct tabia_format_info *info, const char *key)
{
    if (info->holds & TABIA_HOLDS_TEXTS || strcmp(key, "format") == 0 ||
        strcmp(key, SHARE_KEY) == 0)
        return true;
    for (const char *const *k = info->text_keys; k && *k; k++)
        if (strcmp(*k, key) == 0)
            return true;
    return false;
}

/* One loss per key, so that the report says which texts they are. */
static void tell_texts(const struct survey *s, struct tabia_report *report)
{
    for (uint32_t i = 0; i < tabia_book_text_count(s->book); i++) {
        char one[TABIA_LOSS_SIZE + UTF8_MAX], many[sizeof(one)];
        const char *key, *value;
        tabia_book_text_at(s->book, i, &key, &value);
        if (is_held_text(s->info, key))
            continue;
        snprintf(one, sizeof(one), "text of the whole book dropped: %s", key);
        snprintf(many, sizeof(many), "texts of the whole book dropped: %s",
                 key);
        format_loss(report, 1, one, many);
    }
}

void tabia_format_losses(const struct tabia_format *format,
                         const struct tabia_book *book,
                         struct tabia_report *report)
{
    struct survey s = { .book = book, .info = &format->info };
    survey_book(&s);
    tell_attrs(&s, report);
    tell_boards(&s, report);
    tell_texts(&s, report);
}
