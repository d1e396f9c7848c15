/*
 * book_text.c - small books for tests, from and to one line of text
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "book_text.h"
#include "tabia/builder.h"

enum { ROOTS_MAX = 8, WORD_SIZE = 128 };

struct maker {
    struct tabia_builder *b;
    enum book_text_mode mode;
    struct tabia_builder_cursor at;
    struct {
        char word[WORD_SIZE];
        struct tabia_builder_cursor at;
    } roots[ROOTS_MAX];
    size_t nroots;
};

static void need(bool ok, const char *word, const struct tabia_error *err)
{
    if (!ok)
        fail_msg("book text: '%s': %s", word, err->msg);
}

/* ---- making ---------------------------------------------------------- */

static void start(struct maker *m, const char *word, bool is_new)
{
    struct tabia_error err = { 0 };
    for (size_t i = 0; i < m->nroots && !is_new; i++) {
        if (strcmp(m->roots[i].word, word) == 0) {
            m->at = m->roots[i].at;
            return;
        }
    }
    assert_true(m->nroots < ROOTS_MAX);
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    if (strncmp(word, "fen:", 4) == 0) {
        char fen[WORD_SIZE];
        snprintf(fen, sizeof(fen), "%s", word + 4);
        for (char *p = fen; *p; p++)
            *p = *p == '_' ? ' ' : *p;
        need(tabia_fen_parse(&pos, fen, strlen(fen), 0, &err), word, &err);
    }
    need(tabia_builder_start(m->b, &pos, &m->at, &err), word, &err);
    snprintf(m->roots[m->nroots].word, WORD_SIZE, "%s", word);
    m->roots[m->nroots++].at = m->at;
}

static void parse_results(char **p, struct tabia_move_data *data)
{
    data->has |= TABIA_HAS_RESULTS;
    data->white = (uint32_t)strtoul(*p, p, 10);
    data->draws = (uint32_t)strtoul(*p + 1, p, 10);
    data->black = (uint32_t)strtoul(*p + 1, p, 10);
    if (**p == '/')
        data->unknown_results = (uint32_t)strtoul(*p + 1, p, 10);
}

/* What stands after the move; cuts the word up. */
static struct tabia_move_data parse_data(char *p)
{
    struct tabia_move_data data = { .has = 0 };
    while (*p) {
        switch (*p++) {
        case '=':
            data.has |= TABIA_HAS_WEIGHT;
            data.weight = (uint32_t)strtoul(p, &p, 10);
            break;
        case '+':
            parse_results(&p, &data);
            break;
        case '?':
        case 'x':
            data.has |= TABIA_HAS_MARK;
            data.mark = p[-1] == '?' ? TABIA_MARK_PASSIVE : TABIA_MARK_AVOIDED;
            break;
        case '$':
            data.has |= TABIA_HAS_NAGS;
            data.nags[0] = (uint8_t)strtoul(p, &p, 10);
            break;
        case '{':
            data.has |= TABIA_HAS_MOVE_COMMENT;
            data.comment = p;
            p += strcspn(p, "}");
            if (*p)
                *p++ = '\0';
            break;
        default:
            fail_msg("book text: '%s'?", p - 1);
        }
    }
    return data;
}

static void play(struct maker *m, char *word)
{
    struct tabia_error err = { 0 };
    const bool is_new = *word == '~';
    word += is_new;
    const size_t len = strcspn(word, "=+?x${");
    tabia_move mv;
    need(tabia_uci_parse(&m->at.pos, word, len, &mv, &err), word, &err);

    if (is_new || !tabia_builder_follow(m->b, &m->at, mv))
        need(m->mode == BOOK_TEXT_GRAPH
                 ? tabia_builder_play_joined(m->b, &m->at, mv, &err)
                 : tabia_builder_play(m->b, &m->at, mv, &err),
             word, &err);
    const struct tabia_move_data data = parse_data(word + len);
    need(tabia_builder_set_move(m->b, m->at.edge, &data, &err), word, &err);
}

