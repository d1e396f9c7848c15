/*
 * json_data.h - what moves and positions carry, to JSON and from it
 *
 * The format, the command and the server all write and read values here. Their
 * members have the names of the attributes; numbers that come together, such
 * as results, are members of the object itself.
 */
#ifndef FORMAT_JSON_DATA_H
#define FORMAT_JSON_DATA_H

#include "book/attrs.h"
#include "format/shared/json_member.h"

struct json_writer;

/*
 * Adds what is there of the attributes in 'mask' to the open object, in the
 * order of the table. Tags are omitted: each is its own object.
 */
void json_data_put_move(struct json_writer *js,
                        const struct tabia_move_data *data, unsigned mask);
void json_data_put_node(struct json_writer *js,
                        const struct tabia_node_data *data, unsigned mask);

/* Adds "cp" or "mate". */
void json_data_put_score(struct json_writer *js, const struct tabia_eval *eval);

/*
 * Reads all values of a move or position into its struct, which starts empty.
 * Texts belong to the object.
 */
bool json_data_read(struct json_member_location *at, const json_t *object,
                    enum attr_owner owner, void *data);

/*
 * Reads one value, which is the member 'name' of the object; several numbers
 * are members of the object.
 */
bool json_data_read_value(struct json_member_location *at, const json_t *object,
                          const char *name, const struct attr *a, void *data);

enum { JSON_DATA_MEMBERS_MAX = 4 * TABIA_ATTR_COUNT + 1 };

/*
 * Lists the names of all members that json_data_read knows, then NULL; there
 * is room for JSON_DATA_MEMBERS_MAX.
 */
void json_data_members(enum attr_owner owner, const char **names);

#endif
