/*
 * test_io_commit.c - sets of files, and what killed programs leave
 */
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "folder_test.h"
#include "io/commit.h"
#include "io/input.h"
#include "io/output.h"

enum { FILES = 3 };

static const char *const names[FILES] = { "a", "b", "c" };

/* Writes all three names through the library. */
static bool write_set(const char *text, bool force, struct tabia_error *err)
{
    const struct output_options options = { .force = force };
    struct output out[FILES] = { 0 };
    bool is_open = true;
    for (size_t i = 0; i < FILES && is_open; i++) {
        is_open = output_open(&out[i], names[i], &options, err);
        if (is_open)
            output_printf(&out[i], "%s %s", text, names[i]);
    }
    const bool is_done = is_open && output_finish_all(out, FILES, err);
    for (size_t i = 0; i < FILES; i++)
        output_abort(&out[i]);
    return is_done;
}

static void check_set(const char *text)
{
    for (size_t i = 0; i < FILES; i++) {
        char want[32];
        snprintf(want, sizeof(want), "%s %s", text, names[i]);
        check_file(names[i], want);
    }
}

/* ---- a set that is written ------------------------------------------- */

static void test_whole_set(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    assert_true(write_set("first", false, &err));
    check_set("first");
    assert_true(write_set("second", true, &err));
    check_set("second");
    assert_int_equal(count_files(), FILES);

    assert_false(write_set("third", false, &err));
    assert_string_equal(err.msg, "already exists");
    check_set("second");
    assert_int_equal(count_files(), FILES);
}

/* The last file cannot get its name: the others change back. */
static void test_failure_undone(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    const struct output_options options = { .force = true };
    struct output out[FILES];
    put_file("a", "old a");
    for (size_t i = 0; i < FILES; i++) {
        assert_true(output_open(&out[i], names[i], &options, &err));
        output_write(&out[i], "new", 3);
    }
    assert_int_equal(mkdir("c", 0700), 0);
    assert_false(output_finish_all(out, FILES, &err));
    assert_string_equal(err.msg, "cannot replace: Is a directory");
    assert_string_equal(err.file, "c");
    check_file("a", "old a");
    assert_int_not_equal(access("b", F_OK), 0);
    assert_int_equal(count_files(), 2);
}

static void test_two_folders(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    const struct output_options options = { .force = true };
    struct output out[2];
    assert_int_equal(mkdir("sub", 0700), 0);
    assert_int_equal(symlink("sub/b", "b"), 0);
    assert_true(output_open(&out[0], "a", &options, &err));
    assert_true(output_open(&out[1], "b", &options, &err));
    assert_false(output_finish_all(out, 2, &err));
    assert_string_equal(err.file, "b");
    assert_int_not_equal(access("a", F_OK), 0);
    assert_int_equal(unlink("b"), 0);
    assert_int_equal(rmdir("sub"), 0);
}

static void test_set_nomem(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    assert_true(write_set("old", false, &err));
    bool is_done = false;
    for (long n = 0; !is_done; n++) {
        err = (struct tabia_error){ 0 };
        fail_alloc_after(n);
        is_done = write_set("new", true, &err);
        fail_alloc_off();
        if (!is_done) {
            assert_int_equal(err.status, TABIA_ERR_NOMEM);
            check_set("old");
        }
        assert_int_equal(count_files(), FILES);
    }
    check_set("new");
}

/* ---- a set that was interrupted -------------------------------------- */

#define TEMP(letter) ".tabia-1-00000" letter ".tmp"

static const char *const temps[FILES] = { TEMP("a"), TEMP("b"), TEMP("c") };

/* A time of its own, by which the record knows the file. */
static void put_dated(const char *path, const char *text, int seconds)
{
    const struct timespec times[2] = { { seconds, 5 }, { seconds, 5 } };
    put_file(path, text);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/*
 * As a kill leaves it when 'done' files have their names: by exchange, so
 * that the old file has the temporary name.
 */
static void interrupt(size_t done)
{
    FILE *record = fopen(COMMIT_RECORD, "w");
    assert_non_null(record);
    fprintf(record, "tabia-commit 1%c", 0);
    for (size_t i = 0; i < FILES; i++) {
        put_dated(i < done ? temps[i] : names[i], "old !", 1000);
        char text[16];
        snprintf(text, sizeof(text), "new %s", names[i]);
        put_dated(i < done ? names[i] : temps[i], text, 2000);
        fprintf(record, "%s%c%s%c5 1000 5 5 2000 5%c", temps[i], 0, names[i], 0,
                0);
    }
    assert_int_equal(fclose(record), 0);
}

static void test_interrupted(void **state)
{
    (void)state;
    for (size_t done = 0; done <= FILES; done++) {
        struct tabia_error err = { 0 };
        struct stat st;
        interrupt(done);
        const int before = count_files();
        check_set("new"); // and the folder stays as it is
        assert_int_equal(count_files(), before);
        assert_true(input_is_file("c"));
        const struct commit_stamp stamp = commit_stamp_of("c");
        assert_int_equal(committed_stat("c", &st), 0);
        assert_int_equal(st.st_mtim.tv_sec, 2000);

        // Whoever writes in the folder ends it.
        struct output out;
        assert_true(output_open(&out, "other", NULL, &err));
        output_abort(&out);
        assert_int_equal(count_files(), FILES);
        check_set("new");
        assert_true(commit_stamp_check("c", stamp, &err));
    }
}

/* Through a link to the file, and to its folder. */
static void test_interrupted_links(void **state)
{
    (void)state;
    interrupt(1);
    assert_int_equal(symlink("b", "link"), 0);
    assert_int_equal(symlink(".", "folder"), 0);
    check_file("link", "new b");
    check_file("folder/b", "new b");
    check_file("folder/link", "new b");
}

/* A backup was put back since: then the names stand for themselves. */
static void test_overwritten(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        struct tabia_error err = { 0 };
        struct output out;
        interrupt(1);
        put_dated(names[i], "backup", 1500);
        check_file(names[i], "backup");
        check_file(names[i == 1 ? 2 : 1], "old !");
        assert_true(output_open(&out, "other", NULL, &err));
        output_abort(&out);
        check_file(names[i], "backup");
        assert_int_equal(count_files(), FILES);
    }
}

