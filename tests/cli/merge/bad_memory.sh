mkdir parts
fixture club.tabia
for size in "1 " "64M " 1X 99999999999999999999T 0 ""; do
    tabia merge --memory "$size" parts -o all.tabia 2>&1 | head -n 1
done
tabia merge --memory 1X club.tabia -o all.tabia 2>&1 | head -n 1
