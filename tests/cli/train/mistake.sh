# A move that the book calls a mistake is not a right answer, but a reply to it
# is practised by the other side.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf '1. e4 e5 2. Nf3 (2. f4? exf4) *\n' >book.pgn
now=2026-11-18T09:00:00+00:00
printf 'e4\nf4\nf3\nq\n' | tabia train book.pgn --side white --now $now |
    grep -v '^[1-8 ]  '
tabia train book.pgn --side black --now $now --overview --json |
    grep -E '"(decisions|cards)"'
