/*
 * test_every_pair.c - a book through every pair of formats
 *
 *     test_every_pair            the whole book once through each format, the
 *                                first plies of it through every pair
 *     test_every_pair FORMAT     the whole book through the pairs with FORMAT
 *                                first
 *     test_every_pair --formats  lists the formats
 *
 * The built-in book is written in each format and read back; what that gives
 * is then written in each format again. What comes back must be what went in,
 * less what the report says is lost. The whole book through every pair takes
 * a minute: 'make pairs'.
 */
#include "sanitizer.h"
#include "temp_folder.h"

#include "base/compiler.h"
#include "format/format_contract.h"
#include "tabia/diff.h"
#include "tabia/transform.h"

/*
 * How much of the built-in book, in plies; 0: all. A sanitizer is to see every
 * function of every format at work, which a small book does: what books of
 * any size keep is for the other builds to see.
 */
enum {
    PLIES_ONCE = HAS_SANITIZER ? 7 : 0, // through each format
    PLIES_PAIR = HAS_SANITIZER ? 3 : 7, // through every pair
    PARTS_MAX = 10,
};

/* ---- what a format may lose and add ---------------------------------- */

#define BIT(attr) (1u << TABIA_ATTR_##attr)

enum { WORDS_MAX = 4 };

/* Formats without a row keep all moves, and make up no values. */
static const struct rule {
    const char *format;
    const char *lost[WORDS_MAX];  // losses that leave out moves
    const char *added[WORDS_MAX]; // losses that lead to other positions
    unsigned makes;               // values that the format cannot do without
} rules[] = {
    { "ct800", { "starting position" }, { NULL }, 0 },
    { "ct800-bin",
      { "starting position", "en passant", "moves beyond", "mark" },
      { "en passant" },
      BIT(MARK) },
    { "ct800-c",
      { "starting position", "en passant", "moves beyond", "mark" },
      { "en passant" },
      BIT(MARK) },
    { "obk", { "starting position" }, { NULL }, BIT(WEIGHT) },
    { "openings", { "en passant" }, { "en passant" }, 0 },
    { "lines", { "starting position" }, { NULL }, 0 },
    { "reduced", { "starting position" }, { NULL }, 0 },
    { "amateur", { "starting position" }, { NULL }, 0 },
    { "spracklen", { "starting position" }, { NULL }, 0 },
    { "spracklen-bin", { "starting position" }, { NULL }, 0 },
    { "tibook", { "positions with" }, { NULL }, 0 },
    { "polyglot", { "moves with a mark" }, { NULL }, BIT(WEIGHT) },
    { "abk",
      { "starting position" },
      { "added, with priority 0" },
      BIT(WEIGHT) },
    { "ctg", { "mirror" }, { "mirror" }, 0 },
    { "exp", { "moves without experience" }, { NULL }, 0 },
    { "eco", { "moves that do not lead to a name" }, { NULL }, 0 },
};

/* How a report names an attribute. */
static const char *const nouns[TABIA_ATTR_COUNT] = {
    [TABIA_ATTR_WEIGHT] = "weight",
    [TABIA_ATTR_RESULTS] = "result",
    [TABIA_ATTR_MARK] = "mark",
    [TABIA_ATTR_NAGS] = "glyph",
    [TABIA_ATTR_MOVE_COMMENT] = "move comment",
    [TABIA_ATTR_LEARN] = "learn",
    [TABIA_ATTR_NAME] = "name",
    [TABIA_ATTR_ECO] = "ECO",
    [TABIA_ATTR_POSITION_COMMENT] = "comment",
    [TABIA_ATTR_EVAL] = "evaluation",
    [TABIA_ATTR_TAGS] = "tag",
};

static const struct rule *find_rule(const char *format)
{
    static const struct rule none;
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        if (strcmp(rules[i].format, format) == 0)
            return &rules[i];
    return &none;
}

static bool tells(const struct tabia_report *report, const char *word)
{
    for (size_t i = 0; word && i < report->n; i++)
        if (strstr(report->list[i].what, word))
            return true;
    return false;
}

static bool tells_any(const struct tabia_report *report,
                      const char *const words[WORDS_MAX])
{
    for (size_t i = 0; i < WORDS_MAX; i++)
        if (tells(report, words[i]))
            return true;
    return false;
}

/* ---- writing and reading back ---------------------------------------- */

static struct tabia_book *pass_file(const struct tabia_book *book,
                                    const struct tabia_format *format,
                                    struct tabia_report *report,
                                    struct tabia_error *err)
{
    const struct tabia_read_options read = { .format = format };
    struct temp_folder folder;
    const char *path = NULL;
    temp_folder_make(&folder);
    for (size_t i = 0; format->set[i]; i++) {
        char name[32];
        snprintf(name, sizeof(name), "book%s", format->set[i]);
        path = temp_folder_path(&folder, name); // the main file is the last
    }
    struct tabia_book *back = NULL;
    if (tabia_book_save(book, path, format, NULL, report, err))
        back = tabia_book_load(path, &read, err);
    temp_folder_remove(&folder);
    return back;
}

