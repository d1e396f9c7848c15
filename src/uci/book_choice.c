/*
 * book_choice.c - which move the books play in a position, and by which options
 *
 * The library asks the books in their order; here is which of them and which
 * moves it may take.
 */
#include "uci/book_choice.h"

#include <string.h>

#include "base/error_internal.h"
#include "source/answer.h"
#include "base/banned.h"

enum { LOOKS_MAX = 4096 }; // positions looked at to see how far a book goes

struct book_chooser {
    const struct book_stack *stack;
    const struct book_choice_options *options;
    const struct book_choice_request *request;
    size_t source;               // the book that is asked now
    size_t from;                 // the first that is asked: others have failed
    bool has_reply;              // the routine of a book has chosen
    struct amateur_choice reply; // if so
    struct tabia_answer ahead;   // of positions that moves lead to
    struct tabia_error failure;  // of the books; the first one stays
};

/* ---- one move -------------------------------------------------------- */

/*
 * True if the book goes on for that many plies. Where that takes too long to
 * find out, it does: the end of a book is never that broad.
 */
static bool book_choice_goes_on(struct book_chooser *c,
                                const struct tabia_pos *pos, int64_t nplies,
                                int *looks)
{
    tabia_move moves[TABIA_MOVES_MAX];
    if (nplies <= 0 || --*looks < 0)
        return true;
    const struct tabia_source *source =
        tabia_library_at(c->stack->library, c->source, NULL);
    if (!tabia_source_find(source, pos, NULL, &c->ahead, &c->failure))
        return false;
    const size_t n = c->ahead.nmoves;
    for (size_t i = 0; i < n; i++)
        moves[i] = c->ahead.moves[i].move;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, moves[i]);
        if (book_choice_goes_on(c, &after, nplies - 1, looks))
            return true;
    }
    return false;
}

static bool is_playable(struct book_chooser *c,
                        const struct tabia_book_move *entry)
{
    const struct book_choice_options *options = c->options;
    const struct book_choice_request *request = c->request;
    const struct tabia_move_data *data = &entry->data;
    struct tabia_pos after = request->game->pos;
    int looks = LOOKS_MAX;
    if (data->mark == TABIA_MARK_PASSIVE ||
        (data->mark == TABIA_MARK_AVOIDED && !options->allow_avoided))
        return false;
    if ((data->has & TABIA_HAS_WEIGHT &&
         data->weight < (uint64_t)options->min_weight) ||
        (data->has & TABIA_HAS_RESULTS &&
         tabia_move_data_games(data) < (uint64_t)options->min_games))
        return false;
    if ((request->go && !uci_go_allows(request->go, &after, entry->move)) ||
        (!options->repeat && uci_game_repeats(request->game, entry->move)))
        return false;
    tabia_pos_play(&after, entry->move);
    return book_choice_goes_on(c, &after, options->leave_before, &looks);
}

/* ---- one book -------------------------------------------------------- */

/* The routine of an amateur book follows the moves of the game. */
static bool book_choice_ask_routine(struct book_chooser *c)
{
    const struct amateur *routine = c->stack->books[c->source].routine;
    const struct uci_game *game = c->request->game;
    const uint64_t seed = c->request->seed;
    if (!routine || !game->is_from_start ||
        c->options->method != TABIA_PICK_WEIGHTED ||
        !amateur_play(routine, game->moves, game->nmoves,
                      (uint32_t)(seed ^ seed >> 32), &c->reply))
        return false;
    const struct tabia_book_move entry = { .move = c->reply.move };
    return is_playable(c, &entry);
}

static bool book_choice_accepts_move(void *ctx, size_t source,
                                     const struct tabia_book_move *entry)
{
    (void)source;
    return is_playable(ctx, entry);
}

static bool book_choice_accepts(void *ctx, size_t source)
{
    struct book_chooser *c = ctx;
    if (source < c->from || c->has_reply ||
        !c->stack->books[source].plays[c->request->game->pos.turn])
        return false;
    c->source = source;
    c->has_reply = book_choice_ask_routine(c);
    return !c->has_reply;
}

/* ---- all books ------------------------------------------------------- */

/* The answer is the one move of the routine. */
static bool set_reply(const struct book_chooser *c, struct book_hit *hit,
                      struct tabia_error *err)
{
    struct tabia_answer *answer = &hit->answer;
    struct tabia_pos after = c->request->game->pos;
    if (!answer_begin(answer, err))
        return false;
    tabia_pos_play(&after, c->reply.move);
    answer->source_index = c->source;
    answer->nmoves = 1;
    answer->moves[0] = (struct tabia_book_move){ .move = c->reply.move };
    answer->after_data = ((struct answer_buffers *)answer->buffers)->after;
    hit->expected_reply = c->reply.expected_reply;
    return answer_position_data(tabia_library_at(c->stack->library, c->source,
                                                 NULL),
                                &after, NULL, &answer->after_data[0], err);
}

static bool choose_move(struct book_chooser *c, struct book_hit *hit)
{
    const struct tabia_pos *pos = &c->request->game->pos;
    const struct tabia_query query = { .wants_after = true };
    const struct tabia_library_options rules = {
        .allow_avoided = c->options->allow_avoided,
        .accepts_source = book_choice_accepts,
        .accepts_move = book_choice_accepts_move,
        .ctx = c,
    };
    const size_t n = book_stack_count(c->stack);
    while (c->from < n &&
           !tabia_library_find(c->stack->library, pos, &query, &rules,
                               &hit->answer, &c->failure))
        c->from = c->source < c->from ? n : c->source + 1;
    if (c->from >= n || (c->has_reply && !set_reply(c, hit, &c->failure)))
        return false;
    hit->options = (struct tabia_pick_options){
        .method = (enum tabia_pick_method)c->options->method,
        .seed = c->request->seed,
        .allow_avoided = c->options->allow_avoided,
    };
    hit->chosen = tabia_pick_move(pos, hit->answer.moves, hit->answer.nmoves,
                                  &hit->options);
    return hit->chosen < hit->answer.nmoves;
}

bool book_choice_make(const struct book_stack *stack,
                      const struct book_choice_options *options,
                      const struct book_choice_request *request,
                      struct book_hit *hit, struct tabia_error *err)
{
    const struct uci_game *game = request->game;
    struct book_chooser c = { .stack = stack,
                              .options = options,
                              .request = request };
    *hit = (struct book_hit){ .expected_reply = TABIA_MOVE_NONE };
    if (!game->is_known || (options->max_ply && game->ply >= options->max_ply))
        return false;
    const bool is_found = choose_move(&c, hit);
    tabia_answer_clear(&c.ahead);
    if (c.failure.status)
        error_pass(err, &c.failure);
    if (!is_found)
        return false;
    hit->source =
        tabia_library_at(stack->library, hit->answer.source_index, &hit->name);
    const char *slash = strrchr(hit->name, '/');
    if (slash)
        hit->name = slash + 1;
    return true;
}
