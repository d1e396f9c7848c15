// openings.mjs - replays oracle_openings' transitions with chess.js
//
// Every move must be legal there and lead to the same normalised FEN.

import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const normalise = (fen) => fen.split(" ").slice(0, 3).join(" ") + " - 0 1";
let moves = 0;
let differences = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const [from, san, to] = line.split("\t");
  let theirs;
  try {
    const chess = new Chess(from);
    chess.move(san, { strict: true });
    theirs = normalise(chess.fen());
  } catch (error) {
    theirs = String(error);
  }
  moves += 1;
  if (theirs === to) continue;
  differences += 1;
  console.log(`${from} -> ${san}\n    chess.js: ${theirs}\n    tabia:    ${to}`);
}

console.log(`${moves} transitions, ${differences} differences`);
process.exit(differences > 0 || moves === 0 ? 1 : 0);
