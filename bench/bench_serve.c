/*
 * bench_serve.c - requests a second, beside a server that does nothing
 *
 * Both servers are processes of their own on this machine, asked in turns by
 * wrk with the same number of connections; the one that does nothing sends as
 * many bytes. The rates depend on what else the machine does; the processor
 * time of a request hardly does.
 */
#include "bench.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/pool.h"
#include "base/error.h"
#include "serve/http/listen.h"

#include "base/banned.h"

enum { SECONDS = 20, SECONDS_QUICK = 3, KEY_SIZE = 48, ROWS = 8 };

static const char target[] = "/masters?play=e2e4,e7e5";

/* A server in a process of its own. */
struct peer {
    pid_t pid;
    int port;
};

/* What wrk says of one run. */
struct run {
    double rate;         // requests a second
    double median, last; // ms; 99 of 100 are within 'last'
    double errors;
};

/*
 * All runs of one server. How the connections fall to the server's threads
 * makes a run faster or slower as a whole, so the mean says more than the best.
 */
struct total {
    double requests, seconds, errors;
    double busy;   // microseconds of the server's processor
    double median; // ms; of the last run
    double spread; // the 99 of 100 by the median, of the worst run
};

/* ---- the servers ----------------------------------------------------- */

/* Starts 'tabia serve', which prints its address. */
static bool start_own(struct peer *peer, const struct bench *b)
{
    int out[2];
    char line[256] = "";
    if (pipe(out) != 0)
        return false;
    peer->pid = fork();
    if (peer->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl(b->tabia, b->tabia, "serve", "--quiet", "--read-only", "--port",
              "0", b->book, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *file = fdopen(out[0], "r");
    const bool has_line = file && fgets(line, sizeof(line), file);
    const char *colon = has_line ? strrchr(line, ':') : NULL;
    peer->port = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
    if (file)
        fclose(file);
    return peer->pid > 0 && peer->port > 0;
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *con,
                              const char *url, const char *method,
                              const char *version, const char *upload_data,
                              size_t *upload_data_size, void **con_cls)
{
    static int begun;
    (void)url;
    (void)method;
    (void)version;
    (void)upload_data;
    (void)upload_data_size;
    if (!*con_cls) {
        *con_cls = &begun;
        return MHD_YES;
    }
    return MHD_queue_response(con, MHD_HTTP_OK, cls);
}

/*
 * Answers every request with the same 'size' bytes, in the mode that the real
 * server uses: the least that libmicrohttpd can do. 'port' gets where it
 * listens on 127.0.0.1.
 */
static bool start_daemon(size_t size, int threads, int *port,
                         struct tabia_error *err)
{
    struct listener l;
    char *body = malloc(size + 1);
    if (!body)
        return error_nomem(err);
    memset(body, 'x', size);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(body);
        return error_nomem(err);
    }
    if (!listen_open(&l, "127.0.0.1", 0, err)) {
        MHD_destroy_response(response);
        return false;
    }
    (void)MHD_add_response_header(response, "Content-Type", "application/json");
    *port = l.port;
    // It runs until its process is ended, and so do the response and the port.
    if (MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, answer,
                         response, MHD_OPTION_LISTEN_SOCKET, l.fd,
                         MHD_OPTION_THREAD_POOL_SIZE, (unsigned)threads,
                         MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_END))
        return true;
    MHD_destroy_response(response);
    return error_set(err, TABIA_IO, "the server could not be started");
}

/* Starts the server that does nothing; its port comes through a pipe. */
static bool start_bare(struct peer *peer, size_t size)
{
    int out[2];
    if (pipe(out) != 0)
        return false;
    peer->pid = fork();
    if (peer->pid == 0) {
        const int threads = pool_cpus() > 1 ? pool_cpus() : 2;
        struct tabia_error err = { 0 };
        int port = 0;
        if (!start_daemon(size, threads, &port, &err)) {
            (void)bench_error(&err, (struct tabia_bytes){ 0 });
            _exit(3);
        }
        if (write(out[1], &port, sizeof(port)) != (ssize_t)sizeof(port))
            _exit(3);
        for (;;)
            pause();
    }
    close(out[1]);
    const bool is_ready = read(out[0], &peer->port, sizeof(peer->port)) ==
                          (ssize_t)sizeof(peer->port);
    close(out[0]);
    return peer->pid > 0 && is_ready;
}

static void stop(const struct peer *peer)
{
    if (peer->pid <= 0)
        return;
    kill(peer->pid, SIGTERM);
    waitpid(peer->pid, NULL, 0);
}

/* The bytes of the answer's body; 0: there is none. */
static size_t measure_body(int port)
{
    const struct sockaddr_in at = { .sin_family = AF_INET,
                                    .sin_port = htons((uint16_t)port),
                                    .sin_addr = { htonl(INADDR_LOOPBACK) } };
    char text[65536];
    size_t size = 0;
    ssize_t n;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return 0;
    const int len = snprintf(text, sizeof(text),
                             "GET %s HTTP/1.1\r\nHost: localhost\r\n"
                             "Connection: close\r\n\r\n",
                             target);
    if (connect(fd, (const struct sockaddr *)&at, sizeof(at)) == 0 &&
        write(fd, text, (size_t)len) == len)
        while (size < sizeof(text) - 1 &&
               (n = read(fd, text + size, sizeof(text) - 1 - size)) > 0)
            size += (size_t)n;
    close(fd);
    text[size] = '\0';
    const char *body = strstr(text, "\r\n\r\n");
    return body ? size - (size_t)(body + 4 - text) : 0;
}

/* ---- wrk ------------------------------------------------------------- */

