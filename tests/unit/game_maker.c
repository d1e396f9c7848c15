/*
 * game_maker.c - PGN of random games, and what is in it
 */
#include "game_maker.h"

#include "check.h"
#include "tabia/chess.h"

static unsigned below(struct game_maker *maker, unsigned limit)
{
    maker->seed = maker->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(maker->seed >> 33) % limit;
}

static const char *line_end(const struct game_maker *maker)
{
    return maker->line_end ? maker->line_end : "\n";
}

static void add_tags(struct game_maker *maker)
{
    const char *end = line_end(maker);
    buf_addf(&maker->text, "[Event \"Game %u\"]%s[White \"%u\"]%s",
             (unsigned)maker->ngames, end, below(maker, 1000000), end);
    if (below(maker, 2))
        buf_addf(&maker->text, "[Annotator \"a \\\"b\\\" c\"]%s", end);
    buf_addf(&maker->text, "[Result \"*\"]%s%s", end, end);
}

/* Adds a move, or nothing when the game is over. */
static bool add_move(struct game_maker *maker, struct tabia_pos *pos,
                     unsigned ply)
{
    tabia_move moves[TABIA_MOVES_MAX];
    char san[TABIA_SAN_SIZE];
    const size_t n = tabia_pos_legal(pos, moves);
    if (n == 0)
        return false;
    const tabia_move mv = moves[below(maker, (unsigned)n)];
    tabia_san_print(pos, mv, san);
    if (ply % 2 == 0)
        buf_addf(&maker->text, "%u. ", ply / 2 + 1);
    buf_addf(&maker->text, "%s%s", san, ply % 8 == 7 ? line_end(maker) : " ");
    if (maker->has_comments && below(maker, 4) == 0)
        buf_addf(&maker->text, "{ [%%clk 0:0:%u]%s(not a [Tag \") } ",
                 below(maker, 60), line_end(maker));
    tabia_pos_play(pos, mv);
    maker->nplies++;
    maker->fingerprint ^= tabia_pos_key_slow(pos);
    return true;
}

void game_maker_add(struct game_maker *maker, unsigned n, unsigned max_plies)
{
    maker->text.limit = SIZE_MAX / 2;
    for (unsigned i = 0; i < n; i++) {
        struct tabia_pos pos;
        const unsigned nplies = below(maker, max_plies + 1);
        add_tags(maker);
        tabia_pos_start(&pos);
        for (unsigned ply = 0; ply < nplies; ply++)
            if (!add_move(maker, &pos, ply))
                break;
        buf_addf(&maker->text, "*%s%s", line_end(maker), line_end(maker));
        maker->ngames++;
    }
    assert_false(maker->text.failed);
}

void game_maker_clear(struct game_maker *maker)
{
    buf_clear(&maker->text);
    *maker = (struct game_maker){ 0 };
}
