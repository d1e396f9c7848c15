/*
 * test_serve_no_memory.c - the server when memory runs out
 *
 * Every request is answered with its first allocation failing, then the
 * second, and so on until none is left. It must be answered as if nothing had
 * happened, or with 500 and a word about memory; a book and its changes, in
 * memory and on the disk, are those before the request or those after it. That
 * nothing leaks is for the sanitizers to see.
 */
#include "format_check.h"

#include <microhttpd.h>
#include <zlib.h>

#include "base/compiler.h"
#include "book/names_internal.h"
#include "fail_alloc.h"
#include "format/formats.h"
#include "serve/http/response_cache.h"
#include "serve/routes.h"
#include "serve/shelf/shelf_open.h"
#include "store_maker.h"
#include "temp_folder.h"

static const char book_text[] =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 (C70 Ruy Lopez)\n"
    "e2e4 g7g6x d2d4 f8g7 b1c3\n"
    "d2d4 g7g6 e2e4 f8g7 g1f3 (B06 Modern)\n"
    "f2f4? d7d5 g1f3\n";

static const char puzzle_text[] = "[D]Mate in 1 move\n"
                                  "[S]1: Ra8#\n"
                                  "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";

static const char game_text_read[] =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

/* Memory that runs out for good, and for a moment. */
static void (*const modes[])(long n) = { fail_alloc_after, fail_alloc_once };

/* ---- a server without a network -------------------------------------- */

struct fixture {
    struct temp_folder folder;
    struct server srv;
    const char *book, *store;
    unsigned nnotes;
};

static void count_note(void *ctx, const char *text)
{
    struct fixture *f = ctx;
    (void)text;
    f->nnotes++;
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Every file of a test is small. The caller frees it; NULL: there is none. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    if (!file) {
        free(text);
        return NULL;
    }
    assert_true(fread(text, 1, (1 << 16) - 1, file) < (1 << 16) - 1);
    fclose(file);
    return text;
}

static void open_shelf(struct fixture *f)
{
    assert_true(shelf_init(&f->srv.shelf, NULL));
    f->srv.shelf.on_note = count_note;
    f->srv.shelf.ctx = f;
}

static void add_file(struct fixture *f, const char *path)
{
    struct tabia_error err = { 0 };
    if (!shelf_add_file(&f->srv.shelf, path, NULL, &err))
        fail_msg("%s: %s", path, err.msg);
}

/* In memory, where waiting for the disk takes no time, if there is such. */
static void make_folder(struct temp_folder *folder)
{
    *folder = (struct temp_folder){ .name = "/dev/shm/tabia-XXXXXX" };
    if (!mkdtemp(folder->name))
        temp_folder_make(folder);
}

static void start(struct fixture *f)
{
    struct name_index *names = &f->srv.names;
    struct tabia_error err = { 0 };
    *f = (struct fixture){ .nnotes = 0 };
    make_folder(&f->folder);
    f->book = temp_folder_path(&f->folder, "book.txt");
    f->store = temp_folder_path(&f->folder, "games.tabia");
    temp_folder_path(&f->folder, "book.txt.tabia-edits");
    open_shelf(f);
    names->book = decode_text("ct800", book_text, &err);
    names->names = names_from_book(names->book, &err);
    assert_non_null(names->names);
    names->lock = lock_new(&err);
    assert_non_null(names->lock);
}

static void stop(struct fixture *f)
{
    shelf_clear(&f->srv.shelf);
    name_index_clear(&f->srv.names);
    temp_folder_remove(&f->folder);
}

/* What a client would see, without the network in between. */
static void ask(struct fixture *f, const char *target, const char *body,
                struct reply *reply)
{
    static struct call call;
    static struct tabia_answer found;
    char path[256];
    struct tabia_error err = { 0 };
    call.path = path;
    call.answer = &found;
    call.body = bytes_of(body ? body : "");
    call.file_name = "sent.txt";
    reply_init(reply);
    if (!uri_decode_path(target, strlen(target), path) ||
        !uri_parse(&call.uri, target, strlen(target), &err) ||
        !request_params_parse(&call.params, &call.uri, 0, &err))
        fail_msg("%s: %s", target, err.msg);
    const struct route *route = route_find(path);
    assert_non_null(route);
    route->handler(&f->srv, &call, reply);
    tabia_answer_clear(&found);
}

static const char *text_of(const struct reply *reply)
{
    return reply->fixed_body.data ? (const char *)reply->fixed_body.data
                                  : buf_text(&reply->body);
}

/* Like ask, but all must go well. The caller frees the text. */
static char *ask_well(struct fixture *f, const char *target, const char *body)
{
    struct reply reply;
    ask(f, target, body, &reply);
    if (reply.status != HTTP_OK)
        fail_msg("%s: %u %s", target, reply.status, text_of(&reply));
    char *text = strdup(text_of(&reply));
    reply_clear(&reply);
    return text;
}

