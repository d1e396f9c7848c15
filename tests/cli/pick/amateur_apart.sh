# One warning for all strings that stand apart, not one for each.
printf '%s\n' d2d4d7d5 e2e4e7e5 d2d4g8f6 e2e4c7c5 d2d4f7f5 >book.txt
tabia convert -q book.txt book.ama
tabia pick book.ama --first e2e4 --seed 1
tabia check book.ama
