/*
 * bare_server.c - the least that libmicrohttpd can do, to compare with
 */
#include "serve/bare_server.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "serve/http/listen.h"

#include "base/banned.h"

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

struct MHD_Daemon *bare_server_start(size_t size, int threads, int *port,
                                     struct tabia_error *err)
{
    struct listener l;
    char *body = malloc(size + 1);
    if (!body) {
        error_nomem(err);
        return NULL;
    }
    memset(body, 'x', size);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);
    if (!response || !listen_open(&l, "127.0.0.1", 0, err))
        return NULL;
    (void)MHD_add_response_header(response, "Content-Type", "application/json");
    *port = l.port;
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, answer,
                         response, MHD_OPTION_LISTEN_SOCKET, l.fd,
                         MHD_OPTION_THREAD_POOL_SIZE, (unsigned)threads,
                         MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_END);
    if (!daemon)
        error_set(err, TABIA_IO, "the server could not be started");
    return daemon;
}
