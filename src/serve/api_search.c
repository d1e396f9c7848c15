/*
 * api_search.c - positions by their names, and lines to practise
 */
#include <string.h>

#include "serve/api.h"
#include "serve/json_view.h"

#include "base/banned.h"

enum { WORDS_MAX = 8, HITS = 20, HITS_MAX = 200 };

struct words {
    char text[QUERY_TEXT_MAX + 1];
    const char *list[WORDS_MAX];
    size_t n;
};

static void split(struct words *words, const char *text)
{
    size_t len = strlen(text);
    bool is_inside = false;
    words->n = 0;
    memcpy(words->text, text, len + 1);
    for (size_t i = 0; i < len; i++) {
        if (words->text[i] == ' ') {
            words->text[i] = '\0';
            is_inside = false;
        } else if (!is_inside && words->n < WORDS_MAX) {
            words->list[words->n++] = &words->text[i];
            is_inside = true;
        }
    }
}

static bool is_hit(const struct words *words,
                   const struct tabia_node_data *data)
{
    for (size_t i = 0; i < words->n; i++) {
        const char *word = words->list[i];
        if (!(data->name && strcasestr(data->name, word)) &&
            !(data->eco && strcasestr(data->eco, word)))
            return false;
    }
    return words->n > 0;
}

static void put_line(struct json *js, struct tabia_pos *pos,
                     const tabia_move *moves, size_t n)
{
    char play[BOOK_MAP_LINE * TABIA_UCI_SIZE];
    size_t len = 0;
    struct tabia_pos start;
    tabia_pos_start(&start);
    if (!tabia_pos_is_same(pos, &start))
        json_view_fen(js, "start", pos);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            play[len++] = ',';
        len += tabia_uci_print(pos, moves[i], true, &play[len]);
        tabia_pos_play(pos, moves[i]);
    }
    json_key(js, "play");
    json_put_string(js, play, len);
    json_view_fen(js, "fen", pos);
}

struct search {
    struct words words;
    struct json js;
    unsigned limit, nhits;
};

static void put_hit(struct search *s, const struct tabia_book *book,
                    const struct book_map *map, uint32_t position,
                    const struct tabia_node_data *data, const char *from)
{
    tabia_move moves[BOOK_MAP_LINE];
    struct tabia_pos pos;
    const size_t n = book_map_line(map, book, position, &pos, moves);
    json_begin_object(&s->js);
    json_view_text(&s->js, "eco", data->eco ? data->eco : "");
    json_view_text(&s->js, "name", data->name ? data->name : "");
    put_line(&s->js, &pos, moves, n);
    json_view_text(&s->js, "in", from);
    json_end(&s->js);
    s->nhits++;
}

/* In the order in which positions are met: short lines first. */
static void search_book(struct search *s, const struct tabia_book *book,
                        const struct book_map *map,
                        const struct tabia_book *other, const char *from)
{
    const unsigned wanted = 1u << TABIA_ATTR_NAME | 1u << TABIA_ATTR_ECO;
    if (!(tabia_book_attrs(book) & wanted))
        return;
    for (uint32_t i = 0; i < map->npositions && s->nhits < s->limit; i++) {
        const uint32_t position = map->order[i];
        const struct tabia_node_data data = tabia_position_data(book, position);
        if (!(data.has & wanted) || !is_hit(&s->words, &data))
            continue;
        if (other) {
            struct tabia_pos pos;
            tabia_book_position(book, position, &pos);
            const uint32_t same = tabia_book_position_find(other, &pos);
            if (same != TABIA_NONE && tabia_position_data(other, same).name)
                continue; // told already, by the book's own name
        }
        put_hit(s, book, map, position, &data, from);
    }
}

void api_search(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct search s = {
        .limit = api_number(call->query->limit, HITS, HITS_MAX),
    };
    const struct name_index *names = &srv->openings;
    struct loan loan;
    if (!call->query->words) {
        reply_error(reply, HTTP_BAD_REQUEST, "q: expected words to look for");
        return;
    }
    if (!api_lend(srv, call, &loan, reply))
        return;
    split(&s.words, call->query->words);
    reply_begin(reply, &s.js);
    json_begin_object(&s.js);
    json_key(&s.js, "hits");
    json_begin_array(&s.js);
    if (loan.edition)
        search_book(&s, loan.edition->book, &loan.edition->map, NULL, "book");
    search_book(&s, names->book, &names->map,
                loan.edition ? loan.edition->book : NULL, "names");
    json_end(&s.js);
    json_end(&s.js);
    reply_end(reply);
    shelf_return(&loan);
}
