/*
 * json_member.h - members of JSON objects, each checked before it is used
 *
 *     at->list = "nodes", at->item = 12;
 *     if (!json_member_u32(at, object, "weight", &weight))
 *         return false;    // nodes[12].weight: expected a whole number, ...
 *
 * All of these fail with an error that names the path of the member.
 */
#ifndef FORMAT_JSON_MEMBER_H
#define FORMAT_JSON_MEMBER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/chess.h"
#include "tabia/error.h"

/* The way to the object that is being read. */
struct json_member_location {
    struct tabia_error *err;
    const char *list; // "nodes"; NULL: the outermost object
    size_t item;
    const char *sub; // "moves", "eval"; NULL: none
    size_t sub_item;
    bool sub_is_list;
};

/* An error in a member, or in the object itself when 'member' is NULL. */
bool json_member_fail(struct json_member_location *at, enum tabia_status status,
                      const char *member, const char *fmt, ...)
    PRINTF_LIKE(4, 5) COLD;

/* Hands on why a value was refused; want of memory has no place. */
bool json_member_fail_why(struct json_member_location *at, const char *member,
                          const struct tabia_error *why) COLD;

/* 'found' is not what is wanted, or NULL. */
bool json_member_fail_type(struct json_member_location *at, const char *member,
                           const char *want, const json_t *found) COLD;

/* True for an object with only these members; the list ends with NULL. */
bool json_member_check(struct json_member_location *at, const json_t *object,
                       const char *const *known);

bool json_member_int(struct json_member_location *at, const json_t *object,
                     const char *name, int64_t min, int64_t max,
                     int64_t *value);

bool json_member_u32(struct json_member_location *at, const json_t *object,
                     const char *name, uint32_t *value);

/* The same, but the number of one of 'count' things called 'what'. */
bool json_member_number(struct json_member_location *at, const json_t *object,
                        const char *name, const char *what, size_t count,
                        uint32_t *value);

/* True if "id" is the item's number: lists number items, for people. */
bool json_member_id(struct json_member_location *at, const json_t *object);

/* The text, which belongs to the object; NULL with an error. */
const char *json_member_text(struct json_member_location *at,
                             const json_t *object, const char *name);

/* A text that may be missing. False only with an error. */
bool json_member_optional(struct json_member_location *at, const json_t *object,
                          const char *name, const char **text);

bool json_member_double(struct json_member_location *at, const json_t *object,
                        const char *name, double *value);

/* A text of 16 hexadecimal digits in lower case. */
bool json_member_hex64(struct json_member_location *at, const json_t *object,
                       const char *name, uint64_t *value);

/* Reads the member "fen"; 'clocks' is what it lacks. */
bool json_member_fen(struct json_member_location *at, const json_t *object,
                     const char *clocks, struct tabia_pos *pos);

#endif