/* "1.25ms", "830.00us", "1.02s" in milliseconds. */
static double read_time(const char *text)
{
    char *unit;
    const double value = strtod(text, &unit);
    if (strncmp(unit, "us", 2) == 0)
        return value / 1000;
    return strncmp(unit, "ms", 2) == 0 ? value : value * 1000;
}

static void read_line(struct run *run, const char *line)
{
    static const char *const kinds[] = { "connect", "read", "write",
                                         "timeout" };
    const char *at = line + strspn(line, " ");
    if (strncmp(at, "50%", 3) == 0)
        run->median = read_time(at + 3);
    else if (strncmp(at, "99%", 3) == 0)
        run->last = read_time(at + 3);
    else if (strncmp(at, "Requests/sec:", 13) == 0)
        run->rate = strtod(at + 13, NULL);
    else if (strncmp(at, "Non-2xx", 7) == 0)
        run->errors +=
            strtod(strchr(at, ':') ? strchr(at, ':') + 1 : "1", NULL);
    if (strncmp(at, "Socket errors", 13) != 0)
        return;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const char *found = strstr(at, kinds[i]);
        if (found)
            run->errors += strtod(found + strlen(kinds[i]), NULL);
    }
}

static bool ask(const struct peer *peer, unsigned connections, int seconds,
                struct run *run)
{
    char command[256], line[512];
    *run = (struct run){ .rate = 0 };
    snprintf(command, sizeof(command),
             "exec wrk -t1 -c%u -d%ds --latency --timeout 5s "
             "'http://127.0.0.1:%d%s' 2>/dev/null",
             connections, seconds, peer->port, target);
    FILE *out = popen(command, "r");
    if (!out)
        return false;
    while (fgets(line, sizeof(line), out))
        read_line(run, line);
    return pclose(out) == 0 && run->rate > 0;
}

/* ---- rows ------------------------------------------------------------ */

static const unsigned counts[] = { 64, 128, 256, 500 };

/* The texts of the rows live as long as the program. */
static void add(struct bench *b, unsigned connections, const char *key,
                const char *what, double value, const char *unit)
{
    static char texts[COUNT_OF(counts) * ROWS][2][KEY_SIZE + 32];
    static size_t n;
    if (n == COUNT_OF(texts))
        return;
    snprintf(texts[n][0], sizeof(texts[n][0]), "serve_%u_%s", connections, key);
    snprintf(texts[n][1], sizeof(texts[n][1]), "%u connections: %s",
             connections, what);
    bench_add(b, texts[n][0], texts[n][1], value, unit);
    n++;
}

/* The processor time of a process so far, in microseconds; 0: unknown. */
static double processor_us(pid_t pid)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    // The name of the program may have blanks in it; it ends with a bracket.
    const char *rest =
        fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
    if (!rest ||
        sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
               &user, &system) != 2)
        user = system = 0;
    fclose(file);
    return (double)(user + system) * 1e6 / (double)sysconf(_SC_CLK_TCK);
}

static bool take_turn(const struct peer *peer, unsigned connections,
                      int seconds, struct total *total)
{
    const double before = processor_us(peer->pid);
    struct run run;
    if (!ask(peer, connections, seconds, &run))
        return false;
    const double spread = run.median > 0 ? run.last / run.median : 0;
    total->busy += processor_us(peer->pid) - before;
    total->requests += run.rate * seconds;
    total->seconds += seconds;
    total->errors += run.errors;
    total->median = run.median;
    if (spread > total->spread)
        total->spread = spread;
    return true;
}

static double rate_of(const struct total *total)
{
    return total->requests / total->seconds;
}

static double cost_of(const struct total *total)
{
    return total->busy / total->requests;
}

static bool compare(struct bench *b, const struct peer *own,
                    const struct peer *bare, unsigned connections)
{
    const int all = b->quick ? SECONDS_QUICK : SECONDS;
    const int seconds = (all + b->rounds - 1) / b->rounds;
    struct total mine = { .requests = 0 }, other = { .requests = 0 };
    for (int i = 0; i < b->rounds; i++)
        if (!take_turn(bare, connections, seconds, &other) ||
            !take_turn(own, connections, seconds, &mine))
            return false;
    add(b, connections, "rate", "requests", rate_of(&mine), "/s");
    add(b, connections, "ratio", "by those of a bare handler",
        rate_of(&mine) / rate_of(&other), "");
    add(b, connections, "cost_us", "processor time of a request",
        cost_of(&mine), "us");
    add(b, connections, "cost_ratio", "bare handler's processor time by that",
        mine.busy > 0 ? cost_of(&other) / cost_of(&mine) : 0, "");
    add(b, connections, "median_ms", "median", mine.median, "ms");
    add(b, connections, "spread", "99 of 100 within, by the median",
        mine.spread, "");
    add(b, connections, "bare_spread", "the same of the bare handler",
        other.spread, "");
    add(b, connections, "errors", "errors", mine.errors, "");
    return true;
}

enum bench_status bench_serve(struct bench *b)
{
    struct peer own = { .pid = 0 }, bare = { .pid = 0 };
    bool is_done = start_own(&own, b);
    const size_t size = is_done ? measure_body(own.port) : 0;
    is_done = size > 0 && start_bare(&bare, size);
    if (!is_done)
        bench_fail(BENCH_FAILED, "the servers could not be started");
    else
        bench_add(b, "serve_bytes", "bytes of the answer", (double)size, "B");
    for (size_t i = 0; is_done && i < COUNT_OF(counts); i++) {
        is_done = compare(b, &own, &bare, counts[i]);
        if (!is_done)
            bench_note(b, "wrk is not installed, or failed");
    }
    stop(&own);
    stop(&bare);
    return size > 0 ? BENCH_DONE : BENCH_FAILED;
}
