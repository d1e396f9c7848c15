printf '\1\2\3\4\5' >book.xyz
tabia info book.xyz
