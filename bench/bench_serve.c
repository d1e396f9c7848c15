/*
 * bench_serve.c - requests a second, beside a server that does nothing
 *
 * Both servers are processes of their own on this machine, asked in turns by
 * wrk with the same number of connections; the one that does nothing sends as
 * many bytes. The rates depend on what else the machine does; the processor
 * time of a request hardly does.
 *
 * Without games one address is asked for, which the cache answers. With games
 * a store is made of them and asked for many positions, which the cache cannot
 * hold.
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

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/pool.h"
#include "io/input.h"
#include "serve/http/listen.h"
#include "tabia/chess.h"

#include "base/banned.h"

enum {
    SECONDS = 20,
    SECONDS_QUICK = 3,
    KEY_SIZE = 48,
    ROWS = 8,
    CONNECTIONS = 64,  // for many positions
    POSITIONS = 20000, // different ones, 20 times what the cache holds
    POSITIONS_SEEN = 1 << 16,
    MEASURED = 500, // whose bodies are measured
    PLIES = 30,     // of a game, at most
};

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
static bool start_own(struct peer *peer, const struct bench *b,
                      const char *book)
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
              "0", book, (char *)NULL);
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
    if (!listen_open(&l, "127.0.0.1", 0, err) ||
        !listen_start(&l, "127.0.0.1", err)) {
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
    return error_set(err, TABIA_ERR_IO, "the server could not be started");
}

/* Starts the server that does nothing; its port comes through a pipe. */
static bool start_bare(struct peer *peer, size_t size)
{
    int out[2];
    if (pipe(out) != 0)
        return false;
    peer->pid = fork();
    if (peer->pid == 0) {
        const int threads = pool_cpu_count() > 1 ? pool_cpu_count() : 2;
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
static size_t measure_body(int port, const char *address)
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
                             address);
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

/* 'script' is NULL, or a script of wrk that chooses the addresses. */
static bool ask(const struct peer *peer, unsigned connections, int seconds,
                const char *script, struct run *run)
{
    char command[PATH_MAX + 256], line[512];
    *run = (struct run){ .rate = 0 };
    snprintf(command, sizeof(command),
             "exec wrk -t1 -c%u -d%ds --latency --timeout 5s %s%s "
             "'http://127.0.0.1:%d%s' 2>/dev/null",
             connections, seconds, script ? "-s " : "", script ? script : "",
             peer->port, target);
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
                      int seconds, const char *script, struct total *total)
{
    const double before = processor_us(peer->pid);
    struct run run;
    if (!ask(peer, connections, seconds, script, &run))
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
        if (!take_turn(bare, connections, seconds, NULL, &other) ||
            !take_turn(own, connections, seconds, NULL, &mine))
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

/* One address, which the cache answers. */
static enum bench_status ask_one(struct bench *b)
{
    struct peer own = { .pid = 0 }, bare = { .pid = 0 };
    bool is_done = start_own(&own, b, b->book);
    const size_t size = is_done ? measure_body(own.port, target) : 0;
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

/* ---- many positions -------------------------------------------------- */

static const struct {
    const char *key, *what, *prefix;
    bool is_fen;
} kinds[] = {
    { "fen", "random FENs", "/lichess?fen=", true },
    { "play", "the same positions by moves", "/lichess?play=", false },
    { "masters", "the same on /masters", "/masters?play=", false },
    { "cached", "one address", "/masters?play=e2e4,e7e5", false },
};

enum { NKINDS = COUNT_OF(kinds), CACHED = NKINDS - 1 };

struct requests {
    char folder[256], store[288], scripts[NKINDS][288];
    struct buf lists[NKINDS]; // lines of a script
    uint64_t seen[POSITIONS_SEEN];
    size_t n;
    struct peer own, bare[NKINDS];
    double bytes[NKINDS];
    struct total mine[NKINDS], theirs[NKINDS];
};

static bool is_new(struct requests *q, uint64_t key)
{
    size_t at = key % POSITIONS_SEEN;
    while (q->seen[at] && q->seen[at] != key)
        at = (at + 1) % POSITIONS_SEEN;
    if (q->seen[at])
        return false;
    q->seen[at] = key;
    return true;
}

/* Adds the position after 'n' moves of a game that starts at 'word'. */
static void add_position(struct requests *q, const struct bench_games *games,
                         size_t word, size_t n)
{
    struct tabia_pos pos;
    char play[PLIES * (TABIA_UCI_SIZE + 1)], fen[TABIA_FEN_SIZE];
    size_t len = 0;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n && word + i < games->nwords; i++) {
        const struct bench_word *at = &games->words[word + i];
        tabia_move mv;
        if (at->len == 0 ||
            !tabia_san_parse(&pos, games->text + at->at, at->len, 0, &mv, NULL))
            return; // the game is shorter
        if (len > 0)
            play[len++] = ',';
        len += tabia_uci_print(&pos, mv, true, play + len);
        tabia_pos_play(&pos, mv);
    }
    play[len] = '\0';
    if (!is_new(q, tabia_pos_key(&pos)))
        return;
    (void)tabia_fen_print(&pos, TABIA_FEN_EP_LEGAL, fen);
    for (char *p = fen; *p; p++)
        *p = *p == ' ' ? '_' : *p;
    for (size_t i = 0; i < CACHED; i++)
        buf_addf(&q->lists[i], "'%s%s',\n", kinds[i].prefix,
                 kinds[i].is_fen ? fen : play);
    q->n++;
}

static bool choose_positions(struct requests *q, const char *path,
                             struct tabia_error *err)
{
    struct input in;
    struct bench_games games;
    uint64_t state = 1;
    if (!input_open(&in, path, NULL, err))
        return false;
    const bool is_read = bench_games_scan(&games, in.bytes, err);
    for (size_t i = 0; i < CACHED; i++)
        q->lists[i].limit = (size_t)POSITIONS * 512;
    for (size_t i = 0; is_read && i < 20 * POSITIONS && q->n < POSITIONS; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        size_t word = (state >> 33) % games.nwords;
        while (word > 0 && games.words[word].len > 0)
            word--;
        add_position(q, &games, word + 1, 1 + (state >> 24) % PLIES);
    }
    if (is_read)
        bench_games_clear(&games);
    input_close(&in);
    return is_read;
}

/* Every connection goes on where the last request of any was. */
static bool write_script(const char *path, const struct buf *list)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file,
            "local list, at = {\n%s}, 0\n"
            "init = function()\n"
            "  for i, v in ipairs(list) do\n"
            "    list[i] = wrk.format('GET', v)\n"
            "  end\n"
            "end\n"
            "request = function()\n"
            "  at = at %% #list + 1\n"
            "  return list[at]\n"
            "end\n",
            buf_text(list));
    return fclose(file) == 0;
}

