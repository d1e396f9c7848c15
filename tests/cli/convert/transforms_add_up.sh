# What filter, fold and expand decided is reported for all of them.
fixture study.pgn
tabia convert study.pgn all.json --top 1 --fold --expand
tabia convert -q study.pgn again.json --fold --json |
    grep -E '"(folded|dropped_tags)"'
tabia convert study.pgn none.json --fold --expand --strict
