/*
 * test_io_attributes.c - a file that is replaced keeps its owner and rights
 */
#include "check.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "folder_test.h"
#include "io/file_attributes.h"
#include "io/output.h"

enum { OWNER = 12345, GROUP = 23456, OTHER = 34567, NOTES_SIZE = 512 };

static void add_note(void *ctx, const char *name, const char *what)
{
    char *notes = ctx;
    const size_t len = strlen(notes);
    snprintf(notes + len, NOTES_SIZE - len, "%s: %.24s|", name, what);
}

/* Replaces the file; the notes are what could not be preserved. */
static bool replace(const char *path, char notes[NOTES_SIZE])
{
    const struct output_options options = {
        .force = true,
        .on_note = add_note,
        .ctx = notes,
    };
    struct tabia_error err = { 0 };
    struct output out;
    notes[0] = '\0';
    if (!output_open(&out, path, &options, &err))
        return false;
    output_write(&out, "new", 3);
    return output_finish(&out, &err);
}

static void check_state(const char *path, uid_t uid, gid_t gid, mode_t mode)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_uid, uid);
    assert_int_equal(st.st_gid, gid);
    assert_int_equal(st.st_mode & 07777, mode);
    assert_int_equal(st.st_size, 3);
}

static void test_mode_and_links(void **state)
{
    (void)state;
    char notes[NOTES_SIZE];
    put_file("file", "old");
    assert_int_equal(chmod("file", 0444), 0);
    assert_true(replace("file", notes));
    check_state("file", geteuid(), getegid(), 0444);
    assert_string_equal(notes, "");

    assert_int_equal(link("file", "other"), 0);
    put_file("text", "");
    assert_true(replace("file", notes));
    assert_string_equal(notes, "file: had several hard links: |");
    struct stat st;
    assert_int_equal(stat("file", &st), 0);
    assert_int_equal(st.st_nlink, 1);

    assert_true(replace("made", notes)); // nothing to keep
    assert_string_equal(notes, "");
}

static void test_extended(void **state)
{
    (void)state;
    char notes[NOTES_SIZE], value[8] = "";
    put_file("file", "old");
    if (setxattr("file", "user.tabia", "kept", 4, 0) != 0)
        skip(); // not on every file system
    assert_true(replace("file", notes));
    assert_int_equal(getxattr("file", "user.tabia", value, sizeof(value)), 4);
    assert_string_equal(value, "kept");
    assert_string_equal(notes, "");
}

/* As Linux keeps it: u::rw u:OWNER:r g::- m::r o::-, little-endian. */
static const uint8_t acl[] = {
    2,    0, 0, 0,                       // version
    1,    0, 6, 0, 255,  255,  255, 255, // owner
    2,    0, 4, 0, 0x39, 0x30, 0,   0,   // the user OWNER
    4,    0, 0, 0, 255,  255,  255, 255, // group
    0x10, 0, 4, 0, 255,  255,  255, 255, // mask
    0x20, 0, 0, 0, 255,  255,  255, 255, // all others
};

static void test_access_list(void **state)
{
    (void)state;
    static const char name[] = "system.posix_acl_access";
    char notes[NOTES_SIZE];
    uint8_t value[64];
    put_file("file", "old");
    if (setxattr("file", name, acl, sizeof(acl), 0) != 0)
        skip();
    assert_true(replace("file", notes));
    check_state("file", geteuid(), getegid(), 0640); // the mask
    assert_int_equal(getxattr("file", name, value, sizeof(value)), sizeof(acl));
    assert_memory_equal(value, acl, sizeof(acl));
    assert_string_equal(notes, "");
}

static void test_root_keeps_owner(void **state)
{
    (void)state;
    char notes[NOTES_SIZE];
    if (geteuid() != 0)
        skip();
    put_file("file", "old");
    assert_int_equal(chown("file", OWNER, GROUP), 0);
    assert_int_equal(chmod("file", 0640), 0);
    assert_true(replace("file", notes));
    check_state("file", OWNER, GROUP, 0640);
    assert_string_equal(notes, "");
}

/* The folder is everybody's, the file is not: nobody gets more rights. */
static void test_another_owner(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    put_file("file", "old");
    assert_int_equal(chown("file", OWNER, GROUP), 0);
    assert_int_equal(chmod("file", 0664), 0);
    assert_int_equal(chmod(".", 0777), 0);
    const pid_t child = fork();
    if (child == 0) {
        char notes[NOTES_SIZE];
        if (setgroups(0, NULL) != 0 || setgid(OTHER) != 0 || setuid(OTHER) != 0)
            _exit(1);
        if (!replace("file", notes))
            _exit(2);
        _exit(strcmp(notes, "file: cannot preserve the owne|"
                            "file: cannot preserve the grou|") == 0
                  ? 0
                  : 3);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    check_state("file", OTHER, OTHER, 0644);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_mode_and_links), IN_FOLDER(test_extended),
        IN_FOLDER(test_access_list),    IN_FOLDER(test_root_keeps_owner),
        IN_FOLDER(test_another_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
