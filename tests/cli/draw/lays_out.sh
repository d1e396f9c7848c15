# Places are found where some are missing.
printf 'v4.0\n= T\nstart -> d4\nstart -> e4\n' >in.txt
tabia draw in.txt -q -o out.svg -a tree
grep -o 'circle cx="[0-9.]*" cy="[0-9.]*" r="15"' out.svg
tabia draw in.txt -q -o auto.svg
grep -c 'class="n"' auto.svg
