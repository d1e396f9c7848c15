// chess.ts - the legal moves of a position, and the position after a move
//
// So that no move has to wait for the server, which checks every move again.
// Castling is written as king takes rook, which is how the server writes it
// and which works for Chess960 as well.

import type { LegalMove } from "./types";

type Board = string[]; // by square, a1 is 0, h8 is 63; FEN letters, "" is empty

interface Position {
  board: Board;
  white: boolean; // to move
  rooks: number[]; // squares of the rooks that may castle
  passant: number; // square behind a pawn that made a double step, or -1
  half: number;
  full: number;
}

interface Move {
  from: number;
  to: number; // of castling: the rook's square
  becomes: string; // piece letter of a promotion, lower case, or ""
  kind: "" | "castling" | "passant" | "double";
}

const KNIGHT = [-17, -15, -10, -6, 6, 10, 15, 17];
const DIAGONAL = [-9, -7, 7, 9];
const STRAIGHT = [-8, -1, 1, 8];
const ALL = [...DIAGONAL, ...STRAIGHT];
const SLIDES: Record<string, number[]> = { b: DIAGONAL, r: STRAIGHT, q: ALL };

const fileOf = (square: number) => square & 7;
const rankOf = (square: number) => square >> 3;
const nameOf = (square: number) =>
  String.fromCharCode(97 + fileOf(square)) + (rankOf(square) + 1);
const squareOf = (name: string) =>
  name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const isWhite = (piece: string) => piece < "a";
const isOwn = (piece: string, white: boolean) =>
  piece !== "" && isWhite(piece) === white;

/* The square one step away, or -1 beyond the edge. */
function step(square: number, by: number): number {
  const to = square + by;
  if (to < 0 || to > 63) return -1;
  return Math.abs(fileOf(to) - fileOf(square)) > 2 ? -1 : to;
}

// FEN

function readBoard(text: string): Board | null {
  const board: Board = Array<string>(64).fill("");
  const ranks = text.split("/");
  if (ranks.length !== 8) return null;
  for (const [down, rank] of ranks.entries()) {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[pnbrqk]/i.test(letter) && file < 8)
        board[(7 - down) * 8 + file++] = letter;
      else return null;
    }
    if (file !== 8) return null;
  }
  return board;
}

/* "KQkq" means the outermost rooks, "HAha" those on the files. */
function readRooks(board: Board, rights: string): number[] {
  const rooks: number[] = [];
  for (const letter of rights === "-" ? "" : rights) {
    const white = isWhite(letter);
    const rank = white ? 0 : 56;
    const rook = white ? "R" : "r";
    const king = board.indexOf(white ? "K" : "k");
    const at = letter.toLowerCase();
    const files = at === "k" ? [7, 6, 5, 4, 3, 2, 1] : [0, 1, 2, 3, 4, 5, 6];
    const file = /[a-h]/.test(at)
      ? at.charCodeAt(0) - 97
      : files.find((one) => board[rank + one] === rook);
    if (file === undefined || king < rank || king >= rank + 8) continue;
    if (board[rank + file] === rook) rooks.push(rank + file);
  }
  return rooks;
}

function readFen(fen: string): Position | null {
  const [pieces = "", turn = "w", rights = "-", passant = "-", half, full] =
    fen.split(" ");
  const board = readBoard(pieces);
  if (!board) return null;
  return {
    board,
    white: turn !== "b",
    rooks: readRooks(board, rights),
    passant: /^[a-h][36]$/.test(passant) ? squareOf(passant) : -1,
    half: Number(half ?? 0) || 0,
    full: Number(full ?? 1) || 1,
  };
}

/* True if the text is a position with one king on each side. */
export function isPosition(text: string): boolean {
  const position = readFen(text);
  return ["K", "k"].every(
    (king) => position?.board.filter((piece) => piece === king).length === 1,
  );
}

function rightsText({ board, rooks }: Position): string {
  const letters = rooks.map((rook) => {
    const white = rook < 8;
    const rank = white ? 0 : 56;
    const king = board.indexOf(white ? "K" : "k");
    const side = rook > king ? "k" : "q";
    const outer = (side === "k" ? [7, 6, 5, 4, 3, 2, 1] : [0, 1, 2, 3, 4, 5, 6])
      .map((file) => rank + file)
      .find((square) => board[square] === (white ? "R" : "r"));
    const letter =
      outer === rook ? side : String.fromCharCode(97 + fileOf(rook));
    return white ? letter.toUpperCase() : letter;
  });
  const order = "KQABCDEFGHkqabcdefgh";
  letters.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return letters.join("") || "-";
}

