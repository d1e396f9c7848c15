# Help fits the screen: check on 40 lines, convert on 60, all in 80 columns,
# and none of it lists a setting of a single format.
for verb in check:40 convert:60; do
    lines=$(tabia "${verb%:*}" --help | wc -l)
    [ "$lines" -le "${verb#*:}" ] || echo "$verb: $lines lines"
done
for verb in $(tabia --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    tabia "$verb" --help >help
    awk -v verb="$verb" 'length > 80 { print verb ": " $0 }' help
done
tabia --help | awk 'length > 80'
for name in walk repair weights normalise exp-layout epd-fen; do
    ! tabia convert --help | grep -e "--$name"
done
tabia --help | grep -c '^[A-Z].*:$'
