import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreOf } from "../src/model/rows";

const move = { uci: "e2e4", san: "e4", fen: "" };

test("a score counts games with known results only", () => {
  assert.equal(scoreOf({ ...move, unknown: 9 }, "white"), undefined);
  const some = { ...move, white: 2, draws: 2, black: 0, unknown: 6 };
  assert.equal(scoreOf(some, "white"), 0.75);
  assert.equal(scoreOf(some, "black"), 0.25);
});
