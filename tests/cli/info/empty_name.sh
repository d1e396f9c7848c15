# What an empty file is only its name can tell.
for name in new.pgn NEW.PGN new.tsv new.txt; do
    : >$name
    tabia info --json $name | grep '"format"'
done
