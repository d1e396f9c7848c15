/*
 * book_stack.c - an ordered stack of books
 */
#include "uci/book_stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/input.h"
#include "base/vec.h"
#include "base/banned.h"

enum { PATH_SHOWN = 80 }; // bytes of it in a message

/* ---- opening --------------------------------------------------------- */

/* The routine for the bytes of an amateur book, by the rules of the stack. */
static struct amateur *open_routine(struct tabia_bytes book,
                                    char *const rules[STACK_RULES],
                                    struct tabia_error *err)
{
    struct input table = { 0 };
    const char *path = rules[STACK_TRANSPOSITIONS];
    if (path && !input_open(&table, path, NULL, err))
        return NULL;
    const struct amateur_options options = {
        .transpositions = table.bytes,
        .transpositions_name = table.name,
        .universal = rules[STACK_UNIVERSAL],
        .first = rules[STACK_FIRST],
    };
    struct amateur *routine = amateur_open(book, &options, err);
    input_close(&table);
    return routine;
}

static bool open_book(struct stack_book *b, char *const rules[STACK_RULES],
                      struct tabia_error *err)
{
    const bool is_default = strcmp(b->path, "<default>") == 0;
    if (strcmp(b->path, "-") == 0)
        return error_set(err, TABIA_MISUSE,
                         "standard input holds the commands, not a book");
    b->source = tabia_open(is_default ? NULL : b->path, NULL, err);
    if (!b->source)
        return false;
    const struct tabia_source_info info = tabia_source_info(b->source);
    if (info.kind == TABIA_SOURCE_PUZZLES || info.kind == TABIA_SOURCE_EVALS)
        return tabia_source_book(b->source, err); // which says why not
    if (!tabia_format_info(info.format)->has_routine)
        return true;
    b->routine = open_routine(info.bytes, rules, err);
    return b->routine != NULL;
}

static void close_book(struct stack_book *b)
{
    amateur_close(b->routine);
    tabia_source_close(b->source);
    free(b->path);
    *b = (struct stack_book){ .path = NULL };
}

/* Takes the side off the end of 'spec'. */
static size_t take_side(struct stack_book *b, const char *spec, size_t len)
{
    static const char *const sides[] = { ":white", ":black" };
    b->plays[TABIA_WHITE] = b->plays[TABIA_BLACK] = true;
    for (size_t side = 0; side < 2; side++) {
        const size_t n = strlen(sides[side]);
        if (len <= n || memcmp(spec + len - n, sides[side], n) != 0)
            continue;
        b->plays[!side] = false;
        return len - n;
    }
    return len;
}

/*
 * The path belongs to the message too: it is about to be freed, so the error
 * gets it as text. The end of a long one will do, which leaves room for words.
 */
static bool fail(const struct stack_book *b, const struct tabia_error *failure,
                 struct tabia_error *err)
{
    const size_t len = strlen(b->path);
    const char *dots = len > PATH_SHOWN ? "..." : "";
    const char *path = len > PATH_SHOWN ? b->path + len - PATH_SHOWN : b->path;
    if (failure->line > 0)
        return error_set(err, failure->status, "%s%s:%u:%u: %s", dots, path,
                         failure->line, failure->col, failure->msg);
    if (failure->col > 0)
        return error_set(err, failure->status, "%s%s: offset 0x%llx (%llu): %s",
                         dots, path, (unsigned long long)failure->offset,
                         (unsigned long long)failure->offset, failure->msg);
    return error_set(err, failure->status, "%s%s: %s", dots, path,
                     failure->msg);
}

bool book_stack_add(struct book_stack *stack, const char *spec, size_t len,
                    struct tabia_error *err)
{
    struct stack_book b = { .path = NULL };
    struct tabia_error failure = { .status = TABIA_OK };
    if (uci_is((struct uci_word){ spec, len }, "<empty>"))
        return true;
    if (stack->n == BOOK_STACK_MAX)
        return error_set(err, TABIA_LIMIT, "more than %d books",
                         BOOK_STACK_MAX);
    if (!VEC_RESERVE(stack->books, stack->room, stack->n + 1, BOOK_STACK_MAX,
                     err))
        return false;