function writeFen(position: Position): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    const pieces = position.board.slice(rank * 8, rank * 8 + 8);
    ranks.push(
      pieces
        .map((piece) => piece || "1")
        .join("")
        .replace(/1+/g, (ones) => String(ones.length)),
    );
  }
  return [
    ranks.join("/"),
    position.white ? "w" : "b",
    rightsText(position),
    position.passant < 0 ? "-" : nameOf(position.passant),
    position.half,
    position.full,
  ].join(" ");
}

// Moves

function isAttacked(board: Board, square: number, byWhite: boolean): boolean {
  const has = (at: number, letter: string) =>
    at >= 0 && board[at] === (byWhite ? letter.toUpperCase() : letter);
  const pawns = byWhite ? [-9, -7] : [7, 9];
  if (pawns.some((by) => has(step(square, by), "p"))) return true;
  if (KNIGHT.some((by) => has(step(square, by), "n"))) return true;
  for (const by of ALL) {
    let at = step(square, by);
    if (has(at, "k")) return true;
    while (at >= 0 && !board[at]) at = step(at, by);
    const slider = DIAGONAL.includes(by) ? "b" : "r";
    if (has(at, slider) || has(at, "q")) return true;
  }
  return false;
}

function isInCheck(board: Board, white: boolean): boolean {
  const king = board.indexOf(white ? "K" : "k");
  return king >= 0 && isAttacked(board, king, !white);
}

function pawnMoves(position: Position, from: number, moves: Move[]): void {
  const { board, white, passant } = position;
  const ahead = white ? 8 : -8;
  const add = (to: number, kind: Move["kind"] = "") => {
    const last = rankOf(to) === (white ? 7 : 0);
    for (const becomes of last ? ["q", "r", "b", "n"] : [""])
      moves.push({ from, to, becomes, kind });
  };
  const one = step(from, ahead);
  if (one >= 0 && !board[one]) {
    add(one);
    const two = step(one, ahead);
    if (rankOf(from) === (white ? 1 : 6) && two >= 0 && !board[two])
      add(two, "double");
  }
  for (const side of [-1, 1]) {
    const to = step(from, ahead + side);
    if (to < 0) continue;
    if (board[to] && !isOwn(board[to]!, white)) add(to);
    else if (to === passant && !board[to]) add(to, "passant");
  }
}

/* Every square between and including two on one rank, but for two pieces. */
function isFree(board: Board, a: number, b: number, but: number[]): boolean {
  for (let at = Math.min(a, b); at <= Math.max(a, b); at++)
    if (board[at] && !but.includes(at)) return false;
  return true;
}

function castlings(position: Position, king: number, moves: Move[]): void {
  const { board, white, rooks } = position;
  const rank = white ? 0 : 56;
  for (const rook of rooks) {
    if (rook < 8 !== white) continue;
    const kingTo = rank + (rook > king ? 6 : 2);
    const rookTo = rank + (rook > king ? 5 : 3);
    const both = [king, rook];
    if (!isFree(board, king, kingTo, both)) continue;
    if (!isFree(board, rook, rookTo, both)) continue;
    const without = [...board];
    without[rook] = "";
    let safe = true;
    for (let at = Math.min(king, kingTo); at <= Math.max(king, kingTo); at++)
      if (isAttacked(at === king ? board : without, at, !white)) safe = false;
    if (safe) moves.push({ from: king, to: rook, becomes: "", kind: "castling" });
  }
}

function allMoves(position: Position): Move[] {
  const { board, white } = position;
  const moves: Move[] = [];
  for (let from = 0; from < 64; from++) {
    const piece = board[from]!;
    if (!isOwn(piece, white)) continue;
    const letter = piece.toLowerCase();
    if (letter === "p") {
      pawnMoves(position, from, moves);
      continue;
    }
    const slides = SLIDES[letter];
    for (const by of slides ?? (letter === "n" ? KNIGHT : ALL)) {
      let to = step(from, by);
      while (to >= 0 && !isOwn(board[to]!, white)) {
        moves.push({ from, to, becomes: "", kind: "" });
        if (!slides || board[to]) break;
        to = step(to, by);
      }
    }
    if (letter === "k") castlings(position, from, moves);
  }
  return moves;
}

function after(position: Position, move: Move): Position {
  const { white } = position;
  const board = [...position.board];
  const piece = board[move.from]!;
  const taken = move.kind === "castling" ? "" : board[move.to];
  board[move.from] = "";
  if (move.kind === "castling") {
    const rank = white ? 0 : 56;
    const short = move.to > move.from;
    board[move.to] = "";
    board[rank + (short ? 6 : 2)] = piece;
    board[rank + (short ? 5 : 3)] = white ? "R" : "r";
  } else {
    const becomes = white ? move.becomes.toUpperCase() : move.becomes;
    board[move.to] = becomes || piece;
    if (move.kind === "passant") board[move.to + (white ? -8 : 8)] = "";
  }
  const isKing = piece.toLowerCase() === "k";
  const rooks = position.rooks.filter(
    (rook) =>
      rook !== move.from &&
      rook !== move.to &&
      !(isKing && rook < 8 === white),
  );
  const isPawn = piece.toLowerCase() === "p";
  return {
    board,
    white: !white,
    rooks,
    passant: move.kind === "double" ? (move.from + move.to) / 2 : -1,
    half: isPawn || taken ? 0 : position.half + 1,
    full: position.full + (white ? 0 : 1),
  };
}