/* Is this an answer of a server that ran out of memory? */
static bool is_starved(const struct reply *reply)
{
    return reply->status == HTTP_FAILED &&
           strcmp(reply->type, "text/plain; charset=utf-8") == 0 &&
           strstr(text_of(reply), "out of memory");
}

/* ---- reading --------------------------------------------------------- */

static const char *const questions[] = {
    "/api/books",
    "/api/find?book=book&play=e2e4",
    "/api/find?book=games",
    "/api/pick?book=book&play=e2e4",
    "/api/pick?book=games",
    "/api/graph?book=book",
    "/api/graph?book=book&limit=5&play=e2e4,e7e5",
    "/api/graph?book=games&limit=20&play=e2e4",
    "/api/tree?book=book&depth=3",
    "/api/here?book=book&play=e2e4",
    "/api/here?book=book&sources=games",
    "/api/outline?book=book&play=e2e4",
    "/api/search?book=book&q=ruy",
    "/api/lines?book=book",
    "/api/puzzles?book=import-e76f4c2c3d8c9cf3",
    "/api/export?book=book&format=ct800",
    "/api/export?book=book&format=polyglot",
    "/api/losses?book=book&format=polyglot",
    "/api/session",
    "/health",
    "/metrics",
    "/masters?book=book",
    "/masters?book=games",
    "/lichess?book=games&play=e2e4&history=true",
    "/lichess/history?book=games",
};

/* What a visitor's page sends. */
static const struct {
    const char *target, *body;
} practised[] = {
    { "/api/practice?book=book&source=,", "{\"now\":1800000000}" },
    { "/api/practice?book=book&source=,&play=e2e4",
      "{\"now\":1800000000,\"through\":true,\"ahead\":true,"
      "\"progress\":\"tabia-progress 1\\nanswer 2026-11-18T09:00:00+00:00 "
      "463b96181691fc9c e2e4 good\\n\"}" },
    { "/api/practice/answer?book=book",
      "{\"now\":1800000000,\"uci\":\"e2e4\",\"fen\":\"rnbqkbnr/pppppppp/8/8/"
      "8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}" },
    { "/api/practice/overview?book=book", "{\"now\":1800000000}" },
    { "/api/practice/import?book=book",
      "{\"progress\":\"tabia-progress 1\\nanswer 2026-11-18T09:00:00+00:00 "
      "463b96181691fc9c e2e4 good\\n\"}" },
    { "/api/practice/import?book=book",
      "{\"lines\":[{\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
      "KQkq - 0 1\",\"play\":[\"e2e4\"],\"box\":2,\"due\":1800000000000,"
      "\"seen\":1,\"lapses\":0}]}" },
    { "/api/reply?book=book&source=,&play=e2e4", NULL },
};

static long starve_question(struct fixture *f, const char *target,
                            const char *body, void (*mode)(long n))
{
    char *want = ask_well(f, target, body);
    bool has_failed = true;
    long n = 0;
    for (; has_failed; n++) {
        struct reply reply;
        mode(n);
        ask(f, target, body, &reply);
        has_failed = fail_alloc_off();
        if (reply.status == HTTP_OK ? strcmp(text_of(&reply), want) != 0
                                    : !is_starved(&reply))
            fail_msg("%s, allocation %ld: %u %.200s", target, n, reply.status,
                     text_of(&reply));
        reply_clear(&reply);
    }
    free(want);
    return n;
}

static void add_store(struct fixture *f)
{
    struct buf bytes = { .limit = 1 << 20 };
    struct made made;
    made_games(&made, 1, 20, 4);
    made_store(&made, 0, made.ngames,
               TABIA_DIMENSION_RATING | TABIA_DIMENSION_SPEED |
                   TABIA_DIMENSION_MONTH,
               &bytes);
    write_file(f->store, bytes.data, bytes.size);
    add_file(f, f->store);
    made_free(&made);
    buf_clear(&bytes);
}

static void test_reading(void **state)
{
    struct fixture f;
    (void)state;
    start(&f);
    write_file(f.book, book_text, strlen(book_text));
    add_file(&f, f.book);
    add_store(&f);
    free(ask_well(&f, "/api/import", puzzle_text));
    for (size_t i = 0; i < COUNT_OF(questions); i++)
        for (size_t k = 0; k < COUNT_OF(modes); k++)
            assert_in_range(starve_question(&f, questions[i], NULL, modes[k]),
                            2, 2000);
    f.srv.options.practice_clock = true;
    for (size_t i = 0; i < COUNT_OF(practised); i++)
        for (size_t k = 0; k < COUNT_OF(modes); k++)
            assert_in_range(starve_question(&f, practised[i].target,
                                            practised[i].body, modes[k]),
                            2, 2000);
    stop(&f);
}

