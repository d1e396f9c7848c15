# One side's file is enough for whole lines, where the new format needs them.
printf '1. e4 e5 2. Nf3 Nc6 3. Bb5\n1. d4 d5 2. c4\n' >book.txt
tabia bkc -quiet -noti92p book.txt
tabia convert -q ticbook0.89y - --to ct800
tabia convert -q ticbook1.89y - --to ct800
# Others keep the positions as they are, unless told.
tabia convert -q ticbook0.89y - --to json | grep -c passive || true
tabia convert -q ticbook0.89y - --to json -O link | grep -c passive
