/*
 * test_serve_edition.c - what an edition computes, and when
 *
 * The handlers are called as the transport calls them, without a network.
 */
#include "check.h"

#include "base/pool.h"
#include "serve/routes.h"
#include "serve/shelf/shelf_open.h"

static void open_server(struct server *srv)
{
    struct tabia_error err = { 0 };
    *srv = (struct server){ .token = "" };
    assert_true(name_index_init(&srv->names, NULL, &err));
    assert_true(shelf_init(&srv->shelf, &err));
    srv->shelf.names = &srv->names;
    assert_true(shelf_add_built_in(&srv->shelf, &err));
}

static void close_server(struct server *srv)
{
    shelf_clear(&srv->shelf);
    name_index_clear(&srv->names);
}

static void ask(struct server *srv, const char *address)
{
    static struct call call; // too large for the stack of a test
    struct tabia_error err = { 0 };
    struct tabia_answer answer = TABIA_ZERO;
    struct reply reply;
    char path[64];
    assert_true(uri_decode_path(address, strlen(address), path));
    assert_true(uri_parse(&call.uri, address, strlen(address), &err));
    assert_true(request_params_parse(&call.params, &call.uri, 0, &err));
    call.answer = &answer;
    reply_init(&reply);
    route_find(path)->handler(srv, &call, &reply);
    if (reply.status != HTTP_OK)
        fail_msg("%s: %s", address, buf_text(&reply.body));
    reply_clear(&reply);
    tabia_answer_clear(&answer);
}

/* An answer costs nothing that it does not show. */
static void test_when_asked(void **state)
{
    static const struct {
        const char *address;
        bool is_mapped, is_counted;
    } cases[] = {
        { "/api/books", false, false },
        { "/masters?play=e2e4", false, false },
        { "/api/find?play=e2e4", false, false },
        { "/api/pick?play=e2e4", false, false },
        { "/api/lines?limit=3", false, false },
        { "/api/outline?limit=3", true, false },
        { "/api/search?q=najdorf", true, false },
        { "/api/here?play=e2e4", true, true },
        { "/api/graph?limit=3", true, true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct server srv;
        open_server(&srv);
        const struct edition *edition = srv.shelf.list[0]->editions[0];
        ask(&srv, cases[i].address);
        if (edition->is_mapped != cases[i].is_mapped ||
            srv.names.is_mapped != cases[i].is_mapped ||
            (edition->nlines != NULL) != cases[i].is_counted)
            fail_msg("%s: lines are %smapped, %scounted", cases[i].address,
                     edition->is_mapped ? "" : "not ",
                     edition->nlines ? "" : "not ");
        close_server(&srv);
    }
}

enum { THREADS = 8 };

struct counting {
    struct edition *edition;
    const uint32_t *nlines[THREADS];
};

static void count_lines(void *ctx, size_t i)
{
    struct counting *counting = ctx;
    if (edition_count_lines(counting->edition, NULL))
        counting->nlines[i] = counting->edition->nlines;
}

/* Whoever asks first computes it, for all. */
static void test_once(void **state)
{
    static struct server srv;
    struct loan loan;
    (void)state;
    open_server(&srv);
    assert_true(shelf_lend(&srv.shelf, NULL, &loan));
    struct counting counting = { .edition = loan.edition };
    struct pool *pool = pool_new(THREADS, NULL);
    assert_non_null(pool);
    pool_run(pool, THREADS, count_lines, &counting);
    pool_free(pool);
    assert_non_null(counting.nlines[0]);
    assert_true(counting.nlines[0][loan.edition->map.reach.order[0]] > 1000);
    for (size_t i = 1; i < THREADS; i++)
        assert_ptr_equal(counting.nlines[i], counting.nlines[0]);
    shelf_return(&loan);
    close_server(&srv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_when_asked),
        cmocka_unit_test(test_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