static struct tabia_book *pass_memory(const struct tabia_book *book,
                                      const struct tabia_format *format,
                                      const struct tabia_write_options *write,
                                      struct tabia_report *report,
                                      struct tabia_error *err)
{
    const struct tabia_read_options read = { .format = format };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, format, write, &data, &size, report, err))
        return NULL;
    struct tabia_book *back =
        tabia_book_decode((struct tabia_bytes){ data, size }, &read, err);
    free(data);
    return back;
}

/* A book that is too large for one file: all of its files, read together. */
static struct tabia_book *pass_parts(const struct tabia_book *book,
                                     const struct tabia_format *format,
                                     struct tabia_report *report,
                                     struct tabia_error *err)
{
    struct tabia_book *parts[PARTS_MAX];
    size_t n = 0;
    for (; n < PARTS_MAX; n++) {
        const char digit[2] = { (char)('0' + n), '\0' };
        const struct tabia_setting part = { "part", digit };
        const struct tabia_write_options write = { &part, 1, .force = true };
        struct tabia_report losses = { 0 }; // each part has those of all
        *err = (struct tabia_error){ 0 };
        parts[n] = pass_memory(book, format, &write, &losses, err);
        if (!parts[n])
            break;
        *report = losses;
    }
    struct tabia_book *back = NULL;
    if (n > 1 && strstr(err->msg, "part: expected a number from")) {
        *err = (struct tabia_error){ 0 };
        back = tabia_book_merge((const struct tabia_book *const *)parts, n,
                                TABIA_MERGE_FIRST, NULL, err);
    }
    while (n > 0)
        tabia_book_free(parts[--n]);
    return back;
}

static struct tabia_book *pass(const struct tabia_book *book,
                               const struct tabia_format *format,
                               struct tabia_report *report,
                               struct tabia_error *err)
{
    if (format->set)
        return pass_file(book, format, report, err);
    struct tabia_book *back = pass_memory(book, format, NULL, report, err);
    if (!back && strstr(err->msg, "choose a part from"))
        return pass_parts(book, format, report, err);
    return back;
}

/* ---- comparing ------------------------------------------------------- */

struct changes {
    const struct tabia_book *back;
    struct tabia_diff_result counts;
    uint32_t
        links; // new moves that are not to be played, and those behind them
    unsigned lost, made; // attributes whose value changed, or is new
};

/* A key without en passant may lead to one more position behind a link. */
static uint32_t move_counter_count(const struct tabia_book *book,
                                   const struct tabia_pos *pos)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    return (uint32_t)tabia_book_position_moves(
        book, tabia_book_find_position(book, pos), TABIA_MERGE_DEFAULT, list,
        TABIA_MOVES_MAX);
}

static bool take_item(void *ctx, const struct tabia_diff_item *item)
{
    struct changes *c = ctx;
    if (item->kind == TABIA_DIFF_MOVE_DATA) {
        c->lost |= item->attrs & item->a.data.has;
        c->made |= item->attrs & ~item->a.data.has;
    } else if (item->kind == TABIA_DIFF_TAG) {
        c->lost |= item->text_a ? BIT(TAGS) : 0;
        c->made |= item->text_a ? 0 : BIT(TAGS);
    } else {
        c->lost |= item->attrs;
    }
    if (item->kind == TABIA_DIFF_MOVE_B)
        c->links += item->b.data.mark == TABIA_MARK_PASSIVE;
    if (item->kind == TABIA_DIFF_POSITION_B)
        c->links += move_counter_count(c->back, &item->pos);
    return true;
}

static bool check_attrs(const char *name, const struct changes *c,
                        const struct rule *rule,
                        const struct tabia_report *report)
{
    // Along with positions all that is said about them is lost.
    const bool has_all = !tells_any(report, rule->lost);
    bool is_good = true;
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const char *attr = tabia_attr_name((enum tabia_attr)i);
        if (c->made & ~rule->makes & 1u << i) {
            print_error("%s: %s is made up\n", name, attr);
            is_good = false;
        }
        const bool is_moves =
            1u << i & (BIT(WEIGHT) | BIT(RESULTS) | BIT(MARK) | BIT(LEARN));
        const bool is_text =
            1u << i & (BIT(NAME) | BIT(POSITION_COMMENT) | BIT(MOVE_COMMENT));
        const bool is_told =
            tells(report, nouns[i]) || (is_text && tells(report, "character"));
        if (c->lost >> i & 1 && (has_all || is_moves) && !is_told) {
            print_error("%s: %s is lost, and not reported\n", name, attr);
            is_good = false;
        }
    }
    return is_good;
}

