#!/usr/bin/env python3
"""examples.py HEADER... - a C file of the examples in the headers' comments

Each example becomes a function. Names that it does not declare itself are
those of PREAMBLE; lines of a comment that are indented but have no semicolon
are a grammar or a table, not an example.
"""
import re
import sys

PREAMBLE = """\
#include <stdio.h>
#include <tabia/tabia.h>

extern struct tabia_error *err;
extern struct tabia_pos pos;
extern struct tabia_book *a, *b, *book;
extern struct tabia_source *mine, *games;
extern struct tabia_answer answer;
extern struct tabia_bytes bytes;
extern tabia_move mv, moves[];
extern uint64_t seed;
extern const char *paths[];
extern size_t n, ngames, size;
extern uint8_t *data;
extern void *ctx;
extern bool done;
uint64_t random_number(void);
void fail();
extern struct counts *counts;
enum tabia_pgn_flow count_move(void *ctx, const struct tabia_pgn_move *move);
bool on_game(void *ctx, const struct tabia_store_game_ref *game);
void use(), put(), play(); // with any arguments
"""


def examples(path):
    with open(path) as f:
        text = f.read()
    for comment in re.findall(r"/\*.*?\*/", text, re.S):
        for block in re.findall(r"(?:^ \*     .*\n)+", comment, re.M):
            code = re.sub(r"^ \*     ", "    ", block, flags=re.M)
            if ";" in code:
                yield code


def main():
    print(PREAMBLE)
    count = 0
    for path in sys.argv[1:]:
        for code in examples(path):
            count += 1
            print('#line 1 "an example in %s"\nvoid example_%d(void);\n'
                  "void example_%d(void)\n{\n%s}\n"
                  % (path, count, count, code))
    if count < 12:
        sys.exit("only %d examples found" % count)


if __name__ == "__main__":
    main()
