# Results that touch the last move; comments around the games; two at a place.
cat >games.pgn <<'END'
{first} [Event "a"] {second}
1. e4 e51-0 {after the end} {and more}

[Event "b"]
1. d4 {one} {two} d5 *
END
tabia convert -q --strict games.pgn - --to pgn
