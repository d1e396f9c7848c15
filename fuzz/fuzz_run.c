/*
 * fuzz_run.c - any bytes as a run, as the records of one, and as notes
 *
 * Checksums would stop most inputs at the door, so the bytes are also put
 * into a run that is right otherwise: the first says how it was counted, the
 * second how many records there are.
 */
#include <stdint.h>
#include <string.h>

#include "build/build_def.h"
#include "build/provenance.h"
#include <xxhash.h>

#include "base/bytes.h"
#include "build/notes.h"
#include "build/run.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct tally_game rows[4] = {
    { .date = 20200102, .rating = { 2500, 2400 }, .result = 0, .speed = 3 },
    { .date = 20210000, .rating = { 0, 1400 }, .result = 1 },
    { .date = 0, .result = 2 },
    { .date = 19990101, .rating = { 2000, 0 }, .result = 2, .speed = 5 },
};

/* What comes out is coded again, and read again as the same. */
static void check_again(struct count *c, const struct count_rule *rule)
{
    struct buf first = { .limit = 1 << 28 }, second = { .limit = 1 << 28 };
    struct count again = { .rule = rule };
    tally_init(&again.tally);
    count_encode(c, &first);
    require(!first.failed);
    count_start(&again, c->key);
    require(count_coded(&again, buf_bytes(&first), 0, NULL) == first.size);
    count_encode(&again, &second);
    require(first.size == second.size &&
            memcmp(first.data, second.data, first.size) == 0);
    count_clear(&again);
    buf_clear(&first);
    buf_clear(&second);
}

static void ask(struct count *c)
{
    struct count_move list[TABIA_MOVES_MAX];
    size_t n;
    if (c->rule->counting != COUNT_TALLIES)
        require(count_moves(c, list, &n, NULL) && n <= TABIA_MOVES_MAX);
}

static void read_run(struct tabia_bytes bytes)
{
    struct tabia_error err = { 0 };
    struct run run;
    if (!run_open(&run, "run", bytes, &err)) {
        require(err.status == TABIA_CORRUPT && err.msg[0]);
        return;
    }
    const struct count_rule rule = {
        .counting = run.kind.counting,
        .tally = { .by = TABIA_BY_SPEED, .games = { rows, 4 } },
    };
    struct count c = { .rule = &rule };
    tally_init(&c.tally);
    for (unsigned bin = 0; bin < BINS; bin++) {
        struct run_cursor cur;
        if (run.segments[bin].size == 0 || !run_start(&cur, &run, bin, 0, &err))
            continue;
        while (!cur.is_done) {
            count_start(&c, cur.key);
            require(bins_of(cur.key.hi) == bin);
            if (!run_take(&cur, &c, &err))
                break;
            ask(&c);
            check_again(&c, &rule);
        }
        err = (struct tabia_error){ 0 };
    }
    count_clear(&c);
}

/* A whole run around the records. */
static void read_records(const uint8_t *data, size_t size)
{
    struct buf file = { .limit = 1 << 28 };
    struct sink dst = sink_to_buf(&file, NULL);
    const struct run_kind kind = { .counting = (enum counting)(data[0] % 3) };
    const uint32_t nrecords = data[1];
    struct run_segment segments[BINS] = { 0 };
    uint8_t head[RUN_BLOCK_HEAD];
    data += 2;
    size -= 2;
    run_put_header(&dst, &kind);
    segments[0] =
        (struct run_segment){ dst.nbytes, size + sizeof(head), nrecords };
    store_le32(head, (uint32_t)size);
    store_le32(head + 4, nrecords);
    store_le64(head + 8, XXH3_64bits_withSeed(data, size,
                                              (uint64_t)nrecords << 32 | size));
    sink_write(&dst, head, sizeof(head));
    sink_write(&dst, data, size);
    run_put_trailer(&dst, segments, 4);
    read_run(buf_bytes(&file));
    buf_clear(&file);
}

/* As those of a part. */
static void use_notes(const struct notes *notes)
{
    struct tabia_build_options options = { 0 };
    struct tabia_error err = { 0 };
    struct collector col = { 0 };
    require(provenance_get_options(notes, &options, &err) ||
            err.status == TABIA_CORRUPT);
    err = (struct tabia_error){ 0 };
    require(collector_get_notes(&col, notes, &err) ||
            err.status == TABIA_CORRUPT);
    collector_clear(&col);
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
        require(err.status == TABIA_CORRUPT);
    notes_clear(&notes);
    buf_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_run((struct tabia_bytes){ data, size });
    if (size > 2)
        read_records(data, size);
    read_notes(data, size);
    return 0;
}
