// Gives the lines of data/openings.txt the names of data/names.tsv.
//
// Usage: node tools/name_openings.mjs
// Needs the chess.js package, found from the current folder or NODE_PATH.
//
// A name stands once, behind a line that ends in its position: the one that
// names.tsv has if the book has it too, else one that has a name already, else
// the first. check_openings.mjs checks the result.

import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(join(process.cwd(), 'package.json'));
const { Chess } = require('chess.js');
const data = join(dirname(fileURLToPath(import.meta.url)), '..', 'data');
const book = join(data, 'openings.txt');

// Board, turn, castling, en passant if it can be played.
const key = (board) => board.fen().split(' ').slice(0, 4).join(' ');

/* By position: the name, and the moves that lead to it. */
function readNames(text) {
    const names = new Map();
    for (const row of text.trimEnd().split('\n').slice(1)) {
        const [eco, name, pgn] = row.split('\t');
        const board = new Chess();
        board.loadPgn(pgn);
        const moves = board.history({ verbose: true });
        names.set(key(board), {
            text: `(${eco} ${name})`,
            moves: moves.map((move) => move.from + move.to).join(' '),
        });
    }
    return names;
}

function endOf(moves) {
    const board = new Chess();
    for (const move of moves.split(' '))
        board.move({ from: move.slice(0, 2), to: move.slice(2, 4),
                     promotion: 'q' });
    return key(board);
}

const names = readNames(readFileSync(join(data, 'names.tsv'), 'utf8'));
const lines = readFileSync(book, 'utf8').trimEnd().split('\n').map((text) => {
    if (text === '' || text.startsWith('#'))
        return { text };
    const moves = text.replace(/\(.*/, '').trim();
    const bare = moves.replace(/[?x]/g, '');
    return { text, moves, bare, end: endOf(bare), hasName: moves !== text };
});

const best = new Map(); // position -> the line that gets its name
for (const line of lines.filter(({ moves }) => moves)) {
    const name = names.get(line.end);
    const rank = (one) => 2 * (one?.bare === name.moves) + !!one?.hasName;
    if (name && (!best.has(line.end) || rank(line) > rank(best.get(line.end))))
        best.set(line.end, line);
}

const texts = lines.map((line) => {
    if (!line.moves)
        return line.text;
    const isNamed = best.get(line.end) === line;
    return isNamed ? `${line.moves} ${names.get(line.end).text}` : line.moves;
});
writeFileSync(book, texts.join('\n') + '\n');
console.log(`${best.size} names`);
