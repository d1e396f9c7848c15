# Solutions that cannot be judged are named with their place.
cat >puzzles.txt <<'END'
[D]Mate in 1, (c) Tabia
[S]1: RA8#
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1

[D]Mate in 2, (c) Tabia
[S]1: KB6 KB8
[S]2: RH9 or RG1#
k7/7R/2K5/8/8/8/8/8 w - - 0 1

[D]White wins, (c) Tabia
[S]see the next page
k7/7R/2K5/8/8/8/8/8 w - - 0 1
END
tabia check puzzles.txt
tabia convert -q puzzles.txt puzzles.epd
tabia check puzzles.epd
tabia info --json puzzles.txt
