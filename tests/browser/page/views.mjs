// views.mjs - every view with all that it can show: comment, store, other book,
// engine
//
// A repertoire for Black against 1.e4 beside a store, another book and an engine,
// on screens from a small phone to a desk: nothing is cut, enough rows are
// seen, and axe finds nothing serious.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { audit } from "./access.mjs";
import {
  cornerOfA1,
  drop,
  eventually,
  line,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const CARO = `[Event "Caro-Kann for Black"]
[Orientation "black"]

1. e4 c6 $1 {[%cal Gd7d5] The Caro-Kann: Black prepares d5 and keeps the pawn
structure sound. White has four serious replies; learn the Advance Variation
first, since it is what most people play.} 2. d4 (2. Nc3 d5 3. Nf3 Bg4) 2... d5
3. e5 {The Advance Variation.} (3. exd5 cxd5) 3... Bf5 4. Nf3 e6 *
`;

const OTHER = `[Event "A book with a rather long title, for all"]

1. e4 c6 (1... e5 2. Nf3) 2. d4 (2. Nc3 d5) (2. Nf3) 2... d5 3. Nc3 dxe4 *
`;

const SECOND = ["d4", "Nc3", "Nf3", "c4", "d3", "f4", "b3", "g3", "Bc4", "Ne2", "Qf3", "c3"];

function games() {
  const lines = SECOND.flatMap((san, i) =>
    Array.from({ length: 13 - i }, () => `1. e4 c6 2. ${san} d5`),
  );
  const others = ["1. d4 Nf6", "1. c4 e5", "1. e4 c6 2. d4 d5 3. exd5 cxd5 4. c4"];
  return [...lines, ...others]
    .map((moves, i) => {
      const result = ["1-0", "0-1", "1/2-1/2"][i % 3];
      return `[White "A ${i}"]
[Black "B"]
[Result "${result}"]
[WhiteElo "${2000 + i}"]
[BlackElo "2100"]
[Date "2024.01.02"]

${moves} ${result}
`;
    })
    .join("\n");
}

function prepare(tabia, folder) {
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  write("caro.pgn", CARO);
  write("other.pgn", OTHER);
  write("games.pgn", games());
  const by = ["--by", "rating,speed,month"];
  const words = ["build", "games.pgn", "-q", ...by, "-o", "games.tabia"];
  execFileSync(tabia, words, { cwd: folder });
  return ["caro.pgn", "games.tabia", "other.pgn"];
}

const here = path.dirname(fileURLToPath(import.meta.url));
const engine = path.resolve(here, "../../fake_engines/thinks.sh");
const own = serverOf((tabia) =>
  startServer(
    tabia,
    ["../../examples/tichess-puzzles.txt"],
    ["--engine", engine, "--max-engines", "16"],
    prepare,
  ),
);

const FULL = "/?book=caro&play=e2e4,c7c6&sources=games,other";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };

/* Opens it with the engine on. */
async function open(stage, options, address = FULL) {
  const page = await stage.open(address, options);
  await settled(page);
  await page.keyboard.press("l");
  await page.locator(".engine-lines li:not(.blank)").first().waitFor();
  return page;
}

/* By how many pixels the table is wider than the place it has. */
const cut = (page) =>
  page
    .locator(".here")
    .evaluate((box) => Math.max(0, box.scrollWidth - box.clientWidth));

/* The rows of the table that are in sight: not below the tabs of a phone. */
const rowsSeen = (page) =>
  page.evaluate(() => {
    const tabs = document.querySelector(".tabs");
    const isFixed = getComputedStyle(tabs).position === "fixed";
    const end = isFixed ? tabs.getBoundingClientRect().top : innerHeight;
    return [...document.querySelectorAll(".moves tbody tr")].filter(
      (one) => one.getBoundingClientRect().bottom <= end,
    ).length;
  });

const SIZES = [
  [320, 640],
  [390, 844],
  [820, 1180],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1440, 900],
];

const DESK = { viewport: { width: 1440, height: 900 } };
const SCREENS = { desk: DESK, tablet: TABLET, phone: PHONE };
/* The dark page differs from the light one in its colours only. */
const RULES = { light: undefined, dark: ["color-contrast"] };

const MINE = [1, 2, 3]
  .map(
    (round) => `[White "You ${round}"]
[Black "Me"]
[Result "0-1"]
[Round "${round}"]

1. e4 c6 2. d4 ${round === 1 ? "e6" : "d5"} 3. e5 0-1
`,
  )
  .join("\n");

