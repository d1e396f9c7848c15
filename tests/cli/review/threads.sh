# Several pieces of text at once: the same report and the same games.
printf 'e2e4 e7e5 g1f3\nd2d4 d7d5 c2c4\n' >book.txt
for i in $(seq 2000); do
    case $((i % 3)) in
    0) moves='1. e4 e5 2. Nc3' ;;
    1) moves='1. d4 Nf6 2. c4' ;;
    2) moves='1. d4 d5 2. c4 e6' ;;
    esac
    printf '[White "P%d"]\n[Result "1-0"]\n\n%s {%01100d} 1-0\n\n' \
        $((i % 7)) "$moves" "$i"
done >games.pgn
tabia review games.pgn games.pgn --book book.txt --side white --json --games \
    --threads 1 -o one.pgn >one
tabia review games.pgn games.pgn --book book.txt --side white --json --games \
    --threads 4 -o four.pgn >four
cmp one four
cmp one.pgn four.pgn
tabia review games.pgn --book book.txt --player p3 --side white
