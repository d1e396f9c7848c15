/*
 * sigbus.c - what happens when a mapped file shrinks
 */
#include "io/sigbus.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "io/cleanup.h"
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

bool sigbus_install_exit(struct tabia_error *err)
{
    struct sigaction action = { .sa_handler = on_sigbus };
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) != 0)
        return error_system(err, errno, "cannot handle SIGBUS");
    return true;
}

/* ---- the library's mapped files -------------------------------------- */

/*
 * A list that a signal handler reads without a lock: what was linked stays, and
 * is used again when its size is 0.
 */
struct mapping {
    struct mapping *next;
    _Atomic uintptr_t begin;
    _Atomic size_t size;
};

static struct mapping *_Atomic mappings;
static pthread_mutex_t mappings_lock = PTHREAD_MUTEX_INITIALIZER;

bool sigbus_add(const void *data, size_t size, struct tabia_error *err)
{
    pthread_mutex_lock(&mappings_lock);
    struct mapping *m = mappings;
    while (m && m->size)
        m = m->next;
    const bool is_new = !m;
    if (is_new)
        m = calloc(1, sizeof(*m));
    if (m) {
        m->begin = (uintptr_t)data;
        m->size = size;
    }
    if (m && is_new) {
        m->next = mappings;
        mappings = m;
    }
    pthread_mutex_unlock(&mappings_lock);
    return m || error_nomem(err);
}

void sigbus_remove(const void *data)
{
    pthread_mutex_lock(&mappings_lock);
    for (struct mapping *m = mappings; m; m = m->next)
        if (m->size && m->begin == (uintptr_t)data)
            m->size = 0;
    pthread_mutex_unlock(&mappings_lock);
}

static bool is_mapped(uintptr_t at)
{
    for (const struct mapping *m = mappings; m; m = m->next)
        if (at - m->begin < m->size)
            return true;
    return false;
}

/* ---- the guard ------------------------------------------------------- */

static uintptr_t page_size;
static struct sigaction before; // the program's own handler
static bool is_guarded;         // by ours, maybe behind a later one

static void pass_on(int number, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(number, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(number);
    else
        signal(number, SIG_DFL); // and the same again ends the process
}

/*
 * A page of zeros takes the place of the one that is gone. Nothing jumps, so
 * whatever locks and memory the reader holds are released as always. mmap is
 * not among the functions that POSIX allows here, but a plain system call.
 */
static void on_lost_page(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    const uintptr_t at = (uintptr_t)info->si_addr;
    if (info->si_code != BUS_ADRERR || !is_mapped(at) ||
        mmap((void *)(at & ~(page_size - 1)), page_size, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        pass_on(number, info, context);
    errno = saved;
}

bool sigbus_install_guard(struct tabia_error *err)
{
    struct sigaction action = { .sa_sigaction = on_lost_page }, now;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    pthread_mutex_lock(&mappings_lock);
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    bool ok = is_guarded || sigaction(SIGBUS, NULL, &now) == 0;
    if (ok && !is_guarded) {
        before = now; // complete before the handler can see it
        ok = is_guarded = sigaction(SIGBUS, &action, NULL) == 0;
    }
    pthread_mutex_unlock(&mappings_lock);
    return ok || error_system(err, errno, "cannot handle SIGBUS");
}
