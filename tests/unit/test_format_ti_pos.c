/*
 * test_format_ti_pos.c - keys, packed positions, moves and the container
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "format/ti/ti_container.h"
#include "format/ti/ti_pos.h"

static struct tabia_pos position(const char *fen)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    if (!tabia_fen_parse(&pos, fen, strlen(fen), 0, &err))
        fail_msg("%s: %s", fen, err.msg);
    return pos;
}

static const char *hex(const uint8_t *data, size_t size, char *buf)
{
    for (size_t i = 0; i < size; i++)
        snprintf(buf + 2 * i, 3, "%02x", data[i]);
    return buf;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void test_key(void **state)
{
    (void)state;
    struct ti_hash hash;
    const struct tabia_pos start = position(START);
    ti_hash_init(&hash);
    assert_true(check_number("start", ti_hash_of(&hash, start.board),
                             0x439871B466D9186A));

    // Side to move, castling and en passant have no part in it.
    const struct tabia_pos a = position("4k2r/8/8/3pP3/8/8/8/4K3 w k d6 0 1");
    const struct tabia_pos b = position("4k2r/8/8/3pP3/8/8/8/4K3 b - - 4 9");
    assert_true(check_number("board only", ti_hash_of(&hash, a.board),
                             ti_hash_of(&hash, b.board)));
}

static void test_pack(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen, *want;
    } cases[] = {
        { "start", START, "e6b1e7d8d7249249000000002db6db7bbcfbfe77d01e" },
        { "bare kings", "k7/8/8/8/8/8/8/K7 b - - 0 1",
          "f800000000000007e000000000000000000000000001" },
        { "double step", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2", NULL },
        { "rights", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", NULL },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_pos pos = position(cases[i].fen);
        uint8_t packed[TI_POS_SIZE];
        char text[2 * TI_POS_SIZE + 1];
        assert_true(ti_pos_encode(&pos, packed));
        hex(packed, sizeof(packed), text);
        if (cases[i].want)
            assert_true(check_text(cases[i].name, text, cases[i].want));

        struct ti_pos out;
        struct tabia_pos back;
        struct tabia_error err = { 0 };
        assert_true(ti_pos_decode(packed, &out));
        assert_true(out.is_clean);
        if (!ti_pos_restore(&out, &back, &err))
            fail_msg("%s: %s", cases[i].name, err.msg);
        assert_true(tabia_pos_is_same(&pos, &back));
    }
}

static void test_last_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen;
        unsigned ep, flags;
    } cases[] = {
        { "none", "k7/8/8/8/8/8/8/K7 w - - 0 1", 0x00, 0x00 },
        { "black to move", "k7/8/8/8/8/8/8/K7 b - - 0 1", 0x00, 0x01 },
        { "white long", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 0x00, 0x02 },
        { "white short", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0x00, 0x04 },
        { "black long", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 0x00, 0x08 },
        { "black short", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", 0x00, 0x10 },
        { "a6", "4k3/8/8/p7/8/8/8/4K3 w - a6 0 2", 0x08, 0x00 },
        { "h3", "4k3/8/8/8/7P/8/8/4K3 b - h3 0 2", 0x0F, 0x01 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_pos pos = position(cases[i].fen);
        uint8_t packed[TI_POS_SIZE];
        assert_true(ti_pos_encode(&pos, packed));
        assert_true(check_number(cases[i].name, packed[20], cases[i].ep));
        assert_true(check_number(cases[i].name, packed[21], cases[i].flags));
    }
}

/* Nine queens a side and all other pieces need more than 164 bits. */
static void test_too_full(void **state)
{
    (void)state;
    const struct tabia_pos full =
        position("rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1");
    uint8_t packed[TI_POS_SIZE];
    assert_int_equal(ti_pos_bits(full.board), 164 + 16 * 3);
    assert_false(ti_pos_encode(&full, packed));

    uint8_t bytes[TI_POS_SIZE];
    struct ti_pos out;
    memset(bytes, 0xFF, sizeof(bytes));
    assert_false(ti_pos_decode(bytes, &out));
}

static void test_unused_bits(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t bit;
    } cases[] = { { 19, 0x01 }, { 20, 0x10 }, { 20, 0x02 }, { 21, 0x20 } };
    const struct tabia_pos pos = position("k7/8/8/8/8/8/8/K7 w - - 0 1");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t packed[TI_POS_SIZE];
        struct ti_pos out;
        assert_true(ti_pos_encode(&pos, packed));
        packed[cases[i].at] |= cases[i].bit;
        assert_true(ti_pos_decode(packed, &out));
        assert_false(out.is_clean);
    }
}

static void test_moves(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        unsigned want;
    } cases[] = {
        { START, "e2e4", 12 | 28 << 6 },
        { START, "g1f3", 6 | 21 << 6 },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 48 | 56 << 6 | 1 << 12 },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", 48 | 56 << 6 | 2 << 12 },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", 48 | 56 << 6 | 3 << 12 },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 48 | 56 << 6 | 4 << 12 },
        { "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 4 | 6 << 6 },
        { "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", 4 | 2 << 6 },
        { "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", 60 | 62 << 6 },
        { "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", 60 | 58 << 6 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_pos pos = position(cases[i].fen);
        tabia_move mv;
        uint16_t code;
        assert_true(tabia_uci_parse(&pos, cases[i].uci, strlen(cases[i].uci),
                                    &mv, NULL));
        assert_true(ti_move_encode(&pos, mv, &code));
        assert_true(check_number(cases[i].uci, code, cases[i].want));
        assert_true(check_number(cases[i].uci, ti_move_decode(&pos, code), mv));
    }
}

