// compare.mjs - reads oracle_dump's lines and compares each with chess.js
//
// Exit status 1 after the first few differences, 0 when there are none.

import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const maxReports = 10;
const atLeast = Number(process.argv[2] ?? 1);
let positions = 0;
let moves = 0;
let differences = 0;

// "uci=san" of every legal move, sorted as text.
function movesOf(fen) {
  return new Chess(fen)
    .moves({ verbose: true })
    .map((mv) => `${mv.from}${mv.to}${mv.promotion ?? ""}=${mv.san}`)
    .sort();
}

function report(fen, ours, theirs) {
  const missing = theirs.filter((mv) => !ours.includes(mv));
  const surplus = ours.filter((mv) => !theirs.includes(mv));
  console.log(`${fen}`);
  console.log(`    only chess.js: ${missing.join(" ") || "-"}`);
  console.log(`    only tabia:    ${surplus.join(" ") || "-"}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [fen, list] = line.split("\t");
  const ours = list ? list.split(" ").sort() : [];
  const theirs = movesOf(fen);
  positions += 1;
  moves += theirs.length;
  if (ours.join(" ") === theirs.join(" ")) continue;
  differences += 1;
  report(fen, ours, theirs);
  if (differences >= maxReports) break;
}

console.log(
  `${positions} positions, ${moves} moves, ${differences} differences`,
);
if (differences === 0 && positions < atLeast)
  console.log(`expected at least ${atLeast} positions`);
process.exit(differences > 0 || positions < atLeast ? 1 : 0);
