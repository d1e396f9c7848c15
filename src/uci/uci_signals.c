/*
 * uci_signals.c - signals as bytes in a pipe, for poll
 */
#include "uci/uci_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/banned.h"

static const int numbers[UCI_SIGNAL_COUNT] = { SIGCHLD, SIGINT, SIGTERM,
                                               SIGHUP };

/* A handler sees nothing but what the whole process sees. */
static volatile sig_atomic_t write_end = -1;

static void uci_signals_on_signal(int number)
{
    const int saved = errno;
    const unsigned char byte = (unsigned char)number;
    (void)!write((int)write_end, &byte, 1);
    errno = saved;
}

bool uci_signals_open(struct uci_signals *signals, struct tabia_error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_system(err, errno, "no pipe");
    signals->fd = ends[0];
    write_end = ends[1];
    for (int i = 0; i < UCI_SIGNAL_COUNT; i++) {
        struct sigaction action = { .sa_handler = uci_signals_on_signal };
        sigfillset(&action.sa_mask);
        action.sa_flags = SA_RESTART;
        sigaction(numbers[i], NULL, &signals->before[i]);
        if (numbers[i] == SIGCHLD || signals->before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    return true;
}

int uci_signals_next(int fd)
{
    unsigned char byte = 0;
    return read(fd, &byte, 1) == 1 ? byte : 0;
}

void uci_signals_close(struct uci_signals *signals)
{
    for (int i = 0; i < UCI_SIGNAL_COUNT; i++)
        sigaction(numbers[i], &signals->before[i], NULL);
    close(signals->fd);
    close((int)write_end);
    write_end = -1;
}
