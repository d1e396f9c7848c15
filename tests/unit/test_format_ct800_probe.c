/*
 * test_format_ct800_probe.c - keys of the CT800, and asking compiled books
 */
#include "base/compiler.h"
#include "ct800_book.h"
#include "format/ct800/ct800_key.h"
#include "format/report.h"
#include "format/table_io.h"
#include "format_check.h"

/* Plays moves from the starting position, with the flags of the path. */
static unsigned play_all(struct tabia_pos *pos, const char *moves)
{
    unsigned flags = 0;
    tabia_pos_set_start(pos);
    for (const char *p = moves; *p; p += p[4] ? 5 : 4) {
        tabia_move mv;
        if (!tabia_uci_parse(pos, p, 4, &mv, NULL))
            fail_msg("%s: no such move", p);
        flags = ct800_flags_play(flags, pos, mv);
        tabia_pos_play(pos, mv);
    }
    return flags;
}

/* ---- keys ------------------------------------------------------------ */

static void test_keys(void **state)
{
    static const struct {
        const char *moves;
        unsigned flags;
        uint64_t key;
    } cases[] = {
        { "", 0x00, 0x1C16842668 },
        { "e2e4", 0x40, 0x4DEA8D4B8F },
        { "e2e4 e7e5", 0x00, 0x583ED253E8 },
        { "e2e4 e7e5 e1e2", 0x47, 0xB9EFF41AF5 },
    };
    struct ct800_keys keys;
    (void)state;
    ct800_keys_init(&keys);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_pos pos;
        const unsigned flags = play_all(&pos, cases[i].moves);
        assert_true(check_number(cases[i].moves, flags, cases[i].flags));
        assert_true(check_number(cases[i].moves, ct800_key(&keys, &pos, flags),
                                 cases[i].key));
    }
    assert_int_equal(crc_sum(&keys.crc32, "123456789", 9), 0xCBF43926);
    assert_int_equal(crc_sum(&keys.crc8, "123456789", 9), 0xD8);
}

/* The flags of the path, and those that a FEN would give. */
static void test_flags(void **state)
{
    static const struct {
        const char *name, *moves;
        unsigned path, fen;
    } cases[] = {
        { "rook h1", "h2h4 a7a6 h1h2", 0x44, 0x44 },
        { "rook a8", "a2a3 a7a5 b2b3 a8a7", 0x10, 0x10 },
        { "both rooks make a king", "h2h4 a7a6 h1h2 b7b6 a2a4 c7c6 a1a2", 0x47,
          0x47 },
        { "black king", "e2e4 e7e5 a2a3 e8e7", 0x38, 0x38 },
        { "castling", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1", 0x47, 0x47 },
        { "a rook taken at home sets nothing",
          "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1", 0x00, 0x04 },
        { "whoever leaves the corner sets it",
          "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1 a3a4 h1b7", 0x04, 0x04 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_pos pos;
        const unsigned path = play_all(&pos, cases[i].moves);
        assert_true(check_number(cases[i].name, path, cases[i].path));
        assert_true(
            check_number(cases[i].name, ct800_flags_of(&pos), cases[i].fen));
        unsigned list[CT800_VARIANTS_MAX];
        const size_t n = ct800_flag_variants(&pos, list);
        bool has_path = false;
        for (size_t k = 0; k < n; k++)
            has_path |= list[k] == path;
        assert_true(has_path);
        assert_int_equal(list[0], cases[i].fen);
    }
}

/* ---- probing --------------------------------------------------------- */

/* The moves that the compiled 'text' has after 'moves', or for a FEN. */
static void check_probe(const char *name, const char *text, const char *moves,
                        const char *fen, const char *format, const char *want)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = ct800_book_of(text);
    struct buf data = ct800_book_encode(book, format, &report);
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
    };
    struct tabia_error err = { 0 };
    struct table *table = format_open_table(buf_bytes(&data), &options, &err);
    if (!table)
        fail_msg("%s: %s", name, err.msg);
    assert_string_equal(table_key_space(table), "crc-40");

    struct tabia_pos pos;
    if (fen)
        assert_true(tabia_fen_parse(&pos, fen, strlen(fen), 0, NULL));
    else
        play_all(&pos, moves);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = table_find(table, &pos, list);
    char got[256];
    assert_true(
        check_text(name, entries_text(&pos, list, n, got, sizeof(got)), want));
    table_close(table);
    buf_clear(&data);
    tabia_book_free(book);
}

