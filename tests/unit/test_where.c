/*
 * test_where.c - expressions over tags
 *
 * Random expressions are made as trees, printed, and compiled; games are made
 * as numbers and printed as tags. The trees are then walked over the numbers,
 * and the answers must be those of the compiled expressions over the tags.
 */
#include "check.h"

#include <regex.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "guard.h"
#include "random.h"
#include "where/where.h"

static uint64_t rng = 1;

static int below(uint32_t limit)
{
    return (int)random_below(&rng, limit);
}

/* ---- a game ---------------------------------------------------------- */

enum { MISSING = INT32_MIN };

struct game {
    int elo[2];           // MISSING: none
    int date[3], nparts;  // the parts that are known
    bool is_utc;          // the date is in UTCDate
    int base, increment;  // of the clock; base MISSING: none
    int round;            // MISSING: none
    const char *names[2]; // of players; NULL: no tag
    const char *event;
    bool has_title;
};

static const char *const player_names[] = { "Carlsen, Magnus", "Kasparov, G",
                                            "kasparov,g", "x \"y\" \\z" };
static const char *const event_names[] = { "Candidates", "candidates 2018",
                                           "WCh", "", "a\\b\"c" };

static struct game random_game(void)
{
    struct game g = { .elo = { MISSING, MISSING },
                      .base = MISSING,
                      .round = MISSING };
    for (int i = 0; i < 2; i++) {
        if (below(5))
            g.elo[i] = 2300 + below(6) * 50;
        if (below(6))
            g.names[i] = player_names[below(COUNT_OF(player_names))];
    }
    g.nparts = below(4);
    g.is_utc = below(4) == 0;
    g.date[0] = 2013 + below(4);
    g.date[1] = 5 + below(3);
    g.date[2] = 1 + below(3);
    static const int bases[] = { 0,   15,  29,   30,   120,  179,   180,  300,
                                 479, 480, 1499, 1500, 7200, 21599, 21600 };
    if (below(5)) {
        g.base = bases[below(COUNT_OF(bases))];
        g.increment = below(3) ? 0 : below(12);
    }
    if (below(3))
        g.round = below(9) - 2;
    if (below(5))
        g.event = event_names[below(COUNT_OF(event_names))];
    g.has_title = below(2);
    return g;
}

/* The tags that print_game makes; texts are in 'pool'. */
struct tags {
    struct {
        const char *name, *value;
    } list[16];
    size_t n, used;
    char pool[1024];
};

static void add_tag(struct tags *tags, const char *name, const char *value)
{
    tags->list[tags->n].name = name;
    tags->list[tags->n++].value = tags->pool + tags->used;
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            tags->pool[tags->used++] = '\\';
        tags->pool[tags->used++] = *value;
    }
    tags->pool[tags->used++] = '\0';
}

static void add_number(struct tags *tags, const char *name, int number)
{
    static const char *const odd[] = { "?", "", "x", "12a" };
    char text[16];
    snprintf(text, sizeof(text), "%d", number);
    if (number != MISSING)
        add_tag(tags, name, text);
    else if (below(2)) // a tag without a number is as good as none
        add_tag(tags, name, odd[below(COUNT_OF(odd))]);
}

static void add_date(struct tags *tags, const struct game *g)
{
    char text[64], month[12] = "??", day[12] = "??";
    if (g->nparts > 1)
        snprintf(month, sizeof(month), "%02d", g->date[1]);
    if (g->nparts > 2)
        snprintf(day, sizeof(day), "%02d", g->date[2]);
    snprintf(text, sizeof(text), "%d.%s.%s", g->date[0], month, day);
    if (g->nparts == 0 || (g->is_utc && below(2)))
        add_tag(tags, "Date", "????.??.??");
    if (g->nparts > 0)
        add_tag(tags, g->is_utc ? "UTCDate" : "Date", text);
}

static void print_game(const struct game *g, struct tags *tags)
{
    char text[32];
    *tags = (struct tags){ .n = 0 };
    add_number(tags, "WhiteElo", g->elo[0]);
    add_number(tags, "BlackElo", g->elo[1]);
    add_date(tags, g);
    add_number(tags, "Round", g->round);
    snprintf(text, sizeof(text), "%d+%d", g->base, g->increment);
    if (g->base != MISSING)
        add_tag(tags, "TimeControl", text);
    if (g->names[0])
        add_tag(tags, "White", g->names[0]);
    if (g->names[1])
        add_tag(tags, "Black", g->names[1]);
    if (g->event)
        add_tag(tags, "Event", "the first of two does not count");
    if (g->has_title || below(2))
        add_tag(tags, "WhiteTitle", g->has_title ? "GM" : "?");
    if (g->event)
        add_tag(tags, "Event", g->event);
}

