/*
 * deck.c - cards to learn from, in memory and as comma-separated values
 */
#include "deck/deck.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/vec.h"
#include "chess/line_print.h"
#include "deck/apkg.h"
#include "format/puzzle/solution.h"
#include "format/shared/foreign_text.h"
#include "study/practice/decisions.h"

#include "base/banned.h"

enum { CARDS_MAX = 1 << 20, TEXT_LIMIT = 1 << 16 };

struct deck {
    struct deck_card *list;
    size_t n, room;
    struct hashmap by_id;
    struct arena texts;
    char *title;
};

struct deck *deck_new(const char *title, struct tabia_error *err)
{
    struct deck *deck = calloc(1, sizeof(*deck));
    char *copy = strdup(title && *title ? title : "Tabia");
    if (!deck || !copy) {
        free(deck);
        free(copy);
        error_nomem(err);
        return NULL;
    }
    deck->title = copy;
    deck->by_id.limit = CARDS_MAX;
    deck->texts.limit = (size_t)1 << 30;
    return deck;
}

void deck_free(struct deck *deck)
{
    if (!deck)
        return;
    arena_clear(&deck->texts);
    hashmap_clear(&deck->by_id);
    free(deck->list);
    free(deck->title);
    free(deck);
}

size_t deck_count(const struct deck *deck)
{
    return deck->n;
}

const struct deck_card *deck_card_at(const struct deck *deck, size_t i)
{
    return &deck->list[i];
}

const char *deck_title(const struct deck *deck)
{
    return deck->title;
}

void deck_card_id(const struct tabia_pos *pos, tabia_move move,
                  char id[DECK_ID_SIZE])
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    char uci[TABIA_UCI_SIZE];
    tabia_uci_print(&identity, move, true, uci);
    snprintf(id, DECK_ID_SIZE, "%016" PRIx64 "-%s", tabia_pos_key(&identity),
             uci);
}

/* ---- adding ---------------------------------------------------------- */

struct deck_card_key {
    const struct deck *deck;
    const char *id;
};

static bool is_card_of_id(const void *ctx, uint32_t number)
{
    const struct deck_card_key *key = ctx;
    return strcmp(key->deck->list[number].id, key->id) == 0;
}

static uint64_t hash_card_id(const char *id)
{
    return strtoull(id, NULL, 16); // the position's key
}

bool deck_add(struct deck *deck, const struct deck_card *card,
              struct tabia_error *err)
{
    const struct deck_card_key key = { deck, card->id };
    const uint64_t hash = hash_card_id(card->id);
    if (hashmap_find(&deck->by_id, hash, is_card_of_id, &key) != HASHMAP_NONE)
        return true;
    struct deck_card copy = *card;
    const char **const texts[] = { &copy.front, &copy.back, &copy.tags };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        *texts[i] = arena_dup_text(&deck->texts, *texts[i], strlen(*texts[i]));
        if (!*texts[i])
            return error_nomem(err);
    }
    if (!VEC_RESERVE(deck->list, deck->room, deck->n + 1, CARDS_MAX, err))
        return false;
    if (!hashmap_insert(&deck->by_id, hash, (uint32_t)deck->n, err))
        return false;
    deck->list[deck->n++] = copy;
    return true;
}

/* ---- a book ---------------------------------------------------------- */

static const char *side_to_move(const struct tabia_pos *pos)
{
    return pos->turn == TABIA_WHITE ? "White to move" : "Black to move";
}

/* One card: the line that leads there, and what the book plays. */
static bool deck_add_decision(struct deck *deck, const struct decisions *d,
                              const struct decision *at,
                              struct tabia_error *err)
{
    const struct tabia_node_data data =
        tabia_book_position_data(d->book, at->position);
    struct deck_card card = { .front = NULL };
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct buf front = { .limit = TEXT_LIMIT }, back = front, tags = front;
    tabia_move line[DECISIONS_PLIES_MAX];
    struct tabia_pos start;
    tabia_book_position_pos_at(d->book, at->position, &card.pos);
    card.is_flipped = card.pos.turn == TABIA_BLACK;
    const size_t n = decisions_list_accepted(d->book, at->position, list);
    deck_card_id(&card.pos, list[0].move, card.id);
    buf_add_text(&front, side_to_move(&card.pos));
    const size_t nmoves = decisions_line_to(d, at->position, &start, line);
    if (nmoves) {
        buf_add_char(&front, '\n');
        line_print(&front, start, line, nmoves);
    }
    if (data.has & TABIA_HAS_NAME)
        buf_addf(&front, "\n%s", data.name);
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&card.pos, list[i].move, san);
        buf_addf(&back, "%s%s", i ? " or " : "", san);
    }
    if (list[0].data.has & TABIA_HAS_MOVE_COMMENT)
        buf_addf(&back, "\n%s", list[0].data.comment);
    if (data.has & TABIA_HAS_POSITION_COMMENT)
        buf_addf(&back, "\n%s", data.comment);
    buf_addf(&tags, "tabia %s%s%s", card.is_flipped ? "black" : "white",
             data.has & TABIA_HAS_ECO ? " " : "",
             data.has & TABIA_HAS_ECO ? data.eco : "");
    card.front = buf_text(&front);
    card.back = buf_text(&back);
    card.tags = buf_text(&tags);
    const struct buf *failed = front.failed  ? &front
                               : back.failed ? &back
                               : tags.failed ? &tags
                                             : NULL;
    const bool is_added =
        failed ? buf_error(failed, err) : deck_add(deck, &card, err);
    buf_clear(&front);
    buf_clear(&back);
    buf_clear(&tags);
    return is_added;
}

