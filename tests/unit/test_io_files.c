/*
 * test_io_files.c - input, atomic output, and what signals leave behind
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "folder_test.h"
#include "io/cleanup.h"
#include "io/input.h"
#include "io/output.h"
#include "io/sigbus.h"

/* ---- input ----------------------------------------------------------- */

static void test_input(void **state)
{
    (void)state;
    put_file("empty", "");
    put_file("full", "hello");
    check_file("empty", "");
    check_file("full", "hello");

    struct tabia_error err = { 0 };
    struct input in;
    const struct input_options map = { .map_size = 1 };
    assert_true(input_open(&in, "full", &map, &err));
    assert_int_equal(in.mapped, 5);
    assert_memory_equal(in.bytes.data, "hello", 5);
    assert_true(input_check(&in, &err));
    assert_int_equal(truncate("full", 2), 0);
    assert_false(input_check(&in, &err));
    assert_string_equal(err.msg, "shrank from 5 to 2 bytes while in use");
    assert_string_equal(err.file, "full");
    input_close(&in);
    input_close(&in); // closed already
}

/* A file on standard input is mapped and checked like any other. */
static void test_input_stdin(void **state)
{
    (void)state;
    const struct input_options map = { .map_size = 1 };
    struct tabia_error err = { 0 };
    struct input in;
    put_file("full", "hello");
    const int before = dup(STDIN_FILENO);
    const int file = open("full", O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
    close(file);
    const bool is_open = input_open(&in, "-", &map, &err);
    dup2(before, STDIN_FILENO);
    close(before);
    assert_true(is_open);
    assert_int_equal(in.mapped, 5);
    assert_true(input_check(&in, &err));
    assert_int_equal(truncate("full", 2), 0);
    assert_false(input_check(&in, &err));
    assert_string_equal(err.file, "<stdin>");
    input_close(&in);
}

static void test_input_errors(void **state)
{
    (void)state;
    static const struct {
        const char *path, *want;
    } cases[] = {
        { "missing", "cannot open: No such file or directory" },
        { "folder", "cannot read: Is a directory" },
        { "large", "larger than the limit of 4 bytes" },
        { "", "cannot open: No such file or directory" },
        { "large/x", "cannot open: Not a directory" },
    };
    mkdir("folder", 0700);
    put_file("large", "12345");
    const struct input_options options = { .limit = 4 };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct input in;
        assert_false(input_open(&in, cases[i].path, &options, &err));
        ok &= check_text(cases[i].path, err.msg, cases[i].want);
        assert_string_equal(err.file, cases[i].path);
        assert_false(input_open(&in, cases[i].path, &options, NULL));
    }
    assert_true(ok);
}

/* Makes 'fd' the standard input, gives back a copy of the old one. */
static int swap_stdin(int fd)
{
    const int saved = dup(STDIN_FILENO);
    dup2(fd, STDIN_FILENO);
    return saved;
}

static void restore_stdin(int saved)
{
    if (saved >= 0) {
        dup2(saved, STDIN_FILENO);
        close(saved);
    }
}

static void test_input_pipe(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (int i = 0; i < SIZE / 3; i++)
            if (write(ends[1], "abc", 3) != 3)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    const int saved = swap_stdin(ends[0]);
    struct tabia_error err = { 0 };
    struct input in;
    assert_true(input_open(&in, "-", NULL, &err));
    restore_stdin(saved);
    close(ends[0]);
    assert_int_equal(in.bytes.size, SIZE);
    assert_memory_equal(in.bytes.data + SIZE - 6, "abcabc", 6);
    assert_string_equal(in.name, "<stdin>");
    input_close(&in);
    waitpid(child, NULL, 0);
}

static void test_input_pipe_limit(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "12345", 5), 5);
    close(ends[1]);
    const int saved = swap_stdin(ends[0]);
    struct tabia_error err = { 0 };
    struct input in;
    const struct input_options options = { .limit = 4 };
    assert_false(input_open(&in, "-", &options, &err));
    restore_stdin(saved);
    close(ends[0]);
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
}

static void test_input_nomem(void **state)
{
    (void)state;
    put_file("full", "hello");
    struct tabia_error err = { 0 };
    struct input in;
    fail_alloc_after(0);
    assert_false(input_open(&in, "full", NULL, &err));
    fail_alloc_off();
    assert_int_equal(err.status, TABIA_ERR_NOMEM);
}

