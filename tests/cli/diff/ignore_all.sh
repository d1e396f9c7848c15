# Each value that the help names is known.
echo 'e2e4' >a.txt
values=$(tabia help diff | tr '\n' ' ' | tr -s ' ' |
    sed 's/.*separated by commas: \(.*\) Input:.*/\1/; s/, /,/g')
echo "$values"
tabia diff a.txt a.txt --ignore "$values"
