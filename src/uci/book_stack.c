/*
 * book_stack.c - opening a list of books, and the rules of amateur books
 */
#include "uci/book_stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/format_contract.h"
#include "io/input.h"
#include "uci/uci_words.h"
#include "base/banned.h"

enum { PATH_SHOWN = 80 }; // bytes of it in a message

/* ---- opening --------------------------------------------------------- */

/* The routine for the bytes of an amateur book, by the rules of the stack. */
static struct amateur *open_routine(struct tabia_bytes book,
                                    char *const rules[BOOK_STACK_RULE_COUNT],
                                    struct tabia_error *err)
{
    struct input table = { 0 };
    const char *path = rules[BOOK_STACK_TRANSPOSITIONS];
    if (path && !input_open(&table, path, NULL, err))
        return NULL;
    const struct amateur_options options = {
        .transpositions = table.bytes,
        .transpositions_name = table.name,
        .universal = rules[BOOK_STACK_UNIVERSAL],
        .first = rules[BOOK_STACK_FIRST],
    };
    struct amateur *routine = amateur_new(book, &options, err);
    input_close(&table);
    return routine;
}

/* Opens what a stack can play from; 'routine' gets that of an amateur book. */
static struct tabia_source *open_source(
    const char *path, char *const rules[BOOK_STACK_RULE_COUNT],
    struct amateur **routine, struct tabia_error *err)
{
    const bool is_built_in = built_in_book_is_named(path);
    if (strcmp(path, "-") == 0) {
        error_set(err, TABIA_ERR_MISUSE,
                  "standard input holds the commands, not a book");
        return NULL;
    }
    struct tabia_source *source =
        tabia_source_open(is_built_in ? NULL : path, NULL, err);
    if (!source)
        return NULL;
    const struct tabia_source_info info = tabia_source_get_info(source);
    bool ok = true;
    if (info.kind == TABIA_SOURCE_PUZZLES || info.kind == TABIA_SOURCE_EVALS) {
        ok = tabia_source_book(source, err); // which says why not
    } else if (info.format->has_routine) {
        *routine = open_routine(info.bytes, rules, err);
        ok = *routine != NULL;
    }
    if (ok)
        return source;
    tabia_source_close(source);
    return NULL;
}

/* Takes the side off the end of 'spec'; returns the length of the path. */
static size_t take_side(struct book_stack_entry *b, const char *spec,
                        size_t len)
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
 * A GUI sees the message alone, so the path and the location are part of it.
 * The end of a long path will do, which leaves room for words.
 */
static bool fail_to_open(const char *path, const struct tabia_error *failure,
                         struct tabia_error *err)
{
    const size_t len = strlen(path);
    const char *dots = len > PATH_SHOWN ? "..." : "";
    if (len > PATH_SHOWN)
        path += len - PATH_SHOWN;
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

size_t book_stack_count(const struct book_stack *stack)
{
    size_t n = 0;
    while (stack->library && tabia_library_at(stack->library, n, NULL))
        n++;
    return n;
}

bool book_stack_add_source(struct book_stack *stack, const char *path,
                           struct tabia_source *source,
                           const struct book_stack_entry *book,
                           struct tabia_error *err)
{
    if (!stack->library)
        stack->library = tabia_library_new(err);
    if (!stack->library) {
        tabia_source_close(source);
        return false;
    }
    if (!tabia_library_add(stack->library, path, source, err))
        return false;
    stack->books[book_stack_count(stack) - 1] = *book;
    return true;
}

bool book_stack_add(struct book_stack *stack, const char *spec, size_t len,
                    struct tabia_error *err)
{
    struct book_stack_entry b = { .routine = NULL };
    struct tabia_error failure = { 0 };
    if (uci_word_is((struct uci_word){ spec, len }, "<empty>"))
        return true;
    if (book_stack_count(stack) == BOOK_STACK_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d books",
                         BOOK_STACK_MAX);
    char *path = strndup(spec, take_side(&b, spec, len));
    if (!path)
        return error_nomem(err);
    struct tabia_source *source =
        open_source(path, stack->rules, &b.routine, &failure);
    const bool ok =
        source && book_stack_add_source(stack, path, source, &b, &failure);
    if (!ok) {
        amateur_free(b.routine);
        fail_to_open(path, &failure, err);
    }
    free(path);
    return ok;
}

static void close_books(struct book_stack *stack)
{
    for (size_t i = 0; i < book_stack_count(stack); i++)
        amateur_free(stack->books[i].routine);
    tabia_library_free(stack->library);
}

bool book_stack_set(struct book_stack *stack, const char *list, size_t len,
                    struct tabia_error *err)
{
    struct book_stack next = { .library = NULL };
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
    for (size_t i = 0; i < BOOK_STACK_RULE_COUNT; i++)
        free(stack->rules[i]);
    *stack = (struct book_stack){ .library = NULL };
}

/* ---- the rules of amateur books -------------------------------------- */

/* New routines by new rules for all books that have one; or none at all. */
static bool reopen_routines(struct book_stack *stack,
                            char *const rules[BOOK_STACK_RULE_COUNT],
                            struct tabia_error *err)
{
    struct amateur *list[BOOK_STACK_MAX] = { NULL };
    bool is_ok = true;
    const size_t n = book_stack_count(stack);
    for (size_t i = 0; is_ok && i < n; i++) {
        if (!stack->books[i].routine)
            continue;
        const struct tabia_source *source =
            tabia_library_at(stack->library, i, NULL);
        list[i] = open_routine(tabia_source_get_info(source).bytes, rules, err);
        is_ok = list[i] != NULL;
    }
    for (size_t i = 0; i < n; i++) {
        struct amateur *gone = list[i];
        if (is_ok && gone) {
            gone = stack->books[i].routine;
            stack->books[i].routine = list[i];
        }
        amateur_free(gone);
    }
    return is_ok;
}

bool book_stack_set_rule(struct book_stack *stack, enum book_stack_rule rule,
                         const char *text, size_t len, struct tabia_error *err)
{
    const bool is_none =
        len == 0 || uci_word_is((struct uci_word){ text, len }, "<empty>");
    char *rules[BOOK_STACK_RULE_COUNT];
    memcpy(rules, stack->rules, sizeof(rules));
    rules[rule] = is_none ? NULL : strndup(text, len);
    if (!is_none && !rules[rule])
        return error_nomem(err);
    // Without any such book the rules are looked at all the same.
    struct amateur *test = open_routine((struct tabia_bytes){ 0 }, rules, err);
    const bool is_ok = test && reopen_routines(stack, rules, err);
    amateur_free(test);
    free(is_ok ? stack->rules[rule] : rules[rule]);
    if (is_ok)
        stack->rules[rule] = rules[rule];
    return is_ok;
}
