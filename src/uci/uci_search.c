/*
 * uci_search.c - "go" and what belongs to it
 */
#include "uci/uci_search.h"

#include <stdio.h>

#include "uci/uci_answer.h"
#include "uci/uci_queue.h"
#include "base/banned.h"

static uint64_t seed_of_move(const struct uci_proxy *p)
{
    const uint64_t seed = p->options.choice.seed
                              ? (uint64_t)p->options.choice.seed
                              : p->setup.random_seed;
    return seed + p->ngames * 1000003 + (uint64_t)p->game.ply;
}

/*
 * True if a book may answer this "go": endless searches, problems and analysis
 * are not games. Without an engine the books are all there is.
 */
static bool asks_for_move(const struct uci_proxy *p, const struct uci_go *go)
{
    const struct book_choice_options *options = &p->options.choice;
    if (!options->own_book || go->is_mate || go->is_perft)
        return false;
    return !p->has_engine ||
           (!go->is_infinite && (!p->is_analysing || options->analyse));
}

void uci_search_go(struct uci_proxy *p, const struct uci_command *c)
{
    const struct uci_go go = uci_go_parse(c->rest);
    if (go.is_perft) { // counted, not answered with a move
        uci_proxy_pass(p, c->line, c->len);
        return;
    }
    struct uci_answer *answer = uci_queue_push(p);
    if (!answer) {
        uci_proxy_print_info(p, "too many searches at once: go is ignored");
        return;
    }
    const struct book_choice_request request = {
        .game = &p->game,
        .go = &go,
        .seed = seed_of_move(p),
    };
    const enum uci_hold hold = go.is_infinite ? UCI_HOLD_INFINITE
                               : go.is_ponder ? UCI_HOLD_PONDER
                                              : UCI_HOLD_NONE;
    struct book_hit hit = { .source = NULL };
    struct tabia_error err = { 0 };
    const bool is_found =
        asks_for_move(p, &go) &&
        book_choice_make(&p->books, &p->options.choice, &request, &hit, &err);
    if (err.status)
        uci_proxy_print_info(p, "book not asked: %s: %s", err.file, err.msg);
    if (is_found) {
        uci_answer_print(answer, &hit, &p->game.pos, p->is_chess960,
                         p->multi_pv);
        answer->hold = hold;
        // The GUI has gone on, so the engine has to come to an end as well.
        uci_queue_hurry(p);
        uci_queue_settle(p);
    } else if (p->has_engine) {
        answer->is_engine = true;
        answer->limit_ms = uci_go_limit_ms(&go, p->game.pos.turn);
        answer->ends_alone =
            !go.is_ponder && (answer->limit_ms >= 0 || go.is_limited);
        if (answer->limit_ms >= 0 && !go.is_ponder)
            answer->deadline_ms =
                uci_proxy_after(p, answer->limit_ms + p->setup.timeout_ms);
        uci_proxy_pass(p, c->line, c->len);
    } else {
        uci_proxy_print_info(p, "out of book, and no engine to ask");
        snprintf(answer->best, sizeof(answer->best), "bestmove 0000");
        answer->hold = hold;
        uci_queue_settle(p);
    }
    book_hit_clear(&hit);
}

void uci_search_stop(struct uci_proxy *p, const struct uci_command *c)
{
    const bool is_ours = uci_queue_release(p, UCI_HOLD_INFINITE);
    if (is_ours && !uci_queue_has_engine(p))
        return;
    uci_queue_hurry(p);
    uci_proxy_pass(p, c->line, c->len);
}

void uci_search_ponderhit(struct uci_proxy *p, const struct uci_command *c)
{
    if (uci_queue_release(p, UCI_HOLD_PONDER))
        return;
    struct uci_answer *back = uci_queue_back(p);
    if (back && back->is_engine && back->limit_ms >= 0) {
        back->ends_alone = true;
        back->deadline_ms =
            uci_proxy_after(p, back->limit_ms + p->setup.timeout_ms);
    }
    uci_proxy_pass(p, c->line, c->len);
}
