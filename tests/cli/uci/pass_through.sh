# Lines that are not ours arrive as they are: blanks, line ends, nonsense.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK -- cat <<'END'
>   two  blanks 	and a tab
< *tab
> register later
< register
> debug on
< debug
> joho
< joho
| a line without an end
END
