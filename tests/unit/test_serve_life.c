/*
 * test_serve_life.c - a server that does not start, one that ends, and books
 * that are closed meanwhile
 *
 * What happens only when two things meet by chance is made to happen: the
 * linker puts the functions here before those of the server (--wrap). That
 * nothing is used after its end, and nothing leaks, is for the sanitizers to
 * see.
 */
#include "format_check.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fail_alloc.h"
#include "serve/http/http_server.h"
#include "serve/shelf/shelf_open.h"
#include "temp_folder.h"

static const char book_text[] = "e2e4 e7e5 g1f3 (C40 King's Knight)\n"
                                "d2d4 d7d5\n";
static const char other_text[] = "e2e4 e7e5 g1f3 b8c6\n";

/* ---- an import that is closed at once -------------------------------- */

static bool is_closing;

bool __real_shelf_lend(struct shelf *shelf, const char *id, struct loan *loan);
bool __wrap_shelf_lend(struct shelf *shelf, const char *id, struct loan *loan);

/* Somebody else is quicker. */
bool __wrap_shelf_lend(struct shelf *shelf, const char *id, struct loan *loan)
{
    if (is_closing)
        (void)shelf_remove(shelf, id); // not there when it is looked for
    return __real_shelf_lend(shelf, id, loan);
}

static void test_import(void **state)
{
    struct tabia_error err = { 0 };
    struct shelf shelf;
    struct loan loan;
    (void)state;
    assert_true(shelf_init(&shelf, NULL));
    is_closing = true;
    assert_false(shelf_import(&shelf, bytes_of(book_text), "sent.txt",
                              IMPORT_AUTO, NULL, NULL, &loan, &err));
    is_closing = false;
    assert_string_equal(err.msg, "the book was closed again at once");
    assert_int_equal(shelf.n, 0);
    shelf_clear(&shelf);
}

/* "" is the first book for readers, but closes nothing. */
static void test_close_unnamed(void **state)
{
    struct tabia_error err = { 0 };
    struct shelf shelf;
    struct loan loan;
    (void)state;
    assert_true(shelf_init(&shelf, NULL));
    assert_true(shelf_import(&shelf, bytes_of(book_text), "sent.txt",
                             IMPORT_AUTO, NULL, NULL, &loan, &err));
    shelf_return(&loan);
    assert_false(shelf_remove(&shelf, ""));
    assert_int_equal(shelf.n, 1);
    shelf_clear(&shelf);
}

static bool is_over(void *ctx)
{
    ++*(int *)ctx;
    return true;
}