/* A mapped file that shrinks ends a program with status 3 and one line. */
static void test_sigbus(void **state)
{
    (void)state;
    int ends[2];
    put_file("mapped", "hello");
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        const struct input_options map = { .map_size = 1 };
        struct input in;
        dup2(ends[1], STDERR_FILENO);
        if (!sigbus_install_exit(NULL) ||
            !input_open(&in, "mapped", &map, NULL) ||
            truncate("mapped", 0) != 0)
            _exit(1);
        volatile const uint8_t *data = in.bytes.data;
        _exit(data[0] == 'h' ? 4 : 5);
    }
    close(ends[1]);
    char words[200] = "";
    const ssize_t len = read(ends[0], words, sizeof(words) - 1);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_true(len > 0);
    assert_string_equal(
        words,
        "tabia: error: an input file was truncated while it was being read\n");
}

static void on_other_sigbus(int number)
{
    (void)number;
    _exit(7);
}

/* Returns the status with which the child ends. */
static int run_child(int (*work)(void))
{
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(work());
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Lost parts are zero, and the check shows it; what was closed is not ours. */
static int read_guarded(void)
{
    const struct input_options map = { .map_size = 1 };
    struct input in[3];
    bool ok = sigbus_install_guard(NULL) && sigbus_install_guard(NULL);
    for (size_t i = 0; ok && i < COUNT_OF(in); i++)
        ok = input_open(&in[i], "mapped", &map, NULL);
    if (!ok || truncate("mapped", 0) != 0)
        return 1;
    input_close(&in[0]);
    volatile const uint8_t *data = in[1].bytes.data;
    if (data[0] != 0 || input_check_content(&in[1], NULL))
        return 2;
    input_close(&in[2]);
    return 0;
}

/* Reads a page that is gone, which the library did not map. */
static int read_own_page(void)
{
    const int fd = open("mapped", O_RDONLY);
    volatile const uint8_t *data = mmap(NULL, 5, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED || truncate("mapped", 0) != 0)
        return 2;
    return data[0] == 'h' ? 4 : 5;
}

/* It is left to the program's handler. */
static int read_own_mapping(void)
{
    if (signal(SIGBUS, on_other_sigbus) == SIG_ERR ||
        !sigbus_install_guard(NULL))
        return 1;
    return read_own_page();
}

static struct sigaction before_chain;

static void on_chained_sigbus(int number, siginfo_t *info, void *context)
{
    static int ncalls;
    if (ncalls++)
        _exit(8);
    before_chain.sa_sigaction(number, info, context);
}

/* A handler that came later, and calls ours, does not become the one before. */
static int read_chained(void)
{
    struct sigaction later = { .sa_sigaction = on_chained_sigbus,
                               .sa_flags = SA_SIGINFO | SA_NODEFER };
    if (signal(SIGBUS, on_other_sigbus) == SIG_ERR ||
        !sigbus_install_guard(NULL) ||
        sigaction(SIGBUS, &later, &before_chain) != 0 ||
        !sigbus_install_guard(NULL))
        return 1;
    return read_own_page();
}

static void test_sigbus_guard(void **state)
{
    static int (*const reads[])(void) = { read_own_mapping, read_chained };
    (void)state;
    put_file("mapped", "hello");
    assert_int_equal(run_child(read_guarded), 0);
    for (size_t i = 0; i < COUNT_OF(reads); i++) {
        put_file("mapped", "hello");
        assert_int_equal(run_child(reads[i]), 7);
    }
}

/* ---- output ---------------------------------------------------------- */

static void test_output(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct output out;
    umask(027);
    assert_true(output_open(&out, "new", NULL, &err));
    assert_true(output_write(&out, "hello ", 6));
    assert_true(output_printf(&out, "%d", 42));
    assert_int_equal(access("new", F_OK), -1); // not before the end
    assert_true(output_finish(&out, &err));
    check_file("new", "hello 42");
    assert_int_equal(count_files(), 1);
    struct stat st;
    assert_int_equal(stat("new", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_equal(st.st_nlink, 1);
    output_abort(&out); // closed already
    assert_false(output_finish(&out, &err));
}

static void test_output_large(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct output out;
    struct input in;
    static char block[100003];
    size_t total = 0;
    for (size_t i = 0; i < sizeof(block); i++)
        block[i] = (char)(i * 7 / 3);
    assert_true(output_open(&out, "new", NULL, &err));
    struct sink dst = output_sink(&out, &err);
    for (size_t size = 1; size < sizeof(block); size = size * 3 + 1) {
        assert_true(sink_write(&dst, block, size));
        total += size;
    }
    assert_true(sink_write(&dst, block, sizeof(block)));
    total += sizeof(block);
    assert_true(output_finish(&out, &err));
    assert_true(input_open(&in, "new", NULL, &err));
    assert_int_equal(dst.nbytes, total);
    assert_int_equal(in.bytes.size, total);
    size_t at = 0;
    for (size_t size = 1; size < sizeof(block); size = size * 3 + 1) {
        assert_memory_equal(in.bytes.data + at, block, size);
        at += size;
    }
    assert_memory_equal(in.bytes.data + at, block, sizeof(block));
    input_close(&in);
}

static void test_output_abort(void **state)
{
    (void)state;
    struct output out;
    assert_true(output_open(&out, "new", NULL, NULL));
    output_write(&out, "x", 1);
    assert_int_equal(count_files(), 1); // the temporary
    output_abort(&out);
    assert_int_equal(count_files(), 0);
}

static void test_output_exists(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct output out;
    put_file("old", "old");
    assert_false(output_open(&out, "old", NULL, &err));
    assert_string_equal(err.msg, "already exists");
    assert_string_equal(err.file, "old");
    check_file("old", "old");

    const struct output_options force = { .force = true };
    umask(077); // the old mode counts, not the mask
    assert_int_equal(chmod("old", 0604), 0);
    assert_true(output_open(&out, "old", &force, NULL));
    output_write(&out, "new", 3);
    check_file("old", "old"); // until the end
    assert_true(output_finish(&out, NULL));
    check_file("old", "new");
    struct stat st;
    assert_int_equal(stat("old", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0604);
    assert_int_equal(count_files(), 1);
}

static void test_output_race(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct output out;
    assert_true(output_open(&out, "new", NULL, &err));
    output_write(&out, "mine", 4);
    put_file("new", "theirs");
    assert_false(output_finish(&out, &err));
    assert_string_equal(err.msg,
                        "was created by another program in the meantime");
    check_file("new", "theirs");
    assert_int_equal(count_files(), 1);
}

static void test_output_link(void **state)
{
    (void)state;
    const struct output_options force = { .force = true };
    struct output out;
    struct stat st;
    mkdir("sub", 0700);
    put_file("sub/real", "old");
    assert_int_equal(symlink("sub/real", "link"), 0);
    assert_true(output_open(&out, "link", &force, NULL));
    output_write(&out, "new", 3);
    assert_true(output_finish(&out, NULL));
    check_file("sub/real", "new");
    assert_int_equal(lstat("link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));

    // A link that leads nowhere makes the file that it names.
    assert_int_equal(symlink("fresh", "dangling"), 0);
    assert_true(output_open(&out, "dangling", NULL, NULL));
    output_write(&out, "abc", 3);
    assert_true(output_finish(&out, NULL));
    check_file("fresh", "abc");
    unlink("sub/real");
}

static void test_output_errors(void **state)
{
    (void)state;
    static const struct {
        const char *path, *want;
    } cases[] = {
        { "folder", "cannot write: Is a directory" },
        { "folder/", "cannot write: Is a directory" },
        { "", "cannot write: No such file or directory" },
        { "nowhere/x",
          "cannot write to its folder: No such file or directory" },
        { "file/x", "cannot write: Not a directory" },
        { "loop", "cannot write: Too many levels of symbolic links" },
    };
    const struct output_options force = { .force = true };
    mkdir("folder", 0700);
    put_file("file", "");
    assert_int_equal(symlink("loop", "loop"), 0);
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct output out;
        assert_false(output_open(&out, cases[i].path, &force, &err));
        ok &= check_text(cases[i].path, err.msg, cases[i].want);
    }
    assert_true(ok);
    assert_int_equal(count_files(), 3);
}

static void test_output_devices(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct output out;
    struct stat st;
    assert_true(output_open(&out, "/dev/null", NULL, &err));
    assert_true(output_write(&out, "x", 1));
    assert_true(output_finish(&out, &err));
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));

    // A full disk shows at the latest in output_finish, and stays.
    assert_true(output_open(&out, "/dev/full", NULL, &err));
    assert_true(output_write(&out, "x", 1));
    assert_false(output_finish(&out, &err));
    assert_string_equal(err.msg, "cannot write: No space left on device");
    assert_string_equal(err.file, "/dev/full");
}

static void test_output_nomem(void **state)
{
    (void)state;
    bool done = false;
    long n = 0;
    for (; !done; n++) {
        struct tabia_error err = { 0 };
        struct output out;
        fail_alloc_after(n);
        done =
            output_open(&out, "new", NULL, &err) && output_finish(&out, &err);
        fail_alloc_off();
        if (!done) {
            assert_int_equal(err.status, TABIA_ERR_NOMEM);
            assert_int_equal(count_files(), 0);
        }
    }
    assert_in_range(n, 3, 50);
    assert_int_equal(count_files(), 1);
}

/* ---- signals --------------------------------------------------------- */

/* In a child: writes half a file, says so on 'fd', and waits to be killed. */
static void write_half(int fd)
{
    const struct output_options options = { .force = true };
    struct output first, second;
    if (!cleanup_install(NULL) || !output_open(&first, "old", &options, NULL) ||
        !output_open(&second, "new", &options, NULL))
        _exit(1);
    output_write(&first, "half", 4);
    if (count_files() != 3 || write(fd, "x", 1) != 1 || chdir("/") != 0)
        _exit(2);
    for (;;)
        pause();
}

static void test_killed(void **state)
{
    (void)state;
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        int ends[2];
        char c;
        put_file("old", "old");
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            signal(SIGINT, SIG_DFL);
            signal(SIGQUIT, SIG_DFL);
            signal(SIGHUP, SIG_DFL);
            write_half(ends[1]);
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &c, 1), 1);
        close(ends[0]);
        kill(child, signals[i]);
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
        assert_int_equal(count_files(), 1);
        check_file("old", "old");
    }
}

