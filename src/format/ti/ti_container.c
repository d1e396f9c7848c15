/*
 * ti_container.c - files that carry one variable of a TI calculator
 *
 *      0  8  "**TI89**" or "**TI92P*"
 *      8  2  01 00
 *     10  8  folder, padded with NULs
 *     18 40  comment
 *     58  2  number of variables: 1              little-endian
 *     60  4  where the data begin: 82            little-endian
 *     64  8  name of the variable
 *     72  4  type: 1C for a type with a tag, 00 00 00
 *     76  4  size of the file                    little-endian
 *     80  2  A5 5A
 *     82  4  0
 *     86  2  length of payload and tag           big-endian
 *     88     payload, then the tag: 00 "tict" 00 F8
 *         2  sum of all bytes from 86 on         little-endian
 *
 * The comment and the bytes behind the type are taken as they come.
 */
#include "format/ti/ti_container.h"
#include "base/wording.h"

#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/banned.h"

enum {
    FOLDER_AT = 10,
    COUNT_AT = 58,
    DATA_AT = 60,
    NAME_AT = 64,
    TYPE_AT = 72,
    SIZE_AT = 76,
    MARK_AT = 80,
    LENGTH_AT = 86,
    DATA_OFFSET = 82,
    SIGNATURE_SIZE = 8,
    TYPE_OTHER = 0x1C,
    SUM_SIZE = 2,
};

static const uint8_t tag[] = { 0, 't', 'i', 'c', 't', 0, 0xF8 };
static const uint8_t mark[] = { 0xA5, 0x5A, 0, 0, 0, 0 };

static const struct {
    const char *signature, *suffix;
} devices[] = {
    [TI_CONTAINER_TI89] = { "**TI89**", ".89y" },
    [TI_CONTAINER_TI92P] = { "**TI92P*", ".9xy" },
};

static uint16_t ti_container_sum_of(const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return (uint16_t)sum;
}

static bool find_device(const uint8_t *data, enum ti_container_device *device)
{
    for (unsigned i = 0; i < COUNT_OF(devices); i++) {
        if (memcmp(data, devices[i].signature, SIGNATURE_SIZE) != 0)
            continue;
        *device = (enum ti_container_device)i;
        return true;
    }
    return false;
}

/* ---- reading --------------------------------------------------------- */

bool ti_container_is_name(const char *name, size_t max)
{
    const size_t len = strlen(name);
    if (len == 0 || len > max || (name[0] >= '0' && name[0] <= '9'))
        return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == len;
}

static bool parse_name(const uint8_t *data, size_t at, const char *what,
                       char name[TI_CONTAINER_NAME_MAX + 1],
                       struct tabia_error *err)
{
    memcpy(name, data + at, TI_CONTAINER_NAME_MAX);
    name[TI_CONTAINER_NAME_MAX] = '\0';
    return ti_container_is_name(name, TI_CONTAINER_NAME_MAX) ||
           error_at_offset(err, TABIA_ERR_CORRUPT, at, "invalid name of the %s",
                           what);
}

bool ti_container_parse(struct tabia_bytes bytes, struct ti_container *c,
                        struct tabia_error *err)
{
    if (bytes.size < SIGNATURE_SIZE || !find_device(bytes.data, &c->device))
        return error_at_offset(err, TABIA_ERR_CORRUPT, 0,
                               "not a file of a TI calculator");
    if (bytes.size < TI_CONTAINER_HEAD_SIZE + SUM_SIZE)
        return error_at_offset(err, TABIA_ERR_CORRUPT, bytes.size,
                               "the header is truncated");
    const unsigned count = load_le16(bytes.data + COUNT_AT);
    const unsigned at = load_le32(bytes.data + DATA_AT);
    const unsigned total = load_le32(bytes.data + SIZE_AT);
    if (count != 1)
        return error_at_offset(err, TABIA_ERR_CORRUPT, COUNT_AT,
                               "expected one variable, found %u", count);
    if (at != DATA_OFFSET)
        return error_at_offset(err, TABIA_ERR_CORRUPT, DATA_AT,
                               "expected the data at 82, found %u", at);
    if (bytes.data[TYPE_AT] != TYPE_OTHER)
        return error_at_offset(err, TABIA_ERR_CORRUPT, TYPE_AT,
                               "expected a variable of type 1c, found %02x",
                               bytes.data[TYPE_AT]);
    if (total != bytes.size)
        return error_at_offset(err, TABIA_ERR_CORRUPT, SIZE_AT,
                               "the header states %u bytes, the file has %zu",
                               total, bytes.size);
    if (memcmp(bytes.data + MARK_AT, mark, sizeof(mark)) != 0)
        return error_at_offset(err, TABIA_ERR_CORRUPT, MARK_AT,
                               "the marker before the data is missing");

