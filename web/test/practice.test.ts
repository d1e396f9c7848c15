import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import type {
  Line,
  PracticeAnswer,
  PracticeCounts,
  PracticeDay,
  PracticeOverview,
} from "../src/lib/types";
import { calendarDays, streak } from "../src/model/calendar";
import * as drill from "../src/model/drill";
import { retentions } from "../src/model/learnt";
import { lineKey, oldLines, readDeck, readSolved } from "../src/model/old_decks";
import * as choices from "../src/model/practice_choices";
import { nextDue } from "../src/model/practice_state";
import { appended } from "../src/model/progress";
import * as puzzle from "../src/model/puzzle";
import { stepsOf } from "../src/model/state";

function card(
  play: string[],
  asked: string,
  also: string[] = [],
): drill.AskedCard {
  const fen = stepsOf(START, play).pop()?.fen ?? START;
  const move = (uci: string) => ({ uci, san: uci, state: "due" as const });
  return {
    id: 1,
    key: fen,
    fen,
    start: START,
    play,
    opening: null,
    state: "due",
    asked: { uci: asked, san: asked },
    moves: [asked, ...also].map(move),
  };
}

function answered(right: boolean, more: Partial<PracticeAnswer> = {}) {
  const grade = right ? "good" : "again";
  return { right, grade, recorded: true, ...more } as PracticeAnswer;
}

test("the way to a card is played out, then it is asked", () => {
  let state = drill.startDrill(card(["e2e4", "e7e5"], "g1f3"), null);
  assert.deepEqual([state.at, state.phase], [0, "way"]);
  state = drill.playOn(state);
  assert.deepEqual([state.at, state.phase], [1, "way"]);
  state = drill.playOn(state);
  assert.deepEqual([state.at, state.phase], [2, "asked"]);
  assert.equal(drill.startDrill(card([], "e2e4"), null).phase, "asked");
});
test("the way begins at the last position in common", () => {
  const next = card(["e2e4", "c7c5"], "c2c3");
  const before = { start: START, play: ["e2e4", "e7e5", "g1f3"] };
  assert.equal(drill.startDrill(next, before).at, 1);
  const same = { start: START, play: ["e2e4", "c7c5", "g1f3"] };
  assert.deepEqual(
    [drill.startDrill(next, same).at, drill.startDrill(next, same).phase],
    [2, "asked"],
  );
  assert.equal(drill.commonMoves({ ...before, start: "other" }, next), 0);
});
test("a wrong card comes again at the end, so a session ends", () => {
  const [a, b] = [card([], "e2e4"), card(["e2e4", "e7e5"], "g1f3")];
  let queue = drill.afterAnswer([a, b], false);
  assert.deepEqual(
    queue.map((one) => [one.asked.uci, one.isAgain ?? false]),
    [
      ["g1f3", false],
      ["e2e4", true],
    ],
  );
  queue = drill.afterAnswer(queue, true);
  queue = drill.afterAnswer(queue, true);
  assert.deepEqual(queue, []);
});
test("either of two own moves ends a card: no endless loop", () => {
  const both = card([], "e2e4", ["d2d4"]);
  const state: drill.Drill = {
    ...drill.startDrill(both, null),
    phase: "right",
    played: { uci: "d2d4", san: "d4" },
    answer: answered(true),
  };
  assert.deepEqual(drill.lineAfter(state).play, ["d2d4"]);
  assert.deepEqual(drill.afterAnswer([both], true), []);
});
test("a line goes on with the reply that was drawn", () => {
  const other = card(["d2d4", "d7d5"], "c2c4");
  const one = card(["e2e4", "e7e5"], "g1f3");
  const two = card(["e2e4", "c7c5"], "c2c3");
  const line = { start: START, play: ["e2e4"] };
  const first = (fen: string | null, queue = [other, one, two]) =>
    drill.continued(queue, line, fen)[0]!.asked.uci;
  assert.equal(first(two.fen), "c2c3");
  assert.equal(first(other.fen), "c2c4");
  assert.equal(first(null), "g1f3"); // any that goes on
  assert.equal(drill.continued([other, one, two], line, two.fen).length, 3);
  // Due cards stay before new ones, and repetitions at the end.
  assert.equal(first(two.fen, [other, { ...two, state: "new" }]), "c2c4");
  assert.equal(first(two.fen, [other, { ...two, isAgain: true }]), "c2c4");
});
test("what is counted is the first attempt", () => {
  const fresh = { ...card([], "e2e4"), state: "new" as const };
  const state = (over: Partial<drill.Drill>) =>
    ({ ...drill.startDrill(fresh, null), ...over }) as drill.Drill;
  let tally = drill.counted(drill.NO_TALLY, state({ answer: answered(false) }));
  tally = drill.counted(
    tally,
    state({ card: { ...fresh, isAgain: true }, answer: answered(true) }),
  );
  tally = drill.counted(
    tally,
    state({ answer: answered(true, { grade: "hard" }) }),
  );
  assert.deepEqual(
    [tally.right, tally.hinted, tally.fresh, tally.wrong.length],
    [1, 1, 2, 1],
  );
});

const line = (...ucis: string[]): Line => ({
  fen: START,
  moves: ucis.map((uci) => ({ uci, san: uci })),
});

