/*
 * ti_container.h - files that carry one variable of a TI calculator
 *
 * The .89y of the TI-89 and the .9xy of the TI-92 Plus and Voyage 200 differ
 * only in their first eight bytes.
 */
#ifndef FORMAT_TI_CONTAINER_H
#define FORMAT_TI_CONTAINER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sink.h"
#include "tabia/error.h"

enum {
    TI_CONTAINER_NAME_MAX = 8,        // bytes of the longest name
    TI_CONTAINER_HEAD_SIZE = 88,      // before the payload
    TI_CONTAINER_PAYLOAD_MAX = 65511, // bytes of the largest payload
};

enum ti_container_device { TI_CONTAINER_TI89, TI_CONTAINER_TI92P };

struct ti_container {
    enum ti_container_device device;
    char folder[TI_CONTAINER_NAME_MAX + 1];
    char name[TI_CONTAINER_NAME_MAX + 1];
    struct tabia_bytes payload; // borrowed
};

/*
 * Checks everything: signature, sizes, TI-Chess's tag, checksum. The payload
 * points into 'bytes', TI_CONTAINER_HEAD_SIZE bytes from its start.
 */
bool ti_container_parse(struct tabia_bytes bytes, struct ti_container *c,
                        struct tabia_error *err);

/* True for such a file whose payload begins with these four bytes. */
bool ti_container_holds(struct tabia_bytes bytes, const char magic[4]);

/* True for a valid name of a variable or folder of at most 'max' bytes. */
bool ti_container_is_name(const char *name, size_t max);

/* Writes the file; names must be valid and the payload not too large. */
bool ti_container_write(const struct ti_container *c, struct sink *dst);

/* Its ending: ".89y" or ".9xy". */
const char *ti_container_suffix(enum ti_container_device device);

#endif
