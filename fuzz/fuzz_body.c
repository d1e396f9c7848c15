/*
 * fuzz_body.c - any bytes as what a store has of a position, as a list of
 * games, and as the moves of a game
 *
 * The first byte says what games are grouped by. What is read must be in
 * order, and legal moves must be coded as they were.
 */
#include <string.h>

#include "base/buf.h"
#include "require.h"
#include "store/body_read.h"
#include "store/game_moves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLIES = 300, NUMBERS = 4096 };

static void read_body(struct tabia_bytes bytes, unsigned by)
{
    const struct body_rule rule = { by, tally_date_pack(20200000) };
    struct body_reader r;
    struct tally_cell cell;
    uint64_t total = 0, last = UINT64_MAX;
    body_reader_init(&r, bytes, &rule);
    while (body_reader_move(&r)) {
        uint64_t count = 0;
        while (body_reader_cell(&r, &cell)) {
            require(!(cell.group & ~tally_group_mask(by)));
            count += tabia_tally_games(&cell.results);
        }
        total += count;
        require(r.src.failed || count > 0);
    }
    if (!body_reader_end(&r))
        return;
    require(r.total == total && total > 1 && r.nread == r.nmoves);
    for (size_t i = 0; i < r.nmoves; i++) {
        require(r.moves[i].count <= last);
        last = r.moves[i].count;
    }
    require(r.is_listed ? r.ngames == 0 : r.ngames == total);
    require(r.ntop <= STORE_TOP_MAX && r.nrecent <= STORE_RECENT_MAX);
}

static void read_list(struct tabia_bytes bytes)
{
    struct body_list_reader r;
    uint64_t number, last = 0, n = 0;
    body_list_reader_init(&r, bytes, NUMBERS);
    for (; body_list_reader_next(&r, &number); n++) {
        require(n == 0 || number > last);
        last = number;
    }
    require(r.bits.failed || n == NUMBERS);
}

static void read_moves(struct tabia_bytes bytes, int number)
{
    tabia_move moves[PLIES];
    struct tabia_pos root;
    struct game_moves at;
    bool is_legal = true, is_damaged;
    size_t n = 0;
    tabia_pos_set_start960(&root, number);
    game_moves_begin(&at, &root, bytes, PLIES);
    for (; game_moves_next(&at, &moves[n]); n++) {
        is_legal = is_legal && tabia_pos_is_legal(&at.pos, moves[n]);
        game_moves_play(&at, moves[n]);
    }
    const tabia_move found =
        game_moves_find(&root, bytes, (unsigned)n, 0, &root, &is_damaged);
    require(n == 0 || found);
    if (!is_legal || n == 0)
        return;
    struct buf again = { .limit = 1 << 16 };
    game_moves_encode(&root, moves, n, &again);
    require(!again.failed && again.size <= bytes.size &&
            (again.size < 2 ||
             memcmp(again.data, bytes.data, again.size - 1) == 0));
    buf_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct tabia_bytes bytes = { data + 1, size - 1 };
    read_body(bytes, data[0] & 7);
    read_list(bytes);
    read_moves(bytes, data[0] * 7 % 960);
    return 0;
}
