# docs/formats/exp.md: the numbers of the file's lines.
printf '%s\n' '# Revolution experience format v1' >game.exp
echo '10344488880583956987 796 33 7 20 2' >>game.exp
echo '12997426211289158427 3364 -1 0 5 1' >>game.exp
tabia find game.exp
tabia find game.exp --moves e4
tabia find --json game.exp | grep -A 5 learn
