/*
 * game_record.c - a game of a store with its moves, and as PGN
 */
#include "store/game_record.h"

#include <stdio.h>
#include <string.h>

#include "chess/chess_words.h"
#include "store/store_def.h"
#include "base/banned.h"

enum { LINE_WIDTH = 79 };

bool game_record_read(const struct tabia_store *store, uint64_t number,
                      struct game_record *record, struct tabia_error *err)
{
    const unsigned max_ply = store->tail.rule.max_ply;
    size_t n;
    if (!tabia_store_get_game(store, number, &record->game, err) ||
        !tabia_store_get_moves(store, number, &record->start, record->moves,
                               STORE_PLIES_MAX, &n, err))
        return false;
    record->nmoves = n < STORE_PLIES_MAX ? n : STORE_PLIES_MAX;
    record->is_cut = max_ply && n >= max_ply;
    return true;
}

const char *game_record_date(uint32_t date, char text[GAME_DATE_SIZE])
{
    static const char unknown[] = "????.??.??";
    snprintf(text, GAME_DATE_SIZE, "%04u.%02u.%02u", date / 10000 % 10000,
             date / 100 % 100, date % 100);
    if (date / 10000 == 0)
        memcpy(text, unknown, 4);
    if (date / 100 % 100 == 0)
        memcpy(text + 5, unknown, 2);
    if (date % 100 == 0)
        memcpy(text + 8, unknown, 2);
    return text;
}

static void print_tag(struct buf *out, const char *tag, const char *value)
{
    buf_addf(out, "[%s \"", tag);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buf_add_char(out, '\\');
        // No control character ends a line of its own.
        buf_add_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    }
    buf_add_text(out, "\"]\n");
}

static void print_rating(struct buf *out, const char *tag, unsigned rating)
{
    char text[16];
    snprintf(text, sizeof(text), "%u", rating);
    if (rating)
        print_tag(out, tag, text);
}

/* Words with blanks and line ends between them. */
static void print_word(struct buf *out, size_t *column, const char *word)
{
    const size_t len = strlen(word);
    if (*column > 0 && *column + 1 + len > LINE_WIDTH) {
        buf_add_char(out, '\n');
        *column = 0;
    } else if (*column > 0) {
        buf_add_char(out, ' ');
        ++*column;
    }
    buf_add_text(out, word);
    *column += len;
}

static void print_moves(const struct game_record *record, struct buf *out)
{
    struct tabia_pos pos = record->start;
    size_t column = 0;
    for (size_t i = 0; i < record->nmoves; i++) {
        char san[TABIA_SAN_SIZE], number[16];
        if (pos.turn == TABIA_WHITE || i == 0) {
            snprintf(number, sizeof(number), "%u%s", pos.fullmove,
                     pos.turn == TABIA_WHITE ? "." : "...");
            print_word(out, &column, number);
        }
        tabia_san_print(&pos, record->moves[i], san);
        print_word(out, &column, san);
        tabia_pos_play(&pos, record->moves[i]);
    }
    if (record->is_cut)
        print_word(out, &column, "{the store has no further moves}");
    print_word(out, &column, chess_words_result(record->game.result));
    buf_add_char(out, '\n');
}

bool game_record_print(const struct game_record *record, struct buf *out)
{
    const struct tabia_store_game *game = &record->game;
    const char *white = game->players[TABIA_WHITE];
    const char *black = game->players[TABIA_BLACK];
    char date[GAME_DATE_SIZE], fen[TABIA_FEN_SIZE];
    struct tabia_pos usual;
    print_tag(out, "Event", game->event[0] ? game->event : "?");
    print_tag(out, "Site", "?");
    print_tag(out, "Date", game_record_date(game->date, date));
    print_tag(out, "Round", "?");
    print_tag(out, "White", *white ? white : "?");
    print_tag(out, "Black", *black ? black : "?");
    print_tag(out, "Result", chess_words_result(record->game.result));
    print_rating(out, "WhiteElo", game->ratings[TABIA_WHITE]);
    print_rating(out, "BlackElo", game->ratings[TABIA_BLACK]);
    tabia_pos_set_start(&usual);
    if (!tabia_pos_is_same(&record->start, &usual)) {
        tabia_fen_print(&record->start, 0, fen);
        print_tag(out, "SetUp", "1");
        print_tag(out, "FEN", fen);
    }
    buf_add_char(out, '\n');
    print_moves(record, out);
    return !out->failed;
}
