# --names is stronger than TABIA_NAMES, and an empty TABIA_NAMES is none.
printf 'eco\tname\tpgn\nE99\tMine\t1. e4\n' >mine.tsv
printf '# Scid\nA99z4 "Yours" 1.e4 *\n' >yours.eco
tabia name --names mine.tsv --moves e4
TABIA_NAMES=yours.eco tabia name --moves e4
TABIA_NAMES=yours.eco tabia name --names mine.tsv --moves e4
TABIA_NAMES= tabia name --moves e4
