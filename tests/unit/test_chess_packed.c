/*
 * test_chess_packed.c - packed positions
 */
#include "chess_table.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void hex(const struct tabia_packed *packed, char buf[64])
{
    for (size_t i = 0; i < TABIA_PACKED_SIZE; i++)
        snprintf(buf + 2 * i, 3, "%02x", packed->bytes[i]);
}

static unsigned digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

static struct tabia_packed from_hex(const char *text)
{
    struct tabia_packed packed;
    assert_int_equal(strlen(text), 2 * TABIA_PACKED_SIZE);
    for (size_t i = 0; i < TABIA_PACKED_SIZE; i++)
        packed.bytes[i] =
            (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    return packed;
}

/* The bytes are a contract: they are stored in files. */
static const struct {
    const char *name, *fen, *want;
} good[] = {
    { "start", START,
      "ffff00000000ffff"
      "2c844ac200000000"
      "111111113d955bd3"
      "00000100" },
    { "two kings, white to move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
      "1000000000000010"
      "ba00000000000000"
      "0000000000000000"
      "00000100" },
    { "two kings, black to move", "4k3/8/8/8/8/8/8/4K3 b - - 258 9999",
      "1000000000000010"
      "fa00000000000000"
      "0000000000000000"
      "02010f27" },
    { "white double step", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
      "1000001000000010"
      "ea0f000000000000"
      "0000000000000000"
      "00000100" },
    { "no double step", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
      "1000001000000010"
      "0a0f000000000000"
      "0000000000000000"
      "00000100" },
    { "black double step", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
      "1000000008000010"
      "ea0b000000000000"
      "0000000000000000"
      "00000100" },
    { "castling one side each", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
      "9100000000000091"
      "a6dc7b0000000000"
      "0000000000000000"
      "00000100" },
    { "inner rooks castle", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1",
      "d300000000000010"
      "c6cab60000000000"
      "0000000000000000"
      "00000100" },
};

static void test_good(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        const struct tabia_pos pos = table_pos(good[i].fen);
        struct tabia_packed packed;
        struct tabia_pos back;
        struct tabia_error err = { 0 };
        char got[256];
        tabia_pos_pack(&pos, &packed);
        hex(&packed, got);
        nfailed += table_differs(good[i].name, got, good[i].want);
        packed = from_hex(good[i].want);
        if (tabia_pos_unpack(&back, &packed, &err))
            tabia_fen_print(&back, 0, got);
        else
            table_print_error(&err, got, sizeof(got));
        nfailed += table_differs(good[i].name, got, good[i].fen);
        assert_true(back.key == pos.key);
    }
    assert_int_equal(nfailed, 0);
}

static const struct {
    const char *name, *bytes, *want;
} bad[] = {
    { "all zero",
      "0000000000000000"
      "0000000000000000"
      "0000000000000000"
      "00000000",
      "0 corrupt: packed position: white has no king" },
    { "all ones",
      "ffffffffffffffff"
      "ffffffffffffffff"
      "ffffffffffffffff"
      "ffffffff",
      "0 corrupt: packed position has 64 men, expected at most 32" },
    { "33 men",
      "ffff01000000ffff"
      "2c844ac200000000"
      "111111113d955bd3"
      "00000100",
      "0 corrupt: packed position has 33 men, expected at most 32" },
    { "code after the last man",
      "1000000000000010"
      "ba01000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position has codes beyond its 2 men" },
    { "code in the last nibble",
      "1000000000000010"
      "ba00000000000000"
      "0000000000000010"
      "00000100",
      "0 corrupt: packed position has codes beyond its 2 men" },
    { "no white king",
      "1000000000000010"
      "b800000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: white has no king" },
    { "two black kings, one to move",
      "1000000000000090"
      "fa0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: black has 2 kings" },
    { "no black king",
      "1000000000000010"
      "9a00000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: black has no king" },
    { "pawn on rank 1",
      "1100000000000010"
      "a00b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: a pawn cannot stand on rank 1" },
    { "double step on rank 8",
      "1000000000000011"
      "ea0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: a pawn cannot stand on rank 8" },
    { "double step on rank 6",
      "1000000000080010"
      "ea0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position, double step to d6: that pawn has not just "
      "moved" },
    { "double step by the side to move",
      "1000001000000010"
      "ea0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position, double step to e4: that pawn has not just "
      "moved" },
    { "double step from a square that is not empty",
      "1010001000000010"
      "2afe000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position, double step to e4: no pawn can come from "
      "e2: e2 is not empty" },
    { "double step over a man",
      "1000101000000010"
      "2afe000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position, double step to e4: no pawn can come from "
      "e2: e3 is not empty" },
    { "two double steps",
      "1000001800000010"
      "eafe000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position has two double steps" },
    { "castling rook on rank 2",
      "1001000000000010"
      "ca0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: the rook on a2 cannot castle" },
    { "castling with king away",
      "8110000000000010"
      "ccba000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: the rook on a1 cannot castle" },
    { "black castling rook on rank 1",
      "9000000000000010"
      "da0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: the rook on h1 cannot castle" },
    { "two castling rooks on one side",
      "d000000000000010"
      "cabc000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: the rook on h1 cannot castle" },
    { "black king could be taken",
      "2010000000000010"
      "8a0b000000000000"
      "0000000000000000"
      "00000100",
      "0 corrupt: packed position: the black king could be taken" },
    { "move number 0",
      "1000000000000010"
      "ba00000000000000"
      "0000000000000000"
      "00000000",
      "0 corrupt: packed position has move number 0" },
};

static void test_bad(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const struct tabia_packed packed = from_hex(bad[i].bytes);
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        char got[256] = "accepted";
        if (tabia_pos_unpack(&pos, &packed, &err))
            tabia_fen_print(&pos, 0, got);
        else
            table_print_error(&err, got, sizeof(got));
        nfailed += table_differs(bad[i].name, got, bad[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* Whatever one flipped bit makes of a position has one packed form only. */
static void test_every_bit(void **state)
{
    (void)state;
    int naccepted = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        for (size_t bit = 0; bit < TABIA_PACKED_SIZE * 8; bit++) {
            struct tabia_packed packed = from_hex(good[i].want), again;
            struct tabia_pos pos;
            packed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (!tabia_pos_unpack(&pos, &packed, NULL))
                continue;
            naccepted++;
            tabia_pos_pack(&pos, &again);
            assert_memory_equal(&packed, &again, sizeof(packed));
        }
    }
    assert_true(naccepted > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
