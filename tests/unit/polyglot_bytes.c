/*
 * polyglot_bytes.c - PolyGlot books for tests, from one line of text
 */
#include "check.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "polyglot_bytes.h"

enum { WORD_SIZE = 160 };

static uint64_t key_after(const char *moves)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    tabia_pos_set_start(&pos);
    while (*moves) {
        const size_t len = strcspn(moves, ",");
        tabia_move mv;
        if (!tabia_uci_parse(&pos, moves, len, &mv, &err))
            fail_msg("polyglot bytes: %s: %s", moves, err.msg);
        tabia_pos_play(&pos, mv);
        moves += len + (moves[len] == ',');
    }
    return tabia_pos_key(&pos);
}

static uint64_t key_of_fen(char *fen)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    for (char *p = fen; *p; p++)
        if (*p == '_')
            *p = ' ';
    if (!tabia_fen_parse(&pos, fen, strlen(fen), TABIA_FEN_LENIENT, &err))
        fail_msg("polyglot bytes: %s: %s", fen, err.msg);
    return tabia_pos_key(&pos);
}

static void add_header(struct buf *buf, char *text)
{
    const size_t len = strlen(text);
    for (char *p = text; *p; p++)
        if (*p == '/')
            *p = '\n';
    for (size_t at = 0; at <= len; at += 8) {
        char bytes[16] = { 0 };
        memcpy(bytes + 8, text + at, len - at < 8 ? len - at : 8);
        buf_add(buf, bytes, sizeof(bytes));
    }
}

static uint16_t code_of(const char *word)
{
    static const char pieces[] = " nbrq";
    if (*word == '%')
        return (uint16_t)strtoul(word + 1, NULL, 16);
    const unsigned from = (unsigned)(word[0] - 'a' + 8 * (word[1] - '1'));
    const unsigned to = (unsigned)(word[2] - 'a' + 8 * (word[3] - '1'));
    unsigned promotion = 0;
    if (word[4] && word[4] != '=')
        promotion = (unsigned)(strchr(pieces, word[4]) - pieces);
    return (uint16_t)(promotion << 12 | from << 6 | to);
}

static void add_entry(struct buf *buf, uint64_t key, const char *word)
{
    uint8_t bytes[16];
    const char *weight = strchr(word, '=');
    const char *learn = weight ? strchr(weight, ':') : NULL;
    put_be64(bytes, key);
    put_be16(bytes + 8, code_of(word));
    put_be16(bytes + 10,
             (uint16_t)(weight ? strtoul(weight + 1, NULL, 10) : 0));
    put_be32(bytes + 12, (uint32_t)(learn ? strtoul(learn + 1, NULL, 10) : 0));
    buf_add(buf, bytes, sizeof(bytes));
}

static int compare_keys(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return memcmp(a, b, 8);
}

struct buf polyglot_bytes(const char *text)
{
    struct buf buf = { .limit = 1 << 24 };
    uint64_t key = 0;
    buf_add(&buf, "", 0);
    while (*(text += strspn(text, " "))) {
        const size_t len = strcspn(text, " ");
        char word[WORD_SIZE];
        assert_true(len < sizeof(word));
        memcpy(word, text, len);
        word[len] = '\0';
        text += len;
        if (*word == '@')
            key = key_after(word + 1);
        else if (strncmp(word, "fen:", 4) == 0)
            key = key_of_fen(word + 4);
        else if (*word == '#')
            key = strtoull(word + 1, NULL, 16);
        else if (*word == '\'')
            add_header(&buf, word + 1);
        else if (*word == '+')
            buf_add(&buf, "0123456789abcdef", strtoul(word + 1, NULL, 10));
        else if (strcmp(word, "sort") == 0)
            assert_true(sort_stable(buf.data, buf.size / 16, 16, compare_keys,
                                    NULL, NULL, NULL));
        else
            add_entry(&buf, key, word);
    }
    assert_false(buf.failed);
    return buf;
}

char *polyglot_dump(struct tabia_bytes bytes)
{
    struct buf buf = { .limit = 1 << 24 };
    const uint64_t start = key_after("");
    for (size_t i = 0; i + 16 <= bytes.size; i += 16) {
        const uint8_t *p = bytes.data + i;
        const uint64_t key = load_be64(p);
        const uint32_t learn = load_be32(p + 12);
        char squares[TABIA_UCI_SIZE];
        const bool is_new = !i || load_be64(p - 16) != key;
        buf_addf(&buf, "%s", i ? " " : "");
        if (is_new && key == start)
            buf_add_text(&buf, "@ ");
        else if (is_new)
            buf_addf(&buf, "%04x ", (unsigned)(key >> 48));
        buf_addf(&buf, "%s=%u", move_code_print(load_be16(p + 8), squares),
                 load_be16(p + 10));
        if (learn)
            buf_addf(&buf, ":%u", learn);
    }
    buf_add_char(&buf, '\0');
    assert_false(buf.failed);
    return buf.data;
}
