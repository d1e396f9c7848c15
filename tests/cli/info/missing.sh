tabia info none.txt