bool deck_add_book(struct deck *deck, const struct tabia_book *book,
                   enum tabia_color color, struct tabia_error *err)
{
    const struct decisions_options options = { .color = color };
    struct decisions d;
    if (!decisions_find(&d, book, &options, err))
        return false;
    bool ok = true;
    for (size_t i = 0; i < d.n && ok; i++)
        ok = deck_add_decision(deck, &d, &d.list[i], err);
    decisions_clear(&d);
    return ok;
}

/* ---- puzzles --------------------------------------------------------- */

static bool add_puzzle_card(struct deck *deck, const struct puzzle *puzzle,
                            const struct solution *solution,
                            struct tabia_error *err)
{
    struct buf front = { .limit = TEXT_LIMIT }, back = front;
    struct sink dst = sink_to_buf(&back, err);
    struct deck_card card = { .pos = puzzle->pos,
                              .is_flipped = puzzle->pos.turn == TABIA_BLACK,
                              .tags = "tabia puzzle" };
    const unsigned first = solution->nodes[0].first;
    deck_card_id(&puzzle->pos, solution->nodes[first].move, card.id);
    buf_add_text(&front, side_to_move(&puzzle->pos));
    for (size_t i = 0; i < PUZZLE_DESCRIPTIONS; i++)
        if (*puzzle->description[i]) {
            buf_add_char(&front, '\n');
            foreign_text_add(&front, puzzle->description[i],
                             strlen(puzzle->description[i]));
        }
    solution_put_pgn(solution, &dst);
    card.front = buf_text(&front);
    card.back = buf_text(&back);
    bool is_added = sink_ok(&dst);
    if (front.failed)
        is_added = buf_error(&front, err);
    is_added = is_added && deck_add(deck, &card, err);
    buf_clear(&front);
    buf_clear(&back);
    return is_added;
}

bool deck_add_puzzles(struct deck *deck, const struct puzzles *set,
                      struct tabia_error *err)
{
    for (size_t i = 0; i < puzzles_count(set); i++) {
        struct solution solution;
        if (solution_parse(puzzles_at(set, i), &solution, NULL) &&
            !add_puzzle_card(deck, puzzles_at(set, i), &solution, err))
            return false;
    }
    return true;
}

/* ---- writing --------------------------------------------------------- */

/* RFC 4180: quotes around everything, quotes inside doubled. */
static void csv_put(struct sink *dst, const char *text, const char *end)
{
    sink_put_char(dst, '"');
    for (; *text; text++) {
        if (*text == '"')
            sink_put_char(dst, '"');
        sink_put_char(dst, *text);
    }
    sink_put_char(dst, '"');
    sink_put_text(dst, end);
}

static bool csv_write(const struct deck *deck, struct sink *dst)
{
    sink_put_text(dst, "id,fen,question,answer,tags\r\n");
    for (size_t i = 0; i < deck->n; i++) {
        const struct deck_card *card = &deck->list[i];
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&card->pos, 0, fen);
        csv_put(dst, card->id, ",");
        csv_put(dst, fen, ",");
        csv_put(dst, card->front, ",");
        csv_put(dst, card->back, ",");
        csv_put(dst, card->tags, "\r\n");
    }
    return sink_ok(dst);
}

bool deck_write(const struct deck *deck, enum deck_format format,
                const char *path, int64_t now,
                const struct output_options *options, struct tabia_error *err)
{
    struct output out;
    if (!output_open(&out, path, options, err))
        return false;
    struct sink dst = output_sink(&out, err);
    const bool ok = format == DECK_ANKI ? apkg_write(deck, now, &dst, err)
                                        : csv_write(deck, &dst);
    if (ok && sink_ok(&dst))
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}

bool deck_export_book(const struct tabia_book *book, enum tabia_color color,
                      const char *path, enum deck_format format, int64_t now,
                      const struct output_options *options, size_t *ncards,
                      struct tabia_error *err)
{
    struct deck *deck = deck_new(tabia_book_find_text(book, "title"), err);
    const bool ok = deck && deck_add_book(deck, book, color, err) &&
                    deck_write(deck, format, path, now, options, err);
    *ncards = deck ? deck->n : 0;
    deck_free(deck);
    return ok;
}
