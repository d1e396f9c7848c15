// pasted.ts - a position, moves or games that were typed or pasted

import { isPosition, legalMoves, playUci } from "./chess";
import { START, typedMove } from "./fen";
import type { LegalMove } from "./types";

export type Pasted =
  | { kind: "position"; fen: string }
  | { kind: "moves"; fen: string; play: string[] }
  | { kind: "games"; text: string };

/* FENs are often written without clocks, or with too many spaces. */
function readFen(text: string): string | null {
  const words = text.trim().replace(/_/g, " ").split(/\s+/);
  if (words.length > 6 || !words[0]?.includes("/")) return null;
  const rest = ["w", "-", "-", "0", "1"].map((word, i) => words[i + 1] ?? word);
  const fen = [words[0], ...rest].join(" ");
  return isPosition(fen) ? fen : null;
}

/* The words of a line that may be moves, without comments and numbers. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\d+\s*\.+/g, " ")
    .replace(/\$\d+/g, " ")
    .split(/[\s,]+/)
    .filter(Boolean)
    .filter((word) => !/^(1-0|0-1|1\/2-1\/2|\*|\.+)$/.test(word));
}

/* The moves up to the first word that is not a move. */
function playWords(words: string[], start: string): LegalMove[] {
  const moves: LegalMove[] = [];
  let fen = start;
  for (const word of words) {
    const move = typedMove(legalMoves(fen), word);
    if (!move) break;
    moves.push(move);
    fen = playUci(fen, move.uci);
  }
  return moves;
}

/* The moves of a line without variations; null if a word is not a move. */
function readMoves(text: string, start: string): string[] | null {
  const words = wordsOf(text);
  const moves = playWords(words, start);
  const isAll = words.length > 0 && moves.length === words.length;
  return isAll ? moves.map((move) => move.uci) : null;
}

/* The main line of a game in PGN, and where it begins. */
export function readGame(text: string): { fen: string; moves: LegalMove[] } {
  const tags = /^(\s*\[[^\n]*\n)*/.exec(text)![0];
  const fen = /\[FEN\s+"([^"]+)"/.exec(tags)?.[1] ?? START;
  let line = text.slice(tags.length).replace(/\{[^}]*\}|;.*$/gm, " ");
  for (let before = ""; before !== line; ) {
    before = line;
    line = line.replace(/\([^()]*\)/g, " "); // the innermost variations
  }
  return { fen, moves: playWords(wordsOf(line), fen) };
}

/* What the text is; null for anything else, such as a name. */
export function readPasted(text: string, here: string): Pasted | null {
  const fen = readFen(text);
  if (fen) return { kind: "position", fen };
  if (/^\s*\[\w+\s+"/.test(text)) return { kind: "games", text };
  const fromStart = readMoves(text, START);
  if (fromStart) return { kind: "moves", fen: START, play: fromStart };
  const fromHere = readMoves(text, here);
  if (fromHere) return { kind: "moves", fen: here, play: fromHere };
  // A line with variations, without tags.
  return /^\s*1\s*\.[^]*\(/.test(text) ? { kind: "games", text } : null;
}