/* What a screen shows, one view after the other. */
async function auditAll(stage, screen, colorScheme) {
  const rules = RULES[colorScheme];
  const options = { ...SCREENS[screen], colorScheme };
  const check = async (page, name) => {
    await stage.picture(page, `${name}-${screen}-${colorScheme}`);
    await audit(page, `${name}, ${screen}, ${colorScheme}`, rules);
  };
  const page = await open(stage, options);
  await check(page, "view-here");
  await page.keyboard.press("h");
  await page.locator(".holes tbody tr").first().waitFor();
  await check(page, "view-holes");
  await page.keyboard.press("g");
  await page.locator("canvas").first().waitFor();
  await check(page, "view-map");
  await page.keyboard.press("p");
  await page.getByRole("button", { name: /^Start/ }).click();
  await page.locator(".verdict").waitFor();
  await eventually("asked", () => page.locator(".movebox").count(), 1);
  await page.keyboard.press("m");
  await page.keyboard.type("a6");
  await page.keyboard.press("Enter");
  await eventually("marks", () => page.locator("rect.mark.wrong").count(), 2);
  await check(page, "view-wrong");

  const other = await stage.open("/?book=caro&play=e2e4", options);
  await settled(other);
  await drop(other, "mine.pgn", MINE + "\n".repeat(screen.length));
  await other.getByRole("button", { name: "Review", exact: true }).click();
  await other.locator(".holes .go").first().waitFor();
  await check(other, "view-review");

  const puzzles = await stage.open("/?book=tichess-puzzles", options);
  await puzzles.locator(".description").waitFor();
  await check(puzzles, "view-puzzles");
}

const audits = Object.fromEntries(
  ["desk light", "desk dark", "tablet light", "phone light", "phone dark"].map(
    (name) => [
      `axe finds nothing serious in any view, ${name}`,
      own((stage) => auditAll(stage, ...name.split(" "))),
    ],
  ),
);

