# setup.sh - what the transcripts share; to be sourced by bash
#
# A book with every mark, in which 1.e4 and 1.d4 start lines of different
# lengths, and the fake engine under a short name.

here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tests/uci/talk.sh
. "$here/talk.sh"
fake=$here/fake_engine.sh

cat >book.txt <<'BOOK'
e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6
e2e4 e7e5 f2f4?
d2d4 d7d5x
d2d4 g8f6 c2c4
BOOK
BOOK=book.txt
