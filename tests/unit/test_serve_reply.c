/*
 * test_serve_reply.c - which status of HTTP an error of the library becomes
 */
#include "check.h"

#include "base/compiler.h"
#include "base/error_internal.h"
#include "serve/reply.h"

static void test_errors(void **state)
{
    static const struct {
        enum tabia_status status;
        unsigned bad_status, want;
    } cases[] = {
        { TABIA_ERR_SYNTAX, HTTP_BAD_REQUEST, HTTP_BAD_REQUEST },
        { TABIA_ERR_LIMIT, HTTP_TOO_LARGE, HTTP_TOO_LARGE },
        { TABIA_ERR_MISUSE, HTTP_BAD_REQUEST, HTTP_BAD_REQUEST },
        { TABIA_ERR_NOT_FOUND, HTTP_BAD_REQUEST, HTTP_NOT_FOUND },
        { TABIA_ERR_NOT_FOUND, HTTP_FAILED, HTTP_NOT_FOUND },
        { TABIA_ERR_IO, HTTP_BAD_REQUEST, HTTP_FAILED },
        { TABIA_ERR_NOMEM, HTTP_BAD_REQUEST, HTTP_FAILED },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reply reply = { .body.limit = 1000 };
        struct tabia_error err = { 0 };
        const char *name = tabia_status_name(cases[i].status);
        error_set(&err, cases[i].status, "words");
        reply_library_error(&reply, cases[i].bad_status, &err);
        nfailed += !check_number(name, reply.status, cases[i].want);
        assert_non_null(strstr(buf_text(&reply.body), "words"));
        buf_clear(&reply.body);
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_errors) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
