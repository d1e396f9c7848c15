/*
 * api_search.c - positions by their names, and the lines that lead to them
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "book/edges.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    WORDS_MAX = 8,
    HITS = 20,
    HITS_MAX = 200,
    NAME_MAX = 512, // bytes of a name that are searched
};

struct search_words {
    char whole[PARAM_TEXT_MAX + 1];
    char text[PARAM_TEXT_MAX + 1]; // cut into words
    const char *list[WORDS_MAX];
    size_t n;
};

/* How well a name fits, the best last. */
enum name_match {
    MATCH_NONE,
    MATCH_INSIDE, // all words somewhere
    MATCH_WORDS,  // where words of the name begin
    MATCH_START,  // the name begins with them
    MATCH_WHOLE,
};

/*
 * Small letters without accents; apostrophes are dropped, all that divides
 * words becomes one blank: "King's Indian Defense: Main Line" is "kings indian
 * defense main line".
 */
static void fold_name(const char *text, bool spell_out, char *out, size_t room)
{
    static const char curly[] = "\xe2\x80\x99", dash[] = "\xe2\x80\x93";
    size_t n = 0;
    utf8_fold(text, spell_out, out, room);
    for (const char *p = out; *p; p++) {
        if (strncmp(p, curly, sizeof(curly) - 1) == 0) {
            p += sizeof(curly) - 2;
            continue;
        }
        const bool is_dash = strncmp(p, dash, sizeof(dash) - 1) == 0;
        if (is_dash)
            p += sizeof(dash) - 2;
        if (*p == '\'' || *p == '`')
            continue;
        if (!is_dash && !strchr(" -:,;.()/_", *p))
            out[n++] = *p;
        else if (n > 0 && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    out[n - (n > 0 && out[n - 1] == ' ')] = '\0';
}

/* MATCH_WORDS, MATCH_INSIDE or MATCH_NONE. */
static enum name_match match_word(const char *name, const char *word)
{
    enum name_match best = MATCH_NONE;
    for (const char *p = strstr(name, word); p; p = strstr(p + 1, word)) {
        if (p == name || p[-1] == ' ')
            return MATCH_WORDS;
        best = MATCH_INSIDE;
    }
    return best;
}

static enum name_match match_name(const struct search_words *words,
                                  const char *name, const char *eco)
{
    const size_t len = strlen(words->whole);
    enum name_match worst = words->n > 0 ? MATCH_WORDS : MATCH_NONE;
    if (len > 0 && strncmp(name, words->whole, len) == 0)
        return name[len] ? MATCH_START : MATCH_WHOLE;
    for (size_t i = 0; i < words->n; i++) {
        const enum name_match in_name = match_word(name, words->list[i]);
        const enum name_match in_eco = match_word(eco, words->list[i]);
        const enum name_match best = in_name > in_eco ? in_name : in_eco;
        if (best < worst)
            worst = best;
    }
    return worst;
}

/* "Gruenfeld", "grunfeld" and "Grünfeld" are all found. */
static enum name_match match_opening_name(const struct search_words *words,
                                          const struct tabia_node_data *data)
{
    const char *name = data->name ? data->name : "";
    char plain[NAME_MAX], spelled[NAME_MAX], eco[NAME_MAX];
    fold_name(name, false, plain, sizeof(plain));
    fold_name(name, true, spelled, sizeof(spelled));
    fold_name(data->eco ? data->eco : "", false, eco, sizeof(eco));
    const enum name_match a = match_name(words, plain, eco);
    const enum name_match b = match_name(words, spelled, eco);
    return a > b ? a : b;
}

/* A name that matches, of the book or of the set of names. */
struct name_hit {
    enum name_match match;
    bool is_in_table;
    size_t len;     // of the name
    uint32_t index; // in the order of positions: short lines first
};

struct name_search {
    const struct name_index *names;
    struct search_words words;
    struct json_writer js;
    struct name_hit *hits; // owned
    size_t nhits, room;
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
 * The usual move order, that of the set of names, if the book has it too;
 * otherwise the line that the book itself names.
 */
static size_t find_named_line(const struct name_search *s,
                              const struct tabia_book *book,
                              const struct line_map *map, uint32_t position,
                              struct tabia_pos *root, tabia_move *moves)
{
    const struct name_index *names = s->names;
    struct tabia_pos pos;
    tabia_book_position_pos_at(book, position, &pos);
    const uint32_t same = tabia_book_find_position(names->book, &pos);
    if (same != TABIA_NUMBER_NONE) {
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
    tabia_move moves[LINE_MAP_PLIES_MAX];
    struct tabia_pos pos;
    const size_t n = find_named_line(s, book, map, position, &pos, moves);
    char play[LINE_MAP_PLIES_MAX * TABIA_UCI_SIZE];
    size_t len = 0;
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    json_writer_begin_object(&s->js);
    json_writer_pair_text(&s->js, "eco", data->eco ? data->eco : "");
    json_writer_pair_text(&s->js, "name", data->name ? data->name : "");
    if (!tabia_pos_is_same(&pos, &start))
        json_view_put_fen(&s->js, "start", &pos);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            play[len++] = ',';
        len += tabia_uci_print(&pos, moves[i], true, &play[len]);
        tabia_pos_play(&pos, moves[i]);
    }
    json_writer_key(&s->js, "play");
    json_writer_put_string(&s->js, play, len);
    json_view_put_fen(&s->js, "fen", &pos);
    json_view_put_optional_text(&s->js, "in", from);
    json_writer_end(&s->js);
}

static bool search_book_names(struct name_search *s,
                              const struct tabia_book *book,
                              const struct line_map *map,
                              const struct tabia_book *other,
                              struct tabia_error *err)
{
    const unsigned names = TABIA_HAS_NAME | TABIA_HAS_ECO;
    if (!(tabia_book_attrs(book) & names))
        return true;
    for (uint32_t i = 0; i < map->npositions; i++) {
        const uint32_t position = map->reach.order[i];
        const struct tabia_node_data data =
            tabia_book_position_data(book, position);
        const enum name_match match = data.has & names
                                          ? match_opening_name(&s->words, &data)
                                          : MATCH_NONE;
        if (match == MATCH_NONE)
            continue;
        if (other) {
            struct tabia_pos pos;
            tabia_book_position_pos_at(book, position, &pos);
            const uint32_t same = tabia_book_find_position(other, &pos);
            if (same != TABIA_NUMBER_NONE &&
                tabia_book_position_data(other, same).name)
                continue; // the book has a name of its own
        }
        if (!VEC_RESERVE(s->hits, s->room, s->nhits + 1, UINT32_MAX, err))
            return false;
        s->hits[s->nhits++] = (struct name_hit){
            .match = match,
            .is_in_table = book == s->names->book,
            .len = data.name ? strlen(data.name) : 0,
            .index = i,
        };
    }
    return true;
}

/* The best match first; then the book's own, short names, short lines. */
static int compare_hits(const void *a, const void *b)
{
    const struct name_hit *x = a, *y = b;
    if (x->match != y->match)
        return x->match > y->match ? -1 : 1;
    if (x->is_in_table != y->is_in_table)
        return x->is_in_table ? 1 : -1;
    if (x->len != y->len)
        return x->len < y->len ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void put_search_hits(struct name_search *s, const struct edition *own,
                            unsigned limit)
{
    json_writer_begin_object(&s->js);
    json_writer_key(&s->js, "hits");
    json_writer_begin_array(&s->js);
    for (size_t i = 0; i < s->nhits && i < limit; i++) {
        const struct name_hit *hit = &s->hits[i];
        const struct tabia_book *book =
            hit->is_in_table ? s->names->book : own->book;
        const struct line_map *map =
            hit->is_in_table ? &s->names->map : &own->map;
        const uint32_t position = map->reach.order[hit->index];
        const struct tabia_node_data data =
            tabia_book_position_data(book, position);
        put_search_hit(s, book, map, position, &data,
                       hit->is_in_table ? "names" : "book");
    }
    json_writer_end(&s->js);
    json_writer_end(&s->js);
}

static void read_search_words(struct search_words *words, const char *text)
{
    bool is_inside = false;
    fold_name(text, false, words->whole, sizeof(words->whole));
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
}

void api_search(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct name_search s = { .names = &srv->names };
    struct tabia_error err = { 0 };
    struct loan loan;
    if (!call->params.words) {
        reply_error(reply, HTTP_BAD_REQUEST, "q: expected words to search for");
        return;
    }
    if (!endpoint_borrow(srv, call, &loan, reply))
        return;
    read_search_words(&s.words, call->params.words);
    const struct tabia_book *own = loan.edition ? loan.edition->book : NULL;
    if (name_index_map_lines(&srv->names, &err) &&
        (!own ||
         (edition_map_lines(loan.edition, &err) &&
          search_book_names(&s, own, &loan.edition->map, NULL, &err))) &&
        search_book_names(&s, s.names->book, &s.names->map, own, &err)) {
        if (s.nhits > 0)
            qsort(s.hits, s.nhits, sizeof(*s.hits), compare_hits);
        reply_begin_json(reply, &s.js);
        put_search_hits(&s, loan.edition,
                        endpoint_number(call->params.limit, HITS, HITS_MAX));
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_FAILED, &err);
    }
    free(s.hits);
    shelf_return(&loan);
}
