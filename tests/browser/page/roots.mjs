// roots.mjs - books that begin with other positions than the usual one
//
// A study of which one chapter begins with a position of its own, a repertoire
// that begins after 1.e4, and a book with three beginnings and no titles.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  eventually,
  line,
  pieceOn,
  row,
  serverOf,
  settled,
  startServer,
} from "../harness.mjs";

const game = (fen, moves, event, variant) =>
  (variant ? `[Variant "${variant}"]\n` : "") +
  (event ? `[Event "${event}"]\n` : "") +
  (fen ? `[SetUp "1"]\n[FEN "${fen}"]\n` : "") +
  `\n${moves} *\n\n`;

const ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const SHUFFLED = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1";

const BOOKS = {
  study:
    game("", "1. d4 d5 2. c4", "Study: Openings") +
    game(ENDING, "1. e4 Kd7 2. Kd2", "Study: Endings"),
  black: game(AFTER_E4, "1... c6 2. d4 d5"),
  shuffled: game(SHUFFLED, "1. e4 e5 2. d4", "", "Chess960"),
  several: game("", "1. d4") + game(ENDING, "1. e4") + game(AFTER_E4, "1... c5"),
};

function prepare(tabia, folder) {
  const names = Object.entries(BOOKS).map(([name, text]) => {
    fs.writeFileSync(path.join(folder, `${name}.pgn`), text);
    return `${name}.pgn`;
  });
  return names;
}

const own = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], [], prepare),
);

const moves = (page) => page.locator(".tree .san").allInnerTexts();
const chapters = (page) => page.getByLabel("Chapter");

export const tests = {
  "the tree is that of the chapter on the board": own(async (stage) => {
    const page = await stage.open("/?book=study");
    await settled(page);
    const first = ["1.d4", "d5", "2.c4"];
    const second = ["1.e4", "Kd7", "2.Kd2"];
    await eventually("first", () => moves(page), first);
    await chapters(page).selectOption("1");
    await eventually("second", () => moves(page), second);
    await settled(page);
    await page.keyboard.press("ArrowRight");
    await eventually("forward", () => line(page), ["1.\ne4"]);
    await settled(page);
    assert.equal(await page.locator(".beyond").count(), 0);
    await stage.picture(page, "chapter-with-position");
    await chapters(page).selectOption("0");
    await eventually("first again", () => moves(page), first);

    // The other one first; and a position inside it.
    const other = await stage.open(
      `/?book=study&fen=${encodeURIComponent(ENDING)}`,
    );
    await eventually("second", () => moves(other), second);
    await chapters(other).selectOption("0");
    await eventually("first", () => moves(other), first);
    const inside = "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2";
    await other.locator("#search").fill(inside);
    await other.locator("#search-hits li").first().click();
    await eventually("inside", () => moves(other), second);
  }),

  "a book opens where it begins": own(async (stage) => {
    const page = await stage.open("/?book=black");
    await eventually("pawn", () => pieceOn(page, "e4"), "white pawn");
    await row(page, "c6").waitFor();
    await eventually("tree", () => moves(page), ["1...c6", "2.d4", "d5"]);
    await page.keyboard.press("ArrowRight");
    await eventually("forward", () => line(page), ["1...\nc6"]);
    await page.locator("#book").selectOption({ index: 0 });
    await settled(page);

    const other = await stage.open("/?book=shuffled");
    await eventually("king", () => pieceOn(other, "g1"), "white king");
    await row(other, "e4").waitFor();
    await other.keyboard.press("ArrowRight");
    await eventually("forward", () => line(other), ["1.\ne4"]);
    // What the address names stays.
    const named = await stage.open("/?book=black&play=d2d4");
    await settled(named);
    await eventually("tree", () => moves(named), ["1...c6", "2.d4", "d5"]);
    assert.deepEqual(await line(named), ["1.\nd4"]);
  }),

  "all beginnings of a book can be chosen": own(async (stage) => {
    const page = await stage.open("/?book=several");
    await settled(page);
    await chapters(page).waitFor();
    const options = chapters(page).locator("option");
    assert.equal(await options.count(), 3);
    const seen = [];
    for (let i = 0; i < 3; i++) {
      await chapters(page).selectOption(String(i));
      await eventually("one", async () => (await moves(page)).length, 1);
      await eventually(
        "chosen",
        async () => {
          const [first] = await moves(page);
          return first !== seen.at(-1);
        },
        true,
      );
      seen.push((await moves(page))[0]);
      assert.equal(await chapters(page).inputValue(), String(i));
    }
    assert.deepEqual(seen.sort(), ["1...c5", "1.d4", "1.e4"]);
    await stage.picture(page, "beginnings");
  }),
};
