// order.ts - the order of a table of moves, and each move's share of it

import type { BookMove } from "../lib/types";

export type Order = "count" | "book";

/* The lines after a move, as the table shows them. */
export const linesOf = (move: BookMove) => move.lines ?? move.played;

/* The count of a move: its games, else its weight, else its lines. */
export function countOf(move: BookMove): number | undefined {
  return move.games ?? move.weight ?? linesOf(move);
}

/* True if the number of lines deserves a column beside the weight. */
export function showsLines(moves: BookMove[]): boolean {
  return (
    moves.every((move) => move.weight === undefined) ||
    moves.some((move) => (move.reached ?? 1) > 1)
  );
}

/* Most played first and marked moves last; or the order of the book. */
export function inOrder(moves: BookMove[], order: Order): BookMove[] {
  if (order === "book") return moves;
  const marked = (move: BookMove) => (move.mark ? 1 : 0);
  return [...moves].sort(
    (a, b) =>
      marked(a) - marked(b) ||
      (countOf(b) ?? 0) - (countOf(a) ?? 0) ||
      (b.played ?? 0) - (a.played ?? 0),
  );
}

/*
 * The server's share is the probability that the move is chosen. A book that
 * only has lines would choose evenly; the share of the lines is more useful.
 */
export function sharesOf(moves: BookMove[]): Map<string, number> {
  const plain = moves.every(
    (move) => move.games === undefined && move.weight === undefined,
  );
  const sum = moves.reduce((total, move) => total + (linesOf(move) ?? 0), 0);
  const shares = new Map<string, number>();
  for (const move of moves) {
    const share = plain && sum ? (linesOf(move) ?? 0) / sum : move.share;
    if (share !== undefined) shares.set(move.uci, share);
  }
  return shares;
}
