/*
 * bare_server.h - the least that libmicrohttpd can do, to compare with
 */
#ifndef SERVE_BARE_SERVER_H
#define SERVE_BARE_SERVER_H

#include <stddef.h>

#include "tabia/error.h"

struct MHD_Daemon;

/*
 * Answers every request with the same 'size' bytes, in the mode that the real
 * server uses. 'port' gets where it listens on 127.0.0.1.
 */
struct MHD_Daemon *bare_server_start(size_t size, int threads, int *port,
                                     struct tabia_error *err);

#endif
