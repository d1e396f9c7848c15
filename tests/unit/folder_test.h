/*
 * folder_test.h - tests that each have a folder of their own
 */
#ifndef TESTS_FOLDER_TEST_H
#define TESTS_FOLDER_TEST_H

#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/input.h"

/* The test's own folder becomes the current one. */
static inline int enter_folder(void **state)
{
    char name[] = "/tmp/tabia-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    return 0;
}

/* How many names there are in the current folder. */
static inline int count_files(void)
{
    DIR *dir = opendir(".");
    int count = 0;
    for (const struct dirent *e; (e = readdir(dir));)
        count += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    closedir(dir);
    return count;
}

static inline int leave_folder(void **state)
{
    DIR *dir = opendir(".");
    for (const struct dirent *e; (e = readdir(dir));)
        if (unlink(e->d_name) != 0)
            rmdir(e->d_name);
    closedir(dir);
    const int result = chdir("/") || rmdir(*state);
    free(*state);
    return result;
}

static inline void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline void check_file(const char *path, const char *want)
{
    struct tabia_error err = { 0 };
    struct input in;
    if (!input_open(&in, path, NULL, &err))
        fail_msg("%s: %s", path, err.msg);
    assert_int_equal(in.bytes.size, strlen(want));
    assert_memory_equal(in.bytes.data, want, strlen(want));
    input_close(&in);
}

#define IN_FOLDER(test)                                                        \
    cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

#endif
