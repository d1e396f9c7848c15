/*
 * test_serve_live.c - the live engine: a stream that is polled
 *
 * The handler is called as the transport calls it, and its stream is polled
 * here: there is no connection, and no thread.
 */
#include "format_check.h"

#include <poll.h>
#include <stdio.h>

#include "base/clock.h"
#include "serve/api/api.h"

/* ---- a server without a network -------------------------------------- */

static void set_up(struct server *srv, const char *engine, size_t nseats,
                   int ms)
{
    static char path[512];
    snprintf(path, sizeof(path), "%s/tests/fake_engines/%s.sh",
             getenv("TABIA_SOURCE_DIR"), engine);
    *srv = (struct server){ .token = "" };
    assert_true(live_engines_init(&srv->live, path, nseats, ms, NULL));
}

static void ask(struct server *srv, const char *address, const char *body,
                struct reply *reply)
{
    const struct call call = { .address = address, .body = bytes_of(body) };
    reply_init(reply);
    api_live(srv, &call, reply);
}

/* Polls until the stream ends or 'word' came; the text so far. */
static const char *follow(struct reply *reply, const char *word)
{
    const uint64_t end = clock_now_ns() + UINT64_C(30000000000);
    reply->body.limit = 1 << 20;
    while (reply->stream && clock_now_ns() < end) {
        const enum reply_stream_state state =
            reply->stream->poll(reply->stream, &reply->body);
        if (state == REPLY_STREAM_END ||
            (word && strstr(buf_text(&reply->body), word)))
            break;
        poll(NULL, 0, 10);
    }
    return buf_text(&reply->body);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in '%s'", part, text);
}

/* ---- tests ----------------------------------------------------------- */

static void test_lines(void **state)
{
    struct server srv;
    struct reply reply;
    (void)state;
    set_up(&srv, "thinks", 2, 60000);
    ask(&srv, "a", "{\"lines\":2}", &reply);
    assert_int_equal(reply.status, HTTP_OK);
    assert_string_equal(reply.type, "application/x-ndjson");
    assert_non_null(reply.stream);
    const char *text = follow(&reply, "{\"depth\":12,");
    assert_has(text, "{\"depth\":12,\"nodes\":12000,\"nps\":50000,\"lines\":["
                     "{\"eval\":{\"cp\":52},\"depth\":12,\"pv\":["
                     "{\"uci\":\"e2e4\",\"san\":\"e4\"},"
                     "{\"uci\":\"a7a6\",\"san\":\"a6\"}]},"
                     "{\"eval\":{\"cp\":32},\"depth\":12,\"pv\":["
                     "{\"uci\":\"d2d4\",\"san\":\"d4\"},"
                     "{\"uci\":\"a7a6\",\"san\":\"a6\"}]}]}\n");
    // There is nothing new, so nothing is said.
    struct buf more = { .limit = 1000 };
    assert_int_equal(reply.stream->poll(reply.stream, &more),
                     REPLY_STREAM_OPEN);
    assert_int_equal(more.size, 0);
    reply_clear(&reply);
    // The engine stops, and stays for the next search.
    struct analysis *engine = srv.live.seats[0].engine;
    assert_non_null(engine);
    assert_null(srv.live.seats[0].user);
    ask(&srv, "a",
        "{\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\","
        "\"lines\":1}",
        &reply);
    assert_ptr_equal(srv.live.seats[0].engine, engine);
    // White's view.
    assert_has(follow(&reply, "{\"depth\":12,"),
               "{\"eval\":{\"cp\":-52},\"depth\":12,\"pv\":["
               "{\"uci\":\"e7e5\",\"san\":\"e5\"}");
    assert_true(live_engines_tidy(&srv.live));
    reply_clear(&reply);
    live_engines_clear(&srv.live);
}

