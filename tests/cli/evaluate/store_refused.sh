# What a store cannot have, and evaluations that cannot be read.
fixture club.tabia
fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
printf '{"fen":"%s","evals":[{"pvs":[{"cp":18}],"depth":30}]}\n' "$fen" >evals
refuse() {
    tabia evaluate "$@" || echo "status $?"
}
refuse club.tabia -o out.tabia --depth 9
refuse club.tabia -o out.tabia --from-evals evals --minimax
refuse club.tabia -o out.tabia --from-evals evals --memory much
fixture small.txt
refuse small.txt -o out.tabia --from-evals evals
refuse small.txt -o out.txt --from-evals evals --memory 64M
refuse club.tabia -o club.tabia --from-evals evals
refuse club.tabia -o out.tabia --from-evals missing
refuse club.tabia -o none/out.tabia --from-evals evals
cp evals bad
echo '{}' >>bad
refuse club.tabia -o out.tabia --from-evals bad
ls
# A damaged section: one error, wherever it is met.
tabia evaluate -q club.tabia -o out.tabia --from-evals evals
at=$(($(stat -c %s club.tabia) - 6 * 48 - 112)) # behind the blocks
printf '\377' | dd of=out.tabia bs=1 seek=$((at + 12)) conv=notrunc 2>/dev/null
tabia find out.tabia || echo "status $?"
tabia verify out.tabia || echo "status $?"
tabia merge out.tabia -o more.tabia || echo "status $?"
refuse out.tabia -o more.tabia --from-evals evals
tabia convert out.tabia -o more.epd 2>&1 | tail -n 1
ls
