/*
 * json_data.h - what moves and positions carry, from JSON
 *
 * Texts belong to the object.
 */
#ifndef FORMAT_JSON_DATA_H
#define FORMAT_JSON_DATA_H

#include "format/member.h"
#include "tabia/book.h"

/* 'data' starts empty. */
bool json_data_read_node(struct member_place *at, const json_t *object,
                         struct tabia_node_data *data);
bool json_data_read_move(struct member_place *at, const json_t *object,
                         struct tabia_move_data *data);

#endif