/* ---- an expression --------------------------------------------------- */

enum kind {
    AND,
    OR,
    NOT,
    NUMBER,  // 'name' against 'number'
    DATE,    // Date against 'date'
    EVENT,   // Event, perhaps lower(), against 'text'
    PATTERN, // Event and 'text'
    PLAYER,
    HAS_TITLE,
    SPEED,
    MIN_MAX, // MinElo against WhiteElo
    KINDS
};

struct expr {
    enum kind kind;
    struct expr *left, *right;
    int op, number, name, color;
    int date[3], nparts;
    bool is_abs, flag;
    const char *text;
};

static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=" };
static const char *const numbers[] = { "WhiteElo", "BlackElo", "EloDiff",
                                       "MeanElo",  "MinElo",   "MaxElo",
                                       "Year",     "Month",    "Round" };
static const char *const patterns[] = { "^Cand", "cand", "s$",     "[0-9]+",
                                        "^$",    "a|W",  "b\\\"?c" };
static const char *const speed_names[] = { "ultraBullet", "bullet",
                                           "blitz",       "rapid",
                                           "classical",   "correspondence" };

static struct expr *random_expr(int depth)
{
    struct expr *e = calloc(1, sizeof(*e));
    assert_non_null(e);
    e->kind =
        (enum kind)(depth > 0 && below(3) ? below(3) : 3 + below(KINDS - 3));
    if (e->kind <= NOT)
        e->left = random_expr(depth - 1);
    if (e->kind < NOT)
        e->right = random_expr(depth - 1);
    e->op = below(COUNT_OF(ops));
    e->name = below(COUNT_OF(numbers));
    e->is_abs = below(4) == 0;
    e->flag = below(2);
    e->color = below(3);
    static const int limits[] = { 2350, 2400, 100, 0,   -50, -100, 2015,
                                  2014, 6,    5,   100, 50,  1,    -1 };
    e->number = e->name < 2 || (e->name > 2 && e->name < 6)
                    ? 2300 + below(12) * 25
                    : limits[below(COUNT_OF(limits))];
    e->nparts = 1 + below(3);
    e->date[0] = 2013 + below(4);
    e->date[1] = 5 + below(3);
    e->date[2] = 1 + below(3);
    if (e->kind == EVENT)
        e->text = event_names[below(COUNT_OF(event_names))];
    if (e->kind == PATTERN)
        e->text = patterns[below(COUNT_OF(patterns))];
    if (e->kind == PLAYER)
        e->text = player_names[below(COUNT_OF(player_names))];
    if (e->kind == SPEED)
        e->number = below(COUNT_OF(speed_names));
    return e;
}

static void free_expr(struct expr *e)
{
    if (!e)
        return;
    free_expr(e->left);
    free_expr(e->right);
    free(e);
}

/* ---- printing -------------------------------------------------------- */

struct out {
    char text[WHERE_LENGTH_MAX];
    size_t len;
};

static void put(struct out *out, const char *text)
{
    out->len += (size_t)snprintf(out->text + out->len,
                                 sizeof(out->text) - out->len, "%s", text);
    assert_true(out->len < sizeof(out->text));
}

static void put_string(struct out *out, const char *text)
{
    const char mark[2] = { below(2) ? '"' : '\'', '\0' };
    put(out, mark);
    for (; *text; text++) {
        const char c[2] = { *text, '\0' };
        if (*text == *mark || *text == '\\')
            put(out, "\\");
        put(out, c);
    }
    put(out, mark);
}

static void put_date(struct out *out, const struct expr *e)
{
    char text[64];
    if (e->nparts == 1)
        snprintf(text, sizeof(text), "%d", e->date[0]);
    else if (e->nparts == 2)
        snprintf(text, sizeof(text), "%d.%02d", e->date[0], e->date[1]);
    else
        snprintf(text, sizeof(text), "%d.%02d.%02d", e->date[0], e->date[1],
                 e->date[2]);
    if (e->flag)
        put_string(out, text);
    else
        put(out, text);
}

