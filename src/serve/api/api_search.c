/*
 * api_search.c - positions by their names, and the lines that lead to them
 */
#include <string.h>

#include "base/utf8.h"
#include "book/edges.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    WORDS_MAX = 8,
    HITS = 20,
    HITS_MAX = 200,
    NAME_MAX = 512, // bytes of a name that are searched
};

struct search_words {
    char whole[QUERY_TEXT_MAX + 1];
    char text[QUERY_TEXT_MAX + 1]; // cut into words
    const char *list[WORDS_MAX];
    size_t n;
};

enum match { MATCH_NONE, MATCH_WORDS, MATCH_START };

/* "Gruenfeld", "grunfeld" and "Grünfeld" are all found. */
static enum match match_opening_name(const struct search_words *words,
                                     const struct tabia_node_data *data)
{
    const size_t len = strlen(words->whole);
    char plain[NAME_MAX], spelled[NAME_MAX], eco[NAME_MAX];
    utf8_fold(data->name ? data->name : "", false, plain, sizeof(plain));
    utf8_fold(data->name ? data->name : "", true, spelled, sizeof(spelled));
    utf8_fold(data->eco ? data->eco : "", false, eco, sizeof(eco));
    for (size_t i = 0; i < words->n; i++) {
        const char *word = words->list[i];
        if (!strstr(plain, word) && !strstr(spelled, word) &&
            !strstr(eco, word))
            return MATCH_NONE;
    }
    if (words->n == 0)
        return MATCH_NONE;
    return strncmp(plain, words->whole, len) == 0 ||
                   strncmp(spelled, words->whole, len) == 0
               ? MATCH_START
               : MATCH_WORDS;
}

struct name_search {
    const struct name_index *names;
    struct search_words words;
    struct jsonw js;
    unsigned limit, nhits;
};

static bool book_has_line(const struct tabia_book *book, struct tabia_pos pos,
                          const tabia_move *moves, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct edges it = edges_find(book, &pos);
        struct tabia_book_move entry;
        bool is_there = false;
        while (!is_there && edges_next(&it, &entry))
            is_there = entry.move == moves[i];
        if (!is_there)
            return false;
        tabia_pos_play(&pos, moves[i]);
    }
    return true;
}

/*
 * The usual move order, that of the table of names, if the book has it too;
 * otherwise the line that the book itself names.
 */
static size_t find_named_line(const struct name_search *s,
                              const struct tabia_book *book,
                              const struct line_map *map, uint32_t position,
                              struct tabia_pos *root, tabia_move *moves)
{
    const struct name_index *names = s->names;
    struct tabia_pos pos;
    tabia_book_position_at(book, position, &pos);
    const uint32_t same = tabia_book_position_find(names->book, &pos);
    if (same != TABIA_NONE) {
        const size_t n =
            line_map_named_line_to(&names->map, names->book, same, root, moves);
        if (n > 0 && book_has_line(book, *root, moves, n))
            return n;
    }
    return line_map_named_line_to(map, book, position, root, moves);
}

static void put_search_hit(struct name_search *s, const struct tabia_book *book,
                           const struct line_map *map, uint32_t position,
                           const struct tabia_node_data *data, const char *from)
{
    tabia_move moves[LINE_MAP_PLIES];
    struct tabia_pos pos;
    const size_t n = find_named_line(s, book, map, position, &pos, moves);
    char play[LINE_MAP_PLIES * TABIA_UCI_SIZE];
    size_t len = 0;
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    jsonw_begin_object(&s->js);
    json_view_text(&s->js, "eco", data->eco ? data->eco : "");
    json_view_text(&s->js, "name", data->name ? data->name : "");
    if (!tabia_pos_is_same(&pos, &start))
        json_view_fen(&s->js, "start", &pos);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            play[len++] = ',';
        len += tabia_uci_print(&pos, moves[i], true, &play[len]);
        tabia_pos_play(&pos, moves[i]);
    }
    jsonw_key(&s->js, "play");
    jsonw_put_string(&s->js, play, len);
    json_view_fen(&s->js, "fen", &pos);
    json_view_text(&s->js, "in", from);
    jsonw_end(&s->js);
    s->nhits++;
}

/* Names with this kind of match, in order of position: short lines first. */
static void search_book_names(struct name_search *s, enum match match,
                              const struct tabia_book *book,
                              const struct line_map *map,
                              const struct tabia_book *other, const char *from)
{
    const unsigned names = TABIA_HAS_NAME | TABIA_HAS_ECO;
    if (!(tabia_book_attrs(book) & names))
        return;
    for (uint32_t i = 0; i < map->npositions && s->nhits < s->limit; i++) {
        const uint32_t position = map->reach.order[i];
        const struct tabia_node_data data =
            tabia_book_position_data(book, position);
        if (!(data.has & names) ||
            match_opening_name(&s->words, &data) != match)
            continue;
        if (other) {
            struct tabia_pos pos;
            tabia_book_position_at(book, position, &pos);
            const uint32_t same = tabia_book_position_find(other, &pos);
            if (same != TABIA_NONE &&
                tabia_book_position_data(other, same).name)
                continue; // shown already, by the book's own name
        }
        put_search_hit(s, book, map, position, &data, from);
    }
}

void api_search(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct name_search s = {
        .names = &srv->openings,
        .limit = api_number(call->query.limit, HITS, HITS_MAX),
    };
    struct loan loan;
    if (!call->query.words) {
        reply_error(reply, HTTP_BAD_REQUEST, "q: expected words to search for");
        return;
    }
    if (!api_borrow(srv, call, &loan, reply))
        return;

    struct search_words *words = &s.words;
    bool is_inside = false;
    utf8_fold(call->query.words, false, words->whole, sizeof(words->whole));
    memcpy(words->text, words->whole, sizeof(words->text));
    for (char *p = words->text; *p; p++) {
        if (*p == ' ') {
            *p = '\0';
            is_inside = false;
        } else if (!is_inside && words->n < WORDS_MAX) {
            words->list[words->n++] = p;
            is_inside = true;
        }
    }

    reply_begin(reply, &s.js);
    jsonw_begin_object(&s.js);
    jsonw_key(&s.js, "hits");
    jsonw_begin_array(&s.js);
    const struct tabia_book *own = loan.edition ? loan.edition->book : NULL;
    for (enum match match = MATCH_START; match > MATCH_NONE; match--) {
        if (own)
            search_book_names(&s, match, own, &loan.edition->map, NULL, "book");
        search_book_names(&s, match, s.names->book, &s.names->map, own,
                          "names");
    }
    jsonw_end(&s.js);
    jsonw_end(&s.js);
    reply_end(reply);
    shelf_return(&loan);
}
