# The chapters of a study keep all their tags, in order, and their results.
cat >study.pgn <<'END'
[Event "Openings: Italian"]
[Site "https://lichess.org/study/abc/1"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Standard"]
[ECO "C50"]
[Opening "Italian Game"]
[Annotator "https://lichess.org/@/x"]
[ChapterName "Italian"]
[Orientation "white"]

{Intro} {[%cal Ge2e4]} 1. e4 e5 2. Nf3 Nc6 3. Bc4 {[%csl Gf7]} {Eyes f7.} *

[Event "Openings: Endgame"]
[Site "https://lichess.org/study/abc/2"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Variant "From Position"]
[ECO "?"]
[Opening "?"]
[FEN "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"]
[SetUp "1"]
[Annotator "https://lichess.org/@/x"]

1. Kd3 1-0

[Event "Openings: Caro"]
[Site "https://lichess.org/study/abc/3"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Orientation "black"]

1. e4 c6 *
END
tabia convert -q --strict study.pgn out.pgn
cmp study.pgn out.pgn
tabia convert -q --strict study.pgn study.json
tabia convert -q --strict study.json json.pgn
cmp study.pgn json.pgn

# Other formats say what they lose of that, and so does a merge.
tabia convert --strict study.pgn book.bin || echo "status $?"
tabia merge --strict study.pgn -o merged.pgn || echo "status $?"
tabia merge study.pgn -o merged.pgn
cat merged.pgn
