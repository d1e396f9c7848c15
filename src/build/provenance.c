/*
 * provenance.c - where a store comes from, as JSON
 */
#include "build/provenance.h"

#include "base/attr.h"
#include "base/json.h"
#include "base/sink.h"
#include "build/settings_list.h"

#include "base/banned.h"

static void put_inputs(struct json *js, const struct provenance_input *inputs,
                       size_t n)
{
    json_key(js, "inputs");
    json_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        json_begin_object(js);
        json_key(js, "name");
        json_put_text(js, inputs[i].name);
        json_key(js, "size");
        json_put_uint(js, inputs[i].size);
        json_key(js, "xxh3");
        json_put_hex64(js, inputs[i].checksum);
        json_end(js);
    }
    json_end(js);
}

static void put_counts(struct json *js, const struct tabia_build_report *r)
{
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        { "read", r->games },        { "counted", r->counted },
        { "filtered", r->filtered }, { "unfinished", r->unfinished },
        { "repeated", r->repeated }, { "broken", r->broken },
    };
    json_key(js, "games");
    json_begin_object(js);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        json_key(js, counts[i].name);
        json_put_uint(js, counts[i].value);
    }
    json_end(js);
    json_key(js, "plies");
    json_put_uint(js, r->events);
}

bool provenance_print(struct buf *dst,
                      const struct tabia_build_options *options,
                      const struct provenance_input *inputs, size_t ninputs,
                      const struct tabia_build_report *report,
                      struct tabia_error *err)
{
    struct sink sink = sink_to_buf(dst, err);
    struct json js;
    json_init(&js, &sink, false);
    json_begin_object(&js);
    json_key(&js, "tabia");
    json_put_text(&js, TABIA_VERSION);
    json_key(&js, "options");
    settings_json(&js, options);
    put_inputs(&js, inputs, ninputs);
    put_counts(&js, report);
    json_end(&js);
    while (dst->size && dst->data[dst->size - 1] == '\n')
        dst->data[--dst->size] = '\0';
    return sink_ok(&sink);
}
