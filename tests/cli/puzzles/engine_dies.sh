# What an engine found before it died is written; the status shows the failure.
engine=$TESTDATA/../fake_engines/two_lines.sh
printf '1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n\n1. d4 d5 2. Nc3?? c6 *\n' >book.pgn
export FAKE_STATE=$PWD FAKE_GOES=3
tabia puzzles book.pgn --engine "$engine" --moves 1 -o made.txt || echo $?
tabia info made.txt
