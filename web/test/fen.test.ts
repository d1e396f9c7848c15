import assert from "node:assert/strict";
import { test } from "node:test";
import * as fen from "../src/lib/fen";

/* Position after a move; the values follow from the rules of FEN. */
const cases: [string, string, string, string][] = [
  [
    "double step",
    fen.START,
    "e2e4",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
  ],
  [
    "knight",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "g8f6",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
  ],
  [
    "castling, king takes rook",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "e1h1",
    "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
  ],
  [
    "castling, king's two steps",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9",
    "e8c8",
    "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10",
  ],
  [
    "en passant",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "e5d6",
    "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2",
  ],
  [
    "promotion with capture of a rook",
    "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
    "b7a8n",
    "N3k3/8/8/8/8/8/8/4K3 b - - 0 1",
  ],
  [
    "rook leaves its corner",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "h1h8",
    "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1",
  ],
];
for (const [name, before, uci, want] of cases)
  test(name, () => assert.equal(fen.playUci(before, uci), want));

const legal = [
  { uci: "e1h1", san: "O-O" },
  { uci: "e1a1", san: "O-O-O+" },
  { uci: "b1d2", san: "Nbd2" },
  { uci: "f3d2", san: "Nfd2" },
  { uci: "b2c3", san: "bxc3" },
  { uci: "b4c3", san: "Bxc3" },
  { uci: "e7e8q", san: "e8=Q#" },
];
const typed: [string, string | undefined][] = [
  ["O-O", "e1h1"],
  ["0-0-0", "e1a1"],
  ["e1g1", "e1h1"],
  ["e1h1", "e1h1"],
  ["Nbd2", "b1d2"],
  ["nfd2", "f3d2"],
  ["bxc3", "b2c3"],
  ["bc3", "b2c3"],
  ["Bc3", "b4c3"],
  ["e8=Q", "e7e8q"],
  ["e8q", "e7e8q"],
  ["Nd2", undefined],
  ["", undefined],
];
for (const [text, want] of typed)
  test(`typed "${text}"`, () =>
    assert.equal(fen.typedMove(legal, text)?.uci, want));

test("moves between squares", () => {
  assert.equal(fen.movesBetween(legal, "e1", "g1")[0]?.san, "O-O");
  assert.equal(fen.movesBetween(legal, "e1", "h1")[0]?.san, "O-O");
  assert.equal(fen.movesBetween(legal, "e1", "f1").length, 0);
});

const spoken: [string, string][] = [
  ["e4", "pawn to e4"],
  ["Nbxd2+", "knight b takes d2, check"],
  ["O-O", "castles kingside"],
  ["exd8=Q#", "pawn takes d8, promotes to a queen, checkmate"],
];
for (const [san, want] of spoken)
  test(`spoken ${san}`, () => assert.equal(fen.spokenMove(san), want));
test("what is no position is drawn as an empty board", () => {
  const empty = "8/8/8/8/8/8/8/8 w - - 0 1";
  assert.equal(fen.drawable(fen.START), fen.START);
  for (const wrong of ["", "xx", "8/8/8", "9/8/8/8/8/8/8/8 w"])
    assert.equal(fen.drawable(wrong), empty, wrong);
});