/* A child that dies before it starts its program removes nothing. */
static void test_child_killed(void **state)
{
    (void)state;
    struct output out;
    assert_true(cleanup_install(NULL));
    assert_true(output_open(&out, "new", NULL, NULL));
    const pid_t child = fork();
    if (child == 0) {
        cleanup_unlink_all(cleanup_registry());
        _exit(0);
    }
    waitpid(child, NULL, 0);
    assert_int_equal(count_files(), 1);
    assert_true(output_finish(&out, NULL));
    check_file("new", "");
}

static void test_cleanup_slots(void **state)
{
    (void)state;
    struct cleanup *registry = cleanup_registry();
    int slots[CLEANUP_SLOTS_MAX];
    put_file("kept", "");
    assert_true(cleanup_install(NULL));
    for (int i = 0; i < CLEANUP_SLOTS_MAX; i++)
        assert_int_not_equal(slots[i] = cleanup_add(registry, "gone"), -1);
    assert_int_equal(cleanup_add(registry, "one more"), -1);
    struct tabia_error err = { 0 };
    struct output out;
    assert_false(output_open(&out, "new", NULL, &err));
    for (int i = 0; i < CLEANUP_SLOTS_MAX; i++)
        cleanup_remove(registry, slots[i]);
    cleanup_remove(registry, -1);

    assert_true(output_open(&out, "new", NULL, NULL));
    assert_true(output_finish(&out, NULL));
    cleanup_unlink_all(registry); // nothing is registered any more
    assert_int_equal(count_files(), 2);

    static char long_path[CLEANUP_PATH_SIZE + 1];
    memset(long_path, 'x', CLEANUP_PATH_SIZE);
    assert_int_equal(cleanup_add(registry, long_path), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_input),         IN_FOLDER(test_input_errors),
        IN_FOLDER(test_input_pipe),    IN_FOLDER(test_input_pipe_limit),
        IN_FOLDER(test_input_nomem),   IN_FOLDER(test_input_stdin),
        IN_FOLDER(test_sigbus),        IN_FOLDER(test_sigbus_guard),
        IN_FOLDER(test_output),        IN_FOLDER(test_output_large),
        IN_FOLDER(test_output_abort),  IN_FOLDER(test_output_exists),
        IN_FOLDER(test_output_race),   IN_FOLDER(test_output_link),
        IN_FOLDER(test_output_errors), IN_FOLDER(test_output_devices),
        IN_FOLDER(test_output_nomem),  IN_FOLDER(test_killed),
        IN_FOLDER(test_child_killed),  IN_FOLDER(test_cleanup_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
