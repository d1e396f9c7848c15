# No reply is known.
printf 'e2e4\n' >book.txt
tabia pick --from ct800 book.txt
tabia pick --from ct800 book.txt --json --seed 1
