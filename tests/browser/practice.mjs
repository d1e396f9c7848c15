// practice.mjs - lines asked, mistakes, hints, repetition; puzzles

import assert from "node:assert/strict";
import {
  click,
  cornerOfA1,
  drag,
  eventually,
  pieceOn,
  serverOf,
  settled,
  startServer,
} from "./harness.mjs";

const verdict = (page) => page.locator(".verdict").innerText();
const counts = (page) => page.locator(".practice-line .position p").innerText();

async function begin(stage, options) {
  const page = await stage.open("/?book=italian&tab=practise", options);
  await page.getByRole("button", { name: "Start: 3 lines" }).click();
  await eventually("asked", () => verdict(page), "Your move, White.");
  return page;
}

async function typeMove(page, text) {
  await page.locator("#move").fill(text);
  await page.keyboard.press("Enter");
}

/* Answers with the move that two hints show, until the line is done. */
async function playLine(page, { hints }) {
  const next = page.getByRole("button", { name: "Next line" });
  while (!(await next.count())) {
    await eventually(
      "turn",
      async () => /Your move|Play |Line finished/.test(await verdict(page)),
      true,
    );
    if (await next.count()) break;
    await hints();
    await page.waitForTimeout(30);
  }
}

/* The repertoire of data/italian.txt, in the order of a line's plies. */
const ANSWERS = {
  0: ["e4"],
  2: ["Nf3", "c3"],
  4: ["Bc4"],
  6: ["d3"],
  8: ["O-O"],
};

async function answerRight(page) {
  const played = await page.locator(".played b").allInnerTexts();
  const choice = ANSWERS[played.length];
  const right = played[1] === "c5" && played.length === 2 ? "c3" : choice[0];
  await typeMove(page, right);
  await eventually(
    "played",
    async () =>
      (await page.locator(".played b").allInnerTexts()).length > played.length,
    true,
  );
}

const alternatives = serverOf((tabia) =>
  startServer(tabia, ["data/alternatives.pgn"]),
);

/* The book thinks before it answers; here no one watches. */
const withoutPauses = (page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = (run, time, ...more) => wait(run, time / 10, ...more);
  });

