for verb in find name; do
    tabia $verb --batch </ || echo "$verb: status $?"
done