    // The parts behind the head: length, tag, checksum.
    const size_t length = load_be16(bytes.data + LENGTH_AT);
    if (TI_CONTAINER_HEAD_SIZE + length + SUM_SIZE != bytes.size)
        return error_at_offset(err, TABIA_ERR_CORRUPT, LENGTH_AT,
                               "the variable has %zu %s, the limit is %zu",
                               length, plural(length, "byte", "bytes"),
                               bytes.size - TI_CONTAINER_HEAD_SIZE - SUM_SIZE);
    if (length < sizeof(tag))
        return error_at_offset(err, TABIA_ERR_CORRUPT, LENGTH_AT,
                               "the variable is too short for its tag");
    const size_t tag_at = TI_CONTAINER_HEAD_SIZE + length - sizeof(tag);
    if (memcmp(bytes.data + tag_at, tag, sizeof(tag)) != 0)
        return error_at_offset(err, TABIA_ERR_CORRUPT, tag_at,
                               "the tag of TI-Chess is missing");
    const size_t sum_at = TI_CONTAINER_HEAD_SIZE + length;
    const unsigned stored = load_le16(bytes.data + sum_at);
    const unsigned sum =
        ti_container_sum_of(bytes.data + LENGTH_AT, sum_at - LENGTH_AT);

    if (stored != sum)
        return error_at_offset(err, TABIA_ERR_CORRUPT, sum_at,
                               "checksum mismatch: stored %04x, computed %04x",
                               stored, sum);
    if (!parse_name(bytes.data, FOLDER_AT, "folder", c->folder, err) ||
        !parse_name(bytes.data, NAME_AT, "variable", c->name, err))
        return false;
    c->payload.data = bytes.data + TI_CONTAINER_HEAD_SIZE;
    c->payload.size =
        bytes.size - TI_CONTAINER_HEAD_SIZE - sizeof(tag) - (size_t)SUM_SIZE;
    return true;
}

bool ti_container_holds(struct tabia_bytes bytes, const char magic[4])
{
    enum ti_container_device device;
    return bytes.size >= TI_CONTAINER_HEAD_SIZE + 4 &&
           find_device(bytes.data, &device) &&
           memcmp(bytes.data + TI_CONTAINER_HEAD_SIZE, magic, 4) == 0;
}

/* ---- writing --------------------------------------------------------- */

bool ti_container_write(const struct ti_container *c, struct sink *dst)
{
    const size_t length = c->payload.size + sizeof(tag);
    uint8_t head[TI_CONTAINER_HEAD_SIZE] = { 0 };
    memcpy(head, devices[c->device].signature, SIGNATURE_SIZE);
    head[SIGNATURE_SIZE] = 1;
    memcpy(head + FOLDER_AT, c->folder, strlen(c->folder));
    put_le16(head + COUNT_AT, 1);
    put_le32(head + DATA_AT, DATA_OFFSET);
    memcpy(head + NAME_AT, c->name, strlen(c->name));
    head[TYPE_AT] = TYPE_OTHER;
    put_le32(head + SIZE_AT, (uint32_t)(sizeof(head) + length + SUM_SIZE));
    memcpy(head + MARK_AT, mark, sizeof(mark));
    put_be16(head + LENGTH_AT, (uint16_t)length);

    uint8_t sum[SUM_SIZE];
    put_le16(sum,
             (uint16_t)(ti_container_sum_of(head + LENGTH_AT, 2) +
                        ti_container_sum_of(c->payload.data, c->payload.size) +
                        ti_container_sum_of(tag, sizeof(tag))));
    sink_write(dst, head, sizeof(head));
    sink_write(dst, c->payload.data, c->payload.size);
    sink_write(dst, tag, sizeof(tag));
    sink_write(dst, sum, sizeof(sum));
    return sink_ok(dst);
}

const char *ti_container_suffix(enum ti_container_device device)
{
    return devices[device].suffix;
}
