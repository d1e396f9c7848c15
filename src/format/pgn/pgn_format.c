/*
 * pgn_format.c - PGN as a format: what it looks like and what it holds
 *
 * Reading is in pgn_format_read.c, writing in pgn_format_write.c;
 * docs/formats/pgn.md says what becomes of what.
 */
#include <string.h>

#include "base/text.h"
#include "format/formats.h"
#include "format/pgn/pgn_format.h"
#include "pgn/scan.h"
#include "base/banned.h"

/*
 * Tags are a sure sign; a move behind a number is a good one. So is a game
 * that begins with its FEN, as texts of TI-Chess do.
 */
static enum format_match pgn_detect(struct tabia_bytes bytes)
{
    const char *text = bytes.size ? (const char *)bytes.data : "";
    const size_t size =
        bytes.size < FORMAT_DETECT_SIZE ? bytes.size : FORMAT_DETECT_SIZE;
    struct scan s;
    struct scan_token t = { 0 };
    if (memchr(text, '\0', size))
        return FORMAT_NO;
    scan_init(&s, text, size);
    while (scan_next(&s, &t) == SCAN_COMMENT)
        ;
    if (t.kind == SCAN_TAG ||
        (t.kind == SCAN_BAD_TAG && t.value && size < bytes.size &&
         !memchr(t.value, '\n', size - (size_t)(t.value - (char *)bytes.data))))
        return text_is(t.text, t.len, "FEN") ? FORMAT_LIKELY : FORMAT_SURE;

    // A legal first move, not spelled e2e4 as in other formats: 1. e4?
    struct tabia_pos pos;
    tabia_move mv;
    tabia_pos_set_start(&pos);
    if (t.kind != SCAN_WORD ||
        !tabia_san_parse(&pos, t.text, t.len, TABIA_SAN_REFUSE_LONG, &mv, NULL))
        return FORMAT_NO;
    const char *move = t.text;
    while (move > text && memchr(" \n\r\t", move[-1], 4))
        move--;
    return text_ends(text, (size_t)(move - text), "1.") ? FORMAT_LIKELY
                                                        : FORMAT_MAYBE;
}

static const char *const suffixes[] = { ".pgn", NULL };
static const char *const text_keys[] = { "title", "author", "side", NULL };

const struct setting_row pgn_settings_table[] = {
    SETTING_WORD(struct pgn_settings, shape, "shape", TABIA_WHEN_WRITING,
                 "tree|lines", "tree",
                 "one game with variations, or a game per line"),
    SETTING_TEXT(struct pgn_settings, tag, "tag", TABIA_WHEN_WRITING,
                 "NAME=VALUE", "tag for every game written; may be repeated"),
    SETTING_TEXT(struct pgn_settings, pieces, "pieces", TABIA_WHEN_READING,
                 "LETTERS",
                 "letters of king, queen, rook, bishop, knight (KQRBN)"),
    SETTING_FLAG(struct pgn_settings, counts_results, "results",
                 TABIA_WHEN_READING, "add the results of games to their moves"),
    SETTING_END,
};

const struct tabia_format format_pgn = {
    .info = {
        .name = "pgn",
        .title = "PGN games, with variations",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .is_games = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_NAGS | TABIA_HAS_MOVE_COMMENT | TABIA_HAS_NAME |
                 TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT | TABIA_HAS_EVAL |
                 TABIA_HAS_TAGS,
        .text_keys = text_keys,
    },
    .settings = pgn_settings_table,
    .detect = pgn_detect,
    .read = pgn_read,
    .write = pgn_write,
};
