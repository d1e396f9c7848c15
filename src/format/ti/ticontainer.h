/*
 * ticontainer.h - files that carry one variable of a TI calculator
 *
 * The .89y of the TI-89 and the .9xy of the TI-92 Plus and Voyage 200 differ
 * only in their first eight bytes.
 */
#ifndef FORMAT_TICONTAINER_H
#define FORMAT_TICONTAINER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sink.h"
#include "tabia/error.h"

enum {
    TICONTAINER_NAME = 8,        // bytes of the longest name
    TICONTAINER_HEAD = 88,       // before the payload
    TICONTAINER_PAYLOAD = 65511, // bytes of the largest payload
};

enum ticontainer_device { TICONTAINER_TI89, TICONTAINER_TI92P };

struct ticontainer {
    enum ticontainer_device device;
    char folder[TICONTAINER_NAME + 1];
    char name[TICONTAINER_NAME + 1];
    struct tabia_bytes payload; // borrowed
};

/*
 * Checks everything: signature, sizes, TI-Chess's tag, checksum. The payload
 * points into 'src', TICONTAINER_HEAD bytes from its start.
 */
bool ticontainer_parse(struct tabia_bytes src, struct ticontainer *c,
                       struct tabia_error *err);

/* True for such a file whose payload begins with these four bytes. */
bool ticontainer_holds(struct tabia_bytes src, const char magic[4]);

/* True for a valid name of a variable or folder of at most 'max' bytes. */
bool ticontainer_is_name(const char *name, size_t max);

/* Writes the file; names must be valid and the payload not too large. */
bool ticontainer_write(const struct ticontainer *c, struct sink *dst);

/* Its ending: ".89y" or ".9xy". */
const char *ticontainer_suffix(enum ticontainer_device device);

#endif
