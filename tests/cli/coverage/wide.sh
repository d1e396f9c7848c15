# Avoided moves are played with --wide only, passive ones never.
printf 'e2e4x e7e5 g1f3\nd2d4 d7d5 c2c4\nf2f4? e7e5\n' >mine.txt
for options in "" --wide; do
    tabia coverage mine.txt --against mine.txt --side white $options \
        --top 0 --by-ply |
        grep -v '^$'
done
