printf '# nothing\n\n(nothing either)\n' >book.txt
tabia booktool book.txt
