import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import { dateText } from "../src/lib/format";
import { leavesBook, pliesTo } from "../src/model/game_view";
import type { WholeGame } from "../src/lib/types";

const game = {
  fen: START,
  moves: [
    { uci: "g1f3", san: "Nf3", known: false },
    { uci: "d7d5", san: "d5", known: true },
    { uci: "d2d4", san: "d4", known: true },
  ],
} as WholeGame;

test("a position is found in a game by any order of moves", () => {
  const fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 5 9";
  assert.equal(pliesTo(game, fen), 3);
  assert.equal(pliesTo(game, START), 0);
  assert.equal(pliesTo(game, "8/8/8/8/8/8/8/K1k5 w - - 0 1"), 0);
});

test("a game leaves the book with the first move that it does not have", () => {
  assert.equal(leavesBook(game.moves), 0);
  assert.equal(leavesBook(game.moves.slice(1)), null);
});

test("dates of games", () => {
  assert.equal(dateText("2024.03.05"), "5 Mar 2024");
  assert.equal(dateText("2024.03.??"), "Mar 2024");
  assert.equal(dateText("2024-03"), "Mar 2024");
  assert.equal(dateText("2024.??.??"), "2024");
  assert.equal(dateText("????.??.??"), "");
});
