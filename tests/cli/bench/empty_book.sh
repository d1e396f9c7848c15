: >empty.txt
tabia bench book -q --rounds 1 --book empty.txt
