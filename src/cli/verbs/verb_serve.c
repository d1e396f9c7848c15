/*
 * verb_serve.c - tabia serve
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error.h"
#include "io/sigbus.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "serve/server.h"

#include "base/banned.h"

enum {
    PORT,
    HOST,
    ALLOW_HOST,
    TRUSTED_PROXY,
    CORS,
    READ_ONLY,
    ALLOW_WRITES,
    REQUIRE_TOKEN,
    OPEN,
    LOG,
    ENGINE,
    NAMES,
    TRANSPOSITIONS,
    UNIVERSAL,
    FIRST,
    ASSETS,
    GAMES,
    THREADS,
    MAX_CONNECTIONS,
    MAX_PER_ADDRESS,
    TIMEOUT,
    MAX_IMPORT,
};

static const struct option_spec options[] = {
    [PORT] = { .name = "port",
               .letter = 'p',
               .kind = OPTION_INT,
               .value = "N",
               .fallback = "8080",
               .max = 65535,
               .help = "where to listen; 0 takes any port that is free" },
    [HOST] = { .name = "host",
               .kind = OPTION_TEXT,
               .value = "ADDRESS",
               .fallback = "127.0.0.1",
               .help = "where to listen; 0.0.0.0 lets other machines in" },
    [ALLOW_HOST] = { .name = "allow-host",
                     .kind = OPTION_TEXT,
                     .value = "NAME",
                     .repeats = true,
                     .help = "another name of this server, such as that of a "
                             "proxy before it" },
    [TRUSTED_PROXY] = { .name = "trusted-proxy",
                        .kind = OPTION_TEXT,
                        .value = "ADDRESS[/BITS]",
                        .repeats = true,
                        .help = "believe the X-Forwarded-For, -Host and -Proto "
                                "headers of this proxy" },
    [CORS] = { .name = "cors",
               .kind = OPTION_TEXT,
               .value = "ORIGIN",
               .help = "let pages of https://site read the answers; * lets "
                       "any page use the explorer" },
    [READ_ONLY] = { .name = "read-only", .help = "nothing can be changed" },
    [ALLOW_WRITES] = { .name = "allow-writes",
                       .help = "let those who have the printed address, with "
                               "its token, change books from other machines" },
    [REQUIRE_TOKEN] = { .name = "require-token",
                        .help =
                            "on this machine, too, only the printed address "
                            "gives the token that changes need" },
    [OPEN] = { .name = "open", .help = "show the page in the browser" },
    [LOG] = { .name = "log",
              .help = "a line of JSON on standard error for each request" },
    [ENGINE] = { .name = "engine",
                 .kind = OPTION_TEXT,
                 .value = "PATH",
                 .help = "a UCI engine that the page may ask" },
    [NAMES] = SHARED_NAMES,
    [TRANSPOSITIONS] = SHARED_TRANSPOSITIONS,
    [UNIVERSAL] = SHARED_UNIVERSAL,
    [FIRST] = SHARED_FIRST,
    [ASSETS] = { .name = "assets",
                 .kind = OPTION_TEXT,
                 .value = "FOLDER",
                 .help = "serve the page from a folder, not from the "
                         "program" },
    [GAMES] = { .name = "games",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .repeats = true,
                .help = "a PGN file that a store was built from, so that its "
                        "games can be shown" },
    [THREADS] = { .name = "threads",
                  .kind = OPTION_INT,
                  .value = "N",
                  .fallback = "0",
                  .max = 64,
                  .help = "threads that answer; 0 is as many as processors" },
    [MAX_CONNECTIONS] = { .name = "max-connections",
                          .kind = OPTION_INT,
                          .value = "N",
                          .fallback = "4096",
                          .min = 4,
                          .max = 100000,
                          .help = "connections at once" },
    [MAX_PER_ADDRESS] = { .name = "max-per-address",
                          .kind = OPTION_INT,
                          .value = "N",
                          .fallback = "0",
                          .max = 100000,
                          .help = "connections at once from one address; 0 is "
                                  "2048 on this machine, 256 elsewhere" },
    [TIMEOUT] = { .name = "timeout",
                  .kind = OPTION_INT,
                  .value = "SECONDS",
                  .fallback = "15",
                  .min = 1,
                  .max = 3600,
                  .help = "how long a request may take to come in" },
    [MAX_IMPORT] = { .name = "max-import",
                     .kind = OPTION_INT,
                     .value = "MB",
                     .fallback = "64",
                     .min = 1,
                     .max = 1024,
                     .help = "the largest file that a visitor may send" },
};

static void print_server_note(void *ctx, const char *text)
{
    cli_note(ctx, "%s", text);
}

static void print_server_warning(void *ctx, const char *text)
{
    struct tabia_error warning = { 0 };
    (void)ctx;
    error_set(&warning, TABIA_MISUSE, "%s", text);
    cli_print_error(&warning, "warning", (struct tabia_bytes){ .data = NULL });
}

/*
 * Every user of the machine can read the words of a command, and the address
 * may have a token in it. So the browser is given a file that only this user
 * can read, and that leads there. 'name' gets its name, "" when there is none.
 */
