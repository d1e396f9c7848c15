# Positions that occur more than once keep their occurrences.
printf 'e2e4e7e5g1f3b8c6\ng1f3b8c6e2e4e7e5f1b5\ne2e4e7e5\n' >book.lines
cp book.lines copy.lines
{ tabia edit --print book.lines; echo '# changed'; } >text
tabia edit copy.lines --apply text
cmp book.lines copy.lines
tabia edit --print copy.lines | diff - <(grep -v '^#' text)