    len = take_side(&b, spec, len);
    b.path = strndup(spec, len);
    if (!b.path)
        return error_nomem(err);
    const char *slash = strrchr(b.path, '/');
    b.name = slash ? slash + 1 : b.path;
    if (open_book(&b, stack->rules, &failure)) {
        stack->books[stack->n++] = b;
        return true;
    }
    fail(&b, &failure, err);
    close_book(&b);
    return false;
}

static void close_books(struct book_stack *stack)
{
    for (size_t i = 0; i < stack->n; i++)
        close_book(&stack->books[i]);
    free(stack->books);
}

bool book_stack_set(struct book_stack *stack, const char *list, size_t len,
                    struct tabia_error *err)
{
    struct book_stack next = { .n = 0 };
    const char *p = list, *end = list + len;
    memcpy(next.rules, stack->rules, sizeof(next.rules));
    while (p < end) {
        const char *stop = memchr(p, ';', (size_t)(end - p));
        if (!stop)
            stop = end;
        if (stop > p && !book_stack_add(&next, p, (size_t)(stop - p), err)) {
            close_books(&next);
            return false;
        }
        p = stop < end ? stop + 1 : end;
    }
    close_books(stack); // but for the rules, which the new ones have
    *stack = next;
    return true;
}

void book_stack_clear(struct book_stack *stack)
{
    close_books(stack);
    for (size_t i = 0; i < STACK_RULES; i++)
        free(stack->rules[i]);
    *stack = (struct book_stack){ .n = 0 };
}

/* ---- the rules of amateur books -------------------------------------- */

/* New routines by new rules for all books that have one; or none at all. */
static bool reopen_routines(struct book_stack *stack,
                            char *const rules[STACK_RULES],
                            struct tabia_error *err)
{
    struct amateur *list[BOOK_STACK_MAX] = { NULL };
    bool is_ok = true;
    for (size_t i = 0; is_ok && i < stack->n; i++) {
        if (!stack->books[i].routine)
            continue;
        list[i] = open_routine(tabia_source_info(stack->books[i].source).bytes,
                               rules, err);
        is_ok = list[i] != NULL;
    }
    for (size_t i = 0; i < stack->n; i++) {
        struct amateur *gone = list[i];
        if (is_ok && gone) {
            gone = stack->books[i].routine;
            stack->books[i].routine = list[i];
        }
        amateur_close(gone);
    }
    return is_ok;
}

bool book_stack_set_rule(struct book_stack *stack, enum stack_rule rule,
                         const char *text, size_t len, struct tabia_error *err)
{
    const bool is_none =
        len == 0 || uci_is((struct uci_word){ text, len }, "<empty>");
    char *rules[STACK_RULES];
    memcpy(rules, stack->rules, sizeof(rules));
    rules[rule] = is_none ? NULL : strndup(text, len);
    if (!is_none && !rules[rule])
        return error_nomem(err);
    // Without any such book the rules are looked at all the same.
    struct amateur *test = open_routine((struct tabia_bytes){ 0 }, rules, err);
    const bool is_ok = test && reopen_routines(stack, rules, err);
    amateur_close(test);
    free(is_ok ? stack->rules[rule] : rules[rule]);
    if (is_ok)
        stack->rules[rule] = rules[rule];
    return is_ok;
}

/* ---- asking one book ------------------------------------------------- */

tabia_move stack_book_reply(const struct stack_book *book,
                            const struct tabia_pos *pos)
{
    const struct tabia_select_options best = {
        .choice = TABIA_CHOICE_BEST,
        .turn = (enum tabia_color)pos->turn,
    };
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n = source_moves(book->source, pos, list);
    const size_t i = tabia_select(list, n, &best);
    return i < n ? list[i].move : TABIA_MOVE_NONE;
}

int stack_book_score_cp(const struct stack_book *book,
                        const struct tabia_pos *pos)
{
    enum { CP_MAX = 10000 };
    const struct tabia_node_data data =
        source_position(book->source, pos, NULL);
    if (!(data.has & TABIA_HAS_EVAL) || data.eval.kind != TABIA_EVAL_CP ||
        data.eval.value > CP_MAX || data.eval.value < -CP_MAX)
        return 0;
    return pos->turn == TABIA_WHITE ? data.eval.value : -data.eval.value;
}
