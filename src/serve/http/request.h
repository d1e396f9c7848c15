/*
 * request.h - a request from its first byte to its last
 *
 * The four functions are the callbacks that libmicrohttpd is given; 'cls' is
 * the server.
 */
#ifndef SERVE_REQUEST_H
#define SERVE_REQUEST_H

#include <microhttpd.h>

/* Called with the address; returns the new request, later '*con_cls'. */
void *request_begin(void *cls, const char *uri, struct MHD_Connection *con);

/* Called with the head, then with pieces of the body, then at the end. */
enum MHD_Result request_handle(void *cls, struct MHD_Connection *con,
                               const char *url, const char *method,
                               const char *version, const char *upload_data,
                               size_t *upload_data_size, void **con_cls);

/* Called when the response was sent or the connection was lost. */
void request_end(void *cls, struct MHD_Connection *con, void **con_cls,
                 enum MHD_RequestTerminationCode why);

/* Called when a connection opens or closes. */
void request_on_connection(void *cls, struct MHD_Connection *con,
                           void **socket_context,
                           enum MHD_ConnectionNotificationCode what);

#endif
