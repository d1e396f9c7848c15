// Checks data/openings.txt against an independent move generator.
//
// Usage: node tools/check_openings.mjs [file]
// Needs the chess.js package, found from the current folder or NODE_PATH;
// only `make oracle` runs this, the build does not.
//
// Every line must be legal and follow the CT800 grammar; names must be those
// of data/names.tsv, each once; marks must agree between lines; every marked
// move that leaves a legal reply needs an unmarked one.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { Chess } = require('chess.js');

const MOVE = /^([a-h][1-8])([a-h][1-8])([?x]?)$/;
const MAX_LINE = 240;

const file = process.argv[2] ?? 'data/openings.txt';
const text = readFileSync(file, 'utf8');
const findings = [];
const counts = { lines: 0, named: 0, plies: 0, '?': 0, x: 0 };
const table = new Map();        // position -> name
const names = new Map();        // final position -> name
const seen = new Set();         // lines by their moves
const edges = new Map();        // position -> move -> { mark, after, over }

// The book key leaves out the en passant square and the clocks.
const key = (board) => board.fen().split(' ').slice(0, 3).join(' ');

function report(number, what) {
    findings.push(`${file}:${number}: ${what}`);
}

function noteEdge(number, before, move, mark, board) {
    const moves = edges.get(before) ?? new Map();
    const known = moves.get(move);
    if (known && known.mark !== mark)
        report(number, `${move} is marked differently in another line`);
    moves.set(move, { mark, after: key(board), over: board.isGameOver(),
                      number });
    edges.set(before, moves);
}

function playMoves(number, tokens) {
    const board = new Chess();
    for (const token of tokens) {
        const part = MOVE.exec(token);
        if (!part) {
            report(number, `not a move: ${token}`);
            return null;
        }
        const before = key(board);
        try {
            board.move({ from: part[1], to: part[2], promotion: 'q' });
        } catch {
            report(number, `illegal move: ${token}`);
            return null;
        }
        noteEdge(number, before, part[1] + part[2], part[3], board);
        counts.plies++;
        if (part[3])
            counts[part[3]]++;
    }
    return board;
}

function readTable(path) {
    const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
    for (const row of rows) {
        const [eco, name, pgn] = row.split('\t');
        const board = new Chess();
        board.loadPgn(pgn);
        table.set(key(board), `(${eco} ${name})`);
    }
}

function checkName(number, comment, board) {
    const here = key(board);
    if (comment !== table.get(here))
        report(number, `${comment} is ${table.get(here)} in names.tsv`);
    if (names.has(here))
        report(number, `position already named ${names.get(here)}`);
    names.set(here, comment);
    counts.named++;
}

function checkLine(line, number) {
    if (line.length > MAX_LINE)
        report(number, `${line.length} characters`);
    if (line === '' || line.startsWith('#'))
        return;
    const open = line.indexOf('(');
    const moves = (open < 0 ? line : line.slice(0, open)).trim();
    const bare = moves.replace(/[?x]/g, '');
    if (seen.has(bare))
        report(number, 'line repeated');
    seen.add(bare);
    counts.lines++;
    const board = playMoves(number, moves.split(/ +/));
    if (board && open >= 0)
        checkName(number, line.slice(open), board);
}

function checkReplies() {
    for (const moves of edges.values())
        for (const [move, edge] of moves) {
            const replies = [...(edges.get(edge.after)?.values() ?? [])];
            if (edge.mark && !edge.over && !replies.some((r) => !r.mark))
                report(edge.number, `no reply to the marked move ${move}`);
        }
}

readTable(join(dirname(file), 'names.tsv'));
if (!text.endsWith('\n'))
    findings.push(`${file}: last line has no line end`);
text.slice(0, -1).split('\n').forEach((line, i) => checkLine(line, i + 1));
checkReplies();

findings.forEach((finding) => console.log(finding));
console.log(`${counts.lines} lines, ${counts.named} named, ` +
            `${counts.plies} plies, ` +
            `${edges.size} positions with moves, ` +
            `marks: ${counts['?']} ?, ${counts.x} x`);
process.exit(findings.length ? 1 : 0);
