import assert from "node:assert/strict";
import { test } from "node:test";
import * as fen from "../src/lib/fen";
import { typedMove } from "../src/lib/pasted";

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
  ["e7-e8=Q#", "e7e8q"],
  ["e8=D", "e7e8q"],
  ["e8=♕", "e7e8q"],
  ["e8(Q)", "e7e8q"],
  ["e8=N", undefined],
  ["e1-g1", "e1h1"],
  ["12. Nfd2!?", "f3d2"],
  ["♘bd2", "b1d2"],
  ["N1d2", "b1d2"],
  ["Lc3", "b4c3"],
  ["b×c3", "b2c3"],
  ["b:c3 e.p.", "b2c3"],
  ["Nd2", undefined],
  ["Sd2", undefined],
  ["Sc3", "b4c3"], // a bishop in Czech, and no knight can go there
  ["", undefined],
];
for (const [text, want] of typed)
  test(`typed "${text}"`, () =>
    assert.equal(typedMove(legal, text)?.uci, want));

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
