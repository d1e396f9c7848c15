# What a terminal would obey in the texts of a book does not reach it.
fixture escapes.json book.json
tabia find book.json
tabia tree book.json
tabia info book.json | head -n 2
tabia name --names book.json --moves e4
printf 'e2e4\n' >lines.txt
tabia diff -q book.json lines.txt || tabia diff book.json lines.txt 2>/dev/null
