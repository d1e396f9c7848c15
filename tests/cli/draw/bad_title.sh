# A picture is UTF-8 throughout.
fixture canvas.txt book.txt
tabia draw book.txt -o out.svg --title $'a \377' || echo "status $?"
ls
