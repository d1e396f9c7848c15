. "$TESTDATA/../fake_engines/setup.sh"
# Engines that never answer, all at once: each has its second, twice.
fakes="hang flood mute one_long_line closes"
for fake in $fakes; do
    mkdir $fake
    (
        cd $fake
        FAKE_STATE=$PWD run $fake 2>said || echo "status $?" >>said
    ) &
done
wait
for fake in $fakes; do
    sed "s/^/$fake: /" $fake/said
    [ ! -e $fake/out.txt ]
done
