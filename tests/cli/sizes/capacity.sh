printf 'e2e4e7e5\ne2e4c7c5\n' >book.txt
tabia sizes --capacity 10 book.txt | grep -v zstd
