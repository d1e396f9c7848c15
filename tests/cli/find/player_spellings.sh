# A player's name may be spelled in any number of ways: 64 here.
letters=abcdef
for i in $(seq 0 63); do
    name=
    for k in 0 1 2 3 4 5; do
        letter=${letters:k:1}
        if [ $((i >> k & 1)) = 1 ]; then letter=${letter^}; fi
        name=$name$letter
    done
    printf '[White "%s"]\n[Black "x"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' "$name"
done >games.pgn
tabia build -q games.pgn -o games.tabia
tabia find games.tabia --player 'abc def'