/* Every code in every one of these positions is a legal move or none. */
static void test_all_codes(void **state)
{
    (void)state;
    static const char *const fens[] = {
        START,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/P6P/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    };
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        const struct tabia_pos pos = position(fens[i]);
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&pos, list);
        size_t nfound = 0, nstored = 0;
        for (unsigned code = 0; code < 0x8000; code++)
            nfound += ti_move_decode(&pos, (uint16_t)code) != 0;
        for (size_t k = 0; k < n; k++) {
            uint16_t code;
            nstored += ti_move_encode(&pos, list[k], &code);
        }
        assert_true(check_number(fens[i], nfound, nstored));
    }
}

/* ---- the container --------------------------------------------------- */

static void make_file(struct buf *out, const char *payload, size_t size)
{
    const struct ti_container c = {
        .device = TI_CONTAINER_TI92P,
        .folder = "tict",
        .name = "test0",
        .payload = { (const uint8_t *)payload, size },
    };
    struct sink dst = sink_to_buf(out, NULL);
    assert_true(ti_container_write(&c, &dst));
}

static void test_container(void **state)
{
    (void)state;
    struct buf file = { .limit = 1 << 20 };
    struct ti_container c;
    make_file(&file, "BKW0\0\0\0\0", 8);
    assert_int_equal(file.size, 88 + 8 + 7 + 2);
    assert_true(ti_container_holds(buf_bytes(&file), "BKW0"));
    assert_false(ti_container_holds(buf_bytes(&file), "PUZ1"));
    assert_true(ti_container_parse(buf_bytes(&file), &c, NULL));
    assert_int_equal(c.device, TI_CONTAINER_TI92P);
    assert_true(check_text("folder", c.folder, "tict"));
    assert_true(check_text("name", c.name, "test0"));
    assert_int_equal(c.payload.size, 8);
    buf_clear(&file);
}

/* One changed byte each; the message names the place. */
static void test_bad_container(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t size; // 0: all
        size_t at;
        unsigned char byte;
        const char *want;
    } cases[] = {
        { "empty", 1, 0, '*', "0: not a file of a TI calculator" },
        { "signature", 0, 2, 'X', "0: not a file of a TI calculator" },
        { "cut", 80, 0, '*', "80: the header is truncated" },
        { "no folder", 0, 10, 0, "10: invalid name of the folder" },
        { "folder", 0, 11, '/', "10: invalid name of the folder" },
        { "two variables", 0, 58, 2, "58: expected one variable, found 2" },
        { "data", 0, 60, 0x50, "60: expected the data at 82, found 80" },
        { "digit first", 0, 64, '7', "64: invalid name of the variable" },
        { "type", 0, 72, 0x0B, "72: expected a variable of type 1c, found 0b" },
        { "size", 0, 76, 9, "76: the header states 9 bytes, the file has 105" },
        { "mark", 0, 80, 0, "80: the marker before the data is missing" },
        { "length", 0, 87, 14,
          "86: the variable has 14 bytes, the limit is 15" },
        { "tag", 0, 97, 'x', "96: the tag of TI-Chess is missing" },
        { "sum", 0, 103, 0,
          "103: checksum mismatch: stored 0300, computed 03cf" },
        { "payload", 0, 90, 'B',
          "103: checksum mismatch: stored 03cf, computed 03ba" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf file = { .limit = 1 << 20 };
        struct tabia_error err = { 0 };
        struct ti_container c;
        char got[256];
        make_file(&file, "BKW0\0\0\0\0", 8);
        if (cases[i].size)
            file.size = cases[i].size;
        file.data[cases[i].at] = (char)cases[i].byte;
        assert_false(ti_container_parse(buf_bytes(&file), &c, &err));
        snprintf(got, sizeof(got), "%d: %s", (int)err.offset, err.msg);
        if (!check_text(cases[i].name, got, cases[i].want))
            nfailed++;
        buf_clear(&file);
    }
    assert_int_equal(nfailed, 0);
}

static void test_names(void **state)
{
    (void)state;
    assert_true(ti_container_is_name("tict", 8));
    assert_true(ti_container_is_name("a2345678", 8));
    assert_false(ti_container_is_name("a23456789", 8));
    assert_false(ti_container_is_name("", 8));
    assert_false(ti_container_is_name("1a", 8));
    assert_false(ti_container_is_name("a/b", 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key),           cmocka_unit_test(test_pack),
        cmocka_unit_test(test_last_bytes),    cmocka_unit_test(test_too_full),
        cmocka_unit_test(test_unused_bits),   cmocka_unit_test(test_moves),
        cmocka_unit_test(test_all_codes),     cmocka_unit_test(test_container),
        cmocka_unit_test(test_bad_container), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
