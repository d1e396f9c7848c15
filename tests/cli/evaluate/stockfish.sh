. "$TESTDATA/../fake_engines/setup.sh"
# Every end has the value that the engine gives when asked directly.
find_stockfish
make_lines
tabia evaluate lines.txt -o out.txt -q --again --all -a tree -d 4 --hash 16 -j 2
coproc SF { $engine; }
ask() { # FEN
    printf "ucinewgame\nposition fen %s\ngo depth 4\n" "$1" >&"${SF[1]}"
    local line score=
    while read -r line <&"${SF[0]}"; do
        case $line in
        *" score "*bound*) ;;
        *" score "*) score=${line##* score } ;;
        bestmove*) break ;;
        esac
    done
    set -- $1 $score
    echo "$2 $7 $8"
}
printf "setoption name Threads value 1\nsetoption name Hash value 16\n" \
    >&"${SF[1]}"
n=0
while IFS= read -r line; do
    fen=${line%% : *}
    [ "$fen" != start ] ||
        fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    # The engine is asked about the position with its double step.
    full=$(grep -F -m1 -- "${fen% - 0 1} " <(grep -E " [a-h][36] 0 1 ->" \
        out.txt) || true)
    [ -z "$full" ] || fen=${full%% -> *}
    got=${line##*, }
    set -- $(ask "$fen")
    value=$3
    [ "$1" = w ] || value=$((-value))
    side=white
    [ "$value" -ge 0 ] || { side=black; value=$((-value)); }
    want=$(printf "%s +%d.%02d" $side $((value / 100)) $((value % 100)))
    [ "$2" = cp ] || want="$side M$value"
    [ "$got" = "$want" ] || echo "$fen: got $got, want $want"
    n=$((n + 1))
done < <(grep -E "(white|black) " out.txt)
echo "$n ends"
