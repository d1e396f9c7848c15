/*
 * layout.c - where the members of the public structures lie
 *
 * Prints a line "structure size" or "structure.member offset" for all that
 * python/tabia.py declares once more.
 */
#include <stdio.h>

#include "tabia/build.h"
#include "tabia/pick.h"
#include "tabia/source.h"
#include "tabia/version.h"

#define SIZE(type) printf(#type " %zu\n", sizeof(struct tabia_##type))
#define AT(type, member)                                                       \
    printf(#type "." #member " %zu\n", offsetof(struct tabia_##type, member))

static void print_positions(void)
{
    SIZE(error), AT(error, hint), AT(error, line);
    AT(error, offset), AT(error, file), AT(error, msg);
    SIZE(pos), AT(pos, by_color), AT(pos, castling), AT(pos, key);
    AT(pos, board), AT(pos, halfmove), AT(pos, turn), AT(pos, ep_file);
}

static void print_books(void)
{
    SIZE(move_data), AT(move_data, weight), AT(move_data, black);
    AT(move_data, unknown_results);
    AT(move_data, mark), AT(move_data, nags), AT(move_data, comment);
    AT(move_data, learn), AT(move_data, col);
    SIZE(book_move), AT(book_move, edge), AT(book_move, to_node),
        AT(book_move, data);
    AT(book_move, has_share), AT(book_move, share);
    SIZE(eval), AT(eval, value), AT(eval, depth), AT(eval, text);
    SIZE(coordinates), AT(coordinates, y), AT(coordinates, x_text),
        AT(coordinates, y_text);
    SIZE(node_data), AT(node_data, name), AT(node_data, eco);
    AT(node_data, comment), AT(node_data, eval), AT(node_data, coordinates);
    AT(node_data, tags), AT(node_data, ntags);
    SIZE(name), AT(name, eco);
    SIZE(names_options), AT(names_options, paths);
    SIZE(pick_options), AT(pick_options, seed), AT(pick_options, allow_avoided);
}

static void print_files(void)
{
    SIZE(setting), AT(setting, value);
    SIZE(read_options), AT(read_options, name), AT(read_options, path);
    AT(read_options, settings), AT(read_options, nsettings);
    AT(read_options, memory_limit), AT(read_options, keep_location);
    AT(read_options, lenient), AT(read_options, wants_lines);
    AT(read_options, in_memory);
    AT(read_options, report), AT(read_options, on_problem);
    AT(read_options, is_stopped), AT(read_options, ctx);
    SIZE(open_options), AT(open_options, mode), AT(open_options, read);
    SIZE(source_info), AT(source_info, format), AT(source_info, name);
    AT(source_info, is_searched);
    SIZE(query), AT(query, line), AT(query, nline), AT(query, filter);
    AT(query, drop_filters), AT(query, player), AT(query, side);
    AT(query, wants_after), AT(query, names);
    SIZE(answer), AT(answer, position_data), AT(answer, nmoves),
        AT(answer, moves);
    AT(answer, has), AT(answer, after_data), AT(answer, move_stats),
        AT(answer, total);
    AT(answer, unknown_results), AT(answer, top_games),
        AT(answer, recent_games);
    AT(answer, dropped_filters), AT(answer, source_index), AT(answer, buffers);
    SIZE(write_options), AT(write_options, nsettings);
    AT(write_options, force), AT(write_options, strict);
    AT(write_options, allow_empty), AT(write_options, is_stopped);
    SIZE(loss), AT(loss, what);
    SIZE(store_game_ref), AT(store_game_ref, move);
    SIZE(store_query), AT(store_query, move), AT(store_query, player);
    AT(store_query, side), AT(store_query, filter), AT(store_query, modes);
    AT(store_query, order), AT(store_query, skip), AT(store_query, max);
    AT(store_query, has_after), AT(store_query, max_read);
    SIZE(store_game), AT(store_game, ratings), AT(store_game, speed);
    AT(store_game, result), AT(store_game, is_rated), AT(store_game, file);
    AT(store_game, id), AT(store_game, players), AT(store_game, event);
    SIZE(build_options), AT(build_options, output), AT(build_options, format);
    AT(build_options, write_options), AT(build_options, where);
    AT(build_options, player), AT(build_options, max_ply);
    AT(build_options, min_games), AT(build_options, min_rate_side);
    AT(build_options, half_life), AT(build_options, memory_limit);
    AT(build_options, threads), AT(build_options, nslices);
    AT(build_options, report), AT(build_options, on_progress);
    AT(build_options, is_stopped), AT(build_options, ctx);
    SIZE(build_result), AT(build_result, counted), AT(build_result, resumed);
    AT(build_result, is_damaged);
    SIZE(build_progress), AT(build_progress, done),
        AT(build_progress, disk_bytes);
    SIZE(format_info), AT(format_info, title), AT(format_info, suffixes);
    AT(format_info, can_read);
    AT(format_info, can_merge), AT(format_info, holds);
    AT(format_info, attrs), AT(format_info, text_keys);
}

int main(void)
{
    printf("abi %d\n", TABIA_ABI_VERSION);
    printf("modes %d %d %d %d\n", TABIA_OPEN_AUTO, TABIA_OPEN_LOAD,
           TABIA_OPEN_IN_PLACE, TABIA_OPEN_RECOGNISE);
    printf("attrs %d %d %d %d\n", TABIA_ATTR_WEIGHT, TABIA_ATTR_RESULTS,
           TABIA_ATTR_MOVE_COMMENT, TABIA_ATTR_EVAL);
    print_positions();
    print_books();
    print_files();
    for (int i = TABIA_OK; i <= TABIA_ERR_EMPTY; i++)
        printf("status %s\n", tabia_status_name((enum tabia_status)i));
    return 0;
}
