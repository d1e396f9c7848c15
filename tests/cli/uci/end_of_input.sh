# The end of the input ends it, after a search that ends by itself.
. "$TESTDATA/../uci/setup.sh"
printf 'position startpos moves a2a3\ngo movetime 100\n' |
    tabia uci -b $BOOK -- "$fake" log on_go=late
cat log
printf 'position startpos moves a2a3\ngo infinite\n' |
    tabia uci -b $BOOK -- "$fake" log on_go=hold
cat log

# So does an input that cannot be read.
timeout 20 "$TABIA" uci -b $BOOK </
