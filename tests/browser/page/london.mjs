// london.mjs - a repertoire of thirty lines, built with mouse and keyboard only
//
// What is saved is read by programs that know nothing of Tabia: the PGN and the
// Chess Openings text by small readers below, written after the formats' own
// rules, with chess.js for the rules of chess. Every position, move, comment
// and arrow must be there, and nothing else.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Chess } from "chess.js";
import {
  drag,
  eventually,
  serverOf,
  settled,
  startServer,
} from "../harness.mjs";

const P = "d4 d5 Bf4 Nf6 e3";
const LINES = [
  `${P} c5 c3 Nc6 Nd2 e6 Ngf3 Bd6 Bg3`,
  `${P} c5 c3 Nc6 Nd2 Qb6 Qb3`,
  `${P} c5 c3 Nc6 Nd2 cxd4 exd4 Bf5 Ngf3`,
  `${P} c5 c3 Nc6 Nd2 Bf5 Ngf3`,
  `${P} c5 c3 Qb6 Qb3 c4 Qc2`,
  `${P} c5 c3 Qb6 Qb3 Nc6 Nd2`, // transposes
  `${P} e6 Nf3 Bd6 Bg3 O-O Bd3`,
  `${P} e6 Nf3 Bd6 Bg3 c5 c3`,
  `${P} e6 Nf3 Be7 Bd3 O-O Nbd2`,
  `${P} e6 Nf3 c5 c3 Nc6 Nbd2`, // transposes
  `${P} Bf5 c4 e6 Nc3`,
  `${P} Bf5 c4 c6 Qb3`,
  `${P} Bf5 c4 Bxb1 Rxb1`,
  `${P} g6 Nf3 Bg7 Be2 O-O O-O`,
  `${P} g6 Nf3 Bg7 Be2 c5 c3`,
  `${P} Nc6 Nf3 Bg4 Be2`,
  `${P} Nc6 Nf3 e6 c3`,
  `${P} Nh5 Be5 f6 Bg3`,
  "d4 d5 Bf4 c5 e3 Nc6 c3 Nf6", // transposes
  "d4 d5 Bf4 c5 e3 cxd4 exd4 Nc6 c3",
  "d4 d5 Bf4 c5 e3 Qb6 Nc3",
  "d4 d5 Bf4 e6 e3 Bd6 Bg3",
  "d4 d5 Bf4 Bf5 c4",
  "d4 Nf6 Bf4 g6 Nc3 d5 e3",
  "d4 Nf6 Bf4 g6 Nc3 Bg7 e4",
  "d4 Nf6 Bf4 e6 e3 b6 Nf3",
  "d4 Nf6 Bf4 e6 e3 c5 c3",
  "d4 Nf6 Bf4 c5 e3 Qb6 Nc3",
  "d4 f5 Bf4 Nf6 e3",
  "d4 e6 Bf4 c5 e3",
].map((line) => line.split(" "));

/* Written after the line with this number. */
const COMMENTS = {
  0: "The bishop steps back, so that it is not taken.",
  1: "The queen's side is mine: 100% solid; {no} tricks?".replace(/[{}]/g, ""),
  12: "The half-open file is worth the bishop.",
  15: "No pin worth fearing – “quiet” play.",
  28: "Against the Dutch, too.",
};

/* [from, to] with the right button; an arrow to the same square is a circle. */
const SHAPES = {
  0: [
    ["f1", "d3"],
    ["e5", "e5"],
  ],
  13: [["f4", "h6"]],
};

/* 1...g6 is the reply that the lines forget. */
const GAMES = { "1. d4 d5 2. Bf4 Nf6 3. e3": 10, "1. d4 g6 2. e4 Bg7": 6 };
const FILLED = ["d4", "g6", "e4"];

function prepare(tabia, folder) {
  const games = Object.entries(GAMES).flatMap(([moves, count]) =>
    Array(count).fill(
      `[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n${moves} 1-0\n`,
    ),
  );
  fs.writeFileSync(path.join(folder, "games.pgn"), games.join("\n"));
  const words = ["build", "games.pgn", "-q", "-o", "games.tabia"];
  execFileSync(tabia, words, { cwd: folder });
  return ["games.tabia"];
}

const own = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], [], prepare),
);

// What must be in the files

/* A position without its counters; chess.js has e.p. only if it can be taken. */
const key = (chess) => chess.fen().split(" ").slice(0, 4).join(" ");

/* Moves "position san", and notes by the position they stand after. */
class Content {
  moves = new Set();
  notes = new Map();

  play(chess, san) {
    const from = key(chess);
    const move = chess.move(san); // throws if it is illegal
    this.moves.add(`${from} ${move.san}`);
  }

  /* Shapes and text, in whatever order and spacing they are written. */
  note(chess, text) {
    const shapes = [...text.matchAll(/\[%c[as]l ([^\]]*)\]/g)].flatMap((found) =>
      found[1].split(","),
    );
    const words = text
      .replace(/\[%c[as]l [^\]]*\]/g, "")
      .replace(/\s+/g, " ")
      .trim();
    this.notes.set(key(chess), [...shapes.sort(), words].join(" | "));
  }

  get sorted() {
    return { moves: [...this.moves].sort(), notes: [...this.notes].sort() };
  }
}

function expected() {
  const content = new Content();
  LINES.forEach((line, number) => {
    const chess = new Chess();
    for (const san of line) content.play(chess, san);
    const shapes = (SHAPES[number] ?? []).map(([from, to]) =>
      from === to ? `[%csl G${to}]` : `[%cal G${from}${to}]`,
    );
    const text = [...shapes, COMMENTS[number] ?? ""].join(" ");
    if (text) content.note(chess, text);
  });
  const chess = new Chess();
  for (const san of FILLED) content.play(chess, san);
  return content.sorted;
}

