# Engines that do not agree, have one line only, or fail.
fakes=$TESTDATA/../fake_engines
printf '1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n' >book.pgn
export FAKE_STATE=$PWD
FAKE_SECOND=200 tabia puzzles book.pgn --engine "$fakes/two_lines.sh" || echo $?
tabia puzzles book.pgn --engine "$fakes/two_lines.sh" --margin 301 || echo $?
tabia puzzles book.pgn --engine "$fakes/good.sh" || echo $?
tabia puzzles book.pgn --engine "$fakes/mute.sh" --timeout 1 || echo $?
tabia puzzles book.pgn --engine ./nowhere -o x.txt || echo $?
[ ! -e x.txt ]
echo 2 >n # so that it dies at once
tabia puzzles book.pgn --engine "$fakes/crash_always.sh" || echo $?
printf '1. e4 e5 *\n' >good.pgn
tabia puzzles good.pgn --engine "$fakes/two_lines.sh" || echo $?
