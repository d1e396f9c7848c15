printf '# My book\ne2e4 e7e5 (C20 A name)\ne2e4 c7c5?\nd2d4x\n' >book.txt
tabia edit --print book.txt
tabia edit --print book.txt -o text
tabia edit --print book.txt | cmp - text
