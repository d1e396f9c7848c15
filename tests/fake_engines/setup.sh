# setup.sh - what the tests of evaluate share
engines=$TESTDATA/../fake_engines
small=$TESTDATA/tree.txt
export FAKE_STATE=$PWD
run() { # ENGINE [OPTION...]
    local engine=$1
    shift
    tabia evaluate "$small" -o out.txt -a tree --engine "$engines/$engine.sh" \
        --timeout 1 "$@"
}
# slow.sh: notes its searches; answers one, the others when the file 'go' is
# there, so that it can be stopped in the middle.
make_slow() {
    cat >slow.sh <<END
#!/usr/bin/env bash
. "$engines/common.sh"
answer() {
    echo x >>"$PWD/searches"
    until [ "\$(wc -l <"$PWD/searches")" = 1 ] || [ -e "$PWD/go" ]; do
        sleep 0.02
    done
    good_answer "\$1"
}
answer=answer
serve
END
    chmod +x slow.sh
}
wait_for_value() { # until the journal of out.txt has one
    until grep -qs "^[^#]" out.txt.journal; do sleep 0.02; done
}
make_lines() { # lines.txt: some of the built-in book
    tabia convert -q "$TESTDATA/../../data/openings.txt" lines.txt \
        --to openings --top 2 --max-ply 6
}
find_stockfish() { # sets 'engine'; there is nothing to test without it
    for engine in stockfish /usr/games/stockfish; do
        command -v $engine >/dev/null && return
    done
    exit 77
}
