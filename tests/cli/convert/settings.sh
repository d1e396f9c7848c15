# The options of a format are options of the verb.
printf 'e2e4 e7e5 (C20 King Pawn)\n' >book.txt
tabia convert -q book.txt new.obk --force
tabia convert -q book.txt old.obk -O version=old --force
tabia convert -q book.txt utf8.obk -O note-utf8 -O note-base=0 --force
head -c 4 new.obk && echo
head -c 4 old.obk && echo
cmp -s new.obk utf8.obk || echo "notes differ"
