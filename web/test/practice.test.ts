import assert from "node:assert/strict";
import { test } from "node:test";
import * as drill from "../src/model/drill";
import * as puzzle from "../src/model/puzzle";
import { START } from "../src/lib/fen";
import * as srs from "../src/model/srs";
import type { Line } from "../src/lib/types";

const DAY = 86_400_000;
const line = (...ucis: string[]): Line => ({
  fen: START,
  moves: ucis.map((uci) => ({ uci, san: uci })),
});

test("without mistakes a line climbs and rests longer each time", () => {
  let card = srs.review(undefined, 0, 0);
  const rests = [card.due / DAY];
  for (let i = 0; i < 8; i++) {
    const now = card.due;
    card = srs.review(card, 0, now);
    rests.push((card.due - now) / DAY);
  }
  assert.deepEqual(rests, [1, 3, 7, 16, 35, 90, 90, 90, 90]);
  assert.equal(card.seen, 9);
});
test("a pass before its time leaves box and date alone", () => {
  const card = { box: 2, due: 3 * DAY, seen: 4, lapses: 1 };
  assert.deepEqual(srs.review(card, 0, DAY), { ...card, seen: 5 });
  assert.equal(srs.review(card, 0, 3 * DAY).box, 3);
  assert.equal(srs.review(card, 1, DAY).box, 0);
});
test("a mistake sends it back, due at once", () => {
  const card = srs.review({ box: 5, due: 0, seen: 9, lapses: 1 }, 2, 1000);
  assert.deepEqual(card, { box: 0, due: 1000, seen: 10, lapses: 2 });
  assert.ok(srs.isDue(card, 1000));
});
test("due lines first, then new ones; resting ones only alone", () => {
  const deck = {
    rests: { box: 2, due: 99, seen: 1, lapses: 0 },
    due2: { box: 2, due: 1, seen: 1, lapses: 0 },
    due0: { box: 0, due: 1, seen: 1, lapses: 0 },
  };
  const keys = ["rests", "new", "due2", "due0"];
  const order = srs.sessionOrder(keys, deck, 50, () => 0.5);
  assert.deepEqual(
    order.map((i) => keys[i]),
    ["due0", "due2", "new"],
  );
  assert.deepEqual(srs.sessionOrder(["rests"], deck, 50, Math.random), [0]);
  assert.deepEqual(srs.progressOf(keys, deck, 50), {
    fresh: 1,
    due: 2,
    resting: 1,
    learnt: 0,
  });
});
test("the order within a rank is the random one", () => {
  const values = [0.9, 0.1, 0.5];
  const order = srs.sessionOrder(["a", "b", "c"], {}, 0, () => values.shift()!);
  assert.deepEqual(order, [1, 2, 0]);
});
test("keys differ by move and by start", () => {
  const keys = new Set([
    srs.lineKey("x", ["e2e4"]),
    srs.lineKey("x", ["e2e3"]),
    srs.lineKey("y", ["e2e4"]),
  ]);
  assert.equal(keys.size, 3);
  assert.equal(srs.lineKey("x", ["e2e4"]), srs.lineKey("x", ["e2e4"]));
});
test("a broken memory is an empty deck", () => {
  for (const text of [null, "", "{", "3", '{"a":1}', '{"a":{"box":"x"}}'])
    assert.deepEqual(srs.readDeck(text), {});
});

test("a drill asks for one side only", () => {
  let state = drill.startDrill(line("e2e4", "e7e5", "g1f3"), "white");
  assert.ok(drill.isAsked(state));
  state = drill.applyMove(state, "e2e4", "right");
  assert.ok(!drill.isAsked(state));
  state = drill.playReply(state);
  assert.ok(drill.isAsked(state));
  state = drill.applyMove(state, "g1f3", "right");
  assert.ok(drill.isDone(state));
});
test("wrong, another line's and right moves", () => {
  const all = [line("e2e4", "e7e5"), line("d2d4", "d7d5")];
  const state = drill.startDrill(all[0]!, "white");
  assert.equal(drill.judge(state, "e2e4", all), "right");
  assert.equal(drill.judge(state, "d2d4", all), "other");
  assert.equal(drill.judge(state, "a2a3", all), "wrong");
  const wrong = drill.applyMove(state, "a2a3", "wrong");
  assert.deepEqual([wrong.at, wrong.mistakes, wrong.wrong], [0, 1, "a2a3"]);
  assert.equal(drill.applyMove(state, "d2d4", "other").mistakes, 0);
});
test("another line's move is taken back once, then this line's is shown", () => {
  let state = drill.startDrill(line("e2e4", "e7e5"), "white");
  state = drill.takeBack(state, "d4");
  assert.deepEqual([state.at, state.mistakes, state.isShown], [0, 0, false]);
  state = drill.takeBack(state, "d4");
  assert.equal(state.isShown, true);
  assert.equal(drill.applyMove(state, "e2e4", "right").other, null);
});
const latzel = {
  text: "",
  fen: "8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - - 0 1",
  solution: "",
  moves: [
    {
      uci: "e4g5",
      san: "Ng5",
      moves: [
        { uci: "e5f4", san: "Kf4", moves: [{ uci: "c6e4", san: "Qe4#" }] },
        { uci: "e5d4", san: "Kd4", moves: [{ uci: "c6e4", san: "Qe4#" }] },
        { uci: "d6d5", san: "d5" },
      ],
    },
  ],
};

test("a puzzle's verdicts", () => {
  const [key, reply] = [latzel.moves[0]!, latzel.moves[0]!.moves[0]!];
  const mate = { uci: "c6e4", san: "Qe4#" };
  const first = puzzle.judgePuzzle(latzel, [], key, 0);
  assert.deepEqual([first.right, first.solved], [true, false]);
  assert.equal(first.reply?.san, "Kf4");
  assert.equal(puzzle.judgePuzzle(latzel, [], key, 1).reply?.san, "Kd4");
  assert.equal(puzzle.judgePuzzle(latzel, [], key, 2).reply?.san, "Kf4");
  const wrong = puzzle.judgePuzzle(latzel, [], { uci: "e4c3", san: "Nc3" }, 0);
  assert.deepEqual(wrong, { right: false, solved: false, reply: null });
  const last = puzzle.judgePuzzle(latzel, [key, reply], mate, 0);
  assert.deepEqual(last, { right: true, solved: true, reply: null });
  // A mate that is not written is right.
  const other = puzzle.judgePuzzle(latzel, [], { uci: "c6c7", san: "Qc7#" }, 0);
  assert.equal(other.solved, true);
});

test("a solution as games are written", () => {
  assert.equal(
    puzzle.solutionText(latzel),
    "1. Ng5 Kf4 (1... Kd4 2. Qe4#) (1... d5) 2. Qe4#",
  );
});
