// practice.mjs - lines asked, mistakes, hints, repetition; puzzles

import assert from "node:assert/strict";
import { click, drag, eventually, pieceOn, settled } from "./harness.mjs";

const verdict = (page) => page.locator(".verdict").innerText();
const counts = (page) => page.locator(".practice-line .position p").innerText();

async function begin(stage, options) {
  const page = await stage.open("/?book=italian&mode=practice", options);
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
      async () => /Your move|Play |Line done/.test(await verdict(page)),
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

/* The book thinks before it answers; here nobody looks on meanwhile. */
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
      assert.equal(await verdict(page), "Line done, no mistake!");
      if (i === 0) await stage.picture(page, "practice-done");
      await page.getByRole("button", { name: "Next line" }).click();
    }
    await page.getByRole("button", { name: /^Start/ }).waitFor();
    const words = /0 new, 0 due, 3 resting; 0 of 3 learnt/;
    assert.match(await page.locator(".progress").innerText(), words);
    await page.reload();
    await page.getByRole("button", { name: /^Start/ }).waitFor();
    assert.match(await page.locator(".progress").innerText(), words);
  },

  async "a mistake is shown, has to be put right, and is counted"(stage) {
    const page = await begin(stage);
    await drag(page, "a2", "a3");
    await eventually(
      "wrong",
      () => verdict(page),
      "That is not the book's move.",
    );
    await eventually("marks", () => page.locator("rect.mark.wrong").count(), 2);
    await stage.picture(page, "practice-wrong");
    await eventually("again", () => verdict(page), "Play e4 to go on.");
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
    assert.equal(await verdict(page), "Line done. It will come again soon.");
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
    assert.equal(await verdict(page), "Play e4 to go on.");
  },

  async "as Black the board is turned and White begins"(stage) {
    const page = await stage.open("/?book=italian&mode=practice");
    await page.getByLabel("Black", { exact: true }).check();
    await page.getByRole("button", { name: /^Start/ }).click();
    await eventually("e4", () => pieceOn(page, "e4"), "white pawn");
    const [a1, h8] = await Promise.all(
      ["a1", "h8"].map((square) =>
        page.locator(`.squares [data-name="${square}"]`).boundingBox(),
      ),
    );
    assert.ok(a1.y < h8.y, "Black is below");
    await page.getByRole("button", { name: "End practice" }).click();
    await page.getByRole("button", { name: /^Start/ }).waitFor();
  },

  async "only lines through a position"(stage) {
    const page = await stage.open(
      "/?book=italian&play=e2e4,c7c5&mode=practice",
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
    await page.getByText("No line of this side goes through").waitFor();
  },

  async "puzzles: a description, a hidden solution, moves"(stage) {
    const page = await stage.open("/?book=tichess-puzzles&mode=practice");
    await page.locator(".description").waitFor();
    assert.match(await page.locator(".description").innerText(), /^Mate in 1/);
    assert.equal(await page.getByText("1: Ra8#").count(), 0);
    await page.getByRole("button", { name: "Show the solution" }).click();
    assert.equal(await page.getByText("1: Ra8#").count(), 1);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    assert.equal(await page.locator(".solution").count(), 0);
    await stage.picture(page, "puzzle");
    await click(page, "g5");
    await click(page, "f7");
    await eventually("solved", () => verdict(page), "Solved!");

    await page.getByRole("button", { name: "Next puzzle" }).click();
    await eventually("king", () => pieceOn(page, "c6"), "white king");
    await typeMove(page, "Kb6");
    await eventually("reply", () => pieceOn(page, "b8"), "black king");
    await settled(page);
    await typeMove(page, "Rh8");
    await eventually("solved", () => verdict(page), "Solved!");
    await page.getByRole("button", { name: "Set up again" }).click();
    await typeMove(page, "Kc7");
    await eventually(
      "wrong",
      () => verdict(page),
      "Kc7 is not the solution's move.",
    );
  },
};