export const tests = {
  async "lines without a mistake go to rest"(stage) {
    stage.prepare = withoutPauses;
    const page = await begin(stage);
    for (let i = 0; i < 3; i++) {
      await playLine(page, { hints: () => answerRight(page) });
      assert.equal(await verdict(page), "Line finished without a mistake!");
      if (i === 0) await stage.picture(page, "practice-done");
      await page.getByRole("button", { name: "Next line" }).click();
    }
    await page.getByRole("button", { name: /^Practise early/ }).waitFor();
    const words = /0 new, 0 due now, 3 due later; 0 of 3 learnt/;
    assert.match(await page.locator(".progress").innerText(), words);
    assert.match(
      await page.locator(".practice-start .verdict").innerText(),
      /Session finished: 3 lines, 0 mistakes/,
    );
    await page.reload();
    await page.getByRole("button", { name: /^Practise early/ }).waitFor();
    assert.match(await page.locator(".progress").innerText(), words);
    const deck = () =>
      page.evaluate(() => localStorage["tabia.deck.italian.white"]);
    const dates = JSON.parse(await deck());
    await page.getByRole("button", { name: "early: 3 lines" }).click();
    await playLine(page, { hints: () => answerRight(page) });
    const early = JSON.parse(await deck());
    for (const [key, { box, due }] of Object.entries(dates))
      assert.deepEqual([early[key].box, early[key].due], [box, due]);
  },

  "who always prefers the other own move comes to an end": alternatives(
    async (stage) => {
      stage.prepare = withoutPauses;
      const page = await stage.open("/?book=alternatives&tab=practise");
      await page.getByRole("button", { name: "Start: 2 lines" }).click();
      for (let i = 0; i < 2; i++) {
        const turn = async () =>
          /Your move|Line finished/.test(await verdict(page));
        const plies = () => page.locator(".played b").count();
        for (const [at, move] of ["e4", "Nf3", "Bc4", "d3"].entries()) {
          await eventually("turn", turn, true);
          await eventually("plies", plies, 2 * at);
          await typeMove(page, move);
        }
        if (i === 0) {
          await eventually("d3", () => verdict(page), "Line finished without a mistake!");
        } else {
          const too = "d3 is also in the book. This line has another move.";
          await eventually("explained", () => verdict(page), too);
          assert.equal(await pieceOn(page, "d2"), "white pawn");
          await stage.picture(page, "practice-other");
          await typeMove(page, "d3");
          await eventually("shown", () => verdict(page), "Play Ng5 to continue.");
          await typeMove(page, "Ng5");
          const isDone = /^Line finished\. A move was shown/;
          const done = async () => isDone.test(await verdict(page));
          await eventually("done", done, true);
        }
        await page.getByRole("button", { name: "Next line" }).click();
      }
      await page.getByText("Session finished: 2 lines, 0 mistakes.").waitFor();
      assert.match(
        await page.locator(".progress").innerText(),
        /1 new, 0 due now, 1 due later/,
      );
      await stage.picture(page, "practice-session-done");
    },
  ),

  async "a mistake is shown, has to be put right, and is counted"(stage) {
    const page = await begin(stage);
    await drag(page, "a2", "a3");
    await eventually(
      "wrong",
      () => verdict(page),
      "That is not the book move.",
    );
    await eventually("marks", () => page.locator("rect.mark.wrong").count(), 2);
    await stage.picture(page, "practice-wrong");
    await eventually("again", () => verdict(page), "Play e4 to continue.");
    assert.equal(await pieceOn(page, "a2"), "white pawn");
    await eventually("arrow", () => page.locator(".arrow.hint").count(), 1);
    await drag(page, "e2", "e4");
    await eventually(
      "reply",
      async () => (await page.locator(".played b").count()) >= 2,
      true,
    );
    assert.match(await counts(page), /1 mistake /);
    await playLine(page, { hints: () => answerRight(page) });
    assert.equal(await verdict(page), "Line finished. You will see it again soon.");
    assert.match(await counts(page), /3 lines left/);
    assert.match(await page.locator(".progress").innerText(), /1 due/);
  },

  async "hints: the piece, then the move"(stage) {
    const page = await begin(stage);
    const shown = async () => [
      await page.locator("rect.mark.hint").count(),
      await page.locator(".arrow.hint").count(),
    ];
    await page.getByRole("button", { name: "Hint" }).click();
    await eventually("the piece", shown, [1, 0]);
    await page.getByRole("button", { name: "Hint" }).click();
    await eventually("the move", shown, [1, 1]);
    assert.equal(await verdict(page), "Play e4 to continue.");
  },

  async "as Black the board is turned and White begins"(stage) {
    const page = await stage.open("/?book=italian&tab=practise");
    await page.getByLabel("Black", { exact: true }).check();
    await page.getByRole("button", { name: /^Start/ }).click();
    await eventually("e4", () => pieceOn(page, "e4"), "white pawn");
    await eventually("turned", () => cornerOfA1(page), "right top");
    await page.getByRole("button", { name: "End practice" }).click();
    await page.getByRole("button", { name: /^Start/ }).waitFor();
  },

  async "a game against the book, until it has no move"(stage) {
    stage.prepare = withoutPauses;
    const page = await stage.open("/?book=italian&tab=practise");
    const over = "You are out of book: it has no move here.";
    await page.getByRole("button", { name: "Play against the book" }).click();
    await eventually("asked", () => verdict(page), "Your move.");
    await drag(page, "e2", "e4");
    await eventually("reply", () => page.locator(".played b").count(), 2);
    await eventually("asked", () => verdict(page), "Your move.");
    await typeMove(page, "a3");
    await eventually("out", () => verdict(page), over);
    await stage.picture(page, "practice-spar");
    await page.getByRole("button", { name: "Take back" }).click();
    await eventually("back", () => page.locator(".played b").count(), 2);
    await page.getByRole("button", { name: "End game" }).click();
    await page.getByLabel("Black", { exact: true }).check();
    await page.getByRole("button", { name: "Play against the book" }).click();
    await eventually("e4", () => pieceOn(page, "e4"), "white pawn");
    await eventually("turned", () => cornerOfA1(page), "right top");
  },

  async "only lines through a position"(stage) {
    const page = await stage.open(
      "/?book=italian&play=e2e4,c7c5&tab=practise",
    );
    await page.getByRole("button", { name: "Start: 3 lines" }).waitFor();
    await page.getByLabel("only lines through").check();
    await page
      .getByRole("button", { name: "Start: 1 line", exact: true })
      .waitFor();
  },

  async "no line goes through a place of one's own"(stage) {
    const fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1".replace(/ /g, "+");
    const page = await stage.open(
      `/?book=italian&fen=${fen}&play=a7a8q&mode=practice`,
    );
    await page.getByLabel("only lines through").check();
    await page.getByText("No line for this side passes through").waitFor();
  },

  async "puzzles: a description, a hidden solution, verdicts"(stage) {
    const page = await stage.open("/?book=tichess-puzzles&tab=practise");
    await page.locator(".description").waitFor();
    assert.match(await page.locator(".description").innerText(), /^Mate in 1/);
    await eventually("side", () => verdict(page), "White to move.");
    assert.equal(await page.getByText("1. Ra8#").count(), 0);
    await page.getByRole("button", { name: "Show solution" }).click();
    assert.equal(await page.getByText("1. Ra8#").count(), 1);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    assert.equal(await page.locator(".solution").count(), 0);
    await stage.picture(page, "puzzle");
    await click(page, "g5");
    await click(page, "f7");
    await eventually("solved", () => verdict(page), "Solved!");
    await stage.picture(page, "puzzle-solved");

    await page.getByRole("button", { name: "Next puzzle" }).click();
    await eventually("king", () => pieceOn(page, "c6"), "white king");
    await typeMove(page, "Kc7"); // is taken back
    const refused = "Kc7 is not the solution.";
    await eventually("wrong", () => verdict(page), refused);
    await stage.picture(page, "puzzle-wrong");
    await eventually("back", () => pieceOn(page, "c6"), "white king");
    assert.equal(await verdict(page), refused);
    await typeMove(page, "Kb6");
    await eventually("reply", () => pieceOn(page, "b8"), "black king");
    const goOn = "Correct. The reply is Kb8. Go on.";
    await eventually("told", () => verdict(page), goOn);
    await settled(page);
    await typeMove(page, "Rh8");
    await eventually("solved", () => verdict(page), "Solved!");
    const count = () => page.locator(".puzzle .position p").innerText();
    assert.equal(await count(), "Puzzle 3 of 4, solved; 2 solved in all");

    await page.getByRole("button", { name: "Next puzzle" }).click();
    await eventually("Black", () => verdict(page), "Black to move.");
    await page.getByRole("button", { name: "Show solution" }).click();
    const text = await page.locator(".solution").innerText();
    assert.match(text, /1\.\.\. Kb7 2\. Kb5 Kb8/);
    assert.match(text, /stays before/);
    await stage.picture(page, "puzzle-solution");

    await page.reload(); // what was solved is kept
    await eventually("kept", count, "Puzzle 1 of 4; 2 solved in all");
  },
};
