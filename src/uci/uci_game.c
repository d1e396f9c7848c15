/*
 * uci_game.c - the game that "position" describes
 */
#include "uci/uci_game.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/wording.h"
#include "base/banned.h"

enum { PLIES_MAX = 1 << 20 };

/* The key of the position as the rules of repetition see it. */
static tabia_key uci_game_key(const struct tabia_pos *pos)
{
    const struct tabia_pos same = tabia_pos_identity(pos);
    return tabia_pos_key(&same);
}

static bool uci_game_play_word(struct uci_game *game, struct uci_word word,
                               struct tabia_error *err)
{
    tabia_move mv;
    if (!tabia_uci_parse(&game->pos, word.text, word.len, &mv, err))
        return false;
    if (!VEC_RESERVE(game->seen, game->room, game->nseen + 1, PLIES_MAX, err))
        return false;
    game->seen[game->nseen++] = uci_game_key(&game->pos);

    tabia_pos_play(&game->pos, mv);
    game->ply++;
    if (game->nmoves < TABIA_AMATEUR_PLIES)
        game->moves[game->nmoves] = mv;
    game->nmoves++;
    // A capture or pawn move: nothing before it can come back.
    if (game->pos.halfmove == 0)
        game->nseen = 0;
    return true;
}

/* Reads up to the word "moves" or the end; 'rest' is then behind it. */
static bool uci_game_read_root(struct uci_game *game, struct uci_rest *rest,
                               struct tabia_error *err)
{
    char found[QUOTE_SIZE];
    struct uci_word word;
    uci_rest_next(rest, &word);
    const bool is_start = uci_word_is(word, "startpos");
    if (!is_start && !uci_word_is(word, "fen"))
        return error_set(err, TABIA_ERR_SYNTAX,
                         "expected startpos or fen, found '%s'",
                         quote(word.text, word.len, found));

    const char *fen = rest->p;
    const char *end = fen;
    while (uci_rest_next(rest, &word) && !uci_word_is(word, "moves"))
        end = word.text + word.len;
    if (is_start) {
        tabia_pos_set_start(&game->pos);
        return true;
    }
    while (fen < end && (*fen == ' ' || *fen == '\t'))
        fen++;
    return tabia_fen_parse(&game->pos, fen, (size_t)(end - fen),
                           TABIA_FEN_LENIENT, err);
}

bool uci_game_set(struct uci_game *game, struct uci_rest rest,
                  struct tabia_error *err)
{
    struct uci_word word;
    struct tabia_pos start;
    game->is_known = false;
    game->nseen = game->nmoves = 0;
    if (!uci_game_read_root(game, &rest, err))
        return false;
    tabia_pos_set_start(&start);
    game->is_from_start = tabia_pos_is_same(&game->pos, &start);
    game->ply = (game->pos.fullmove > 0 ? game->pos.fullmove - 1 : 0) * 2 +
                game->pos.turn;
    while (uci_rest_next(&rest, &word))
        if (!uci_game_play_word(game, word, err))
            return false;
    game->is_known = true;
    return true;
}

bool uci_game_repeats(const struct uci_game *game, tabia_move mv)
{
    struct tabia_pos after = game->pos;
    tabia_pos_play(&after, mv);
    const tabia_key key = uci_game_key(&after);
    for (size_t i = 0; i < game->nseen; i++)
        if (game->seen[i] == key)
            return true;
    return false;
}

void uci_game_clear(struct uci_game *game)
{
    free(game->seen);
    *game = (struct uci_game){ .is_known = false };
}
