/*
 * test_io_write.c - files that take fewer bytes than they get, or none
 *
 * The functions here stand before those of the C library.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "build/spool.h"
#include "folder_test.h"
#include "io/append.h"
#include "io/output.h"
#include "io/write_all.h"

/* How the next calls go: bytes that each may take, and how many take none. */
static size_t most = SIZE_MAX;
static int nzeros;

static size_t take(size_t size)
{
    enum { ZEROS_MAX = 100 };
    if (nzeros > 0 && nzeros++ < ZEROS_MAX)
        return 0;
    if (nzeros >= ZEROS_MAX)
        fail_msg("%s", "it writes for ever");
    return size < most ? size : most;
}

ssize_t write(int fd, const void *data, size_t size)
{
    const size_t n = fd > STDERR_FILENO ? take(size) : size;
    return size && !n ? 0 : syscall(SYS_write, fd, data, n);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    const size_t n = take(size);
    return size && !n ? 0 : syscall(SYS_pwrite64, fd, data, n, at);
}

static void test_pieces(void **state)
{
    (void)state;
    const int fd = open("pieces", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    most = 2;
    assert_true(write_all(fd, "hello", 5, WRITE_ALL_NEXT));
    assert_true(write_all(fd, " world", 6, WRITE_ALL_NEXT));
    assert_true(write_all(fd, "LLO", 3, 2));
    most = SIZE_MAX;
    close(fd);
    check_file("pieces", "heLLO world");
}

/* An error, where no byte is taken and no reason is given. */
static void test_no_progress(void **state)
{
    static const char why[] = "Input/output error";
    struct tabia_error err = { 0 };
    struct output out;
    struct spool spool;
    size_t total = 0;
    bool is_torn;
    (void)state;
    assert_true(output_open(&out, "none", NULL, &err));
    nzeros = 1;
    (void)output_write(&out, "x", 1);
    assert_false(output_finish(&out, &err));
    nzeros = 0;
    assert_non_null(strstr(err.msg, why));
    assert_int_equal(count_files(), 0);

    err = (struct tabia_error){ 0 };
    assert_true(spool_open_temp(&spool, ".", &err));
    nzeros = 1;
    assert_false(spool_put(&spool, 0, "x", 1, &err));
    nzeros = 0;
    assert_non_null(strstr(err.msg, why));
    spool_close(&spool);

    const int fd = open("log", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    nzeros = 1;
    assert_false(append_bytes(fd, "x", 1, &total, &is_torn));
    nzeros = 0;
    assert_int_equal(errno, EIO);
    assert_false(is_torn);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_pieces),
        IN_FOLDER(test_no_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
