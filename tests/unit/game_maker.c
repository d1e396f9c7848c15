/*
 * game_maker.c - PGN of random games, and what is in it
 */
#include "game_maker.h"
#include "chess/pos.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "tabia/chess.h"

enum { SHARED_PLIES = 16 };

static const char *const results[] = { "1-0", "0-1", "1/2-1/2" };

static unsigned below(struct game_maker *maker, unsigned limit)
{
    maker->seed = maker->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(maker->seed >> 33) % limit;
}

static const char *line_end(const struct game_maker *maker)
{
    return maker->line_end ? maker->line_end : "\n";
}

static void add_ratings(struct game_maker *maker)
{
    const char *end = line_end(maker);
    buf_addf(&maker->text, "[Black \"%u\"]%s[Date \"%u.%02u.%02u\"]%s",
             below(maker, 1000), end, 2000 + below(maker, 25),
             1 + below(maker, 12), 1 + below(maker, 28), end);
    buf_addf(&maker->text, "[WhiteElo \"%u\"]%s[BlackElo \"%u\"]%s",
             1500 + below(maker, 1200), end, 1500 + below(maker, 1200), end);
    buf_addf(&maker->text, "[TimeControl \"%u+%u\"]%s",
             60 * (1 + below(maker, 40)), below(maker, 20), end);
}

static void add_tags(struct game_maker *maker, const char *result)
{
    const char *end = line_end(maker);
    buf_addf(&maker->text, "[Event \"Game %u\"]%s[White \"%u\"]%s",
             (unsigned)maker->ngames, end, below(maker, 1000000), end);
    if (below(maker, 2))
        buf_addf(&maker->text, "[Annotator \"a \\\"b\\\" c\"]%s", end);
    if (maker->is_rated)
        add_ratings(maker);
    buf_addf(&maker->text, "[Result \"%s\"]%s%s", result, end, end);
}

/* Known moves come first: most games share their first few. */
static size_t choose(struct game_maker *maker, size_t nmoves, unsigned ply)
{
    unsigned choice = below(maker, (unsigned)nmoves);
    for (unsigned i = 0; maker->is_rated && ply < SHARED_PLIES && i < 3; i++)
        choice = below(maker, choice + 1);
    return choice;
}

/* Adds a move, or nothing when the game is over. */
static bool add_move(struct game_maker *maker, struct tabia_pos *pos,
                     unsigned ply)
{
    tabia_move moves[TABIA_MOVES_MAX];
    char san[TABIA_SAN_SIZE];
    const size_t n = tabia_pos_legal_moves(pos, moves);
    if (n == 0)
        return false;
    const tabia_move mv = moves[choose(maker, n, ply)];
    tabia_san_print(pos, mv, san);
    if (ply % 2 == 0)
        buf_addf(&maker->text, "%u. ", ply / 2 + 1);
    buf_addf(&maker->text, "%s%s", san, ply % 8 == 7 ? line_end(maker) : " ");
    if (maker->has_comments && below(maker, 4) == 0)
        buf_addf(&maker->text, "{ [%%clk 0:0:%u]%s(not a [Tag \") } ",
                 below(maker, 60), line_end(maker));
    tabia_pos_play(pos, mv);
    maker->nplies++;
    maker->fingerprint ^= pos_key_slow(pos);
    return true;
}

void game_maker_add(struct game_maker *maker, unsigned n, unsigned max_plies)
{
    maker->text.limit = SIZE_MAX / 2;
    for (unsigned i = 0; i < n; i++) {
        struct tabia_pos pos;
        const unsigned nplies = below(maker, max_plies + 1);
        const char *result =
            maker->is_rated ? results[below(maker, COUNT_OF(results))] : "*";
        add_tags(maker, result);
        tabia_pos_set_start(&pos);
        for (unsigned ply = 0; ply < nplies; ply++)
            if (!add_move(maker, &pos, ply))
                break;
        buf_addf(&maker->text, "%s%s%s", result, line_end(maker),
                 line_end(maker));
        maker->ngames++;
    }
    if (maker->text.failed)
        abort();
}

void game_maker_clear(struct game_maker *maker)
{
    buf_clear(&maker->text);
    *maker = (struct game_maker){ 0 };
}