static void put_test(struct out *out, const struct expr *e)
{
    static const char *const colors[] = { "", ", white", " ,BLACK" };
    char text[64];
    snprintf(text, sizeof(text), " %s%d", ops[e->op], e->number);
    switch (e->kind) {
    case NUMBER:
        put(out, e->is_abs ? "abs(" : "");
        put(out, numbers[e->name]);
        put(out, e->is_abs ? ")" : "");
        put(out, text);
        break;
    case DATE:
        put(out, "Date");
        put(out, ops[e->op]);
        put_date(out, e);
        break;
    case EVENT:
        put(out, e->flag ? "lower( Event )" : "Event");
        put(out, ops[e->op]);
        put_string(out, e->text);
        break;
    case PATTERN:
        put(out, e->is_abs ? "Event !~" : "Event ~");
        put(out, e->flag ? "*" : "");
        put_string(out, e->text);
        break;
    case PLAYER:
        put(out, "player(");
        put_string(out, e->text);
        put(out, colors[e->color]);
        put(out, ")");
        break;
    case HAS_TITLE:
        put(out, e->flag ? "has(WhiteTitle)" : "has(tag('WhiteTitle'))");
        break;
    case SPEED:
        put(out, "Speed ");
        put(out, ops[e->op]);
        put_string(out, speed_names[e->number]);
        break;
    default:
        put(out, "MinElo");
        put(out, ops[e->op]);
        put(out, "WhiteElo");
    }
}

/* 'outer' binds this tight: 0 for 'or', 1 for 'and', 2 for 'not'. */
static void print_expr(struct out *out, const struct expr *e, int outer)
{
    static const char *const words[][2] = { [AND] = { " and ", " AND\n" },
                                            [OR] = { " or ", " Or " },
                                            [NOT] = { "not ", "not\t" } };
    static const int tight[] = { [AND] = 1, [OR] = 0, [NOT] = 2 };
    if (e->kind > NOT) {
        put_test(out, e);
        return;
    }
    const int inner = tight[e->kind];
    const bool has_braces = inner < outer || below(3) == 0;
    put(out, has_braces ? "(" : "");
    if (e->left && e->right)
        print_expr(out, e->left, inner);
    put(out, words[e->kind][below(2)]);
    print_expr(out, e->right ? e->right : e->left, inner);
    put(out, has_braces ? ")" : "");
}

/* ---- walking --------------------------------------------------------- */

static bool holds(int op, int order)
{
    switch (op) {
    case 0:
        return order == 0;
    case 1:
        return order != 0;
    case 2:
        return order < 0;
    case 3:
        return order <= 0;
    case 4:
        return order > 0;
    default:
        return order >= 0;
    }
}

static int number_of(const struct game *g, int name)
{
    const int w = g->elo[0], b = g->elo[1];
    const bool has_both = w != MISSING && b != MISSING;
    switch (name) {
    case 0:
        return w;
    case 1:
        return b;
    case 2:
        return has_both ? w - b : MISSING;
    case 3:
        return has_both ? (w + b) / 2 : MISSING;
    case 4:
        return has_both ? (w < b ? w : b) : MISSING;
    case 5:
        return has_both ? (w > b ? w : b) : MISSING;
    case 6:
        return g->nparts > 0 ? g->date[0] : MISSING;
    case 7:
        return g->nparts > 1 ? g->date[1] : MISSING;
    default:
        return g->round;
    }
}

static bool walk_number(const struct expr *e, const struct game *g)
{
    int value = number_of(g, e->name);
    if (value == MISSING)
        return false;
    if (e->is_abs)
        value = abs(value);
    return holds(e->op, value < e->number ? -1 : value > e->number);
}

static bool walk_date(const struct expr *e, const struct game *g)
{
    if (g->nparts == 0)
        return false;
    for (int i = 0; i < e->nparts && i < g->nparts; i++)
        if (g->date[i] != e->date[i])
            return holds(e->op, g->date[i] - e->date[i]);
    return holds(e->op, 0);
}

