/*
 * sigbus.c - for programs: an error message when a mapped file shrinks
 */
#include "base/sigbus.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/banned.h"

enum { EXIT_ENVIRONMENT = 3 };

static void on_sigbus(int number)
{
    static const char words[] =
        "tabia: error: an input file was shortened while it was read\n";
    (void)number;
    cleanup_unlink_all(cleanup_registry());
    if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0)
        _exit(EXIT_ENVIRONMENT); // nobody to tell
    _exit(EXIT_ENVIRONMENT);
}

bool sigbus_install(struct tabia_error *err)
{
    struct sigaction action = { .sa_handler = on_sigbus };
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) != 0)
        return error_system(err, errno, "cannot handle SIGBUS");
    return true;
}
