. "$TESTDATA/../fake_engines/setup.sh"
# A kill in the middle: what was found is not looked for again.
find_stockfish
make_lines
# Lists what is asked for in $LOG; after 12 positions it waits for $GO.
cat >logging.sh <<END
#!/usr/bin/env bash
n=0
while IFS= read -r line; do
    case \$line in position*) n=\$((n + 1)) ;; esac
    until [ \$n -le 12 ] || [ -e "\$GO" ]; do sleep 0.02; done
    echo "\$line" >>"\$LOG"
    echo "\$line"
done | $engine
END
chmod +x logging.sh
evaluate() { # LOG GO OUT [OPTION...]
    LOG=$1 GO=$2 exec "$TABIA" evaluate lines.txt -a tree --again --all -d 4 \
        --hash 16 --engine ./logging.sh -q -o "${@:3}"
}
positions() { sed -n 's/^position fen //p' "$1" | sort; }
(evaluate first . whole.txt)

(evaluate second go out.txt --resume) &
pid=$!
disown
until [ "$(grep -sc '^[^#]' out.txt.journal)" = 12 ]; do sleep 0.02; done
kill -9 $pid
touch go # what is left of the engine ends as well
[ ! -e out.txt ]
grep -v '^#' out.txt.journal | cut -f1 | sort >found

(evaluate third . out.txt --resume)
positions third >later
echo "twice: $(comm -12 found later | wc -l)"
echo "missing: $(($(positions first | wc -l) - $(cat found later | wc -l)))"
[ -s later ]
cmp out.txt whole.txt
