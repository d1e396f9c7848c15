/*
 * test_pgn_ways.c - the reader for this processor and the one for any agree
 */
#include "check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "chess/pos.h"
#include "game_maker.h"
#include "pgn/pgn_def.h"

/* All that a reader tells, as text. */
static enum tabia_pgn_flow on_tag(void *ctx, struct tabia_pgn_text name,
                                  struct tabia_pgn_text value)
{
    buf_addf(ctx, "tag %.*s=%.*s\n", (int)name.len, name.text, (int)value.len,
             value.text);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_move(void *ctx, const struct tabia_pgn_move *move)
{
    buf_addf(ctx, "%.*s %llx\n", (int)move->san.len, move->san.text,
             (unsigned long long)pos_key_slow(move->pos));
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_comment(void *ctx, struct tabia_pgn_text text)
{
    buf_addf(ctx, "comment %.*s\n", (int)text.len, text.text);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_nag(void *ctx, unsigned nag)
{
    buf_addf(ctx, "nag %u\n", nag);
    return TABIA_PGN_GO;
}

static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *err)
{
    buf_addf(ctx, "%d %u:%u %s\n", (int)severity, err->line, err->col,
             err->msg);
    return true;
}

static void on_result(void *ctx, enum tabia_result result)
{
    buf_addf(ctx, "result %d\n", (int)result);
}

static void tell(struct tabia_bytes bytes, game_next_fn *next, struct buf *told)
{
    static const struct tabia_pgn_visitor visitor = {
        .on_tag = on_tag,
        .on_move = on_move,
        .on_nag = on_nag,
        .on_comment = on_comment,
        .on_result = on_result,
        .on_problem = on_problem,
    };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, NULL);
    assert_non_null(pgn);
    if (next)
        pgn->next = next;
    buf_reset(told);
    while (tabia_pgn_next(pgn, &visitor, told, NULL))
        ;
    tabia_pgn_close(pgn);
    assert_false(told->failed);
}

static void compare(const char *name, struct tabia_bytes bytes, struct buf *a,
                    struct buf *b)
{
    tell(bytes, NULL, a);
    tell(bytes, game_next_plain, b);
    if (strcmp(buf_text(a), buf_text(b)) != 0)
        print_error("%s: the readers disagree\n", name);
    assert_string_equal(buf_text(a), buf_text(b));
}

/* Every byte at every place of a game, with more text behind it. */
static void test_bytes(void **state)
{
    static const char game[] =
        "[Event \"a \\\"b\\\"\"]\n[White \"c\"]\n\n1. e4 {note} e5 2. Nf3! "
        "Nc6 (2... d6) 3. Bb5 a6 4. O-O $1 exd6 12... Rxe8+ 1-0\n\n";
    struct buf a = { .limit = SIZE_MAX / 2 }, b = a, text = a;
    (void)state;
    buf_add_text(&text, game);
    for (int i = 0; i < 2; i++)
        buf_add_text(&text, "[Event \"d\"]\n\n1. d4 d5 2. c4 e6 *\n\n");
    for (size_t at = 0; at < sizeof(game) - 1; at++) {
        const char was = text.data[at];
        for (unsigned c = 0; c < 256; c++) {
            text.data[at] = (char)c;
            // A mark of UTF-16 is refused when the text is opened.
            if (at > 1)
                compare("a byte", buf_bytes(&text), &a, &b);
        }
        text.data[at] = was;
    }
    buf_clear(&text);
    buf_clear(&b);
    buf_clear(&a);
}

static void test_games(void **state)
{
    struct buf a = { .limit = SIZE_MAX / 2 }, b = a;
    struct game_maker maker = { .has_comments = true, .seed = 5 };
    (void)state;
    game_maker_add(&maker, 200, 100);
    compare("random games", buf_bytes(&maker.text), &a, &b);
    game_maker_clear(&maker);
    buf_clear(&b);
    buf_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
