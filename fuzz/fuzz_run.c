/*
 * fuzz_run.c - any bytes as a run, as the events of one, and as notes
 *
 * Checksums would stop most inputs at the door, so the bytes are also put
 * into a run that is right otherwise: the first byte says how it was counted,
 * the second how events are packed, the third the base of their values.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "build/build_internal.h"
#include "build/build_options.h"
#include "build/notes.h"
#include "build/run.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Packed again, events are what they were. */
static void check_packed(struct event_layout layout,
                         const struct event_block *block,
                         const struct bin_event *events)
{
    const size_t size = event_size(layout);
    for (size_t i = 0; i < block->n; i++) {
        uint8_t bytes[EVENT_SIZE_MAX];
        const struct bin_event *e = &events[i];
        event_pack(bytes, layout.key_size, e->key, e->rest >> 56,
                   e->rest & 0xFFFF, bin_event_value(e) - block->base);
        require(memcmp(bytes, block->events + i * size, size) == 0);
    }
}

/* As a writer goes through them. */
static void count_events(struct move_counter *c, struct bin_event *events,
                         struct bin_event *scratch, size_t n)
{
    struct bin_event *sorted = event_sort(events, scratch, n);
    struct bin_event *other = sorted == events ? scratch : events;
    for (size_t i = 0, end; i < n; i = end) {
        struct move_counter_move list[TABIA_MOVES_MAX];
        struct tabia_error err = { 0 };
        size_t nmoves;
        for (end = i;
             end < n && bin_event_is_same_key(&sorted[i], &sorted[end]);)
            end++;
        require(end == n || sorted[end].key >= sorted[i].key);
        if (c->rule->count_mode == COUNT_MODE_TALLIES)
            continue;
        if (move_counter_count(c, sorted + i, end - i, other, list, &nmoves,
                               &err))
            require(nmoves >= 1 && nmoves <= TABIA_MOVES_MAX);
        else
            require(err.status == TABIA_ERR_CORRUPT);
    }
}

static void read_run(struct tabia_bytes bytes)
{
    struct tabia_error err = { 0 };
    struct run run;
    if (!run_open(&run, "run", bytes, &err)) {
        require(err.status == TABIA_ERR_CORRUPT && err.msg[0]);
        return;
    }
    const struct move_counter_rule rule = { .count_mode = run.kind.count_mode };
    struct move_counter c = { .rule = &rule };
    for (unsigned bin = 0; bin < BINS_COUNT; bin++) {
        const size_t room = (size_t)run.segments[bin].events;
        struct bin_event *events = calloc(2 * room + 1, sizeof(*events));
        struct run_iter it = { 0 };
        struct event_block block = { 0 };
        size_t n = 0;
        require(events);
        while (run_next(&run, bin, &it, &block, &err) && block.n) {
            require(n + block.n <= room);
            if (!event_unpack(run.kind.layout, &block, 0, events + n))
                break;
            check_packed(run.kind.layout, &block, events + n);
            n += block.n;
        }
        require(block.n || err.status || n == room);
        count_events(&c, events, events + n, n);
        free(events);
        err = (struct tabia_error){ 0 };
    }
    move_counter_clear(&c);
}

/* A whole run around the events. */
static void read_events(const uint8_t *data, size_t size)
{
    struct buf file = { .limit = 1 << 28 }, blocks = { .limit = 1 << 28 };
    struct sink dst = sink_to_buf(&file, NULL);
    const struct run_kind kind = {
        .count_mode = (enum count_mode)(data[0] % 3),
        .layout = { .key_size = data[1] & 1 ? 7 : 9,
                    .value_size = (uint8_t)(1 + (data[1] >> 1) % 5),
                    .has_base = data[1] & 16 },
    };
    struct run_segment segments[BINS_COUNT] = { 0 };
    const size_t width = event_size(kind.layout);
    for (size_t at = 3; size - at >= width;) {
        const size_t most = 1 + data[2] % 100, n = (size - at) / width;
        const struct event_block block = {
            .events = data + at,
            .n = (uint32_t)(n < most ? n : most),
            .base = kind.layout.has_base ? (uint64_t)data[2] << 33 : 0,
        };
        run_put_block(&blocks, kind.layout, 0, &block);
        segments[0].events += block.n;
        at += block.n * width;
    }
    run_put_header(&dst, &kind);
    segments[0].offset = dst.nbytes;
    segments[0].size = blocks.size;
    sink_write(&dst, buf_text(&blocks), blocks.size);
    run_put_trailer(&dst, segments, 4);
    read_run(buf_bytes(&file));
    buf_clear(&blocks);
    buf_clear(&file);
}

/* As those of a part. */
static void use_notes(const struct notes *notes)
{
    struct tabia_build_options options = { 0 };
    struct tabia_error err = { 0 };
    struct collector_state state = { 0 };
    require(build_options_get_notes(notes, &options, &err) ||
            err.status == TABIA_ERR_CORRUPT);
    err = (struct tabia_error){ 0 };
    require(collector_get_notes(&state, notes, &err) ||
            err.status == TABIA_ERR_CORRUPT);
    root_set_clear(&state.roots);
}

static void read_notes(const uint8_t *data, size_t size)
{
    struct buf text = { 0 };
    struct notes notes;
    struct tabia_error err = { 0 };
    notes_begin(&text);
    for (size_t i = 0; i < size; i++) // a text: no byte ends it
        buf_add_char(&text, data[i] ? (char)data[i] : ' ');
    notes_end(&text);
    require(notes_parse(&notes, "notes", buf_bytes(&text), &err));
    for (size_t i = 0; i < notes.n; i++)
        require(notes_get(&notes, notes.lines[i].name));
    use_notes(&notes);
    notes_clear(&notes);
    const struct tabia_bytes bytes = { data, size };
    if (!notes_parse(&notes, "notes", bytes, &err))
        require(err.status == TABIA_ERR_CORRUPT);
    notes_clear(&notes);
    buf_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_run((struct tabia_bytes){ data, size });
    if (size > 2)
        read_events(data, size);
    read_notes(data, size);
    return 0;
}
