# Without weights the results decide, for each side its own.
cat >book.json <<"EOF"
{
  "schema": 1,
  "texts": [],
  "positions": [
    {"id": 0, "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"},
    {"id": 1, "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"},
    {"id": 2,
     "fen": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"},
    {"id": 3, "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"}
  ],
  "roots": [
    {"node": 0,
     "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
  ],
  "nodes": [
    {"id": 0, "position": 0, "moves": [
      {"uci": "e2e4", "to": 1, "white": 4, "draws": 0, "black": 4}]},
    {"id": 1, "position": 1, "moves": [
      {"uci": "c7c5", "to": 2, "white": 3, "draws": 0, "black": 1},
      {"uci": "e7e5", "to": 3, "white": 1, "draws": 0, "black": 3}]},
    {"id": 2, "position": 2},
    {"id": 3, "position": 3}
  ]
}
EOF
tabia pick book.json --policy best
tabia pick book.json --policy best --moves e4
