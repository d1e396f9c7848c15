// access.mjs - accessibility, phones, the size of it all

import assert from "node:assert/strict";
import AxeBuilder from "@axe-core/playwright";
import { drag, eventually, line, row, settled, tooWide } from "../harness.mjs";

const SIZE_MAX = 90_000; // bytes of everything, packed

export async function audit(page, name, rules) {
  // The drawn pieces are hidden from readers, and many.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] }) // all else takes time to describe
    .exclude(".board-pieces");
  if (rules) axe.withRules(rules);
  const { violations } = await axe.setLegacyMode(true).analyze();
  const bad = violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((n) => n.target).join(", ")}`);
  assert.deepEqual(bad, [], name);
}

async function ready(page, mode) {
  await settled(page);
  if (mode === "map") await page.locator("canvas").waitFor();
  if (mode === "practise")
    await page.getByRole("button", { name: /^Start/ }).waitFor();
}

const TABS = ["holes", "games", "map", "practise"];
const PHONE = ["here", "tree", ...TABS];

const GAMES = ["1-0", "0-1"]
  .map(
    (result) => `[White "A"]
[Black "B"]
[Result "${result}"]
[Date "2024.01.02"]

1. e4 c5 2. c3 d5 ${result}
`,
  )
  .join("\n");

/* The dark page differs from the light one in its colours only. */
const RULES = { light: undefined, dark: ["color-contrast"] };

const audits = Object.fromEntries(
  Object.entries(RULES).map(([colorScheme, rules]) => [
    `axe finds nothing serious, ${colorScheme}`,
    async (stage) => {
      const page = await stage.open("/?book=openings&play=e2e4,c7c5", {
        colorScheme,
      });
      await settled(page);
      await audit(page, `marks, ${colorScheme}`, rules);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await audit(page, `help, ${colorScheme}`, rules);
      await page.keyboard.press("Escape");
      await page.locator("#book").selectOption({ label: "Italian for White" });
      for (const mode of TABS) {
        await page.locator(`#tab-${mode}`).click();
        await ready(page, mode);
        await stage.picture(page, `${mode}-${colorScheme}`);
        await audit(page, `${mode}, ${colorScheme}`, rules);
      }
      await page.getByRole("button", { name: "New" }).click();
      await audit(page, `new book, ${colorScheme}`, rules);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+ ");
      await settled(page);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("button", { name: "All annotations" }).click();
      await stage.picture(page, `editor-${colorScheme}`);
      await audit(page, `edit, ${colorScheme}`, rules);

      // Games beside the book; one of them on the board; the filter.
      await page.locator("#file").setInputFiles({
        name: `${colorScheme}.pgn`,
        mimeType: "text/plain",
        buffer: Buffer.from(GAMES + "\n".repeat(colorScheme.length)),
      });
      await page.locator(".games tbody tr").first().waitFor();
      await page.locator(".filters summary").click();
      await page.locator(".sources-button").click();
      await audit(page, `games beside, ${colorScheme}`, rules);
      await page.keyboard.press("Escape");
      await page.locator(".games tbody tr").first().click();
      await page.locator(".game-bar, .game-moves").first().waitFor();
      await stage.picture(page, `game-${colorScheme}`);
      await audit(page, `a game, ${colorScheme}`, rules);
    },
  ]),
);

