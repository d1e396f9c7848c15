# The page is whole, holds its data, and asks for nothing outside.
tabia draw "$TESTDATA/canvas.txt" -q -o out.html
grep -c 'class="n"' out.html
grep -o '<title>.*</title>' out.html
grep -o 'solid [^"]*calm' out.html
[ "$(grep -c '</script>' out.html)" = 1 ]
! grep -E '(src|href)="?(http|//)|@import|fetch\(' out.html