/* A legal move, and the position after it. */
interface Played {
  move: Move;
  next: Position;
}

function legal(position: Position): Played[] {
  return allMoves(position)
    .map((move) => ({ move, next: after(position, move) }))
    .filter(({ next }) => !isInCheck(next.board, position.white));
}

// Notation

const uciOf = (move: Move) =>
  nameOf(move.from) + nameOf(move.to) + move.becomes;

/* The file or rank that distinguishes a piece from others that could go there. */
function distinction(position: Position, move: Move, all: Played[]): string {
  const piece = position.board[move.from]!;
  const others = all.map((played) => played.move).filter(
    (other) =>
      other.to === move.to &&
      other.from !== move.from &&
      other.kind !== "castling" &&
      position.board[other.from] === piece,
  );
  if (!others.length) return "";
  const name = nameOf(move.from);
  if (!others.some((other) => fileOf(other.from) === fileOf(move.from)))
    return name.charAt(0);
  if (!others.some((other) => rankOf(other.from) === rankOf(move.from)))
    return name.charAt(1);
  return name;
}

function sanOf(position: Position, played: Played, all: Played[]): string {
  const { move, next } = played;
  const check = isInCheck(next.board, next.white)
    ? legal(next).length
      ? "+"
      : "#"
    : "";
  if (move.kind === "castling")
    return (move.to > move.from ? "O-O" : "O-O-O") + check;
  const letter = position.board[move.from]!.toUpperCase();
  const takes = position.board[move.to] || move.kind === "passant";
  const to = nameOf(move.to);
  if (letter === "P") {
    const becomes = move.becomes ? `=${move.becomes.toUpperCase()}` : "";
    const from = takes ? `${nameOf(move.from).charAt(0)}x` : "";
    return from + to + becomes + check;
  }
  const from = letter === "K" ? "" : distinction(position, move, all);
  return letter + from + (takes ? "x" : "") + to + check;
}

/* The legal moves of a position; none if the text is not a position. */
export function legalMoves(fen: string): LegalMove[] {
  const position = isPosition(fen) ? readFen(fen) : null;
  if (!position) return [];
  const all = legal(position);
  return all.map((played) => ({
    uci: uciOf(played.move),
    san: sanOf(position, played, all),
  }));
}

export function isCheck(fen: string): boolean {
  const position = readFen(fen);
  return position ? isInCheck(position.board, position.white) : false;
}

/* A move in UCI notation, castling in either form, legal or not. */
function findMove(position: Position, uci: string): Move {
  const from = squareOf(uci);
  const to = squareOf(uci.slice(2));
  const becomes = uci.charAt(4);
  const { board, white } = position;
  const piece = board[from]!.toLowerCase();
  const base = { from, to, becomes };
  if (piece === "k") {
    if (board[to] === (white ? "R" : "r")) return { ...base, kind: "castling" };
    const far = Math.abs(fileOf(from) - fileOf(to)) === 2;
    const rook = position.rooks.find(
      (one) => one < 8 === white && one > from === to > from,
    );
    if (far && rankOf(from) === rankOf(to) && rook !== undefined)
      return { ...base, to: rook, kind: "castling" };
  }
  if (piece === "p") {
    if (Math.abs(from - to) === 16) return { ...base, kind: "double" };
    if (to === position.passant && fileOf(from) !== fileOf(to) && !board[to])
      return { ...base, kind: "passant" };
  }
  return { ...base, kind: "" };
}

/* The legal move in UCI notation, castling in either form. */
export function legalMove(fen: string, uci: string): LegalMove | undefined {
  const position = isPosition(fen) ? readFen(fen) : null;
  if (!position || !/^([a-h][1-8]){2}[nbrq]?$/.test(uci)) return undefined;
  const wanted = uciOf(findMove(position, uci));
  const all = legal(position);
  const played = all.find(({ move }) => uciOf(move) === wanted);
  return played && { uci: wanted, san: sanOf(position, played, all) };
}

/*
 * The position after a move. An en-passant square is written only if a pawn
 * can capture there, as the server writes it.
 */
export function playUci(fen: string, uci: string): string {
  const position = readFen(fen);
  if (!position) return fen;
  const next = after(position, findMove(position, uci));
  const canTake =
    next.passant >= 0 && legal(next).some(({ move }) => move.kind === "passant");
  return writeFen({ ...next, passant: canTake ? next.passant : -1 });
}
