// fen.ts - positions as FEN text: pieces, squares, and moves in words

import type { Color, LegalMove } from "./types";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const NAMES: Record<string, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

export type Pieces = Map<string, string>; // square to FEN letter

export function readPieces(fen: string): Pieces {
  const pieces: Pieces = new Map();
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  ranks.forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set(squareName(file++, 7 - down), letter);
    }
  });
  return pieces;
}

/* The FEN if it can be drawn, else an empty board. */
export function drawable(fen: string): string {
  const board = /^([1-8pnbrqk]+\/){7}[1-8pnbrqk]+( |$)/i;
  return board.test(fen) ? fen : "8/8/8/8/8/8/8/8 w - - 0 1";
}

export function squareName(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

export function turnOf(fen: string): Color {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/* Plies since the start of the game. */
export function plyOf(fen: string): number {
  const full = Number(fen.split(" ")[5] ?? 1) || 1;
  return (full - 1) * 2 + (turnOf(fen) === "black" ? 1 : 0);
}

function isWhite(piece: string): boolean {
  return piece === piece.toUpperCase();
}

export function pieceName(piece: string): string {
  const name = NAMES[piece.toLowerCase()] ?? "piece";
  return `${isWhite(piece) ? "white" : "black"} ${name}`;
}

/* The name of a piece in the sprite. */
export function spriteName(piece: string): string {
  return (isWhite(piece) ? "w" : "b") + piece.toLowerCase();
}

/* The squares to highlight: for castling, the king's target square. */
export function shownSquares(move: LegalMove): [string, string] {
  const from = move.uci.slice(0, 2);
  const to = move.uci.slice(2, 4);
  if (!move.san.startsWith("O-O")) return [from, to];
  return [from, (move.san.startsWith("O-O-O") ? "c" : "g") + from.charAt(1)];
}

/* The legal moves from one square to another (several when promoting). */
export function movesBetween(
  legal: LegalMove[],
  from: string,
  to: string,
): LegalMove[] {
  return legal.filter((move) => {
    if (!move.uci.startsWith(from)) return false;
    return shownSquares(move)[1] === to || move.uci.slice(2, 4) === to;
  });
}

/* A move in words, for screen readers: "knight to f3, check". */
export function spokenMove(san: string): string {
  const check = san.endsWith("#")
    ? ", checkmate"
    : san.endsWith("+")
      ? ", check"
      : "";
  if (san.startsWith("O-O-O")) return `castles queenside${check}`;
  if (san.startsWith("O-O")) return `castles kingside${check}`;
  const match = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(=[QRBN])?/.exec(san);
  if (!match) return san;
  const [, letter = "", hint = "", takes, square, promotion] = match;
  const piece = NAMES[letter.toLowerCase() || "p"];
  const from = letter && hint ? ` ${hint}` : "";
  const becomes = promotion
    ? `, promotes to a ${NAMES[promotion.charAt(1).toLowerCase()]}`
    : "";
  return `${piece}${from} ${takes ? "takes" : "to"} ${square}${becomes}${check}`;
}
