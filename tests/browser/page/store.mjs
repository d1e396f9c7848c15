// store.mjs - what only stores have: results, filters, months, games
//
// The store is made of twenty games whose numbers are round, so that what must
// be seen can be worked out by hand.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  eventually,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

/* Ten games each; both orders of moves lead to the same position. */
const KINDS = [
  {
    moves: "1. e4 e6 2. d4 d5",
    clock: "180+2",
    rating: 2600,
    results: { "1-0": 5, "1/2-1/2": 3, "0-1": 2 },
  },
  {
    moves: "1. d4 e6 2. e4 d5",
    clock: "600+0",
    rating: 2100,
    results: { "1-0": 1, "1/2-1/2": 1, "0-1": 8 },
  },
];

function games() {
  let text = "";
  let number = 0;
  for (const { moves, clock, rating, results } of KINDS)
    for (const [result, count] of Object.entries(results))
      for (let i = 0; i < count; i++) {
        const month = ["01", "02", "02", "03"][++number % 4];
        const tags = {
          Event: "Test",
          White: `Ada ${number}`,
          Black: number === 9 ? "Bartholomäus Freudenreich" : `Bo ${number}`,
          Date: `2020.${month}.05`,
          Result: result,
          WhiteElo: rating + number,
          BlackElo: rating,
          TimeControl: clock,
        };
        for (const [tag, value] of Object.entries(tags))
          text += `[${tag} "${value}"]\n`;
        text += `\n${moves} ${result}\n\n`;
      }
  return text;
}

function buildStore(tabia, folder) {
  fs.writeFileSync(path.join(folder, "games.pgn"), games());
  const by = ["--by", "rating,speed,month"];
  const words = ["build", "games.pgn", "-q", ...by, "-o", "games.tabia"];
  execFileSync(tabia, words, { cwd: folder });
  return ["--games", "games.pgn", "games.tabia"];
}

const own = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], [], buildStore),
);

const STORE = "/?book=games";

async function open(stage, address = STORE) {
  const page = await stage.open(address);
  await settled(page);
  return page;
}

export const tests = {
  "results as bars, with the sum of all": own(async (stage) => {
    const page = await open(stage);
    const cells = async (san) =>
      (await row(page, san).locator(".bar span").allInnerTexts()).join("|");
    assert.equal(await cells("e4"), "50%|30%|20");
    assert.equal(await cells("d4"), "||80%");
    const bar = row(page, "e4").locator(".bar");
    assert.equal(
      await bar.getAttribute("aria-label"),
      "White wins 50%, draws 30%, Black wins 20%",
    );
    const widths = await row(page, "e4")
      .locator(".bar span")
      .evaluateAll((parts) => parts.map((part) => part.offsetWidth));
    assert.ok(Math.abs(widths[0] / widths[2] - 2.5) < 0.15, String(widths));
    // White's ratings in the first ten games: 2601 to 2610
    assert.match(await row(page, "e4").innerText(), /50%\s+10\b[^]*260[56]/);
    assert.match(
      await page.locator(".moves tfoot").innerText(),
      /100%\s+20\b[^]*30%[^]*20[^]*50%/,
    );
    await stage.picture(page, "store");
  }),

  "games that came by another move order are counted apart": own(async (stage) => {
    const page = await open(stage, `${STORE}&play=e2e4,e7e6`);
    assert.match(await row(page, "d4").innerText(), /10\s*\+10/);
    assert.match(
      await row(page, "d4").locator(".extra").getAttribute("title"),
      /^10 more times by transposition$/,
    );
  }),

  "the months of the position": own(async (stage) => {
    const page = await open(stage);
    // every fourth game in January, two in February, one in March
    assert.match(
      await page.locator(".history svg").getAttribute("aria-label"),
      /from Jan 2020 to Mar 2020; most in Feb 2020: 10$/,
    );
  }),

  "a phone, however small, has room for all of it": own(async (stage) => {
    for (const width of [320, 390, 900]) {
      const page = await stage.open(`${STORE}&tab=games`, {
        viewport: { width, height: 700 },
        isMobile: true,
      });
      await page.locator(".games").first().waitFor();
      assert.equal(await tooWide(page), 0, `${width} pixels`);
      const ratings = page.locator(".games tbody tr").first().locator(".ratings");
      assert.match(await ratings.innerText(), /^26\d\d – 2600$/);
    }
  }),

  "a game opens": own(async (stage) => {
    const page = await open(stage);
    const games = page.locator(".games").first();
    await games.getByRole("button", { name: "Ada 10 – Bo 10" }).click();
    const moves = page.locator(".game-moves");
    await eventually("moves", () => moves.locator(".san").allInnerTexts(), [
      "e4",
      "e6",
      "d4",
      "d5",
    ]);
    await stage.picture(page, "store-game");
    await page.keyboard.press("Escape");
    await eventually("closed", () => moves.count(), 0);
  }),

  "filters count, are kept, and are explained when nothing is left": own(
    async (stage) => {
      const page = await open(stage);
      const sum = async () =>
        /Σ\s+100%\s+(\d+)/.exec(await page.locator(".here").innerText())?.[1];
      const sans = () => page.locator(".moves tbody .san").allInnerTexts();
      assert.equal(await sum(), "20");
      await page.locator(".filters summary").click();
      await page.getByLabel("blitz", { exact: true }).check();
      await eventually("blitz", sans, ["e4"]);
      await stage.picture(page, "store-filter");
      await page.getByLabel("rapid", { exact: true }).check();
      await eventually("both", sum, "20");
      await page.getByLabel("2500+", { exact: true }).check();
      await eventually("rating", sans, ["e4"]);
      await page.getByLabel("blitz", { exact: true }).uncheck();
      const words = () => page.locator(".here").innerText();
      await eventually(
        "words",
        async () => /No games match the filter/.test(await words()),
        true,
      );
      await page.reload();
      await settled(page);
      assert.match(await words(), /rating 2500\+ · rapid/);
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await eventually("all", sum, "20");
    },
  ),

  "the other panels say why not": own(async (stage) => {
    const page = await open(stage);
    const words = () => page.locator("#panel").innerText();
    // A store has no tree, and the server exports only what it holds in memory.
    assert.equal(await page.locator(".tree-pane").count(), 0);
    assert.equal(await page.getByRole("button", { name: /^Export/ }).count(), 0);
    await page.getByRole("tab", { name: "Practise" }).click();
    assert.match(await words(), /counts games/);
    await page.getByRole("tab", { name: "Holes" }).click();
    assert.match(await words(), /Only books with lines/);
    const phone = await stage.open(`${STORE}&tab=tree`, {
      viewport: { width: 390, height: 844 },
    });
    await settled(phone);
    const tree = await phone.locator("#panel").innerText();
    assert.match(tree, /built from games[^]*“tabia convert”/);
  }),
};