static void write_way(const char *url, char *name, size_t size)
{
    const char *folder = getenv("XDG_RUNTIME_DIR");
    snprintf(name, size, "%s/tabia-XXXXXX.html",
             folder && *folder ? folder : "/tmp");
    const int fd = mkstemps(name, (int)strlen(".html"));
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        name[0] = '\0';
        return;
    }
    fprintf(file,
            "<!doctype html>\n<title>Tabia</title>\n"
            "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n",
            url);
    fclose(file);
}

/* The desktop's way to show a page; the server does not wait for it. */
static void open_browser(const char *url)
{
    const pid_t child = fork();
    if (child < 0)
        return;
    if (child == 0) {
        const pid_t second = fork(); // so that nobody has to wait for it
        if (second == 0) {
            sigset_t none; // the server waits for signals, the browser dies
            sigemptyset(&none);
            sigprocmask(SIG_SETMASK, &none, NULL);
            execlp("xdg-open", "xdg-open", url, (char *)NULL);
            _exit(127);
        }
        _exit(0);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static enum cli_status serve_books(const struct args *args,
                                   const struct serve_options *how)
{
    struct tabia_error err = { 0 };
    if (!sigbus_survive(&err))
        return cli_error_in(&err, "");
    struct server *srv = server_start(how, &err);
    if (!srv)
        return cli_error_in(&err, "");
    printf("%s\n", server_url(srv));
    fflush(stdout);
    char way[4096] = "";
    if (args->values[OPEN].given) {
        if (strchr(server_url(srv), '#'))
            write_way(server_url(srv), way, sizeof(way));
        open_browser(way[0] ? way : server_url(srv));
    }
    server_wait(srv);
    if (way[0])
        unlink(way);
    cli_note(args, "ending");
    server_stop(srv);
    return CLI_DONE;
}

static enum cli_status run_serve(const struct args *args)
{
    const struct option_value *v = args->values;
    const char *allow[OPTIONS_REPEATED + 1], *games[OPTIONS_REPEATED + 1];
    const char *proxies[OPTIONS_REPEATED + 1];
    const char *names = v[NAMES].text ? v[NAMES].text : getenv("TABIA_NAMES");
    struct serve_options how = {
        .host = v[HOST].text,
        .port = (int)v[PORT].number,
        .books = args->operands,
        .nbooks = (size_t)args->noperands,
        .names = names && *names ? names : NULL,
        .transpositions = v[TRANSPOSITIONS].text,
        .universal = v[UNIVERSAL].text,
        .first = v[FIRST].text,
        .engine = v[ENGINE].text,
        .assets = v[ASSETS].text,
        .cors = v[CORS].text,
        .allow = allow,
        .games = games,
        .proxies = proxies,
        .read_only = v[READ_ONLY].given,
        .allow_writes = v[ALLOW_WRITES].given,
        .require_token = v[REQUIRE_TOKEN].given,
        .log = v[LOG].given,
        .threads = (int)v[THREADS].number,
        .connections = (unsigned)v[MAX_CONNECTIONS].number,
        .per_address = (unsigned)v[MAX_PER_ADDRESS].number,
        .timeout = (unsigned)v[TIMEOUT].number,
        .import_limit = (size_t)v[MAX_IMPORT].number << 20,
        .note = print_server_note,
        .warn = print_server_warning,
        .ctx = (void *)(uintptr_t)args,
    };
    if (args->from) {
        how.read.format = settings_format(args, args->from);
        if (!how.read.format)
            return CLI_MISUSE;
    }
    options_collect(args, ALLOW_HOST, allow);
    options_collect(args, GAMES, games);
    options_collect(args, TRUSTED_PROXY, proxies);

    // Misses at the start what is opened only when it is asked for.
    const char *missing = NULL;
    if (how.assets && access(how.assets, R_OK) != 0)
        missing = how.assets;
    for (size_t i = 0; !missing && games[i]; i++)
        if (access(games[i], R_OK) != 0)
            missing = games[i];
    if (!missing)
        return serve_books(args, &how);
    struct tabia_error err = { 0 };
    error_system(&err, errno, "cannot open");
    error_in_file(&err, missing);
    return cli_error_in(&err, "");
}

const struct verb verb_serve = {
    .name = "serve",
    .summary = "show books in a browser, and answer Lichess's clients",
    .operands = "[BOOK...]",
    .description =
        "A web server for the page of Tabia, which explores, draws, edits and "
        "practises books of any format, and for programs: /masters, /lichess "
        "and /player answer as Lichess's opening explorer does, /api/ is the "
        "server's own interface, which docs/http.md describes. Without a BOOK "
        "it shows the one that comes with tabia. A BOOK that does not exist "
        "yet is an empty one, whose file is made when it is saved. Only this "
        "machine can reach "
        "it, unless --host says otherwise.\n"
        "The address is printed on standard output. SIGINT (Ctrl-C) and "
        "SIGTERM end the server when it has answered what was asked; SIGHUP "
        "opens files again that were changed or replaced.\n"
        "Books can be changed from pages of the server alone, and are "
        "written only when the page says so; what was not saved waits in a "
        "file beside the book.",
    .example = "tabia serve repertoire.txt games.tabia\n"
               "tabia serve book.bin --port 9002 --read-only",
    .max_operands = -1,
    .common = WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_serve,
};
