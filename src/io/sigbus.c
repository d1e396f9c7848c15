/*
 * sigbus.c - for programs: an error message when a mapped file shrinks
 */
#include "io/sigbus.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/cleanup.h"
#include "base/error.h"
#include "base/banned.h"

enum { EXIT_ENVIRONMENT = 3 };

static void on_sigbus(int number)
{
    static const char words[] =
        "tabia: error: an input file was truncated while it was being read\n";
    (void)number;
    cleanup_unlink_all(cleanup_registry());
    if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0)
        _exit(EXIT_ENVIRONMENT); // it is not read
    _exit(EXIT_ENVIRONMENT);
}

static uintptr_t page_size;

/*
 * A page of zeros takes the place of the one that is gone. Nothing jumps, so
 * whatever locks and memory the reader holds are released as always. mmap is
 * not among the functions that POSIX allows here, but a plain system call.
 */
static void on_lost_page(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    const uintptr_t at = (uintptr_t)info->si_addr & ~(page_size - 1);
    (void)context;
    if (info->si_code != BUS_ADRERR ||
        mmap((void *)at, page_size, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        on_sigbus(number);
    errno = saved;
}

bool sigbus_install(struct tabia_error *err)
{
    struct sigaction action = { .sa_handler = on_sigbus };
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) != 0)
        return error_system(err, errno, "cannot handle SIGBUS");
    return true;
}

bool sigbus_survive(struct tabia_error *err)
{
    struct sigaction action = { .sa_sigaction = on_lost_page };
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) != 0)
        return error_system(err, errno, "cannot handle SIGBUS");
    return true;
}
