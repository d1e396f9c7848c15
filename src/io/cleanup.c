/*
 * cleanup.c - for programs: no temporary file outlives the process
 *
 * A slot goes from FREE over BUSY, while its name is being written, to USED;
 * the handler looks at USED slots only, so it never sees half a name. A
 * child that has not yet started its program has a copy of the registry, and
 * must leave its parent's files alone: hence the owner.
 */
#include "io/cleanup.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/banned.h"

enum { FREE, BUSY, USED };

struct cleanup {
    struct {
        atomic_int state;
        pid_t owner;
        char path[CLEANUP_PATH_SIZE];
    } slots[CLEANUP_SLOTS_MAX];
};

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

static atomic_bool is_installed;

struct cleanup *cleanup_registry(void)
{
    static struct cleanup registry;
    return &registry;
}

int cleanup_add(struct cleanup *registry, const char *path)
{
    const size_t size = strlen(path) + 1;
    if (size > CLEANUP_PATH_SIZE)
        return -1;
    for (int i = 0; i < CLEANUP_SLOTS_MAX; i++) {
        int expected = FREE;
        if (!atomic_compare_exchange_strong(&registry->slots[i].state,
                                            &expected, BUSY))
            continue;
        memcpy(registry->slots[i].path, path, size);
        registry->slots[i].owner = getpid();
        atomic_store(&registry->slots[i].state, USED);
        return i;
    }
    return -1;
}

void cleanup_remove(struct cleanup *registry, int slot)
{
    if (slot >= 0)
        atomic_store(&registry->slots[slot].state, FREE);
}

void cleanup_unlink_all(struct cleanup *registry)
{
    for (int i = 0; i < CLEANUP_SLOTS_MAX; i++)
        if (atomic_load(&registry->slots[i].state) == USED &&
            registry->slots[i].owner == getpid())
            unlink(registry->slots[i].path);
}

/* SA_RESETHAND has restored the default, so raising ends the process. */
static void cleanup_on_signal(int number)
{
    const int saved = errno;
    cleanup_unlink_all(cleanup_registry());
    errno = saved;
    raise(number);
}

static bool catch_signal(int number, struct tabia_error *err)
{
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
        return true;

    struct sigaction action = { .sa_handler = cleanup_on_signal };
    action.sa_flags = (int)SA_RESETHAND;
    sigfillset(&action.sa_mask);
    if (sigaction(number, &action, NULL) != 0)
        return error_system(err, errno, "cannot handle signal %d", number);
    return true;
}

bool cleanup_install(struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (!catch_signal(signals[i], err))
            return false;
    atomic_store(&is_installed, true);
    return true;
}

bool cleanup_is_installed(void)
{
    return atomic_load(&is_installed);
}
