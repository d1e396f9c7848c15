// pasted.ts - a position, moves or games that were typed or pasted

import { isPosition, legalMoves, playUci } from "./chess";
import { START, typedMove } from "./fen";

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

/* The moves of a line without variations; null if a word is not a move. */
function readMoves(text: string, start: string): string[] | null {
  const words = text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\d+\s*\.+/g, " ")
    .replace(/\$\d+/g, " ")
    .split(/[\s,]+/)
    .filter(Boolean)
    .filter((word) => !/^(1-0|0-1|1\/2-1\/2|\*|\.+)$/.test(word));
  const play: string[] = [];
  let fen = start;
  for (const word of words) {
    const move = typedMove(legalMoves(fen), word);
    if (!move) return null;
    play.push(move.uci);
    fen = playUci(fen, move.uci);
  }
  return play.length ? play : null;
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
