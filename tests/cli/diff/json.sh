fixture small.txt book.txt
printf 'e2e4 e7e5 g1f3\nd2d4 d7d5\n' >a.txt
printf 'e2e4 e7e5 g1f3\nd2d4? d7d5\nc2c4 e7e5\n' >b.txt
tabia diff --json a.txt b.txt
