# The header of a PolyGlot book is one of its texts.
printf 'e2e4 e7e5\n' >a.txt
tabia convert -q -O header a.txt a.bin
tabia info a.bin | sed 's/^\(memory  *\)[0-9]*$/\1N/; s/   */  /g'
