# A book that is none ends it before it starts.
. "$TESTDATA/../uci/setup.sh"
printf 'e2e4 e7e5 e1e3\n' >bad.txt
tabia uci -b bad.txt -- "$fake" log
