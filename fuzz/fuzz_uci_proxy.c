/*
 * fuzz_uci_proxy.c - any lines, from the GUI and from the engine
 *
 * The first byte of a line says whose it is: '<' the engine's, 't' that time
 * goes by, 'x' that the engine is gone, 'e' that the GUI is; anything else is
 * the GUI's. Each "go" is answered at most once, nothing that is not ours is
 * changed, and the buffers stay small.
 */
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "uci/uci_lines.h"
#include "uci/uci_proxy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
    struct uci_proxy proxy;
    unsigned ngos, nbest, nunasked;
};

static bool starts_with(const char *line, size_t len, const char *word)
{
    struct uci_rest rest = uci_rest_begin(line, len);
    struct uci_word first;
    return uci_rest_next(&rest, &first) && uci_word_is(first, word);
}

static unsigned count_best(const struct buf *out)
{
    const char *p = buf_text(out), *end = p + out->size;
    unsigned n = 0;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop + 1 : end;
        n += starts_with(p, (size_t)(stop - p), "bestmove");
        p = stop;
    }
    return n;
}

static void take_line(void *ctx, const char *line, size_t len)
{
    struct run *r = ctx;
    struct uci_proxy *p = &r->proxy;
    const char *text = line + 1;
    const size_t left = len - 1;
    switch (line[0]) {
    case '<':
        if (!p->has_engine)
            break;
        r->nunasked += starts_with(text, left, "bestmove");
        uci_proxy_engine_line(p, text, left);
        break;
    case 't':
        p->now_ms += 600;
        break;
    case 'x':
        uci_proxy_engine_gone(p, "gone");
        break;
    case 'e':
        uci_proxy_gui_gone(p);
        break;
    default:
        r->ngos += starts_with(line, len, "go");
        uci_proxy_gui_line(p, line, len);
        // A line that is nobody's passes as it is.
        if (p->has_engine && starts_with(line, len, "register"))
            require(p->to_engine.size == len &&
                    memcmp(p->to_engine.data, line, len) == 0);
    }
    uci_proxy_tick(p);
    r->nbest += count_best(&p->to_gui);
    require(r->nbest <= r->ngos + r->nunasked);
    require(!p->to_gui.failed && !p->to_engine.failed);
    require(p->nanswers <= UCI_ANSWERS_MAX);
    buf_reset(&p->to_gui);
    buf_reset(&p->to_engine);
}

static struct tabia_source *open_book(void)
{
    static const char text[] = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\n"
                               "d2d4? d7d5\n"
                               "c2c4x c7c5\n"
                               "g1f3 g8f6 f3g1 f6g8\n";
    const struct tabia_open_options options = {
        .read.format = tabia_format_find("ct800", NULL),
    };
    const struct tabia_bytes bytes = { (const uint8_t *)text,
                                       sizeof(text) - 1 };
    return tabia_source_open_bytes(bytes, &options, NULL);
}

/* Made once, as opening a book takes longer than most inputs. */
static struct book_stack the_stack(void)
{
    static struct book_stack stack;
    const struct book_stack_entry book = { .plays = { true, true } };
    if (!stack.library)
        require(
            book_stack_add_source(&stack, "fuzz", open_book(), &book, NULL));
    return stack;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run *r = calloc(1, sizeof(*r));
    struct uci_lines lines = { .is_skipping = false };
    require(r);
    const struct uci_proxy_setup setup = {
        .choice = uci_options_defaults(),
        .books = the_stack(),
        .are_books_fixed = true,
        .engine = size > 0 && data[0] == '!' ? NULL : "engine",
        .timeout_ms = 1000,
    };
    uci_proxy_init(&r->proxy, &setup);
    uci_lines_feed(&lines, (const char *)data, size, take_line, r);
    uci_lines_end(&lines, take_line, r);
    uci_lines_clear(&lines);
    r->proxy.books = (struct book_stack){ .library = NULL }; // it stays
    uci_proxy_clear(&r->proxy);
    free(r);
    return 0;
}