#define BYTES(text) text, sizeof(text) - 1

/* Nothing that is in the record may lead out of the folder. */
static void test_bad_records(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
    } cases[] = {
        { BYTES("") },
        { BYTES("tabia-commit 2\0") },
        { BYTES("tabia-commit 1\0t\0a\0") },
        { BYTES("tabia-commit 1\0t\0a\0 1 2 3\0") },
        { BYTES("tabia-commit 1\0t\0a\0-1 0 0 3 2000 5 x\0") },
        { BYTES("tabia-commit 1\0../t\0a\0-1 0 0 3 2000 5\0") },
        { BYTES("tabia-commit 1\0t\0a\0-1 0 0 3 2000 5") }, // no end
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct input in;
        struct output out;
        put_dated("t", "new", 2000);
        FILE *record = fopen(COMMIT_RECORD, "w");
        assert_non_null(record);
        fwrite(cases[i].text, 1, cases[i].size, record);
        assert_int_equal(fclose(record), 0);
        assert_false(input_open(&in, "a", NULL, &err));
        err = (struct tabia_error){ 0 };
        assert_true(output_open(&out, "other", NULL, &err));
        output_abort(&out);
        assert_int_equal(count_files(), 1); // t
    }
}

/* Another program is at it: its record is held, and stays. */
static void test_under_way(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    interrupt(1);
    const pid_t child = fork();
    if (child == 0) {
        const int fd = open(COMMIT_RECORD, O_RDONLY);
        flock(fd, LOCK_EX);
        put_file("ready", "");
        usleep(200 * 1000);
        unlink(COMMIT_RECORD); // as if all were done
        _exit(0);
    }
    while (access("ready", F_OK) != 0)
        usleep(1000);
    assert_int_equal(unlink("ready"), 0);
    assert_true(commit_settle("./a", &err));
    assert_int_not_equal(access(COMMIT_RECORD, F_OK), 0);
    check_file("b", "old !"); // it was not for us to end it
    assert_int_equal(waitpid(child, NULL, 0), child);
}

/* ---- temporaries that were left -------------------------------------- */

static void test_sweep(void **state)
{
    (void)state;
    static const char *const kept[] = {
        ".tabia-1-00000a.tm",   ".tabia-x-00000a.tmp", ".tabia-1-0000g0.tmp",
        ".tabia-1-000000.tmpx", ".tabia--000000.tmp",  "tabia-1-000000.tmp",
    };
    struct tabia_error err = { 0 };
    struct output mine, other;
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        put_file(kept[i], "");
    put_file(TEMP("a"), "left by a kill");
    assert_int_equal(symlink("nowhere", TEMP("b")), 0);
    assert_int_equal(mkfifo(TEMP("c"), 0600), 0);

    const pid_t child = fork(); // holds one
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    if (child == 0) {
        struct temp temp;
        char cwd[256], target[512];
        snprintf(target, sizeof(target), "%s/x", getcwd(cwd, sizeof(cwd)));
        if (temp_open(&temp, target, 0600, NULL))
            put_file("ready", "");
        for (;;)
            pause();
    }
    while (access("ready", F_OK) != 0)
        usleep(1000);
    assert_true(output_open(&mine, "mine", NULL, &err));
    assert_true(output_open(&other, "other", NULL, &err));
    // Strange names, the link, the pipe, 'ready', the child's and ours stay.
    assert_int_equal(count_files(), (int)COUNT_OF(kept) + 6);
    assert_int_not_equal(access(TEMP("a"), F_OK), 0);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    output_abort(&other);
    assert_true(output_open(&other, "other", NULL, &err));
    assert_int_equal(count_files(), (int)COUNT_OF(kept) + 5);
    assert_true(output_finish(&mine, &err));
    assert_true(output_finish(&other, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_whole_set),   IN_FOLDER(test_failure_undone),
        IN_FOLDER(test_two_folders), IN_FOLDER(test_set_nomem),
        IN_FOLDER(test_interrupted), IN_FOLDER(test_interrupted_links),
        IN_FOLDER(test_overwritten), IN_FOLDER(test_bad_records),
        IN_FOLDER(test_under_way),   IN_FOLDER(test_sweep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
