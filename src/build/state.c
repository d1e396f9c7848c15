/*
 * state.c - what is known of the games so far, as notes
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "build/build_def.h"

#include "base/banned.h"

#define AT(field) offsetof(struct intake_state, field)

static const struct {
    const char *name;
    size_t at;
} numbers[] = {
    { "chunks", AT(chunks) },
    { "numbered", AT(numbered) },
    { "rows", AT(rows) },
    { "details", AT(details) },
    { "prints", AT(prints) },
    { "games", AT(report.games) },
    { "counted", AT(report.counted) },
    { "filtered", AT(report.filtered) },
    { "unfinished", AT(report.unfinished) },
    { "repeated", AT(report.repeated) },
    { "broken", AT(report.broken) },
    { "events", AT(report.events) },
};

static void put_root(struct buf *notes, const struct tabia_packed *root)
{
    char text[2 * TABIA_PACKED_SIZE + 1];
    for (size_t i = 0; i < TABIA_PACKED_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", root->bytes[i]);
    notes_put(notes, "root", text);
}

void state_put(struct buf *notes, const struct intake *in)
{
    const char *state = (const char *)&in->state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        uint64_t value;
        memcpy(&value, state + numbers[i].at, sizeof(value));
        notes_put_number(notes, numbers[i].name, value);
    }
    for (size_t i = 0; i < in->state.report.nproblems; i++)
        notes_put(notes, "problem", in->state.report.problems[i]);
    for (size_t i = 0; i < in->nroots; i++)
        put_root(notes, &in->root_list[i]);
}

static bool read_root(const char *text, struct tabia_packed *root)
{
    if (strlen(text) != 2 * TABIA_PACKED_SIZE)
        return false;
    for (size_t i = 0; i < TABIA_PACKED_SIZE; i++) {
        const char digits[3] = { text[2 * i], text[2 * i + 1], '\0' };
        char *end;
        root->bytes[i] = (uint8_t)strtoul(digits, &end, 16);
        if (*end)
            return false;
    }
    return true;
}

bool state_get(const struct notes *notes, struct intake *in,
               struct tabia_error *err)
{
    struct tabia_build_report *report = &in->state.report;
    char *state = (char *)&in->state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const uint64_t value = notes_number(notes, numbers[i].name);
        memcpy(state + numbers[i].at, &value, sizeof(value));
    }
    const char *text;
    size_t at = 0;
    for (report->nproblems = 0; report->nproblems < TABIA_BUILD_PROBLEMS &&
                                (text = notes_next(notes, "problem", &at));
         report->nproblems++)
        snprintf(report->problems[report->nproblems], TABIA_BUILD_PROBLEM_SIZE,
                 "%s", text);
    for (size_t i = 0; i < notes->n; i++) {
        struct tabia_packed root;
        if (strcmp(notes->lines[i].name, "root") != 0)
            continue;
        if (!read_root(notes->lines[i].value, &root))
            return error_set(err, TABIA_CORRUPT, "the notes have a wrong root");
        if (!intake_add_root(in, &root, err))
            return false;
    }
    return true;
}