/* The mean size of the bodies of one kind. */
static double mean_body(int port, const struct buf *list)
{
    size_t sum = 0, n = 0;
    const char *at = buf_text(list);
    for (; n < MEASURED && *at; n++) {
        char address[512];
        const size_t len = strcspn(at + 1, "'");
        snprintf(address, sizeof(address), "%.*s", (int)len, at + 1);
        sum += measure_body(port, address);
        at += len + 4; // two quotes, a comma, a line end
    }
    return n ? (double)sum / (double)n : 0;
}

static bool start_all(struct requests *q, const struct bench *b,
                      struct tabia_error *err)
{
    const char *const argv[] = { b->tabia, "build",  "-q", b->games,
                                 "-o",     q->store, NULL };
    uint64_t ns;
    if (!choose_positions(q, b->games, err))
        return false;
    if (!bench_run(argv, "", &ns) || !start_own(&q->own, b, q->store))
        return error_set(err, TABIA_ERR_IO, "the servers could not be started");
    for (size_t i = 0; i < NKINDS; i++) {
        q->bytes[i] = i == CACHED ? (double)measure_body(q->own.port, target)
                                  : mean_body(q->own.port, &q->lists[i]);
        snprintf(q->scripts[i], sizeof(q->scripts[i]), "%s/%s.lua", q->folder,
                 kinds[i].key);
        if ((i < CACHED && !write_script(q->scripts[i], &q->lists[i])) ||
            !start_bare(&q->bare[i], (size_t)q->bytes[i]))
            return error_set(err, TABIA_ERR_IO,
                             "the servers could not be started");
    }
    return true;
}

