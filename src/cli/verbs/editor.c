/*
 * editor.c - a text in the user's editor
 */
#include "cli/verbs/editor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "io/input.h"
#include "io/write_all.h"

#include "base/banned.h"

static const char *editor_name(void)
{
    static const char *const variables[] = { "VISUAL", "EDITOR" };
    for (size_t i = 0; i < COUNT_OF(variables); i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* Only the user may read it: a book may be a secret. */
enum cli_status editor_keep(struct tabia_bytes text,
                            char path[EDITOR_PATH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    const int len = snprintf(path, EDITOR_PATH_SIZE, "%s/tabia-XXXXXX.txt",
                             folder && *folder ? folder : "/tmp");
    if (len < 0 || len >= EDITOR_PATH_SIZE)
        return cli_fail(CLI_FAILED, "the name of the temporary folder is too "
                                    "long");
    const int fd = mkstemps(path, (int)strlen(".txt"));
    if (fd < 0)
        return cli_fail(CLI_FAILED, "%s: %s", path, strerror(errno));
    const bool is_written = write_all(fd, text.data, text.size, WRITE_ALL_NEXT);
    const int why = errno;
    if (close(fd) == 0 && is_written)
        return CLI_DONE;
    unlink(path);
    return cli_fail(CLI_FAILED, "%s: %s", path,
                    strerror(is_written ? errno : why));
}

/* The editor may have options of its own, so the shell takes it apart. */
static enum cli_status run_editor(const char *editor, char *path)
{
    char command[EDITOR_PATH_SIZE];
    const int len = snprintf(command, sizeof(command), "%s \"$1\"", editor);
    if (len < 0 || len >= (int)sizeof(command))
        return cli_fail(CLI_FAILED, "the editor's command is too long");
    const pid_t child = fork();
    if (child < 0)
        return cli_fail(CLI_FAILED, "cannot start the editor: %s",
                        strerror(errno));
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, "sh", path, (char *)NULL);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return cli_fail(CLI_FAILED, "cannot wait for the editor: %s",
                            strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_DONE;
    return cli_fail(CLI_FAILED, "the editor '%s' failed; the text is in %s",
                    editor, path);
}

enum cli_status editor_run(struct tabia_bytes text, struct buf *result,
                           char path[EDITOR_PATH_SIZE])
{
    const char *editor = editor_name();
    if (!editor)
        return cli_fail(CLI_FAILED, "no editor: set EDITOR, or use --print "
                                    "and --apply");
    enum cli_status status = editor_keep(text, path);
    if (status != CLI_DONE)
        return status;
    fflush(stdout);
    status = run_editor(editor, path);
    if (status != CLI_DONE)
        return status;
    struct tabia_error err = { 0 };
    struct input in;
    if (!input_open(&in, path, NULL, &err))
        return cli_print_error(&err);
    const bool has_room = buf_add(result, in.bytes.data, in.bytes.size);
    input_close(&in);
    return has_room ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}
