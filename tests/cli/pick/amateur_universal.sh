# e5 is a reply to anything but d4, f4 and Nf3, which the book must know.
printf '%s\n' d2d4d7d5 f2f4d7d5 g1f3d7d5 >book.txt
tabia convert book.txt book.ama
for move in b3 d4 "b3 e5 Bb2"; do
    tabia pick book.ama --universal e7e5:d2d4,f2f4,g1f3 --moves "$move" ||
        echo "status $?"
done
printf '%s\n' d2d4d7d5 >book.txt
tabia convert --force book.txt book.ama
tabia pick book.ama --universal e7e5:d2d4,f2f4 --moves b3
