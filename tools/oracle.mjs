// oracle.mjs - compares the lines of oracle_dump with chess.js
//
// Prints the first differences and a summary; status 1 if there are any.

import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const SHOWN_MAX = 10;

/** The legal moves as chess.js sees them, written as oracle_dump does. */
function movesOf(fen) {
    return new Chess(fen)
        .moves({ verbose: true })
        .map((mv) => `${mv.from}${mv.to}${mv.promotion ?? ""}=${mv.san}`)
        .sort();
}

let npositions = 0;
let nmoves = 0;
let ndifferent = 0;

for await (const line of createInterface({ input: process.stdin })) {
    const [fen, ...ours] = line.split("\t");
    const theirs = movesOf(fen);
    npositions += 1;
    nmoves += ours.length;
    if (ours.join(" ") === theirs.join(" ")) continue;

    ndifferent += 1;
    if (ndifferent > SHOWN_MAX) continue;
    const extra = ours.filter((mv) => !theirs.includes(mv));
    const missing = theirs.filter((mv) => !ours.includes(mv));
    console.log(`${fen}\n    only here: ${extra}\n    only there: ${missing}`);
}

console.log(
    `oracle: ${npositions} positions, ${nmoves} moves, ` +
        `${ndifferent} positions differ`,
);
process.exit(ndifferent === 0 && npositions > 0 ? 0 : 1);
