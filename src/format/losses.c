/*
 * losses.c - what a format cannot hold of a book, counted and reported
 *
 * Nothing here knows a format by name: all comes from its declaration and
 * from what the book really uses. Where a move stood in its file, and the
 * text "format" that loading sets, are about the source and never a loss; nor
 * is the text of a share rule, which becomes weights where it is not held.
 */
#include "format/losses.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/wording.h"
#include "book/attrs.h"
#include "book/edges.h"
#include "book/game_tags.h"
#include "book/share.h"
#include "chess/pos.h"
#include "format/format_contract.h"
#include "base/banned.h"

bool losses_drop_coordinates(struct tabia_node_data *data)
{
    const bool is_bad =
        data->has & TABIA_HAS_COORDINATES &&
        !(isfinite(data->coordinates.x) && isfinite(data->coordinates.y));
    if (is_bad)
        attr_set(&attr_table[TABIA_ATTR_COORDINATES], data, NULL);
    return is_bad;
}

/* ---- counting -------------------------------------------------------- */

/* What one walk over the book finds. */
struct loss_survey {
    const struct tabia_book *book;
    const struct tabia_format *format;
    const struct tabia_format_info *info;
    uint64_t passive, avoided;
    uint64_t above[TABIA_ATTR_COUNT]; // values too large, texts too long
    uint64_t leaf[TABIA_ATTR_COUNT];  // held, but at a position without moves
    uint64_t underpromotions, castlings, rights, ep_twins;
};

static bool losses_is_above(const struct loss_survey *s, const struct attr *a,
                            const void *data)
{
    const uint64_t max = s->format->limits[a - attr_table].max;
    return s->info->attrs & attr_bit(a) && max && attr_magnitude(a, data) > max;
}

/* All occurrences of a position; whether it has moves is a matter of all. */
static void count_nodes(struct loss_survey *s, uint32_t position)
{
    struct edges it = edges_of(s->book, position);
    struct tabia_book_move entry;
    const bool is_leaf =
        !(s->info->holds & TABIA_HOLDS_LEAF_DATA) && !edges_next(&it, &entry);
    uint32_t node = tabia_book_position_node_at(s->book, position, 0);
    for (uint32_t i = 1; node != TABIA_NUMBER_NONE; i++) {
        const struct tabia_node_data data = tabia_book_node_data(s->book, node);
        unsigned left = data.has;
        const struct attr *a;
        while ((a = attr_next(&left, ATTR_OF_NODE))) {
            const size_t at = (size_t)(a - attr_table);
            if (is_leaf)
                s->leaf[at] += s->info->attrs >> at & 1;
            else
                s->above[at] += losses_is_above(s, a, &data);
        }
        node = tabia_book_position_node_at(s->book, position, i);
    }
}

/* True if a position differs only in its double step. */
static bool has_ep_twin(const struct tabia_book *book,
                        const struct tabia_pos *pos)
{
    if (pos->ep_file == TABIA_FILE_NONE)
        return false;
    struct tabia_pos twin = *pos; // the key has no part for the double step
    twin.ep_file = TABIA_FILE_NONE;
    if (tabia_book_find_position(book, &twin) != TABIA_NUMBER_NONE)
        return true;
    const uint32_t self = tabia_book_find_position(book, pos);
    for (uint8_t file = 0; file < pos->ep_file; file++) {
        twin.ep_file = file;
        if (pos_legal_ep_square(&twin) == TABIA_SQUARE_NONE)
            continue;
        const uint32_t found = tabia_book_find_position(book, &twin);
        if (found != TABIA_NUMBER_NONE && found != self)
            return true;
    }
    return false;
}

static void count_board(struct loss_survey *s, uint32_t position)
{
    struct tabia_pos pos;
    tabia_book_position_pos_at(s->book, position, &pos);
    if (!(s->info->holds & TABIA_HOLDS_EN_PASSANT))
        s->ep_twins += has_ep_twin(s->book, &pos);
    if (s->info->holds & TABIA_HOLDS_CHESS960 ||
        pos_usual_rights(&pos) == pos.castling)
        return;

    s->rights++;
    struct edges it = edges_of(s->book, position);
    struct tabia_book_move entry;
    while (edges_next(&it, &entry))
        s->castlings += tabia_pos_is_castling(&pos, entry.move);
}

/*
 * Roots of other positions than the usual one; of these with 'by_ep' only
 * those with a double step that their line does not show. Before a starting
 * position no move shows it; only the capture itself does.
 */
static uint64_t count_roots(const struct tabia_book *book, bool by_ep)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const uint32_t usual = tabia_book_find_position(book, &pos);
    uint64_t count = 0;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        const uint32_t position =
            tabia_book_node_position(book, tabia_book_root_at(book, i));
        tabia_book_position_pos_at(book, position, &pos);
        bool is_shown = by_ep && pos.ep_file == TABIA_FILE_NONE;
        struct edges it = edges_of(book, position);
        struct tabia_book_move entry;
        while (by_ep && !is_shown && edges_next(&it, &entry)) {
            const unsigned from = tabia_move_from(entry.move);
            const unsigned to = tabia_move_to(entry.move);
            is_shown = tabia_piece_type_of(pos.board[from]) == TABIA_PAWN &&
                       !pos.board[to] && from % 8 != to % 8;
        }
        count += position != usual && !is_shown;
    }
    return count;
}

