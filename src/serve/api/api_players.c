/*
 * api_players.c - the players of a store, by what is typed of their names
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/explorer.h"
#include "serve/api/json_view.h"
#include "store/game_list.h"

#include "base/banned.h"

enum {
    PLAYERS = 10,
    PLAYERS_MAX = 100,
    PLAYERS_READ_MAX = 5000, // names that begin with a word
    PLAYER_WORDS_MAX = 4,
    FOLDED_SIZE = 2 * TABIA_STORE_NAME_SIZE,
};

struct player_hit {
    char name[TABIA_STORE_NAME_SIZE];
    uint64_t games;
};

struct player_search {
    char text[PARAM_TEXT_MAX + 1]; // cut into words
    const char *words[PLAYER_WORDS_MAX];
    size_t nwords;
    size_t anchor; // the word with which the names begin
    size_t nread;
    struct player_hit *hits; // owned
    size_t nhits, room;
    struct tabia_error *err;
};

static const char divides[] = " ,.-_'\t";

/*
 * True if a word of the name begins with this one, or is its initial: "magnus"
 * is in "carlsen, m".
 */
static bool has_word(const char *name, const char *word)
{
    char folded[FOLDED_SIZE];
    utf8_fold(word, false, folded, sizeof(folded));
    const size_t len = strlen(folded);
    for (const char *p = name + strspn(name, divides); *p;
         p += strspn(p, divides)) {
        const size_t n = strcspn(p, divides);
        if ((n >= len && memcmp(p, folded, len) == 0) ||
            (n == 1 && *p == folded[0]))
            return true;
        p += n;
    }
    return false;
}

static bool add_player(void *ctx, const char *name, uint64_t games)
{
    struct player_search *s = ctx;
    char folded[FOLDED_SIZE];
    utf8_fold(name, false, folded, sizeof(folded));
    if (++s->nread > PLAYERS_READ_MAX)
        return false;
    for (size_t i = 0; i < s->nwords; i++)
        if (i != s->anchor && !has_word(folded, s->words[i]))
            return true;
    for (size_t i = 0; i < s->nhits; i++) {
        if (!game_list_is_player(s->hits[i].name, name))
            continue;
        s->hits[i].games += games; // spelled with other blanks or case
        return true;
    }
    if (!VEC_RESERVE(s->hits, s->room, s->nhits + 1,
                     PLAYER_WORDS_MAX * PLAYERS_READ_MAX, s->err))
        return false;
    struct player_hit *hit = &s->hits[s->nhits++];
    memcpy(hit->name, name, strlen(name) + 1);
    hit->games = games;
    return true;
}

static int compare_hits(const void *a, const void *b)
{
    const struct player_hit *x = a, *y = b;
    return x->games != y->games ? (x->games < y->games ? 1 : -1)
                                : strcmp(x->name, y->name);
}

static void split_words(struct player_search *s, const char *text)
{
    memcpy(s->text, text, strlen(text) + 1);
    for (char *p = s->text + strspn(s->text, divides);
         *p && s->nwords < PLAYER_WORDS_MAX; p += strspn(p, divides)) {
        s->words[s->nwords++] = p;
        p += strcspn(p, divides);
        if (*p)
            *p++ = '\0';
    }
}

/* Those whose names begin with one of the words and have the others. */
static bool find_players(const struct tabia_store *store,
                         struct player_search *s)
{
    for (s->anchor = 0; s->anchor < s->nwords; s->anchor++) {
        s->nread = 0;
        const char *word = s->words[s->anchor];
        bool is_repeated = false;
        for (size_t i = 0; i < s->anchor; i++)
            is_repeated |= strcmp(s->words[i], word) == 0;
        if (!is_repeated &&
            !tabia_store_list_players(store, word, add_player, s, NULL, s->err))
            return false;
    }
    return s->err->status == TABIA_OK;
}

static void put_players(const struct call *call, const struct loan *loan,
                        struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct player_search s = { .err = &err };
    struct json_writer js;
    const unsigned most =
        endpoint_number(call->params.limit, PLAYERS, PLAYERS_MAX);
    split_words(&s, call->params.words ? call->params.words : "");
    if (!find_players(loan->volume->store, &s)) {
        free(s.hits);
        reply_library_error(reply, HTTP_FAILED, &err);
        return;
    }
    if (s.nhits)
        qsort(s.hits, s.nhits, sizeof(*s.hits), compare_hits);
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "book", loan->volume->id);
    json_writer_key(&js, "players");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < s.nhits && i < most; i++) {
        json_writer_begin_object(&js);
        json_writer_pair_text(&js, "name", s.hits[i].name);
        json_writer_pair_uint(&js, "games", s.hits[i].games);
        json_writer_end(&js);
    }
    json_writer_end(&js);
    json_writer_end(&js);
    reply_end(reply);
    free(s.hits);
}

void api_players(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct loan loan;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    if (loan.volume->store)
        put_players(call, &loan, reply);
    else
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a store of games",
                    loan.volume->id);
    endpoint_return_loan(srv, &loan, reply);
}