static bool walk_event(const struct expr *e, const struct game *g)
{
    char text[64];
    if (!g->event)
        return false;
    snprintf(text, sizeof(text), "%s", g->event);
    for (char *p = text; e->flag && *p; p++)
        if (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", *p))
            *p = (char)(*p - 'A' + 'a');
    return holds(e->op, strcmp(text, e->text));
}

static bool walk_pattern(const struct expr *e, const struct game *g)
{
    regex_t regex;
    if (!g->event)
        return false;
    const int flags = REG_EXTENDED | REG_NOSUB | (e->flag ? REG_ICASE : 0);
    assert_int_equal(regcomp(&regex, e->text, flags), 0);
    const bool is_match = regexec(&regex, g->event, 0, NULL, 0) == 0;
    regfree(&regex);
    return is_match != e->is_abs;
}

/* The second and third of the names are one player. */
static bool walk_player(const struct expr *e, const struct game *g)
{
    for (int i = 0; i < 2; i++) {
        const char *a = g->names[i], *b = e->text;
        if (!a || (e->color && e->color != i + 1))
            continue;
        const bool a_is_kasparov =
            strcmp(a, "Kasparov, G") == 0 || strcmp(a, "kasparov,g") == 0;
        const bool b_is_kasparov =
            strcmp(b, "Kasparov, G") == 0 || strcmp(b, "kasparov,g") == 0;
        if (strcmp(a, b) == 0 || (a_is_kasparov && b_is_kasparov))
            return true;
    }
    return false;
}

static bool walk_speed(const struct expr *e, const struct game *g)
{
    if (g->base == MISSING)
        return false;
    const int t = g->base + 40 * g->increment;
    const int speed =
        (t >= 30) + (t >= 180) + (t >= 480) + (t >= 1500) + (t >= 21600);
    return holds(e->op, speed - e->number);
}

static bool walk(const struct expr *e, const struct game *g)
{
    switch (e->kind) {
    case AND:
        return walk(e->left, g) && walk(e->right, g);
    case OR:
        return walk(e->left, g) || walk(e->right, g);
    case NOT:
        return !walk(e->left, g);
    case NUMBER:
        return walk_number(e, g);
    case DATE:
        return walk_date(e, g);
    case EVENT:
        return walk_event(e, g);
    case PATTERN:
        return walk_pattern(e, g);
    case PLAYER:
        return walk_player(e, g);
    case HAS_TITLE:
        return g->has_title;
    case SPEED:
        return walk_speed(e, g);
    default:
        return g->elo[0] != MISSING && g->elo[1] != MISSING &&
               holds(e->op, g->elo[1] < g->elo[0] ? -1 : 0);
    }
}

/* ---- both ------------------------------------------------------------ */

static bool run(const struct where *w, const struct tags *tags)
{
    struct where_values values = { 0 };
    struct tabia_error err = { 0 };
    bool is_match = false;
    for (size_t i = 0; i < tags->n; i++) {
        const char *name = tags->list[i].name, *value = tags->list[i].value;
        where_set_tag(w, &values, (struct tabia_pgn_text){ name, strlen(name) },
                      (struct tabia_pgn_text){ value, strlen(value) });
    }
    assert_true(where_match(w, &values, &is_match, &err));
    where_values_clear(&values);
    return is_match;
}

static bool check_expr(int depth, int *counts)
{
    struct expr *e = random_expr(depth);
    struct out out = { .len = 0 };
    struct tabia_error err = { 0 };
    bool ok = true;
    print_expr(&out, e, 0);
    struct where *w = where_parse(out.text, &err);
    ok &= check_text(out.text, err.msg, "");
    for (int i = 0; w && i < 30; i++) {
        const struct game g = random_game();
        struct tags tags;
        print_game(&g, &tags);
        const bool want = walk(e, &g);
        counts[want]++;
        ok &= check_number(out.text, run(w, &tags), want);
    }
    where_free(w);
    free_expr(e);
    return ok;
}

static void test_random(void **state)
{
    (void)state;
    int counts[2] = { 0, 0 };
    bool ok = true;
    for (int i = 0; i < 6000; i++)
        ok &= check_expr(i % 5, counts);
    assert_true(ok);
    assert_true(counts[0] > 40000 && counts[1] > 40000);
}

/* ---- rules, one by one ----------------------------------------------- */

static const struct {
    const char *text, *name, *value;
    bool want;
} rules[] = {
    { "Date >= 2015", "Date", "2015.??.??", true },
    { "Date >= 2015", "Date", "2014.12.31", false },
    { "Date > 2015", "Date", "2015.12.31", false },
    { "Date <= 2015", "Date", "2015.12.31", true },
    { "Date = 2015", "Date", "2015.06.01", true },
    { "Date = 2015.06", "Date", "2015.??.??", true },
    { "Date != 2015.06", "Date", "2015.??.??", false },
    { "2015 < Date", "Date", "2016.01.01", true },
    { "Date < '2015-06-10'", "Date", "2015.06.09", true },
    { "Date >= 2015", "UTCDate", "2015.01.01", true },
    { "Date != 2015", "Date", "????.??.??", false },
    { "not Date = 2015", "Date", "????.??.??", true },
    { "EventDate = 2015", "EventDate", "2015.01.01", true },
    { "MyTag = 2015.01.02", "MyTag", "2015.01.02", true },
    { "MyTag = 7", "MyTag", " +7 ", true },
    { "MyTag = 7", "MyTag", "7.", false },
    { "MyTag < 'b'", "MyTag", "a", true },
    { "MyTag = -7", "MyTag", "-7", true },
    { "WhiteElo != 2400", "WhiteElo", "?", false },
    { "WhiteElo != 2400", "Event", "x", false },
    { "not WhiteElo = 2400", "Event", "x", true },
    { "WhiteElo < 2400", "WhiteElo", "0", false },
    { "WhiteElo != '-'", "WhiteElo", "2400", true },
    { "TimeControl != '-'", "TimeControl", "-", false },
    { "TimeControl != '-'", "TimeControl", "60+0", true },
    { "Speed = 'correspondence'", "TimeControl", "-", true },
    { "Speed != 'blitz'", "TimeControl", "?", false },
    { "Event !~ 'x'", "Site", "y", false },
    { "Event ~ \"(?i)CAND\"", "Event", "candidates", true },
    { "Event ~ 'a\\.b'", "Event", "axb", false },
    { "Event ~ 'a\\\\.b'", "Event", "a.b", true },
    { "Event = 'a\\b'", "Event", "a\\\\b", true },
    { "Event = 'caf\xC3\xA9'", "Event", "caf\xC3\xA9", true },
    { "Event = 'a'", "Event", "ab", false },
    { "Event > 'a'", "Event", "ab", true },
    { "lower(Event) = lower('ABC')", "Event", "aBc", true },
    { "has(Event)", "Event", "?", false },
    { "has(TimeControl)", "TimeControl", "-", true },
    { "tag('Year') = 3", "Year", "3", true },
    { "Year = 3", "Year", "3", false },
    { "1 = 1", "Event", "x", true },
    { "'a' > 'b' or 2 <= 3", "Event", "x", true },
    { "PlyCount >= 40", "PlyCount", "41", true },
};

static void test_rules(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct tabia_error err = { 0 };
        struct guard g = guard_copy(rules[i].text, strlen(rules[i].text) + 1);
        struct where *w = where_parse((const char *)g.data, &err);
        ok &= check_text(rules[i].text, err.msg, "");
        guard_free(&g); // nothing of it may be needed any more
        struct guard v = guard_copy(rules[i].value, strlen(rules[i].value));
        struct where_values values = { 0 };
        if (w) {
            where_set_tag(w, &values,
                          (struct tabia_pgn_text){ rules[i].name,
                                                   strlen(rules[i].name) },
                          (struct tabia_pgn_text){ (char *)v.data, v.size });
            bool is_match = false;
            ok &= where_match(w, &values, &is_match, &err);
            ok &= check_number(rules[i].text, is_match, rules[i].want);
            where_values_clear(&values);
        }
        guard_free(&v);
        where_free(w);
    }
    assert_true(ok);
}

static void test_tags(void **state)
{
    (void)state;
    struct where *w = where_parse("EloDiff > 3 and Date = 2015 and "
                                  "BlackElo = 3 or player('x', white)",
                                  NULL);
    static const char *const want[] = { "WhiteElo", "BlackElo", "Date",
                                        "UTCDate", "White" };
    assert_non_null(w);
    const char *const *got = where_tags(w);
    for (size_t i = 0; i < COUNT_OF(want); i++)
        assert_string_equal(got[i], want[i]);
    assert_null(got[COUNT_OF(want)]);
    where_free(w);
}

static bool parse(void *ctx, struct tabia_error *err)
{
    struct where *w =
        where_parse("Event ~ 'a|b' and player('x') or Site = 'y'", err);
    (void)ctx;
    where_free(w);
    return w != NULL;
}

static void test_memory(void **state)
{
    (void)state;
    fail_alloc_each(parse, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