static void take_word(struct maker *m, char *word)
{
    struct tabia_error err = { 0 };
    if (strcmp(word, "|") == 0) {
        m->at.edge = TABIA_NUMBER_NONE;
        m->at.node = TABIA_NUMBER_NONE; // the next word decides where
    } else if (strncmp(word, "fen:", 4) == 0) {
        start(m, word, false);
    } else if (strcmp(word, "new") == 0) {
        start(m, word, true);
    } else if (*word == '#') {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        for (char *p = value; *p; p++)
            *p = *p == '_' ? ' ' : *p;
        need(tabia_builder_add_text(m->b, word + 1, value, strlen(value), &err),
             word, &err);
    } else {
        if (m->at.node == TABIA_NUMBER_NONE)
            start(m, "", false);
        const struct tabia_node_data data = {
            .has = TABIA_HAS_NAME,
            .name = word + 1,
        };
        if (*word == '\'')
            need(tabia_builder_set_node(m->b, m->at.node, &data, &err), word,
                 &err);
        else
            play(m, word);
    }
}

struct tabia_book *book_text_make(const char *text, enum book_text_mode mode)
{
    struct tabia_error err = { 0 };
    struct maker m = { .mode = mode, .at.node = TABIA_NUMBER_NONE };
    m.b = tabia_builder_new(NULL, &err);
    need(m.b, text, &err);
    while (*(text += strspn(text, " "))) {
        const size_t len = strcspn(text, " ");
        char word[WORD_SIZE];
        assert_true(len < sizeof(word));
        memcpy(word, text, len);
        word[len] = '\0';
        take_word(&m, word);
        text += len;
    }
    struct tabia_book *book = tabia_builder_freeze(m.b, &err);
    need(book, "freeze", &err);
    return book;
}

/* ---- dumping --------------------------------------------------------- */

static void dump_data(struct buf *buf, const struct tabia_move_data *data)
{
    if (data->has & TABIA_HAS_WEIGHT)
        buf_addf(buf, "=%u", data->weight);
    if (data->has & TABIA_HAS_RESULTS)
        buf_addf(buf, "+%u/%u/%u", data->white, data->draws, data->black);
    if (data->unknown_results)
        buf_addf(buf, "/%u", data->unknown_results);
    if (data->has & TABIA_HAS_MARK)
        buf_add_char(buf, data->mark == TABIA_MARK_PASSIVE ? '?' : 'x');
    if (data->has & TABIA_HAS_NAGS)
        buf_addf(buf, "$%u", data->nags[0]);
    if (data->has & TABIA_HAS_MOVE_COMMENT)
        buf_addf(buf, "{%s}", data->comment);
}

static void dump_moves(struct buf *buf, const struct tabia_book *book,
                       uint32_t node)
{
    struct tabia_pos pos;
    uint32_t first, count;
    tabia_book_position_pos_at(book, tabia_book_node_position(book, node),
                               &pos);
    tabia_book_node_edges(book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, tabia_book_edge_move(book, i), true, uci);
        buf_addf(buf, " %s", uci);
        dump_data(buf, &data);
        buf_addf(buf, ">%u", tabia_book_edge_target(book, i));
    }
}

static bool is_root(const struct tabia_book *book, uint32_t node)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        if (tabia_book_root_at(book, i) == node)
            return true;
    return false;
}

char *book_text_dump(const struct tabia_book *book)
{
    struct buf buf = { .limit = 1 << 24 };
    buf_add(&buf, "", 0);
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++) {
        const struct tabia_node_data data = tabia_book_node_data(book, i);
        buf_addf(&buf, "%s%u%s", i ? "; " : "", i, is_root(book, i) ? "*" : "");
        if (data.has & TABIA_HAS_NAME)
            buf_addf(&buf, " '%s", data.name);
        dump_moves(&buf, book, i);
    }
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        buf_addf(&buf, " #%s=%s", key, value);
    }
    buf_add_char(&buf, '\0'); // also of a book without nodes
    assert_false(buf.failed);
    return buf.data;
}

bool book_text_check(const char *name, struct tabia_book *book,
                     const char *want)
{
    assert_non_null(book);
    char *got = book_text_dump(book);
    const bool ok = check_text(name, got, want);
    free(got);
    tabia_book_free(book);
    return ok;
}
