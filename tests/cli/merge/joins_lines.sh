# A book of one side's moves becomes lines as 'convert' makes them.
fixture small.txt
tabia convert -q small.txt white.bin --side white
tabia convert -q white.bin converted.txt --to lines
tabia merge -q white.bin -o merged.txt --to lines
cmp converted.txt merged.txt
wc -l <merged.txt
