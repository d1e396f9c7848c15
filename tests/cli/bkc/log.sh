printf '// x\n1. e4 e5\n\n1. d4\nd5 2. c4\n' >book.txt
tabia bkc -log -parse book.txt
cat bkclog.txt
