# As for edit: other names of the file keep the old content.
. "$TESTDATA/../fake_engines/setup.sh"
cp "$small" book.txt
ln book.txt other.txt
tabia evaluate book.txt -i -a tree --engine "$engines/good.sh"
cmp "$small" other.txt
