/*
 * api_sheet.c - a book on paper: a page to print
 */
#include <stdlib.h>

#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "tabia/draw.h"

#include "base/banned.h"

void api_sheet(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct tabia_draw_options options = {
        .picture = TABIA_PICTURE_SHEET,
    };
    struct tabia_error err = { 0 };
    struct loan loan;
    uint8_t *data;
    size_t size;
    if (!endpoint_borrow_book(srv, call, &loan, reply))
        return;
    if (tabia_book_draw(loan.edition->book, &options, &data, &size, &err)) {
        if (!buf_add(&reply->body, data, size))
            buf_error(&reply->body, &err);
        free(data);
    }
    reply->type = "text/html; charset=utf-8";
    // Its style is inside; the page shows it in a frame to print it.
    reply->policy = "default-src 'none'; style-src 'unsafe-inline'; "
                    "base-uri 'none'; form-action 'none'; "
                    "frame-ancestors 'self'";
    if (err.status != TABIA_OK)
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
    shelf_return(&loan);
}
