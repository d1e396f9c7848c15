/*
 * abk_bytes.c - Arena books for tests, from one line of text
 */
#include "check.h"

#include <stdlib.h>

#include "abk_bytes.h"
#include "base/bytes.h"
#include "format/abk/abk.h"

struct maker {
    uint8_t header[ABK_HEADER_SIZE];
    struct buf records;
    struct abk_record rec;
    bool has_rec, is_new;
    long count; // for the header, or -1
    uint32_t nlive;
    size_t nmore;
};

static void set_text(uint8_t *field, const char *text)
{
    field[0] = (uint8_t)strlen(text);
    memcpy(field + 1, text, strlen(text));
}

static uint8_t square(const char *text)
{
    return (uint8_t)(text[0] - 'a' + 8 * (text[1] - '1'));
}

static void finish_record(struct maker *m)
{
    uint8_t bytes[ABK_RECORD_SIZE];
    if (!m->has_rec)
        return;
    abk_record_encode(&m->rec, m->is_new, bytes);
    buf_add(&m->records, bytes, sizeof(bytes));
    m->nlive += !m->rec.is_deleted;
    m->has_rec = false;
}

static void take_value(struct maker *m, const char *word)
{
    const long n = strtol(word + 1, NULL, 10);
    if (*word == 'p')
        m->rec.priority = (uint8_t)n;
    else if (*word == 'c')
        m->rec.child = (int32_t)n;
    else if (*word == 'n')
        m->rec.next = (int32_t)n;
    else if (*word == 'q')
        m->rec.promotion = (int8_t)n;
    else if (*word == 'k')
        m->rec.captured = (int8_t)n;
    else if (*word == 'd')
        m->rec.is_deleted = true;
    else if (*word == 'g')
        assert_int_equal(sscanf(word, "g%u/%u/%u", &m->rec.games, &m->rec.won,
                                &m->rec.lost),
                         3);
    else
        fail_msg("abk bytes: '%s'", word);
}

static bool is_squares(const char *word)
{
    return strlen(word) == 4 && word[1] >= '1' && word[1] <= '8' &&
           word[2] >= 'a' && word[2] <= 'h';
}

/* How much priority, games and score count: "1/1/0". */
static void set_choice(uint8_t *header, const char *word)
{
    unsigned priority, games, score;
    assert_int_equal(sscanf(word, "%u/%u/%u", &priority, &games, &score), 3);
    put_le32(header + ABK_PRIORITY_AT, priority);
    put_le32(header + ABK_GAMES_AT, games);
    put_le32(header + ABK_SCORE_AT, score);
}

static void take_word(struct maker *m, const char *word)
{
    if (strcmp(word, "ab2") == 0) {
        m->is_new = true;
    } else if (*word == '=') {
        set_text(m->header + ABK_COMMENT_AT, word + 1);
    } else if (*word == '@') {
        set_text(m->header + ABK_AUTHOR_AT, word + 1);
    } else if (*word == '#') {
        m->count = strtol(word + 1, NULL, 10);
    } else if (*word == '+') {
        m->nmore = strtoul(word + 1, NULL, 10);
    } else if (*word == '%') {
        set_choice(m->header, word + 1);
    } else if (is_squares(word)) {
        m->has_rec = true;
        m->rec = (struct abk_record){ .from = square(word),
                                      .to = square(word + 2),
                                      .child = -1,
                                      .next = -1 };
    } else {
        take_value(m, word);
    }
}

struct buf abk_bytes(const char *text)
{
    static struct maker m;
    m = (struct maker){ .records = { .limit = 1 << 24 }, .count = -1 };
    for (size_t i = 0; i < ABK_NNUMBERS; i++)
        put_le32(m.header + abk_numbers[i].at, abk_numbers[i].standard);
    set_choice(m.header, "1/1/0");
    while (*(text += strspn(text, " "))) {
        const size_t len = strcspn(text, " ;");
        char word[64];
        assert_true(len < sizeof(word));
        memcpy(word, text, len);
        word[len] = '\0';
        if (len)
            take_word(&m, word);
        text += len;
        if (*text == ';') {
            finish_record(&m);
            text++;
        }
    }
    finish_record(&m);
    memcpy(m.header, m.is_new ? "\3AB2" : "\3ABK", 4);
    put_le32(m.header + ABK_START_AT, ABK_HEADER_SIZE);
    put_le32(m.header + ABK_RECORD_SIZE_AT, ABK_RECORD_SIZE);
    put_le32(m.header + ABK_COUNT_AT,
             m.count < 0 ? m.nlive : (uint32_t)m.count);
    struct buf all = { .limit = 1 << 25 };
    buf_add(&all, m.header, sizeof(m.header));
    buf_add(&all, buf_text(&m.records), m.records.size);
    for (size_t i = 0; i < m.nmore; i++)
        buf_add_char(&all, 'z');
    assert_false(all.failed);
    buf_clear(&m.records);
    return all;
}

static void dump_record(struct buf *buf, const struct abk_record *rec)
{
    buf_addf(buf, "%c%d%c%d p%u", 'a' + (rec->from & 7), 1 + rec->from / 8,
             'a' + (rec->to & 7), 1 + rec->to / 8, rec->priority);
    if (rec->games || rec->won || rec->lost)
        buf_addf(buf, " g%u/%u/%u", rec->games, rec->won, rec->lost);
    if (rec->promotion)
        buf_addf(buf, " q%d", rec->promotion);
    if (rec->captured)
        buf_addf(buf, " k%d", rec->captured);
    if (rec->is_deleted)
        buf_add_text(buf, " d");
    if (rec->child != -1)
        buf_addf(buf, " c%d", (int)rec->child);
    if (rec->next != -1)
        buf_addf(buf, " n%d", (int)rec->next);
}

char *abk_dump(struct tabia_bytes bytes)
{
    const struct abk_file file = {
        .bytes = bytes,
        .is_new = memcmp(bytes.data, "\3AB2", 4) == 0,
        .nrecords = (uint32_t)(bytes.size / ABK_RECORD_SIZE),
    };
    struct buf buf = { .limit = 1 << 24 };
    for (uint32_t i = ABK_FIRST_RECORD; i < file.nrecords; i++) {
        const struct abk_record rec = abk_record_decode(&file, i);
        buf_add_text(&buf, i > ABK_FIRST_RECORD ? "; " : "");
        dump_record(&buf, &rec);
    }
    buf_add_char(&buf, '\0');
    assert_false(buf.failed);
    return buf.data;
}
