printf '\377\376e\0002\000' >book.txt
tabia check --from ct800 book.txt
