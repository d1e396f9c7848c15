# What is whole is kept, and what is not is told: in each format that can.
printf 'BOO!\2\0\0\0\0\0\0\0\214\344\313\333' >bad.obk # e2e5, d2d4
tabia convert --lenient bad.obk --to lines -o -
printf 'e2e4e7e5\nd2d5\n' >bad.txt
tabia convert --lenient --from lines bad.txt --to lines -o -
tabia convert bad.obk --to lines -o -
