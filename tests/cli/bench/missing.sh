tabia bench book --book none.txt
