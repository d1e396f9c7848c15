// live.mjs - the live engine: lines, bar, arrows, values in table and book
//
// The engine of the tests thinks the same of a position every time, up to
// depth 12.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { audit } from "./access.mjs";
import {
  eventually,
  line,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const BOOK = `[Event "Open games"]
[Orientation "white"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *
`;

const here = path.dirname(fileURLToPath(import.meta.url));
const engines = path.resolve(here, "../../fake_engines");

function prepare(tabia, folder) {
  fs.writeFileSync(path.join(folder, "open.pgn"), BOOK);
  return ["open.pgn"];
}

const serverWith = (engine, ...options) =>
  serverOf((tabia) =>
    startServer(
      tabia,
      [],
      ["--engine", path.join(engines, `${engine}.sh`), ...options],
      prepare,
    ),
  );

const own = serverWith("thinks", "--max-engines", "8");
const readOnly = serverWith("thinks", "--read-only");
const allowed = serverWith("thinks", "--read-only", "--allow-engine");
const broken = serverWith("closes");

const panel = (page) => page.locator(".engine");
const lines = async (page) =>
  (await page.locator(".engine-lines li:not(.blank)").allInnerTexts()).map(
    (text) => text.replace(/\s+/g, " ").trim(),
  );
const status = (page) => page.locator(".engine .status").innerText();
const bar = (page) => page.locator(".eval-bar");
const engineValue = async (page, san) =>
  (await row(page, san).locator(".engine-value").innerText()).trim();
const arrows = (page) => page.locator(".arrow.best, .arrow.good").count();

const START_LINES = [
  "+0.52 1.e4 a6",
  "+0.32 1.d4 a6",
  "+0.12 1.Nf3 a6",
];

export const tests = {
  "a key starts it; lines, bar, arrows and values follow the board":
    own(async (stage) => {
      const page = await stage.open("/?tab=games");
      await settled(page);
      assert.equal(await bar(page).count(), 0);
      assert.equal(await status(page), "thinks.sh");
      const board = () => page.locator("div.board").boundingBox();
      const before = await board();
      await page.keyboard.press("l");
      await eventually("lines", () => lines(page), START_LINES);
      assert.equal(await status(page), "thinks.sh: depth 12, 50k nodes/s");
      assert.equal(
        await bar(page).getAttribute("aria-label"),
        "Engine: White is better by 0.52",
      );
      assert.deepEqual(await board(), before, "the board stays");
      await eventually("arrows", () => arrows(page), 3);
      await eventually("table", () => engineValue(page, "e4"), "+0.52");
      const heads = await page.locator(".source-names th").allInnerTexts();
      assert.equal(heads.at(-1), "Engine");
      await audit(page, "the engine");
      await stage.picture(page, "live-desktop");

      // A step: the old search ends, another begins; values are White's view.
      await row(page, "e4").click();
      await eventually("after e4", () => lines(page), [
        "-0.52 1...e5 2.a3",
        "-0.32 1...c5 2.a3",
        "-0.12 1...d5 2.a3",
      ]);
      await eventually("table", () => engineValue(page, "c5"), "-0.32");
      await page.keyboard.press("ArrowLeft");
      await eventually("back", () => lines(page), START_LINES);

      await page.keyboard.press("l");
      await eventually("off", () => bar(page).count(), 0);
      await eventually("arrows", () => arrows(page), 0);
      assert.deepEqual(await lines(page), []);
      assert.equal(await page.locator(".engine-group").count(), 0);
    }),

  "the switch, the number of lines, a move of a line": own(
    async (stage) => {
      const page = await stage.open("/");
      await settled(page);
      await panel(page).getByRole("switch", { name: "Engine" }).check();
      await eventually("three", async () => (await lines(page)).length, 3);
      await page.getByLabel("Number of lines").selectOption("5");
      await eventually("five", () => lines(page), [
        ...START_LINES,
        "-0.08 1.c4 a6",
        "-0.28 1.Nc3 a6",
      ]);
      await page.reload();
      await settled(page);
      await page.keyboard.press("l");
      await eventually("kept", async () => (await lines(page)).length, 5);
      await panel(page).getByRole("button", { name: "a6" }).nth(1).click();
      await eventually("played", () => line(page), ["1.\nd4", "a6"]);
      await panel(page).getByRole("switch", { name: "Engine" }).uncheck();
    },
  ),

  "a value is written into the book, and taken back": own(
    async (stage) => {
      const page = await stage.open("/?play=e2e4");
      await settled(page);
      await page.keyboard.press("l");
      await eventually(
        "deep",
        async () => (await status(page)).includes("depth 12"),
        true,
      );
      await page.getByRole("button", { name: "Write to book" }).click();
      const head = () => page.locator(".position p").first().innerText();
      const words = "-0.52 (Black is better by 0.52, depth 12)";
      await eventually("written", async () => (await head()).includes(words), true);
      await stage.picture(page, "live-written");
      await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
      await eventually("undone", async () => (await head()).includes("-0.52"), false);
      await page.keyboard.press("Control+y");
      await eventually("redone", async () => (await head()).includes(words), true);
      await page.keyboard.press("Control+s");
      const file = path.join(stage.server.folder, "open.pgn");
      await eventually(
        "saved",
        async () => /\[%eval -0\.52,12\]/.test(fs.readFileSync(file, "utf8")),
        true,
      );
    },
  ),

  "not in the way of practice": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    await page.keyboard.press("l");
    await eventually("on", () => bar(page).count(), 1);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: /^Start/ }).click();
    await eventually("hidden", () => bar(page).count(), 0);
    assert.equal(await arrows(page), 0);
  }),

  "an engine that fails says why": broken(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    await page.keyboard.press("l");
    await eventually(
      "message",
      () => panel(page).locator(".wrong").allInnerTexts(),
      ["The engine exited before it sent 'bestmove'."],
    );
    await panel(page).getByRole("button", { name: "Try again" }).waitFor();
    await stage.picture(page, "live-failed");
  }),

  "not for visitors of a read-only server": readOnly(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    assert.equal(await panel(page).count(), 0);
    await page.keyboard.press("l");
    await page.waitForTimeout(300);
    assert.equal(await bar(page).count(), 0);
  }),

  "for visitors of a read-only server if allowed": allowed(
    async (stage) => {
      const page = await stage.open("/?play=e2e4");
      await settled(page);
      await page.keyboard.press("l");
      await eventually("lines", async () => (await lines(page)).length, 3);
      const write = page.getByRole("button", { name: "Write to book" });
      assert.equal(await write.count(), 0);
    },
  ),

  "on a phone, in the dark, for Black": own(async (stage) => {
    const phone = await stage.open("/?side=black", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await settled(phone);
    await panel(phone).getByRole("switch", { name: "Engine" }).check();
    await eventually("one line", () => lines(phone), START_LINES.slice(0, 1));
    await phone.getByLabel("Number of lines").selectOption("3");
    await eventually("lines", () => lines(phone), START_LINES);
    await eventually("table", () => engineValue(phone, "e4"), "+0.52");
    assert.equal(await tooWide(phone), 0);
    const cell = await phone.locator("td.engine-value").first().boundingBox();
    assert.ok(cell.x + cell.width <= 390, "the value is not cut off");
    await stage.picture(phone, "live-phone");
    const dark = await stage.open("/?side=black", { colorScheme: "dark" });
    await settled(dark);
    await dark.keyboard.press("l");
    await eventually("lines", () => lines(dark), START_LINES);
    await stage.picture(dark, "live-dark");
    // White's part of the bar is at White's side of the board.
    const [outer, inner] = await Promise.all([
      bar(dark).boundingBox(),
      bar(dark).locator("span").boundingBox(),
    ]);
    assert.ok(inner.y - outer.y < 3, "at the top");
    assert.ok(inner.height > outer.height / 2, "White is better");
    await eventually("arrows", () => arrows(dark), 3);
  }),
};
