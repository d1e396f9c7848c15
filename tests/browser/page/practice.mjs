// practice.mjs - cards asked, mistakes, hints, repetition, progress; puzzles

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { audit } from "./access.mjs";
import {
  click,
  cornerOfA1,
  drag,
  drop,
  eventually,
  line,
  pieceOn,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const TODAY = Date.UTC(2026, 11, 1, 12) / 1000; // Tuesday 1 December 2026
const DAY = 86_400;

const here = path.dirname(fileURLToPath(import.meta.url));
const engine = path.resolve(here, "../../fake_engines/thinks.sh");

/* Progress lasts, so every test has a server for itself. */
const alone = (run, names = ["data/italian.txt"], options = [], prepare) =>
  serverOf((tabia) =>
    startServer(tabia, names, ["--practice-clock", ...options], prepare),
  )(run);

const verdict = (page) =>
  page.evaluate(() => document.querySelector(".verdict")?.innerText ?? "");
const counts = (page) => page.locator(".practice-line .position p").innerText();
const words = (page) => page.locator(".progress p").innerText();
const button = (page, name) => page.getByRole("button", { name });
// The exact name: "Review games…" is there until the file is read.
const reviewButton = (page) =>
  page.getByRole("button", { name: "Review", exact: true });
const played = (page) => page.locator(".played b").allInnerTexts();
const fact = (page, name) =>
  page.locator(".figures div", { hasText: name }).locator("dd").innerText();

/*
 * What the book does takes time for a person to follow; here no one watches,
 * except how a wrong move is shown.
 */
const withoutPauses = (page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = (run, time, ...more) =>
      wait(run, time === 900 ? time : time / 10, ...more);
  });

/* Opens a page on a day, counted from TODAY; 'page.day' may be set later. */
async function openOn(stage, address, day = 0, options = {}) {
  stage.prepare = async (page) => {
    page.day = day;
    await withoutPauses(page);
    await page.route("**/api/practice*", setClock);
    await page.route("**/api/practice/*", setClock);
    async function setClock(route) {
      const body = JSON.parse(route.request().postData());
      const now = TODAY + page.day * DAY;
      await route.continue({ postData: JSON.stringify({ ...body, now }) });
    }
  };
  return stage.open(address, options);
}

/* The answers in the progress file. */
function progressOf(server) {
  const file = path.join(server.folder, "italian.txt.tabia-progress");
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  return text.split("\n").filter((line) => line.startsWith("answer "));
}

// Puzzles

const PUZZLES = "/?book=tichess-puzzles&tab=practise";

const ofPuzzles = (run, options = []) =>
  alone(run, ["../../examples/tichess-puzzles.txt"], options);

const solved = (page) => page.locator(".puzzle .position p").innerText();

const progressFile = (server) =>
  path.join(server.folder, "tichess-puzzles.txt.tabia-progress");

const solvedLines = (server) =>
  fs
    .readFileSync(progressFile(server), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("solved "));

async function typeMove(page, text) {
  await page.locator("#move").fill(text);
  await page.keyboard.press("Enter");
}

/* The repertoire of data/italian.txt, by the number of moves before. */
const ANSWERS = { 0: "e4", 4: "Bc4", 6: "d3", 8: "O-O" };

const italian = (before) =>
  ANSWERS[before.length] ?? (before[1] === "c5" ? "c3" : "Nf3");

const isTurn = async (page) => /^Your move|Play \S+ to continue/.test(await verdict(page));

/* Waits for the next question or the end of the session; false: the end. */
async function nextQuestion(page) {
  for (let i = 0; i < 400; i++) {
    if (await page.locator(".summary").count()) return false;
    const next = page.getByRole("button", { name: /^(Next|Finish)$/ });
    if (await next.count()) await next.click().catch(() => {});
    else if (await isTurn(page)) return true;
    await page.waitForTimeout(20);
  }
  throw new Error(`no question: ${await verdict(page)}`);
}

async function answer(page, choose = italian) {
  const before = await played(page);
  await typeMove(page, choose(before));
  await eventually("judged", () => isTurn(page), false);
  return before.join(" ");
}

/* Answers until the session ends; gives back the positions asked. */
async function playAll(page, choose = italian) {
  const asked = [];
  while (await nextQuestion(page)) asked.push(await answer(page, choose));
  return asked;
}

async function begin(stage, name = "Start: 7 cards", day = 0) {
  const page = await openOn(stage, "/?book=italian&tab=practise", day);
  await button(page, name).click();
  await eventually("asked", () => verdict(page), "Your move, White.");
  return page;
}

