printf '# x\n%s\n' \
    'rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1' >p.txt
tabia cpc p.txt || echo $?
ls
