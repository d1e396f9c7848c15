/*
 * uci_queue.c - who answers which "go", in the order in which they came
 */
#include "uci/uci_queue.h"

#include "uci/uci_answer.h"
#include "base/banned.h"

enum { INFO_MAX = 1 << 20 };

static struct uci_answer *queue_at(struct uci_proxy *proxy, size_t i)
{
    return &proxy->answers[(proxy->first + i) % UCI_ANSWERS_MAX];
}

struct uci_answer *uci_queue_push(struct uci_proxy *proxy)
{
    if (proxy->nanswers == UCI_ANSWERS_MAX)
        return NULL;
    struct uci_answer *answer = queue_at(proxy, proxy->nanswers++);
    *answer = (struct uci_answer){
        .game = proxy->game,
        .limit_ms = -1,
        .deadline_ms = UCI_NEVER,
        .info = { .limit = INFO_MAX },
    };
    answer->game.seen = NULL;
    answer->game.nseen = answer->game.room = 0;
    return answer;
}

struct uci_answer *uci_queue_front(struct uci_proxy *proxy)
{
    return proxy->nanswers ? queue_at(proxy, 0) : NULL;
}

struct uci_answer *uci_queue_back(struct uci_proxy *proxy)
{
    return proxy->nanswers ? queue_at(proxy, proxy->nanswers - 1) : NULL;
}

static void uci_queue_drop_front(struct uci_proxy *proxy)
{
    buf_clear(&queue_at(proxy, 0)->info);
    proxy->first = (proxy->first + 1) % UCI_ANSWERS_MAX;
    proxy->nanswers--;
}

void uci_queue_settle(struct uci_proxy *proxy)
{
    struct uci_answer *front;
    if (proxy->nuci + proxy->nready > 0)
        return; // those were asked before
    while ((front = uci_queue_front(proxy)) && !front->is_engine) {
        buf_add(&proxy->to_gui, buf_text(&front->info), front->info.size);
        buf_reset(&front->info);
        if (front->hold != UCI_HOLD_NONE)
            break;
        buf_addf(&proxy->to_gui, "%s\n", front->best);
        uci_queue_drop_front(proxy);
    }
}

void uci_queue_pop(struct uci_proxy *proxy)
{
    uci_queue_drop_front(proxy);
    uci_queue_settle(proxy);
}

bool uci_queue_release(struct uci_proxy *proxy, enum uci_hold hold)
{
    bool is_released = false;
    for (size_t i = 0; i < proxy->nanswers; i++) {
        struct uci_answer *answer = queue_at(proxy, i);
        if (answer->hold == UCI_HOLD_NONE || answer->hold > hold)
            continue;
        answer->hold = UCI_HOLD_NONE;
        is_released = true;
    }
    uci_queue_settle(proxy);
    return is_released;
}

bool uci_queue_has_engine(struct uci_proxy *proxy)
{
    for (size_t i = 0; i < proxy->nanswers; i++)
        if (queue_at(proxy, i)->is_engine)
            return true;
    return false;
}

bool uci_queue_ends_alone(struct uci_proxy *proxy)
{
    for (size_t i = 0; i < proxy->nanswers; i++)
        if (queue_at(proxy, i)->is_engine && queue_at(proxy, i)->ends_alone)
            return true;
    return false;
}

void uci_queue_hurry(struct uci_proxy *proxy)
{
    const uint64_t deadline = proxy->now_ms + (uint64_t)proxy->setup.timeout_ms;
    for (size_t i = 0; i < proxy->nanswers; i++) {
        struct uci_answer *answer = queue_at(proxy, i);
        if (!answer->is_engine)
            continue;
        answer->ends_alone = true;
        if (answer->deadline_ms > deadline)
            answer->deadline_ms = deadline;
    }
}

bool uci_queue_rescue(struct uci_proxy *proxy, struct uci_answer *answer)
{
    struct book_choice_options loose = {
        .method = proxy->options.choice.method,
        .allow_avoided = proxy->options.choice.allow_avoided,
        .repeat = true,
    };
    const struct book_choice_request request = { .game = &answer->game };
    struct book_hit hit;
    bool is_found =
        book_choice_make(&proxy->books, &loose, &request, &hit, NULL);
    if (!is_found) {
        loose.allow_avoided = true; // better a move to be avoided than none
        book_hit_clear(&hit);
        is_found =
            book_choice_make(&proxy->books, &loose, &request, &hit, NULL);
    }
    if (is_found) {
        uci_answer_print(answer, &hit, &answer->game.pos, proxy->is_chess960,
                         1);
        answer->is_engine = false;
    }
    book_hit_clear(&hit);
    return is_found;
}

void uci_queue_clear(struct uci_proxy *proxy)
{
    while (proxy->nanswers)
        uci_queue_drop_front(proxy);
}