const phones = Object.fromEntries(
  Object.entries(RULES).map(([colorScheme, rules]) => [
    `axe finds nothing serious on a phone, ${colorScheme}`,
    async (stage) => {
      const page = await stage.open("/?book=italian&play=e2e4,c7c5", {
        colorScheme,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      for (const tab of PHONE) {
        await page.locator(`#tab-${tab}`).tap();
        await ready(page, tab);
        if (colorScheme === "dark")
          await stage.picture(page, `phone-${tab}-dark`);
        await audit(page, `${tab} on a phone, ${colorScheme}`, rules);
      }
    },
  ]),
);

export const tests = {
  ...audits,
  ...phones,

  async "colours follow the system, or the choice, which is kept"(stage) {
    const page = await stage.open("/", { colorScheme: "dark" });
    const theme = () => page.locator("html").getAttribute("data-theme");
    assert.equal(await theme(), "dark");
    await page.getByRole("button", { name: "Theme: system" }).click();
    assert.equal(await theme(), "light");
    await page.reload();
    await settled(page);
    assert.equal(await theme(), "light");
  },

  async "a phone: the board stays, one panel below it, tabs at the bottom"(
    stage,
  ) {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    };
    const page = await stage.open("/?book=italian&play=e2e4,c7c5", phone);
    for (const tab of PHONE) {
      await page.locator(`#tab-${tab}`).tap();
      await ready(page, tab);
      await stage.picture(page, `phone-${tab}`);
      assert.equal(await tooWide(page), 0, `${tab}: too wide`);
      const board = await page.locator("div.board").boundingBox();
      const tabs = await page.locator(".tabs").boundingBox();
      // Beside the table it is large; above a list it leaves room for that.
      const least = tab === "here" ? 350 : 250;
      const most = tab === "here" ? 0.46 : 0.35;
      assert.ok(board.width > least, `${tab}: board ${board.width}`);
      assert.ok(board.height <= most * 844, `${tab}: board ${board.height}`);
      assert.equal(tabs.y + tabs.height, 844, `${tab}: tabs at the bottom`);
    }
    // The board stays where it is when the panel is scrolled.
    const long = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1h1,f8e7,f1e1";
    await page.goto(`${stage.server.url}/?book=openings&play=${long}&tab=tree`);
    await settled(page);
    await page.mouse.wheel(0, 2000);
    await page.evaluate(() => scrollTo(0, 2000));
    const board = await page.locator("div.board").boundingBox();
    assert.ok(board.y >= 0 && board.y < 60, `scrolled to ${board.y}`);
    await eventually(
      "the last move is in sight",
      async () => (await page.locator(".line .current").boundingBox())?.x < 390,
      true,
    );
    await page.goto(`${stage.server.url}/?book=italian`);
    await settled(page);
    const tap = async (square) => {
      const cell = page.locator(`.squares [data-name="${square}"]`);
      const box = await cell.boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await tap("e2");
    await tap("e4");
    await row(page, "c5").waitFor();
    await row(page, "c5").tap();
    await row(page, "c3").waitFor();
  },

  async "a small phone has room for the lists, and a wide search field"(stage) {
    for (const [width, height] of [[390, 844], [360, 640]]) {
      const page = await stage.open("/?book=openings&play=e2e4", {
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
      });
      await settled(page);
      for (const tab of ["tree", "holes", "games", "map", "practise"]) {
        await page.locator(`#tab-${tab}`).tap();
        await ready(page, tab);
        const panel = await page.locator("#panel").boundingBox();
        const tabs = await page.locator(".tabs").boundingBox();
        const room = (tabs.y - panel.y) / height;
        assert.ok(room > 0.48, `${tab} at ${width}: ${room} of the height`);
        assert.equal(await tooWide(page), 0, `${tab} at ${width}`);
      }
      // Moves and buttons are beside the board, and work there.
      await page.getByRole("button", { name: "Back" }).tap();
      await eventually("back", () => page.locator(".line .current").count(), 0);
      await page.locator(".copies").getByText("FEN").tap();
      await page.locator(".notice").waitFor();
      await page.getByRole("button", { name: "Dismiss" }).tap();
      const search = page.locator("#search");
      const before = await search.boundingBox();
      assert.ok(before.width >= 36, `a button of ${before.width}`);
      await search.tap();
      const field = await search.boundingBox();
      assert.ok(field.width > width - 24, `a field of ${field.width}`);
      await search.fill("najdorf");
      await page.locator("#search-hits li").first().waitFor();
      await stage.picture(page, `phone-search-${width}`);
      await page.locator("#search-hits li").first().tap();
      await eventually(
        "there",
        () => page.locator(".line .current").innerText(),
        "a6",
      );
      await stage.picture(page, `phone-line-${width}`);
    }
  },

  async "no move of the line is cut on a phone"(stage) {
    const page = await stage.open(
      "/?book=openings&play=g1f3,g8f6,c2c4,b8c6,d2d4,e7e6,b1c3",
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    );
    await settled(page);
    const cut = () =>
      page.locator(".board-pane .line").evaluate((list) => {
        const begin = list.getBoundingClientRect().left;
        return [...list.children].filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < begin - 1 && right > begin + 1;
        }).length;
      });
    for (let i = 0; i < 7; i++) {
      await eventually("cut", cut, 0);
      await page.getByRole("button", { name: "Back (←)" }).tap();
    }
  },

  async "a long name of an opening does not widen a phone"(stage) {
    for (const width of [390, 320]) {
      const page = await stage.open("/?book=openings&play=d2d4,d7d5,c1f4", {
        viewport: { width, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await settled(page);
      await stage.picture(page, `phone-long-name-${width}`);
      assert.equal(await tooWide(page), 0, `${width}`);
      const tabs = await page.locator(".tabs").boundingBox();
      assert.equal(tabs.y + tabs.height, 844, `${width}: tabs at the bottom`);
    }
  },

  async "the tree of a phone scrolls to the current move"(stage) {
    const long = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1h1,f8e7,f1e1";
    const page = await stage.open(`/?book=openings&play=${long}&tab=tree`, {
      viewport: { width: 390, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await settled(page);
    const isSeen = () =>
      page.evaluate(() => {
        const box = (name) =>
          document.querySelector(name)?.getBoundingClientRect();
        const move = box(".tree .current");
        const [board, tabs] = [box(".board-pane"), box(".tabs")];
        return Boolean(
          move && move.top >= board.bottom && move.bottom <= tabs.top,
        );
      });
    await eventually("at first", isSeen, true);
    await stage.picture(page, "phone-tree-current");
    for (const name of ["Back", "Go to start", "Forward"]) {
      await page.getByRole("button", { name }).first().tap();
      await settled(page);
      if (name !== "Go to start") await eventually(name, isSeen, true);
    }
  },

  async "what is edited all day is in sight, also after a long line"(stage) {
    const long = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1h1,f8e7,f1e1";
    const sizes = [[1920, 1080], [1440, 900], [1366, 768], [1280, 720], [1100, 700]];
    for (const [width, height] of sizes) {
      const page = await stage.open(`/?book=openings&play=${long}`, {
        viewport: { width, height },
      });
      await settled(page);
      await stage.picture(page, `desk-${width}`);
      const parts = [".nags", ".editor .danger", "textarea.note", ".act button"];
      const box = (part) => page.locator(part).first().boundingBox();
      const areInSight = async () => {
        for (const part of parts) {
          const { y, height: high } = await box(part);
          assert.ok(y + high <= height, `${part} at ${width}: ${y + high}`);
        }
      };
      await areInSight();
      await page.getByRole("button", { name: "More", exact: true }).click();
      await areInSight(); // the fields are below them
      await page.locator(".copies").getByText("FEN").click();
      if (width > 1240) {
        const { x } = await box(".notice");
        const note = await box("textarea.note");
        assert.ok(x >= note.x + note.width, `covered at ${width}`);
      }
      assert.ok((await box("#move")).width >= 68, `a move at ${width}`);
      const board = await page.locator("div.board").boundingBox();
      assert.ok(board.height >= height / 2, `a board of ${board.height}`);
    }
  },

  async "a tablet held upright shows eight rows"(stage) {
    // A small one, with a longer line and a comment.
    const small = await stage.open("/?book=openings&play=e2e4,e7e5,g1f3", {
      viewport: { width: 768, height: 1024 },
      hasTouch: true,
    });
    await settled(small);
    await stage.picture(small, "tablet-small");
    const first = await small.locator(".moves tbody tr").first().boundingBox();
    const fitting = Math.floor((1024 - first.y) / first.height);
    assert.ok(fitting >= 8, `room for ${fitting} rows`);
    assert.equal(await tooWide(small), 0);
    const title = await small.locator("#book").boundingBox();
    assert.ok(title.width >= 150, `a title of ${title.width}`);
    const page = await stage.open("/?book=openings&play=e2e4", {
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
    });
    await settled(page);
    await stage.picture(page, "tablet");
    const fits = await page.locator("#search").evaluate((field) => {
      field.value = field.placeholder;
      const isWhole = field.scrollWidth <= field.clientWidth;
      field.value = "";
      return isWhole;
    });
    assert.ok(fits, "the words in the search field are cut");
    assert.equal(await tooWide(page), 0);
    const boxes = await page
      .locator(".moves tbody tr")
      .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().bottom));
    const seen = boxes.filter((bottom) => bottom <= 1180).length;
    assert.ok(seen >= 8, `${seen} rows`);
    assert.ok(await page.locator(".tree .current").isVisible());
    const question = await page.locator(".side-question").boundingBox();
    const tree = await page.locator(".tree").boundingBox();
    assert.ok(question.y + question.height <= tree.y, "the question covers it");
  },

  async "paper is light, and has no buttons"(stage) {
    const page = await stage.open("/?book=italian", { colorScheme: "dark" });
    await settled(page);
    await page.emulateMedia({ media: "print" });
    const ink = await page
      .locator(".position h2")
      .evaluate((heading) => getComputedStyle(heading).color);
    assert.equal(ink, "rgb(0, 0, 0)");
    for (const part of [".head", ".tabs", ".below", ".editor .toolbar"])
      assert.ok(!(await page.locator(part).isVisible()), part);
    assert.ok(await row(page, "e4").isVisible());
    assert.ok(await page.getByLabel("Comment", { exact: true }).isVisible());
  },

  async "the server can go and come back"(stage) {
    const page = await stage.open("/?book=italian", {
      allow: [/Failed to load resource/],
    });
    await settled(page);
    await page.context().setOffline(true);
    // A move that was not asked for ahead.
    await drag(page, "h2", "h3");
    await page.locator(".problem").waitFor();
    assert.match(await page.locator(".problem").innerText(), /not responding/);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".here").waitFor();
    await eventually("line", () => line(page), ["1.\nh3"]);
  },

  async "all of it is small"(stage) {
    const page = await stage.open("/");
    await settled(page);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => /\.(js|css|svg)$/.test(name)),
    );
    assert.equal(files.length, 3, files.join(" "));
    let sum = 0;
    for (const url of [`${stage.server.url}/`, ...files]) {
      const response = await fetch(url, {
        headers: { "Accept-Encoding": "gzip" },
      });
      const length = Number(response.headers.get("content-length"));
      assert.equal(response.headers.get("content-encoding"), "gzip", url);
      sum += length;
    }
    console.log(`    ${sum} bytes, packed`);
    assert.ok(sum < SIZE_MAX, `${sum} bytes`);
  },

  async "a file that is opened or dropped is a book for this visit"(stage) {
    const page = await stage.open("/?book=italian");
    await settled(page);
    const pgn = '[Event "Dropped"]\n\n1. d4 d5 2. c4 *\n';
    await page.locator("#file").setInputFiles({
      name: "dropped.pgn",
      mimeType: "text/plain",
      buffer: Buffer.from(pgn),
    });
    await row(page, "d4").waitFor();
    const chosen = () =>
      page.locator("#book option:checked").evaluate((option) => option.text);
    await eventually("title", chosen, "Dropped");

    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "again.pgn"));
      return transfer;
    }, '[Event "Again"]\n\n1. c4 c5 *\n');
    await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
    await page.locator(".drop").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await row(page, "c4").waitFor();
    await eventually("title", chosen, "Again");
    await page.getByRole("button", { name: "Close this book" }).click();
    await eventually("closed", chosen, "Italian for White");
    const titles = await page.locator("#book option").allInnerTexts();
    assert.ok(!titles.includes("Again"), titles.join());
  },

  async "a file that is no book is refused in words"(stage) {
    const page = await stage.open("/?book=italian", {
      allow: [/Failed to load resource/],
    });
    await settled(page);
    await page.locator("#file").setInputFiles({
      name: "noise.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from([1, 2, 3, 250, 0, 7]),
    });
    await page
      .locator(".notice", { hasText: "Cannot read noise.bin" })
      .waitFor();
  },
};
