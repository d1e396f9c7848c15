tabia info --from ct80 none.txt
