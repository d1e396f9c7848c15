# Compiled, decompiled and compiled again: the same bytes, by single positions
# and by lines.
cp "$TESTDATA/../../examples/tichess-openings.txt" openings.txt
tabia bkc -quiet -prefix white -noblack openings.txt
tabia bkc -quiet -prefix black -nowhite openings.txt
mkdir again
for side in white black; do
    tabia convert -q ${side}0.89y again/$side.txt --to tichess
    (cd again && tabia bkc -quiet -prefix $side $side.txt)
    cmp ${side}0.89y again/${side}0.89y
    cmp ${side}0.9xy again/${side}0.9xy
done
head -n 3 again/black.txt
tabia convert -q white0.89y again/lines.txt --to tichess -O link
head -n 3 again/lines.txt
(cd again && tabia bkc -quiet -prefix white -noblack lines.txt)
cmp white0.89y again/white0.89y
tabia convert -q openings.txt again/openings.txt --to tichess
(cd again && tabia bkc -quiet -prefix black -nowhite openings.txt)
cmp black0.89y again/black0.89y
