. "$TESTDATA/../fake_engines/setup.sh"
printf "v4.0\n= T\nstart -> e5\nfoo\n" >bad.txt
tabia evaluate bad.txt -o out.txt --engine "$engines/good.sh"
