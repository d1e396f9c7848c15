/*
 * verb_serve.c - tabia serve
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "cli/cli_formats.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "serve/server.h"
#include "tabia/source.h"

#include "base/banned.h"

enum {
    OPEN,
    ENGINE,
    ALLOW_ENGINE,
    MAX_ENGINES,
    ENGINE_TIME,
    GAMES,
    NAMES,
    ASSETS,
    PORT,
    HOST,
    ALLOW_HOST,
    TRUSTED_PROXY,
    CORS,
    LOG,
    READ_ONLY,
    ALLOW_WRITES,
    REQUIRE_TOKEN,
    PRACTICE_CLOCK,
    TRANSPOSITIONS,
    UNIVERSAL,
    FIRST,
    THREADS,
    MAX_CONNECTIONS,
    MAX_PER_ADDRESS,
    TIMEOUT,
    MAX_IMPORT,
};

static const struct option_spec options[] = {
    [PORT] = { .name = "port",
               .group = "Network",
               .letter = 'p',
               .kind = OPTION_INT,
               .value = "N",
               .default_value = "8080",
               .max = 65535,
               .help = "port to listen on; 0 picks a free one" },
    [HOST] = { .name = "host",
               .kind = OPTION_TEXT,
               .value = "ADDRESS",
               .default_value = "127.0.0.1",
               .help = "address to listen on; 0.0.0.0 accepts other "
                       "machines" },
    [ALLOW_HOST] = { .name = "allow-host",
                     .kind = OPTION_TEXT,
                     .value = "NAME",
                     .repeats = true,
                     .help = "another name of this server, such as that of a "
                             "proxy in front of it" },
    [TRUSTED_PROXY] = { .name = "trusted-proxy",
                        .kind = OPTION_TEXT,
                        .value = "ADDRESS[/BITS]",
                        .repeats = true,
                        .help = "trust the X-Forwarded-For, -Host and -Proto "
                                "headers of this proxy" },
    [CORS] = { .name = "cors",
               .kind = OPTION_TEXT,
               .value = "ORIGIN",
               .help = "let pages of this origin read the answers; * lets "
                       "any page use the explorer" },
    [READ_ONLY] = { .name = "read-only",
                    .group = "Changes",
                    .help = "refuse all changes" },
    [ALLOW_WRITES] = { .name = "allow-writes",
                       .help =
                           "let other machines change books, with the printed "
                           "address and its token" },
    [REQUIRE_TOKEN] = { .name = "require-token",
                        .help =
                            "require the token of the printed address on this "
                            "machine, too" },
    [PRACTICE_CLOCK] = { .name = "practice-clock",
                         .help = "let requests set the time of practice, "
                                 "for tests" },
    [OPEN] = { .name = "open",
               .group = "Page",
               .help = "open the page in the browser" },
    [LOG] = { .name = "log",
              .help = "log each request as a line of JSON on standard "
                      "error" },
    [ENGINE] = { .name = "engine",
                 .kind = OPTION_TEXT,
                 .value = "PATH",
                 .help = "UCI engine that the page may use" },
    [ALLOW_ENGINE] = { .name = "allow-engine",
                       .help = "let visitors use the live engine even if "
                               "the server is read-only" },
    [NAMES] = SHARED_NAMES,
    [TRANSPOSITIONS] = SHARED_TRANSPOSITIONS,
    [UNIVERSAL] = SHARED_UNIVERSAL,
    [FIRST] = SHARED_FIRST,
    [ASSETS] = { .name = "assets",
                 .kind = OPTION_TEXT,
                 .value = "FOLDER",
                 .help = "serve the page from FOLDER instead of the "
                         "built-in files" },
    [GAMES] = { .name = "games",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .repeats = true,
                .help = "PGN file that a store was built from, to show its "
                        "games" },
    [THREADS] = { .name = "threads",
                  .group = "Limits",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "0",
                  .max = 64,
                  .help = "number of threads; 0 means one per processor" },
    [MAX_CONNECTIONS] = { .name = "max-connections",
                          .kind = OPTION_INT,
                          .value = "N",
                          .default_value = "4096",
                          .min = 4,
                          .max = 100000,
                          .help = "maximum number of connections" },
    [MAX_PER_ADDRESS] = { .name = "max-per-address",
                          .kind = OPTION_INT,
                          .value = "N",
                          .default_value = "0",
                          .max = 100000,
                          .help =
                              "maximum number of connections per address; 0 "
                              "means 2048 from this machine, 256 from others" },
    [TIMEOUT] = { .name = "timeout",
                  .kind = OPTION_INT,
                  .value = "SECONDS",
                  .default_value = "15",
                  .min = 1,
                  .max = 3600,
                  .help = "time limit for receiving a request" },
    [MAX_ENGINES] = { .name = "max-engines",
                      .kind = OPTION_INT,
                      .value = "N",
                      .default_value = "0",
                      .max = 64,
                      .help = "maximum number of live engines, one per "
                              "visitor; 0 means one per processor" },
    [ENGINE_TIME] = { .name = "engine-time",
                      .kind = OPTION_INT,
                      .value = "SECONDS",
                      .default_value = "60",
                      .min = 1,
                      .max = 3600,
                      .help = "time limit of a live engine for a position" },
    [MAX_IMPORT] = { .name = "max-import",
                     .kind = OPTION_INT,
                     .value = "MB",
                     .default_value = "64",
                     .min = 1,
                     .max = 1024,
                     .help = "maximum size of an uploaded file" },
};

static void print_server_note(void *ctx, const char *text)
{
    cli_note(ctx, "%s", text);
}

static void print_server_warning(void *ctx, const char *text)
{
    struct tabia_error warning = { 0 };
    (void)ctx;
    error_set(&warning, TABIA_ERR_MISUSE, "%s", text);
    cli_print_problem(&warning, "warning",
                      (struct tabia_bytes){ .data = NULL });
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
        const pid_t second = fork(); // so that it need not be waited for
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
                                   const struct server_options *how)
{
    struct tabia_error err = { 0 };
    if (!tabia_source_guard_sigbus(&err))
        return cli_print_error(&err);
    struct server *srv = server_start(how, &err);
    if (!srv)
        return cli_print_error(&err);
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
    const char *allow[OPTIONS_REPEATED_MAX + 1],
        *games[OPTIONS_REPEATED_MAX + 1];
    const char *proxies[OPTIONS_REPEATED_MAX + 1];
    const char *names[OPTIONS_REPEATED_MAX + 1];
    struct server_options how = {
        .host = v[HOST].text,
        .port = (int)v[PORT].number,
        .books = args->operands,
        .nbooks = (size_t)args->noperands,
        .names = names,
        .transpositions = v[TRANSPOSITIONS].text,
        .universal = v[UNIVERSAL].text,
        .first = v[FIRST].text,
        .engine = v[ENGINE].text,
        .engines = (unsigned)v[MAX_ENGINES].number,
        .engine_seconds = (unsigned)v[ENGINE_TIME].number,
        .allow_engine = v[ALLOW_ENGINE].given,
        .assets = v[ASSETS].text,
        .cors = v[CORS].text,
        .allow = allow,
        .games = games,
        .proxies = proxies,
        .read_only = v[READ_ONLY].given,
        .allow_writes = v[ALLOW_WRITES].given,
        .require_token = v[REQUIRE_TOKEN].given,
        .practice_clock = v[PRACTICE_CLOCK].given,
        .log = v[LOG].given,
        .threads = (int)v[THREADS].number,
        .connections = (unsigned)v[MAX_CONNECTIONS].number,
        .per_address = (unsigned)v[MAX_PER_ADDRESS].number,
        .timeout = (unsigned)v[TIMEOUT].number,
        .import_limit = (size_t)v[MAX_IMPORT].number << 20,
        .on_note = print_server_note,
        .on_warning = print_server_warning,
        .ctx = (void *)(uintptr_t)args,
    };
    if (args->from) {
        how.read.format = cli_format_find(args, args->from);
        if (!how.read.format)
            return CLI_MISUSE;
    }
    options_collect(args, ALLOW_HOST, allow);
    options_collect(args, GAMES, games);
    opening_names_paths(args, NAMES, names);
    options_collect(args, TRUSTED_PROXY, proxies);

    // Misses at the start what is opened only when it is asked for.
    const char *missing = NULL;
    if (how.assets && access(how.assets, R_OK) != 0)
        missing = how.assets;
    for (size_t i = 0; !missing && games[i]; i++)
        if (access(games[i], R_OK) != 0)
            missing = games[i];
    // A name without '/' is looked for in PATH when it is started.
    if (!missing && how.engine && strchr(how.engine, '/') &&
        access(how.engine, X_OK) != 0) {
        char text[4200];
        snprintf(text, sizeof(text), "%s: the engine cannot be started: %s",
                 how.engine, strerror(errno));
        print_server_warning(NULL, text);
    }
    if (!missing)
        return serve_books(args, &how);
    struct tabia_error err = { 0 };
    error_system(&err, errno, "cannot open");
    error_in_file(&err, missing);
    return cli_print_error(&err);
}

const struct verb verb_serve = {
    .name = "serve",
    .group = VERB_GROUP_PLAY,
    .summary = "serve books to a browser and to Lichess explorer clients",
    .operands = "[BOOK...]",
    .description =
        "Starts a web server with the page, which explores, draws, edits "
        "and practises books of any format, and with two interfaces for "
        "programs: /masters, /lichess and /player answer like Lichess's "
        "opening explorer, and docs/http.md describes /api/. Without BOOK, "
        "it serves the built-in book; 'default' names that book beside "
        "others. A BOOK that does not exist yet "
        "starts empty and is created when it is saved. One of several that "
        "cannot be opened is skipped with a warning. Only this machine "
        "can connect, unless --host is given.",
    .notes = "The address is printed on standard output. SIGINT (Ctrl-C) and "
             "SIGTERM stop the server after the pending requests; SIGHUP "
             "reopens files that were changed or replaced.\n"
             "Books can be changed only from the server's own pages, and are "
             "written only when they are saved there. Unsaved changes are kept "
             "in a journal next to the book.",
    .example = "tabia serve --open\n"
               "tabia serve repertoire.pgn games.tabia\n"
               "tabia serve book.bin --port 9002 --read-only",
    .max_operands = -1,
    .common = WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_serve,
};