export const tests = {
  ...audits,

  "the table is never cut": own(async (stage) => {
    for (const [width, height] of SIZES) {
      const page = await open(stage, { viewport: { width, height } });
      await stage.picture(page, `full-${width}`);
      assert.equal(await cut(page), 0, `${width} pixels`);
      assert.equal(await tooWide(page), 0, `${width} pixels`);
      const isCut = (box) => box.scrollWidth > box.clientWidth + 1;
      for (const pane of await page.locator(".tree-pane").all())
        assert.ok(!(await pane.evaluate(isCut)), `${width}: tree`);
      const seen = (selector) =>
        row(page, "d4")
          .locator(selector)
          .evaluate((cell) => {
            const box = cell.getBoundingClientRect();
            return box.width > 0 && box.right <= innerWidth;
          });
      assert.ok(await seen(".engine-value"), `${width}: engine`);
      if (width > 700) assert.ok(await seen(".act"), `${width}: buttons`);
      await page.context().close();
    }
  }),

  "a tablet held upright shows eight rows below all of it": own(
    async (stage) => {
      const page = await open(stage, TABLET);
      await stage.picture(page, "tablet-full");
      const seen = await rowsSeen(page);
      assert.ok(seen >= 8, `${seen} rows`);
      for (const part of [".tree .current", ".details textarea"])
        assert.ok(await page.locator(part).first().isVisible(), part);
    },
  ),

  "a phone shows rows below the comment and the engine": own(async (stage) => {
    const page = await open(stage, PHONE);
    await stage.picture(page, "phone-full");
    assert.equal(await page.locator(".engine-lines li").count(), 1);
    const seen = await rowsSeen(page);
    assert.ok(seen >= 5, `${seen} rows`);
    // The comment has two lines, and all of it after a tap.
    const note = page.locator(".position .note");
    const height = () => note.evaluate((one) => one.offsetHeight);
    const before = await height();
    assert.ok(before < 60, `${before} pixels`);
    const more = () =>
      note.evaluate((one) => getComputedStyle(one, "::after").content);
    assert.equal(await more(), '"more"');
    await note.tap();
    await eventually("more", async () => (await height()) > before, true);
    assert.equal(await more(), "none");
    await stage.picture(page, "phone-full-comment");
    assert.ok(await page.getByRole("group", { name: "Copy" }).isVisible());
    // The field for moves is there for keyboards.
    await page.keyboard.press("m");
    await page.keyboard.type("d4");
    await page.keyboard.press("Enter");
    await row(page, "d5").waitFor();
  }),

  "a column comes back when there is room": own(async (stage) => {
    const page = await open(stage, { viewport: { width: 1280, height: 800 } });
    const titles = () => page.locator(".source-names th").allInnerTexts();
    const small = (await titles()).length;
    await page.setViewportSize({ width: 1900, height: 1000 });
    await eventually(
      "all sources",
      async () => (await titles()).length >= Math.max(4, small),
      true,
    );
    assert.equal(await cut(page), 0);
    const title = await page.locator(".source-names th span").nth(-2).boundingBox();
    assert.ok(title.width > 90, `${title.width} pixels for a name`);
    await page.setViewportSize({ width: 1100, height: 768 });
    await eventually("fits again", () => cut(page), 0);
  }),

  "a source without room is named, and is there where it has room": own(
    async (stage) => {
      const page = await open(stage, { viewport: { width: 1280, height: 800 } });
      const hint = page.locator(".here .hint");
      const isThere = async () =>
        /A book with/.test(await page.locator(".source-names").innerText());
      await eventually("hint", () => hint.count(), 1);
      await stage.picture(page, "no-room");
      assert.match(await hint.innerText(), /No room for “A book with a rather/);
      assert.equal(await isThere(), false);
      await page.keyboard.press("ArrowRight");
      await eventually("room", isThere, true);
      assert.equal(await hint.count(), 0);
      await stage.picture(page, "room");
      await page.keyboard.press("ArrowLeft");
      await hint.getByRole("button", { name: "Choose sources" }).click();
      await page.locator("#sources").waitFor();
    },
  ),

  "the order of the sources is seen and chosen; the first store measures": own(
    async (stage) => {
      const page = await stage.open("/?book=caro&play=e2e4,c7c6&tab=games");
      await settled(page);
      const games = MINE.replace(/"Me"/g, (_, at) => `"Player ${at}"`);
      await drop(page, "club.pgn", games);
      const sources = () =>
        (new URL(page.url()).searchParams.get("sources") ?? "").split(",");
      await eventually("added", async () => /^games-/.test(sources()[0]), true);
      const [club] = sources();
      await page.locator(".sources-button").click();
      const menu = page.locator("#sources");
      const names = () =>
        menu.locator(".source label").allInnerTexts().then((all) =>
          all.map((text) => text.replace(/ (games|book)$/, "")),
        );
      const measure = () =>
        menu.locator(".source", { has: page.locator(".pill") }).locator("label").innerText();
      assert.equal((await names())[0], "club.pgn");
      assert.match(await measure(), /^club\.pgn/);
      await stage.picture(page, "sources");

      // By the keyboard; the focus stays.
      const down = page.getByRole("button", { name: "Move club.pgn down" });
      await down.focus();
      await page.keyboard.press("Enter");
      await eventually("second", async () => (await names())[1], "club.pgn");
      assert.equal(sources()[1], club);
      await eventually("measure", async () => (await measure()).split(" ")[0], "games.tabia");
      await eventually(
        "focus",
        () => page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        "Move club.pgn down",
      );
      const total = () => page.locator(".games [role=status]").innerText();
      await eventually("games", async () => /games\.tabia/.test(await total()), true);

      // What was taken out returns to its place.
      const tick = menu.getByRole("checkbox", { name: /^games\.tabia/ });
      await tick.uncheck();
      await eventually("out", async () => sources()[0], club);
      await tick.check();
      await eventually("back", async () => sources().slice(0, 2).join(), `games,${club}`);
      await page.keyboard.press("Escape");

      // Games of any of them.
      await settled(page);
      await page.getByLabel("Store").selectOption({ label: "club.pgn" });
      await eventually("of the club", total, "3 games in “club.pgn”");
      await stage.picture(page, "games-of");
    },
  ),

  "what the filter leaves of a store is said if it is nothing": own(
    async (stage) => {
      const page = await stage.open(`${FULL}&since=2025-01`);
      await settled(page);
      const words = () => page.locator(".here").innerText();
      assert.match(await words(), /No games in “games\.tabia” pass the filter here\./);
      await page.locator(".filters summary").click();
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await eventually("again", async () => /pass the filter/.test(await words()), false);
    },
  ),

  "a book or store without a side has White at the bottom": own(
    async (stage) => {
      const page = await stage.open("/?book=caro");
      await settled(page);
      await eventually("Black", () => cornerOfA1(page), "right top");
      await page.locator("#book").selectOption({ label: "games.tabia" });
      await settled(page);
      await eventually("White", () => cornerOfA1(page), "left bottom");
      assert.doesNotMatch(page.url(), /side=/);
    },
  ),

  "a game is in the address: Back, reload and a link find it": own(
    async (stage) => {
      const page = await stage.open("/?book=caro&play=e2e4,c7c6,d2d4&tab=games");
      await settled(page);
      const bar = page.locator(".game-bar");
      await page.locator(".games tbody .link").first().click();
      await bar.waitFor();
      await eventually("in the address", async () => /&game=games\/\w/.test(page.url()), true);
      const players = await bar.locator("span").innerText();
      const address = page.url();
      await page.goBack();
      await eventually("closed", () => bar.count(), 0);
      assert.match(page.url(), /tab=games/);
      await page.goForward();
      await eventually("open again", async () => (await bar.count()) && bar.locator("span").innerText(), players);
      await page.reload();
      await eventually("reloaded", async () => (await bar.count()) && bar.locator("span").innerText(), players);
      const other = await stage.open(address.replace(stage.server.url, ""));
      await other.locator(".game-bar").waitFor();
      await other.keyboard.press("Escape");
      await eventually("closed by Escape", () => other.locator(".game-bar").count(), 0);
      assert.equal((await line(other)).length, 3);
      assert.doesNotMatch(other.url(), /game=/);
    },
  ),
};