static void test_ends(void **state)
{
    static const struct {
        const char *engine, *body, *want;
        int ms;
    } cases[] = {
        { "good", "{}", "{\"end\":\"done\"}\n", 60000 },
        { "thinks", "{}", "{\"end\":\"done\"}\n", 300 }, // time is up
        // Fool's mate.
        { "good",
          "{\"fen\":\"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w "
          "KQkq -\"}",
          "{\"end\":\"over\"}\n", 60000 },
        { "lie", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine's move 'e1e8' is not "
          "legal here\"}\n",
          60000 },
        { "closes", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine exited before it sent "
          "'bestmove'\"}\n",
          60000 },
        { "not_uci", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine exited before it sent "
          "'uciok'\"}\n",
          60000 },
        { "no_score", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine sent a move without "
          "an evaluation\"}\n",
          60000 },
        { "garbage", "{}", "{\"end\":\"done\"}\n", 60000 },
        { "hang", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine did not send "
          "'bestmove' in time\"}\n",
          300 },
        { "flood", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine did not send "
          "'bestmove' in time\"}\n",
          300 },
        { "one_long_line", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine did not send "
          "'bestmove' in time\"}\n",
          300 },
        { "never_stops", "{}",
          "{\"end\":\"failed\",\"message\":\"the engine did not send "
          "'bestmove' in time\"}\n",
          300 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct server srv;
        struct reply reply;
        set_up(&srv, cases[i].engine, 1, cases[i].ms);
        ask(&srv, "a", cases[i].body, &reply);
        assert_non_null(reply.stream);
        const char *text = follow(&reply, NULL);
        const size_t len = strlen(text), want = strlen(cases[i].want);
        if (len < want || strcmp(text + len - want, cases[i].want) != 0)
            fail_msg("%s: '%s' does not end with '%s'", cases[i].engine, text,
                     cases[i].want);
        reply_clear(&reply);
        live_engines_clear(&srv.live);
    }
}

/* A visitor has one engine; the newest position counts. */
static void test_visitors(void **state)
{
    struct server srv;
    struct reply first, second, third, other;
    (void)state;
    set_up(&srv, "thinks", 2, 60000);
    ask(&srv, "a", "{\"visitor\":\"1\"}", &first);
    follow(&first, "lines");
    ask(&srv, "a", "{\"visitor\":\"1\"}", &second);
    assert_has(follow(&first, NULL), "{\"end\":\"replaced\"}\n");
    follow(&second, "lines");
    assert_null(srv.live.seats[1].engine);

    // Another page of the same address, as long as there is room.
    ask(&srv, "a", "{\"visitor\":\"2\"}", &third);
    follow(&third, "lines");
    ask(&srv, "b", "{\"visitor\":\"1\"}", &other);
    assert_int_equal(other.status, HTTP_OK);
    assert_has(follow(&second, NULL), "{\"end\":\"replaced\"}\n");
    follow(&other, "lines");
    reply_clear(&second);

    // Now each address has one.
    ask(&srv, "c", "{}", &second);
    assert_int_equal(second.status, HTTP_BUSY);
    assert_string_equal(buf_text(&second.body),
                        "all 2 engines are taken; try again later\n");
    reply_clear(&second);
    reply_clear(&third);
    ask(&srv, "c", "{}", &second);
    assert_int_equal(second.status, HTTP_OK);
    reply_clear(&first);
    reply_clear(&second);
    reply_clear(&other);
    live_engines_clear(&srv.live);
}

/* An engine that does not stop when its visitor leaves is killed. */
static void test_runaway(void **state)
{
    struct server srv;
    struct reply reply;
    (void)state;
    set_up(&srv, "never_stops", 1, 60000);
    ask(&srv, "a", "{}", &reply);
    follow(&reply, "lines");
    reply_clear(&reply);
    assert_true(live_engines_tidy(&srv.live));
    const uint64_t end = clock_now_ns() + UINT64_C(20000000000);
    while (live_engines_tidy(&srv.live) && clock_now_ns() < end)
        poll(NULL, 0, 20);
    assert_null(srv.live.seats[0].engine);
    live_engines_clear(&srv.live);
}

static void test_bad_requests(void **state)
{
    static const struct {
        const char *body, *want;
    } cases[] = {
        { "{\"lines\":0}",
          "bad request: \"lines\" must be a number from 1 to 5\n" },
        { "{\"lines\":6}",
          "bad request: \"lines\" must be a number from 1 to 5\n" },
        { "{\"lines\":\"3\"}",
          "bad request: \"lines\" must be a number from 1 to 5\n" },
        { "[]", "bad request: the request body must be a JSON object\n" },
    };
    struct server srv;
    struct reply reply;
    (void)state;
    set_up(&srv, "thinks", 1, 60000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ask(&srv, "a", cases[i].body, &reply);
        assert_null(reply.stream);
        assert_string_equal(buf_text(&reply.body), cases[i].want);
        reply_clear(&reply);
    }
    ask(&srv, "a", "{\"fen\":\"x\"}", &reply);
    assert_int_equal(reply.status, HTTP_BAD_REQUEST);
    reply_clear(&reply);
    srv.live.path = "/nowhere/engine";
    ask(&srv, "a", "{}", &reply);
    assert_int_equal(reply.status, HTTP_BUSY);
    assert_string_equal(buf_text(&reply.body),
                        "engine '/nowhere/engine' not found: install it, or "
                        "choose another\n");
    reply_clear(&reply);
    live_engines_clear(&srv.live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_visitors),     cmocka_unit_test(test_runaway),
        cmocka_unit_test(test_bad_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
