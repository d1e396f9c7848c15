# Searchable, but not by key: the books are loaded.
printf 'e2e4 e7e5\n' >a.txt
printf 'd2d4 d7d5\n' >b.txt
tabia convert -q a.txt a.obk
tabia convert -q b.txt b.obk
tabia merge a.obk b.obk -o ab.obk
tabia find ab.obk
