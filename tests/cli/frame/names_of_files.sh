# What a terminal would obey in the name of a file does not reach it either.
name=$'a\e[31m\nb.txt'
printf 'e2e4 e7e5\n' >"$name"
printf 'd2d4 d7d5\n' >c.txt
tabia info "$name" | head -n 1
tabia find "$name" c.txt | head -n 1
tabia coverage "$name" --against c.txt | head -n 1
tabia convert "$name" $'a\e[31m.bin'
tabia find "$name"x
