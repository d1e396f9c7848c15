// names.mjs NAMES.TSV - what lines are called, against chess.js
//
// Reads "moves, tab, code and name" as 'tabia name --batch' prints it, and
// finds the last position of each line that the table names, as Lichess does:
// by board, turn, castling and a legal capture en passant.

import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';

const key = (board) => board.fen().split(' ').slice(0, 4).join(' ');
const names = new Map();
const rows = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
for (const row of rows.slice(1)) {
    const [eco, name, pgn] = row.split('\t');
    const board = new Chess();
    board.loadPgn(pgn);
    names.set(key(board), `${eco} ${name}`);
}

let nlines = 0;
let nwrong = 0;
for (const row of readFileSync(0, 'utf8').trimEnd().split('\n')) {
    const [moves, got] = row.split('\t');
    const board = new Chess();
    let want = '-';
    for (const move of moves.split(' ')) {
        board.move({ from: move.slice(0, 2), to: move.slice(2, 4),
                     promotion: move[4] ?? 'q' });
        want = names.get(key(board)) ?? want;
    }
    nlines++;
    if (got === want)
        continue;
    nwrong++;
    console.log(`${moves}: got ${got}, want ${want}`);
}
console.log(`names: ${nlines} lines, ${nwrong} wrong`);
process.exit(nlines && !nwrong ? 0 : 1);
