# Without --expand the option would do nothing.
fixture small.txt
tabia convert small.txt out.txt --to lines --max-nodes 5
