# --to decides, not the name: of stores, of parts, and of slices of them.
fixture club.tabia
fixture club.pgn
tabia merge -q --to tabia club.tabia club.tabia -o two.bin
tabia verify two.bin
tabia build -q --part 1/2 club.pgn -o one
tabia build -q --part 2/2 club.pgn -o two
tabia build -q club.pgn -o whole.tabia
tabia merge -q --to tabia one two -o whole.bin
cmp whole.tabia whole.bin && echo same bytes
tabia merge -q one two --partition 1/1 -o slices.bin
tabia merge -q one two slices.bin -o sliced.tabia
cmp whole.tabia sliced.tabia && echo same bytes
