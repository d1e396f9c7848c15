// fen.ts - positions as FEN text: reading them, playing a move in them
//
// The server decides which moves are legal. Playing a legal move is
// simple enough to do here, so that the board need not wait for an answer.

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

function writePieces(pieces: Pieces): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = pieces.get(squareName(file, rank));
      if (!piece) {
        empty++;
        continue;
      }
      text += (empty || "") + piece;
      empty = 0;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
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

function isCastling(pieces: Pieces, from: string, to: string): boolean {
  const piece = pieces.get(from);
  if (piece !== "K" && piece !== "k") return false;
  const target = pieces.get(to);
  if (target) return target === (piece === "K" ? "R" : "r");
  const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  return files === 2 && from[1] === to[1];
}

function castle(pieces: Pieces, from: string, to: string): void {
  const king = pieces.get(from)!;
  const short = to > from;
  const rank = from[1];
  const rook = pieces.has(to) ? to : (short ? "h" : "a") + rank;
  pieces.delete(from);
  pieces.delete(rook);
  pieces.set((short ? "g" : "c") + rank, king);
  pieces.set((short ? "f" : "d") + rank, king === "K" ? "R" : "r");
}

/* Rights are lost when the king moves or a rook leaves or is captured. */
function rightsAfter(rights: string, piece: string, touched: string[]): string {
  let left = rights;
  if (piece === "K") left = left.replace(/[A-Z]/g, "");
  if (piece === "k") left = left.replace(/[a-z]/g, "");
  const corners: Record<string, string> = {
    h1: "K",
    a1: "Q",
    h8: "k",
    a8: "q",
  };
  for (const square of touched) left = left.replace(corners[square] ?? "", "");
  return left || "-";
}

/* The position after a legal move in UCI notation, castling in either form. */
export function playUci(fen: string, uci: string): string {
  const [
    board = "",
    turn = "w",
    rights = "-",
    passant = "-",
    half = "0",
    full = "1",
  ] = fen.split(" ");
  const pieces = readPieces(board);
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  const piece = pieces.get(from) ?? "P";
  const pawn = piece.toLowerCase() === "p";
  const castling = isCastling(pieces, from, to);
  const taken = pieces.has(to) && !castling;

  if (castling) {
    castle(pieces, from, to);
  } else {
    if (pawn && to === passant && from[0] !== to[0])
      pieces.delete(to.charAt(0) + from.charAt(1));
    pieces.delete(from);
    const promoted = uci.charAt(4);
    const becomes = turn === "w" ? promoted.toUpperCase() : promoted;
    pieces.set(to, becomes || piece);
  }
  const ranks = Math.abs(Number(from[1]) - Number(to[1]));
  const skipped =
    pawn && ranks === 2 ? from.charAt(0) + (turn === "w" ? 3 : 6) : "-";
  return [
    writePieces(pieces),
    turn === "w" ? "b" : "w",
    rightsAfter(rights, piece, [from, to]),
    skipped,
    pawn || taken ? 0 : Number(half) + 1,
    Number(full) + (turn === "b" ? 1 : 0),
  ].join(" ");
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

const plain = (text: string) => text.replace(/[+#!?x=\s-]/g, "");

/* The legal move that was typed: SAN, loosely written SAN, or UCI. */
export function typedMove(
  legal: LegalMove[],
  text: string,
): LegalMove | undefined {
  const typed = text
    .trim()
    .replace(/^0-0-0/, "O-O-O")
    .replace(/^0-0/, "O-O");
  const lower = typed.toLowerCase();
  const byUci = legal.find(
    (move) =>
      move.uci === lower ||
      (/^[a-h][1-8][a-h][1-8]$/.test(lower) &&
        shownSquares(move).join("") === lower),
  );
  if (byUci) return byUci;
  const exact = legal.find((move) => plain(move.san) === plain(typed));
  if (exact) return exact;
  const loose = legal.filter(
    (move) => plain(move.san).toLowerCase() === plain(lower),
  );
  return loose.length === 1 ? loose[0] : undefined;
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
