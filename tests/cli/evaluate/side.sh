. "$TESTDATA/../fake_engines/setup.sh"
printf "v5.0\n= T\nblack\nstart -> d4\n" >in.txt
tabia evaluate in.txt -o out.txt --no-eval -a tree
cat out.txt
