fixture club.tabia
tabia find club.tabia --json --moves "e4 e5 Nf3 Nc6 Bc4" \
    --until 2017-06 --history
