import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, showsLines, sharesOf } from "../src/model/order";
import type { BookMove } from "../src/lib/types";

const move = (uci: string, data: Partial<BookMove>): BookMove => ({
  uci,
  san: uci,
  fen: "",
  ...data,
});
const ucis = (moves: BookMove[]) => moves.map((one) => one.uci).join(" ");

test("most played first, marked moves last", () => {
  const moves = [
    move("a", { played: 9, mark: "avoided" }),
    move("b", { played: 1 }),
    move("c", { played: 5 }),
  ];
  assert.equal(ucis(inOrder(moves, "count")), "c b a");
  assert.equal(ucis(inOrder(moves, "book")), "a b c");
  assert.equal(ucis(moves), "a b c");
});
test("games before weights before lines; equal ones keep their order", () => {
  const moves = [
    move("a", { weight: 1, played: 9 }),
    move("b", { weight: 2, played: 1 }),
    move("c", { weight: 2, played: 1 }),
  ];
  assert.equal(ucis(inOrder(moves, "count")), "b c a");
});
test("lines are sorted by the number that is shown", () => {
  const moves = [
    move("a", { played: 9, lines: 2 }),
    move("b", { played: 1, lines: 7 }),
    move("c", { played: 5, lines: 5 }),
  ];
  assert.equal(ucis(inOrder(moves, "count")), "b c a");
  assert.equal(sharesOf(moves).get("b"), 0.5);
});
test("shares of a book of lines count the lines", () => {
  const shares = sharesOf([
    move("a", { played: 3, share: 0.5 }),
    move("b", { played: 1, share: 0.5 }),
  ]);
  assert.deepEqual([...shares.values()], [0.75, 0.25]);
});
test("with weights the server's shares stand", () => {
  const shares = sharesOf([
    move("a", { weight: 1, played: 3, share: 0.4 }),
    move("b", { weight: 2, played: 1, share: 0.6 }),
  ]);
  assert.deepEqual([...shares.values()], [0.4, 0.6]);
});
test("lines are shown where there are no weights, or more than one", () => {
  const one = { played: 1, reached: 1 };
  assert.ok(showsLines([move("a", one)]));
  assert.ok(!showsLines([move("a", { ...one, weight: 5 })]));
  assert.ok(showsLines([move("a", { played: 1, reached: 2, weight: 5 })]));
});