/* ---- games ----------------------------------------------------------- */

/* The first game of the store, where and as long as it says. */
static void make_game(char text[1000])
{
    char white[32], black[32], event[32];
    made_names(0, white, black, event);
    memset(text, '\n', 999);
    text[999] = '\0';
    const int n =
        snprintf(text, 999, "[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 *", white,
                 black);
    text[n] = '\n';
}

static void pack_file(const char *path, const char *text)
{
    gzFile file = gzopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(gzputs(file, text), strlen(text));
    assert_int_equal(gzclose(file), Z_OK);
}

static void test_game(void **state)
{
    struct tabia_store_game *game = calloc(1, sizeof(*game));
    struct fixture f;
    char target[64], text[1000];
    (void)state;
    start(&f);
    add_store(&f);
    const char *const games[] = { temp_folder_path(&f.folder, "one.pgn"),
                                  NULL };
    f.srv.options.games = games;
    assert_true(game && tabia_store_get_game(f.srv.shelf.list[0]->store, 0,
                                             game, NULL));
    snprintf(target, sizeof(target), "/api/game?id=%s", game->id);
    make_game(text);
    for (size_t k = 0; k < COUNT_OF(modes); k++) {
        write_file(games[0], text, strlen(text));
        assert_in_range(starve_question(&f, target, NULL, modes[k]), 2, 2000);
        pack_file(games[0], text);
        assert_in_range(starve_question(&f, target, NULL, modes[k]), 2, 2000);
    }
    free(game);
    stop(&f);
}

/* ---- what visitors bring --------------------------------------------- */

static void starve_import(const char *text)
{
    struct fixture f;
    start(&f);
    for (size_t k = 0; k < COUNT_OF(modes); k++) {
        bool has_failed = true;
        for (long n = 0; has_failed; n++) {
            struct reply reply;
            modes[k](n);
            ask(&f, "/api/import", text, &reply);
            has_failed = fail_alloc_off();
            if (reply.status != HTTP_OK && !is_starved(&reply))
                fail_msg("allocation %ld: %u %s", n, reply.status,
                         text_of(&reply));
            assert_true(f.srv.shelf.n <= 1);
            if (f.srv.shelf.n > 0)
                assert_true(
                    shelf_remove(&f.srv.shelf, f.srv.shelf.list[0]->id));
            reply_clear(&reply);
        }
    }
    stop(&f);
}

static void test_import(void **state)
{
    (void)state;
    starve_import(book_text);
    starve_import(game_text_read);
}

/* ---- changing -------------------------------------------------------- */

#define EDIT(revision, changes)                                                \
    "{\"book\":\"book\",\"revision\":" revision ",\"changes\":[" changes "]}"
#define ADD_C4 "{\"do\":\"add\",\"fen\":\"" START "\",\"uci\":\"c2c4\"}"
#define ADD_B4 "{\"do\":\"add\",\"fen\":\"" START "\",\"uci\":\"b2b4\"}"
#define CUT_E5 "{\"do\":\"remove\",\"fen\":\"" E4 "\",\"uci\":\"e7e5\"}"
#define SET_NAME                                                               \
    "{\"do\":\"set\",\"fen\":\"" E4 "\",\"field\":\"name\",\"value\":"         \
    "\"Pawn\"}"

static const struct {
    const char *target, *body;
} orders[] = {
    { "/api/edit", EDIT("3", CUT_E5 "," SET_NAME) },
    { "/api/preview", EDIT("3", CUT_E5 "," SET_NAME) },
    { "/api/undo", "{\"book\":\"book\",\"revision\":3}" },
    { "/api/redo", "{\"book\":\"book\",\"revision\":3}" },
    { "/api/save", "{\"book\":\"book\",\"revision\":3,\"confirm\":true}" },
};

/* The book as it is now, in the one text that holds all of it. */
static char *current_text(struct fixture *f)
{
    struct tabia_error err = { 0 };
    struct loan loan;
    uint8_t *data;
    size_t size;
    assert_true(shelf_lend(&f->srv.shelf, "book", &loan));
    if (!tabia_book_encode(loan.edition->book, &format_edit, NULL, &data, &size,
                           NULL, &err))
        fail_msg("encode: %s", err.msg);
    shelf_return(&loan);
    char *text = strndup((const char *)data, size);
    free(data);
    return text;
}

/* Two changes, the second undone: revision 3. */
static void open_changed(struct fixture *f)
{
    start(f);
    write_file(f->book, book_text, strlen(book_text));
    add_file(f, f->book);
    free(ask_well(f, "/api/edit", EDIT("0", ADD_C4)));
    free(ask_well(f, "/api/edit", EDIT("1", ADD_B4)));
    free(ask_well(f, "/api/undo", "{\"book\":\"book\",\"revision\":2}"));
}

