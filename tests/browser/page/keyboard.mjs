// keyboard.mjs - everything without a mouse

import assert from "node:assert/strict";
import {
  cornerOfA1,
  eventually,
  line,
  pieceOn,
  row,
  settled,
} from "../harness.mjs";

const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at.getAttribute("aria-label") ?? at.innerText ?? at.tagName;
  });

async function keys(page, ...names) {
  for (const name of names) await page.keyboard.press(name);
}

const spoken = (page) => page.locator("[aria-live=polite]").first().innerText();

export const tests = {
  async "stepping with Lichess's keys"(stage) {
    const play = "e2e4,e7e5,g1f3,b8c6";
    const page = await stage.open(`/?book=openings&play=${play}`);
    await settled(page);
    const at = () => page.locator(".line .current").allInnerTexts();
    const steps = [
      ["ArrowLeft", ["Nf3"]],
      ["k", ["e5"]],
      ["ArrowRight", ["Nf3"]],
      ["j", ["Nc6"]],
      ["Home", []],
      ["End", ["Nc6"]],
      ["ArrowUp", []],
      ["ArrowDown", ["Nc6"]],
      ["0", []],
      ["$", ["Nc6"]],
    ];
    for (const [key, want] of steps) {
      await keys(page, key);
      await eventually(`after ${key}`, at, want);
    }
    await keys(page, "f");
    await eventually("flipped", () => cornerOfA1(page), "right top");
  },

  async "Shift+Space plays the first row, Shift+arrows change the branch"(
    stage,
  ) {
    const page = await stage.open("/?book=italian&play=e2e4");
    await settled(page);
    const first = await page.locator(".moves tbody .san").first().innerText();
    await keys(page, "Shift+Space");
    await eventually("first", async () => (await line(page)).at(-1), first);
    await settled(page);
    const other = first === "e5" ? "c5" : "e5";
    await keys(page, "Shift+ArrowRight");
    await eventually("branch", async () => (await line(page)).at(-1), other);
    await settled(page);
    await keys(page, "Shift+ArrowLeft");
    await eventually("back", async () => (await line(page)).at(-1), first);
  },

  async "typed moves, with a word for wrong ones"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    await keys(page, "m");
    await page.keyboard.type("Nf3");
    await keys(page, "Enter");
    await eventually("knight", () => pieceOn(page, "f3"), "white knight");
    assert.match(await spoken(page), /White: knight to f3/);
    await settled(page);
    await page.keyboard.type("e7e4");
    await keys(page, "Enter");
    assert.equal(
      await page.locator("#move-wrong").innerText(),
      "not a legal move",
    );
    await keys(page, "Control+a");
    await page.keyboard.type("d7d5");
    await keys(page, "Enter");
    await eventually("pawn", () => pieceOn(page, "d5"), "black pawn");
  },

  async "squares by arrow keys, Enter picks up and puts down"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    await page.locator('.squares [data-name="e2"]').focus();
    assert.equal(await focused(page), "e2, white pawn");
    await keys(page, "Enter");
    assert.equal(await focused(page), "e2, white pawn, picked up");
    await keys(page, "ArrowUp", "ArrowUp");
    assert.equal(await focused(page), "e4, empty");
    await keys(page, "Enter");
    await eventually("pawn", () => focused(page), "e4, white pawn");
    assert.deepEqual(await line(page), ["1.\ne4"]);
  },

  async "Tab reaches all, in order"(stage) {
    const page = await stage.open("/?book=italian");
    await settled(page);
    const seen = [];
    for (let i = 0; i < 70; i++) {
      await keys(page, "Tab");
      seen.push(await focused(page));
    }
    const order = [
      /Search openings/,
      /Open a book file/,
      /Theme/,
      /Keyboard shortcuts/,
      /e2, white pawn/,
      /Back/,
      /Flip/,
      /Comment/,
      /Export/,
      /^1\.e4$/,
      /^e4$/,
      /Holes/,
    ];
    let from = 0;
    for (const pattern of order) {
      const at = seen.findIndex((name, i) => i >= from && pattern.test(name));
      assert.ok(at >= 0, `${pattern} in ${JSON.stringify(seen)}`);
      from = at;
    }
    // Of the tree one move only.
    assert.ok(!seen.some((name) => /^1\.\.\./.test(name)), String(seen));
  },

  async "the focus stays in the table, and goes to the tree"(stage) {
    const page = await stage.open("/?book=italian");
    await settled(page);
    await keys(page, "e");
    await eventually("table", () => focused(page), "e4");
    await keys(page, "Enter");
    await settled(page);
    await row(page, "e5").waitFor();
    await eventually("next", () => focused(page), "e5");
    await keys(page, "Enter");
    await row(page, "Nf3").waitFor();
    await eventually("after", () => focused(page), "Nf3");
    await keys(page, "t");
    const current = () =>
      page.evaluate(() => document.activeElement.matches(".tree .current"));
    await eventually("tree", current, true);
    await keys(page, "ArrowDown");
    assert.equal(await current(), false);
    await keys(page, "Enter");
    await settled(page);
    await eventually("there", async () => (await line(page)).length, 3);
    await eventually("still in the tree", current, true);
  },

  async "panels, help and search by keys; focus comes back"(stage) {
    const page = await stage.open("/?book=italian");
    await settled(page);
    const mode = () =>
      page.locator("[role=tab][aria-selected=true]").innerText();
    for (const [key, name] of [
      ["g", "Map"],
      ["s", "Games"],
      ["p", "Practise"],
      ["h", "Holes"],
    ]) {
      await keys(page, key);
      await eventually(key, mode, name);
    }
    await page.locator("#tab-holes").focus();
    await keys(page, "ArrowRight");
    await eventually("tabs", () => focused(page), "Games");
    await keys(page, "e");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
    await keys(page, "?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await stage.picture(page, "help");
    await keys(page, "f"); // not for the board while the dialog is open
    await keys(page, "Escape");
    assert.notEqual(await spoken(page), "Black at the bottom");
    await eventually("focus", () => focused(page), "Keyboard shortcuts (?)");
    await keys(page, "/");
    await page.keyboard.type("sicilian rossolimo");
    await page.locator("#search-hits li").first().waitFor();
    await keys(page, "ArrowDown", "ArrowUp", "Enter");
    await eventually(
      "found",
      async () => (await line(page)).includes("c5"),
      true,
    );
  },

  async "practice by keys alone"(stage) {
    const page = await stage.open("/?book=italian&tab=practise");
    await page.getByRole("button", { name: /^Start/ }).focus();
    await keys(page, "Enter", "m");
    await eventually(
      "asked",
      () => page.locator(".verdict").innerText(),
      "Your move, White.",
    );
    await page.keyboard.type("e4");
    await keys(page, "Enter");
    await eventually(
      "reply",
      async () => (await page.locator(".played b").count()) >= 2,
      true,
    );
  },
};
