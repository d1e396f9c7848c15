fixture weights.json book.json
sed 's/"weight": 1/"weight": 7/; s/"draws": 2/"draws": 5/
     s/solid/sharp/; s/"nags": .14./"nags": [15]/
     s/"cp": 35/"cp": 36/' book.json >other.json
tabia diff --ignore weight,results,nags,remark,eval book.json other.json
tabia diff -q --ignore mark,learn,name,eco,comment,coordinates book.json \
    other.json || echo "status $?"
tabia diff book.json other.json