/* All imports together have a limit, and each one must end. */
static void test_import_limits(void **state)
{
    struct tabia_error err = { 0 };
    struct shelf shelf;
    struct loan loan;
    int nasked = 0;
    (void)state;
    assert_true(shelf_init(&shelf, NULL));
    assert_true(shelf_import(&shelf, bytes_of(book_text), "sent.txt",
                             IMPORT_AUTO, NULL, NULL, &loan, &err));
    const size_t used = shelf.import_memory;
    assert_true(used > 0 && used < 1 << 20);
    char id[VOLUME_ID_SIZE];
    memcpy(id, loan.volume->id, sizeof(id));
    shelf_return(&loan);

    // The same content is the same book, and read only once.
    assert_true(shelf_import(&shelf, bytes_of(book_text), "again.txt",
                             IMPORT_AUTO, is_over, &nasked, &loan, &err));
    assert_string_equal(loan.volume->id, id);
    assert_int_equal(nasked, 0);
    assert_int_equal(shelf.import_memory, used);
    shelf_return(&loan);

    assert_false(shelf_import(&shelf, bytes_of(other_text), "sent.txt",
                              IMPORT_AUTO, is_over, &nasked, &loan, &err));
    assert_int_equal(err.status, TABIA_ERR_STOPPED);
    assert_string_equal(err.msg, "reading was stopped");
    assert_int_equal(nasked, 1);
    assert_int_equal(shelf.import_memory, used);

    err = (struct tabia_error){ 0 };
    shelf.import_memory = SHELF_IMPORT_MEMORY_MAX - 1000;
    assert_false(shelf_import(&shelf, bytes_of(other_text), "sent.txt",
                              IMPORT_AUTO, NULL, NULL, &loan, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    assert_int_equal(shelf.import_memory, SHELF_IMPORT_MEMORY_MAX - 1000);

    shelf.import_memory = used;
    assert_true(shelf_remove(&shelf, id));
    assert_int_equal(shelf.import_memory, 0);
    shelf_clear(&shelf);
}

/* ---- a start that fails ---------------------------------------------- */

struct fixture {
    struct temp_folder folder;
    char *books[2];
    struct server_options options;
    const char *names[2]; // ends with NULL
};

static void prepare(struct fixture *f)
{
    static char missing[] = "/nowhere/book.txt";
    *f = (struct fixture){ .books = { NULL, missing } };
    temp_folder_make(&f->folder);
    f->books[0] = (char *)(uintptr_t)temp_folder_path(&f->folder, "book.txt");
    temp_folder_write(f->books[0], book_text);
    f->names[0] = f->books[0];
    f->options = (struct server_options){
        .books = f->books,
        .nbooks = 1,
        .names = f->names,
    };
}

/* The only book is not there, and memory may end before it is missed. */
static bool start_in_vain(void *ctx, struct tabia_error *err)
{
    const struct fixture *f = ctx;
    struct tabia_error why = { 0 };
    assert_null(server_start(&f->options, &why));
    if (why.status != TABIA_ERR_IO)
        *err = why;
    return why.status == TABIA_ERR_IO;
}

static void test_no_book(void **state)
{
    struct fixture f;
    (void)state;
    prepare(&f);
    f.options.books = &f.books[1];
    assert_in_range(fail_alloc_each(start_in_vain, &f), 10, 2000);
    temp_folder_remove(&f.folder);
}

static struct server *start(const struct fixture *f)
{
    struct tabia_error err = { 0 };
    struct server *srv = server_start(&f->options, &err);
    if (!srv)
        fail_msg("%s", err.msg);
    return srv;
}

/* A book that is not there does not stop the others. */
static void test_one_book(void **state)
{
    struct fixture f;
    (void)state;
    prepare(&f);
    f.options.nbooks = 2;
    struct server *srv = start(&f);
    assert_int_equal(srv->shelf.n, 1);
    server_stop(srv);
    temp_folder_remove(&f.folder);
}

static void test_no_port(void **state)
{
    struct tabia_error err = { 0 };
    struct fixture f;
    (void)state;
    prepare(&f);
    struct server *first = start(&f);
    f.options.port = first->http->listener.port;
    assert_null(server_start(&f.options, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    server_stop(first);
    temp_folder_remove(&f.folder);
}

/* ---- a request in the last moment ------------------------------------ */

static int client = -1;
static char answer[4096];

void __real_MHD_stop_daemon(struct MHD_Daemon *daemon);
void __wrap_MHD_stop_daemon(struct MHD_Daemon *daemon);

static void ask(const char *path)
{
    char head[256];
    const int len =
        snprintf(head, sizeof(head),
                 "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    assert_int_equal(send(client, head, (size_t)len, MSG_NOSIGNAL), len);
    const ssize_t n = recv(client, answer, sizeof(answer) - 1, 0);
    assert_true(n > 0);
    answer[n] = '\0';
}

/* After the last look at what is under way, before the end. */
void __wrap_MHD_stop_daemon(struct MHD_Daemon *daemon)
{
    if (client >= 0)
        ask("/api/tree");
    __real_MHD_stop_daemon(daemon);
}

static void test_late_request(void **state)
{
    struct fixture f;
    (void)state;
    prepare(&f);
    struct server *srv = start(&f);
    const struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)srv->http->listener.port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    client = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(
        connect(client, (const struct sockaddr *)&address, sizeof(address)), 0);
    ask("/api/lines");
    assert_memory_equal(answer, "HTTP/1.1 200", 12);
    server_stop(srv);
    // Nothing was begun, for which the daemon would have had to wait.
    assert_memory_equal(answer, "HTTP/1.1 503", 12);
    close(client);
    client = -1;
    temp_folder_remove(&f.folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_import),
        cmocka_unit_test(test_close_unnamed),
        cmocka_unit_test(test_import_limits),
        cmocka_unit_test(test_no_book),
        cmocka_unit_test(test_one_book),
        cmocka_unit_test(test_no_port),
        cmocka_unit_test(test_late_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
