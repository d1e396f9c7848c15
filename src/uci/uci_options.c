/*
 * uci_options.c - the options that the proxy adds to those of the engine
 */
#include "uci/uci_options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "base/banned.h"

enum uci_option_kind { CHECK, SPIN, COMBO, BOOKS, RULE };

static const char *const methods[] = {
    [TABIA_PICK_WEIGHTED] = "weighted",
    [TABIA_PICK_BEST] = "best",
    [TABIA_PICK_UNIFORM] = "uniform",
    [TABIA_PICK_FIRST] = "first",
};

static const struct own {
    const char *name;
    enum uci_option_kind kind;
    int64_t fallback, max;
    // Of the value in struct book_choice_options; RULE: enum book_stack_rule
    size_t at;
} owns[] = {
    { "OwnBook", CHECK, 1, 1, offsetof(struct book_choice_options, own_book) },
    { "Book File", BOOKS, 0, 0, 0 },
    { "Book Method", COMBO, TABIA_PICK_WEIGHTED, COUNT_OF(methods) - 1,
      offsetof(struct book_choice_options, method) },
    { "Book Seed", SPIN, 0, INT32_MAX,
      offsetof(struct book_choice_options, seed) },
    { "Book Depth", SPIN, 0, 1000,
      offsetof(struct book_choice_options, max_ply) },
    { "Book Min Weight", SPIN, 0, INT32_MAX,
      offsetof(struct book_choice_options, min_weight) },
    { "Book Min Games", SPIN, 0, INT32_MAX,
      offsetof(struct book_choice_options, min_games) },
    { "Book Leave Before", SPIN, 0, 16,
      offsetof(struct book_choice_options, leave_before) },
    { "Book Wide", CHECK, 0, 1,
      offsetof(struct book_choice_options, allow_avoided) },
    { "Book Repeat", CHECK, 0, 1,
      offsetof(struct book_choice_options, repeat) },
    { "Book Analyse", CHECK, 0, 1,
      offsetof(struct book_choice_options, analyse) },
    { "Book Transpositions", RULE, 0, 0, BOOK_STACK_TRANSPOSITIONS },
    { "Book Universal", RULE, 0, 0, BOOK_STACK_UNIVERSAL },
    { "Book First", RULE, 0, 0, BOOK_STACK_FIRST },
};

static_assert(COUNT_OF(owns) <= UCI_OPTIONS_MAX, "room for all options");

static const char prefix[] = "Tabia ";

static void put_rule(struct book_choice_options *options, const struct own *own,
                     int64_t value)
{
    memcpy((char *)options + own->at, &value, sizeof(value));
}

struct book_choice_options uci_options_defaults(void)
{
    struct book_choice_options rules = { .own_book = 0 };
    for (size_t i = 0; i < COUNT_OF(owns); i++)
        if (owns[i].kind != BOOKS && owns[i].kind != RULE)
            put_rule(&rules, &owns[i], owns[i].fallback);
    return rules;
}

void uci_options_note_engine(struct uci_options *options, struct uci_word name)
{
    for (size_t i = 0; i < COUNT_OF(owns); i++)
        options->is_taken[i] |= uci_word_is_name(name, owns[i].name);
}

/* ---- announcing ------------------------------------------------------ */

void uci_options_print(const struct uci_options *options,
                       const struct book_stack *stack, struct buf *dst)
{
    for (size_t i = 0; i < COUNT_OF(owns); i++) {
        const struct own *own = &owns[i];
        int64_t value = 0;
        if (own->kind != BOOKS && own->kind != RULE)
            memcpy(&value, (const char *)&options->choice + own->at,
                   sizeof(value));
        buf_addf(dst, "option name %s%s", options->is_taken[i] ? prefix : "",
                 own->name);
        switch (own->kind) {
        case CHECK:
            buf_addf(dst, " type check default %s", value ? "true" : "false");
            break;
        case SPIN:
            buf_addf(dst, " type spin default %lld min 0 max %lld",
                     (long long)value, (long long)own->max);
            break;
        case COMBO:
            buf_addf(dst, " type combo default %s", methods[value]);
            for (size_t k = 0; k < COUNT_OF(methods); k++)
                buf_addf(dst, " var %s", methods[k]);
            break;
        case BOOKS:
            buf_addf(dst, " type string default %s",
                     book_stack_count(stack) ? "" : "<empty>");
            for (size_t k = 0; k < book_stack_count(stack); k++) {
                const struct book_stack_entry *book = &stack->books[k];
                const char *path;
                tabia_library_at(stack->library, k, &path);
                const char *side = !book->plays[TABIA_BLACK]   ? ":white"
                                   : !book->plays[TABIA_WHITE] ? ":black"
                                                               : "";
                buf_addf(dst, "%s%s%s", k ? ";" : "", path, side);
            }
            break;
        case RULE:
            buf_addf(dst, " type string default %s",
                     stack->rules[own->at] ? stack->rules[own->at] : "<empty>");
            break;
        }
        buf_add_char(dst, '\n');
    }
}

/* ---- obeying --------------------------------------------------------- */

/* The index of the option, or COUNT_OF(owns). */
static size_t find_option(const struct uci_options *options,
                          struct uci_word name)
{
    for (size_t i = 0; i < COUNT_OF(owns); i++) {
        char full[40];
        snprintf(full, sizeof(full), "%s%s", prefix, owns[i].name);
        if (uci_word_is_name(name, full) ||
            (!options->is_taken[i] && uci_word_is_name(name, owns[i].name)))
            return i;
    }
    return COUNT_OF(owns);
}

/* False if the word is no value; 'expected' gets what would be one. */
static bool read_value(const struct own *own, struct uci_word word,
                       int64_t *value, const char **expected)
{
    switch (own->kind) {
    case CHECK:
        *expected = "true or false";
        *value = uci_word_is_name(word, "true");
        return *value || uci_word_is_name(word, "false");
    case COMBO:
        *expected = "weighted, best, uniform or first";
        for (*value = 0; *value < (int64_t)COUNT_OF(methods); ++*value)
            if (uci_word_is_name(word, methods[*value]))
                return true;
        return false;
    default:
        *expected = "a number in its range";
        return uci_word_parse_number(word, value) && *value >= 0 &&
               *value <= own->max;
    }
}

static enum uci_set_result set_rule(struct book_stack *stack,
                                    const struct own *own,
                                    struct uci_word value,
                                    struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    if (book_stack_set_rule(stack, (enum book_stack_rule)own->at, value.text,
                            value.len, &why))
        return UCI_SET_DONE;
    error_set(err, why.status, "%s: %.150s", own->name, why.msg);
    return UCI_SET_BAD;
}

enum uci_set_result uci_options_set(struct uci_options *options,
                                    struct book_stack *stack,
                                    const struct uci_setoption *setoption,
                                    struct tabia_error *err)
{
    char found[QUOTE_SIZE];
    const char *expected;
    int64_t value;
    const size_t i = find_option(options, setoption->name);
    if (i == COUNT_OF(owns))
        return UCI_SET_FOREIGN;
    if (owns[i].kind == BOOKS)
        return UCI_SET_BOOKS;
    if (owns[i].kind == RULE)
        return set_rule(stack, &owns[i], setoption->value, err);
    if (read_value(&owns[i], setoption->value, &value, &expected)) {
        put_rule(&options->choice, &owns[i], value);
        return UCI_SET_DONE;
    }
    error_set(err, TABIA_ERR_SYNTAX, "%s: expected %s, found '%s'",
              owns[i].name, expected,
              quote(setoption->value.text, setoption->value.len, found));
    return UCI_SET_BAD;
}
