/*
 * book_choice.c - the rules of playing from a stack of books
 */
#include "uci/book_stack.h"

#include "base/banned.h"

enum { LOOKS_MAX = 4096 }; // positions looked at to see how far a book goes

/*
 * Does the book go on for so many plies? Where that takes too long to find
 * out, it does: the end of a book is never that broad.
 */
static bool goes_on(const struct stack_book *book, const struct tabia_pos *pos,
                    int64_t nplies, int *looks)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    if (nplies <= 0 || --*looks < 0)
        return true;
    const size_t n = source_moves(book->source, pos, list);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i].move);
        if (goes_on(book, &after, nplies - 1, looks))
            return true;
    }
    return false;
}

static bool is_playable(const struct stack_book *book,
                        const struct book_rules *rules,
                        const struct book_query *query,
                        const struct tabia_entry *entry)
{
    int looks = LOOKS_MAX;
    struct tabia_pos after = query->game->pos;
    const struct tabia_move_data *data = &entry->data;
    if (data->mark == TABIA_MARK_PASSIVE ||
        (data->mark == TABIA_MARK_AVOIDED && !rules->wide))
        return false;
    if ((data->has & TABIA_HAS_WEIGHT &&
         data->weight < (uint64_t)rules->min_weight) ||
        (data->has & TABIA_HAS_RESULTS &&
         tabia_move_games(data) < (uint64_t)rules->min_games))
        return false;
    if ((query->go && !uci_go_allows(query->go, &after, entry->move)) ||
        (!rules->repeat && uci_game_repeats(query->game, entry->move)))
        return false;
    tabia_pos_play(&after, entry->move);
    return goes_on(book, &after, rules->leave_before, &looks);
}

static bool choose(const struct stack_book *book,
                   const struct book_rules *rules,
                   const struct book_query *query, struct book_hit *hit)
{
    const size_t n = source_moves(book->source, &query->game->pos, hit->list);
    hit->book = book;
    hit->n = 0;
    hit->hint = TABIA_MOVE_NONE;
    for (size_t i = 0; i < n; i++)
        if (is_playable(book, rules, query, &hit->list[i]))
            hit->list[hit->n++] = hit->list[i];
    hit->how = (struct tabia_select_options){
        .choice = (enum tabia_choice)rules->policy,
        .seed = query->seed,
        .wide = rules->wide,
        .turn = (enum tabia_color)query->game->pos.turn,
    };
    hit->chosen = tabia_select(hit->list, hit->n, &hit->how);
    return hit->chosen < hit->n;
}

/* The routine of an amateur book follows the moves of the game. */
static bool choose_by_routine(const struct stack_book *book,
                              const struct book_rules *rules,
                              const struct book_query *query,
                              struct book_hit *hit)
{
    const struct uci_game *game = query->game;
    const uint32_t seed = (uint32_t)(query->seed ^ query->seed >> 32);
    struct amateur_reply reply;
    if (!book->routine || !game->is_from_start ||
        rules->policy != TABIA_CHOICE_WEIGHTED ||
        !amateur_play(book->routine, game->moves, game->nmoves, seed, &reply))
        return false;
    *hit = (struct book_hit){ .book = book, .n = 1, .hint = reply.hint };
    hit->list[0].move = reply.move;
    return is_playable(book, rules, query, &hit->list[0]);
}

bool book_stack_choose(const struct book_stack *stack,
                       const struct book_rules *rules,
                       const struct book_query *query, struct book_hit *hit)
{
    const struct uci_game *game = query->game;
    if (!game->is_known || (rules->max_ply && game->ply >= rules->max_ply))
        return false;
    for (size_t i = 0; i < stack->n; i++)
        if (stack->books[i].plays[game->pos.turn] &&
            (choose_by_routine(&stack->books[i], rules, query, hit) ||
             choose(&stack->books[i], rules, query, hit)))
            return true;
    return false;
}
