printf 'e2e4 e7e5\ne2e4 c7c5?\nd2d4x\n' >book.txt
tabia edit --print --fold book.txt
VISUAL="sed -i s/avoided//" tabia edit --fold book.txt
cat book.txt