static bool ask_all(struct requests *q, const struct bench *b)
{
    const int all = b->quick ? SECONDS_QUICK : SECONDS;
    const int seconds = (all + b->rounds - 1) / b->rounds;
    for (int round = 0; round < b->rounds; round++)
        for (size_t i = 0; i < NKINDS; i++) {
            const char *script = i == CACHED ? NULL : q->scripts[i];
            if (!take_turn(&q->bare[i], CONNECTIONS, seconds, script,
                           &q->theirs[i]) ||
                !take_turn(&q->own, CONNECTIONS, seconds, script, &q->mine[i]))
                return false;
        }
    return true;
}

static void add_requests(struct bench *b, const struct requests *q)
{
    static char texts[NKINDS * 4][2][96];
    size_t n = 0;
    for (size_t i = 0; i < NKINDS; i++) {
        const struct total *mine = &q->mine[i], *theirs = &q->theirs[i];
        const struct {
            const char *key, *what, *unit;
            double value;
        } rows[] = {
            { "bytes", "bytes of a response", "B", q->bytes[i] },
            { "rate", "requests", "/s", rate_of(mine) },
            { "ratio", "by those of a bare handler", "",
              rate_of(mine) / rate_of(theirs) },
            { "cost_ratio", "bare handler's processor time by ours", "",
              mine->busy > 0 ? cost_of(theirs) / cost_of(mine) : 0 },
        };
        for (size_t k = 0; k < COUNT_OF(rows); k++, n++) {
            snprintf(texts[n][0], sizeof(texts[n][0]), "serve_%s_%s",
                     kinds[i].key, rows[k].key);
            snprintf(texts[n][1], sizeof(texts[n][1]), "%s: %s", kinds[i].what,
                     rows[k].what);
            bench_add(b, texts[n][0], texts[n][1], rows[k].value, rows[k].unit);
        }
    }
    if (q->mine[0].busy > 0)
        bench_add(b, "serve_play_by_fen", "processor time by moves to by FEN",
                  cost_of(&q->mine[1]) / cost_of(&q->mine[0]), "");
}

static void end_requests(struct requests *q)
{
    stop(&q->own);
    for (size_t i = 0; i < NKINDS; i++) {
        stop(&q->bare[i]);
        buf_clear(&q->lists[i]);
        if (q->scripts[i][0])
            (void)unlink(q->scripts[i]);
    }
    (void)unlink(q->store);
    (void)rmdir(q->folder);
}

/* Positions of games, which the cache cannot hold. */
static enum bench_status ask_many(struct bench *b)
{
    static struct requests q; // too large for the stack of a small system
    struct tabia_error err = { 0 };
    const char *tmp = getenv("TMPDIR");
    const int n = snprintf(q.folder, sizeof(q.folder), "%s/tabia-bench-XXXXXX",
                           tmp && *tmp ? tmp : "/tmp");
    if (n < 0 || (size_t)n >= sizeof(q.folder) || !mkdtemp(q.folder))
        return bench_fail(BENCH_FAILED, "cannot make a temporary folder");
    snprintf(q.store, sizeof(q.store), "%s/games.tabia", q.folder);
    enum bench_status status = BENCH_DONE;
    if (!start_all(&q, b, &err))
        status = bench_error(&err, (struct tabia_bytes){ 0 });
    else if (ask_all(&q, b))
        add_requests(b, &q);
    else
        bench_note(b, "wrk is not installed, or failed");
    end_requests(&q);
    return status;
}

enum bench_status bench_serve(struct bench *b)
{
    return b->games ? ask_many(b) : ask_one(b);
}