/* PGN with variations: the tags, then moves, {comments}, (variations). */
function readPgn(text) {
  const content = new Content();
  const body = text.slice(text.lastIndexOf("]\n\n") + 2);
  const tokens = body.match(
    /\{[^}]*\}|\(|\)|\$\d+|1-0|0-1|1\/2-1\/2|\*|\d+\.+|[^\s(){}]+/g,
  );
  const open = []; // games to go back to
  let chess = new Chess();
  let before = null; // the position that the last move was played in
  for (const token of tokens) {
    if (token[0] === "{") content.note(chess, token.slice(1, -1));
    else if (token === "(") {
      open.push([chess, before]);
      chess = new Chess(before);
    } else if (token === ")") [chess, before] = open.pop();
    else if (/^(\$|\d+\.+$|\*$|1-0$|0-1$|1\/2)/.test(token)) continue;
    else {
      before = chess.fen();
      content.play(chess, token);
    }
  }
  assert.equal(open.length, 0);
  return content.sorted;
}

/* Chess Openings text: version, title, side; positions; "FEN -> SAN". */
function readOpenings(text) {
  const content = new Content();
  const [version, title, side, ...rest] = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  assert.equal(version, "v5.0");
  assert.equal(title, "= Thirty Londons");
  assert.equal(side, "white");
  let remarks = [];
  for (const line of rest) {
    if (line.startsWith("#")) {
      remarks.push(line.slice(1).trim());
    } else if (line.includes("->")) {
      const parts = line.split("->").map((part) => part.trim());
      assert.equal(parts.length, 2, line);
      const chess = parts[0] === "start" ? new Chess() : new Chess(parts[0]);
      content.play(chess, parts[1]);
      const remark = remarks.filter(Boolean).join(" ");
      if (remark) content.note(chess, remark);
      remarks = [];
    } else {
      assert.match(line, /^[^:]+: *-?[\d.]+, *-?[\d.]+/); // a place on a map
      assert.deepEqual(remarks, [], "a position drops the comments before it");
    }
  }
  return content.sorted;
}

// The person

/* Goes from the end of one line to where the next one leaves it. */
async function goTo(page, from, to) {
  let same = 0;
  while (same < to.length && from[same] === to[same]) same++;
  await page.getByRole("heading", { name: "Tabia" }).click(); // off the field
  for (let i = from.length; i > same; i--)
    await page.keyboard.press("ArrowLeft");
  await eventually(
    "back",
    () => page.locator(".board-pane .line .current").count(),
    same ? 1 : 0,
  );
  return to.slice(same);
}

async function typeMoves(page, sans) {
  await page.locator("#move").click();
  for (const san of sans) {
    await page.keyboard.type(san);
    await page.keyboard.press("Enter");
  }
}

export const tests = {
  "thirty lines of the London, saved and read by others": own(
    async (stage, server) => {
      const page = await stage.open("/?book=games");
      await settled(page);
      await page.getByRole("button", { name: "New" }).click();
      await page.locator("dialog input:focus").waitFor();
      await page.keyboard.type("Thirty Londons");
      await page.keyboard.press("Enter");
      await eventually(
        "new",
        async () => new URL(page.url()).searchParams.get("book"),
        "thirty-londons",
      );
      await settled(page);
      await drag(page, "d2", "d4"); // the first move by hand
      let last = ["d4"];
      for (const [number, line] of LINES.entries()) {
        const sans = await goTo(page, last, line);
        await typeMoves(page, sans);
        last = line;
        const moves = page.locator(".board-pane .line li");
        await eventually("played", () => moves.count(), line.length);
        if (!COMMENTS[number] && !SHAPES[number]) continue;
        await settled(page);
        if (COMMENTS[number]) {
          await page.getByLabel("Comment", { exact: true }).click();
          await page.keyboard.type(COMMENTS[number]);
          await page.keyboard.press("Tab");
        }
        for (const [from, to] of SHAPES[number] ?? []) {
          await settled(page);
          await drag(page, from, to, "right");
        }
      }
      await settled(page);
      await stage.picture(page, "london-built");
      const words = page.locator(".holes-panel");
      await words.getByText("“games.tabia” has no game here, so holes are unknown").waitFor();

      // The hole, filled from the store.
      await goTo(page, last, []);
      await page.getByRole("tab", { name: "Holes" }).click();
      const hole = page.locator(".holes li, .holes tr").filter({
        hasText: "1.d4 g6",
      });
      await hole.first().waitFor();
      await stage.picture(page, "london-hole");
      await hole
        .first()
        .getByRole("button", { name: /e4/ })
        .click();
      await page.locator(".notice", { hasText: "Added 1...g6" }).waitFor();

      await page.keyboard.press("Control+s");
      const status = () => page.locator(".saved").innerText();
      await eventually("saved", status, "Saved");
      const want = expected();
      const pgn = fs.readFileSync(
        path.join(server.folder, "thirty-londons.pgn"),
        "utf8",
      );
      const whole = new Chess();
      whole.loadPgn(pgn); // chess.js itself reads the main line
      assert.deepEqual(whole.history().slice(0, 5), P.split(" "));
      assert.deepEqual(readPgn(pgn), want);

      await page.getByRole("button", { name: "Export…" }).click();
      await page.getByLabel("Format").selectOption("openings");
      await page.getByText("This format stores everything.").waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download" }).click(),
      ]);
      const text = fs.readFileSync(await download.path(), "utf8");
      assert.deepEqual(readOpenings(text), want);
    },
  ),
};