static void reopen(struct fixture *f)
{
    shelf_clear(&f->srv.shelf);
    open_shelf(f);
    add_file(f, f->book);
}

static bool is_one_of(const char *text, char *const list[2])
{
    return text && (strcmp(text, list[0]) == 0 || strcmp(text, list[1]) == 0);
}

/*
 * 'books' and 'files' are before the order and after it; what is read from a
 * file that was saved may have its lines in another order: 'saved'.
 */
static bool starve_order(size_t order, long n, void (*mode)(long n),
                         char *const books[2], char *const files[2],
                         const char *saved)
{
    struct fixture f;
    struct reply reply;
    open_changed(&f);
    mode(n);
    ask(&f, orders[order].target, orders[order].body, &reply);
    const bool has_failed = fail_alloc_off();
    char *now = current_text(&f), *file = read_file(f.book);
    if (reply.status == HTTP_OK ? strcmp(now, books[1]) != 0
                                : !is_starved(&reply))
        fail_msg("%s, allocation %ld: %u %s", orders[order].target, n,
                 reply.status, text_of(&reply));
    if (!is_one_of(now, books) || !is_one_of(file, files))
        fail_msg("%s, allocation %ld: another book", orders[order].target, n);
    reopen(&f);
    char *again = current_text(&f);
    if (strcmp(again, strcmp(file, files[0]) == 0 ? now : saved) != 0)
        fail_msg("%s, allocation %ld: got %s\nwant %s", orders[order].target, n,
                 again, now);
    free(again);
    free(now);
    free(file);
    reply_clear(&reply);
    stop(&f);
    return has_failed;
}

static void test_changing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct fixture f;
        char *books[2], *files[2];
        open_changed(&f);
        books[0] = current_text(&f);
        files[0] = read_file(f.book);
        free(ask_well(&f, orders[i].target, orders[i].body));
        books[1] = current_text(&f);
        files[1] = read_file(f.book);
        reopen(&f);
        char *saved = current_text(&f);
        stop(&f);
        for (size_t k = 0; k < COUNT_OF(modes); k++)
            for (long n = 0; starve_order(i, n, modes[k], books, files, saved);
                 n++)
                assert_true(n < 2000);
        for (size_t k = 0; k < 2; k++) {
            free(books[k]);
            free(files[k]);
        }
        free(saved);
    }
}

/* ---- coming back ----------------------------------------------------- */

/* The changes are there, or people are told that they are not, for now. */
static void test_coming_back(void **state)
{
    struct fixture f;
    (void)state;
    open_changed(&f);
    char *want = current_text(&f);
    for (size_t k = 0; k < COUNT_OF(modes); k++) {
        bool has_failed = true;
        for (long n = 0; has_failed; n++) {
            struct tabia_error err = { 0 };
            shelf_clear(&f.srv.shelf);
            open_shelf(&f);
            f.nnotes = 0;
            modes[k](n);
            const bool is_open =
                shelf_add_file(&f.srv.shelf, f.book, NULL, &err);
            has_failed = fail_alloc_off();
            if (!is_open && err.status != TABIA_ERR_NOMEM)
                fail_msg("allocation %ld: %s", n, err.msg);
            if (is_open && f.srv.shelf.list[0]->is_editable) {
                char *got = current_text(&f);
                assert_string_equal(got, want);
                free(got);
            } else if (is_open) {
                assert_int_not_equal(f.nnotes, 0);
            }
            reopen(&f);
            char *again = current_text(&f);
            if (strcmp(again, want) != 0)
                fail_msg("allocation %ld: got %s\nwant %s", n, again, want);
            free(again);
        }
    }
    free(want);
    stop(&f);
}

/* ---- kept answers ---------------------------------------------------- */

static void never(void *ctx, const struct cached_response *answer)
{
    (void)ctx;
    (void)answer;
    fail_msg("nothing was kept");
}

static void test_cache(void **state)
{
    static char uri[] = "/masters", body[] = "{}";
    struct response_cache cache;
    (void)state;
    fail_alloc_once(0);
    assert_false(response_cache_init(&cache));
    fail_alloc_off();
    assert_true(response_cache_init(&cache));
    const struct cached_response answer = {
        .uri = uri,
        .len = strlen(uri),
        .response = MHD_create_response_from_buffer(strlen(body), body,
                                                    MHD_RESPMEM_PERSISTENT),
    };
    fail_alloc_once(0);
    response_cache_put(&cache, &answer);
    assert_true(fail_alloc_off());
    assert_false(
        response_cache_use(&cache, uri, strlen(uri), false, 0, never, NULL));
    response_cache_clear(&cache);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),     cmocka_unit_test(test_game),
        cmocka_unit_test(test_import),      cmocka_unit_test(test_changing),
        cmocka_unit_test(test_coming_back), cmocka_unit_test(test_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
