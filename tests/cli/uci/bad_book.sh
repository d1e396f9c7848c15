# A book that is none ends it before it starts.
. "$TESTDATA/../uci/setup.sh"
printf 'e2e4 e7e5 e1e3\n' >bad.txt
tabia uci -b bad.txt -- "$fake" log || echo "status $?"
printf 'BOO!\2\0\0\0\0\0\0\0\214\344\313\333' >bad.obk # e2e5, d2d4
tabia uci -b bad.obk -- "$fake" log
