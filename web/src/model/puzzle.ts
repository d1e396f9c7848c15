// puzzle.ts - solving a puzzle: a move judged by the tree of its solution

import { turnOf } from "../lib/fen";
import type { Puzzle, SolutionMove } from "../lib/types";

export interface PuzzleAnswer {
  right: boolean;
  solved: boolean;
  reply: SolutionMove | null; // of the defence
}

interface Played {
  uci: string;
  san: string;
}

/* The moves of the solution after those played; null: they left it. */
function movesAfter(puzzle: Puzzle, played: Played[]): SolutionMove[] | null {
  let moves: SolutionMove[] | undefined = puzzle.moves;
  for (const { uci } of played) {
    const next: SolutionMove | undefined = moves?.find((one) => one.uci === uci);
    if (!next) return null;
    moves = next.moves;
  }
  return moves ?? [];
}

/*
 * Judges a move. A mate is never wrong. Of several defences the one with number
 * 'attempt' is played, so that starting over shows the others.
 */
export function judgePuzzle(
  puzzle: Puzzle,
  played: Played[],
  move: Played,
  attempt: number,
): PuzzleAnswer {
  const found = movesAfter(puzzle, played)?.find((one) => one.uci === move.uci);
  const mates = move.san.endsWith("#");
  if (!found || mates) return { right: mates, solved: mates, reply: null };
  const replies = (found.moves ?? []).filter((one) => one.moves?.length);
  const reply = replies[attempt % replies.length] ?? null;
  return { right: true, solved: !reply, reply };
}

/* The solution as games are written: "1. Ng5 Kf4 (1... Kd4 2. Qe4#) 2. Qe4#". */
export function solutionText(puzzle: Puzzle): string {
  const write = (moves: SolutionMove[], ply: number, isFirst: boolean): string => {
    const [main, ...others] = moves;
    if (!main) return "";
    const one = (move: SolutionMove, isFirst: boolean) => {
      const number = 1 + Math.floor(ply / 2);
      const isWhite = ply % 2 === 0;
      return (isWhite ? `${number}. ` : isFirst ? `${number}... ` : "") + move.san;
    };
    const beside = others.map((other) =>
      ["(" + one(other, true), write(other.moves ?? [], ply + 1, false)]
        .filter(Boolean)
        .join(" ") + ")",
    );
    const rest = write(main.moves ?? [], ply + 1, beside.length > 0);
    return [one(main, isFirst), ...beside, rest].filter(Boolean).join(" ");
  };
  return write(puzzle.moves, turnOf(puzzle.fen) === "white" ? 0 : 1, true);
}

/* The next puzzle after 'index' that is not solved; after the last, the first. */
export function nextUnsolved(
  count: number,
  known: Set<number>,
  index: number,
): number | null {
  for (let step = 1; step <= count; step++) {
    const next = (index + step) % count;
    if (next !== index && !known.has(next)) return next;
  }
  return null;
}
