# A calculator's book has positions of one side only: they are joined.
printf '1.e4 e5 2.Nf3 Nc6 3.Bb5\n1.e4 c5 2.Nf3\n' >book.txt
tabia bkc -q -noti92p -noblack book.txt
tabia tree ticbook0.89y --depth 9
