# Arena books: what is wrong is told with the number of the record.
printf 'e2e4 e7e5\n' >a.txt
tabia convert -q a.txt a.abk
head -c 25248 a.abk >b.abk
printf '\377\001\000\000' >>b.abk
tail -c +25253 a.abk >>b.abk
tabia check -q --json b.abk || echo "status $?"
tabia check b.abk
