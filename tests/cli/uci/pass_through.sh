# Lines that are not ours arrive as they are: blanks, line ends, nonsense.
. "$TESTDATA/../uci/setup.sh"
{
    printf '>   two  blanks \tand a tab\n< *tab\n'
    printf '> debug on \r\n< debug\n'
    printf '> register later\n< register\n'
    printf '> joho\n< joho\n'
    printf '| a line without an end\n'
} >script
talk tabia uci -b $BOOK -- cat <script | sed 's/\t/<TAB>/g; s/\r/<CR>/g'