test("keys of old decks differ by move and by start", () => {
  const keys = new Set([
    lineKey("x", ["e2e4"]),
    lineKey("x", ["e2e3"]),
    lineKey("y", ["e2e4"]),
  ]);
  assert.equal(keys.size, 3);
  assert.equal(lineKey("x", ["e2e4"]), lineKey("x", ["e2e4"]));
});
test("a broken memory is an empty deck", () => {
  for (const text of [null, "", "{", "3", '{"a":1}', '{"a":{"box":"x"}}'])
    assert.deepEqual(readDeck(text), {});
});
test("old cards find their lines, even if moves were added", () => {
  const old = { box: 3, due: 5, seen: 4, lapses: 1 };
  const deck = {
    [lineKey(START, ["e2e4", "e7e5"])]: old,
    [lineKey(START, ["e2e4", "c7c5"])]: { ...old, box: 1 },
    gone: old,
  };
  const lines = [
    line("e2e4", "e7e5", "g1f3"),
    line("e2e4", "e7e5", "f2f4"),
    line("e2e4", "c7c5"),
  ];
  assert.deepEqual(oldLines(deck, lines), [
    { ...old, fen: START, play: ["e2e4", "e7e5"] },
    { ...old, box: 1, fen: START, play: ["e2e4", "c7c5"] },
  ]);
});

test("a visitor's progress is a progress file, each line once", () => {
  const one = appended(null, "answer 1\n");
  assert.equal(one, "tabia-progress 1\nanswer 1\n");
  assert.equal(appended(one, "answer 1\nanswer 2\n"), `${one}answer 2\n`);
  assert.equal(appended(one, ""), one);
});

const day = (day: string, good: number): PracticeDay => ({
  day,
  again: 0,
  hard: 0,
  good,
  new: 0,
});

test("a calendar of whole weeks up to today", () => {
  // 2026-11-18 is a Wednesday.
  const answers = [day("2026-11-16", 8), day("2026-11-17", 1)];
  const days = calendarDays("2026-11-18", answers, 2);
  assert.equal(days.length, 10);
  assert.deepEqual(days[0], {
    day: "2026-11-09",
    week: 0,
    weekday: 0,
    answers: 0,
    level: 0,
  });
  assert.deepEqual(
    days.slice(7).map((one) => [one.day, one.week, one.weekday, one.level]),
    [
      ["2026-11-16", 1, 0, 4],
      ["2026-11-17", 1, 1, 1],
      ["2026-11-18", 1, 2, 0],
    ],
  );
});
test("days in a row, of which today may be still to come", () => {
  const two = [day("2026-11-16", 1), day("2026-11-17", 1)];
  assert.equal(streak("2026-11-18", two), 2);
  assert.equal(streak("2026-11-17", two), 2);
  assert.equal(streak("2026-11-19", two), 0);
});
test("retention by position, and the next day with cards", () => {
  const overview = {
    positions: [
      { id: 3, key: "a", state: "due", retention: 0.8 },
      { id: 4, key: "b", state: "new" },
    ],
    forecast: [
      { day: "2026-11-18", due: 4 },
      { day: "2026-11-19", due: 0 },
      { day: "2026-11-20", due: 2 },
    ],
  } as unknown as PracticeOverview;
  assert.deepEqual([...retentions(overview)], [[3, 0.8]]);
  assert.deepEqual(nextDue(overview), { day: "2026-11-20", due: 2 });
  assert.equal(nextDue(null), null);
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

test("what was chosen for a book, read with care", () => {
  const { readChoices, NO_CHOICES } = choices;
  for (const text of [null, "", "{", "null", "[]", '{"range":"x","order":1}'])
    assert.deepEqual(readChoices(text), NO_CHOICES);
  const all = {
    range: "deck:mine",
    order: "likely:games",
    rating: "2000",
    found: ["8/8/8/8/8/4k3/8/4K3 w - - 0 1"],
  };
  assert.deepEqual(readChoices(JSON.stringify(all)), all);
  const gone = choices.readChoices('{"range":"found","found":[]}');
  assert.equal(gone.range, "book");
});

test("how many new moves are left today", () => {
  const words = (fresh: number, newLeft: number, limit: number) =>
    choices.newWords({ new: fresh, newLeft } as PracticeCounts, limit);
  const both = "for both sides of this book";
  assert.equal(
    words(80, 5, 10),
    `5 of today’s 10 new moves are left, ${both}.`,
  );
  assert.equal(
    words(1, 5, 10),
    `5 of today’s 10 new moves are left, ${both}; ` +
      "only 1 is new here.",
  );
  assert.equal(
    words(80, 1, 10),
    `1 of today’s 10 new moves is left, ${both}.`,
  );
  assert.equal(
    words(80, 0, 10),
    `Today’s 10 new moves are done, ${both}.`,
  );
  assert.equal(words(0, 5, 10), "No move is new.");
  assert.equal(words(3, 0, 0), "No new moves are asked.");
});

test("the next puzzle that is not solved", () => {
  const next = (known: number[], index: number) =>
    puzzle.nextUnsolved(4, new Set(known), index);
  assert.equal(next([], -1), 0);
  assert.equal(next([0, 1, 2], -1), 3);
  assert.equal(next([1], 0), 2);
  assert.equal(next([3], 2), 0);
  assert.equal(next([0, 1, 3], 2), null); // there is no other one
  assert.equal(next([0, 1, 2, 3], 2), null);
  assert.equal(puzzle.nextUnsolved(0, new Set(), -1), null);
});

test("what former pages kept about puzzles", () => {
  assert.deepEqual(readSolved('["a","b"]'), ["a", "b"]);
  for (const text of [null, "", "{", "{}", "3"])
    assert.deepEqual(readSolved(text), []);
});

test("a solution as games are written", () => {
  assert.equal(
    puzzle.solutionText(latzel),
    "1. Ng5 Kf4 (1... Kd4 2. Qe4#) (1... d5) 2. Qe4#",
  );
});
