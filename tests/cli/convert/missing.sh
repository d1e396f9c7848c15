tabia convert none.txt none.dat
