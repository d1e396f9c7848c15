/*
 * api_practice_export.c - progress as a text, for other programs
 */
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/api/practice.h"

#include "base/banned.h"

void api_practice_export(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    if (!practice_begin(&r, srv, call, reply, PRACTICE_ANY))
        return;
    if (practice_read_progress(&r)) {
        reply_begin_json(reply, &r.js);
        json_writer_begin_object(&r.js);
        json_writer_pair_text(&r.js, "progress",
                              r.text.size ? buf_text(&r.text)
                                          : CARDS_MAGIC "\n");
        json_writer_end(&r.js);
        reply_end(reply);
    }
    practice_end(&r);
}