#define MANY                                                                   \
    "a2a3\nb2b3\nc2c3\nd2d3\ne2e3\nf2f3\ng2g3\nh2h3\na2a4\nb2b4\nc2c4\nd2d4\n" \
    "e2e4\n"

static const struct {
    const char *name, *text, *moves, *fen, *want;
} probes[] = {
    { "the document's transposition", "d2d4 g7g6 e2e4 f8g7\ne2e4 g7g6 d2d4",
      "e2e4 g7g6 d2d4", NULL, "f8g7" },
    { "nothing", "e2e4 e7e5", "d2d4", NULL, "" },
    { "the reply to a passive move", "e2e4 e7e5 f2f4? e5f4", "e2e4 e7e5 f2f4",
      NULL, "e5f4" },
    { "a passive move itself", "e2e4 e7e5 f2f4? e5f4\ne2e4 e7e5 g1f3",
      "e2e4 e7e5", NULL, "g1f3" },
    { "an avoided move", "e2e4x\nd2d4", "", NULL, "d2d4" },
    { "castling", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1",
      "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", NULL, "e1g1" },
    { "colours swapped", "e2e4 e7e5 g1f3", "e2e3 e7e5 e3e4", NULL, "g8f6" },
    { "colours swapped, castling", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1",
      "e2e3 e7e5 g1f3 g8f6 f1c4 f8c5 e3e4", NULL, "e8g8" },
    { "en passant, now", "e2e4 a7a6 e4e5 d7d5 e5d6", "e2e4 a7a6 e4e5 d7d5",
      NULL, "e5d6" },
    { "en passant, too late",
      "e2e4 a7a6 e4e5 d7d5 e5d6\n"
      "e2e4 a7a6 e4e5 d7d5 d2d4",
      "e2e3 d7d5 e3e4 a7a6 e4e5 a6a5 h2h3 a5a4", NULL, "" },
    { "en passant, passed over",
      "e2e4 a7a6 e4e5 d7d5 e5d6\n"
      "e2e4 a7a6 e4e5 d7d5 d2d4",
      NULL, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4",
      "d2d4" },
    { "promotion to a queen",
      "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1",
      "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7", NULL, "c2b1q" },
    { "a collision: the whole hit is rejected",
      "e2e3 h7h5 d2d4 b8a6 g1h3 h8h6 d1d2 a6b8\n"
      "a2a3 d7d5 a3a4 c8f5 b1c3 f5d7 a1a2 d7f5 c3d5 d8d6 d5c3\n",
      "e2e3 h7h5 d2d4 b8a6 g1h3 h8h6 d1d2", NULL, "" },
    { "the other side of the collision",
      "e2e3 h7h5 d2d4 b8a6 g1h3 h8h6 d1d2\n"
      "a2a3 d7d5 a3a4 c8f5 b1c3 f5d7 a1a2 d7f5 c3d5 d8d6 d5c3\n",
      "e2e3 h7h5 d2d4 b8a6 g1h3 h8h6 d1d2", NULL, "" },
    { "a rook taken at home, by the moves",
      "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1 a3a4",
      "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1", NULL, "a3a4" },
    { "at most 11 moves", MANY, "", NULL,
      "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4" },
};

static void test_probe(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(probes); i++) {
        check_probe(probes[i].name, probes[i].text, probes[i].moves,
                    probes[i].fen, "ct800-bin", probes[i].want);
        check_probe(probes[i].name, probes[i].text, probes[i].moves,
                    probes[i].fen, "ct800-c", probes[i].want);
    }
}

static void test_rows(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = ct800_book_of("d2d4 d7d5\ne2e4");
    struct buf data = ct800_book_encode(book, "ct800-bin", &report);
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800-bin", NULL),
    };
    struct table *table = format_open_table(buf_bytes(&data), &options, NULL);
    assert_non_null(table);
    (void)state;
    struct table_rows it = table_rows_begin(table);
    struct table_row row;
    assert_true(table_rows_next(&it, &row));
    assert_true(row.key == 0x1C16842668 && row.code == 0x0B1B);
    assert_true(table_rows_next(&it, &row));
    assert_true(row.key == 0x1C16842668 && row.code == 0x0C1C);
    assert_true(table_rows_next(&it, &row));
    assert_true(row.code == 0x3323);
    assert_false(table_rows_next(&it, &row));
    table_close(table);
    buf_clear(&data);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
