# A sum has the comments of both repertoires, as the original's merge has.
printf 'v4.0\n= A\n# sharp\nstart -> e4\n# main line\nstart -> d4\n' >a.txt
printf 'v4.0\n= B\n# open games\nstart -> e4\n# main\nstart -> d4\n' >b.txt
tabia merge --policy sum a.txt b.txt -o - --to openings
tabia merge -q a.txt b.txt -o - --to openings | grep '#'