/* ---- reporting ------------------------------------------------------- */

static const char *is_or_are(uint64_t count)
{
    return plural(count, "is", "are");
}

static void report_dropped(struct tabia_report *report, uint64_t count,
                           const char *one, const char *many)
{
    report_addf(report, count, "%s %s dropped", plural(count, one, many),
                is_or_are(count));
}

static void report_attr(const struct loss_survey *s, const struct attr *a,
                        struct tabia_report *report)
{
    const size_t at = (size_t)(a - attr_table);
    const struct tabia_limit *limit = &s->format->limits[at];
    const bool is_held = s->info->attrs & attr_bit(a);
    const char *one = a->noun.one, *many = a->noun.many;
    if (a->kind == ATTR_KIND_MARK) {
        if (!is_held) {
            report_dropped(report, s->passive, "passive mark", "passive marks");
            report_dropped(report, s->avoided, "avoided mark", "avoided marks");
        }
        return;
    }
    if (!is_held) {
        const uint64_t count =
            a->kind == ATTR_KIND_TAGS
                ? game_tags_count_own(s->book)
                : tabia_book_attr_count(s->book, (enum tabia_attr)at);
        report_dropped(report, count, one, many);
        return;
    }
    const uint64_t above = s->above[at], leaves = s->leaf[at];
    const char *noun = plural(above, one, many);
    const unsigned long long max = limit->max;
    if (a->kind == ATTR_KIND_TEXT)
        report_addf(report, above, "%s longer than %llu bytes %s truncated",
                    noun, max, is_or_are(above));
    else if (limit->note)
        report_addf(report, above, "%s above %llu %s scaled (%s)", noun, max,
                    is_or_are(above), limit->note);
    else
        report_addf(report, above, "%s above %llu %s %s", noun, max,
                    is_or_are(above),
                    a->kind == ATTR_KIND_HEX ? "dropped" : "capped");
    report_addf(report, leaves, "%s at positions without moves %s dropped",
                plural(leaves, one, many), is_or_are(leaves));
}

static void report_boards(const struct loss_survey *s,
                          struct tabia_report *report)
{
    const unsigned holds = s->info->holds;
    if (!(holds & TABIA_HOLDS_ROOTS))
        report_dropped(report, count_roots(s->book, false),
                       "other starting position", "other starting positions");
    else if (!(holds & TABIA_HOLDS_EN_PASSANT))
        report_add(report, count_roots(s->book, true),
                   "en passant square without a capture at the start of a "
                   "line is dropped",
                   "en passant squares without a capture at the start of "
                   "a line are dropped");
    if (!(holds & TABIA_HOLDS_UNDERPROMOTION))
        report_dropped(report, s->underpromotions, "under-promotion",
                       "under-promotions");
    report_dropped(report, s->castlings, "Chess960 castling move",
                   "Chess960 castling moves");
    report_add(report, s->rights,
               "position with Chess960 castling rights loses them",
               "positions with Chess960 castling rights lose them");
    report_add(report, s->ep_twins,
               "position that differs from another only in en passant is "
               "merged with it",
               "positions that differ from another only in en passant are "
               "merged with it");
}

void tabia_report_add_losses(struct tabia_report *report,
                             const struct tabia_format *format,
                             const struct tabia_book *book)
{
    const unsigned boards = TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT;
    struct loss_survey s = { .book = book,
                             .format = format,
                             .info = &format->info };
    for (uint32_t i = 0; i < tabia_book_edge_count(book); i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        const enum tabia_piece_type promotion =
            tabia_move_promotion(tabia_book_edge_move(book, i));
        s.underpromotions += promotion && promotion != TABIA_QUEEN;
        if (data.has & TABIA_HAS_MARK) {
            s.passive += data.mark == TABIA_MARK_PASSIVE;
            s.avoided += data.mark == TABIA_MARK_AVOIDED;
        }
        unsigned left = data.has;
        const struct attr *a;
        while ((a = attr_next(&left, ATTR_OF_MOVE)))
            s.above[a - attr_table] += losses_is_above(&s, a, &data);
    }
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        count_nodes(&s, i);
        if ((s.info->holds & boards) != boards)
            count_board(&s, i);
    }
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++)
        if (i != TABIA_ATTR_LOCATION)
            report_attr(&s, &attr_table[i], report);
    report_boards(&s, report);

    // One loss per key, so that the report says which texts they are.
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        char one[TABIA_LOSS_SIZE + UTF8_MAX], many[sizeof(one)];
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        const char *const *k = s.info->text_keys;
        while (k && *k && strcmp(*k, key) != 0)
            k++;
        if ((k && *k) || s.info->holds & TABIA_HOLDS_TEXTS ||
            strcmp(key, "format") == 0 || strcmp(key, SHARE_KEY) == 0)
            continue;
        snprintf(one, sizeof(one), "text of the whole book dropped: %s", key);
        snprintf(many, sizeof(many), "texts of the whole book dropped: %s",
                 key);
        report_add(report, 1, one, many);
    }
}
