# The editor's command may have options; VISUAL comes before EDITOR.
printf 'e2e4 e7e5\n' >book.txt
mkdir tmp
export TMPDIR=$PWD/tmp
EDITOR=true tabia edit book.txt
EDITOR=false VISUAL="sed -i s/e5/c5/" tabia edit book.txt
cat book.txt
ls tmp

# What the editor starts ends with its pipe, without words.
EDITOR='yes "" | head -n 1; :' tabia edit book.txt
