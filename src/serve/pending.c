#include "serve/api.h"
#include "base/banned.h"
#define P(n)                                                                   \
    void n(struct server *s, const struct call *c, struct reply *r)            \
    {                                                                          \
        (void)s;                                                               \
        (void)c;                                                               \
        reply_error(r, 501, "not yet");                                        \
    }
P(api_game)
P(api_export)
P(api_losses) P(api_edit) P(api_undo) P(api_redo) P(api_save) P(api_import)
    P(api_close) P(api_evaluate) P(explorer_pgn)
