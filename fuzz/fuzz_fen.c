/*
 * fuzz_fen.c - any bytes as a FEN, in both modes
 *
 * What is accepted must print and read back as the same position, as FEN and
 * packed, and must be one that the move generator can work with.
 */
#include <string.h>

#include "chess/pos.h"
#include "require.h"
#include "tabia/chess.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_same(const struct tabia_pos *a, const struct tabia_pos *b)
{
    return tabia_pos_is_same(a, b) && a->key == b->key &&
           a->halfmove == b->halfmove && a->fullmove == b->fullmove;
}

static void check_fen(const struct tabia_pos *pos, unsigned flags)
{
    char fen[TABIA_FEN_SIZE];
    struct tabia_pos back;
    const size_t len = tabia_fen_print(pos, flags, fen);
    require(len == strlen(fen));
    require(tabia_fen_parse(&back, fen, len, 0, NULL));
    require(is_same(pos, &back));
}

static void check_packed(const struct tabia_pos *pos)
{
    struct tabia_packed packed;
    struct tabia_pos back;
    tabia_pos_pack(pos, &packed);
    require(tabia_pos_unpack(&back, &packed, NULL));
    require(is_same(pos, &back));
}

static void check_moves(const struct tabia_pos *pos)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    require(n == pos_count_legal_moves(pos));
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = *pos;
        require(tabia_pos_is_legal(pos, list[i]));
        tabia_pos_play(&next, list[i]);
        require(tabia_pos_key(&next) == pos_key_slow(&next));
        check_packed(&next); // which also refuses a king left in check
    }
}

static void check_bytes_as_packed(const uint8_t *data, size_t size)
{
    struct tabia_packed packed, again;
    struct tabia_pos pos;
    if (size != sizeof(packed.bytes))
        return;
    memcpy(packed.bytes, data, size);
    if (!tabia_pos_unpack(&pos, &packed, NULL))
        return;
    tabia_pos_pack(&pos, &again);
    require(memcmp(&packed, &again, sizeof(packed)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned modes[2] = { 0, TABIA_FEN_LENIENT };
    check_bytes_as_packed(data, size);
    for (int i = 0; i < 2; i++) {
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        const bool ok =
            tabia_fen_parse(&pos, (const char *)data, size, modes[i], &err);
        require(ok == (err.status == TABIA_OK));
        require(ok || (err.col >= 1 && err.col <= size + 1));
        if (!ok)
            continue;
        check_fen(&pos, 0);
        check_fen(&pos, TABIA_FEN_SHREDDER);
        check_packed(&pos);
        check_moves(&pos);
    }
    return 0;
}