/* The key of a line in decks of former pages. */
function oldKey(fen, play) {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of `${fen} ${play}`) {
    const code = char.charCodeAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/* A store in which the Alapin goes on in one way only. */
function buildGames(tabia, folder) {
  const moves = "1. e4 c5 2. c3 Nf6 3. e5 Nd5 4. d4 cxd4";
  const game = `[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteElo "2300"]
[BlackElo "2300"]\n\n${moves} 1-0\n\n`;
  fs.writeFileSync(path.join(folder, "games.pgn"), game.repeat(5));
  execFileSync(
    tabia,
    ["build", "games.pgn", "-o", "games.tabia", "--by", "rating", "-q"],
    { cwd: folder },
  );
  return ["games.tabia"];
}

const game = (black, moves, result) => `[Event "Club"]
[White "Me"]
[Black "${black}"]
[Date "2026.11.30"]
[Result "${result}"]

${moves} ${result}

`;

/* I forgot 3.Bc4; the book has no answer to 1...e6; the third is in it. */
const GAMES =
  game("One", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "0-1") +
  game("Two", "1. e4 e6 2. Nf3 d5", "0-1") +
  game("Three", "1. e4 c5 2. c3 d5 3. exd5 Qxd5", "1-0");

const found = (page) => page.locator(".holes .go").allInnerTexts();

/* A book for White, and games of which most are skipped. */
const sided = serverOf((tabia) =>
  startServer(tabia, [], [], (_, folder) => {
    const book = '[Event "Sided"]\n[Orientation "white"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n';
    fs.writeFileSync(path.join(folder, "white.pgn"), book);
    return ["white.pgn"];
  }),
);

const SKIPPED =
  game("One", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "0-1") +
  game("Óne", "1. e4 e5 2. Nf3 {see ( here} Nc6 3. Bb5 $2 (3. Bc4 (3. d4) Bc5) 3... Nf6 ; (\n4. O-O Nxe4", "1/2-1/2") +
  game("Two", "1. e4 e5 2. Nf3 Nc6", "1-0").replace("Me", "Him") +
  game("Three", "1. e4 e5 2. Nf3 Nc6", "1-0").replace("Me", "Her") +
  game("Me", "1. e4 e5 2. Nf3 Nc6", "1-0").replace("Me", "Her") +
  game("Four", "1. e4 e5 2. Ke5", "1-0") +
  '[Variant "Atomic"]\n' + game("Five", "1. e4 e5", "1-0");

export const tests = {
  "a day: games are reviewed, an answer is added, practised, and due tomorrow":
    alone(async (stage) => {
      const page = await openOn(stage, "/?book=italian&play=e2e4");
      await settled(page);
      await drop(page, "club.pgn", GAMES);
      assert.ok(await page.getByLabel("Me", { exact: true }).isChecked());
      await stage.picture(page, "review-names");
      await reviewButton(page).click();
      const lost = "You played 3.Bb5, your book has Bc4";
      const gap = "1...e6 has no answer";
      await eventually("found", () => found(page), [lost, gap]);
      await stage.picture(page, "review-list");
      await audit(page, "review");
      await button(page, lost).click();
      await row(page, "Bc4").waitFor();
      await eventually("there", () => pieceOn(page, "c6"), "black knight");
      await stage.picture(page, "review-position");

      // The opponent's move and an answer are one change.
      await button(page, "Add an answer").click();
      await eventually("there", () => pieceOn(page, "e6"), "black pawn");
      await typeMove(page, "d4");
      await eventually("repaired", () => found(page), [lost]);
      await page.getByText("1 gap has an answer now").waitFor();
      await stage.picture(page, "review-repaired");

      await button(page, "Practise these now").click();
      const both = { 2: "d4", 4: "Bc4" };
      const asked = [];
      while (await nextQuestion(page)) {
        const before = await played(page);
        const isShown = /to continue/.test(await verdict(page));
        const isFirst = before.length === 2 && !asked.includes("e4 e6");
        asked.push(before.join(" "));
        await typeMove(page, isFirst ? "a3" : both[before.length]);
        await eventually("taken", async () => {
          const text = await verdict(page);
          return isShown ? !/to continue/.test(text) : !/^Your move/.test(text);
        }, true);
      }
      assert.deepEqual([...new Set(asked)].sort(), ["e4 e5 Nf3 Nc6", "e4 e6"]);
      assert.equal(await fact(page, "Right"), "1");
      assert.equal(await fact(page, "Wrong"), "1");
      await eventually("next", () => fact(page, "Next due"), "1 on 2 Dec 2026");

      const tomorrow = await openOn(stage, "/?book=italian&tab=practise", 1);
      await eventually(
        "due",
        () => words(tomorrow),
        "1 due, 6 new, 1 later; 0 of 8 learnt",
      );
      await button(tomorrow, "Start: 7 cards").click();
      await nextQuestion(tomorrow);
      assert.deepEqual(await played(tomorrow), ["e4", "e6"]);
      await typeMove(tomorrow, "d4");
      await eventually(
        "known",
        async () => /^1 right · 0 wrong/.test(await counts(tomorrow)),
        true,
      );
    }),

  "a review says why games are skipped, and opens one's own game": sided(
    async (stage) => {
      const page = await stage.open("/?book=white&tab=practise");
      await page.getByLabel("Review games", { exact: true }).check();
      await page.locator("#games-file").setInputFiles({
        name: "club.pgn",
        mimeType: "text/plain",
        buffer: Buffer.from(SKIPPED),
      });
      await reviewButton(page).click();
      const lost = "You played 3.Bb5, your book has Bc4";
      await eventually("found", () => found(page), [lost]);
      const words = (await page.locator(".found").innerText()).replace(/\s+/g, " ");
      assert.match(words, /Skipped 5 games: 2 of other players; 1 in which you had Black, and the book is for the other side; 2 that cannot be read\./);
      assert.match(words, /line 48: no white king can go to e5/);
      assert.match(words, /line \d+: games of this variant cannot be read/);
      await stage.picture(page, "review-skipped");

      // The game is on the board, after the move that left the book.
      const link = page.locator(".own-games .link");
      await eventually("games", () => link.allInnerTexts(), ["One 0-1", "Óne ½-½"]);
      const plies = async () => (await line(page)).map((text) => text.replace(/^.*\n/, ""));
      await link.nth(1).click();
      await eventually("game", plies, "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4".split(" "));
      const current = () => page.locator(".board-pane .line .current").innerText();
      await eventually("there", current, "Bb5");
      assert.match(await page.locator(".game-bar").innerText(), /Me – Óne/);
      await page.locator("#tab-games").click();
      const known = page.locator(".game-moves .known");
      await eventually("known", () => known.count(), 4);
      await page.getByText("Left “Sided” with").waitFor();
      await stage.picture(page, "review-game");
      await button(page, "Back to the book").click();
      await eventually("back", () => line(page), []);
    },
  ),

  "cards without a mistake rest; the session ends; all browsers know it": alone(
    async (stage, server) => {
      const page = await begin(stage);
      const asked = await playAll(page);
      assert.equal(new Set(asked).size, 7); // each position once
      assert.equal(asked[0], "");
      assert.equal(await fact(page, "Right"), "7");
      assert.equal(await fact(page, "Wrong"), "0");
      assert.equal(await fact(page, "New"), "7");
      await eventually(
        "next",
        async () => /^7 on \d+ Dec 2026$/.test(await fact(page, "Next due")),
        true,
      );
      await stage.picture(page, "practice-summary");
      assert.equal(progressOf(server).length, 7);

      // No promotion without rest: there is nothing more to pass today.
      await button(page, "Done").click();
      await page.getByText("Nothing is due today.").waitFor();
      assert.equal(await button(page, /^Start/).count(), 0);
      await stage.picture(page, "practice-nothing-due");
      const other = await openOn(stage, "/?book=italian&tab=practise", 0);
      const rest = "0 due, 0 new, 7 later; 0 of 7 learnt";
      await eventually("other browser", () => words(other), rest);

      // The first cards are due in a few days, in both browsers.
      const days = Number(/on (\d+) Dec/.exec(
        await page.getByText("Nothing is due today.").innerText(),
      )[1]) - 1;
      assert.ok(days >= 1, `${days} days`);
      const due = "7 due, 0 new, 0 later; 0 of 7 learnt";
      for (const one of [page, other]) {
        one.day = days;
        await one.reload();
        await eventually("due", () => words(one), due);
      }
      await button(other, "Start: 7 cards").click();
      await nextQuestion(other);
      await answer(other);
      await nextQuestion(other);
      await button(other, "End practice").click();
      await other.locator(".summary").waitFor();
      await page.reload();
      const left = "6 due, 0 new, 1 later; 0 of 7 learnt";
      await eventually("shared", () => words(page), left);

      // In the terminal: the next card is not known.
      const now = new Date((TODAY + days * DAY) * 1000).toISOString();
      execFileSync(
        process.argv[2],
        ["train", "italian.txt", "--now", now.replace(/\.000Z$/, "+00:00")],
        {
          cwd: server.folder,
          input: "\nq\n",
          env: {
            ...process.env,
            XDG_DATA_HOME: path.join(server.folder, "data"),
          },
        },
      );
      await page.reload();
      const last = "5 due, 0 new, 2 later; 0 of 7 learnt";
      await eventually("with the terminal", () => words(page), last);
    },
  ),

  "studying ahead is recorded, but only on request": alone(
    async (stage, server) => {
      const page = await begin(stage);
      await playAll(page);
      await button(page, "Done").click();
      await page.getByLabel("Study ahead").check();
      page.day = 1;
      await button(page, "Start: 7 cards").click();
      await nextQuestion(page);
      await answer(page);
      await eventually("recorded", () => progressOf(server).length, 8);
      await button(page, "End practice").click();
      await page.locator(".summary").waitFor();
    },
  ),

  "who always prefers the other own move comes to an end": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=alternatives&tab=practise");
      const line = ["e4", "", "Nf3", "", "Bc4", "", "d3"];
      const prefer = (before) => line[before.length];
      await button(page, "Start: 4 cards").click();
      assert.equal((await playAll(page, prefer)).length, 4);
      assert.equal(await fact(page, "Right"), "4");
      await button(page, "Done").click();
      const rest = "0 due, 1 new, 4 later; 0 of 5 learnt";
      await eventually("one more", () => words(page), rest);
      // Now 4.Ng5 is asked for; d3 is right, and is not counted for it.
      await button(page, "Start: 1 card").click();
      await nextQuestion(page);
      await answer(page, prefer);
      const also =
        "Correct. The book has Ng5 as well; that one comes another time. " +
        "The line ends here.";
      await eventually("explained", () => verdict(page), also);
      await stage.picture(page, "practice-other");
      assert.equal(await nextQuestion(page), false);
      await button(page, "Done").click();
      await eventually("still one", () => words(page), rest);
    },
    ["data/alternatives.pgn"],
  ),

  "a mistake is shown, has to be put right, and is asked again": alone(
    async (stage, server) => {
      const page = await begin(stage);
      await drag(page, "a2", "a3");
      await eventually("marks", () => page.locator("rect.mark.wrong").count(), 2);
      assert.equal(await verdict(page), "a3 is not the book’s move.");
      await stage.picture(page, "practice-wrong");
      await eventually("again", () => verdict(page), "a3 is not the book’s move. Play e4 to continue.");
      assert.equal(await pieceOn(page, "a2"), "white pawn");
      await eventually("arrow", () => page.locator(".arrow.hint").count(), 1);
      await typeMove(page, "d4");
      await eventually("not that", () => pieceOn(page, "d2"), "white pawn");
      await drag(page, "e2", "e4");
      assert.match(await counts(page), /^0 right · 1 wrong · 7 cards left/);
      await nextQuestion(page);
      const asked = await playAll(page);
      assert.equal(asked.at(-1), ""); // again at the end
      assert.equal(await fact(page, "Right"), "6");
      assert.equal(await fact(page, "Wrong"), "1");
      await page.locator(".cards .go", { hasText: "1.e4" }).waitFor();
      await stage.picture(page, "practice-summary-wrong");
      // What comes after a mistake on the same day is not recorded.
      const answers = progressOf(server);
      assert.equal(answers.length, 7);
      assert.equal(answers.filter((one) => / again$/.test(one)).length, 1);
    },
  ),

  "an answer that cannot be sent is asked for once more": alone(
    async (stage, server) => {
      const page = await openOn(stage, "/?book=italian&tab=practise", 0, {
        allow: [/Failed to load resource/],
      });
      await button(page, "Start: 7 cards").click();
      await nextQuestion(page);
      await page.context().setOffline(true);
      await typeMove(page, "e4");
      const lost = page.locator(".notice", { hasText: "was not recorded" });
      await lost.waitFor();
      await eventually("asked", () => verdict(page), "Your move, White.");
      assert.equal(await pieceOn(page, "e2"), "white pawn");
      await page.context().setOffline(false);
      await typeMove(page, "e4");
      await eventually("recorded", () => progressOf(server).length, 1);
    },
  ),

  "a comment stays while the next card is asked": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=noted&tab=practise");
      await button(page, "Start: 2 cards").click();
      await nextQuestion(page);
      assert.equal(await page.locator(".note").count(), 0);
      await typeMove(page, "e4");
      await eventually("next", () => played(page), ["e4", "e5"]);
      const note = await page.locator(".note").innerText();
      assert.equal(note, "1.e4: Best by test.");
      await stage.picture(page, "practice-note");
    },
    [],
    [],
    (_, folder) => {
      const tags = '[Event "Noted"]\n[Orientation "white"]\n\n';
      const moves = "1. e4 {[%clk 0:10:00] Best by test.} e5 2. Nf3 *\n";
      fs.writeFileSync(path.join(folder, "noted.pgn"), tags + moves);
      return ["noted.pgn"];
    },
  ),

  "hints: the piece, which is hard, then the move, which is wrong": alone(
    async (stage, server) => {
      const page = await begin(stage);
      const shown = async () => [
        await page.locator("rect.mark.hint").count(),
        await page.locator(".arrow.hint").count(),
      ];
      await button(page, "Hint").click();
      await eventually("the piece", shown, [1, 0]);
      await typeMove(page, "e4");
      await eventually("hard", () => / hard$/.test(progressOf(server)[0]), true);
      await nextQuestion(page);
      await button(page, "Hint").click();
      await button(page, "Show the move").click();
      await eventually("the move", shown, [1, 1]);
      assert.match(await verdict(page), /^Play \S+ to continue\.$/);
      const isAgain = () => / again$/.test(progressOf(server)[1]);
      await eventually("again", isAgain, true);
    },
  ),

  "as Black the board is turned and White begins": alone(async (stage) => {
    const page = await openOn(stage, "/?book=italian&tab=practise");
    await page.getByLabel("Black", { exact: true }).check();
    await button(page, /^Start/).click();
    await eventually("e4", () => pieceOn(page, "e4"), "white pawn");
    await eventually("turned", () => cornerOfA1(page), "right top");
    await eventually("asked", () => verdict(page), "Your move, Black.");
    await button(page, "End practice").click();
    await button(page, /^Start/).waitFor();
  }),

  "a part of the book, and fewer new cards per day": alone(async (stage) => {
    const page = await openOn(
      stage,
      "/?book=italian&play=e2e4,e7e5,g1f3,b8c6&tab=practise",
    );
    const part = page.getByLabel("Part of the book");
    await button(page, "Start: 7 cards").waitFor();
    await part.selectOption("from");
    await button(page, "Start: 4 cards").waitFor();
    await part.selectOption("through");
    await button(page, "Start: 6 cards").waitFor();
    await page.getByLabel("new per day").fill("2");
    await page.getByLabel("new per day").blur();
    await button(page, "Start: 2 cards").click();
    assert.equal((await playAll(page)).length, 2);
    await button(page, "Done").click();
    const done =
      "Today’s 2 new moves are done, for both sides of this book.";
    await page.getByText(done).waitFor();
    await page.reload();
    await page.getByText(done).waitFor();
  }),

  "the order and the part are chosen, and remembered for each book": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=italian&tab=practise");
      const part = page.getByLabel("Part of the book");
      const order = page.getByLabel("New moves");
      const offered = (list) => list.locator("option").allInnerTexts();
      await button(page, "Start: 7 cards").waitFor();
      assert.equal(await order.inputValue(), "likely:games");
      assert.deepEqual(await offered(order), [
        "In the order of the book",
        "Likeliest first, by “games.tabia”",
        "Likeliest first, by the built-in book",
      ]);
      const asked = page.waitForRequest((one) =>
        /\/api\/practice\?/.test(one.url()),
      );
      await order.selectOption("tree");
      assert.equal(JSON.parse((await asked).postData()).order, "tree");
      await eventually("tree", () => order.inputValue(), "tree");
      await order.selectOption("likely:default");
      const builtIn = "likely:default";
      await eventually("built-in", () => order.inputValue(), builtIn);
      assert.deepEqual((await offered(part)).slice(3), [
        "Positions of “deck.epd”",
      ]);
      await part.selectOption("deck:deck");
      await button(page, "Start: 1 card").waitFor();
      await page.getByLabel("Rating of the games").selectOption("2000");
      await stage.picture(page, "practice-choices");
      await audit(page, "choices");
      await page.reload();
      await button(page, "Start: 1 card").waitFor();
      assert.equal(await part.inputValue(), "deck:deck");
      assert.equal(await order.inputValue(), builtIn);
      const rating = page.getByLabel("Rating of the games");
      assert.equal(await rating.inputValue(), "2000");
      // Another book has its own.
      await page.locator("#book").selectOption("deck");
      await button(page, "Start: 1 card").waitFor();
      assert.equal(await part.inputValue(), "book");
      assert.equal(await order.inputValue(), "likely:games");
    },
    ["data/italian.txt"],
    [],
    (tabia, folder) => {
      const deck =
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm c3;\n";
      fs.writeFileSync(path.join(folder, "deck.epd"), deck);
      return [...buildGames(tabia, folder), "deck.epd"];
    },
  ),

  "what a review found can be practised after a reload": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=italian&play=e2e4");
      await settled(page);
      await drop(page, "club.pgn", GAMES);
      await reviewButton(page).click();
      await eventually("found", async () => (await found(page)).length, 2);
      await page.reload();
      await page.locator("#tab-practise").click();
      await page.getByLabel("Part of the book").selectOption("found");
      await button(page, "Start: 1 card").click();
      await eventually("asked", () => verdict(page), "Your move, White.");
      assert.deepEqual(await played(page), ["e4", "e5", "Nf3", "Nc6"]);
    },
  ),

  "new moves of today: one number for both sides of a book": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=italian&tab=practise");
      const left = () => page.locator(".new-left").innerText();
      const words = (count, few) =>
        `${count} of today’s 10 new moves are left, ` +
        `for both sides of this book${few ? `; only ${few} new here` : ""}.`;
      await eventually("at first", left, words(10, "7 are"));
      await button(page, "Start: 7 cards").click();
      await nextQuestion(page);
      await answer(page);
      await nextQuestion(page);
      await answer(page);
      await nextQuestion(page);
      await button(page, "End practice").click();
      await button(page, "Done").click();
      await eventually("White", left, words(8, "5 are"));
      await page.getByLabel("Black", { exact: true }).check();
      await eventually("Black", left, words(8));
      await page.getByLabel("new per day").fill("3");
      await page.getByLabel("new per day").blur();
      const one =
        "1 of today’s 3 new moves is left, for both sides of this book.";
      await eventually("fewer", left, one);
      await page.getByRole("radio", { name: "Overview" }).check();
      await eventually("overview", left, one);
      await stage.picture(page, "practice-new-left");
    },
  ),

  "no card is in a place of one's own": alone(async (stage) => {
    const fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1".replace(/ /g, "+");
    const page = await openOn(
      stage,
      `/?book=italian&fen=${fen}&play=a7a8q&tab=practise`,
    );
    await page.getByLabel("Part of the book").selectOption("from");
    await page.getByText("The book has no moves for this side there").waitFor();
  }),

  "a renamed book and an added move lose nothing": alone(
    async (stage, server) => {
      const page = await begin(stage);
      await playAll(page);
      const renamed = await startServer(
        process.argv[2],
        [],
        ["--practice-clock"],
        (_, folder) => {
          for (const [from, to] of [
            ["italian.txt", "renamed.txt"],
            ["italian.txt.tabia-progress", "italian.txt.tabia-progress"],
          ])
            fs.copyFileSync(
              path.join(server.folder, from),
              path.join(folder, to),
            );
          return ["renamed.txt"];
        },
      );
      stage.server = renamed;
      try {
        const other = await openOn(
          stage,
          "/?play=e2e4,e7e5,g1f3&tab=practise",
        );
        const rest = "0 due, 0 new, 7 later; 0 of 7 learnt";
        await eventually("renamed", () => words(other), rest);
        await other.getByRole("switch", { name: "Add moves" }).check();
        await typeMove(other, "Nf6");
        await typeMove(other, "Nxe5");
        await eventually(
          "one more",
          () => words(other),
          "0 due, 1 new, 7 later; 0 of 8 learnt",
        );
        await other.close();
      } finally {
        await renamed.stop();
      }
    },
  ),

  "progress of a former page is taken over, once": alone(
    async (stage, server) => {
      const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
      const due = (TODAY + 5 * DAY) * 1000;
      const key = oldKey(fen, "e2e4 c7c5 c2c3 d7d5");
      const deck = { [key]: { box: 3, due, seen: 4, lapses: 1 } };
      const page = await openOn(stage, "/?book=italian");
      await page.evaluate((text) => {
        localStorage["tabia.deck.italian.white"] = text;
      }, JSON.stringify(deck));
      await page.locator("#tab-practise").click();
      const some = "0 due, 5 new, 2 later; 0 of 7 learnt";
      await eventually("taken over", () => words(page), some);
      const file = path.join(server.folder, "italian.txt.tabia-progress");
      const text = fs.readFileSync(file, "utf8");
      await page.reload();
      await eventually("again", () => words(page), some);
      assert.equal(fs.readFileSync(file, "utf8"), text);
    },
  ),

  "a visitor's progress stays in the browser": alone(
    async (stage, server) => {
      const page = await begin(stage);
      await answer(page);
      await nextQuestion(page);
      await answer(page);
      await button(page, "End practice").click();
      await button(page, "Done").click();
      await page.getByText("kept in this browser").waitFor();
      const rest = "0 due, 5 new, 2 later; 0 of 7 learnt";
      await page.reload();
      await eventually("kept", () => words(page), rest);
      assert.deepEqual(fs.readdirSync(server.folder), ["italian.txt"]);
      const other = await openOn(stage, "/?book=italian&tab=practise");
      await button(other, "Start: 7 cards").waitFor();
    },
    ["data/italian.txt"],
    ["--read-only"],
  ),

  "overview: calendar, forecast, weak positions; export and import": alone(
    async (stage, server) => {
      const page = await begin(stage);
      const wrongAt = (before) => (before.length === 8 ? "a3" : italian(before));
      let isDone = false;
      while (await nextQuestion(page)) {
        if (/Play \S+ to continue/.test(await verdict(page))) {
          await typeMove(page, "O-O");
          isDone = true;
          await page.waitForTimeout(120);
        } else await answer(page, isDone ? italian : wrongAt);
      }
      await button(page, "Overview").click();
      await page.locator(".calendar .level-4").waitFor();
      assert.match(
        await page.locator(".calendar").getAttribute("aria-label"),
        /^7 answers on 1 day /,
      );
      assert.equal(await fact(page, "Later"), "7");
      assert.equal(await fact(page, "Right"), "86%");
      await stage.picture(page, "practice-overview");
      await audit(page, "overview");
      page.day = 1;
      await page.getByRole("radio", { name: "Practise" }).check();
      await page.getByRole("radio", { name: "Overview" }).check();
      const weakest = page.locator(".weakest .go").first();
      await eventually("weakest", () => weakest.innerText(), "5.O-O");
      await weakest.click();
      await row(page, "O-O").waitFor();

      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        button(page, "Export progress").click(),
      ]);
      assert.equal(saved.suggestedFilename(), "italian-for-white.tabia-progress");
      const text = fs.readFileSync(await saved.path(), "utf8");
      assert.match(text, /^tabia-progress 1\n/);
      const one = "463b96181691fc9c e2e4 good";
      const added = `${text}answer 2026-11-20T10:00:00+00:00 ${one}\n`;
      const load = () =>
        page.locator("#progress-file").setInputFiles({
          name: "mine.tabia-progress",
          mimeType: "text/plain",
          buffer: Buffer.from(added),
        });
      await load();
      await page.locator(".notice", { hasText: /^1 answer added/ }).waitFor();
      await eventually(
        "two days",
        async () =>
          /^8 answers on 2 days/.test(
            await page.locator(".calendar").getAttribute("aria-label"),
          ),
        true,
      );
      await load();
      await page.locator(".notice", { hasText: /^0 answers added/ }).waitFor();
      assert.equal(progressOf(server).length, 8);
    },
  ),

  "the map has the colours of what is remembered": alone(async (stage) => {
    const page = await begin(stage);
    await playAll(page);
    await page.locator("#tab-map").click();
    await page.getByLabel("Colour by").selectOption("learnt");
    const seen = (name) =>
      page.evaluate((name) => {
        const canvas = document.querySelector("canvas");
        const style = getComputedStyle(document.documentElement);
        const wanted = style.getPropertyValue(`--${name}`).trim();
        const { width, height } = canvas;
        const copy = new OffscreenCanvas(width, height);
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        for (let i = 0; i < data.length; i += 4) {
          const hex = [0, 1, 2].map((k) =>
            data[i + k].toString(16).padStart(2, "0"),
          );
          if (`#${hex.join("")}` === wanted) return true;
        }
        return false;
      }, name);
    await page.getByText("90 % and more").waitFor();
    assert.equal(await seen("bad"), false);
    await page.locator("#tab-holes").click();
    page.day = 400;
    await page.locator("#tab-map").click();
    await page.getByLabel("Colour by").selectOption("learnt");
    await eventually("forgotten", () => seen("bad"), true);
    await stage.picture(page, "map-remembered");
  }),

  "where a line ends one plays on, against games or the engine": alone(
    async (stage) => {
      const page = await openOn(
        stage,
        "/?book=italian&play=e2e4,c7c5&tab=practise",
      );
      await page.getByLabel("Part of the book").selectOption("from");
      await button(page, "Start: 1 card").click();
      await eventually("asked", () => verdict(page), "Your move, White.");
      assert.deepEqual(await played(page), ["e4", "c5"]);
      await typeMove(page, "c3");
      await eventually(
        "the end",
        () => verdict(page),
        "Correct. The line ends here.",
      );
      await page.getByText("2.c3: Against the Sicilian: Alapin").waitFor();
      await stage.picture(page, "practice-line-ends");
      await button(page, "games").click();
      await eventually("drawn", () => played(page), ["e4", "c5", "c3", "Nf6"]);
      await typeMove(page, "e5");
      await eventually("drawn", async () => (await played(page)).at(-1), "Nd5");
      await stage.picture(page, "practice-spar-on");
      await button(page, "Take back").click();
      await eventually("back", () => played(page), ["e4", "c5", "c3", "Nf6"]);
      await typeMove(page, "a3");
      await eventually("out", () => verdict(page), "No game has come this far.");
      await button(page, "Back to practice").click();
      await button(page, "the engine").click();
      await eventually("a move", async () => (await played(page)).length, 4);
      await eventually("asked", () => verdict(page), "Your move.");
      await button(page, "Back to practice").click();
      await button(page, "Finish").click();
      await page.locator(".summary").waitFor();
    },
    ["data/italian.txt"],
    ["--engine", engine],
    buildGames,
  ),

  "a game against the book, until it has no move": alone(async (stage) => {
    const page = await openOn(stage, "/?book=italian&tab=practise");
    const over = "You are out of book: it has no move here.";
    await button(page, "Play against the book").click();
    await eventually("asked", () => verdict(page), "Your move.");
    await drag(page, "e2", "e4");
    await eventually("reply", () => page.locator(".played b").count(), 2);
    await eventually("asked", () => verdict(page), "Your move.");
    await typeMove(page, "a3");
    await eventually("out", () => verdict(page), over);
    await stage.picture(page, "practice-spar");
    await button(page, "Take back").click();
    await eventually("back", () => page.locator(".played b").count(), 2);
    await button(page, "End game").click();
    await page.getByLabel("Black", { exact: true }).check();
    await button(page, "Play against the book").click();
    await eventually("e4", () => pieceOn(page, "e4"), "white pawn");
    await eventually("turned", () => cornerOfA1(page), "right top");
  }),

  "a book for both sides is practised as the side that left it": alone(
    async (stage) => {
      const page = await openOn(stage, "/?book=both&tab=practise");
      await page.getByRole("radio", { name: "Review games" }).check();
      const black = (moves) =>
        game("One", moves, "0-1").replace(/"Me"|"One"/g, (name) =>
          name === '"Me"' ? '"Other"' : '"Me"',
        );
      await page.locator("#games-file").setInputFiles({
        name: "both.pgn",
        mimeType: "text/plain",
        buffer: Buffer.from(
          game("A", "1. e4 e5 2. Bc4", "1-0") +
            game("B", "1. e4 e5 2. Nf3 d6", "1-0") +
            black("1. e4 c6 2. d4"),
        ),
      });
      await reviewButton(page).click();
      const asBlack = button(page, "Practise these now as Black");
      await button(page, "Practise these now as White").waitFor();
      await asBlack.click();
      await eventually("asked", () => verdict(page), "Your move, Black.");
      assert.deepEqual(await played(page), ["e4"]);
      await typeMove(page, "e5");
      await nextQuestion(page);
      await page.locator(".summary").waitFor();
    },
    [],
    [],
    (_, folder) => {
      const text = "[Event \"Both\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
      fs.writeFileSync(path.join(folder, "both.pgn"), text);
      return ["both.pgn"];
    },
  ),

  "the button that starts practice is in sight": alone(async (stage) => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true };
    for (const options of [{ viewport: { width: 1440, height: 900 } }, phone]) {
      const page = await openOn(stage, "/?book=italian&tab=practise", 0, options);
      const start = await button(page, "Start: 7 cards").boundingBox();
      const end = options === phone ? (await page.locator(".tabs").boundingBox()).y : 900;
      assert.ok(start.y + start.height < end, `${start.y} of ${end}`);
    }
  }),

  "practice on a phone, and in the dark": alone(async (stage) => {
    const page = await openOn(stage, "/?book=italian&tab=practise", 0, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    await page.locator(".practice-choices").scrollIntoViewIfNeeded();
    await stage.picture(page, "phone-practice-start");
    assert.equal(await tooWide(page), 0);
    await button(page, "Start: 7 cards").tap();
    await nextQuestion(page);
    await answer(page);
    await nextQuestion(page);
    await stage.picture(page, "phone-practice-asked");
    assert.equal(await tooWide(page), 0);
    await audit(page, "asked", ["color-contrast"]);
    await playAll(page);
    await stage.picture(page, "phone-practice-summary");
    await audit(page, "summary");
    assert.equal(await tooWide(page), 0);
    await button(page, "Overview").tap();
    await page.locator(".calendar").waitFor();
    await stage.picture(page, "phone-practice-overview");
    await audit(page, "overview", ["color-contrast"]);
    assert.equal(await tooWide(page), 0);
    await page.getByRole("radio", { name: "Review games" }).check();
    await page.locator("#games-file").setInputFiles({
      name: "club.pgn",
      mimeType: "text/plain",
      buffer: Buffer.from(GAMES),
    });
    await reviewButton(page).tap();
    await eventually("found", async () => (await found(page)).length, 2);
    await stage.picture(page, "phone-review");
    await audit(page, "review", ["color-contrast"]);
    assert.equal(await tooWide(page), 0);
    await page.locator(".holes .go").first().tap();
    await row(page, "Bc4").waitFor(); // the table, which is another tab here
  }),

  "puzzles: a description, a hidden solution, verdicts": ofPuzzles(
    async (stage, server) => {
      const page = await stage.open(PUZZLES);
      await page.locator(".description").waitFor();
      assert.match(
        await page.locator(".description").innerText(),
        /^Mate in 1/,
      );
      await eventually("side", () => verdict(page), "White to move.");
      assert.equal(await page.getByText("1. Ra8#").count(), 0);
      await button(page, "Show solution").click();
      assert.equal(await page.getByText("1. Ra8#").count(), 1);
      await typeMove(page, "Ra8"); // after a look at the solution
      const seen = "Right. It does not count: you saw the solution.";
      await eventually("not counted", () => verdict(page), seen);
      assert.equal(await solved(page), "Puzzle 1 · 0 of 4 solved");
      await button(page, "Next puzzle").click();
      assert.equal(await page.locator(".solution").count(), 0);
      await stage.picture(page, "puzzle");
      await click(page, "g5");
      await click(page, "f7");
      await eventually("solved", () => verdict(page), "Solved!");
      const one = "Puzzle 2, solved · 1 of 4 solved";
      await eventually("counted", () => solved(page), one);
      await stage.picture(page, "puzzle-solved");

      await button(page, "Next puzzle").click();
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
      const two = "Puzzle 3, solved · 2 of 4 solved";
      await eventually("two", () => solved(page), two);

      await button(page, "Next puzzle").click();
      await eventually("Black", () => verdict(page), "Black to move.");
      await button(page, "Show solution").click();
      const text = await page.locator(".solution").innerText();
      assert.match(text, /1\.\.\. Kb7 2\. Kb5 Kb8/);
      assert.match(text, /stays before/);
      await stage.picture(page, "puzzle-solution");
      assert.equal(solvedLines(server).length, 2);
    },
  ),

  "puzzles: only what applies to them is shown": ofPuzzles(async (stage) => {
    for (const width of [390, 1280]) {
      const page = await stage.open("/?book=tichess-puzzles&tab=map", {
        viewport: { width, height: 844 },
      });
      await eventually("asked", () => verdict(page), "White to move.");
      for (const part of ["[role=tab]", ".here", ".tree", "canvas", ".sources-button", "#search"])
        assert.equal(await page.locator(part).count(), 0, `${part} at ${width}`);
      await page.keyboard.press("h");
      await page.keyboard.press("t");
      assert.equal(await verdict(page), "White to move.");
      assert.equal(new URL(page.url()).searchParams.get("tab"), "practise");
      await stage.picture(page, `puzzle-only-${width}`);
    }
  }),

  "puzzles: two browsers and the terminal share what is solved": ofPuzzles(
    async (stage, server) => {
      const page = await stage.open(PUZZLES);
      await eventually("none", () => solved(page), "Puzzle 1 · 0 of 4 solved");
      await typeMove(page, "Ra8");
      const first = "Puzzle 1, solved · 1 of 4 solved";
      await eventually("first", () => solved(page), first);
      await page.getByText("kept in tichess-puzzles.txt.tabia-progress").waitFor();
      execFileSync(process.argv[2], ["train", "tichess-puzzles.txt", "--limit", "1"], {
        cwd: server.folder,
        input: "Nf7\n",
        env: { ...process.env, XDG_DATA_HOME: path.join(server.folder, "data") },
      });
      const other = await stage.open(PUZZLES); // begins with an unsolved one
      await eventually("other", () => solved(other), "Puzzle 3 · 2 of 4 solved");
      await button(other, "Previous").click();
      await button(other, "Previous").click();
      await button(other, "Next unsolved").click();
      await eventually("next", () => solved(other), "Puzzle 3 · 2 of 4 solved");
      await typeMove(other, "Kb6");
      await eventually("reply", () => pieceOn(other, "b8"), "black king");
      await settled(other);
      await typeMove(other, "Rh8");
      const three = "Puzzle 3, solved · 3 of 4 solved";
      await eventually("three", () => solved(other), three);
      await page.reload();
      await eventually("first", () => solved(page), "Puzzle 4 · 3 of 4 solved");
      assert.equal(solvedLines(server).length, 3);
    },
  ),

  "puzzles: what a former page kept is taken over, once": ofPuzzles(
    async (stage, server) => {
      stage.prepare = (page) =>
        page.addInitScript(() => {
          localStorage["tabia.solved"] ??= JSON.stringify([
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1", // of another set
          ]);
        });
      const page = await stage.open(PUZZLES);
      await eventually("taken", () => solved(page), "Puzzle 2 · 1 of 4 solved");
      assert.equal(solvedLines(server).length, 1);
      fs.rmSync(progressFile(server));
      await page.reload(); // not again
      await eventually("once", () => solved(page), "Puzzle 1 · 0 of 4 solved");
    },
  ),

  "puzzles: a visitor's stay in the browser": ofPuzzles(
    async (stage, server) => {
      const page = await stage.open(PUZZLES);
      await typeMove(page, "Ra8");
      const first = "Puzzle 1, solved · 1 of 4 solved";
      await eventually("first", () => solved(page), first);
      await page.getByText("kept in this browser").waitFor();
      await page.reload();
      await eventually("kept", () => solved(page), "Puzzle 2 · 1 of 4 solved");
      assert.equal(fs.existsSync(progressFile(server)), false);
    },
    ["--read-only"],
  ),

  "puzzles: on a phone, in the dark": ofPuzzles(async (stage) => {
    const page = await stage.open(PUZZLES, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      colorScheme: "dark",
    });
    await button(page, "Next puzzle").click();
    await button(page, "Next puzzle").click();
    await typeMove(page, "Kb6");
    const goOn = "Correct. The reply is Kb8. Go on.";
    await eventually("told", () => verdict(page), goOn);
    await button(page, "Show solution").click();
    await page.locator(".solution").scrollIntoViewIfNeeded();
    await stage.picture(page, "puzzle-phone");
    assert.equal(await tooWide(page), 0);
  }),
};
