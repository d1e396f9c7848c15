printf '\377\376e\0002\000' >book.txt
tabia booktool book.txt