static bool check_moves(const char *name, const struct changes *c,
                        const struct rule *rule,
                        const struct tabia_report *report)
{
    bool is_good = true;
    if (c->counts.moves_a && !tells_any(report, rule->lost))
        is_good = check_number(name, c->counts.moves_a, 0);
    // A format that makes up marks joins positions by passive moves.
    const bool has_links = rule->makes & BIT(MARK);
    const uint32_t added = c->counts.moves_b - (has_links ? c->links : 0);
    if (added && !tells_any(report, rule->added))
        is_good = check_number(name, added, 0) && is_good;
    return is_good;
}

/* A book without moves is more than some formats can read back. */
static bool check_failure(const char *name, const struct tabia_book *book,
                          const struct tabia_error *err)
{
    if (tabia_book_edge_count(book) == 0)
        return true;
    print_error("%s: %s\n", name, err->msg);
    return false;
}

static bool check_pair(const struct tabia_book *book, const char *from,
                       const struct tabia_format *to)
{
    char name[64];
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    snprintf(name, sizeof(name), "%s to %s", from, to->info.name);
    struct tabia_book *back = pass(book, to, &report, &err);
    if (!back)
        return check_failure(name, book, &err);

    struct changes c = { .back = back };
    const unsigned attrs = ~BIT(LOCATION);
    assert_true(tabia_book_diff(
        book, back,
        &(struct tabia_diff_options){
            .ignored = ~attrs, .on_item = take_item, .ctx = &c },
        &c.counts, NULL));
    const struct rule *rule = find_rule(to->info.name);
    bool is_good = check_moves(name, &c, rule, &report);
    is_good &= check_attrs(name, &c, rule, &report);
    tabia_book_free(back);
    return is_good;
}

static const struct tabia_format *next_writable(size_t *i)
{
    const struct tabia_format *format;
    while ((format = tabia_format_at((*i)++)))
        if (format->info.can_write)
            return format;
    return NULL;
}

/* Returns how many pairs are bad. */
static int check_from(const struct tabia_book *book,
                      const struct tabia_format *from)
{
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    struct tabia_book *first = pass(book, from, &report, &err);
    if (!first)
        fail_msg("%s: %s", from->info.name, err.msg);
    int nbad = 0;
    const struct tabia_format *to;
    for (size_t i = 0; (to = next_writable(&i));)
        nbad += !check_pair(first, from->info.name, to);
    tabia_book_free(first);
    return nbad;
}

static struct tabia_book *make_book(uint32_t max_ply)
{
    const struct tabia_filter_options filter = { .max_ply = max_ply };
    struct tabia_error err = { 0 };
    struct tabia_book *whole = tabia_book_load(NULL, NULL, &err);
    assert_non_null(whole);
    if (max_ply == 0)
        return whole;
    struct tabia_book *book = tabia_book_filter(whole, &filter, NULL, &err);
    assert_non_null(book);
    tabia_book_free(whole);
    return book;
}

static void test_every_format(void **state)
{
    struct tabia_book *book = make_book(PLIES_ONCE);
    const struct tabia_format *format;
    int nbad = 0;
    (void)state;
    for (size_t i = 0; (format = next_writable(&i));)
        nbad += !check_pair(book, "default", format);
    tabia_book_free(book);
    assert_int_equal(nbad, 0);
}

static void test_every_pair(void **state)
{
    struct tabia_book *book = make_book(PLIES_PAIR);
    const struct tabia_format *from;
    int nbad = 0, nformats = 0;
    (void)state;
    for (size_t i = 0; (from = next_writable(&i)); nformats++)
        nbad += check_from(book, from);
    tabia_book_free(book);
    print_message("%d pairs\n", nformats * nformats);
    assert_true(nformats > 1);
    assert_int_equal(nbad, 0);
}

static void test_from(void **state)
{
    struct tabia_book *book = make_book(0);
    const int nbad = check_from(book, *state);
    tabia_book_free(book);
    assert_int_equal(nbad, 0);
}

static int list_formats(void)
{
    const struct tabia_format *format;
    for (size_t i = 0; (format = next_writable(&i));)
        puts(format->info.name);
    return 0;
}

static int run_from(const char *name)
{
    const struct tabia_format *from = tabia_format_find(name, NULL);
    const struct CMUnitTest tests[] = {
        { name, test_from, NULL, NULL, (void *)(uintptr_t)from },
    };
    if (!from || !from->info.can_write) {
        fprintf(stderr, "test_every_pair: no format '%s' to write\n", name);
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_format),
        cmocka_unit_test(test_every_pair),
    };
    if (argc == 2 && strcmp(argv[1], "--formats") == 0)
        return list_formats();
    if (argc == 2)
        return run_from(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
